package gloire

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lordNo(seat int) thing { return thing{"lord", seat} }

// Rules IV.3.e: war binds both and ends common alliances; on an ally it is
// felony, and war.
func TestIV3e_War(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 3)
	sc.ally(2, 3)
	sc.orders(1, "GUE", "lord", lordNo(2))
	p := sc.play()
	if w := only[WarBegan](p); w.Why != "declared" || !slices.Equal(sc.Lords[1].Enemies, []int{1}) || len(sc.Lords[2].Allies) != 0 || len(factsOf[Felony](p)) != 0 {
		t.Errorf("%+v %+v", w, sc.Lords)
	}
	sc.orders(1, "GUE", "lord", lordNo(2))
	sc.orders(1, "GUE", "lord", lordNo(1))
	sc.ally(1, 3)
	sc.orders(3, "GUE", "lord", lordNo(1))
	p = sc.play()
	if f := only[Felony](p); f.Lord.ID != 3 || f.RenownAfter != 33_33 || p.relation(1, 3) != Enemy {
		t.Errorf("%+v", f)
	}
	if diff := cmp.Diff([]string{"gloire/at-war", "gloire/yourself"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// The hint of rules VII.2: war on a neutral lord who is one's ally's ally ends
// that alliance, so that war on the former ally is no felony.
func TestVII2_WarOnAnAllyWithoutFelony(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.ally(2, 3)
	sc.orders(1, "GUE", "lord", lordNo(3))
	sc.orders(1, "GUE", "lord", lordNo(2))
	p := sc.play()
	if len(factsOf[Felony](p)) != 0 || !slices.Equal(sc.Lords[0].Enemies, []int{2, 3}) {
		t.Errorf("%+v %+v", factsOf[Felony](p), sc.Lords[0])
	}
}

// Rules IV.3.e: an alliance takes both orders in one season, no war between the
// two, and no ally of one at war with the other.
func TestIV3e_Alliance(t *testing.T) {
	sc := newScene(t)
	sc.orders(1, "ALL", "lord", lordNo(2))
	if diff := cmp.Diff([]string{"gloire/no-answer"}, sc.play().refused()); diff != "" {
		t.Error(diff)
	}
	sc.orders(1, "ALL", "lord", lordNo(2))
	sc.orders(2, "ALL", "lord", lordNo(1))
	p := sc.play()
	if only[AllianceMade](p); p.relation(1, 2) != Ally || p.relation(2, 1) != Ally || len(p.refused()) != 0 {
		t.Errorf("%+v", p.refused())
	}
	sc.war(2, 3)
	sc.orders(1, "ALL", "lord", lordNo(3))
	sc.orders(3, "ALL", "lord", lordNo(1))
	sc.orders(2, "ALL", "lord", lordNo(3))
	sc.orders(2, "ALL", "lord", lordNo(1))
	p = sc.play()
	refused := p.refused()
	slices.Sort(refused)
	if diff := cmp.Diff([]string{"gloire/allied", "gloire/at-war", "gloire/common-enemy", "gloire/common-enemy"}, refused); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.3.e: peace takes both orders; an alliance can be made no sooner than
// the season after, as alliances come before peace.
func TestIV3e_Peace(t *testing.T) {
	sc := newScene(t)
	sc.war(1, 2)
	sc.orders(1, "PAI", "lord", lordNo(2))
	sc.orders(1, "PAI", "lord", lordNo(3))
	if diff := cmp.Diff([]string{"gloire/no-answer", "gloire/not-at-war"}, sc.play().refused()); diff != "" {
		t.Error(diff)
	}
	for _, seats := range [][2]int{{1, 2}, {2, 1}} {
		sc.orders(seats[0], "PAI", "lord", lordNo(seats[1]))
		sc.orders(seats[0], "ALL", "lord", lordNo(seats[1]))
	}
	p := sc.play()
	if only[PeaceMade](p); p.relation(1, 2) != Neutral {
		t.Error(p.relation(1, 2))
	}
	if diff := cmp.Diff([]string{"gloire/at-war", "gloire/at-war"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.3.e: one side is enough to end an alliance; war comes before.
func TestIV3e_Annulment(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.orders(1, "ANN", "lord", lordNo(2))
	sc.orders(1, "ANN", "lord", lordNo(3))
	p := sc.play()
	if e := only[AllianceEnded](p); e.Why != "declared" || p.relation(2, 1) != Neutral {
		t.Errorf("%+v", e)
	}
	if diff := cmp.Diff([]string{"gloire/not-allied"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.3.e: who is called in season n and isn't at war by phase 21 of n + 1
// with every enemy that the caller then had and still has, loses 10 % of the
// caller's prestige and 1 % of that of the caller's other allies.
func TestIV3e_Calls(t *testing.T) {
	for _, c := range []struct {
		name   string
		second func(*scene) // before the second season
		loses  bool
	}{
		{"does nothing", func(*scene) {}, true},
		{"goes to war", func(sc *scene) { sc.orders(2, "GUE", "lord", lordNo(3)) }, false},
		{"leaves the alliance", func(sc *scene) { sc.orders(2, "ANN", "lord", lordNo(1)) }, true},
		{"the caller made peace", func(sc *scene) {
			sc.orders(1, "PAI", "lord", lordNo(3))
			sc.orders(3, "PAI", "lord", lordNo(1))
		}, false},
	} {
		sc := newScene(t)
		sc.ally(1, 2)
		sc.war(1, 3)
		sc.orders(1, "APP", "lord", lordNo(2))
		sc.orders(1, "APP", "lord", lordNo(2))
		sc.orders(1, "APP", "lord", lordNo(3))
		sc.orders(2, "APP", "lord", lordNo(1))
		p := sc.play()
		refused := p.refused()
		slices.Sort(refused)
		if diff := cmp.Diff([]string{"gloire/called-already", "gloire/no-enemies", "gloire/not-allied"}, refused); diff != "" {
			t.Error(diff)
		}
		if called := only[AllyCalled](p); len(called.Enemies) != 1 || called.Enemies[0].ID != 3 || called.With.ID != 2 {
			t.Errorf("%+v", called)
		}
		c.second(sc)
		p = sc.play()
		ignored := factsOf[CallIgnored](p)
		if (len(ignored) == 1) != c.loses {
			t.Errorf("%s: %+v", c.name, ignored)
		}
		if len(sc.Calls) != 0 {
			t.Errorf("%s: a call is still open: %+v", c.name, sc.Calls)
		}
	}
	sc := newScene(t)
	sc.ally(1, 2)
	sc.war(1, 3)
	sc.Calls = []Call{{By: 1, Ally: 2, Enemies: []int{3}}}
	s, _ := lay(sc.land, sc.State, nil, sc.dice)
	prestige := s.prestige(s.lord(1))
	if got := only[CallIgnored](sc.play()); got.RenownBefore-got.RenownAfter != half(times(prestige), times(10)) {
		t.Errorf("%+v at a prestige of %d", got, prestige)
	}
	sc = newScene(t)
	sc.Lords[0].Alive, sc.Lords[0].Knight = false, 0
	sc.Knights = sc.Knights[1:]
	sc.Calls = []Call{{By: 1, Ally: 2, Enemies: []int{3}}}
	if got := factsOf[CallIgnored](sc.play()); len(got) != 0 {
		t.Errorf("the call of a dead lord: %+v", got)
	}
}
