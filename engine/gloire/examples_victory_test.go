package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// crowning is a scene on a map where 4 provinces win, or 500 points.
func crowning(t *testing.T) *scene {
	sc := newScene(t)
	land := *sc.land
	land.Conquest, land.PrestigeVictory = 4, 500
	sc.land = &land
	return sc
}

// claimed is what everyone is told at the end of a season: who is near, and who
// is crowned, and how.
func (p *spectacle) claimed() (near, crowned []string) {
	for _, c := range factsOf[VictoryNear](p) {
		near = append(near, c.Lord.Name+" "+c.How)
	}
	for _, c := range factsOf[Crowned](p) {
		crowned = append(crowned, c.Lord.Name+" "+c.How)
	}
	return near, crowned
}

// Rules V.7: who meets a condition is announced, and is crowned if he meets the
// same one at the end of the next season.
func TestExampleV7_TwoSeasonsRunning(t *testing.T) {
	for how, prepare := range map[string]func(*scene){
		"prestige": func(sc *scene) { sc.Lords[0].Treasury = (500 - 125) * 500 },
		"conquest": func(sc *scene) { sc.own(1, aunis, milieu, berry, comminges) },
		"alliance": func(sc *scene) { sc.ally(1, 2); sc.ally(1, 3) },
	} {
		sc := crowning(t)
		prepare(sc)
		near, crowned := sc.play().claimed()
		if diff := cmp.Diff([]string{"Arthur " + how}, near); diff != "" || crowned != nil || sc.Over() {
			t.Errorf("%s, first season: %s, crowned %v", how, diff, crowned)
		}
		_, crowned = sc.play().claimed()
		if diff := cmp.Diff([]string{"Arthur " + how}, crowned); diff != "" || !sc.Over() {
			t.Errorf("%s, second season: %s", how, diff)
		}
	}
}

// Rules V.7: the threshold itself is enough, a point, a province or a friend
// less is not.
func TestExampleV7_TheThresholds(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(*scene)
		near    []string
	}{
		{"500 points", func(sc *scene) { sc.Lords[0].Treasury = (500 - 125) * 500 }, []string{"Arthur prestige"}},
		{"499 points", func(sc *scene) { sc.Lords[0].Treasury = (499 - 125) * 500 }, nil},
		{"4 provinces", func(sc *scene) { sc.own(1, milieu, berry, comminges) }, []string{"Arthur conquest"}},
		{"3 provinces", func(sc *scene) { sc.own(1, milieu, berry) }, nil},
		{"2 allies of 2", func(sc *scene) { sc.ally(1, 2); sc.ally(1, 3) }, []string{"Arthur alliance"}},
		{"1 ally of 2", func(sc *scene) { sc.ally(1, 2) }, nil},
	} {
		sc := crowning(t)
		c.prepare(sc)
		near, crowned := sc.play().claimed()
		if diff := cmp.Diff(c.near, near); diff != "" || crowned != nil {
			t.Errorf("%s: %s crowned %v", c.name, diff, crowned)
		}
	}
}

// Rules V.7: the second season must meet the same condition as the first.
func TestExampleV7_TheSameConditionTwice(t *testing.T) {
	sc := crowning(t)
	for season, c := range []struct {
		prepare func()
		near    []string
	}{
		{func() { sc.own(1, milieu, berry, comminges) }, []string{"Arthur conquest"}},
		{func() { sc.own(0, milieu); sc.Lords[0].Treasury = 500_000 }, []string{"Arthur prestige"}},
		{func() { sc.Lords[0].Treasury = 0 }, nil},
		{func() { sc.own(1, milieu) }, []string{"Arthur conquest"}},
	} {
		c.prepare()
		near, crowned := sc.play().claimed()
		if diff := cmp.Diff(c.near, near); diff != "" || crowned != nil || sc.Over() {
			t.Errorf("season %d: %s crowned %v", season+1, diff, crowned)
		}
	}
}

// Rules V.7: prestige goes before conquest, conquest before alliance; of two
// who meet the same condition the more prestigious wins.
func TestExampleV7_WhoComesFirst(t *testing.T) {
	rich := func(sc *scene, seat int) { sc.Lords[seat-1].Treasury = 300_000 }
	wide := func(sc *scene, seat int) {
		sc.own(seat, map[int][]int{1: {milieu, berry, comminges}, 2: {hainaut, joinville, kercado}}[seat]...)
	}
	friend := func(sc *scene, seat int) {
		for other := 1; other <= 3; other++ {
			if other != seat {
				sc.ally(seat, other)
			}
		}
	}
	for _, c := range []struct {
		name    string
		prepare func(*scene)
		crowned string
	}{
		{"prestige before conquest", func(sc *scene) { wide(sc, 1); rich(sc, 2) }, "Bohort prestige"},
		{"prestige before alliance", func(sc *scene) { friend(sc, 1); rich(sc, 2) }, "Bohort prestige"},
		{"conquest before alliance", func(sc *scene) { friend(sc, 1); wide(sc, 2); sc.Lords[0].Treasury = 100_000 }, "Bohort conquest"},
		{"the richer of two by prestige", func(sc *scene) { rich(sc, 1); rich(sc, 2); sc.Lords[1].Treasury += 500 }, "Bohort prestige"},
		{"the more prestigious of two by conquest", func(sc *scene) { wide(sc, 1); wide(sc, 2); sc.Lords[0].Treasury += 5000 }, "Arthur conquest"},
	} {
		sc := crowning(t)
		c.prepare(sc)
		sc.play()
		_, crowned := sc.play().claimed()
		if diff := cmp.Diff([]string{c.crowned}, crowned); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Rules V.7, NB: the last survivor wins, at once.
func TestExampleV7_TheLastSurvivor(t *testing.T) {
	sc := crowning(t)
	sc.own(0, dauphine, orange)
	_, crowned := sc.play().claimed()
	if diff := cmp.Diff([]string{"Arthur survival"}, crowned); diff != "" || !sc.Over() {
		t.Error(diff)
	}
}

// Rules VI.2, NB: who betrays a neutral lord for the province that he lacks wins
// all the same.
func TestExampleVI2_AFelonMayBeCrowned(t *testing.T) {
	sc := crowning(t)
	sc.own(1, berry, comminges, milieu)
	sc.arm(1, 5000)
	sc.play()
	sc.own(2, milieu)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	_, crowned := p.claimed()
	if diff := cmp.Diff([]string{"Arthur conquest"}, crowned); diff != "" || len(factsOf[Felony](p)) != 1 {
		t.Errorf("%s outcomes %v", diff, p.outcomes())
	}
}
