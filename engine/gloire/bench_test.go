package gloire_test

import (
	"fmt"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// crowded is a game of ten lords with 55 provinces, five provinces and five
// knights each, all armed, and forty orders for each lord.
func crowded(tb testing.TB) (engine.State, map[engine.Seat]orders.List) {
	s := found(tb, 10, 1).(*gloire.State)
	for i := range s.Provinces {
		s.Provinces[i].Owner = i%11 + 1
		if s.Provinces[i].Owner == 11 {
			s.Provinces[i].Owner = 0
		}
	}
	for i := range s.Lords {
		s.Lords[i].Treasury = 40000
	}
	for i := range s.Knights {
		s.Knights[i].Province = i + 1
	}
	for n := range 40 {
		s.LastNumber++
		s.Knights = append(s.Knights, gloire.Knight{ID: s.LastNumber, Name: fmt.Sprintf("Sire %s", string(rune('A'+n%26))+string(rune('a'+n/26))), Lord: n%10 + 1,
			Renown: 50_00, Pay: 50, Province: n%10 + 1})
	}
	for i := range s.Knights {
		s.LastNumber++
		s.Knights[i].Army, s.Knights[i].Men = s.LastNumber, 500
	}
	lists := make(map[engine.Seat]orders.List)
	for seat := engine.Seat(1); seat <= 10; seat++ {
		b := game.Brief(s, seat).(gloire.Brief)
		lines := []string{"FCO 5 TOUT", "INI 0 50 80", "CHE 2"}
		for _, p := range b.Own.Provinces {
			lines = append(lines, "IMP 4 "+p.Name, "RED AUTO "+p.Name, "ARM "+p.Name+" 500")
		}
		for _, k := range b.Own.Knights {
			near := b.Provinces[k.Province.ID-1].Neighbours
			lines = append(lines, "DEF #"+itoa(k.ID)+" 100", "TSF #"+itoa(k.ID)+" #"+itoa(b.Own.Knights[0].ID)+" 50", "GAR #"+itoa(k.ID)+" 20",
				"ATT #"+itoa(k.ID)+" "+b.Provinces[near[0]-1].Name+" 50", "MOV #"+itoa(k.ID)+" "+b.Provinces[near[0]-1].Name)
		}
		lists[seat] = read(tb, s, seat, lines...)[:40]
	}
	return s, lists
}

func BenchmarkResolve(b *testing.B) {
	s, lists := crowded(b)
	for b.Loop() {
		if _, _, err := game.Resolve(s, lists, keyed(1)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReview(b *testing.B) {
	s, lists := crowded(b)
	for b.Loop() {
		game.Review(s, 3, lists[3])
	}
}

func BenchmarkBrief(b *testing.B) {
	s, _ := crowded(b)
	for b.Loop() {
		game.Brief(s, 3)
	}
}

// However long and senseless, a list costs a review no more than a blink: it
// grows with the orders, not with their square.
func TestReviewOfAnEndlessList(t *testing.T) {
	s, _ := crowded(t)
	home, away := homeOf(s.(*gloire.State), 1), homeOf(s.(*gloire.State), 2)
	for _, line := range []string{"FCO 5 TOUT", "REN #1 Arthur", "CHE 5", "ARM " + home + " 1", "ATT #1 " + home, "INI 1 2 3", "TSF #1 #11 1", "GAR #1 1", "MOV #1 " + home,
		"VND #2 " + home + " 1", "ACH #2 " + home + " 1", "ESP " + away, "ORG 2 500 rose", "PAR #1 #2 rose", "PAR #1 #1 rose", "DON #2 1", "FOR " + home + " palissade"} {
		one := read(t, s, 1, line)[0]
		list := make(orders.List, 2000)
		for i := range list {
			list[i] = one
			list[i].Line = i + 1
		}
		before := time.Now()
		game.Review(s, 1, list)
		if took := time.Since(before); took > 2*time.Second {
			t.Errorf("%s: %v", line, took)
		} else {
			t.Logf("%s: %v", line, took)
		}
	}
}
