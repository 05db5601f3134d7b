package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Rules IV.2.l and IV.3.e: an attack on an ally is cancelled, and no felony.
func TestExampleIV2l_AnAllysProvinceIsntAttacked(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.ally(1, 2)
	sc.arm(1, 5000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	if a := only[Attack](p); a.Outcome != "cancelled-ally" || len(factsOf[Felony](p))+len(factsOf[Battle](p)) != 0 || p.relation(1, 2) != Ally {
		t.Errorf("%+v", a)
	}
}

// Rules IV.2.l and VI.2: an attack on an enemy is no felony, one on a neutral
// lord is: the renown is divided by 3 and the two are at war at once.
func TestExampleVI2_AttackOnANeutralLord(t *testing.T) {
	for _, atWar := range []bool{true, false} {
		sc := newScene(t)
		sc.own(2, milieu)
		if atWar {
			sc.war(1, 2)
		}
		k := sc.knight(1, aunis, 40, 5000)
		sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(milieu))
		p := sc.play()
		felonies, renown := factsOf[Felony](p), p.knight(1).Renown
		if atWar && (len(felonies) != 0 || renown != 100_00) || !atWar && (len(felonies) != 1 || renown != 33_33) {
			t.Errorf("at war %t: %+v, renown %d", atWar, felonies, renown)
		}
		if p.relation(1, 2) != Enemy || p.province(milieu).Owner != 1 {
			t.Errorf("at war %t: %s, taken by %d", atWar, p.relation(1, 2), p.province(milieu).Owner)
		}
	}
}

// Rules VI.2, NB: who attacks neutral land, or an enemy's, that a neutral lord
// has just taken, is a felon though he didn't mean it.
func TestExampleVI2_FelonyUnawares(t *testing.T) {
	for _, owner := range []int{0, 3} {
		sc := newScene(t)
		sc.own(owner, milieu)
		sc.war(1, 3)
		sc.war(2, 3)
		sc.arm(1, 50_000)
		sc.arm(2, 5000)
		sc.Lords[0].Treasury = 50_000 // Bohort acts first
		sc.orders(2, "ATT", "knight", knightNo(2), "province", provinceNo(milieu))
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
		p := sc.play()
		if diff := cmp.Diff([]string{"Bohort conquered Milieu", "Arthur conquered Milieu"}, p.outcomes()); diff != "" {
			t.Error(diff)
		}
		if f := only[Felony](p); f.Lord.ID != 1 || f.Against.ID != 2 {
			t.Errorf("%+v", f)
		}
	}
}

// Rules VI.2, the hint: an ally's knight who defends one's land makes a felon of
// an attacker who isn't at war with that ally.
func TestExampleVI2_AnAllysKnightAsAShield(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.ally(2, 3)
	sc.knight(3, milieu, 40, 50)
	sc.arm(1, 5000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	if f := only[Felony](sc.play()); f.Lord.ID != 1 || f.Against.ID != 3 || f.RenownAfter != 33_33 {
		t.Errorf("%+v", f)
	}
}

// Rules V.4 and VI.2, NB: who becomes a felon loses, in the same season, his
// knights of more than twice the renown that he has left; so does who leaves a
// call unanswered.
func TestExampleV4_FelonsLoseTheirKnights(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*scene)
	}{
		{"by an attack", func(sc *scene) {
			sc.own(3, milieu)
			k := sc.knight(1, aunis, 10, 5000)
			sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(milieu))
		}},
		{"by a war on an ally", func(sc *scene) {
			sc.ally(1, 2)
			sc.orders(1, "GUE", "lord", lordNo(2))
		}},
		{"by a call unanswered", func(sc *scene) {
			sc.ally(1, 2)
			sc.war(2, 3)
			sc.Lords[1].Treasury = 300_000 // 10 % of his prestige are more than 66 points
			sc.Calls = []Call{{By: 2, Ally: 1, Enemies: []int{3}}}
		}},
	} {
		sc := newScene(t)
		stays, leaves := sc.knight(1, aunis, 60, 10), sc.knight(1, aunis, 90, 10)
		c.do(sc)
		p := sc.play()
		if c.name == "by a call unanswered" {
			stays = 0
		}
		if p.knight(leaves) != nil || stays != 0 && p.knight(stays) == nil {
			t.Errorf("%s: renown %d; %+v", c.name, p.knight(1).Renown, factsOf[KnightLeft](p))
		}
	}
}

// Rules VI.2 and VII.1, the hint: a last attack in the season of the peace is no
// felony, as the peace comes after.
func TestExampleVI2_AttackInTheSeasonOfThePeace(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.arm(1, 5000)
	sc.orders(1, "PAI", "lord", lordNo(2))
	sc.orders(2, "PAI", "lord", lordNo(1))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	only[PeaceMade](p)
	if a := only[Attack](p); a.Outcome != "conquered" || len(factsOf[Felony](p)) != 0 || p.relation(1, 2) != Neutral {
		t.Errorf("%+v", a)
	}
}

// Rules VII.2, the hint: war comes before annulment, so that both in one season
// make a felon.
func TestExampleVII2_AnnulmentComesTooLateForAWar(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.orders(1, "ANN", "lord", lordNo(2))
	sc.orders(1, "GUE", "lord", lordNo(2))
	p := sc.play()
	if f := only[Felony](p); f.Lord.ID != 1 || f.Against.ID != 2 || p.relation(1, 2) != Enemy {
		t.Errorf("%+v", f)
	}
	if diff := cmp.Diff([]string{"gloire/not-allied"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules VII.2, the first technique: war on an ally's ally, who is neutral, ends
// the alliance; then war on the former ally is no felony.
func TestExampleVII2_WarOnAnAllyThroughHisAlly(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.ally(2, 3)
	sc.orders(1, "GUE", "lord", lordNo(3))
	sc.orders(1, "GUE", "lord", lordNo(2))
	p := sc.play()
	if len(factsOf[Felony](p)) != 0 || p.relation(1, 2) != Enemy || p.relation(1, 3) != Enemy || p.relation(2, 3) != Neutral {
		t.Errorf("%+v", sc.Lords)
	}
}

// Rules VII.2, the second technique: an ally who is neutral to the other, and
// less prestigious, declares war on him first. The more prestigious is too late.
func TestExampleVII2_WarOnAnAllyAfterAnothersWar(t *testing.T) {
	for _, lessPrestigious := range []bool{true, false} {
		sc := newScene(t)
		sc.ally(1, 2)
		sc.ally(1, 3)
		sc.Lords[0].Treasury, sc.Lords[2].Treasury = 50_000, 1000
		if !lessPrestigious {
			sc.Lords[2].Treasury = 90_000
		}
		sc.orders(3, "GUE", "lord", lordNo(2))
		sc.orders(1, "GUE", "lord", lordNo(2))
		p := sc.play()
		if felons := len(factsOf[Felony](p)); (felons == 0) != lessPrestigious || p.relation(1, 2) != Enemy {
			t.Errorf("the friend less prestigious %t: %d felonies", lessPrestigious, felons)
		}
	}
}

// Rules IV.3.e, the hint: an alliance ends without its annulment, if one goes to
// war with an ally of both, or an ally of one's own with the other.
func TestExampleIV3e_EndingAnAllianceByAWar(t *testing.T) {
	for _, c := range []struct{ by, on int }{{1, 3}, {3, 2}} {
		sc := newScene(t)
		sc.ally(1, 2)
		sc.ally(1, 3)
		if c.by == 1 {
			sc.ally(2, 3)
		}
		sc.orders(c.by, "GUE", "lord", lordNo(c.on))
		if p := sc.play(); p.relation(1, 2) != Neutral {
			t.Errorf("lord %d's war on lord %d leaves 1 and 2 as %q", c.by, c.on, p.relation(1, 2))
		}
	}
}

// Rules VII.2: of two lords at war one can only have the one as ally; the order
// of his ALL chooses, as long as he is the first to act.
func TestExampleVII2_TheOrderOfAlliancesChooses(t *testing.T) {
	for _, preferred := range []int{2, 3} {
		sc := newScene(t)
		sc.war(2, 3)
		sc.Lords[1].Treasury, sc.Lords[2].Treasury = 50_000, 50_000
		sc.orders(1, "ALL", "lord", lordNo(preferred))
		sc.orders(1, "ALL", "lord", lordNo(5-preferred))
		sc.orders(2, "ALL", "lord", lordNo(1))
		sc.orders(3, "ALL", "lord", lordNo(1))
		p := sc.play()
		if made := only[AllianceMade](p); made.With.ID != preferred || p.relation(1, 5-preferred) != Neutral {
			t.Errorf("%+v", made)
		}
		if diff := cmp.Diff([]string{"gloire/common-enemy", "gloire/common-enemy"}, p.refused()); diff != "" {
			t.Error(diff)
		}
	}
}

// Rules IV.3.e: alliances open an ally's land to one's knights; a neutral lord's
// and an enemy's are closed.
func TestExampleIV4a_WhereAKnightMayRide(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(*scene)
		open    bool
	}{
		{"neutral land", func(sc *scene) { sc.own(0, milieu) }, true},
		{"one's own", func(sc *scene) { sc.own(1, milieu) }, true},
		{"an ally's", func(sc *scene) { sc.ally(1, 2) }, true},
		{"a neutral lord's", func(*scene) {}, false},
		{"an enemy's", func(sc *scene) { sc.war(1, 2) }, false},
	} {
		sc := newScene(t)
		sc.own(2, milieu)
		c.prepare(sc)
		k := sc.knight(1, aunis, 50, 100)
		sc.garrison(1, aunis, 100)
		sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(milieu))
		p := sc.play()
		rode := len(factsOf[Moved](p)) == 1 // not only to be sent home again
		if rode != c.open || (p.knight(k).Province == milieu) != c.open || p.knight(k).Men != 100 || p.garrisonAt(1, aunis) == nil {
			t.Errorf("%s: %+v, refused %v", c.name, p.knight(k).Knight, p.refused())
		}
	}
}

// Rules IV.3.e: a call goes unanswered at 10 % of the caller's prestige and 1 %
// of that of his other allies; the alliance stays, and the call may be renewed
// and returned.
func TestExampleIV3e_CallsBindBothWaysAndAgain(t *testing.T) {
	sc := newScene(t)
	sc.ally(1, 2)
	sc.war(1, 3)
	for season := 1; season <= 2; season++ {
		sc.orders(1, "APP", "lord", lordNo(2))
		p := sc.play()
		if called := only[AllyCalled](p); called.With.ID != 2 || !cmp.Equal(sc.Calls, []Call{{By: 1, Ally: 2, Enemies: []int{3}}}) {
			t.Errorf("season %d: %+v", season, called)
		}
		if ignored := len(factsOf[CallIgnored](p)); ignored != season-1 || p.relation(1, 2) != Ally {
			t.Errorf("season %d: %d calls left unanswered", season, ignored)
		}
	}
	sc.orders(2, "GUE", "lord", lordNo(3))
	sc.orders(2, "APP", "lord", lordNo(1))
	p := sc.play()
	if called := only[AllyCalled](p); called.Lord.ID != 2 || len(factsOf[CallIgnored](p)) != 0 {
		t.Errorf("%+v", called)
	}
	if len(factsOf[CallIgnored](sc.play())) != 0 {
		t.Error("the caller is at war with his ally's enemies already")
	}
}
