package gloire

import (
	"errors"
	"fmt"
	"math"

	"arbitre/engine"
)

// mostRuns is the most times that a battle is simulated.
const mostRuns = 10_000_000

// A SimulatedBattle is one fight between two forces, to be fought many times.
// Renowns are in whole points, at least 1.
type SimulatedBattle struct {
	Attacker, Defender             int // men, at least 1
	AttackerRenown, DefenderRenown int
	Walls                          Walls
	Peasants                       string // "" or "no": a knight; "neutral" or "owned": peasants of such land
	AttackerThreshold              *int   // in men; nil: 80 %, what knights begin a game with
	DefenderThreshold              *int   // in men; nil: 80 % of a knight's men, 50 % of peasants
	Armies                         int    // A0, the mean army of the map; 0: the mean of the two
}

// A Simulation tells how the fights went. Losses are in men, renowns in points.
type Simulation struct {
	Runs         int     `json:"runs"`
	AttackerWins float64 `json:"attacker_wins"` // share, 0 to 1

	AttackerLossesMean float64 `json:"attacker_losses_mean"`
	AttackerLossesSD   float64 `json:"attacker_losses_sd"`
	DefenderLossesMean float64 `json:"defender_losses_mean"`
	DefenderLossesSD   float64 `json:"defender_losses_sd"`
	AttackerRenownMean float64 `json:"attacker_renown_mean"`
	AttackerRenownSD   float64 `json:"attacker_renown_sd"`
	DefenderRenownMean float64 `json:"defender_renown_mean"`
	DefenderRenownSD   float64 `json:"defender_renown_sd"`
	PassesMean         float64 `json:"passes_mean"`
	PassesSD           float64 `json:"passes_sd"`
}

// Simulate fights a battle as phase 16 would, runs times, the draws of each
// named "simulation/<run>/…". Figures that no battle has are an error.
func Simulate(of SimulatedBattle, runs int, dice engine.Dice) (Simulation, error) {
	if err := of.check(runs); err != nil {
		return Simulation{}, fmt.Errorf("simulating a battle: %w", err)
	}
	first := battle{
		attacker: force{of.Attacker, of.AttackerRenown * 100, retreatAt(80, of.Attacker)},
		defender: force{of.Defender, of.DefenderRenown * 100, retreatAt(80, of.Defender)},
		walls:    of.Walls,
		peasants: of.Peasants == "neutral",
	}
	if of.rising() {
		first.defender.threshold = retreatAt(neutralPeasants, of.Defender)
	}
	if of.AttackerThreshold != nil {
		first.attacker.threshold = *of.AttackerThreshold
	}
	if of.DefenderThreshold != nil {
		first.defender.threshold = *of.DefenderThreshold
	}
	armies := mean{of.Armies, 1}
	if of.Armies <= 0 {
		armies = mean{of.Attacker + of.Defender, 2}
	}

	var wins int
	var attackerLosses, defenderLosses, attackerRenown, defenderRenown, passes tally
	for run := range runs {
		b := first
		b.fight(dice, fmt.Sprintf("simulation/%d/", run+1))
		lostA, lostD := of.Attacker-b.attacker.men, of.Defender-b.defender.men
		b.crown(b.prize(lostA+lostD, armies), !of.rising())
		if b.attackerWon {
			wins++
		}
		attackerLosses.add(float64(lostA))
		defenderLosses.add(float64(lostD))
		attackerRenown.add(float64(b.attacker.renown) / 100)
		defenderRenown.add(float64(b.defender.renown) / 100)
		passes.add(float64(b.passes))
	}
	return Simulation{
		Runs: runs, AttackerWins: float64(wins) / float64(runs),
		AttackerLossesMean: attackerLosses.mean(), AttackerLossesSD: attackerLosses.deviation(),
		DefenderLossesMean: defenderLosses.mean(), DefenderLossesSD: defenderLosses.deviation(),
		AttackerRenownMean: attackerRenown.mean(), AttackerRenownSD: attackerRenown.deviation(),
		DefenderRenownMean: defenderRenown.mean(), DefenderRenownSD: defenderRenown.deviation(),
		PassesMean: passes.mean(), PassesSD: passes.deviation(),
	}, nil
}

// rising tells whether the defenders are peasants.
func (of SimulatedBattle) rising() bool { return of.Peasants == "neutral" || of.Peasants == "owned" }

func (of SimulatedBattle) check(runs int) error {
	var faults []error
	between := func(what string, n, lo, hi int) {
		if n < lo || n > hi {
			faults = append(faults, fmt.Errorf("%s: %d isn't from %d to %d", what, n, lo, hi))
		}
	}
	between("attacker", of.Attacker, 1, most)
	between("defender", of.Defender, 1, most)
	between("attacker's renown", of.AttackerRenown, 1, mostRenown/100)
	between("defender's renown", of.DefenderRenown, 1, mostRenown/100)
	between("walls", int(of.Walls), int(NoWalls), int(Fortress))
	between("runs", runs, 1, mostRuns)
	between("mean army", of.Armies, 0, most)
	for _, threshold := range []*int{of.AttackerThreshold, of.DefenderThreshold} {
		if threshold != nil {
			between("threshold", *threshold, 0, most)
		}
	}
	if !of.rising() && of.Peasants != "" && of.Peasants != "no" {
		faults = append(faults, fmt.Errorf("peasants: %q is neither neutral nor owned", of.Peasants))
	}
	return errors.Join(faults...)
}

// A tally keeps a mean and its spread, one value after another.
type tally struct{ count, average, squares float64 }

func (t *tally) add(x float64) {
	t.count++
	d := x - t.average
	t.average += d / t.count
	t.squares += d * (x - t.average)
}

func (t *tally) mean() float64      { return t.average }
func (t *tally) deviation() float64 { return math.Sqrt(t.squares / t.count) }
