package tourney

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func small(workers int) Options {
	return Options{Games: 6, Seasons: 25, Lords: 5, Map: "scandinavie", Edition: "2.15", Seed: []byte{7}, Workers: workers}
}

func run(t *testing.T, o Options) []Game {
	t.Helper()
	games, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// The same seed gives the same games, however many are played at a time; a
// longer tourney begins with the games of a shorter one; another seed gives others.
func TestGamesFollowFromTheSeed(t *testing.T) {
	one := run(t, small(1))
	if diff := cmp.Diff(one, run(t, small(3))); diff != "" {
		t.Errorf("one worker and three:\n%s", diff)
	}
	shorter := small(2)
	shorter.Games = 2
	if diff := cmp.Diff(one[:2], run(t, shorter)); diff != "" {
		t.Errorf("the first two of six, and two:\n%s", diff)
	}
	other := small(2)
	other.Seed = []byte{8}
	if cmp.Equal(one, run(t, other)) {
		t.Error("another seed gives the same games")
	}
}

// What is kept of a game hangs together: every lord has a start of his own and
// a place, the winner is alive, and the temperaments are dealt as evenly as can be.
func TestGamesHangTogether(t *testing.T) {
	for _, g := range run(t, small(2)) {
		starts, places, temperaments := make(map[string]bool), make(map[int]bool), make(map[string]int)
		for _, s := range g.Seats {
			starts[s.Start], places[s.Place] = true, true
			temperaments[s.Temperament]++
		}
		if len(starts) != 5 || starts[""] || len(places) != 5 || places[0] {
			t.Errorf("game %d: %+v", g.Number, g.Seats)
		}
		if diff := cmp.Diff(map[string]int{"builder": 2, "conqueror": 2, "diplomat": 1}, temperaments); diff != "" {
			t.Errorf("game %d:\n%s", g.Number, diff)
		}
		if (g.Winner != 0) != (g.Victory != "") || g.Winner != 0 && !g.Seats[g.Winner-1].Alive {
			t.Errorf("game %d: won by %d, %q", g.Number, g.Winner, g.Victory)
		}
		if g.Seasons < 1 || g.Seasons > 25 || g.Victory == "" && g.Seasons != 25 || g.Ordered == 0 {
			t.Errorf("game %d: %+v", g.Number, g)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"no games":        func(o *Options) { o.Games = 0 },
		"no seasons":      func(o *Options) { o.Seasons = 0 },
		"too many lords":  func(o *Options) { o.Lords = 99 },
		"an unknown map":  func(o *Options) { o.Map = "atlantide" },
		"a strange rule":  func(o *Options) { o.Options = []string{"dragons"} },
		"another edition": func(o *Options) { o.Edition = "3.0" },
	} {
		o := small(2)
		change(&o)
		if games, err := Run(t.Context(), o); err == nil || games != nil {
			t.Errorf("%s: played", name)
		}
	}
}

// A tourney that is broken off says so.
func TestRunIsBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := small(2)
	o.Games = 500
	o.Progress = func(done, games int) {
		if games != 500 || done < 1 {
			t.Errorf("%d of %d done", done, games)
		}
		cancel()
	}
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// threeGames are won by the first seat, the second and nobody.
func threeGames() []Game {
	seats := func() []Seat {
		return []Seat{
			{Start: "Uppland", Temperament: "builder", Place: 1, Prestige: 900_00, Provinces: 17, Alive: true},
			{Start: "Scanie, l'autre", Temperament: "diplomat", Place: 2},
		}
	}
	return []Game{
		{Number: 1, Seasons: 10, Victory: "conquest", Winner: 1, Seats: seats(), Ordered: 60, Refused: map[string]int{"MOV a": 2, "ATT b": 1}, Wars: 3},
		{Number: 2, Seasons: 20, Victory: "prestige", Winner: 2, Seats: seats(), Ordered: 40, Refused: map[string]int{"MOV a": 1}, Wars: 1},
		{Number: 3, Seasons: 60, Seats: seats(), Deaths: 1},
	}
}

func TestSummarise(t *testing.T) {
	s := Summarise(threeGames())
	if diff := cmp.Diff([]Count{{"prestige", 1}, {"conquest", 1}, {"alliance", 0}, {"survival", 0}, {"", 1}}, s.Victories); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Count{{"MOV a", 3}, {"ATT b", 1}}, s.Reasons); diff != "" {
		t.Error(diff)
	}
	if s.Games != 3 || s.Ordered != 100 || s.Refused != 4 || s.Wars != 133 || s.Deaths != 33 || s.Seasons != (Quartiles{10, 10, 20, 20, 20}) {
		t.Errorf("%+v", s)
	}
	if r := s.Starts.Rows[1]; r.Name != "Uppland" || r.Played != 3 || r.Wins != 1 || r.Expected != 100 || r.Place != 100 || r.Provinces != 1700 || r.Alive != 3 {
		t.Errorf("%+v", r)
	}
	if s.Starts.Enough || !s.Starts.Fair() {
		t.Errorf("three games tell something: %+v", s.Starts)
	}
	if got := Summarise(nil); got.Games != 0 || got.Starts.Enough || len(got.Starts.Rows) != 0 {
		t.Errorf("of no games: %+v", got)
	}
}

// One start that wins all of a hundred games isn't luck; fifty each are.
func TestFairness(t *testing.T) {
	hundred := func(winner func(i int) int) []Game {
		var games []Game
		for i := range 100 {
			g := threeGames()[0]
			g.Winner = 1
			if winner(i) == 2 {
				g.Winner = 2
			}
			games = append(games, g)
		}
		return games
	}
	if f := Summarise(hundred(func(int) int { return 1 })).Starts; !f.Enough || f.Fair() {
		t.Errorf("always the same: %+v", f)
	}
	if f := Summarise(hundred(func(i int) int { return 1 + i%2 })).Starts; !f.Enough || !f.Fair() || f.Rows[0].Wins != 50 {
		t.Errorf("by turns: %+v", f)
	}
}

// The tails of the chi-square distribution are those of the printed tables.
func TestChiSquareTail(t *testing.T) {
	for _, c := range []struct {
		x       float64
		degrees int
		want    float64
	}{{3.841459, 1, 0.05}, {16.918978, 9, 0.05}, {21.665994, 9, 0.01}, {4.168159, 9, 0.90}, {0, 9, 1}, {5, 0, 1}, {2000, 9, 0}} {
		if got := chiSquareTail(c.x, c.degrees); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v with %d degrees: %v, want %v", c.x, c.degrees, got, c.want)
		}
	}
}

// The interval is that of the textbooks.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ wins, of, low, high int }{{10, 100, 552, 1744}, {0, 10, 0, 2775}, {10, 10, 7225, 10000}, {0, 0, 0, 10000}} {
		if low, high := wilson(c.wins, c.of); low != c.low || high != c.high {
			t.Errorf("%d of %d: %d to %d, want %d to %d", c.wins, c.of, low, high, c.low, c.high)
		}
	}
}

func TestQuartiles(t *testing.T) {
	if got := quartiles([]int{5, 1, 4, 2, 3}); got != (Quartiles{1, 2, 3, 4, 5}) {
		t.Errorf("%+v", got)
	}
	if got := quartiles(nil); got != (Quartiles{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestWriteCSV(t *testing.T) {
	var out bytes.Buffer
	if err := WriteCSV(&out, threeGames()); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{columns,
		{"1", "10", "conquest", "1", "Uppland", "builder", "900", "17", "1", "60", "3", "3", "0", "0", "0", "0", "0", "0"},
		{"2", "20", "prestige", "2", "Scanie, l'autre", "diplomat", "0", "0", "1", "40", "1", "1", "0", "0", "0", "0", "0", "0"},
		{"3", "60", "", "", "", "", "", "", "1", "0", "0", "0", "0", "0", "1", "0", "0", "0"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
}
