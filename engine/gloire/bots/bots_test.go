package bots

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

var rules = gloire.Game{}

func found(t testing.TB, lords int, seed byte) engine.State {
	t.Helper()
	c := engine.Charter{Game: "essai", Rules: "gloire", Edition: "2.15", Map: "scandinavie"}
	for seat := range lords {
		c.Seats = append(c.Seats, engine.Founder{Seat: engine.Seat(seat + 1), Name: fmt.Sprintf("Siège %d", seat+1)})
	}
	s, _, err := rules.Found(c, engine.Keyed{seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// read reads a bot's lines, every one of which must be understood.
func read(t testing.TB, s engine.State, seat engine.Seat, lines []string) orders.List {
	t.Helper()
	var letter []orders.Line
	for i, text := range lines {
		letter = append(letter, orders.Line{Number: i + 1, Text: text})
	}
	r := orders.Read(rules.Grammar(s, seat), letter)
	if len(r.Orders) != len(lines) {
		t.Fatalf("seat %d: %d of %d lines understood: %q: %+v", seat, len(r.Orders), len(lines), lines, r.Findings)
	}
	return r.Orders
}

// game plays a game of bots, handing each season to see before it is played.
func game(t testing.TB, lords, seasons int, seed byte, see func(engine.State, map[engine.Seat]orders.List, engine.Dice)) engine.State {
	t.Helper()
	s := found(t, lords, seed)
	for season := range seasons {
		if s.Over() {
			break
		}
		lists := make(map[engine.Seat]orders.List)
		for _, seat := range rules.Awaited(s) {
			lists[seat] = read(t, s, seat, Play(s, seat, engine.Keyed{seed, byte(season), byte(seat)}))
		}
		dice := engine.Keyed{seed, 99, byte(season)}
		see(s, lists, dice)
		next, _, err := rules.Resolve(s, lists, dice)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}

// What a bot orders can be done, if nobody else acts: of all orders of whole
// games, next to none is refused when the same season is played with the same
// dice for its lord alone. An alliance or a peace waits for the other.
func TestOrdersAreLegal(t *testing.T) {
	ordered, total := 0, 0
	refused, sample := make(map[string]int), make(map[string]string)
	for seed := byte(1); seed <= 3; seed++ {
		game(t, 10, 40, seed, func(s engine.State, lists map[engine.Seat]orders.List, dice engine.Dice) {
			for seat, list := range lists {
				ordered += len(list)
				_, events, err := rules.Resolve(s, map[engine.Seat]orders.List{seat: list}, dice)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					if f, ok := e.Facts.(gloire.Refused); ok && f.Finding.Kind != "gloire/no-answer" {
						reason := strings.Fields(f.Order)[0] + " " + f.Finding.Kind
						refused[reason]++
						sample[reason] = f.Order
						total++
					}
				}
			}
		})
	}
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		t.Logf("%4d %s: %s", refused[reason], reason, sample[reason])
	}
	t.Logf("%d of %d orders refused", total, ordered)
	if ordered < 4000 {
		t.Fatalf("only %d orders: the bots hardly play", ordered)
	}
	if total*100 > ordered {
		t.Errorf("%d of %d orders are refused, more than 1 %%", total, ordered)
	}
}

// A bot begins as a lord should: it sets its finances, calls knights and takes
// land. The same dice give the same orders.
func TestPlay(t *testing.T) {
	s := found(t, 6, 1)
	begun := make(map[string]int)
	for seat := engine.Seat(1); seat <= 6; seat++ {
		lines := Play(s, seat, engine.Keyed{1})
		if !slices.Equal(lines, Play(s, seat, engine.Keyed{1})) {
			t.Errorf("seat %d: the same dice give other orders", seat)
		}
		codes := make(map[string]bool)
		for _, line := range lines {
			codes[strings.Fields(line)[0]] = true
		}
		if !codes["FCO"] || !codes["CHE"] {
			t.Errorf("seat %d begins with %q", seat, lines)
		}
		for code := range codes {
			begun[code]++
		}
	}
	if begun["ATT"] < 3 {
		t.Errorf("%d of 6 attack at once", begun["ATT"])
	}
	if lines := Play(s, 0, engine.Keyed{1}); lines != nil {
		t.Errorf("nobody's orders: %q", lines)
	}
	dead := s.(*gloire.State)
	dead.Lords[0].Alive = false
	if lines := Play(dead, 1, engine.Keyed{1}); lines != nil {
		t.Errorf("a dead lord's orders: %q", lines)
	}
	dead.Ended = true
	if lines := Play(dead, 2, engine.Keyed{1}); lines != nil {
		t.Errorf("orders after the end: %q", lines)
	}
}

// Whatever others hide, a bot writes the same orders: it hangs on the brief
// alone, and the brief doesn't tell.
func TestBotsDontPeep(t *testing.T) {
	game(t, 10, 12, 4, func(s engine.State, lists map[engine.Seat]orders.List, _ engine.Dice) {
		if s.Moment().Season%4 != 0 {
			return
		}
		for seat := range lists {
			other, err := rules.Load(saved(t, s))
			if err != nil {
				t.Fatal(err)
			}
			hide(other.(*gloire.State), int(seat))
			dice := engine.Keyed{byte(seat)}
			if a, b := Play(s, seat, dice), Play(other, seat, dice); !slices.Equal(a, b) {
				t.Errorf("season %d, seat %d: with other secrets of the others the orders are\n%q\nand not\n%q", s.Moment().Season, seat, b, a)
			}
		}
	})
}

// hide changes all of other lords' secrets that no public figure hangs on: who
// of them commands how many of their men, walls, wealth, retreats and pays.
func hide(s *gloire.State, seat int) {
	for i := range s.Lords {
		if s.Lords[i].Seat != seat {
			s.Lords[i].Retreats = gloire.RetreatsSet{Peasants: 1, Garrisons: 2, Knights: 3}
		}
	}
	for i := range s.Provinces {
		if p := &s.Provinces[i]; p.Owner != seat {
			p.Walls, p.Wealth = gloire.Fortress, 987
		}
	}
	men := make(map[int]int)
	for i := range s.Knights {
		if k := &s.Knights[i]; k.Lord != seat {
			men[k.Lord] += k.Men
			k.Men, k.Army, k.Pay = 0, 0, 1
		}
	}
	for i := range s.Knights { // all of a lord's men to his last knight
		k := &s.Knights[len(s.Knights)-1-i]
		if n := men[k.Lord]; n > 0 {
			s.LastNumber++
			k.Men, k.Army, men[k.Lord] = n, s.LastNumber, 0
		}
	}
}

func saved(t testing.TB, s engine.State) []byte {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Games of bots end: of ten, nearly all are won long before the hundredth season.
func TestGamesEnd(t *testing.T) {
	won := 0
	for seed := byte(1); seed <= 10; seed++ {
		if game(t, 10, 100, seed, func(engine.State, map[engine.Seat]orders.List, engine.Dice) {}).Over() {
			won++
		}
	}
	if won < 8 {
		t.Errorf("only %d of 10 games were won", won)
	}
}

// The temperaments are told apart by what they do.
func TestTemperaments(t *testing.T) {
	s := found(t, 3, 1)
	written := make(map[string]string)
	for _, temperament := range Temperaments {
		brief := rules.Brief(s, 1).(gloire.Brief)
		lines := fmt.Sprint(temperament.Orders(brief, engine.Keyed{1}))
		if other, same := written[lines]; same {
			t.Errorf("%s and %s begin alike: %s", temperament.Key, other, lines)
		}
		written[lines] = temperament.Key
	}
	for seat, want := range map[engine.Seat]string{1: "builder", 2: "conqueror", 3: "diplomat", 4: "builder", 0: "builder"} {
		if got := Of(seat).Key; got != want {
			t.Errorf("seat %d is a %s, not a %s", seat, got, want)
		}
	}
}

// A bot's orders in the middle of a game, its brief at hand.
func BenchmarkOrders(b *testing.B) {
	s := game(b, 10, 8, 1, func(engine.State, map[engine.Seat]orders.List, engine.Dice) {})
	brief := rules.Brief(s, 2).(gloire.Brief)
	b.ReportAllocs()
	for b.Loop() {
		Conqueror.Orders(brief, engine.Keyed{1})
	}
}
