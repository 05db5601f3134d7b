package gloire

import (
	"testing"

	"pgregory.net/rapid"

	"arbitre/engine"
)

// fixed dice fall as a battle's sides are told to.
type fixed struct{ attackerHigh bool }

func (f fixed) Draw(name string, n int64) int64 {
	if (name[len(name)-8:] == "attacker") == f.attackerHigh {
		return n - 1
	}
	return 0
}

// One pass of arms by the figures (rules IV.2.l).
func TestAPassOfArms(t *testing.T) {
	for _, c := range []struct {
		name                         string
		attacker, defender           force
		walls                        Walls
		peasants                     bool
		attackerWins                 bool
		onAttacker, onDefender       int
		attackerRenown, defenderNown int
	}{
		{"equals, the attacker wins", force{1000, 100_00, 0}, force{1000, 100_00, 0}, NoWalls, false, true, 100, 100, 101_00, 99_00},
		{"equals, the defender wins", force{1000, 100_00, 0}, force{1000, 100_00, 0}, NoWalls, false, false, 100, 100, 99_00, 101_00},
		{"twice the renown", force{1000, 100_00, 0}, force{1000, 50_00, 0}, NoWalls, false, true, 50, 200, 100_50, 49_00},
		{"peasants of neutral land", force{1000, 100_00, 0}, force{600, 50_00, 0}, NoWalls, true, true, 15, 100, 100_50, 49_00},
		{"a palisade", force{1000, 100_00, 0}, force{1000, 100_00, 0}, Palisade, false, true, 100, 90, 101_00, 99_00},
		{"a rampart", force{1000, 100_00, 0}, force{1000, 100_00, 0}, Rampart, false, true, 100, 80, 101_00, 99_00},
		{"a fortress", force{1000, 100_00, 0}, force{1000, 100_00, 0}, Fortress, false, false, 100, 30, 99_00, 101_00},
		{"the loser loses at least one", force{3, 100_00, 0}, force{3, 100_00, 0}, NoWalls, false, true, 0, 1, 101_00, 99_00},
		{"renown never falls below 1", force{3, 100_00, 0}, force{3, 1_00, 0}, NoWalls, false, true, 0, 3, 100_01, 1_00},
	} {
		b := battle{attacker: c.attacker, defender: c.defender, walls: c.walls, peasants: c.peasants}
		won := b.pass(fixed{c.attackerWins}, "x/1")
		if won != c.attackerWins || c.attacker.men-b.attacker.men != c.onAttacker || c.defender.men-b.defender.men != c.onDefender ||
			b.attacker.renown != c.attackerRenown || b.defender.renown != c.defenderNown {
			t.Errorf("%s: attacker won %t, %+v against %+v", c.name, won, b.attacker, b.defender)
		}
	}
}

// bounds are dice that note the range of each side's draw.
type bounds map[string]int64

func (b bounds) Draw(name string, n int64) int64 { b[name] = n; return 0 }

// A side draws from 1 to men × its renown/the other's, in thousandths; walls
// widen the defender's range by 10, 25 and 65 %; a tie is the defender's.
func TestTheBoundsOfADraw(t *testing.T) {
	for _, c := range []struct {
		walls Walls
		top   int64 // of the defender's draw, thousandths
	}{{NoWalls, 500_000}, {Palisade, 550_000}, {Rampart, 625_000}, {Fortress, 825_000}} {
		seen := bounds{}
		b := battle{attacker: force{1000, 100_00, 0}, defender: force{500, 100_00, 0}, walls: c.walls}
		if b.pass(seen, "x/1") {
			t.Error("a tie must be the defender's")
		}
		if seen["x/1/attacker"] != 1_000_000-999 || seen["x/1/defender"] != c.top-999 {
			t.Errorf("walls %d: %v", c.walls, seen)
		}
	}
}

// The prize is 10 or 7 % of the loser's renown × min(2, men lost/A0).
func TestThePrize(t *testing.T) {
	for _, c := range []struct {
		attackerWon bool
		lost        int
		armies      mean
		want        int
	}{
		{true, 500, mean{500, 1}, 5_00}, {false, 500, mean{500, 1}, 5_60}, {true, 250, mean{1000, 2}, 2_50},
		{true, 5000, mean{500, 1}, 10_00}, {true, 0, mean{500, 1}, 0}, {true, 1, mean{1, 1}, 5_00},
	} {
		b := battle{attacker: force{men: 1, renown: 80_00}, defender: force{men: 1, renown: 50_00}, attackerWon: c.attackerWon}
		if got := b.prize(c.lost, c.armies); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// D10: when both break in one pass, it is the loser of the pass who breaks.
func TestD10_BothBreakAtOnce(t *testing.T) {
	for _, attackerWins := range []bool{true, false} {
		b := battle{attacker: force{1000, 100_00, 950}, defender: force{1000, 100_00, 950}}
		b.fight(fixed{attackerWins}, "x/")
		if b.attackerWon != attackerWins || b.passes != 1 {
			t.Errorf("%+v", b)
		}
	}
}

func TestABattleBeforeAnyPass(t *testing.T) {
	for _, c := range []struct {
		attacker, defender int
		ending             string
		won                bool
	}{{101, 0, "attacker-broke", false}, {0, 101, "defender-fled", true}, {101, 101, "attacker-broke", false}} {
		b := battle{attacker: force{100, 100_00, c.attacker}, defender: force{100, 100_00, c.defender}}
		b.fight(engine.Keyed{1}, "x/")
		if b.ending != c.ending || b.attackerWon != c.won || b.passes != 0 || b.attacker.men+b.defender.men != 200 {
			t.Errorf("%+v", b)
		}
	}
}

// Any battle ends, within as many passes as there are men, with one side at
// its threshold and nothing below its least.
func TestAnyBattleEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anyForce := func(side string) force {
			men := rapid.IntRange(1, 5000).Draw(t, side+" men")
			return force{men, rapid.IntRange(leastRenown, 1000_00).Draw(t, side+" renown"), rapid.IntRange(0, men).Draw(t, side+" threshold")}
		}
		before := battle{attacker: anyForce("attacker"), defender: anyForce("defender"),
			walls: Walls(rapid.IntRange(0, 3).Draw(t, "walls")), peasants: rapid.Bool().Draw(t, "peasants")}
		for _, dice := range []engine.Dice{engine.Keyed{1}, engine.Lowest{}, engine.Highest{}} {
			b := before
			b.fight(dice, "x/")
			loser := b.attacker
			if b.attackerWon {
				loser = b.defender
			}
			if b.passes > before.attacker.men+before.defender.men || loser.men > loser.threshold ||
				b.attacker.men < 0 || b.defender.men < 0 || b.attacker.renown < leastRenown || b.defender.renown < leastRenown || b.ending == "" {
				t.Fatalf("%+v", b)
			}
		}
	})
}

// The simulator's figures, and that a greater army or a better wall tells.
func TestSimulate(t *testing.T) {
	of := SimulatedBattle{Attacker: 1000, AttackerRenown: 100, Defender: 1000, DefenderRenown: 100}
	simulate := func(of SimulatedBattle) Simulation {
		t.Helper()
		s, err := Simulate(of, 2000, engine.Keyed{1})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	open := simulate(of)
	if open != simulate(of) {
		t.Error("the same key gives another result")
	}
	if open.AttackerWins < 0.2 || open.AttackerWins > 0.8 || open.AttackerLossesMean <= 0 || open.AttackerLossesSD <= 0 || open.PassesMean < 1 {
		t.Errorf("%+v", open)
	}
	of.Walls = Fortress
	if walled := simulate(of); walled.AttackerWins >= open.AttackerWins {
		t.Errorf("walls help the attacker: %v, %v without", walled.AttackerWins, open.AttackerWins)
	}
	of.Walls, of.Peasants, of.Attacker = NoWalls, "neutral", 3000
	if peasants := simulate(of); peasants.DefenderLossesMean < 500 || peasants.AttackerWins != 1 {
		t.Errorf("peasants hold out to 50 %%: %+v", peasants)
	}
	for _, bad := range []SimulatedBattle{
		{}, {Attacker: 1, Defender: 1}, {Attacker: -1, Defender: 1, AttackerRenown: 1, DefenderRenown: 1},
		{Attacker: 1, Defender: 1, AttackerRenown: 1, DefenderRenown: 1, Peasants: "angry"},
		{Attacker: 1, Defender: 1, AttackerRenown: 1, DefenderRenown: 1, Walls: 9},
	} {
		if _, err := Simulate(bad, 1, engine.Keyed{1}); err == nil {
			t.Errorf("%+v was simulated", bad)
		}
	}
}
