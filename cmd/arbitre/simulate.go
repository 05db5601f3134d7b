package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"arbitre/engine/gloire/tourney"
)

// simulateCommand plays many games among bots, without mail, and measures them.
type simulateCommand struct {
	Games   int      `help:"Combien de parties." default:"200"`
	Seasons int      `help:"Combien de saisons au plus par partie." default:"60"`
	Lords   int      `help:"Combien de seigneurs." default:"10"`
	Map     string   `help:"La carte." default:"scandinavie"`
	Edition string   `help:"L'édition des règles." default:"2.15"`
	Options []string `help:"Les options de la charte, séparées par des virgules."`
	Seed    hexSeed  `help:"La graine, en hexadécimal : la même graine donne les mêmes parties." default:"20"`
	CSV     string   `name:"csv" help:"Un fichier où écrire une ligne par partie (CSV)."`
	Workers int      `help:"Combien de parties à la fois ; 0 : autant que de processeurs." default:"0"`
}

// Run implements the command.
func (c simulateCommand) Run(env *environment) (err error) {
	games, err := tourney.Run(env.ctx, tourney.Options{
		Games: c.Games, Seasons: c.Seasons, Lords: c.Lords, Map: c.Map, Edition: c.Edition, Options: c.Options,
		Seed: c.Seed, Workers: c.Workers, Progress: tally(env),
	})
	if err != nil {
		return err
	}
	if c.CSV != "" {
		if err := writeGames(c.CSV, games); err != nil {
			return err
		}
	}
	s := tourney.Summarise(games)
	s.Reasons = s.Reasons[:min(len(s.Reasons), 6)]
	return env.say("cli/simulate", map[string]any{"Command": c, "Summary": s})
}

func writeGames(path string, games []tourney.Game) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("opening the table of games: %w", err)
	}
	defer func() {
		if e := f.Close(); err == nil && e != nil {
			err = fmt.Errorf("closing the table of games: %w", e)
		}
	}()
	return tourney.WriteCSV(f, games)
}

// tally draws a bar that is written over itself on a terminal, and a line at
// each tenth elsewhere.
func tally(env *environment) func(done, games int) {
	const width = 30
	terminal := onTerminal(env.err)
	return func(done, games int) {
		if !terminal && done*10/games == (done-1)*10/games {
			return
		}
		fill := width * done / games
		line := fmt.Sprintf("[%s%s] %d/%d", strings.Repeat("#", fill), strings.Repeat(".", width-fill), done, games)
		switch {
		case !terminal:
			line += "\n"
		case done == games:
			line = "\r" + line + "\n"
		default:
			line = "\r" + line
		}
		fmt.Fprint(env.err, line)
	}
}

// onTerminal tells whether somebody watches what is written.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
