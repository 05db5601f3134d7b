package atlas

import (
	"strings"
	"testing"
)

// threeInARow is a sound map of three provinces in a row, the last over a strait.
func threeInARow() (Figures, []Province, []Strait) {
	figures := Figures{
		ID: "trois", Name: "Trois", Lords: 1, LordsMax: 2,
		Titles: [6]int{1, 2, 3, 4, 5, 6}, PrestigeVictory: 7, Conquest: 2, Diplomacy: 5,
	}
	provinces := []Province{
		{ID: 1, Name: "Agder", Wealth: 100, Start: true, Neighbours: []int{2}},
		{ID: 2, Name: "Rogaland", Wealth: 500, Neighbours: []int{1, 3}},
		{ID: 3, Name: "Gotland", Wealth: 1000, Start: true, Neighbours: []int{2}},
	}
	return figures, provinces, []Strait{{2, 3}}
}

func TestNewTakesASoundMap(t *testing.T) {
	m, err := New(threeInARow())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ a, b, want int }{
		{1, 1, 0}, {1, 2, 1}, {2, 1, 1}, {1, 3, 2}, {3, 1, 2},
		{0, 1, -1}, {1, 4, -1}, {-1, -1, -1},
	} {
		if got := m.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%d, %d) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := m.Adjacent(c.a, c.b); got != (c.want == 1) {
			t.Errorf("Adjacent(%d, %d) = %v", c.a, c.b, got)
		}
	}
	if p := m.Province(3); p == nil || p.Name != "Gotland" {
		t.Errorf("Province(3) = %v", p)
	}
	if m.Province(0) != nil || m.Province(4) != nil {
		t.Error("a province that isn't on the map")
	}
}

func TestNewRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Figures, []Province, *[]Strait)
		want  string
	}{
		"a map without a name":     {func(f *Figures, _ []Province, _ *[]Strait) { f.Name = "" }, "no id or no name"},
		"no lords":                 {func(f *Figures, _ []Province, _ *[]Strait) { f.Lords = 0 }, "0 to 2 lords"},
		"fewer lords at most":      {func(f *Figures, _ []Province, _ *[]Strait) { f.LordsMax = 0 }, "1 to 0 lords"},
		"too few starts":           {func(f *Figures, _ []Province, _ *[]Strait) { f.LordsMax = 3 }, "2 starts for 3 lords"},
		"titles that fall":         {func(f *Figures, _ []Province, _ *[]Strait) { f.Titles[3] = 2 }, "doesn't rise: [1 2 3 2 5 6 7]"},
		"victory below the titles": {func(f *Figures, _ []Province, _ *[]Strait) { f.PrestigeVictory = 6 }, "doesn't rise"},
		"conquest by nothing":      {func(f *Figures, _ []Province, _ *[]Strait) { f.Conquest = 0 }, "conquest by 0"},
		"diplomacy above all":      {func(f *Figures, _ []Province, _ *[]Strait) { f.Diplomacy = 101 }, "diplomacy of 101 %"},

		"ids out of order":         {func(_ *Figures, p []Province, _ *[]Strait) { p[1].ID = 3 }, "Rogaland has the id 3 in place 2"},
		"a seat off the globe":     {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Lat = 90_01 }, "seat of Agder is off the globe"},
		"poverty below the floor":  {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Wealth = 99 }, "wealth of Agder is 99"},
		"riches above the ceiling": {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Wealth = 1001 }, "wealth of Agder is 1001"},
		"a nameless province":      {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Name = "" }, "province 1 has no name"},
		"names one slip apart":     {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Name = "Götlan" }, "Götlan and Gotland are too much alike"},

		"a border with nowhere":      {func(_ *Figures, p []Province, _ *[]Strait) { p[2].Neighbours = []int{2, 4} }, "Gotland borders on 4"},
		"a border with itself":       {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Neighbours = []int{1, 2} }, "Agder borders on itself"},
		"a border on one side":       {func(_ *Figures, p []Province, _ *[]Strait) { p[0].Neighbours = []int{2, 3} }, "Agder borders on Gotland but not the other way"},
		"a border twice":             {func(_ *Figures, p []Province, _ *[]Strait) { p[1].Neighbours = []int{1, 3, 3} }, "neighbours of Rogaland don't rise"},
		"land out of reach":          {func(_ *Figures, p []Province, s *[]Strait) { p[1].Neighbours, p[2].Neighbours, *s = []int{1}, nil, nil }, "Gotland can't be reached from Agder"},
		"a strait to nowhere":        {func(_ *Figures, _ []Province, s *[]Strait) { *s = []Strait{{2, 4}} }, "a strait between 2 and 4"},
		"a strait back to front":     {func(_ *Figures, _ []Province, s *[]Strait) { *s = []Strait{{3, 2}} }, "a strait between 3 and 2"},
		"a strait between strangers": {func(_ *Figures, _ []Province, s *[]Strait) { *s = []Strait{{1, 3}} }, "Agder and Gotland, which aren't neighbours"},
		"a strait twice":             {func(_ *Figures, _ []Province, s *[]Strait) { *s = []Strait{{2, 3}, {2, 3}} }, "between Rogaland and Gotland is out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			figures, provinces, straits := threeInARow()
			c.spoil(&figures, provinces, &straits)
			m, err := New(figures, provinces, straits)
			if err == nil || m != nil {
				t.Fatal("taken for sound")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error says %q, not %q", err, c.want)
			}
		})
	}
	if _, err := New(Figures{}, nil, nil); err == nil {
		t.Error("a map of nothing is taken for sound")
	}
}
