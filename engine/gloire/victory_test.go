package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// renowned gives a lord-knight a renown, and with it prestige.
func (sc *scene) renowned(knight, points int) {
	for i := range sc.Knights {
		if sc.Knights[i].ID == knight {
			sc.Knights[i].Renown = points * 100
		}
	}
}

// Rules V.7: who meets a condition two seasons running is crowned; everyone is
// warned after the first.
func TestV7_TwoSeasonsRunning(t *testing.T) {
	for how, meet := range map[string]func(*scene){
		byPrestige: func(sc *scene) { sc.renowned(2, 1200) },
		byConquest: func(sc *scene) {
			land := *sc.land
			land.Conquest = 3
			sc.land = &land
			sc.own(2, milieu, forez)
		},
		byAlliance: func(sc *scene) { sc.ally(2, 1); sc.ally(2, 3) },
	} {
		sc := newScene(t)
		meet(sc)
		p := sc.play()
		if f := only[VictoryNear](p); f.Lord.ID != 2 || f.How != how || sc.Ended || len(factsOf[Crowned](p)) != 0 {
			t.Errorf("%s: %+v", how, f)
		}
		if diff := cmp.Diff([]Claim{{2, how}}, sc.Claims); diff != "" {
			t.Errorf("%s: %s", how, diff)
		}
		p = sc.play()
		if f := only[Crowned](p); f.Lord.ID != 2 || f.How != how || !sc.Ended || len(factsOf[VictoryNear](p)) != 0 {
			t.Errorf("%s: %+v", how, f)
		}
	}
}

// Rules V.7: the same condition; one that is lost has to be met anew, and a
// season of each of two isn't two of one.
func TestV7_TheSameCondition(t *testing.T) {
	sc := newScene(t)
	sc.renowned(2, 1200)
	sc.play()
	sc.renowned(2, 100)
	sc.ally(2, 1)
	sc.ally(2, 3)
	p := sc.play()
	if f := only[VictoryNear](p); f.How != byAlliance || sc.Ended {
		t.Errorf("%+v", f)
	}
	sc.orders(1, "ANN", "lord", lordNo(2))
	if p := sc.play(); len(factsOf[VictoryNear](p)) != 0 || sc.Claims != nil || sc.Ended {
		t.Errorf("%+v", sc.Claims)
	}
	sc.renowned(2, 1200)
	if sc.play(); sc.Ended {
		t.Error("crowned after one season")
	}
	if p := sc.play(); only[Crowned](p).How != byPrestige {
		t.Errorf("%+v", sc.Claims)
	}
}

// Rules V.7: prestige before conquest before alliance, then the higher prestige.
func TestV7_Priorities(t *testing.T) {
	for _, c := range []struct {
		name string
		meet func(*scene)
		lord int
		how  string
	}{
		{"prestige before conquest", func(sc *scene) { sc.renowned(1, 1100); sc.own(2, milieu, forez) }, 1, byPrestige},
		{"conquest before alliance", func(sc *scene) { sc.own(3, milieu, forez); sc.ally(1, 2); sc.ally(1, 3) }, 3, byConquest},
		{"the higher prestige", func(sc *scene) { sc.renowned(1, 1100); sc.renowned(3, 1101) }, 3, byPrestige},
		{"the higher prestige of two conquerors", func(sc *scene) { sc.own(1, milieu, forez); sc.own(2, berry, comminges, gascogne) }, 2, byConquest},
		{"a lord's own best condition", func(sc *scene) { sc.renowned(2, 1100); sc.ally(2, 1); sc.ally(2, 3) }, 2, byPrestige},
	} {
		sc := newScene(t)
		land := *sc.land
		land.Conquest = 3
		sc.land = &land
		c.meet(sc)
		sc.play()
		p := sc.play()
		if f := only[Crowned](p); f.Lord.ID != c.lord || f.How != c.how {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// A claim that is ripe wins over a better one that isn't yet.
func TestV7_RipeBeforeBetter(t *testing.T) {
	sc := newScene(t)
	sc.ally(2, 1)
	sc.ally(2, 3)
	sc.play()
	sc.renowned(1, 1200)
	if f := only[Crowned](sc.play()); f.Lord.ID != 2 || f.How != byAlliance {
		t.Errorf("%+v", f)
	}
}

// D17: what neither condition nor prestige decides, the lot does.
func TestD17_TheLotDecides(t *testing.T) {
	for _, first := range []string{"crown/1", "crown/3"} {
		sc := newScene(t)
		sc.ally(1, 2)
		sc.ally(1, 3)
		sc.ally(2, 3)
		sc.Provinces[dauphine-1].Population = 10_000 // lord 2 has the less prestige
		sc.play()
		sc.dice = lotOf(first)
		f := only[Crowned](sc.play())
		if want := map[string]int{"crown/1": 1, "crown/3": 3}[first]; f.Lord.ID != want {
			t.Errorf("%s first: %+v", first, f)
		}
	}
}

// lotOf are dice that give one name the lowest draw, and the others the highest.
type lotOf string

func (l lotOf) Draw(name string, n int64) int64 {
	if name == string(l) {
		return 0
	}
	return n - 1
}

// Rules V.7: the last survivor wins at once, with no season of warning.
func TestV7_TheLastSurvivor(t *testing.T) {
	sc := newScene(t)
	sc.own(0, aunis, orange) // lords 1 and 3 are without land
	p := sc.play()
	if f := only[Crowned](p); f.Lord.ID != 2 || f.How != bySurvival || !sc.Ended || len(factsOf[LordDied](p)) != 2 {
		t.Errorf("%+v", f)
	}
}

// D17: if all die in one season, the throne stays empty and the game is over.
func TestD17_NobodyLeft(t *testing.T) {
	sc := newScene(t)
	sc.own(0, aunis, dauphine, orange)
	p := sc.play()
	if only[NobodyLeft](p); !sc.Ended || len(factsOf[Crowned](p)) != 0 {
		t.Error("the game goes on without lords")
	}
}

// Two allies who are alone have both won by alliance; the more prestigious wears
// the crown.
func TestV7_TwoAlliesAlone(t *testing.T) {
	sc := newScene(t)
	sc.own(0, orange)
	sc.ally(1, 2)
	sc.renowned(2, 150)
	sc.play()
	if f := only[Crowned](sc.play()); f.Lord.ID != 2 || f.How != byAlliance {
		t.Errorf("%+v", f)
	}
}

// An edition of one season crowns at once.
func TestV7_AReignOfOneSeason(t *testing.T) {
	sc := newScene(t)
	sc.renowned(2, 1200)
	s, err := lay(sc.land, sc.State, nil, engine.Keyed{7})
	if err != nil {
		t.Fatal(err)
	}
	e := *s.edition
	e.reign, s.edition = 1, &e
	s.play()
	if f := only[Crowned](&spectacle{t, s}); f.Lord.ID != 2 {
		t.Errorf("%+v", f)
	}
}
