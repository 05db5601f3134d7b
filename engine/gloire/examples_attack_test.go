package gloire

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// outcomes are what became of each attack, in the order in which they came.
func (p *spectacle) outcomes() (list []string) {
	for _, a := range factsOf[Attack](p) {
		list = append(list, a.Lord.Name+" "+a.Outcome+" "+a.Province.Name)
	}
	return list
}

// Rules IV.2.l: who commands nobody can't attack.
func TestExampleIV2l_AKnightWithoutMenCantAttack(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	if diff := cmp.Diff([]string{"gloire/no-men"}, sc.play().refused()); diff != "" {
		t.Error(diff)
	}
}

// RC 4.7: lords' knights on neutral land don't defend it. Rules V.5, the
// example: taken by another lord, it sends them home over two provinces, which
// costs half of their men.
func TestExampleV5_HomeOverTwoProvincesWithHalfTheMen(t *testing.T) {
	const a, b, c, d = kercado, luxeuil, nevers, orange
	sc := newScene(t)
	k := sc.knight(3, a, 50, 1000)
	attacker := sc.knight(1, joinville, 100, 50_000)
	sc.own(1, joinville)
	sc.orders(1, "ATT", "knight", knightNo(attacker), "province", provinceNo(a))
	p := sc.play()
	if battle := only[Battle](p); battle.Defender.What != "peasants" {
		t.Errorf("%+v", battle.Defender)
	}
	if got := p.knight(k); got.Province != d || got.Men != 500 || got.Renown != 50_00 {
		t.Errorf("from %d over %d and %d: %+v", a, b, c, got.Knight)
	}
}

// Rules V.5, the example: with two provinces equally near, chance decides.
func TestExampleV5_TwoProvincesEquallyNear(t *testing.T) {
	refuges := map[int]bool{}
	for _, dice := range []engine.Dice{engine.Lowest{}, engine.Highest{}} {
		sc := newScene(t)
		sc.dice = dice
		sc.own(1, milieu)
		sc.own(2, berry, comminges)
		sc.own(0, dauphine)
		sc.Knights[1].Province = berry
		k := sc.knight(2, milieu, 50, 100)
		p := sc.play()
		refuges[p.knight(k).Province] = true
		if p.knight(k).Men != 100 {
			t.Errorf("next door he lost men: %+v", p.knight(k).Knight)
		}
	}
	if len(refuges) != 2 || !refuges[berry] || !refuges[comminges] {
		t.Errorf("he went to %v", refuges)
	}
}

// Rules IV.2.l, the hint: with 0 % the peasants fight to the death, which costs
// the province neither people nor happiness.
func TestExampleIV2l_PeasantsMayFightToTheDeath(t *testing.T) {
	for percent, left := range map[int]int{50: 200, 0: 0} {
		sc := newScene(t)
		sc.own(2, milieu)
		sc.war(1, 2)
		sc.dice = attackers
		sc.arm(1, 1000)
		sc.orders(2, "INI", "peasants", percent, "garrisons", 50, "knights", 80)
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
		p := sc.play()
		b := factsOf[Battle](p)[0]
		if b.Defender.MenBefore != 400 || b.Defender.MenAfter > left || b.Defender.RenownBefore != 50_00 {
			t.Errorf("%d %%: %+v", percent, b.Defender)
		}
		if m := p.province(milieu); m.Population != 20000 || m.Happiness != 20_00 {
			t.Errorf("%d %%: %+v", percent, m)
		}
	}
}

// Rules IV.2.l: a beaten attacker stays where he started and may still ride, and
// so may a defender who held. IV.4.a, the hint: give him both orders.
func TestExampleIV4a_WhoDidntConquerMayStillRide(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.dice = defenders
	sc.arm(1, 400)
	holds := sc.knight(2, milieu, 100, 400)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	sc.orders(1, "MOV", "knight", knightNo(1), "province", provinceNo(aunis))
	sc.orders(2, "MOV", "knight", knightNo(holds), "province", provinceNo(dauphine))
	p := sc.play()
	if a := only[Attack](p); a.Outcome != "repelled" || a.From.ID != aunis {
		t.Errorf("%+v", a)
	}
	if moved := factsOf[Moved](p); len(moved) != 2 || p.knight(1).Province != aunis || p.knight(holds).Province != dauphine {
		t.Errorf("%+v, refused %v", moved, p.refused())
	}
}

// Rules IV.2.l: a beaten garrison flees to its lord's nearest province.
func TestExampleIV2l_ABeatenGarrisonFlees(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.dice = attackers
	sc.arm(1, 2000)
	sc.garrison(2, milieu, 1000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	b := factsOf[Battle](p)[0]
	if b.Defender.What != "garrison" || b.Defender.MenAfter > 500 || b.Ending != "defender-broke" {
		t.Errorf("%+v", b)
	}
	if fled := only[Fled](p); fled.To.ID != dauphine || fled.Lost != 0 || fled.Left != b.Defender.MenAfter {
		t.Errorf("%+v", fled)
	}
	if g := p.garrisonAt(2, dauphine); g == nil || g.Men != b.Defender.MenAfter {
		t.Errorf("%+v", g)
	}
}

// Rules IV.2.l: the most renowned defender first, then the next; the attacker
// gains renown in every fight, and takes the province when he has beaten all.
func TestExampleIV2l_RenownOfEveryFight(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.dice = attackers
	sc.arm(1, 5000)
	first, second := sc.knight(2, milieu, 70, 1000), sc.knight(2, milieu, 60, 1000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	var fought []int
	renown := 100_00
	for _, b := range factsOf[Battle](p) {
		if b.Attacker.Threshold == unknown {
			continue
		}
		fought = append(fought, b.Defender.Knight.ID)
		if b.Attacker.RenownBefore != renown || b.Attacker.RenownAfter <= renown || b.Prize == 0 || b.Defender.RenownAfter >= b.Defender.RenownBefore {
			t.Errorf("%+v", b)
		}
		renown = b.Attacker.RenownAfter
	}
	if !slices.Equal(fought, []int{first, second}) || p.province(milieu).Owner != 1 {
		t.Errorf("fought %v", fought)
	}
}

// Rules IV.2.l, the example: who plundered a province before he lost it finds
// it unhappy; a lord who never held it finds 20.
func TestExampleIV2l_APlunderedProvinceRemembers(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	sc.war(1, 2)
	sc.arm(1, 50_000)
	sc.arm(2, 5000)
	sc.Lords[0].Treasury, sc.Lords[1].Treasury = 100_000, 100_000
	sc.orders(1, "IMP", "level", 9, "province", provinceNo(milieu))
	sc.orders(2, "ATT", "knight", knightNo(2), "province", provinceNo(milieu))
	if m := sc.play().province(milieu); m.Owner != 2 || m.Happiness != 20_00 {
		t.Fatalf("%+v", m)
	}
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	if m := sc.play().province(milieu); m.Owner != 1 || m.Happiness != 2_00 {
		t.Errorf("%+v", m)
	}
}

// Rules V.2, NB: a happiness under 20 grows by 1 every 3 seasons in the people's
// memory, and stops at 20: 19 is 20 after 3 seasons, and after 6.
func TestExampleV2_MemoryStopsAt20(t *testing.T) {
	for _, c := range []struct{ seasons, found int }{{1, 19_00}, {2, 19_00}, {3, 20_00}, {6, 20_00}} {
		sc := newScene(t)
		sc.own(1, milieu)
		sc.Provinces[milieu-1].Happiness = 19_00
		sc.war(1, 2)
		sc.arm(1, 50_000)
		sc.arm(2, 5000)
		sc.Lords[0].Treasury, sc.Lords[1].Treasury = 100_000, 100_000
		sc.orders(2, "ATT", "knight", knightNo(2), "province", provinceNo(milieu))
		if sc.play().province(milieu).Owner != 2 {
			t.Fatal("the province isn't lost")
		}
		sc.Season += c.seasons - 1
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
		if m := sc.play().province(milieu); m.Owner != 1 || m.Happiness != c.found {
			t.Errorf("after %d seasons: %+v", c.seasons, m)
		}
	}
}

// Rules V.2: a province in revolt is closed to its lord until 3 seasons have
// passed, and then has a happiness of 1; of 2 after 6 seasons.
func TestExampleV2_MemoryOfARevolt(t *testing.T) {
	for _, c := range []struct{ seasons, happiness int }{{1, -1}, {2, -1}, {3, 1_00}, {5, 1_00}, {6, 2_00}} {
		sc := newScene(t)
		sc.own(1, milieu)
		sc.arm(1, 50_000)
		sc.Lords[0].Treasury = 100_000
		sc.orders(1, "IMP", "level", 10, "province", provinceNo(milieu))
		sc.play()
		sc.Season += c.seasons - 1
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
		p := sc.play()
		m := p.province(milieu)
		switch {
		case c.happiness < 0:
			if diff := cmp.Diff([]string{"gloire/revolted"}, p.refused()); diff != "" || m.Owner != 0 {
				t.Errorf("after %d seasons: %s", c.seasons, diff)
			}
		case m.Owner != 1 || m.Happiness != c.happiness:
			t.Errorf("after %d seasons: %+v, refused %v", c.seasons, m, p.refused())
		}
	}
}

// Rules VII.1, the hint: ATT on one's own A, then on the enemy's B. Where the
// enemy has just taken A, it is retaken and B is left alone; where he hasn't,
// the first attack is cancelled and B is taken.
func TestExampleVII1_AttackOnOnesOwnThenOnTheEnemys(t *testing.T) {
	const a, b = milieu, dauphine
	for _, c := range []struct {
		name     string
		comes    bool
		outcomes []string
		refused  []string
		a, b     int // owners
	}{
		{"the enemy came", true, []string{"Bohort conquered Milieu", "Arthur conquered Milieu"}, []string{"gloire/conquered-already"}, 1, 2},
		{"he stayed away", false, []string{"Arthur conquered Dauphiné"}, []string{"gloire/own-province"}, 1, 1},
	} {
		sc := newScene(t)
		sc.own(1, a)
		sc.own(2, comminges)
		sc.war(1, 2)
		k, enemy := sc.knight(1, a, 100, 50_000), sc.knight(2, comminges, 50, 2000)
		sc.Lords[0].Treasury = 50_000 // the enemy acts first
		sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(a))
		sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(b))
		if c.comes {
			sc.orders(2, "ATT", "knight", knightNo(enemy), "province", provinceNo(a))
		}
		p := sc.play()
		if diff := cmp.Diff(c.outcomes, p.outcomes()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if diff := cmp.Diff(c.refused, p.refused()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if p.province(a).Owner != c.a || p.province(b).Owner != c.b {
			t.Errorf("%s: A is %d's, B %d's", c.name, p.province(a).Owner, p.province(b).Owner)
		}
	}
}

// Rules VII.1: A then B isn't B then A; a knight conquers one.
func TestExampleVII1_AttacksInTheOrderWritten(t *testing.T) {
	for _, first := range []int{milieu, aunis} {
		sc := newScene(t)
		second := milieu + aunis - first
		sc.own(0, aunis)
		sc.own(1, berry)
		sc.Knights[0].Province = milieu
		sc.arm(1, 50_000)
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(first))
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(second))
		p := sc.play()
		if p.province(first).Owner != 1 || p.province(second).Owner != 0 {
			t.Errorf("%d first: %v", first, p.outcomes())
		}
	}
}

// Rules VII.2, the example: of two lords who want the same province, the less
// prestigious comes first. VI.1, NB: it is the prestige of the moment, which a
// high imposition has lowered.
func TestExampleVII2_TheLessPrestigiousAttacksFirst(t *testing.T) {
	for _, level := range []int{0, 9} {
		sc := newScene(t)
		sc.arm(1, 50_000)
		sc.arm(2, 50_000)
		sc.Lords[0].Treasury = 6000 // 2 points more than Bohort
		sc.Provinces[aunis-1].Wealth = 100
		sc.orders(1, "IMP", "level", level, "province", provinceNo(aunis))
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
		sc.orders(2, "ATT", "knight", knightNo(2), "province", provinceNo(milieu), "threshold", 0)
		attacks := factsOf[Attack](sc.play())
		if want := map[int]int{0: 2, 9: 1}[level]; attacks[0].Lord.ID != want {
			t.Errorf("level %d: %+v", level, attacks)
		}
	}
}

// Rules IV.4.d: walls fall with the province, even if it is retaken at once.
func TestExampleIV4d_WallsFallEvenIfRetakenAtOnce(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	sc.war(1, 2)
	sc.Provinces[milieu-1].Walls = Fortress
	sc.arm(1, 50_000)
	sc.arm(2, 5000)
	sc.Lords[0].Treasury = 50_000
	sc.orders(2, "ATT", "knight", knightNo(2), "province", provinceNo(milieu))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	if diff := cmp.Diff([]string{"Bohort conquered Milieu", "Arthur conquered Milieu"}, p.outcomes()); diff != "" {
		t.Error(diff)
	}
	if m := p.province(milieu); m.Owner != 1 || m.Walls != NoWalls {
		t.Errorf("%+v", m)
	}
}
