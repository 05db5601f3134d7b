package gloire

import (
	"strconv"

	"arbitre/engine"
)

// A force is one side of a battle.
type force struct {
	men       int
	renown    int // of its commander
	threshold int // in men: it breaks at this number; 0: it fights to the death
}

// A battle is one fight, from the first pass to the end (rules IV.2.l,
// rules-gloire §6). It knows nothing of the game around it.
type battle struct {
	attacker, defender force
	walls              Walls
	peasants           bool // of neutral land: they fight with half the fury

	passes      int
	attackerWon bool
	ending      string // of facts.go, Battle.Ending
}

// bulwark is what walls do for a defender, in per cent: to the bound of his
// draws, and to his losses.
var bulwarks = [...]struct{ draw, losses int }{
	NoWalls:  {100, 100},
	Palisade: {110, 90},
	Rampart:  {125, 80},
	Fortress: {165, 30},
}

// fight passes arms until one side breaks or dies. It ends: in every pass the
// loser loses at least one man, so that there are at most as many passes as
// there are men.
func (b *battle) fight(dice engine.Dice, name string) {
	switch {
	case b.attacker.threshold > b.attacker.men:
		b.ending = "attacker-broke"
		return
	case b.defender.threshold > b.defender.men:
		b.attackerWon, b.ending = true, "defender-fled"
		return
	}
	for {
		b.passes++
		attackerWins := b.pass(dice, name+strconv.Itoa(b.passes))
		attackerBroke := b.attacker.men <= b.attacker.threshold
		defenderBroke := b.defender.men <= b.defender.threshold
		if attackerBroke && defenderBroke { // D10: the loser of the pass breaks
			attackerBroke = !attackerWins
		}
		switch {
		case attackerBroke:
			b.ending = ending("attacker", b.attacker)
			return
		case defenderBroke:
			b.attackerWon, b.ending = true, ending("defender", b.defender)
			return
		}
	}
}

func ending(side string, f force) string {
	if f.men == 0 {
		return side + "-died"
	}
	return side + "-broke"
}

// pass plays one pass of arms. Each side draws from 1 to its men × its renown /
// the other's, in thousandths of a man; the higher wins, and a tie is the
// defender's. Of winner 1 and loser 2, the loser loses q·men₁·ρ₁/ρ₂, at least
// one; the winner q·men₂·ρ₂/ρ₁. Then ρ₁ gains 1 % of ρ₂, and ρ₂ loses 1 % of ρ₁.
func (b *battle) pass(dice engine.Dice, name string) (attackerWins bool) {
	a, d, walls := &b.attacker, &b.defender, bulwarks[b.walls]
	attack := engine.Between(dice, name+"/attacker", 1000,
		int64(max(1000, floor(times(1000, a.men, a.renown), times(d.renown)))))
	defence := engine.Between(dice, name+"/defender", 1000,
		int64(max(1000, floor(times(1000, walls.draw, d.men, d.renown), times(100, a.renown)))))
	attackerWins = attack > defence

	q := 10
	if b.peasants {
		q = 5
	}
	onDefender := half(times(q, walls.losses, a.men, a.renown), times(100*100, d.renown))
	onAttacker := half(times(q, d.men, d.renown), times(100, a.renown))
	winner, loser := d, a
	if attackerWins {
		winner, loser = a, d
		onDefender = max(1, onDefender)
	} else {
		onAttacker = max(1, onAttacker)
	}
	a.men -= min(a.men, onAttacker)
	d.men -= min(d.men, onDefender)

	up, down := half(times(loser.renown), times(100)), half(times(winner.renown), times(100))
	winner.renown = min(mostRenown, winner.renown+up)
	loser.renown = max(leastRenown, loser.renown-down)
	return attackerWins
}

// prize is the renown that the winner gains at the end: 10 % of the loser's for
// an attacker, 7 % for a defender, × min(2, men lost by both/A0).
func (b *battle) prize(lost int, armies mean) int {
	share, loser := 7, b.attacker.renown
	if b.attackerWon {
		share, loser = 10, b.defender.renown
	}
	weight := least(times(lost, armies.count), times(2, armies.sum))
	return half(weight.by(share).by(loser), times(100, armies.sum))
}

// crown gives a living winner his prize, and tells what he got; a defending
// captain without a name gains nothing.
func (b *battle) crown(prize int, defenderIsKnight bool) int {
	switch {
	case b.attackerWon && b.attacker.men > 0:
		b.attacker.renown = min(mostRenown, b.attacker.renown+prize)
	case !b.attackerWon && b.defender.men > 0 && defenderIsKnight:
		b.defender.renown = min(mostRenown, b.defender.renown+prize)
	default:
		return 0
	}
	return prize
}

// retreatAt is the number of men at which a percentage falls back, rounded up.
func retreatAt(percent, men int) int { return ceiling(times(percent, men), times(100)) }
