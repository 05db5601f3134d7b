package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/engine/gloire/bots"
	"arbitre/orders"
	"arbitre/templates"
)

// seasons plays a game of the real rules with players who want to win, and
// hands over the issue of its founding and of each season.
func seasons(t *testing.T, lords, count int, each func(i Issue, before engine.State)) {
	t.Helper()
	rules, state, events := found(t, lords)
	issue := Issue{
		Game: rules, Charter: charter(lords), Next: state, Events: events, Zone: time.UTC,
		Commitment: strings.Repeat("ab", 32), Deadline: time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC),
	}
	each(issue, nil)
	for range count {
		before := state
		lists := map[engine.Seat]orders.List{}
		for _, seat := range rules.Awaited(state) {
			var lines []orders.Line
			for n, text := range bots.Play(state, seat, engine.Keyed{byte(seat)}) {
				lines = append(lines, orders.Line{Number: n + 1, Text: text})
			}
			// An order that can't be carried out, to be told with its reason.
			lines = append(lines, orders.Line{Number: 1000, Text: fmt.Sprintf("TSF #%d #%d 1000000", seat, seat)})
			lines = append(lines, dealings(int(seat), lords)...)
			lists[seat] = orders.Read(rules.Grammar(state, seat), lines).Orders
		}
		played := state.Moment()
		var err error
		if state, events, err = rules.Resolve(state, lists, engine.Keyed{byte(played.Season)}); err != nil {
			t.Fatal(err)
		}
		issue.Played, issue.Next, issue.Events = played, state, events
		issue.Secret, issue.Digest = strings.Repeat("cd", 32), strings.Repeat("ef", 32)
		each(issue, before)
	}
}

// dealings are orders of a seat with the next: a joust for which he has the
// password, a purchase, a spy and a gift.
func dealings(seat, lords int) []orders.Line {
	next := seat%lords + 1
	before := (seat+lords-2)%lords + 1
	var lines []orders.Line
	for n, text := range []string{
		fmt.Sprintf("ORG 2 500 %s", password(seat)),
		fmt.Sprintf("PAR #%d #%d %s", seat, next, password(next)),
		fmt.Sprintf("VND #%d #%d 5", next, 10+seat),
		fmt.Sprintf("ACH #%d #%d 5", before, 10+before),
		fmt.Sprintf("ESP #%d", 20+seat),
		fmt.Sprintf("DON #%d 13", next),
	} {
		lines = append(lines, orders.Line{Number: 1001 + n, Text: text})
	}
	return lines
}

// password is that of a seat's joust.
func password(seat int) string { return fmt.Sprintf("motsecret%dx", seat) }

// Reports of real seasons keep to the layout, in both languages, and the same
// issue gives the same bytes.
func TestSeasonsAreWellLaidOut(t *testing.T) {
	seasons(t, 10, 6, func(i Issue, _ engine.State) {
		for seat := engine.Seat(0); seat <= 10; seat++ {
			lang := templates.Languages()[int(seat)%2]
			r, err := Write(i, seat, lang)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Write(i, seat, lang)
			if err != nil || again.Body != r.Body || again.Tour != r.Tour || again.Commun != r.Commun {
				t.Errorf("season %d, seat %d: a second writing differs (%v)", i.Played.Season, seat, err)
			}
			for name, text := range map[string]string{"TOUR": r.Tour, "COMMUN": r.Commun, "mail": r.Body} {
				if text != "" {
					layout(t, fmt.Sprintf("season %d, seat %d, %s", i.Played.Season, seat, name), text)
				}
				if strings.Contains(text, "gloire/") || strings.Contains(text, "finding/") {
					t.Errorf("season %d, seat %d: a word is missing in %s:\n%s", i.Played.Season, seat, name, text)
				}
			}
			if (seat == 0) != (r.Tour == "") || len(r.Tables) == 0 {
				t.Errorf("seat %d has a TOUR of %d bytes and %d tables", seat, len(r.Tour), len(r.Tables))
			}
		}
	})
}

// A lord's account opens with the treasury that he had, so that no movement of
// gold goes untold, also in the season of his death.
func TestTreasuryAddsUp(t *testing.T) {
	died := 0
	seasons(t, 10, 12, func(i Issue, before engine.State) {
		if before == nil {
			return
		}
		for seat := engine.Seat(1); seat <= 10; seat++ {
			w, err := newWriter(i, seat, "fr")
			if err != nil {
				t.Fatal(err)
			}
			was := i.Game.Brief(before, seat).(gloire.Brief).Own
			tour, err := w.tour()
			if err != nil {
				t.Fatal(err)
			}
			if told := strings.Contains(tour, w.set.Word("gloire/posting/estate")); told != (was.Alive && !w.brief.Own.Alive && was.Treasury > 0) {
				t.Errorf("season %d, seat %d: TOUR tells of a treasury lost: %v", i.Played.Season, seat, told)
			} else if told {
				died++
			}
			had := was.Treasury
			if got := account(w.told(w.concerns), w.brief.Own.Treasury); got.Opening != had {
				t.Errorf("season %d, seat %d: the account opens with %d écus, and there were %d: %+v", i.Played.Season, seat, got.Opening, had, got)
			}
		}
	})
	if died == 0 {
		t.Error("no lord died")
	}
}

// What is told to one seat alone is in no other reader's report.
func TestNothingLeaks(t *testing.T) {
	told := 0
	seasons(t, 6, 4, func(i Issue, _ engine.State) {
		reports := map[engine.Seat]string{}
		for seat := engine.Seat(0); seat <= 6; seat++ {
			r, err := Write(i, seat, "fr")
			if err != nil {
				t.Fatal(err)
			}
			reports[seat] = r.Tour + r.Commun + r.Body
			for _, table := range r.Tables {
				reports[seat] += table.Text
			}
		}
		w, err := newWriter(i, 0, "fr")
		if err != nil {
			t.Fatal(err)
		}
		items := map[string]map[engine.Seat]bool{} // who may read each item
		for _, e := range i.Events {
			text, err := w.item(e)
			if err != nil {
				t.Fatal(err)
			}
			if items[text] == nil {
				items[text] = map[engine.Seat]bool{}
			}
			for seat := range reports {
				if e.To.All || seat != 0 && e.To.Includes(seat) {
					items[text][seat] = true
				}
			}
		}
		for seat, report := range reports {
			for host := range 6 {
				if host := host + 1; host != int(seat) && (int(seat)%6+1 != host) && strings.Contains(report, password(host)) {
					t.Errorf("season %d: seat %d reads the password of %d's joust", i.Played.Season, seat, host)
				}
			}
		}
		for text, readers := range items {
			for seat, report := range reports {
				if strings.Contains(report, text+"\n") && !readers[seat] {
					t.Errorf("season %d: seat %d reads what isn't told to it:\n%s", i.Played.Season, seat, text)
				}
			}
			if len(readers) == 1 {
				told++
			}
		}
	})
	if told < 50 {
		t.Errorf("only %d secrets were looked for", told)
	}
}
