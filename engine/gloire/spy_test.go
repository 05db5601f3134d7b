package gloire

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// Rules IV.3.d: a spy costs 500 écus whatever he brings back, and sees the
// owner, the walls, wealth, population, happiness and all who are there.
func TestIV3d_ASpysReport(t *testing.T) {
	sc := newScene(t)
	sc.dice = engine.Lowest{}
	sc.arm(2, 300)
	sc.knight(3, dauphine, 40, 0)
	sc.garrison(2, dauphine, 120)
	sc.ally(2, 3)
	sc.Provinces[dauphine-1].Walls = Fortress
	sc.orders(1, "ESP", "province", provinceNo(dauphine))
	p := sc.play()
	want := Spied{Province: Ref{dauphine, "Dauphiné"}, Cost: 500, Owner: Ref{2, "Bohort"}, Walls: Fortress, Wealth: 500, Population: 20000, Happiness: 20_12,
		Forces: []SpiedForce{
			{Lord: Ref{2, "Bohort"}, Knight: Ref{2, "Bohort"}, Renown: 100_00, Men: 300},
			{Lord: Ref{3, "Claudas"}, Knight: Ref{5, knightNames[5]}, Renown: 40_00},
			{Lord: Ref{2, "Bohort"}, Men: 120},
		}}
	if diff := cmp.Diff(want, only[Spied](p)); diff != "" {
		t.Error(diff)
	}
	if sc.Lords[0].Treasury != 4500 || p.moved(1, "spy") != -500 {
		t.Errorf("%+v", p.postings)
	}
	for _, h := range p.events {
		if h.Facts.Kind() == "spied" && (h.Phase != "spy" || h.To.All || len(h.To.Seats) != 1 || !h.To.Includes(1)) {
			t.Errorf("the report goes to %+v in phase %s", h.To, h.Phase)
		}
	}
}

// Rules RC 4.13: on neutral land the spy tells which peasants to expect, the
// very number that an attack would meet.
func TestIV3d_PeasantsOfNeutralLand(t *testing.T) {
	sc := newScene(t)
	sc.dice = engine.Lowest{}
	sc.orders(1, "ESP", "province", provinceNo(milieu))
	p := sc.play()
	// 20 000/100, and 20 000/200 for each of Berry, Comminges and Forez
	if got := only[Spied](p); got.Peasants != 500 || got.Owner != (Ref{}) || len(got.Forces) != 0 {
		t.Errorf("%+v", got)
	}
}

// A spy who fails is paid all the same, and brings nothing.
func TestIV3d_ASpyIsLost(t *testing.T) {
	sc := newScene(t)
	sc.dice = engine.Highest{}
	sc.orders(1, "ESP", "province", provinceNo(milieu))
	p := sc.play()
	if only[SpyLost](p).Cost != 500 || sc.Lords[0].Treasury != 4500 || len(factsOf[Spied](p)) != 0 {
		t.Errorf("%+v", p.events)
	}
}

func TestIV3d_RefusedSpies(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 999
	sc.orders(1, "ESP", "province", provinceNo(aunis))
	sc.orders(1, "ESP", "province", provinceNo(milieu))
	sc.orders(1, "ESP", "province", provinceNo(milieu))
	sc.orders(1, "ESP", "province", provinceNo(99))
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/own-province", "gloire/too-dear", "gloire/no-such-province"}, p.refused()); diff != "" || sc.Lords[0].Treasury != 499 {
		t.Error(diff, sc.Lords[0].Treasury)
	}
}

// Seven spies of ten succeed, each on a draw of his own, also several sent to
// one province.
func TestIV3d_SevenOfTen(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 1000 * 500
	for range 1000 {
		sc.orders(1, "ESP", "province", provinceNo(milieu))
	}
	p := sc.play()
	if n := len(factsOf[Spied](p)); n < 650 || n > 750 {
		t.Errorf("%d of 1000 succeeded", n)
	}
	seen := bounds{}
	sc = newScene(t)
	sc.dice = seen
	sc.orders(1, "ESP", "province", provinceNo(milieu))
	sc.play()
	if name := fmt.Sprintf("spy/1/%d/1", milieu); seen[name] != 100 {
		t.Errorf("drawn: %v", seen)
	}
}
