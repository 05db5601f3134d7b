package gloire_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// traders are two lords in their second season, the first with two provinces.
func traders(t *testing.T) (s *gloire.State, first, second, away string) {
	s = duel(t, 5000)
	s.Season = 2
	view := game.Brief(s, 1).(gloire.Brief)
	near := view.Provinces[view.Own.Provinces[0].Neighbours[0]-1]
	s.Provinces[near.ID-1].Owner = 1
	return s, view.Own.Provinces[0].Name, near.Name, homeOf(s, 2)
}

func of(r engine.Review, kind string) (found []orders.Finding) {
	for _, f := range r.Findings {
		if f.Kind == "gloire/"+kind {
			found = append(found, f)
		}
	}
	return found
}

// A sale or a purchase that the other may answer is noted; what can't come about
// whatever he writes is refused.
func TestReviewOfSales(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(first, second, away string) []string
		want  []string
	}{
		{"that may come about", func(_, second, _ string) []string { return []string{"VND #2 " + second + " 3000"} }, []string{"note needs-buyer"}},
		{"beyond the buyer's treasury today", func(_, second, _ string) []string { return []string{"VND #2 " + second + " 5001"} }, []string{"note needs-buyer", "warning buyer-poor"}},
		{"that may come about as a purchase", func(_, _, away string) []string { return []string{"ACH #2 " + away + " 3000"} }, []string{"note needs-offer"}},
		{"of what isn't his", func(_, _, away string) []string { return []string{"VND #2 " + away + " 3000"} }, []string{"refused not-your-province"}},
		{"beyond the treasury", func(_, _, away string) []string { return []string{"ACH #2 " + away + " 5001"} }, []string{"refused too-dear"}},
		{"that only another's gold pays for", func(_, second, away string) []string {
			return []string{"VND #2 " + second + " 3000", "ACH #2 " + away + " 6000"}
		}, []string{"note needs-buyer", "refused too-dear"}},
		{"of which one counts", func(_, second, _ string) []string {
			return []string{"VND #2 " + second + " 3000", "VND #2 " + second + " 2000"}
		}, []string{"refused other-offer", "note needs-buyer"}},
		{"of two provinces to one lord", func(first, second, _ string) []string {
			return []string{"VND #2 " + second + " 100", "VND #2 " + first + " 100"}
		}, []string{"note needs-buyer", "note needs-buyer", "warning buyer-once"}},
		{"bought twice", func(_, _, away string) []string {
			return []string{"ACH #2 " + away + " 100", "ACH #2 " + away + " 200"}
		}, []string{"note needs-offer", "note needs-offer", "warning may-fail"}},
		{"of the last province", func(first, second, _ string) []string {
			return []string{"VND #2 " + second + " 100", "LIB #1"}
		}, []string{"note needs-buyer", "refused lord-stays"}},
		{"and walls on what is sold", func(_, second, _ string) []string {
			return []string{"VND #2 " + second + " 100", "FOR " + second + " palissade"}
		}, []string{"note needs-buyer", "warning may-fail"}},
		{"and walls on what is bought", func(_, _, away string) []string {
			return []string{"ACH #2 " + away + " 100", "FOR " + away + " palissade"}
		}, []string{"note needs-offer", "warning may-fail"}},
	} {
		s, first, second, away := traders(t)
		r := game.Review(s, 1, read(t, s, 1, c.write(first, second, away)...))
		got := kinds(r)
		slices.Sort(got)
		slices.Sort(c.want)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s\n%+v", c.name, diff, r.Findings)
		}
	}
}

// What a sale, a purchase, a spy or a gift moves is forecast, with its range.
func TestForecastOfBargains(t *testing.T) {
	s, _, second, away := traders(t)
	s.Season = 5
	lines := []string{"VND #2 " + second + " 3000", "ACH #2 " + away + " 1000", "ESP #2", "DON #2 200", "ORG 2 500 rose", "PAR #1 joute"}
	got := make(map[string][3]any)
	for _, p := range game.Review(s, 1, read(t, s, 1, lines...)).Forecast {
		got[p.Key] = [3]any{p.Low, p.High, p.Certain}
	}
	want := map[string][3]any{
		"treasury": {5000, 5000, true},
		"sale":     {0, 3000, false},
		"purchase": {-1000, 0, false},
		"spy":      {-500, -500, true},
		"joust":    {-1100, -1100, true},
		"prize":    {0, 15000, false},
		"gift":     {-200, 0, false}, // a lord who sells his last province dies before it
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The reward of one's own joust may come back, but more renowned guests may come.
func TestForecastOfOnesOwnJoust(t *testing.T) {
	for _, c := range []struct {
		options []string
		high    int
	}{{nil, 700}, {[]string{"jousts2017"}, 0}} {
		s := duel(t, 5000)
		s.Charter.Options = c.options
		s.LastNumber++
		s.Knights = append(s.Knights, gloire.Knight{ID: s.LastNumber, Name: "Gauvain", Lord: 1, Renown: 90_00, Pay: 1, Province: s.Knights[0].Province})
		high := 0
		for _, p := range game.Review(s, 1, read(t, s, 1, "ORG 2 700 rose", "PAR #1 #1 rose", "PAR Gauvain #1 rose")).Forecast {
			if p.Key == "prize" {
				high = p.High
				if p.Low != 0 || p.Certain {
					t.Errorf("%+v", p)
				}
			}
		}
		if high != c.high {
			t.Errorf("%v: %d écus at best", c.options, high)
		}
	}
}

// A joust of another's is noted, as nobody knows yet whether he holds one; the
// king's is known.
func TestReviewOfJousts(t *testing.T) {
	s, _, _, _ := traders(t)
	for _, c := range []struct {
		season int
		lines  []string
		want   []string
	}{
		{2, []string{"PAR #1 #2 rose"}, []string{"note needs-joust"}},
		{2, []string{"PAR #1 #1 rose"}, []string{"refused no-joust"}},
		{2, []string{"PAR #1 joute"}, []string{"refused no-kings-joust"}},
		{5, []string{"PAR #1 joute"}, nil},
		{5, []string{"PAR #1 tournoi"}, []string{"refused wrong-kings-password"}},
		{5, []string{"PAR #1 #2 rose", "PAR #1 joute"}, []string{"note needs-joust", "warning may-fail"}},
		{2, []string{"ORG 2 500 rose", "PAR #1 #1 Rose"}, nil},
		{2, []string{"ORG 2 500 rose", "ORG 3 500 lys"}, []string{"refused one-joust"}},
	} {
		s.Season = c.season
		if diff := cmp.Diff(c.want, kinds(game.Review(s, 1, read(t, s, 1, c.lines...)))); diff != "" {
			t.Errorf("%v in season %d: %s", c.lines, c.season, diff)
		}
	}
}

// Gold that others may still give makes a gift possible; it is warned of.
func TestReviewOfAGiftBeyondTheTreasury(t *testing.T) {
	s := duel(t, 100)
	if diff := cmp.Diff([]string{"warning may-fail"}, kinds(game.Review(s, 1, read(t, s, 1, "DON #2 200")))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"refused ceiling"}, kinds(game.Review(s, 1, read(t, s, 1, "DON #2 15001")))); diff != "" {
		t.Error(diff)
	}
}

// A province that would revolt is told, on the line that taxes it to the bone.
func TestReviewWarnsOfRevolt(t *testing.T) {
	s, first, second, _ := traders(t)
	r := game.Review(s, 1, read(t, s, 1, "IMP 5 "+first, "IMP 10 "+second))
	if f := of(r, "revolt-ahead"); len(f) != 1 || f[0].Line != 2 || f[0].Facts["province"] != second {
		t.Errorf("%+v", r.Findings)
	}
	r = game.Review(s, 1, read(t, s, 1, "IMP 10 TOUT"))
	if len(of(r, "revolt-ahead")) != 2 || len(of(r, "landless-ahead")) != 1 {
		t.Errorf("%+v", r.Findings)
	}
}

// Felony's price in knights is told on its line.
func TestReviewWarnsOfDesertions(t *testing.T) {
	s := duel(t, 5000)
	s.Lords[0].Allies, s.Lords[1].Allies = []int{2}, []int{1}
	s.LastNumber++
	s.Knights = append(s.Knights, gloire.Knight{ID: s.LastNumber, Name: "Gauvain", Lord: 1, Renown: 90_00, Pay: 1, Province: s.Knights[0].Province})
	r := game.Review(s, 1, read(t, s, 1, "INI 10 20 30", "GUE #2"))
	if f := of(r, "desertion-ahead"); len(f) != 1 || f[0].Line != 2 || f[0].Facts["knight"] != "Gauvain" || f[0].Facts["renown"] != "90" || len(of(r, "felony-ahead")) != 1 {
		t.Errorf("%+v", r.Findings)
	}
}

// A call that these orders leave unanswered is told with its price, and not when
// they answer it.
func TestReviewWarnsOfACall(t *testing.T) {
	s := found(t, 3, 1).(*gloire.State)
	s.Lords[0].Allies, s.Lords[1].Allies = []int{2}, []int{1}
	s.Lords[1].Enemies, s.Lords[2].Enemies = []int{3}, []int{2}
	s.Calls = []gloire.Call{{By: 2, Ally: 1, Enemies: []int{3}}}
	if f := of(game.Review(s, 1, nil), "call-unanswered"); len(f) != 1 || f[0].Facts["lord"] != s.Lords[1].Name || f[0].Facts["before"] != "100" {
		t.Errorf("%+v", f)
	}
	if f := of(game.Review(s, 1, read(t, s, 1, "GUE #3")), "call-unanswered"); len(f) != 0 {
		t.Errorf("%+v", f)
	}
	if f := of(game.Review(s, 3, nil), "call-unanswered"); len(f) != 0 {
		t.Errorf("another lord is warned: %+v", f)
	}
}

// Orders that a later one replaces, and gold that runs short in a phase, are
// told on their lines.
func TestReviewWarnsOfUselessOrders(t *testing.T) {
	s := duel(t, 1000)
	home := homeOf(s, 1)
	r := game.Review(s, 1, read(t, s, 1, "INI 10 20 30", "DEF #1 100", "INI 50 50 80", "DEF #1 50"))
	var got [][2]any
	for _, f := range of(r, "overridden") {
		got = append(got, [2]any{f.Line, f.Facts["line"]})
	}
	if diff := cmp.Diff([][2]any{{1, "3"}, {2, "4"}}, got); diff != "" {
		t.Errorf("%s\n%+v", diff, r.Findings)
	}
	if f := of(game.Review(s, 1, read(t, s, 1, "ARM "+home+" 5000")), "spends-less"); len(f) != 1 || f[0].Line != 1 || f[0].Facts["asked"] != "5000" || f[0].Facts["left"] != "1000" {
		t.Errorf("%+v", f)
	}
	if f := of(game.Review(s, 1, read(t, s, 1, "RED AUTO "+home)), "gives-less"); len(f) != 1 || f[0].Line != 1 || f[0].Facts["short"] == "" {
		t.Errorf("%+v", f)
	}
	if f := of(game.Review(s, 1, read(t, s, 1, "CHE 5")), "call-short"); len(f) != 1 || f[0].Line != 1 {
		t.Errorf("%+v", f)
	}
}

// The lord's own death is warned of, on the attack in which it may happen.
func TestReviewWarnsOfDeath(t *testing.T) {
	s := duel(t, 5000)
	view := game.Brief(s, 1).(gloire.Brief)
	near := view.Provinces[view.Own.Provinces[0].Neighbours[0]-1].Name
	r := game.Review(s, 1, read(t, s, 1, "ARM "+view.Own.Provinces[0].Name+" 100 #1", "ATT #1 "+near+" 0"))
	if f := of(r, "death-ahead"); len(f) != 1 || f[0].Line != 2 {
		t.Errorf("%+v", r.Findings)
	}
}
