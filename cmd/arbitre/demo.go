package main

import (
	"fmt"
	"os"
	"strings"

	"arbitre/mailbot/demo"
)

// demoCommand plays a game by mail on this machine.
type demoCommand struct {
	Seasons int     `help:"Combien de saisons." default:"3"`
	Lords   int     `help:"Combien de seigneurs." default:"10"`
	Out     string  `help:"Le dossier où tout garder." default:"demo-out"`
	Seed    hexSeed `help:"La graine, en hexadécimal : la même graine donne les mêmes rapports." default:"20"`
	Log     string  `help:"Un fichier pour le journal de l'Arbitre."`
}

// Run implements the command.
func (c demoCommand) Run(env *environment) (err error) {
	o := demo.Options{Seasons: c.Seasons, Lords: c.Lords, Out: c.Out, Seed: c.Seed, Progress: progress(env)}
	if c.Log != "" {
		log, err := os.Create(c.Log)
		if err != nil {
			return fmt.Errorf("opening the log: %w", err)
		}
		defer log.Close()
		o.Log = log
	}
	result, err := demo.Run(env.ctx, o)
	if err != nil {
		return err
	}
	return env.say("cli/demo", result)
}

// progress draws a bar that is written over itself on a terminal, and a line a
// season elsewhere.
func progress(env *environment) func(season, step, steps int, what string) {
	const width = 30
	f, ok := env.err.(*os.File)
	terminal := false
	if ok {
		info, err := f.Stat()
		terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return func(season, step, steps int, what string) {
		done := step == steps
		if !terminal && !done {
			return
		}
		fill := width * step / steps
		line := fmt.Sprintf("%s %2d [%s%s] %-12s", env.words.Word("cli/season"), season, strings.Repeat("#", fill), strings.Repeat(".", width-fill), what)
		if terminal {
			line = "\r" + line
		}
		if done {
			line += "\n"
		}
		fmt.Fprint(env.err, line)
	}
}
