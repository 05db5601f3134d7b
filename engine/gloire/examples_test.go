package gloire

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// The worked examples of the published rules, each played as a scene and named
// after its clause. Those that need no scene of their own stand with the rules
// that they are of. docs/regles.md names them all, clause by clause.

// favour are dice that let one side win every pass of arms.
type favour string

const (
	attackers favour = "attacker"
	defenders favour = "defender"
)

func (f favour) Draw(name string, n int64) int64 {
	if strings.HasSuffix(name, "/"+string(f)) {
		return n - 1
	}
	return 0
}

// happiness sets that of every province, and of some of them apart.
func (sc *scene) happiness(all int, others map[int]int) {
	for i := range sc.Provinces {
		sc.Provinces[i].Happiness = all
	}
	for id, h := range others {
		sc.Provinces[id-1].Happiness = h
	}
}

// Rules IV.1: a level costs a tenth of the happiness: level 5, a half.
func TestExampleIV1_ALevelCostsATenthOfTheHappiness(t *testing.T) {
	for level := range 11 {
		sc := newScene(t)
		sc.orders(1, "IMP", "level", level, "province", provinceNo(aunis))
		if got := only[Redistributed](sc.play()); got.HappinessBefore != 20_00 || got.HappinessAfter != 2_00*(10-level) {
			t.Errorf("level %d: happiness %d became %d", level, got.HappinessBefore, got.HappinessAfter)
		}
	}
}

// Rules IV.1: however much is given, the happiness is doubled at most, so that
// level 5 with all of its gold leaves the people as they were.
func TestExampleIV1_RedistributionDoublesAtMost(t *testing.T) {
	for level, want := range map[int]int{0: 40_00, 2: 32_00, 5: 20_00, 9: 4_00} {
		sc := newScene(t)
		sc.Lords[0].Treasury = 1_000_000
		sc.orders(1, "FCO", "level", level, "province", provinceNo(aunis), "amount", 900_000)
		p := sc.play()
		got := only[Redistributed](p)
		if got.HappinessAfter != want || got.Given != got.Full || got.Given >= 900_000 {
			t.Errorf("level %d: %+v", level, got)
		}
		if spent := 1_000_000 + only[Taxed](p).Income - sc.Lords[0].Treasury; spent != got.Given {
			t.Errorf("level %d: %d écus left the treasury, %d were of use", level, spent, got.Given)
		}
	}
}

// Rules IV.1, the hint: where no amount is named, FCO gives just what is of use.
func TestExampleIV1_TheBestAmountOfItself(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 50_000
	sc.orders(1, "FCO", "level", 3, "province", provinceNo(aunis))
	p := sc.play()
	// 20 000 × 0.5 × 3/10, and 20 000 × (2 × 0.7 × 0.5) × 0.7/2.
	if taxed, got := only[Taxed](p), only[Redistributed](p); taxed.Income != 3000 || got.Given != 4900 || got.HappinessAfter != 28_00 || got.WealthAfter != 700 {
		t.Errorf("%+v %+v", taxed, got)
	}
}

// Rules IV.1 and RC 4.3.2: taxed at 10 a people revolts, whatever it is given.
func TestExampleIV1_Level10MakesAPeopleRevolt(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	sc.Lords[0].Treasury = 1_000_000
	sc.orders(1, "IMP", "level", 10, "province", provinceNo(milieu))
	sc.orders(1, "RED", "amount", 500_000, "province", provinceNo(milieu))
	if r := only[Revolted](sc.play()); r.Province.ID != milieu {
		t.Errorf("%+v", r)
	}
}

// Rules IV.2.b: his men leave with a freed knight, even if others were to have
// them: they should have been transferred a season before.
func TestExampleIV2b_TheMenOfAFreedKnightCantBeSaved(t *testing.T) {
	sc := newScene(t)
	freed, other := sc.knight(1, aunis, 50, 300), sc.knight(1, aunis, 50, 0)
	sc.orders(1, "TSF", "from", knightNo(freed), "to", knightNo(other), "men", "all")
	sc.orders(1, "LIB", "knight", knightNo(freed))
	p := sc.play()
	if only[Freed](p).Men != 300 || p.knight(other).Men != 0 {
		t.Errorf("the other knight has %d men", p.knight(other).Men)
	}
}

// Rules IV.2.d: a knight comes with a renown of 1 to the lord-knight's + 1. In
// the first season K is 100, so that he costs renown²/10.
func TestExampleIV2d_ACallOfTheFirstSeason(t *testing.T) {
	for _, c := range []struct {
		dice         engine.Dice
		renown, cost int
	}{{engine.Lowest{}, 1, 0}, {engine.Highest{}, 101, 1020}} {
		sc := newScene(t)
		sc.dice = c.dice
		sc.orders(1, "CHE", "count", 1)
		if got := only[KnightCalled](sc.play()); got.Renown != c.renown*100 || got.Pay != c.renown || got.Cost != c.cost {
			t.Errorf("%+v", got)
		}
	}
}

// Rules IV.2.d, the hint: as knights of little renown come, K falls and a knight
// costs more.
func TestExampleIV2d_CallsGrowDearer(t *testing.T) {
	sc := newScene(t)
	sc.dice = engine.Lowest{}
	sc.orders(2, "CHE", "count", 1)
	before, _ := lay(sc.land, sc.State, nil, sc.dice)
	after := sc.play()
	// K was 100, and is (3 × 100 + 1)/4.
	if a, b := callCost(50, before.meanRenown()), callCost(50, after.meanRenown()); a != 250 || b != 332 {
		t.Errorf("a knight of 50 cost %d and costs %d", a, b)
	}
}

// Rules IV.2.e: 1000 écus raise 200 men for the most prestigious in a province
// of 20 000; never more than 400, nor fewer than 100.
func TestExampleIV2e_MenForAThousandEcus(t *testing.T) {
	for _, c := range []struct{ treasury, population, men int }{
		{90_000, 20_000, 200},
		{90_000, 40_000, 400}, // 2.5 écus a man
		{90_000, 90_000, 400},
		{1000, 20_000, 100}, // 10 écus a man
		{1000, 1000, 100},
	} {
		sc := newScene(t)
		sc.Lords[0].Treasury, sc.Lords[1].Treasury = c.treasury, 80_000
		sc.Provinces[aunis-1].Population = c.population
		sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 1000)
		if got := only[ArmyRaised](sc.play()); got.Men != c.men || got.Spent != 1000 || got.HappinessLost != 0 {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// Rules IV.2.f: AFF is for garrisons that stand already.
func TestExampleIV2f_MenJustRaisedArentAssigned(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 0)
	sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 1000)
	sc.orders(1, "AFF", "knight", knightNo(k), "army", armyNo(sc.LastNumber+1))
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/just-raised"}, p.refused()); diff != "" || p.knight(k).Men != 0 {
		t.Error(diff)
	}
}

// Rules IV.2.f, NB: a garrison gladdens its people by men/1000 every season,
// and by no more than 3.
func TestExampleIV2f_GarrisonsGladdenByAThousandth(t *testing.T) {
	for men, gained := range map[int]int{500: 50, 1000: 1_00, 3000: 3_00, 5000: 3_00} {
		sc := newScene(t)
		sc.garrison(1, aunis, men)
		for season := 1; season <= 2; season++ {
			if got := sc.play().province(aunis).Happiness; got != 20_00+season*gained {
				t.Errorf("%d men, season %d: happiness %d", men, season, got)
			}
		}
	}
}

// Rules IV.2.g and VII.1, NB: what was assigned or levied this season goes into
// no garrison. Assign and transfer, or transfer and garrison, but not all three.
func TestExampleIV2g_TwoOfTheThreeOrders(t *testing.T) {
	for _, c := range []struct {
		name                         string
		levy, assign, pass, garrison bool
		refused                      []string
	}{
		{"assign, garrison", false, true, false, true, []string{"gloire/men-bound"}},
		{"levy, garrison", true, false, false, true, []string{"gloire/men-bound"}},
		{"assign, transfer", false, true, true, false, nil},
		{"levy, transfer", true, false, true, false, nil},
		{"assign, transfer, garrison", false, true, true, true, []string{"gloire/men-bound"}},
		{"levy, transfer, garrison", true, false, true, true, []string{"gloire/men-bound"}},
		{"transfer, garrison", false, false, true, true, nil},
	} {
		sc := newScene(t)
		a, b := sc.knight(1, aunis, 50, 0), sc.knight(1, aunis, 50, 0)
		last := a
		if c.assign {
			sc.orders(1, "AFF", "knight", knightNo(a), "army", armyNo(sc.garrison(1, aunis, 100)))
		}
		if c.levy {
			sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 1000, "knight", knightNo(a))
		}
		if !c.assign && !c.levy {
			sc.arm(a, 100)
		}
		if c.pass {
			sc.orders(1, "TSF", "from", knightNo(a), "to", knightNo(b), "men", "all")
			last = b
		}
		if c.garrison {
			sc.orders(1, "GAR", "knight", knightNo(last), "men", "all")
		}
		p := sc.play()
		if diff := cmp.Diff(c.refused, p.refused()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if c.pass && (len(factsOf[MenTransferred](p)) != 1 || p.knight(a).Men != 0) {
			t.Errorf("%s: the men weren't transferred", c.name)
		}
		if garrisoned := len(factsOf[Garrisoned](p)) == 1; garrisoned != (c.garrison && c.refused == nil) {
			t.Errorf("%s: in garrison %t", c.name, garrisoned)
		}
	}
}

// Rules VII.1, the hint: A passes 1 man to B; B can't pass that one on, but can
// pass all of his own, whichever order is written first.
func TestExampleVII1_AManIsTransferredOnce(t *testing.T) {
	for _, first := range []string{"A to B", "B to C"} {
		sc := newScene(t)
		a, b, c := sc.knight(1, aunis, 50, 10), sc.knight(1, aunis, 50, 30), sc.knight(1, aunis, 50, 0)
		toB := func() { sc.orders(1, "TSF", "from", knightNo(a), "to", knightNo(b), "men", 1) }
		toC := func() { sc.orders(1, "TSF", "from", knightNo(b), "to", knightNo(c), "men", "all") }
		if first == "A to B" {
			toB()
			toC()
		} else {
			toC()
			toB()
		}
		p := sc.play()
		men := []int{p.knight(a).Men, p.knight(b).Men, p.knight(c).Men}
		if !slices.Equal(men, []int{9, 1, 30}) || len(p.refused()) != 0 {
			t.Errorf("%s first: %v men, refused %v", first, men, p.refused())
		}
	}
}

// Rules IV.2.i, the example: 1000 men with 80 % fall back when they have lost
// 200, and not before.
func TestExampleIV2i_RetreatAfter200Of1000(t *testing.T) {
	for _, c := range []struct{ attackers, left, passes int }{{2000, 800, 1}, {1990, 801, 2}} {
		sc := newScene(t)
		sc.war(1, 2)
		sc.own(2, milieu)
		sc.dice = attackers
		sc.arm(1, c.attackers)
		sc.knight(2, milieu, 100, 1000)
		// One pass costs the defender 10 % of the attacker's men.
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
		b := factsOf[Battle](sc.play())[0]
		if b.Ending != "defender-broke" || b.Passes != c.passes || c.passes == 1 && b.Defender.MenAfter != c.left {
			t.Errorf("%+v", b)
		}
	}
}

// Rules IV.2.j, the example: 1000 men with DEF 100 fall back when they have lost
// 900, and not before. The figure holds for one season.
func TestExampleIV2j_DEF100Of1000(t *testing.T) {
	for _, c := range []struct{ attackers, passes int }{{9000, 1}, {8990, 2}} {
		sc := newScene(t)
		sc.war(1, 2)
		sc.own(2, milieu)
		sc.dice = attackers
		sc.arm(1, c.attackers)
		k := sc.knight(2, milieu, 100, 1000)
		sc.orders(2, "DEF", "unit", armyNo(k+1), "threshold", 100)
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
		b := factsOf[Battle](sc.play())[1]
		if b.Defender.Threshold != 100 || b.Passes != c.passes || c.passes == 1 && b.Defender.MenAfter != 100 {
			t.Errorf("%+v", b)
		}
	}
	sc := newScene(t)
	sc.war(1, 2)
	sc.own(2, milieu)
	sc.arm(1, 10)
	k := sc.knight(2, milieu, 100, 1000)
	sc.orders(2, "DEF", "unit", armyNo(k+1), "threshold", 100)
	sc.play()
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	if b := factsOf[Battle](sc.play())[1]; b.Defender.Threshold != 800 {
		t.Errorf("in the season after, the threshold is %d", b.Defender.Threshold)
	}
}

// Rules IV.2.k: a knight without men has no army to give a DEF to; his own holds
// for the men that he gets this season.
func TestExampleIV2k_DEFOfAKnightWhoGetsHisMenLater(t *testing.T) {
	sc := newScene(t)
	sc.war(1, 2)
	sc.own(2, milieu)
	sc.arm(1, 5000)
	k := sc.knight(2, milieu, 100, 0)
	g := sc.garrison(2, milieu, 1000)
	sc.orders(2, "DEF", "unit", armyNo(g), "threshold", 0)
	sc.orders(2, "DEF", "unit", knightNo(k), "threshold", 1001)
	sc.orders(2, "AFF", "knight", knightNo(k), "army", armyNo(g))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	if b := factsOf[Battle](p)[1]; b.Ending != "defender-fled" || b.Defender.MenAfter != 1000 || b.Defender.RenownAfter != b.Defender.RenownBefore {
		t.Errorf("%+v", b)
	}
	if got := p.knight(k); got.Province != dauphine || got.Men != 1000 {
		t.Errorf("%+v", got.Knight)
	}
}

// Rules IV.2.l, the hint: on A men are raised for the knight on B, who passes
// them to the knight on C, who takes D, in one season.
func TestExampleIV2l_RaiseTransferAttackDown4Provinces(t *testing.T) {
	const a, b, c, d = aunis, milieu, forez, gascogne
	sc := newScene(t)
	sc.Lords[0].Treasury = 50_000
	onB, onC := sc.knight(1, b, 60, 0), sc.knight(1, c, 90, 0)
	sc.orders(1, "ARM", "province", provinceNo(a), "amount", 40_000, "knight", knightNo(onB))
	sc.orders(1, "TSF", "from", knightNo(onB), "to", knightNo(onC), "men", "all")
	sc.orders(1, "ATT", "knight", knightNo(onC), "province", provinceNo(d))
	p := sc.play()
	if att := only[Attack](p); att.Outcome != "conquered" || p.province(d).Owner != 1 || p.knight(onC).Province != d {
		t.Errorf("%+v, refused %v", att, p.refused())
	}
}
