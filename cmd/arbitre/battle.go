package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

// battleCommand simulates one battle many times.
type battleCommand struct {
	Attacker          int     `help:"Les hommes de l'attaquant." required:""`
	AttackerRenown    int     `help:"La renommée de son chevalier." required:""`
	Defender          int     `help:"Les hommes du défenseur." required:""`
	DefenderRenown    int     `help:"La renommée de son capitaine." required:""`
	Walls             string  `help:"La fortification du défenseur." enum:"none,palissade,muraille,enceinte" default:"none"`
	Peasants          string  `help:"Le défenseur est une armée de paysans, d'une terre neutre ou possédée." enum:"no,neutral,owned" default:"no"`
	AttackerThreshold *int    `help:"Les hommes auxquels l'attaquant se replie ; sans lui, 80 % de son armée."`
	DefenderThreshold *int    `help:"Les hommes auxquels le défenseur se replie ; sans lui, 80 % d'une armée, 50 % de paysans."`
	Runs              int     `help:"Combien de batailles." default:"10000"`
	Seed              hexSeed `help:"La graine du sort, en hexadécimal." default:"00"`
	JSON              bool    `help:"En JSON."`
}

// hexSeed is a seed written in hexadecimal.
type hexSeed []byte

// UnmarshalText reads hexadecimal digits.
func (h *hexSeed) UnmarshalText(text []byte) error {
	if len(text)%2 == 1 {
		text = append([]byte("0"), text...)
	}
	seed, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("%q is not hexadecimal", text)
	}
	*h = seed
	return nil
}

// dice are the dice of a seed.
func (h hexSeed) dice() engine.Keyed { return sha256.Sum256(h) }

// Run implements the command.
func (c battleCommand) Run(env *environment) error {
	b := gloire.SimulatedBattle{
		Attacker: c.Attacker, AttackerRenown: c.AttackerRenown, Defender: c.Defender, DefenderRenown: c.DefenderRenown,
		Walls:    map[string]gloire.Walls{"palissade": gloire.Palisade, "muraille": gloire.Rampart, "enceinte": gloire.Fortress}[c.Walls],
		Peasants: c.Peasants, AttackerThreshold: c.AttackerThreshold, DefenderThreshold: c.DefenderThreshold,
	}
	result, err := gloire.Simulate(b, c.Runs, c.Seed.dice())
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(env.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(result)
	}
	return env.say("cli/battle", map[string]any{"Battle": b, "Runs": c.Runs, "Result": result, "WinsPercent": 100 * result.AttackerWins})
}
