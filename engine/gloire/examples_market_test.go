package gloire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// sells has one lord offer a province to another, who buys it if he is to.
func (sc *scene) sells(seller, buyer, province, asked, offered int) {
	sc.orders(seller, "VND", "lord", lordNo(buyer), "province", provinceNo(province), "amount", asked)
	sc.orders(buyer, "ACH", "lord", lordNo(seller), "province", provinceNo(province), "amount", offered)
}

// Rules IV.4.b: both name the province, each other and the same price; the
// walls stay, and the people have no memory of a lord whom they never had.
func TestExampleIV4b_ASaleTakesOnePriceOfBoth(t *testing.T) {
	for _, c := range []struct {
		asked, offered int
		sold           bool
	}{{3000, 3000, true}, {3000, 2999, false}, {3000, 3001, false}, {0, 0, true}} {
		sc := newScene(t)
		sc.Season = 2
		sc.own(1, milieu)
		sc.Provinces[milieu-1].Walls, sc.Provinces[milieu-1].Happiness = Rampart, 33_00
		sc.sells(1, 2, milieu, c.asked, c.offered)
		p := sc.play()
		m := p.province(milieu)
		if (m.Owner == 2) != c.sold || m.Walls != Rampart {
			t.Errorf("%+v: %+v, refused %v", c, m, p.refused())
		}
		if c.sold && (m.Happiness != 20_00 || sc.Lords[0].Treasury != 5000+c.asked || sc.Lords[1].Treasury != 5000-c.asked) {
			t.Errorf("%+v: happiness %d, %d and %d écus", c, m.Happiness, sc.Lords[0].Treasury, sc.Lords[1].Treasury)
		}
		if !c.sold && (len(p.refused()) != 2 || sc.Lords[0].Treasury != 5000 || sc.Lords[1].Treasury != 5000) {
			t.Errorf("%+v: refused %v", c, p.refused())
		}
	}
}

// Rules IV.4.b: nothing is sold in the first season; what was dealt in season n
// isn't in n + 1, and may be again in n + 2.
func TestExampleIV4b_NotInTheFirstSeasonNorTwiceRunning(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	for season, c := range []struct{ seller, buyer, owner int }{{1, 2, 1}, {1, 2, 2}, {2, 1, 2}, {2, 1, 1}} {
		sc.sells(c.seller, c.buyer, milieu, 10, 10)
		if got := sc.play().province(milieu).Owner; got != c.owner {
			t.Errorf("after season %d it is %d's, want %d", season+1, got, c.owner)
		}
	}
}

// Rules IV.4.b: of two VND for one province the last counts.
func TestExampleIV4b_TheLastOfferCounts(t *testing.T) {
	for _, price := range []int{1000, 2000} {
		sc := newScene(t)
		sc.Season = 2
		sc.own(1, milieu)
		sc.orders(1, "VND", "lord", lordNo(3), "province", provinceNo(milieu), "amount", 1000)
		sc.orders(1, "VND", "lord", lordNo(2), "province", provinceNo(milieu), "amount", 2000)
		sc.orders(2, "ACH", "lord", lordNo(1), "province", provinceNo(milieu), "amount", price)
		sc.orders(3, "ACH", "lord", lordNo(1), "province", provinceNo(milieu), "amount", 1000)
		if got, want := sc.play().province(milieu).Owner, map[int]int{1000: 1, 2000: 2}[price]; got != want {
			t.Errorf("at %d: it is %d's", price, got)
		}
	}
}

// Rules IV.4.b and c: one sells as many provinces as one likes, and may write
// several ACH, but buys one a season; so two lords may exchange two provinces.
func TestExampleIV4c_OnePurchaseASeason(t *testing.T) {
	sc := newScene(t)
	sc.Season = 2
	sc.own(1, milieu, berry)
	sc.own(2, comminges)
	sc.sells(1, 2, milieu, 100, 100)
	sc.sells(1, 2, berry, 100, 100)
	sc.sells(2, 1, comminges, 0, 0)
	p := sc.play()
	owners := map[int]int{milieu: p.province(milieu).Owner, berry: p.province(berry).Owner, comminges: p.province(comminges).Owner}
	if diff := cmp.Diff(map[int]int{milieu: 2, berry: 1, comminges: 1}, owners); diff != "" || len(p.refused()) != 2 {
		t.Errorf("%s refused %v", diff, p.refused())
	}
}

// spying are dice that decide how spies fare.
type spying int64

func (d spying) Draw(name string, n int64) int64 {
	if strings.HasPrefix(name, "spy/") {
		return int64(d)
	}
	return 0
}

// Rules IV.3.d: a spy costs 500 écus, comes back 70 times in 100, and one may
// send as many as one likes.
func TestExampleIV3d_SevenSpiesOfTenComeBack(t *testing.T) {
	for drawn, back := range map[int64]bool{0: true, 69: true, 70: false, 99: false} {
		sc := newScene(t)
		sc.dice = spying(drawn)
		for range 3 {
			sc.orders(1, "ESP", "province", provinceNo(dauphine))
		}
		p := sc.play()
		if got := len(factsOf[Spied](p)) == 3; got != back || sc.Lords[0].Treasury != 5000-3*500 {
			t.Errorf("drawn %d: %d reports, %d écus left", drawn, len(factsOf[Spied](p)), sc.Lords[0].Treasury)
		}
	}
}

// Rules VII.1, NB: a spy comes before walls are built and before knights are
// repatriated. He sees whoever is there; on neutral land, the peasants.
func TestExampleVII1_ASpyComesBeforeTheWalls(t *testing.T) {
	sc := newScene(t)
	sc.dice = spying(0)
	sc.Provinces[dauphine-1].Wealth = 730
	sc.knight(2, milieu, 50, 100) // sent home in phase 29
	sc.own(3, milieu)
	sc.garrison(2, dauphine, 300)
	sc.orders(1, "ESP", "province", provinceNo(dauphine))
	sc.orders(1, "ESP", "province", provinceNo(comminges))
	sc.orders(2, "FOR", "province", provinceNo(dauphine), "walls", "fortress")
	p := sc.play()
	seen := factsOf[Spied](p)
	if len(seen) != 2 {
		t.Fatalf("%+v, refused %v", seen, p.refused())
	}
	d := seen[0]
	if d.Walls != NoWalls || len(d.Forces) != 2 || d.Wealth != 730 || d.Population != 20000 || d.Owner.ID != 2 || d.Peasants != 0 {
		t.Errorf("%+v", d)
	}
	if m := p.province(dauphine); m.Walls != Fortress {
		t.Errorf("%+v", m)
	}
	if c := seen[1]; c.Owner.ID != 0 || c.Peasants != 200 { // its one neighbour is a lord's
		t.Errorf("%+v", c)
	}
}

// Rules IV.4.e, NB: provinces, rewards and gifts together take at most 15 000
// écus a season out of a treasury into others'; what would pass it is refused.
func TestExampleIV4e_AtMost15000ASeason(t *testing.T) {
	for _, c := range []struct {
		name                   string
		purchase, reward, gift int
		given                  bool
	}{
		{"a gift of 15 000", 0, 0, 15_000, true},
		{"a gift of 15 001", 0, 0, 15_001, false},
		{"a purchase and a gift", 10_000, 0, 5000, true},
		{"a purchase and too great a gift", 10_000, 0, 5001, false},
		{"all three", 5000, 5000, 5000, true},
		{"all three, one écu too much", 5000, 5000, 5001, false},
	} {
		sc := newScene(t)
		sc.Season = 2
		sc.Lords[0].Treasury = 50_000
		sc.own(2, milieu)
		if c.purchase > 0 {
			sc.sells(2, 1, milieu, c.purchase, c.purchase)
		}
		if c.reward > 0 {
			sc.orders(1, "ORG", "places", 2, "reward", c.reward, "password", text("rose"))
			sc.orders(2, "PAR", "knight", knightNo(2), "lord", lordNo(1), "password", text("rose"))
			sc.orders(3, "PAR", "knight", knightNo(3), "lord", lordNo(1), "password", text("rose"))
		}
		sc.orders(1, "DON", "lord", lordNo(3), "amount", c.gift)
		p := sc.play()
		if given := len(factsOf[GiftGiven](p)) == 1; given != c.given {
			t.Errorf("%s: given %t, refused %v", c.name, given, p.refused())
		}
	}
}

// Rules IV.4.e: a gift may go to an ally, a neutral lord or an enemy, and only
// the two know of it.
func TestExampleIV4e_AGiftIsSecret(t *testing.T) {
	sc := newScene(t)
	sc.war(1, 2)
	sc.orders(1, "DON", "lord", lordNo(2), "amount", 700)
	sc.orders(1, "DON", "lord", lordNo(3), "amount", 300)
	p := sc.play()
	if sc.Lords[0].Treasury != 4000 || sc.Lords[1].Treasury != 5700 || sc.Lords[2].Treasury != 5300 {
		t.Errorf("%+v, refused %v", sc.Lords, p.refused())
	}
	for _, h := range p.events {
		switch f := h.Facts.(type) {
		case GiftGiven:
			if !cmp.Equal(h.To, engine.Only(1)) {
				t.Errorf("%+v is told to %+v", f, h.To)
			}
		case GiftReceived:
			if h.To.All || len(h.To.Seats) != 1 || h.To.Seats[0] == 1 {
				t.Errorf("%+v is told to %+v", f, h.To)
			}
		}
	}
}
