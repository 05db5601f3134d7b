package gloire

import (
	"testing"

	"arbitre/engine/gloire/atlas"
)

// Rules V.1, the example: A at 10 has neighbours B at 24, C at 28 and others at
// 20; a part of its people goes to C: 0.1 × 20 000 × (28 − 10)/28.
func TestExampleV1_FromAToTheHappiestNeighbour(t *testing.T) {
	const a, b, c = milieu, berry, comminges
	sc := newScene(t)
	sc.happiness(20_00, map[int]int{a: 10_00, b: 24_00, c: 28_00})
	p := sc.play()
	for id, want := range map[int]int{a: 18_714, b: 20_000, c: 21_286, aunis: 20_000, dauphine: 20_000, forez: 20_000} {
		if got := p.province(id).Population; got != want {
			t.Errorf("province %d has %d people, want %d", id, got, want)
		}
	}
}

// Rules V.3, the example: a knight of 50 costs 50 écus a season, from the season
// after his call, whatever his renown becomes.
func TestExampleV3_AKnightOf50Costs50(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 0)
	sc.Knights[len(sc.Knights)-1].Called = sc.Season
	if paid := factsOf[Paid](sc.play()); len(paid) != 0 {
		t.Errorf("in the season of his call: %+v", paid)
	}
	for range 3 {
		for i := range sc.Knights {
			if sc.Knights[i].ID == k {
				sc.Knights[i].Renown += 20_00
			}
		}
		if paid := only[Paid](sc.play()); paid.Knights != 50 {
			t.Errorf("%+v", paid)
		}
	}
}

// Rules V.3, the example: 1000 men cost 100 écus, in the season of their levy
// too; those who fell aren't paid.
func TestExampleV3_AThousandMenCost100(t *testing.T) {
	sc := newScene(t)
	sc.garrison(1, aunis, 1000)
	if paid := only[Paid](sc.play()); paid.Armies != 100 || paid.Knights != 0 {
		t.Errorf("%+v", paid)
	}
	sc = newScene(t)
	sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 1000)
	if paid := only[Paid](sc.play()); paid.Armies != 20 {
		t.Errorf("200 men just raised: %+v", paid)
	}
	sc = newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.arm(1, 2000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	left := p.knight(1).Men
	if paid := only[Paid](p); left >= 2000 || paid.Armies != (left+9)/10 {
		t.Errorf("%d men are left of 2000: %+v", left, paid)
	}
}

// Rules V.3, the hint: men whom an ally lends are paid by who has them: 300
// écus for 3000.
func TestExampleV3_BorrowedMenArePaidByWhoHasThem(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.own(1, milieu)
	lender, borrower := sc.knight(1, milieu, 1, 3000), sc.knight(2, dauphine, 1, 0)
	sc.Knights[len(sc.Knights)-2].Called, sc.Knights[len(sc.Knights)-1].Called = sc.Season, sc.Season
	sc.orders(1, "TSF", "from", knightNo(lender), "to", riderNo(borrower), "men", "all")
	p := sc.play()
	if paid := only[Paid](p); paid.Armies != 300 || sc.Lords[1].Treasury != startTreasury-300 || sc.Lords[0].Treasury != startTreasury {
		t.Errorf("%+v", paid)
	}
}

// Rules V.4, the example: a lord-knight of 100 keeps a knight of 200, and loses
// one of 201 with his men.
func TestExampleV4_TheDoublyRenownedKnight(t *testing.T) {
	for renown, stays := range map[int]bool{200: true, 201: false} {
		sc := newScene(t)
		k := sc.knight(1, aunis, renown, 100)
		p := sc.play()
		if (p.knight(k) != nil) != stays {
			t.Errorf("a knight of %d stays: %t", renown, !stays)
		}
		if paid := len(factsOf[Paid](p)); (paid == 1) != stays {
			t.Errorf("a knight of %d: %d payments", renown, paid)
		}
	}
}

// Rules V.4: an army that can't be paid leaves, and its knight stays.
func TestExampleV4_AnArmyDesertsWithoutItsKnight(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 1000)
	sc.Lords[0].Treasury = 149
	p := sc.play()
	if gone := only[Deserted](p); gone.Men != 1000 || p.knight(k) == nil || p.knight(k).Men != 0 || sc.Lords[0].Treasury != 99 {
		t.Errorf("%+v", gone)
	}
}

// Rules VI.1: the prestige of a beginning is 100 + 5000/500 + 20 000/800 = 135;
// an ally of 100 brings 10, an enemy of 100 takes 10, and 1 for his ally; other
// maps have other shares.
func TestExampleVI1_WhatAlliesAndEnemiesDoToThePrestige(t *testing.T) {
	for _, c := range []struct {
		share                int
		alone, allied, atWar int
	}{
		{10, 135_00, 145_00, 124_00}, // Scandinavie
		{7, 135_00, 142_00, 127_30},  // Moyen-Orient
		{5, 135_00, 140_00, 129_50},  // Europe
		{2, 135_00, 137_00, 132_80},  // France
	} {
		prestige := func(prepare func(*scene)) int {
			sc := newScene(t)
			land := *sc.land
			land.Diplomacy = c.share
			sc.land = &land
			prepare(sc)
			s, err := lay(sc.land, sc.State, nil, sc.dice)
			if err != nil {
				t.Fatal(err)
			}
			return s.prestige(s.lord(1))
		}
		alone := prestige(func(*scene) {})
		allied := prestige(func(sc *scene) { sc.ally(1, 2) })
		atWar := prestige(func(sc *scene) { sc.war(1, 2); sc.ally(2, 3) })
		if alone != c.alone || allied != c.allied || atWar != c.atWar {
			t.Errorf("at %d %%: %d alone, %d allied, %d at war", c.share, alone, allied, atWar)
		}
	}
}

// Rules VI.1, NB: at a mean of 20, a happiness of 150 brings no more than one
// of 100, which is five times the mean.
func TestExampleVI1_HappinessBeyondFiveTimesTheMean(t *testing.T) {
	for own, want := range map[int]int{40_00: 160_00, 100_00: 235_00, 150_00: 235_00} {
		sc := newScene(t)
		rest := 13*20_00 - own // so that the mean is 20
		sc.happiness(0, map[int]int{aunis: own, milieu: rest})
		s, _ := lay(sc.land, sc.State, nil, sc.dice)
		if got := s.prestige(s.lord(1)); got != want || s.meanHappiness().value() != 20_00 {
			t.Errorf("happiness %d: prestige %d at a mean of %d", own, got, s.meanHappiness().value())
		}
	}
}

// Rules VI.3: plundering one's provinces lowers the mean, and makes a happy
// province weigh more.
func TestExampleVI3_PlunderRaisesWhatIsLeft(t *testing.T) {
	sc := newScene(t)
	sc.own(2, berry, comminges, forez)
	before, _ := lay(sc.land, sc.State, nil, sc.dice)
	sc.orders(2, "IMP", "level", 9, "province", "all")
	after := sc.play()
	if b, a := before.prestige(before.lord(1)), after.prestige(after.lord(1)); b != 135_00 || a <= b {
		t.Errorf("from %d to %d", b, a)
	}
}

// Rules VI.3: peasants are led with half the mean renown of the moment.
func TestExampleVI3_CallsWeakenThePeasants(t *testing.T) {
	sc := newScene(t)
	sc.knight(3, orange, 1, 0)
	sc.arm(1, 5000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	if b := only[Battle](sc.play()); b.Defender.RenownBefore != 37_63 { // (3 × 100 + 1)/4/2, rounded half up
		t.Errorf("%+v", b.Defender)
	}
}

// Rules VII.1, NB: the rente comes after the redistribution, which can't use it.
func TestExampleVII1_TheRenteComesAfterTheRedistribution(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury, sc.Lords[0].Title = 100, Prince
	sc.orders(1, "RED", "amount", 5000, "province", provinceNo(aunis))
	p := sc.play()
	if got := only[Redistributed](p); got.Given != 100 || only[Annuity](p).Amount != 5000 || sc.Lords[0].Treasury != 5000 {
		t.Errorf("%+v, treasury %d", got, sc.Lords[0].Treasury)
	}
}

// Rules V.6, the table of the titles, the rentes and the maps.
func TestExampleV6_TitlesByMapAndPrestige(t *testing.T) {
	for name, thresholds := range map[string][6]int{
		"france": {145, 180, 215, 285, 390, 500}, "scandinavie": {150, 200, 250, 350, 500, 800},
		"moyen-orient": {225, 300, 375, 525, 750, 1200}, "europe": {300, 400, 500, 700, 1000, 1600},
	} {
		for i, points := range thresholds {
			for _, short := range []int{0, 1} { // at the threshold; a point below
				sc := newScene(t)
				sc.land = titled(sc.land, thresholds)
				sc.Lords[0].Treasury = (points - 125 - short) * 500
				sc.play()
				if got := sc.Lords[0].Title; got != Title(i+1-short) {
					t.Errorf("%s: %d points make a title %d, want %d", name, points-short, got, i+1-short)
				}
			}
		}
	}
	for i, rente := range []int{0, 1000, 1500, 2000, 2500, 3000, 5000} {
		sc := newScene(t)
		sc.Lords[0].Title, sc.Lords[0].Treasury = Title(i), 0
		if sc.play(); sc.Lords[0].Treasury != rente {
			t.Errorf("title %d has a rente of %d", i, sc.Lords[0].Treasury)
		}
	}
}

// titled is a map with other titles.
func titled(land *atlas.Map, thresholds [6]int) *atlas.Map {
	other := *land
	other.Titles = thresholds
	return &other
}

// Rules IV.4.d, the hint: palisade, wall and fortress in one season: 500 + 1500
// + 5000 écus, and 5, 10 and 20 % of happiness; only the best wall counts.
func TestExampleIV4d_ThreeWallsInOneSeason(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 7000
	for _, walls := range []string{"palisade", "rampart", "fortress"} {
		sc.orders(1, "FOR", "province", provinceNo(aunis), "walls", walls)
	}
	p := sc.play()
	var gained, cost []int
	for _, f := range factsOf[Fortified](p) {
		gained, cost = append(gained, f.Gained), append(cost, f.Cost)
	}
	if a := p.province(aunis); a.Walls != Fortress || a.Happiness != 27_00 || sc.Lords[0].Treasury != 0 {
		t.Errorf("%+v, gained %v for %v, %d écus left", a, gained, cost, sc.Lords[0].Treasury)
	}
	sc.Lords[0].Treasury = 90_000
	for _, walls := range []string{"palisade", "rampart", "fortress"} {
		sc.orders(1, "FOR", "province", provinceNo(aunis), "walls", walls)
	}
	if p := sc.play(); len(p.refused()) != 3 || sc.Lords[0].Treasury != 90_000 {
		t.Errorf("equal or lower walls: refused %v", p.refused())
	}
}

// Rules VII.1: the season's phases, in their order.
func TestExampleVII1_TheChronology(t *testing.T) {
	last := 0
	for _, key := range []string{"rename", "disband", "retreats", "defence", "imposition", "redistribution", "annuity", "call", "levy",
		"assign", "transfer", "garrison", "attack", "war", "alliance", "peace", "annul", "appeal", "move", "sale", "spy", "migration",
		"revolt", "suicide", "repatriation", "desertion", "fortify", "pay", "joust", "gift", "title"} {
		at := 0
		for i, p := range Phases() {
			if p.Key == key && at == 0 {
				at = i + 1
			}
		}
		if at <= last {
			t.Errorf("phase %s is at place %d, after %d", key, at, last)
		}
		last = at
	}
}

// The first season that docs/regles.md goes through, figure by figure.
func TestTheRuleBooksFirstSeason(t *testing.T) {
	sc := newScene(t)
	sc.dice = script{"call/1/1/renown": 49, "/attacker": 100} // a knight of 50; Arthur wins every pass
	sc.orders(1, "FCO", "level", 5, "province", "all")
	sc.orders(1, "CHE", "count", 1)
	sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 3000, "knight", knightNo(1))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	if got := only[Taxed](p); got.Income != 5000 {
		t.Errorf("%+v", got)
	}
	if got := only[Redistributed](p); got.Given != 2500 || got.HappinessAfter != 20_00 || got.WealthAfter != 500 {
		t.Errorf("%+v", got)
	}
	if got := only[KnightCalled](p); got.Renown != 50_00 || got.Cost != 250 {
		t.Errorf("%+v", got)
	}
	if got := only[ArmyRaised](p); got.Men != 600 || got.HappinessLost != 60 {
		t.Errorf("%+v", got)
	}
	b := only[Battle](p)
	if b.Defender.MenBefore != 500 || b.Defender.MenAfter > 250 || b.Attacker.Threshold != 480 || b.Defender.RenownBefore != 43_75 {
		t.Errorf("%+v", b)
	}
	if p.province(milieu).Owner != 1 || p.knight(1).Men != b.Attacker.MenAfter {
		t.Errorf("%+v", b)
	}
	if got, left := only[Paid](p), p.knight(1).Men; got.Knights != 0 || got.Armies != (left+9)/10 || got.Treasury != 4250-got.Armies {
		t.Errorf("%+v for %d men", got, left)
	}
}
