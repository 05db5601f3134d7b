package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Rules V.1, the example: a province at 10 with neighbours at 24, 28 and 20
// sends 0.1 × 20 000 × (28 − 10)/28 people to the one at 28.
func TestV1_Migration(t *testing.T) {
	sc := newScene(t)
	for i := range sc.Provinces {
		sc.Provinces[i].Happiness = 10_00
	}
	sc.Provinces[milieu-1].Happiness = 10_00
	sc.Provinces[berry-1].Happiness, sc.Provinces[comminges-1].Happiness = 24_00, 28_00
	p := sc.play()
	if got := p.province(milieu).Population; got != 20000-1286 {
		t.Errorf("%d people stay", got)
	}
	if got := p.province(comminges).Population; got != 20000+1286 {
		t.Errorf("%d people are in the happiest province", got)
	}
	if got := p.province(berry).Population; got != 20000 {
		t.Errorf("%d people are in the second", got)
	}
}

// Rules V.2: a province at 0 drives its lord out: neutral, at 20, without walls;
// his knights go home, his allies' stay; he may come back after three seasons,
// and finds a happiness of 1.
func TestV2_Revolt(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu)
	sc.ally(1, 2)
	sc.Provinces[milieu-1].Walls = Rampart
	mine, friend := sc.knight(1, milieu, 50, 50000), sc.knight(2, milieu, 50, 10)
	sc.garrison(1, milieu, 100)
	sc.Lords[0].Treasury = 100000
	sc.orders(1, "IMP", "level", 10, "province", provinceNo(milieu))
	sc.orders(1, "GAR", "knight", knightNo(mine), "men", 1)
	p := sc.play()
	// A garrison gladdens the people: no revolt yet.
	if len(factsOf[Revolted](p)) != 0 {
		t.Fatal("revolt in spite of the garrison")
	}
	sc.Garrisons = []Garrison{}
	sc.orders(1, "IMP", "level", 10, "province", provinceNo(milieu))
	p = sc.play()
	m := p.province(milieu)
	if r := only[Revolted](p); r.Lord.ID != 1 || m.Owner != 0 || m.Happiness != 20_00 || m.Walls != NoWalls {
		t.Errorf("%+v %+v", r, m)
	}
	if p.knight(mine).Province != aunis || p.knight(friend).Province != milieu {
		t.Errorf("they are in %d and %d", p.knight(mine).Province, p.knight(friend).Province)
	}
	for season := 3; season <= 5; season++ {
		sc.orders(1, "ATT", "knight", knightNo(mine), "province", provinceNo(milieu))
		p = sc.play()
		if season < 5 {
			if diff := cmp.Diff([]string{"gloire/revolted"}, p.refused()); diff != "" {
				t.Errorf("season %d: %s", season, diff)
			}
		}
	}
	if a := only[Attack](p); a.Outcome != "conquered" || p.province(milieu).Happiness != 1_00 {
		t.Errorf("%+v, happiness %d", a, p.province(milieu).Happiness)
	}
}

// Rules V.4: a knight more than twice as renowned as his lord-knight leaves
// with his men; at exactly twice he stays.
func TestV4_Desertion(t *testing.T) {
	sc := newScene(t)
	stays, leaves := sc.knight(1, aunis, 200, 10), sc.knight(1, aunis, 201, 10)
	p := sc.play()
	if left := only[KnightLeft](p); left.Why != "deserted" || left.Knight.ID != leaves || p.knight(stays) == nil {
		t.Errorf("%+v", left)
	}
}

// Rules IV.4.d: three kinds of walls, upward only, at fixed prices; several in
// one season add up in happiness.
func TestIV4d_Fortification(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury = 7100
	for _, walls := range []string{"palisade", "palisade", "rampart", "fortress", "rampart"} {
		sc.orders(1, "FOR", "province", provinceNo(aunis), "walls", walls)
	}
	sc.orders(2, "FOR", "province", provinceNo(dauphine), "walls", "fortress")
	sc.orders(2, "FOR", "province", provinceNo(aunis), "walls", "palisade")
	sc.Lords[1].Treasury = 4999
	p := sc.play()
	if a := p.province(aunis); a.Walls != Fortress || a.Happiness != 27_00 || sc.Lords[0].Treasury != 100 {
		t.Errorf("%+v, treasury %d", a, sc.Lords[0].Treasury)
	}
	if diff := cmp.Diff([]string{"gloire/too-dear", "gloire/not-your-province", "gloire/walls-stand", "gloire/walls-stand"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}
