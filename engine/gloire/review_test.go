package gloire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// duel is a fresh game of two, in which seat 1 has this much gold.
func duel(t testing.TB, ecus int) *gloire.State {
	s := found(t, 2, 1).(*gloire.State)
	s.Lords[0].Treasury = ecus
	return s
}

func kinds(r engine.Review) (list []string) {
	for _, f := range r.Findings {
		list = append(list, string(f.Severity)+" "+strings.TrimPrefix(f.Kind, "gloire/"))
	}
	return list
}

func homeOf(s *gloire.State, seat int) string {
	b := game.Brief(s, engine.Seat(seat)).(gloire.Brief)
	return b.Own.Provinces[0].Name
}

func TestReviewPlansInTheOrderOfPlay(t *testing.T) {
	s := duel(t, 5000)
	home := homeOf(s, 1)
	list := read(t, s, 1, "MOV #1 "+home, "GUE #2", "ARM "+home+" 1000 #1", "FCO 5 TOUT", "INI 0 50 80")
	r := game.Review(s, 1, list)
	want := []engine.Planned{
		{Order: 4, Phase: "retreats", Played: true},
		{Order: 3, Phase: "imposition", Played: true},
		{Order: 2, Phase: "levy", Played: true},
		{Order: 1, Phase: "war", Played: true},
		{Order: 0, Phase: "move", Played: true},
	}
	if diff := cmp.Diff(want, r.Planned); diff != "" || len(r.Findings) != 0 {
		t.Errorf("%s\n%v", diff, r.Findings)
	}
}

// The forecast goes movement by movement, and says what is certain.
func TestReviewForecast(t *testing.T) {
	s := duel(t, 3000)
	home := homeOf(s, 1)
	r := game.Review(s, 1, read(t, s, 1, "IMP 5 TOUT", "RED 100 TOUT", "CHE 1", "ARM "+home+" 1000 #1"))
	byKey := map[string]engine.Posting{}
	for _, p := range r.Forecast {
		byKey[p.Key] = p
	}
	tax := byKey["tax"]
	if p := byKey["treasury"]; p.TotalLow != 3000 || p.TotalTop != 3000 || !p.Certain {
		t.Errorf("%+v", p)
	}
	if !tax.Certain || tax.Low != tax.High || tax.Low <= 0 || tax.TotalLow != 3000+tax.Low {
		t.Errorf("%+v", tax)
	}
	if p := byKey["redistribution"]; !p.Certain || p.Low != -100 {
		t.Errorf("%+v", p)
	}
	if p := byKey["call"]; p.Certain || p.Low != -1020 || p.High < -1 {
		t.Errorf("%+v", p)
	}
	if p := byKey["levy"]; p.Certain || p.Low != -1000 {
		t.Errorf("%+v", p)
	}
	if p := byKey["pay-armies"]; p.Certain || p.Low >= 0 || p.TotalLow > p.TotalTop {
		t.Errorf("%+v", p)
	}
}

// The worst of a call is told even when the dearest knight would ride off.
func TestReviewForecastOfACallBeyondTheTreasury(t *testing.T) {
	s := duel(t, 700)
	for _, p := range game.Review(s, 1, read(t, s, 1, "CHE 2")).Forecast {
		if p.Key == "call" && (p.Low != -700 || p.TotalLow != 0) {
			t.Errorf("%+v", p)
		}
	}
}

func TestReviewWarns(t *testing.T) {
	s := duel(t, 1000)
	home := homeOf(s, 1)
	away := homeOf(s, 2)
	s.Provinces[s.Knights[0].Province-1].Population = 20000
	land := game.Brief(s, 1).(gloire.Brief)
	near := land.Provinces[land.Own.Provinces[0].Neighbours[0]-1]

	t.Run("felony ahead, with its price", func(t *testing.T) {
		s := duel(t, 1000)
		s.Provinces[near.ID-1].Owner = 2
		r := game.Review(s, 1, read(t, s, 1, "ARM "+home+" 900 #1", "ATT #1 "+near.Name))
		found := false
		for _, f := range r.Findings {
			if f.Kind == "gloire/felony-ahead" {
				found = true
				if f.Line != 2 || f.Severity != orders.Warning || f.Facts["before"] != "100" || f.Facts["after"] != "33" || f.Facts["lord"] != s.Lords[1].Name {
					t.Errorf("%+v", f)
				}
			}
		}
		if !found {
			t.Errorf("%v", kinds(r))
		}
	})
	t.Run("gold will lack for the pay", func(t *testing.T) {
		r := game.Review(s, 1, read(t, s, 1, "ARM "+home+" 1000 #1"))
		if diff := cmp.Diff([]string{"warning pay-short"}, kinds(r)); diff != "" || r.Findings[0].Facts["men"] != "188" || r.Findings[0].Facts["due"] != "19" {
			t.Errorf("%s %+v", diff, r.Findings)
		}
	})
	t.Run("a knight can't reach, an order is given twice", func(t *testing.T) {
		r := game.Review(s, 1, read(t, s, 1, "MOV #1 "+away, "INI 0 50 80", "INI 0 50 80"))
		if diff := cmp.Diff([]string{"refused out-of-reach", "warning twice"}, kinds(r)); diff != "" || !r.Planned[2].Refused || r.Findings[1].Facts["line"] != "2" {
			t.Errorf("%s %+v", diff, r)
		}
	})
	t.Run("what chance decides is no refusal", func(t *testing.T) {
		s := duel(t, 1024) // a knight of 101 costs 1020 écus, and 4 raise nobody
		r := game.Review(s, 1, read(t, s, 1, "ARM "+home+" 500", "CHE 1"))
		if diff := cmp.Diff([]string{"warning may-fail"}, kinds(r)); diff != "" || r.Findings[0].Facts["reason"] != "too-little" || r.Planned[1].Refused {
			t.Errorf("%s %+v", diff, r.Findings)
		}
	})
	t.Run("what others may change is no refusal", func(t *testing.T) {
		r := game.Review(s, 1, read(t, s, 1, "ATT #1 "+near.Name, "GAR #1 10", "MOV #1 "+home))
		if diff := cmp.Diff([]string{"warning needs-men", "warning needs-men"}, kinds(r)); diff != "" || r.Findings[0].Facts["knight"] != s.Knights[0].Name {
			t.Errorf("%s %+v", diff, r.Findings)
		}
	})
	t.Run("what others can't change is a refusal", func(t *testing.T) {
		s := duel(t, 1000)
		s.LastNumber++
		s.Knights = append(s.Knights, gloire.Knight{ID: s.LastNumber, Name: "Letard", Lord: 1, Renown: 50_00, Province: s.Knights[0].Province})
		r := game.Review(s, 1, read(t, s, 1, "ATT #1 "+away, "TSF #1 Letard 10"))
		if diff := cmp.Diff([]string{"refused out-of-reach", "refused no-men"}, kinds(r)); diff != "" {
			t.Errorf("%s %+v", diff, r.Findings)
		}
	})
	t.Run("orders to a knight who is freed", func(t *testing.T) {
		s := duel(t, 1000)
		s.LastNumber++
		s.Knights = append(s.Knights, gloire.Knight{ID: s.LastNumber, Name: "Letard", Lord: 1, Renown: 50_00, Province: s.Knights[0].Province})
		list := read(t, s, 1, "LIB Letard", "MOV Letard "+home, "LIB Letard")
		r := game.Review(s, 1, list)
		if diff := cmp.Diff([]string{"refused freed-already", "refused freed-already"}, kinds(r)); diff != "" ||
			r.Findings[0].Facts["knight"] != "Letard" || r.Findings[0].Facts["line"] != "1" {
			t.Errorf("%s %+v", diff, r.Findings)
		}
		list[0].Line = 0 // of an earlier letter
		if facts := game.Review(s, 1, list).Findings[0].Facts; facts["line"] != "" {
			t.Errorf("%v", facts)
		}
	})
	t.Run("an order of an earlier letter has no line", func(t *testing.T) {
		list := read(t, s, 1, "INI 0 50 80", "INI 0 50 80", "INI 0 50 70", "INI 0 50 60")
		list[0].Line = 0
		r := game.Review(s, 1, list)
		again := of(r, "twice")
		if len(again) != 1 || again[0].Line != 2 || len(again[0].Facts) != 0 {
			t.Errorf("%+v", r.Findings)
		}
	})
	t.Run("orders of the dead", func(t *testing.T) {
		s := duel(t, 1000)
		list := read(t, s, 1, "CHE 1")
		s.Lords[0].Alive, s.Lords[0].Knight = false, 0
		if diff := cmp.Diff([]string{"refused dead-lord"}, kinds(game.Review(s, 1, list))); diff != "" {
			t.Error(diff)
		}
	})
}

// No list of orders may sound out what others hide: a review is the same
// whatever the others' armies, walls, wealth, retreats and pays are.
func TestReviewKeepsTheOthersSecrets(t *testing.T) {
	for _, seasons := range []int{3, 5, 7} {
		s := midGame(t, seasons).(*gloire.State)
		for _, seat := range game.Awaited(s) {
			other, err := game.Load([]byte(saved(t, s)))
			if err != nil {
				t.Fatal(err)
			}
			o := other.(*gloire.State)
			for i := range o.Lords {
				if o.Lords[i].Seat != int(seat) {
					o.Lords[i].Retreats = gloire.RetreatsSet{Peasants: 1, Garrisons: 2, Knights: 3}
				}
			}
			for i := range o.Provinces {
				if p := &o.Provinces[i]; p.Owner != int(seat) {
					p.Walls, p.Wealth = gloire.Fortress, 987
				}
			}
			for i := range o.Knights {
				if k := &o.Knights[i]; k.Lord != int(seat) {
					o.LastNumber++
					k.Men, k.Army, k.Pay = 7777, o.LastNumber, 1
				}
			}
			o.Garrisons = nil
			for i := range s.Garrisons {
				if g := s.Garrisons[i]; g.Lord == int(seat) {
					o.Garrisons = append(o.Garrisons, g)
				}
			}
			list := botLists(t, s, 3)[seat]
			brief := game.Brief(s, seat).(gloire.Brief)
			for _, k := range brief.Own.Knights {
				for _, id := range brief.Provinces[k.Province.ID-1].Neighbours {
					list = append(list, read(t, s, seat, "ATT #"+itoa(k.ID)+" "+brief.Provinces[id-1].Name)...)
				}
			}
			if diff := cmp.Diff(game.Review(s, seat, list), game.Review(o, seat, list)); diff != "" {
				t.Errorf("seat %d learns:\n%s", seat, diff)
			}
		}
	}
}

// A forecast tells treasuries that can be: what one movement leaves, the next
// can spend, and the worst of the calls is one that can come about.
func TestForecastIsOfOneSeason(t *testing.T) {
	s := found(t, 10, 1)
	home := homeOf(s.(*gloire.State), 1)
	posting := func(key string, lines ...string) (found engine.Posting) {
		for _, p := range game.Review(s, 1, read(t, s, 1, lines...)).Forecast {
			if p.Key == key {
				found = p
			}
		}
		return found
	}
	if p := posting("call", "CHE 2"); p.Low != -2039 || p.High != 0 || p.TotalLow != 5000-2039 || p.TotalTop != 5000 {
		t.Errorf("%+v", p)
	}
	if p := posting("levy", "CHE 3", "ARM "+home+" 100000"); p.Low != -5000 || p.TotalLow != 0 || p.TotalTop != 0 {
		t.Errorf("a levy that spends all leaves %+v", p)
	}
	less := of(game.Review(s, 1, read(t, s, 1, "CHE 3", "ARM "+home+" 100000")), "spends-less")
	if len(less) != 1 || less[0].Facts["left_most"] != "5000" || less[0].Facts["left"] >= "2000" || less[0].Facts["asked"] != "100000" {
		t.Errorf("%+v", less)
	}
	if may := of(game.Review(s, 1, read(t, s, 1, "CHE 3", "ARM "+home+" 4900")), "may-spend-less"); len(may) != 1 {
		t.Errorf("%+v", may)
	}
}

// The treasury that a lord would lose with his life is named.
func TestForecastOfADeath(t *testing.T) {
	s := duel(t, 5000)
	s.Provinces[s.Knights[0].Province-1].Owner = 0
	r := game.Review(s, 1, nil)
	last := r.Forecast[len(r.Forecast)-1]
	if last.Key != "estate" || last.Low != -5000 || last.TotalTop != 0 || last.Certain {
		t.Errorf("%+v", r.Forecast)
	}
}
