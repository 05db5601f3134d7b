package gloire

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
)

// Rules IV.2.l, the example: a neutral province with four neutral neighbours
// out of five is defended by 600 peasants; a lord's undefended one by 400.
func TestIV2l_Peasants(t *testing.T) {
	sc := newScene(t)
	sc.own(2, aunis)
	sc.own(0, dauphine)
	s, err := lay(sc.land, sc.State, nil, sc.dice)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.peasants(s.province(milieu)); got != 600 {
		t.Errorf("%d peasants on neutral land, want 600", got)
	}
	if got := s.peasants(s.province(aunis)); got != 400 {
		t.Errorf("%d peasants on a lord's land, want 400", got)
	}
}

// Rules IV.2.i, j and k, the examples: an army of 1000 with 80 % falls back
// after 200 losses, with 100 after 900, and with 1001 before any fight, without
// losing a man or a point. A knight's DEF overrides his army's.
func TestIV2i_WhenADefenderFallsBack(t *testing.T) {
	for _, c := range []struct {
		name         string
		knight, army int // DEF; -1: none
		threshold    int
		flees        bool
	}{
		{"the lasting percentage", -1, -1, 800, false},
		{"DEF of the army", -1, 100, 100, false},
		{"DEF of the knight", 100, -1, 100, false},
		{"the knight's over the army's", 100, 500, 100, false},
		{"flight before the fight", 1001, -1, 1001, true},
	} {
		sc := newScene(t)
		sc.war(1, 2)
		sc.own(2, milieu)
		k := sc.knight(2, milieu, 100, 1000)
		sc.arm(1, 100000)
		if c.army >= 0 {
			sc.orders(2, "DEF", "unit", armyNo(k+1), "threshold", c.army)
		}
		if c.knight >= 0 {
			sc.orders(2, "DEF", "unit", knightNo(k), "threshold", c.knight)
		}
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
		p := sc.play()
		mine, theirs := factsOf[Battle](p)[0], factsOf[Battle](p)[1]
		if theirs.Defender.Threshold != c.threshold || theirs.Attacker.Threshold != unknown || mine.Defender.Threshold != unknown {
			t.Errorf("%s: the thresholds told are %d; %d and %d to the other", c.name,
				theirs.Defender.Threshold, theirs.Attacker.Threshold, mine.Defender.Threshold)
		}
		if b := theirs; c.flees && (b.Ending != "defender-fled" || b.Passes != 0 || b.Defender.MenAfter != 1000 || b.Defender.RenownAfter != 100_00 || b.Prize != 0) {
			t.Errorf("%s: %+v", c.name, b)
		}
		if f := p.knight(k); c.flees && (f.Province != dauphine || f.Men != 1000) {
			t.Errorf("%s: he fled to %d with %d men", c.name, f.Province, f.Men)
		}
	}
	if got := retreatAt(80, 1000); got != 800 {
		t.Errorf("80 %% of 1000 is %d", got)
	}
	if got := retreatAt(50, 601); got != 301 {
		t.Errorf("50 %% of 601, rounded up, is %d", got)
	}
}

// Rules VI.2: whoever attacks a neutral lord is a felon: his lord-knight's
// renown is divided by 3, it is war at once, common alliances end. Once.
func TestVI2_Felony(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.ally(1, 3)
	sc.ally(2, 3)
	sc.arm(1, 500)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	p := sc.play()
	if f := only[Felony](p); f.RenownBefore != 100_00 || f.RenownAfter != 33_33 || f.Against.ID != 2 {
		t.Errorf("%+v", f)
	}
	if w := only[WarBegan](p); w.Why != "felony" {
		t.Errorf("%+v", w)
	}
	if len(factsOf[AllianceEnded](p)) != 2 || !slices.Equal(sc.Lords[0].Enemies, []int{2}) || len(sc.Lords[0].Allies)+len(sc.Lords[1].Allies)+len(sc.Lords[2].Allies) != 0 {
		t.Errorf("%+v", sc.Lords)
	}
	if b := factsOf[Battle](p)[0]; b.Attacker.RenownBefore != 33_33 {
		t.Errorf("the felon fights with a renown of %d", b.Attacker.RenownBefore)
	}
}

// Rules-gloire §6: fighting the knight of a neutral lord who defends his ally
// is felony too; D9: the attacker's own allies stand aside.
func TestVI2_KnightsOfTheOwnersAllies(t *testing.T) {
	for _, friends := range []bool{false, true} {
		sc := newScene(t)
		sc.own(2, milieu)
		sc.war(1, 2)
		sc.ally(2, 3)
		if friends {
			sc.ally(1, 3)
		}
		sc.knight(3, milieu, 40, 50)
		sc.arm(1, 5000)
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
		p := sc.play()
		felonies := factsOf[Felony](p)
		fought := factsOf[Battle](p)[0].Defender.What
		if friends && (len(felonies) != 0 || fought != "peasants") || !friends && (len(felonies) != 1 || felonies[0].Against.ID != 3 || fought != "knight") {
			t.Errorf("allied to the attacker %t: fought %s, %+v", friends, fought, felonies)
		}
	}
}

// Rules IV.2.l: an attack on an ally is cancelled without felony; one on one's
// own land too, and the knight's next attack goes ahead.
func TestIV2l_CancelledAttacks(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.ally(1, 2)
	sc.arm(1, 50000)
	k := sc.knight(1, comminges, 100, 50000)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(aunis))
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(berry))
	sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(comminges))
	sc.orders(1, "ATT", "knight", knightNo(k), "province", provinceNo(milieu))
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/ally-province", "gloire/own-province", "gloire/out-of-reach", "gloire/conquered-already"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	attacks := factsOf[Attack](p)
	if len(attacks) != 2 || attacks[0].Outcome != "cancelled-ally" || attacks[1].Outcome != "conquered" || len(factsOf[Felony](p)) != 0 {
		t.Errorf("%+v", attacks)
	}
}

// Rules VII.2: a knight who attacks is away from the start of the phase until
// his own attack is resolved; two armies pass each other without meeting.
func TestVII2_AttackersLeaveTheirDefence(t *testing.T) {
	sc := newScene(t)
	sc.own(1, milieu, aunis)
	sc.own(2, comminges, dauphine)
	sc.war(1, 2)
	a, b := sc.knight(1, milieu, 100, 20000), sc.knight(2, comminges, 100, 20000)
	sc.Lords[0].Treasury = 4000 // lord 1 acts first
	sc.orders(1, "ATT", "knight", knightNo(a), "province", provinceNo(comminges))
	sc.orders(2, "ATT", "knight", knightNo(b), "province", provinceNo(milieu))
	p := sc.play()
	for _, told := range factsOf[Battle](p) {
		if told.Defender.What != "peasants" {
			t.Errorf("%+v", told.Defender)
		}
	}
	if p.province(comminges).Owner != 1 || p.province(milieu).Owner != 2 || p.knight(a).Province != comminges || p.knight(b).Province != milieu {
		t.Error("they didn't pass each other")
	}
}

// Rules IV.2.l: the most renowned defends first, a garrison's captain counting
// K/2; peasants don't rise where others defend; the province is taken only when
// all are beaten; its walls fall and the people remember.
func TestIV2l_DefendersInTurn(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	sc.war(1, 2)
	sc.arm(1, 1_000_000)
	low, high := sc.knight(2, milieu, 20, 100), sc.knight(2, milieu, 90, 100)
	idle := sc.knight(2, milieu, 95, 0)
	sc.garrison(2, milieu, 100)
	sc.Provinces[milieu-1].Walls = Rampart
	sc.Provinces[milieu-1].Memories = []Memory{{Lord: 1, Happiness: 12_00, Season: 1}}
	sc.Season = 7
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
	p := sc.play()
	var order []Ref
	for _, b := range factsOf[Battle](p) {
		if b.Defender.Threshold == unknown {
			order = append(order, b.Defender.Knight)
		}
	}
	if len(order) != 3 || order[0].ID != high || order[1].ID != 0 || order[2].ID != low {
		t.Errorf("the defenders came as %+v", order)
	}
	m := p.province(milieu)
	if m.Owner != 1 || m.Walls != NoWalls || m.Happiness != 14_00 || p.knight(1).Province != milieu {
		t.Errorf("%+v", m)
	}
	if p.knight(idle).Province != dauphine { // repatriated in phase 29
		t.Errorf("the knight without men is in %d", p.knight(idle).Province)
	}
	if g := p.garrisonAt(2, dauphine); g == nil && len(factsOf[Fled](p)) == 0 {
		t.Error("the garrison is nowhere")
	}
}

// Of equal renown, a draw tells who of the defenders fights first: not always the
// same, and never twice the same draw.
func TestIV2l_DefendersOfEqualRenown(t *testing.T) {
	came := make(map[string]int)
	for key := range byte(60) {
		sc := newScene(t)
		sc.own(2, milieu)
		sc.war(1, 2)
		sc.arm(1, 1_000_000)
		for range 3 {
			sc.knight(2, milieu, 50, 10)
		}
		sc.dice = once{engine.Keyed{key}, map[string]bool{}, t}
		sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
		var order string
		for _, b := range factsOf[Battle](sc.play()) {
			if b.Defender.Threshold == unknown {
				order += b.Defender.Knight.Name + " "
			}
		}
		came[order]++
	}
	if len(came) != 6 {
		t.Errorf("three defenders came in %d of 6 orders: %v", len(came), came)
	}
}

// once are dice of which no name may be drawn twice.
type once struct {
	engine.Dice
	seen map[string]bool
	t    *testing.T
}

func (o once) Draw(name string, n int64) int64 {
	if o.seen[name] {
		o.t.Errorf("%s is drawn twice", name)
	}
	o.seen[name] = true
	return o.Dice.Draw(name, n)
}

// Rules IV.2.l: with his last man a knight dies; with the lord-knight his lord,
// and all that was his is neutral or gone.
func TestIV2l_DeathOfALord(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu, comminges)
	sc.war(1, 2)
	sc.ally(2, 3)
	sc.arm(1, 100_000)
	sc.Knights[1].Province = milieu
	sc.arm(2, 10)
	k := sc.knight(2, comminges, 50, 100)
	sc.garrison(2, dauphine, 100)
	sc.orders(2, "DEF", "unit", knightNo(2), "threshold", 0)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
	sc.orders(2, "MOV", "knight", knightNo(k), "province", provinceNo(comminges))
	p := sc.play()
	if d := only[LordDied](p); d.Lord.ID != 2 || d.By.ID != 1 {
		t.Errorf("%+v", d)
	}
	if left := only[KnightLeft](p); left.Knight.ID != k || left.Why != "lord-died" {
		t.Errorf("%+v", left)
	}
	if lost := only[EstateLost](p); lost.Amount != startTreasury {
		t.Errorf("%+v", lost)
	}
	l := sc.Lords[1]
	if l.Alive || l.Treasury != 0 || l.Knight != 0 || p.knight(k) != nil || len(p.garrisons) != 0 || len(sc.Lords[2].Allies) != 0 || len(sc.Lords[0].Enemies) != 0 {
		t.Errorf("%+v", l)
	}
	if p.province(comminges).Owner != 0 || p.province(milieu).Owner != 1 {
		t.Error("his land isn't neutral, or the conqueror didn't move in")
	}
	if diff := cmp.Diff([]string{"gloire/dead-lord"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	if sc.Ended {
		t.Error("two lords are left")
	}
}

// An attacker who dies with his last man takes nothing, even if he is a lord.
func TestIV2l_DeathOfAnAttacker(t *testing.T) {
	sc := newScene(t)
	sc.arm(1, 1)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu), "threshold", 0)
	p := sc.play()
	if a := only[Attack](p); a.Outcome != "died" || sc.Lords[0].Alive || p.province(milieu).Owner != 0 || p.province(aunis).Owner != 0 {
		t.Errorf("%+v", a)
	}
	if d := only[LordDied](p); d.By != (Ref{}) {
		t.Errorf("%+v", d)
	}
}

// Phase 28: a lord without land ends his days; the last one left ends the game.
func TestVII1_LordsWithoutLand(t *testing.T) {
	sc := newScene(t)
	sc.own(0, aunis, dauphine)
	p := sc.play()
	if len(factsOf[LordDied](p)) != 2 || !sc.Ended || !sc.Over() {
		t.Errorf("%+v", sc.Lords)
	}
}

// A force that flees the same province twice in a season draws anew.
func TestEveryFlightDrawsAnew(t *testing.T) {
	sc := newScene(t)
	sc.own(1, berry, comminges)
	seen := bounds{}
	s, err := lay(sc.land, sc.State, nil, seen)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.refuge(1, milieu, "14")
	}
	if len(seen) != 2 {
		t.Errorf("%v", seen)
	}
}

// Rules IV.4.a: one ride, to land of one's own, neutral or an ally's; the army
// goes along; not after a conquest, but after a defeat.
func TestIV4a_Moves(t *testing.T) {
	sc := newScene(t)
	sc.own(2, milieu)
	k := sc.knight(1, aunis, 50, 10)
	sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(milieu))
	sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(berry))
	sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(aunis))
	sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(aunis))
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/closed-province", "gloire/out-of-reach", "gloire/moved-already"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	sc.ally(1, 2)
	sc.orders(1, "MOV", "knight", knightNo(k), "province", provinceNo(milieu))
	p = sc.play()
	if m := only[Moved](p); p.knight(k).Province != milieu || p.knight(k).Men != 10 || m.From.ID != aunis {
		t.Errorf("%+v", m)
	}
}
