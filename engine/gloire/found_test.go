package gloire_test

import (
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

func TestFound(t *testing.T) {
	for _, lords := range []int{2, 7, 10} {
		state, events, err := game.Found(charterOf(lords), keyed(1))
		if err != nil {
			t.Fatal(err)
		}
		s := state.(*gloire.State)
		owned := map[int]int{}
		for _, p := range s.Provinces {
			if p.Population != 20000 || p.Happiness != 20_00 || p.Walls != gloire.NoWalls {
				t.Errorf("%+v", p)
			}
			if p.Owner != 0 {
				owned[p.Owner]++
			}
		}
		for i, l := range s.Lords {
			k := s.Knights[i]
			if owned[l.Seat] != 1 || s.Provinces[k.Province-1].Owner != l.Seat || l.Knight != k.ID || k.Name != l.Name || k.Renown != 100_00 ||
				l.Treasury != 5000 || l.Retreats != (gloire.RetreatsSet{Peasants: 50, Garrisons: 50, Knights: 80}) || l.Prestige != 135_00 {
				t.Errorf("%+v %+v", l, k)
			}
		}
		if len(s.Lords) != lords || len(events) != lords+1 || !events[0].To.All || state.Over() || state.Moment() != (engine.Moment{Season: 1}) {
			t.Errorf("%d lords: %+v", lords, events)
		}
	}
	one, _, _ := game.Found(charterOf(10), keyed(1))
	other, _, _ := game.Found(charterOf(10), keyed(2))
	if saved(t, one) == saved(t, other) {
		t.Error("the provinces aren't dealt by draw")
	}
}

// A charter that can't be played is refused, with what there is instead.
func TestFoundRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*engine.Charter)
		says   []string
	}{
		{"unknown map", func(c *engine.Charter) { c.Map = "atlantide" }, []string{"atlantide", "scandinavie"}},
		{"unknown edition", func(c *engine.Charter) { c.Edition = "3" }, []string{`"3"`, "2.15"}},
		{"unknown option", func(c *engine.Charter) { c.Options = []string{"dragons"} }, []string{"dragons", "jousts2017, repatriation2017"}},
		{"one lord", func(c *engine.Charter) { c.Seats = c.Seats[:1] }, []string{"1 lords", "2 to"}},
		{"no lords", func(c *engine.Charter) { c.Seats = nil }, []string{"0 lords"}},
		{"too many lords", func(c *engine.Charter) {
			for i := range 60 {
				c.Seats = append(c.Seats, engine.Founder{Seat: engine.Seat(11 + i), Name: "Sire " + strings.Repeat("x", i+1)})
			}
		}, []string{"lords"}},
		{"the same name twice", func(c *engine.Charter) { c.Seats[1].Name = "ÀLDEBERT  de brume" }, []string{"seats 1 and 2"}},
		{"a name that is none", func(c *engine.Charter) { c.Seats[1].Name = "<b>" }, []string{"seat 2"}},
		{"seats out of order", func(c *engine.Charter) { c.Seats[1].Seat = 5 }, []string{"seat 5", "place 2"}},
	} {
		charter := charterOf(10)
		c.change(&charter)
		_, _, err := game.Found(charter, keyed(1))
		if err == nil {
			t.Errorf("%s: founded", c.name)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q doesn't tell %q", c.name, err, says)
			}
		}
	}
}
