package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onSale is a scene in its second season in which lord 1 has Aunis and Berry,
// with walls there, and lord 2 Dauphiné.
func onSale(t *testing.T) *scene {
	sc := newScene(t)
	sc.Season = 2
	sc.own(1, berry)
	sc.Provinces[berry-1].Walls = Rampart
	sc.Provinces[berry-1].Happiness = 12_00
	return sc
}

func (sc *scene) sell(seller, buyer, province, price int) {
	sc.orders(seller, "VND", "lord", lordNo(buyer), "province", provinceNo(province), "amount", price)
}

func (sc *scene) buy(buyer, seller, province, price int) {
	sc.orders(buyer, "ACH", "lord", lordNo(seller), "province", provinceNo(province), "amount", price)
}

// Rules IV.4.b and c: a province changes hands if seller and buyer name the same
// province, each other and one price in one season. The walls stay, the people
// of one who never had it start at 20, and remember the seller.
func TestIV4b_ASale(t *testing.T) {
	sc := onSale(t)
	sc.knight(1, berry, 10, 0)
	garrison := sc.garrison(1, berry, 200)
	sc.sell(1, 2, berry, 3000)
	sc.buy(2, 1, berry, 3000)
	p := sc.play()
	b := sc.Provinces[berry-1]
	if b.Owner != 2 || b.Walls != Rampart || b.Dealt != 2 || b.Happiness != 20_00 {
		t.Errorf("%+v", b)
	}
	if diff := cmp.Diff([]Memory{{Lord: 1, Happiness: 12_20, Season: 2}}, b.Memories); diff != "" { // the garrison of 200 had cheered them
		t.Error(diff)
	}
	if s, f := only[Sold](p), only[Bought](p); s.Price != 3000 || s.With.ID != 2 || f.Price != 3000 || f.With.ID != 1 || len(p.refused()) != 0 {
		t.Errorf("%+v %+v %v", s, f, p.refused())
	}
	if only[ProvinceSold](p).With.ID != 2 {
		t.Error("the public doesn't know of the sale")
	}
	if p.moved(1, "sale") != 3000 || p.moved(2, "purchase") != -3000 {
		t.Errorf("%+v", p.postings)
	}
	for _, g := range sc.Garrisons { // rules V.5, phase 29
		if g.ID == garrison && g.Province == berry {
			t.Errorf("%+v stayed", g)
		}
	}
	if len(factsOf[Fled](p)) != 2 {
		t.Errorf("%+v", factsOf[Fled](p))
	}
}

// Rules IV.4.b and c: whatever doesn't fit is refused, and costs nothing.
func TestIV4b_NoSale(t *testing.T) {
	for _, c := range []struct {
		name   string
		orders func(*scene)
		want   []string
	}{
		{"in the first season", func(sc *scene) { sc.Season = 1; sc.sell(1, 2, berry, 1); sc.buy(2, 1, berry, 1) }, []string{"gloire/no-market", "gloire/no-market"}},
		{"without a buyer", func(sc *scene) { sc.sell(1, 2, berry, 1) }, []string{"gloire/no-buyer"}},
		{"without a seller", func(sc *scene) { sc.buy(2, 1, berry, 1) }, []string{"gloire/no-offer"}},
		{"at two prices", func(sc *scene) { sc.sell(1, 2, berry, 1000); sc.buy(2, 1, berry, 1001) }, []string{"gloire/no-offer", "gloire/no-buyer"}},
		{"to another", func(sc *scene) { sc.sell(1, 3, berry, 1000); sc.buy(2, 1, berry, 1000) }, []string{"gloire/no-offer", "gloire/no-buyer"}},
		{"of another's province", func(sc *scene) { sc.sell(1, 2, orange, 1); sc.buy(2, 1, orange, 1) }, []string{"gloire/not-your-province", "gloire/not-theirs"}},
		{"beyond the buyer's treasury", func(sc *scene) { sc.sell(1, 2, berry, 5001); sc.buy(2, 1, berry, 5001) }, []string{"gloire/too-dear", "gloire/no-buyer"}},
		{"of what was sold last season", func(sc *scene) {
			sc.Provinces[berry-1].Dealt = 1
			sc.sell(1, 2, berry, 1)
			sc.buy(2, 1, berry, 1)
		}, []string{"gloire/just-dealt", "gloire/just-dealt"}},
		{"above the ceiling", func(sc *scene) {
			sc.Lords[1].Treasury = 20000
			sc.sell(1, 2, berry, 15001)
			sc.buy(2, 1, berry, 15001)
		}, []string{"gloire/ceiling", "gloire/ceiling"}},
		{"to whom the people drove out", func(sc *scene) {
			sc.Season = 4
			sc.Provinces[berry-1].Memories = []Memory{{Lord: 2, Season: 2, Revolt: true}}
			sc.sell(1, 2, berry, 1)
			sc.buy(2, 1, berry, 1)
		}, []string{"gloire/closed-to-buyer", "gloire/closed-to-buyer"}},
		{"to oneself", func(sc *scene) { sc.sell(1, 1, berry, 1) }, []string{"gloire/yourself"}},
	} {
		sc := onSale(t)
		c.orders(sc)
		p := sc.play()
		if diff := cmp.Diff(c.want, p.refused()); diff != "" || sc.Provinces[berry-1].Owner != 1 || len(p.postings) != 0 {
			t.Errorf("%s: %s\n%+v %+v", c.name, diff, sc.Provinces[berry-1], p.postings)
		}
	}
}

// The season after next, a province may be dealt again.
func TestIV4b_ASeasonOfRest(t *testing.T) {
	sc := onSale(t)
	sc.sell(1, 2, berry, 100)
	sc.buy(2, 1, berry, 100)
	sc.play()
	for _, owner := range []int{2, 1} { // seasons 3 and 4
		sc.sell(2, 1, berry, 100)
		sc.buy(1, 2, berry, 100)
		sc.play()
		if got := sc.Provinces[berry-1].Owner; got != owner {
			t.Errorf("after season %d: owner %d, want %d", sc.Season-1, got, owner)
		}
	}
	if sc.Provinces[berry-1].Happiness != 12_00 { // what lord 1 left
		t.Errorf("%+v", sc.Provinces[berry-1])
	}
}

// Rules IV.4.b: of several VND for one province the last counts; in an edition
// that says so, the first.
func TestIV4b_SeveralOffers(t *testing.T) {
	for _, last := range []bool{true, false} {
		sc := onSale(t)
		sc.sell(1, 2, berry, 100)
		sc.sell(1, 3, berry, 200)
		sc.buy(2, 1, berry, 100)
		sc.buy(3, 1, berry, 200)
		s, err := lay(sc.land, sc.State, sc.list, sc.dice)
		if err != nil {
			t.Fatal(err)
		}
		e := *s.edition
		e.lastOffer = last
		s.edition = &e
		s.play()
		p := &spectacle{t, s}
		if buyer := only[Sold](p).With.ID; buyer != map[bool]int{true: 3, false: 2}[last] {
			t.Errorf("last %v: sold to %d", last, buyer)
		}
		if refused := p.refused(); len(refused) != 2 || refused[0] != "gloire/other-offer" {
			t.Errorf("last %v: %v", last, refused)
		}
	}
}

// Rules IV.4.c: one purchase a lord and season; of several ACH, the first that
// can be carried out.
func TestIV4c_OnePurchase(t *testing.T) {
	sc := onSale(t)
	sc.own(1, comminges)
	sc.sell(1, 2, berry, 100)
	sc.sell(1, 2, comminges, 100)
	sc.buy(2, 3, orange, 100)
	sc.buy(2, 1, comminges, 100)
	sc.buy(2, 1, berry, 100)
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/no-offer", "gloire/bought-already", "gloire/no-buyer"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	if only[Bought](p).Province.ID != comminges {
		t.Errorf("%+v", factsOf[Bought](p))
	}
}

// Two lords may exchange provinces, and who sells his last ends his days.
func TestIV4b_Exchange(t *testing.T) {
	sc := onSale(t)
	sc.sell(1, 2, berry, 0)
	sc.buy(2, 1, berry, 0)
	sc.sell(2, 1, dauphine, 0)
	sc.buy(1, 2, dauphine, 0)
	sc.sell(3, 1, orange, 10)
	p := sc.play()
	if sc.Provinces[berry-1].Owner != 2 || sc.Provinces[dauphine-1].Owner != 1 || len(factsOf[LordDied](p)) != 0 {
		t.Errorf("%+v", sc.Provinces)
	}
	sc.sell(3, 1, orange, 10)
	sc.buy(1, 3, orange, 10)
	if p := sc.play(); only[LordDied](p).Lord.ID != 3 {
		t.Error("a lord without land lives on")
	}
}

// What can't work of the seller's part doesn't tell him the buyer's orders, nor
// the other way round: another price looks like none.
func TestAnUnmatchedSaleTellsNoPrice(t *testing.T) {
	sc := onSale(t)
	sc.sell(1, 2, berry, 1234)
	sc.buy(2, 1, berry, 4321)
	p := sc.play()
	for _, h := range p.events {
		f, ok := h.Facts.(Refused)
		if ok && (h.seat == 1 && f.Finding.Facts["price"] != "1234" || h.seat == 2 && f.Finding.Facts["price"] != "4321") {
			t.Errorf("seat %d reads %+v", h.seat, f.Finding)
		}
	}
}
