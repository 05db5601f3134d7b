// Command arbitre runs games that are played by mail, and gives players and
// game masters the tools to look behind them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"arbitre/templates"
)

// commands is the command line.
type commands struct {
	Serve       serveCommand       `cmd:"" help:"Tenir les parties : relever le courrier, confirmer, jouer les saisons, écrire. Sans configuration, un bureau de poste d'essai s'ouvre sur cette machine."`
	CheckConfig checkConfigCommand `cmd:"" help:"Essayer la configuration : connexion, dossiers, un courrier à soi-même ; dire ce qui ne va pas."`
	Demo        demoCommand        `cmd:"" help:"Jouer une partie entière par courrier, sur cette machine, en quelques secondes."`
	Letter      letterCommand      `cmd:"" help:"Montrer comment l'Arbitre lit une lettre."`
	Check       checkCommand       `cmd:"" help:"Montrer la confirmation qu'une lettre ou un texte d'ordres recevrait, sans rien changer."`
	Resolve     resolveCommand     `cmd:"" help:"Rejouer une partie depuis son archive et écrire ses rapports."`
	Verify      verifyCommand      `cmd:"" help:"Rejouer une archive et dire, saison par saison, si chaque octet concorde."`
	Explain     explainCommand     `cmd:"" help:"Montrer comment un tirage au sort s'est fait, et comment le refaire à la main."`
	Battle      battleCommand      `cmd:"" help:"Simuler une bataille."`
	Simulate    simulateCommand    `cmd:"" help:"Jouer beaucoup de parties entre automates, sans courrier, et les mesurer."`
}

// An environment is what a command works in.
type environment struct {
	ctx      context.Context
	out, err io.Writer
	words    *templates.Set
}

// say prints a template.
func (e *environment) say(entry string, data any) error {
	text, err := e.words.Render(entry, data)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.out, text)
	return err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// errDiffers ends a command that did its work and found what it looked for: it
// has said so itself.
var errDiffers = errors.New("differs")

// run carries out a command line; its result is the exit status.
func run(ctx context.Context, args []string, out, complaints io.Writer) (status int) {
	var c commands
	exit := -1
	parser, err := kong.New(&c, kong.Name("arbitre"), kong.Writers(out, complaints), kong.UsageOnError(),
		kong.Description("L'Arbitre : des parties jouées par courrier électronique."), kong.Exit(func(code int) { exit = code }))
	if err != nil {
		fmt.Fprintln(complaints, "arbitre:", err)
		return 2
	}
	command, err := parser.Parse(args)
	if exit >= 0 {
		return exit
	}
	if err != nil {
		fmt.Fprintln(complaints, "arbitre:", err)
		return 2
	}
	env := &environment{ctx: ctx, out: out, err: complaints, words: templates.In(language())}
	switch err := command.Run(env); {
	case errors.Is(err, errDiffers):
		return 1
	case err != nil:
		fmt.Fprintln(complaints, "arbitre:", err)
		return 1
	}
	return 0
}

// language is that of the person at the terminal: English if the environment
// says so, else French.
func language() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if strings.HasPrefix(value, "en") {
				return "en"
			}
			return "fr"
		}
	}
	return "fr"
}
