package bots

import (
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

// What a bot expects of a fight is what the rules' own simulation makes of it:
// with men enough and the caution of the most reckless, it wins nearly always.
func TestEnoughWins(t *testing.T) {
	for _, c := range []struct {
		name     string
		renown   int // points
		foe      foe
		peasants string
	}{
		{"neutral peasants", 100, foe{men: 700, renown: 50_00, threshold: 50, neutral: true}, "neutral"},
		{"peasants of a lord", 60, foe{men: 400, renown: 40_00, threshold: 50}, "owned"},
		{"an equal", 80, foe{men: 1000, renown: 80_00, threshold: 50}, ""},
		{"a better knight", 50, foe{men: 300, renown: 100_00, threshold: 50}, ""},
		{"behind a rampart", 80, foe{men: 500, renown: 80_00, threshold: 50, walls: gloire.Rampart}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &bot{Temperament: Conqueror}
			men := b.enough(c.renown*100, []foe{c.foe})
			if men == 0 {
				t.Fatal("no army is enough")
			}
			attackers, defenders := men/3, c.foe.men*c.foe.threshold/100
			got, err := gloire.Simulate(gloire.SimulatedBattle{
				Attacker: men, AttackerRenown: c.renown, Defender: c.foe.men, DefenderRenown: c.foe.renown / 100,
				Walls: c.foe.walls, Peasants: c.peasants, AttackerThreshold: &attackers, DefenderThreshold: &defenders,
			}, 300, engine.Keyed{1})
			if err != nil {
				t.Fatal(err)
			}
			if got.AttackerWins < 0.85 {
				t.Errorf("%d men win %.0f %%", men, 100*got.AttackerWins)
			}
			half := men / 2
			got, err = gloire.Simulate(gloire.SimulatedBattle{
				Attacker: half, AttackerRenown: c.renown, Defender: c.foe.men, DefenderRenown: c.foe.renown / 100,
				Walls: c.foe.walls, Peasants: c.peasants, AttackerThreshold: &attackers, DefenderThreshold: &defenders,
			}, 300, engine.Keyed{1})
			if err != nil {
				t.Fatal(err)
			}
			if got.AttackerWins > 0.5 {
				t.Errorf("half of %d men would win %.0f %%", men, 100*got.AttackerWins)
			}
		})
	}
}

func TestNoArmyIsEnough(t *testing.T) {
	b := &bot{Temperament: Conqueror}
	if men := b.enough(1_00, []foe{{men: 50000, renown: 200_00, threshold: 50}}); men != 0 {
		t.Errorf("%d men", men)
	}
}
