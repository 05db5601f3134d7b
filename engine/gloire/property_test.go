package gloire_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// anyOrder draws a well-typed order: every form, arguments of every kind, and
// names and numbers that may well not exist.
func anyOrder(t *rapid.T, g orders.Grammar) orders.Order {
	f := rapid.SampledFrom(g.Forms).Draw(t, "form")
	o := orders.Order{Code: f.Code, Line: 1}
	for _, p := range f.Params {
		if p.Optional && rapid.Bool().Draw(t, "left out") {
			continue
		}
		o.Args = append(o.Args, orders.Arg{Key: p.Key, Value: anyValue(t, p, g)})
	}
	return o
}

func anyValue(t *rapid.T, p orders.Param, g orders.Grammar) orders.Value {
	if len(p.Words) > 0 && (p.Kind == orders.Choice || rapid.Bool().Draw(t, "a word")) {
		return orders.Value{Word: rapid.SampledFrom(p.Words).Draw(t, "word").Key}
	}
	switch p.Kind {
	case orders.Named:
		class := rapid.SampledFrom(p.Of).Draw(t, "class")
		var known []int
		for _, n := range g.Names {
			if n.Class == class {
				known = append(known, n.ID)
			}
		}
		if len(known) == 0 || rapid.IntRange(0, 9).Draw(t, "stranger") == 0 {
			return orders.Value{Class: class, ID: rapid.IntRange(-2, 200).Draw(t, "id")}
		}
		return orders.Value{Class: class, ID: rapid.SampledFrom(known).Draw(t, "name")}
	case orders.Number:
		n := rapid.OneOf(rapid.IntRange(p.Min, min(p.Max, 3000)), rapid.IntRange(p.Min, p.Max)).Draw(t, "n")
		return orders.Value{N: &n}
	}
	return orders.Value{Text: rapid.OneOf(rapid.SampledFrom([]string{"joute", "Rose", "rosé"}), rapid.String()).Draw(t, "text")}
}

// bargain adds orders of two lords that fit each other, as chance alone seldom
// makes them: a sale, or a joust with its guests.
func bargain(t *rapid.T, s *gloire.State, lists map[engine.Seat]orders.List) {
	one := rapid.IntRange(1, len(s.Lords)).Draw(t, "one lord")
	other := rapid.IntRange(1, len(s.Lords)).Draw(t, "another")
	named := func(key, class string, id int) orders.Arg {
		return orders.Arg{Key: key, Value: orders.Value{Class: class, ID: id}}
	}
	number := func(key string, lo, hi int) orders.Arg {
		n := rapid.IntRange(lo, hi).Draw(t, key)
		return orders.Arg{Key: key, Value: orders.Value{N: &n}}
	}
	order := func(seat int, code string, args ...orders.Arg) {
		lists[engine.Seat(seat)] = append(lists[engine.Seat(seat)], orders.Order{Code: code, Line: 1, Args: args})
	}
	if rapid.Bool().Draw(t, "a sale") {
		price := number("amount", 0, 6000)
		for _, p := range s.Provinces {
			if p.Owner == one {
				order(one, "VND", named("lord", "lord", other), named("province", "province", p.ID), price)
				order(other, "ACH", named("lord", "lord", one), named("province", "province", p.ID), price)
				return
			}
		}
	}
	password := orders.Arg{Key: "password", Value: orders.Value{Text: "rose"}}
	order(one, "ORG", number("places", 2, 5), number("reward", 500, 2000), password)
	for _, k := range s.Knights {
		if k.Lord == one || k.Lord == other {
			order(k.Lord, "PAR", named("knight", "knight", k.ID), named("lord", "lord", one), password)
		}
	}
}

// midGame is a state that bots have brought about in so many seasons, or before
// one of them was crowned; the same each time.
var midGames = make(map[int]engine.State)

func midGame(t testing.TB, seasons int) engine.State {
	if midGames[seasons] == nil {
		playBots(t, 6, seasons, 3, func(_ engine.State, _ map[engine.Seat]orders.List, after engine.State, _ []engine.Event) {
			if !after.Over() {
				midGames[seasons] = after
			}
		})
	}
	return midGames[seasons]
}

// On any orders, a season ends without a panic, gives the same bytes every
// time and in whatever order the seats come, leaves the state before it as it
// was, and keeps what must be kept.
func TestAnySeasonIsSound(t *testing.T) {
	states := []engine.State{found(t, 6, 3), midGame(t, 3), midGame(t, 7)}
	rapid.Check(t, func(rt *rapid.T) {
		before := rapid.SampledFrom(states).Draw(rt, "state")
		lists := make(map[engine.Seat]orders.List)
		for seat := engine.Seat(1); seat <= 6; seat++ {
			g := game.Grammar(before, seat)
			for range rapid.IntRange(0, 12).Draw(rt, "orders") {
				lists[seat] = append(lists[seat], anyOrder(rt, g))
			}
		}
		for range rapid.IntRange(0, 3).Draw(rt, "bargains") {
			bargain(rt, before.(*gloire.State), lists)
		}
		dice := rapid.SampledFrom([]engine.Dice{engine.Lowest{}, engine.Highest{}, keyed(1), keyed(2)}).Draw(rt, "dice")
		untouched := saved(t, before)
		after, events, err := game.Resolve(before, lists, dice)
		if err != nil {
			rt.Fatal(err)
		}
		if saved(t, before) != untouched {
			rt.Fatal("the state before was changed")
		}
		again, eventsAgain, err := game.Resolve(before, maps.Clone(lists), dice)
		if err != nil || saved(t, after) != saved(t, again) || saved(t, events) != saved(t, eventsAgain) {
			rt.Fatal("the same season went two ways")
		}
		loaded, err := game.Load([]byte(saved(t, after)))
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(after, loaded); diff != "" {
			rt.Fatalf("a state changes on its way through JSON:\n%s", diff)
		}
		holds(rt, before.(*gloire.State), after.(*gloire.State), events)
		for seat, list := range lists {
			once, twice := game.Review(before, seat, list), game.Review(before, seat, list)
			if diff := cmp.Diff(once, twice); diff != "" {
				rt.Fatalf("the same review went two ways:\n%s", diff)
			}
			if len(once.Planned) != len(list) {
				rt.Fatalf("%d of %d orders are planned", len(once.Planned), len(list))
			}
		}
	})
}

// movements is the sum of a BILAN's section TRESOR, the last.
func movements(text string) (sum int) {
	_, rows, _ := strings.Cut(text, "#TRESOR 1\nmovement\tprovince\tknight\tamount\n")
	for row := range strings.Lines(rows) {
		amount, _ := strconv.Atoi(strings.TrimSpace(row[strings.LastIndexByte(row, '\t')+1:]))
		sum += amount
	}
	return sum
}

// holds checks what no season may break.
func holds(t interface{ Errorf(string, ...any) }, before, after *gloire.State, events []engine.Event) {
	gold, raised := make(map[engine.Seat]int), 0
	sent := make(map[engine.Seat]int) // to other lords' treasuries
	between, rewards := 0, 0          // écus that passed between lords; rewards paid and not won
	for _, e := range events {
		switch f := e.Facts.(type) {
		case gloire.Taxed:
			gold[e.To.Seats[0]] += f.Income
		case gloire.Redistributed:
			gold[e.To.Seats[0]] -= f.Given
		case gloire.Annuity:
			gold[e.To.Seats[0]] += f.Amount
		case gloire.KnightCalled:
			gold[e.To.Seats[0]] -= f.Cost
		case gloire.ArmyRaised:
			gold[e.To.Seats[0]] -= f.Spent
			raised += f.Men
		case gloire.Sold:
			gold[e.To.Seats[0]] += f.Price
			between += f.Price
		case gloire.Bought:
			gold[e.To.Seats[0]] -= f.Price
			between -= f.Price
			sent[e.To.Seats[0]] += f.Price
		case gloire.Spied:
			gold[e.To.Seats[0]] -= f.Cost
		case gloire.SpyLost:
			gold[e.To.Seats[0]] -= f.Cost
		case gloire.JoustOpened:
			gold[e.To.Seats[0]] -= f.Cost
			rewards += f.Reward
		case gloire.PrizeWon:
			gold[e.To.Seats[0]] += f.Amount
			rewards -= f.Amount
			if f.Host.ID == 0 {
				rewards += 15_000
			} else if host := engine.Seat(f.Host.ID); host != e.To.Seats[0] {
				sent[host] += f.Amount
			}
		case gloire.GiftGiven:
			gold[e.To.Seats[0]] -= f.Amount
			between -= f.Amount
			sent[e.To.Seats[0]] += f.Amount
		case gloire.GiftReceived:
			gold[e.To.Seats[0]] += f.Amount
			between += f.Amount
		case gloire.Fortified:
			gold[e.To.Seats[0]] -= f.Cost
		case gloire.Paid:
			gold[e.To.Seats[0]] -= f.Knights + f.Armies
		case gloire.EstateLost:
			gold[e.To.Seats[0]] -= f.Amount
		}
	}
	for i, l := range after.Lords {
		was := before.Lords[i]
		if l.Treasury != was.Treasury+gold[engine.Seat(l.Seat)] {
			t.Errorf("lord %d: %d écus, %d and movements of %d before", l.Seat, l.Treasury, was.Treasury, gold[engine.Seat(l.Seat)])
		}
		if sum := movements(game.Tables(after, engine.Seat(l.Seat), events)[1].Text); l.Treasury != was.Treasury+sum {
			t.Errorf("lord %d: %d écus, %d and a TRESOR of %d before", l.Seat, l.Treasury, was.Treasury, sum)
		}
		if l.Treasury < 0 || l.Prestige < 0 || !l.Alive && l.Treasury > 0 {
			t.Errorf("lord %d has %d écus and prestige %d", l.Seat, l.Treasury, l.Prestige)
		}
		for _, other := range slices.Concat(l.Allies, l.Enemies) {
			if !after.Lords[other-1].Alive || other == l.Seat || slices.Contains(l.Allies, other) && slices.Contains(l.Enemies, other) {
				t.Errorf("lord %d stands in relation to %d", l.Seat, other)
			}
		}
	}
	if between != 0 || rewards < 0 {
		t.Errorf("%d écus came out of nothing between lords, %d were won and never paid", between, -rewards)
	}
	for seat, ecus := range sent {
		if ecus > 15_000 {
			t.Errorf("lord %d sent %d écus to others", seat, ecus)
		}
	}
	if now, was := people(after), people(before); now != was {
		t.Errorf("%d people, %d before", now, was)
	}
	if now := men(after); now > men(before)+raised {
		t.Errorf("%d men, %d before and %d raised", now, men(before), raised)
	}
	for _, p := range after.Provinces {
		if p.Happiness < 0 || p.Population < 0 || p.Wealth < 100 || p.Wealth > 1000 || p.Owner != 0 && !after.Lords[p.Owner-1].Alive {
			t.Errorf("province out of bounds: %+v", p)
		}
	}
	at := make(map[[2]int]bool)
	for _, g := range after.Garrisons {
		if g.Men < 1 || after.Provinces[g.Province-1].Owner != g.Lord || at[[2]int{g.Lord, g.Province}] {
			t.Errorf("garrison out of place: %+v", g)
		}
		at[[2]int{g.Lord, g.Province}] = true
	}
	numbers := make(map[int]bool)
	for _, k := range after.Knights {
		if k.Men < 0 || (k.Men > 0) != (k.Army > 0) || k.Renown < 100 || !after.Lords[k.Lord-1].Alive {
			t.Errorf("knight out of bounds: %+v", k)
		}
		for _, n := range []int{k.ID, k.Army} {
			if n != 0 && numbers[n] {
				t.Errorf("the number %d is given twice", n)
			}
			numbers[n] = true
		}
	}
	for _, g := range after.Garrisons {
		if numbers[g.ID] {
			t.Errorf("the number %d is given twice", g.ID)
		}
		numbers[g.ID] = true
	}
}

func people(s *gloire.State) (n int) {
	for _, p := range s.Provinces {
		n += p.Population
	}
	return n
}

func men(s *gloire.State) (n int) {
	for _, k := range s.Knights {
		n += k.Men
	}
	for _, g := range s.Garrisons {
		n += g.Men
	}
	return n
}

// The same laws over whole games.
func TestBotGamesAreSound(t *testing.T) {
	deaths := 0
	for seed := byte(1); seed <= 4; seed++ {
		playBots(t, 10, 15, seed, func(before engine.State, _ map[engine.Seat]orders.List, after engine.State, events []engine.Event) {
			holds(t, before.(*gloire.State), after.(*gloire.State), events)
			for i, l := range after.(*gloire.State).Lords {
				if before.(*gloire.State).Lords[i].Alive && !l.Alive {
					deaths++
				}
			}
		})
	}
	if deaths == 0 {
		t.Error("no lord died, whose treasury would have been reckoned")
	}
}

// noted are dice that remember what was drawn.
type noted struct {
	engine.Dice
	draws map[string]int64 // by name and range
}

func (n noted) Draw(name string, of int64) int64 {
	v := n.Dice.Draw(name, of)
	n.draws[fmt.Sprintf("%s of %d", name, of)] = v
	return v
}

// An order taken from one lord changes no draw of another: what is drawn in
// both seasons under one name falls alike, and no name is drawn twice.
func TestAnOrderTakenAwayChangesNoDraw(t *testing.T) {
	before := midGame(t, 7)
	lists := botLists(t, before, 3)
	whole := noted{keyed(5), map[string]int64{}}
	resolve(t, before, lists, whole)
	if len(whole.draws) < 30 {
		t.Fatalf("only %d draws", len(whole.draws))
	}
	for seat := range lists {
		for i := range lists[seat] {
			fewer := maps.Clone(lists)
			fewer[seat] = slices.Delete(slices.Clone(lists[seat]), i, i+1)
			part := noted{keyed(5), map[string]int64{}}
			resolve(t, before, fewer, part)
			for name, v := range part.draws {
				if w, drawn := whole.draws[name]; drawn && v != w {
					t.Fatalf("without order %d of seat %d, %s fell %d instead of %d", i, seat, name, v, w)
				}
			}
		}
	}
}

// A draw's name is its own: two draws of one name would fall together.
func TestNoNameIsDrawnTwice(t *testing.T) {
	playBots(t, 10, 10, 2, func(before engine.State, lists map[engine.Seat]orders.List, _ engine.State, _ []engine.Event) {
		seen := once{keyed(1), map[string]bool{}, t}
		resolve(t, before, lists, seen)
	})
}

type once struct {
	engine.Dice
	seen map[string]bool
	t    testing.TB
}

func (o once) Draw(name string, n int64) int64 {
	if o.seen[name] {
		o.t.Errorf("%s is drawn twice", name)
	}
	o.seen[name] = true
	return o.Dice.Draw(name, n)
}

// The state of another version is refused with the reason.
func TestLoadRefuses(t *testing.T) {
	good := saved(t, found(t, 3, 1))
	var fields map[string]any
	if err := json.Unmarshal([]byte(good), &fields); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string]any){
		"another version":    func(f map[string]any) { f["version"] = 7 },
		"no version":         func(f map[string]any) { delete(f, "version") },
		"fewer provinces":    func(f map[string]any) { f["provinces"] = []any{} },
		"no knights":         func(f map[string]any) { f["knights"] = []any{} },
		"an unknown walls":   func(f map[string]any) { f["provinces"].([]any)[0].(map[string]any)["walls"] = 9 },
		"a negative army":    func(f map[string]any) { f["knights"].([]any)[0].(map[string]any)["men"] = -1 },
		"an ally nobody is":  func(f map[string]any) { f["lords"].([]any)[0].(map[string]any)["allies"] = []int{9} },
		"a title too high":   func(f map[string]any) { f["lords"].([]any)[0].(map[string]any)["title"] = 7 },
		"a call of nobody":   func(f map[string]any) { f["calls"] = []any{map[string]any{"by": 1, "ally": 9}} },
		"a lord without him": func(f map[string]any) { f["lords"].([]any)[0].(map[string]any)["knight"] = 2 },
		"a claim of nobody":  func(f map[string]any) { f["claims"] = []any{map[string]any{"lord": 9, "how": "prestige"}} },
		"an unknown claim":   func(f map[string]any) { f["claims"] = []any{map[string]any{"lord": 1, "how": "beauty"}} },
		"a sale to come":     func(f map[string]any) { f["provinces"].([]any)[0].(map[string]any)["dealt"] = 1 },
		"unknown edition":    func(f map[string]any) { f["charter"].(map[string]any)["edition"] = "3" },
		"unknown map":        func(f map[string]any) { f["charter"].(map[string]any)["map"] = "atlantide" },
	} {
		var changed map[string]any
		if err := json.Unmarshal([]byte(good), &changed); err != nil {
			t.Fatal(err)
		}
		change(changed)
		if _, err := game.Load([]byte(saved(t, changed))); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
	for _, junk := range []string{"", "{", "null", "[]"} {
		if _, err := game.Load([]byte(junk)); err == nil {
			t.Errorf("%q: loaded", junk)
		}
	}
}

// Whatever Load takes can be played, looked at and saved.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(saved(f, found(f, 3, 1))))
	f.Add([]byte(saved(f, midGame(f, 5))))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := game.Load(text)
		if err != nil {
			return
		}
		game.Brief(s, 1)
		game.Tables(s, 1, nil)
		if !s.Over() {
			next, _ := resolve(t, s, nil, keyed(1))
			saved(t, next)
		}
	})
}
