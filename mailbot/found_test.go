package mailbot

import (
	"strings"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

func TestNextDeadline(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) time.Time {
		moment, err := time.ParseInLocation("2006-01-02 15:04:05", text, paris)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for _, tt := range []struct{ name, schedule, now, want string }{
		{"a whole week", "0 20 * * 6", "2026-10-10 20:00:00", "2026-10-17 20:00:00"},
		{"just after the tick", "0 20 * * 6", "2026-10-10 20:00:05", "2026-10-17 20:00:00"},
		{"half a week is enough", "0 20 * * 6", "2026-10-14 08:00:00", "2026-10-17 20:00:00"},
		{"less than half is too little", "0 20 * * 6", "2026-10-14 08:00:01", "2026-10-24 20:00:00"},
		{"a second before the deadline", "0 20 * * 6", "2026-10-17 19:59:59", "2026-10-24 20:00:00"},
		{"the clocks go back in between", "0 20 * * 6", "2026-10-24 20:00:00", "2026-10-31 20:00:00"},
		{"the clocks go forward in between", "0 20 * * 6", "2027-03-27 20:00:00", "2027-04-03 20:00:00"},
		{"twice a week, unevenly", "0 20 * * 3,6", "2026-10-10 20:00:00", "2026-10-14 20:00:00"},
		{"every ten minutes", "@every 10m", "2026-10-10 20:00:00", "2026-10-10 20:10:00"},
	} {
		g := ledger.Game{Schedule: tt.schedule, Zone: "Europe/Paris"}
		got, err := nextDeadline(g, at(tt.now))
		if err != nil || !got.Equal(at(tt.want)) {
			t.Errorf("%s: %v, %v, want %s", tt.name, got, err, tt.want)
		}
	}
	for _, g := range []ledger.Game{
		{Schedule: "0 20 * * 6", Zone: "Europe/Lutece"},
		{Schedule: "samedi", Zone: "Europe/Paris"},
		{Schedule: "0 0 30 2 *", Zone: "Europe/Paris"},
	} {
		if got, err := nextDeadline(g, at("2026-10-10 20:00:00")); err == nil {
			t.Errorf("%s in %s: %v, want an error", g.Schedule, g.Zone, got)
		}
	}
}

func TestGamesThatCannotBeOpened(t *testing.T) {
	s := newStory(t)
	for _, tt := range []struct {
		why    string
		change func(*Opening)
	}{
		{"there is one of that name", func(*Opening) {}},
		{"small letters", func(o *Opening) { o.Charter.Game = "Scan 2" }},
		{"small letters", func(o *Opening) { o.Charter.Game = "" }},
		{"small letters", func(o *Opening) { o.Charter.Game = "../scan" }},
		{"doesn't know the rules", func(o *Opening) { o.Charter.Game, o.Charter.Rules = "scan2", "echecs" }},
		{"schedule", func(o *Opening) { o.Charter.Game, o.Schedule = "scan2", "demain" }},
		{"time zone", func(o *Opening) { o.Charter.Game, o.Zone = "scan2", "Mars/Olympus" }},
		{"founding", func(o *Opening) { o.Charter.Game, o.Charter.Map = "scan2", "atlantide" }},
	} {
		o := s.opening
		tt.change(&o)
		if err := s.arbitre.Open(o); err == nil || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("%+v: %v, want %q", o.Charter, err, tt.why)
		}
	}
	s.send()
	s.expectNone("harald", "sigrid")
	s.must(s.book.View(func(tx *ledger.Tx) error {
		games, err := tx.Games()
		if len(games) != 1 {
			t.Errorf("%d games, want 1", len(games))
		}
		return err
	}))
}

func TestGameOfOtherRulesStopsTheBeginning(t *testing.T) {
	s := newStory(t)
	o := s.options
	o.Rules = []engine.Game{}
	if _, err := New(o); err == nil || !strings.Contains(err.Error(), `the rules "gloire"`) {
		t.Errorf("an arbitre that can't play the ledger's game begins: %v", err)
	}
}

func TestConfigurationBringsPlayersUpToDate(t *testing.T) {
	s := newStory(t)
	before := s.game()
	s.must(s.arbitre.Ensure(s.opening)) // nothing changed: the tokens live
	s.orders("harald", "LANGUE en")
	s.must(s.arbitre.Ensure(s.opening))
	s.hold("harald", s.orders("harald", "CHE 1"), "confirmation", contains("Your orders are taken"))

	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("harald"), Password: "nouveau"}}
	s.must(s.arbitre.Ensure(o))
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE nouveau", "CHE 2")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 2"))
	if now := s.game(); !now.Deadline.Equal(before.Deadline) || now.At != before.At {
		t.Errorf("the game is at %+v, was %+v", now, before)
	}
}
