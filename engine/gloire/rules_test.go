package gloire

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/orders"
)

// Rules III: "le Prestige des seigneurs en début de partie est de 135 points".
func TestIII_EveryLordBeginsWith135(t *testing.T) {
	charter := engine.Charter{Game: "essai", Rules: "gloire", Edition: "2.15", Map: "scandinavie"}
	for i := range 10 {
		charter.Seats = append(charter.Seats, engine.Founder{Seat: engine.Seat(i + 1), Name: "Sire " + string(rune('A'+i))})
	}
	s, _, err := found(charter, engine.Keyed{1})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lords {
		if l.Prestige != 135_00 {
			t.Errorf("%s has a prestige of %d hundredths", l.Name, l.Prestige)
		}
	}
}

// Rules IV.2.a: in the first season the lord takes the name of his lord-knight.
func TestIV2a_RenamingTheLordKnight(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "REN", "knight", knightNo(1), "name", text("Artus  le Jeune"))
	p := sc.play()
	if r := only[Renamed](p); !r.LordToo || r.Old != "Arthur" || sc.Lords[0].Name != "Artus le Jeune" || sc.Knights[0].Name != "Artus le Jeune" {
		t.Errorf("%+v, lord %q", r, sc.Lords[0].Name)
	}
	sc.orders(1, "REN", "knight", knightNo(1), "name", text("Artus le Vieux"))
	if r := only[Renamed](sc.play()); r.LordToo || sc.Lords[0].Name != "Artus le Jeune" || sc.Knights[0].Name != "Artus le Vieux" {
		t.Errorf("in the second season: %+v, lord %q", r, sc.Lords[0].Name)
	}
	for _, name := range []string{"bohort", "ORANGE", "dauphine", "", "#14", "a\u202eb", "tout", "1234", "=1+1", "x\x00y", fmt.Sprintf("%050d", 0) + "a"} {
		sc.orders(1, "REN", "knight", knightNo(1), "name", text(name))
	}
	if refused := sc.play().refused(); len(refused) != 11 {
		t.Errorf("refused: %v", refused)
	}
}

// A name that orders would read like another is taken, whatever signs it is
// written with; a password is compared likewise.
func TestIV2a_NamesAsOrdersReadThem(t *testing.T) {
	for _, c := range []struct{ borne, wished string }{
		{"Søren", "Soren"}, {"Cœur-de-Lion", "Coeur de Lion"}, {"Æthelred", "Aethelred"}, {"Jean le Bon", "Jean-le-Bon"},
		{"Guy d'Arles", "Guy d’Arles"}, {"Henri 4", "Henri4"}, {"Hélène", "HELENE"},
	} {
		sc := newScene(t)
		k := sc.knight(2, dauphine, 50, 0)
		sc.Knights[k-1].Name = c.borne
		sc.orders(1, "REN", "knight", knightNo(1), "name", text(c.wished))
		if diff := cmp.Diff([]string{"gloire/name-taken"}, sc.play().refused()); diff != "" {
			t.Errorf("%q beside %q: %s", c.wished, c.borne, diff)
		}
		password := func(s string) string {
			o := order{Order: orders.Order{Args: []orders.Arg{{Key: "password", Value: orders.Value{Text: s}}}}}
			return passwordOf(&o)
		}
		if c.borne != "Henri 4" && password(c.borne) != password(c.wished) {
			t.Errorf("the passwords %q and %q differ", c.borne, c.wished)
		}
	}
}

// Rules IV.2.b: a freed knight leaves with his men and isn't paid.
func TestIV2b_AFreedKnightLeavesWithHisMen(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 300)
	sc.orders(1, "LIB", "knight", knightNo(k))
	sc.orders(1, "LIB", "knight", knightNo(1))
	sc.orders(1, "LIB", "knight", knightNo(2))
	p := sc.play()
	if f := only[Freed](p); f.Men != 300 {
		t.Errorf("%+v", f)
	}
	if p.knight(k) != nil || len(factsOf[Paid](p)) != 0 {
		t.Error("the knight is still there or was paid")
	}
	if diff := cmp.Diff([]string{"gloire/lord-stays", "gloire/not-your-knight"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.2.c: a disbanded army is gone; its knight and the population stay.
func TestIV2c_ADisbandedArmyIsGone(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 300)
	g := sc.garrison(1, aunis, 200)
	sc.orders(1, "DEM", "army", armyNo(k+1))
	sc.orders(1, "DEM", "army", armyNo(g))
	p := sc.play()
	if p.knight(k) == nil || p.knight(k).Men != 0 || len(p.garrisons) != 0 || p.province(aunis).Population != 20000 {
		t.Error("not as it should be")
	}
	if paid := only[Paid](p); paid.Armies != 0 || paid.Knights != 50 {
		t.Errorf("%+v", paid)
	}
}

// Rules IV.2.d: 10 × renown × renown/K.
func TestIV2d_TheCostOfACall(t *testing.T) {
	for _, c := range []struct{ others, points, cost int }{
		{0, 101, 1020}, {0, 50, 250}, {0, 1, 0}, {3, 100, 1000}, {3, 10, 10},
	} {
		sc := newScene(t)
		s, _ := lay(sc.land, sc.State, nil, sc.dice)
		if got := callCost(c.points, s.meanRenown()); got != c.cost {
			t.Errorf("a knight of %d costs %d écus, want %d", c.points, got, c.cost)
		}
	}
	sc := newScene(t)
	sc.knight(1, aunis, 20, 0) // K is now 80
	s, _ := lay(sc.land, sc.State, nil, sc.dice)
	if got := callCost(40, s.meanRenown()); got != 200 {
		t.Errorf("at a mean renown of 80, a knight of 40 costs %d écus, want 200", got)
	}
}

// Rules IV.2.d, D6: at most five a season, on land held at the start; who can't
// be paid for rides off and ends the order; pay begins next season.
func TestIV2d_CallingKnights(t *testing.T) {
	sc := newScene(t)
	sc.dice = engine.Highest{}
	sc.orders(1, "CHE", "count", 5)
	sc.orders(1, "CHE", "count", 1)
	sc.orders(2, "CHE", "count", 2)
	sc.Lords[0].Treasury, sc.Lords[1].Treasury = 10000, 300
	p := sc.play()
	called, unpaid := factsOf[KnightCalled](p), only[CallUnpaid](p)
	if len(called) != 5 || called[0].Renown != 101_00 || called[0].Pay != 101 || called[0].Province.ID != aunis {
		t.Errorf("%+v", called)
	}
	if unpaid.Treasury != 300 || unpaid.Renown != 101_00 {
		t.Errorf("%+v", unpaid)
	}
	if diff := cmp.Diff([]string{"gloire/too-many-knights"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	if len(factsOf[Paid](p)) != 0 {
		t.Error("knights were paid in the season of their call")
	}
	if paid := only[Paid](sc.play()); paid.Knights == 0 {
		t.Error("knights weren't paid in the season after")
	}
}

// Rules IV.2.e: a soldier costs 10 écus at worst and 2.5 at best.
func TestIV2e_SoldiersCostFrom2AndAHalfTo10(t *testing.T) {
	for _, c := range []struct{ ecus, prestige, best, population, men int }{
		{1000, 135, 135, 20000, 200},
		{1000, 1, 1000, 20000, 100},
		{1000, 0, 0, 20000, 200},
		{1000, 135, 135, 40000, 400},
		{1000, 135, 135, 400000, 400},
		{1000, 135, 135, 0, 100},
		{1000, 90, 135, 20000, 133},
		{7, 135, 135, 20000, 1},
		{4, 135, 135, 20000, 0},
	} {
		if got := levy(c.ecus, c.prestige*100, c.best*100, c.population); got != c.men {
			t.Errorf("%+v: %d men", c, got)
		}
	}
}

// Rules IV.2.e and f: men who follow a knight cost M × men/population of
// happiness, a garrison costs none and gains men/1000.
func TestIV2f_MenWhoLeaveMakeThePeopleUnhappy(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 4000, "knight", knightNo(1))
	sc.orders(2, "ARM", "province", provinceNo(dauphine), "amount", 4000)
	p := sc.play()
	raised := factsOf[ArmyRaised](p)
	if len(raised) != 2 {
		t.Fatalf("%+v, refused %v", raised, p.refused())
	}
	for _, r := range raised {
		if r.Province.ID == aunis && r.HappinessLost != half(times(2000, r.Men), times(20000)) || r.Province.ID == dauphine && r.HappinessLost != 0 {
			t.Errorf("%+v", r)
		}
	}
	if cheered := only[GarrisonCheered](p); cheered.Province.ID != dauphine || cheered.Gained != half(times(cheered.Men), times(10)) {
		t.Errorf("%+v", cheered)
	}
}

// Rules IV.2.l: ARM, TSF and ATT in one season, over three provinces.
func TestIV2l_RaiseTransferAttackInOneSeason(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	a := sc.knight(1, milieu, 60, 0)
	b := sc.knight(1, comminges, 90, 0)
	sc.Lords[0].Treasury = 50000
	sc.orders(1, "ATT", "knight", knightNo(b), "province", provinceNo(comminges))
	sc.orders(1, "TSF", "from", knightNo(a), "to", knightNo(b), "men", "all")
	sc.orders(1, "ARM", "province", provinceNo(aunis), "amount", 20000, "knight", knightNo(a))
	p := sc.play()
	if att := only[Attack](p); att.Outcome != "conquered" || p.province(comminges).Owner != 1 {
		t.Errorf("%+v, refused %v", att, p.refused())
	}
}

// Rules IV.2.h and its example: who received a man can't pass him on, but can
// pass his own; the order of the two transfers doesn't matter.
func TestIV2h_AManIsTransferredOnce(t *testing.T) {
	for _, first := range []int{0, 1} {
		sc := newScene(t)
		a, b, c := sc.knight(1, aunis, 50, 100), sc.knight(1, aunis, 50, 30), sc.knight(1, milieu, 50, 0)
		for i := range 2 {
			if i == first {
				sc.orders(1, "TSF", "from", knightNo(a), "to", knightNo(b), "men", 100)
			} else {
				sc.orders(1, "TSF", "from", knightNo(b), "to", knightNo(c), "men", "all")
			}
		}
		sc.orders(1, "TSF", "from", knightNo(b), "to", knightNo(c), "men", 1)
		p := sc.play()
		if p.knight(a).Men != 0 || p.knight(b).Men != 100 || p.knight(c).Men != 30 {
			t.Errorf("%d, %d and %d men", p.knight(a).Men, p.knight(b).Men, p.knight(c).Men)
		}
		if diff := cmp.Diff([]string{"gloire/men-bound"}, p.refused()); diff != "" {
			t.Error(diff)
		}
	}
}

// Rules IV.2.h: to another lord's knight, but never to an enemy's, nor far away.
func TestIV2h_TransferBetweenLords(t *testing.T) {
	sc := newScene(t)
	a := sc.knight(1, milieu, 50, 100)
	b := sc.knight(2, dauphine, 50, 0)
	sc.orders(1, "TSF", "from", knightNo(a), "to", riderNo(b), "men", 40)
	sc.orders(1, "TSF", "from", knightNo(a), "to", riderNo(3), "men", 40)
	p := sc.play()
	if m := only[MenTransferred](p); m.ToLord.ID != 2 || m.Men != 40 || p.knight(b).Men != 40 {
		t.Errorf("%+v", m)
	}
	sc.war(1, 2)
	sc.orders(1, "TSF", "from", knightNo(a), "to", riderNo(b), "men", 10)
	again := sc.play()
	if diff := cmp.Diff([]string{"gloire/knights-apart", "gloire/enemy-knight"}, append(p.refused(), again.refused()...)); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.2.g and VII.1: levied or assigned men may be transferred but not
// garrisoned; transferred men may be garrisoned; all three together never.
func TestIV2g_WhoMayGoIntoGarrison(t *testing.T) {
	sc := newScene(t)
	a, b := sc.knight(1, aunis, 50, 20), sc.knight(1, aunis, 50, 0)
	g := sc.garrison(1, aunis, 100)
	sc.orders(1, "AFF", "knight", knightNo(a), "army", armyNo(g))
	sc.orders(1, "TSF", "from", knightNo(a), "to", knightNo(b), "men", 50)
	sc.orders(1, "GAR", "knight", knightNo(a), "men", 1)
	sc.orders(1, "GAR", "knight", knightNo(b), "men", "all")
	sc.orders(1, "GAR", "knight", knightNo(b), "men", 21)
	p := sc.play()
	// D7: the 20 untouched men went first, with 30 of those assigned.
	if got := only[Garrisoned](p); got.Men != 20 || got.Knight.ID != b {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]string{"gloire/men-bound", "gloire/men-bound"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	if len(p.remarks) != 1 || p.remarks[0].Facts["men"] != "30" {
		t.Errorf("%+v", p.remarks)
	}
}

// Rules IV.2.f: AFF is for garrisons that were there before, same province or next.
func TestIV2f_Assign(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, milieu, 50, 0)
	far := sc.knight(1, gascogne, 50, 0)
	g := sc.garrison(1, aunis, 100)
	sc.orders(1, "AFF", "knight", knightNo(far), "army", armyNo(g))
	sc.orders(1, "AFF", "knight", knightNo(k), "army", armyNo(g))
	sc.orders(1, "AFF", "knight", knightNo(k), "army", armyNo(g))
	p := sc.play()
	if a := only[ArmyAssigned](p); a.Men != 100 || a.HappinessLost != 10 || p.knight(k).Army != g || len(p.garrisons) != 0 {
		t.Errorf("%+v, army %d", a, p.knight(k).Army)
	}
	if diff := cmp.Diff([]string{"gloire/out-of-reach", "gloire/not-garrison"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules V.3, D8: knights by falling renown, then armies by falling size; who
// can't be paid deserts, a knight with his men.
func TestV3_Pay(t *testing.T) {
	sc := newScene(t)
	famed, plain := sc.knight(1, aunis, 80, 95), sc.knight(1, aunis, 50, 200)
	g := sc.garrison(1, aunis, 101)
	sc.Lords[0].Treasury = 96
	p := sc.play()
	// 80 to the famed knight; 50 is too much; ⌈101/10⌉ = 11 to the garrison;
	// ⌈95/10⌉ = 10 is more than the 5 that are left.
	if paid := only[Paid](p); paid.Knights != 80 || paid.Armies != 11 || paid.Treasury != 5 {
		t.Errorf("%+v", paid)
	}
	gone := factsOf[Deserted](p)
	if len(gone) != 2 || gone[0].Knight.ID != plain || gone[0].Men != 200 || gone[1].Army.ID != famed+1 || gone[1].Knight.ID != 0 {
		t.Errorf("%+v", gone)
	}
	if p.knight(plain) != nil || p.knight(famed).Men != 0 || p.garrison(g).Men != 101 {
		t.Error("the wrong ones are gone")
	}
}

// Rules V.5: a flight of 1, 2, 3, 4 and more steps costs 0, 25, 50, 75 and 100 %.
func TestV5_LossesOfAFlight(t *testing.T) {
	for _, c := range []struct{ at, left int }{{nevers, 100}, {luxeuil, 75}, {kercado, 50}, {joinville, 25}, {hainaut, 0}} {
		for _, option := range []bool{false, true} {
			sc := newScene(t)
			sc.own(1, c.at)
			k := sc.knight(3, c.at, 50, 100)
			lord := &sc.Knights[2]
			lord.Province = c.at
			if option {
				sc.Charter.Options = []string{"repatriation2017"}
			}
			p := sc.play()
			dies := option && c.left == 0
			if got := p.knight(k); dies != (got == nil) || got != nil && (got.Men != c.left || got.Province != orange) {
				t.Errorf("from %d, option %t: %+v", c.at, option, got)
			}
			if p.knight(3) == nil || p.knight(3).Province != orange {
				t.Error("the lord-knight is not at home")
			}
		}
	}
}

// Rules V.6: titles by prestige, lost again with it; the rente comes after the
// finances, and not in the season of the title.
func TestV6_TitlesAndRentes(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 12500 // 150 points
	p := sc.play()
	if got := only[Titled](p); got.New != Baron || got.Lord.ID != 1 || len(factsOf[Annuity](p)) != 0 {
		t.Errorf("%+v", got)
	}
	sc.Lords[0].Treasury = 0
	sc.orders(1, "RED", "amount", 500, "province", provinceNo(aunis))
	p = sc.play()
	if a := only[Annuity](p); a.Amount != 1000 || sc.Lords[0].Treasury != 1000 {
		t.Errorf("%+v, treasury %d", a, sc.Lords[0].Treasury)
	}
	if got := only[Titled](p); got.New != NoTitle {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]string{"gloire/no-treasury"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules VI.1: allies add 10 % of their lord-knight's renown; enemies take 10 %
// of theirs and 1 % of their allies'.
func TestVI1_DiplomacyInThePrestige(t *testing.T) {
	sc := newScene(t)
	sc.ally(2, 3)
	sc.war(1, 2)
	sc.Knights[1].Renown, sc.Knights[2].Renown = 200_00, 300_00
	s, _ := lay(sc.land, sc.State, nil, sc.dice)
	for seat, want := range map[int]int{1: 135_00 - 20_00 - 3_00, 2: 235_00 + 30_00 - 10_00, 3: 335_00 + 20_00} {
		if got := s.prestige(s.lord(seat)); got != want {
			t.Errorf("lord %d: %d, want %d", seat, got, want)
		}
	}
}

// Rules VI.1: happiness counts up to five times the mean.
func TestVI1_HappinessCountsFiveTimesTheMeanAtMost(t *testing.T) {
	sc := newScene(t)
	for i := range sc.Provinces {
		sc.Provinces[i].Happiness = 1_00
	}
	sc.Provinces[aunis-1].Happiness = 1000_00
	s, _ := lay(sc.land, sc.State, nil, sc.dice)
	if got := s.prestige(s.lord(1)); got != 100_00+10_00+125_00 {
		t.Errorf("prestige %d", got)
	}
}

// Rules VII.2: the least prestigious acts first, by the prestige of the moment.
func TestVII2_LordsActInAscendingPrestige(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury, sc.Lords[1].Treasury, sc.Lords[2].Treasury = 9000, 7000, 8000
	for seat := 1; seat <= 3; seat++ {
		sc.orders(seat, "INI", "peasants", seat, "garrisons", 50, "knights", 50)
	}
	var first []int
	for _, r := range factsOf[RetreatsSet](sc.play()) {
		first = append(first, r.Peasants)
	}
	if !slices.Equal(first, []int{2, 3, 1}) {
		t.Errorf("the order of play was %v", first)
	}
}

// Rules-gloire §8 (V.2): a people gives back the happiness that was left, and a
// point for every three seasons, up to 20.
func TestV2_ThePeoplesMemory(t *testing.T) {
	for _, c := range []struct{ left, seasons, found int }{
		{0, 2, 0}, {0, 3, 1_00}, {0, 6, 2_00}, {19_00, 3, 20_00}, {19_00, 6, 20_00}, {35_50, 9, 35_50}, {12_34, 1, 12_34},
	} {
		p := Province{Owner: 1, Happiness: c.left, Walls: Fortress}
		p.lose(10)
		if got := p.remember(1, 10+c.seasons); got != c.found || p.Owner != 0 || p.Walls != NoWalls {
			t.Errorf("left at %d, after %d seasons %d, want %d", c.left, c.seasons, got, c.found)
		}
		if got := p.remember(2, 10+c.seasons); got != 20_00 {
			t.Errorf("a lord who never held it finds %d", got)
		}
	}
}

// Rules IV.1: TOUT means what no other order names; twice is once too often.
func TestIV1_FinancesOfAll(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu, berry)
	sc.orders(1, "FCO", "level", 5, "province", "all")
	sc.orders(1, "IMP", "level", 2, "province", provinceNo(berry))
	sc.orders(1, "IMP", "level", 3, "province", provinceNo(berry))
	sc.orders(1, "IMP", "level", 3, "province", provinceNo(dauphine))
	p := sc.play()
	levels := map[int]int{}
	for _, f := range factsOf[Taxed](p) {
		levels[f.Province.ID] = f.Level
	}
	if diff := cmp.Diff(map[int]int{milieu: 5, aunis: 5, berry: 2}, levels); diff != "" {
		t.Error(diff)
	}
	given := map[int]int{}
	for _, f := range factsOf[Redistributed](p) {
		given[f.Province.ID] = f.Given
	}
	if given[milieu] == 0 || given[aunis] == 0 || given[berry] != 0 {
		t.Errorf("FCO TOUT gives where it taxes: %v", given)
	}
	if diff := cmp.Diff([]string{"gloire/taxed-already", "gloire/not-your-province"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// D4: an FCO that comes after another imposition does nothing and costs nothing,
// and says which order was first.
func TestIV1_FinancesAfterAnImposition(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "IMP", "level", 3, "province", "all")
	sc.orders(1, "FCO", "level", 5, "province", "all")
	p := sc.play()
	if taxed := only[Taxed](p); taxed.Level != 3 || p.lord(1).Treasury != startTreasury+taxed.Income {
		t.Errorf("%+v leaves %d écus", taxed, p.lord(1).Treasury)
	}
	refused := only[Refused](p)
	if f := refused.Finding; f.Kind != "gloire/taxed-already" || f.Facts["order"] != "IMP 3 TOUT" || f.Facts["line"] != "1" {
		t.Errorf("%+v", refused)
	}
}

// An FCO whose people another order gives to is an imposition, and no refusal.
func TestIV1_FinancesBesideARedistribution(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "RED", "amount", 100, "province", provinceNo(aunis))
	sc.orders(1, "FCO", "level", 5, "province", provinceNo(aunis))
	p := sc.play()
	if given := only[Redistributed](p); given.Given != 100 || only[Taxed](p).Level != 5 || len(p.refused()) != 0 {
		t.Errorf("%+v %v", given, p.refused())
	}
	if len(p.remarks) != 1 || p.remarks[0].Kind != "gloire/half-given" || p.remarks[0].Facts["line"] != "1" {
		t.Errorf("%+v", p.remarks)
	}
}

// Only a lord without land has no province to tax.
func TestIV1_FinancesWithoutLand(t *testing.T) {
	sc := newScene(t)
	sc.Provinces[aunis-1].Owner = 0
	sc.orders(1, "FCO", "level", 5, "province", "all")
	if diff := cmp.Diff([]string{"gloire/no-province"}, sc.play().refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.2.l: what nobody can change is told before the want of men, and a
// knight without men attacks no ally in public.
func TestIV2l_ReasonsAgainstAnAttack(t *testing.T) {
	for province, want := range map[int]string{orange: "gloire/out-of-reach", berry: "gloire/ally-province", comminges: "gloire/no-men", aunis: "gloire/own-province"} {
		sc := newScene(t)
		sc.Knights[0].Province = milieu
		sc.own(2, berry)
		sc.ally(1, 2)
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(province))
		p := sc.play()
		if diff := cmp.Diff([]string{want}, p.refused()); diff != "" || len(factsOf[Attack](p)) != 0 {
			t.Errorf("%s %+v", diff, factsOf[Attack](p))
		}
	}
}
