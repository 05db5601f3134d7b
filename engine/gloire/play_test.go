package gloire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/engine/gloire/bots"
	"arbitre/orders"
)

var game = gloire.Game{}

// charterOf is a game of so many lords on the map of Scandinavia.
func charterOf(lords int) engine.Charter {
	c := engine.Charter{Game: "essai", Rules: "gloire", Edition: "2.15", Map: "scandinavie"}
	for i := range lords {
		name := []string{"Aldebert de Brume", "Béatrice", "Cnut", "Dame Ysoline", "Edmond le Bref", "Fulk", "Gudrun",
			"Hakon Barbe-Rousse", "Ingrid", "Jarl Toste"}[i]
		c.Seats = append(c.Seats, engine.Founder{Seat: engine.Seat(i + 1), Name: name})
	}
	return c
}

func keyed(b byte) engine.Keyed { return engine.Keyed{b} }

func found(t testing.TB, lords int, seed byte) engine.State {
	t.Helper()
	s, _, err := game.Found(charterOf(lords), keyed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// read reads the lines of a seat as a letter would be read.
func read(t testing.TB, s engine.State, seat engine.Seat, lines ...string) orders.List {
	t.Helper()
	var letter []orders.Line
	for i, text := range lines {
		letter = append(letter, orders.Line{Number: i + 1, Text: text})
	}
	r := orders.Read(game.Grammar(s, seat), letter)
	if len(r.Orders) != len(lines) {
		t.Fatalf("seat %d: %d of %d lines understood: %q: %+v", seat, len(r.Orders), len(lines), lines, r.Findings)
	}
	return r.Orders
}

// botLists are what the bots write for the season to come.
func botLists(t testing.TB, s engine.State, seed byte) map[engine.Seat]orders.List {
	t.Helper()
	lists := make(map[engine.Seat]orders.List)
	for _, seat := range game.Awaited(s) {
		dice := engine.Keyed{seed, byte(s.Moment().Season), byte(seat)}
		lists[seat] = read(t, s, seat, bots.Play(s, seat, dice)...)
	}
	return lists
}

func resolve(t testing.TB, s engine.State, lists map[engine.Seat]orders.List, dice engine.Dice) (engine.State, []engine.Event) {
	t.Helper()
	next, events, err := game.Resolve(s, lists, dice)
	if err != nil {
		t.Fatal(err)
	}
	return next, events
}

func saved(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// playBots plays a whole game of bots, handing each season to see.
func playBots(t testing.TB, lords, seasons int, seed byte, see func(before engine.State, lists map[engine.Seat]orders.List, after engine.State, events []engine.Event)) {
	s := found(t, lords, seed)
	for range seasons {
		if s.Over() {
			return
		}
		lists := botLists(t, s, seed)
		next, events := resolve(t, s, lists, engine.Keyed{seed, 99, byte(s.Moment().Season)})
		see(s, lists, next, events)
		s = next
	}
}

// A game of bots must be a game: knights are called, provinces conquered, lords
// ennobled, and next to nothing that a bot orders is refused.
func TestBotsPlayAGame(t *testing.T) {
	kinds := make(map[string]int)
	var refusals []string
	ordered := 0
	playBots(t, 10, 12, 1, func(_ engine.State, lists map[engine.Seat]orders.List, _ engine.State, events []engine.Event) {
		for _, l := range lists {
			ordered += len(l)
		}
		for _, e := range events {
			kinds[e.Facts.Kind()]++
			if r, ok := e.Facts.(gloire.Refused); ok {
				refusals = append(refusals, r.Order+": "+r.Finding.Kind)
			}
		}
	})
	for _, kind := range []string{"taxed", "redistributed", "annuity", "knight-called", "army-raised", "attack", "battle", "moved", "paid",
		"titled", "garrisoned", "men-transferred", "felony", "fled"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s in twelve seasons: %v", kind, kinds)
		}
	}
	if len(refusals)*5 > ordered {
		t.Errorf("%d of %d orders were refused:\n%s", len(refusals), ordered, strings.Join(refusals, "\n"))
	}
	t.Log(fmt.Sprint(kinds), len(refusals), ordered)
}

func itoa(n int) string { return strconv.Itoa(n) }

// A game's archive replays to the same bytes, and says so.
func TestArchiveOfAGame(t *testing.T) {
	charter, secret := charterOf(6), engine.Secret{5}
	state, events, err := game.Found(charter, engine.FoundingDice(secret, charter))
	if err != nil {
		t.Fatal(err)
	}
	archive, err := engine.FoundingLine(charter, secret, state, events)
	if err != nil {
		t.Fatal(err)
	}
	for season := range 5 {
		lists, secret, at := botLists(t, state, 5), engine.Secret{byte(season)}, state.Moment()
		state, events = resolve(t, state, lists, secret.Dice(engine.Digest(lists)))
		line, err := engine.SeasonLine(at, secret, lists, state, events)
		if err != nil {
			t.Fatal(err)
		}
		archive = append(archive, line...)
	}
	lines := 0
	err = engine.Replay(bytes.NewReader(archive), []engine.Game{game}, func(r engine.Replayed) error {
		lines++
		if len(r.Differs) != 0 {
			t.Errorf("line %d: %v differ", r.Line, r.Differs)
		}
		return nil
	})
	if err != nil || lines != 6 {
		t.Errorf("%d lines, %v", lines, err)
	}
}
