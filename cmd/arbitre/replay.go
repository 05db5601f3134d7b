package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/report"
	"arbitre/orders"
)

// A replayed game is its archive, played again.
type replayed struct {
	charter engine.Charter
	rules   engine.Game
	steps   []engine.Replayed // the founding first
}

// replay plays a game again from its archive.
func replay(archive []byte) (replayed, error) {
	var r replayed
	var first struct {
		Charter engine.Charter `json:"charter"`
	}
	line, _, _ := bytes.Cut(archive, []byte("\n"))
	if err := json.Unmarshal(line, &first); err != nil {
		return r, fmt.Errorf("the archive's first line isn't a founding: %w", err)
	}
	r.charter = first.Charter
	for _, g := range rules {
		if g.Name() == r.charter.Rules {
			r.rules = g
		}
	}
	err := engine.Replay(bytes.NewReader(archive), rules, func(step engine.Replayed) error {
		r.steps = append(r.steps, step)
		return nil
	})
	return r, err
}

// replayFile plays a game again from the archive in a file.
func replayFile(path string) (replayed, error) {
	archive, err := readFile(path)
	if err != nil {
		return replayed{}, err
	}
	return replay(archive)
}

// seat finds a lord by his name or number.
func (r replayed) seat(who string) (engine.Seat, error) {
	var names []string
	for _, f := range r.rules.Seats(r.steps[len(r.steps)-1].State) {
		if orders.Fold(f.Name) == orders.Fold(who) || who == "#"+strconv.Itoa(int(f.Seat)) {
			return f.Seat, nil
		}
		names = append(names, f.Name)
	}
	return 0, fmt.Errorf("there is no lord %q in this game; there are %s", who, strings.Join(names, ", "))
}

// verifyCommand compares an archive with what the game makes of it today.
type verifyCommand struct {
	File string `arg:"" help:"L'archive de la partie (.jsonl)."`
}

// Run implements the command. Its exit status is 1 if anything differs.
func (c verifyCommand) Run(env *environment) error {
	r, err := replayFile(c.File)
	if err != nil {
		return err
	}
	agrees := true
	for _, s := range r.steps {
		agrees = agrees && len(s.Differs) == 0
	}
	if err := env.say("cli/verify", map[string]any{"Charter": r.charter, "Steps": r.steps, "Seasons": len(r.steps) - 1, "Agrees": agrees}); err != nil {
		return err
	}
	if !agrees {
		return errDiffers
	}
	return nil
}

// resolveCommand plays an archive again and writes the reports.
type resolveCommand struct {
	Archive string `help:"L'archive de la partie (.jsonl)." required:""`
	DryRun  bool   `help:"Ne rien écrire ; montrer le rapport public de la dernière saison."`
	Out     string `help:"Le dossier où écrire les rapports." default:"rapports"`
	Lang    string `help:"La langue des rapports." enum:"fr,en" default:"fr"`
}

// Run implements the command.
func (c resolveCommand) Run(env *environment) error {
	archive, err := readFile(c.Archive)
	if err != nil {
		return err
	}
	r, err := replay(archive)
	if err != nil {
		return err
	}
	secrets, err := secretsOf(archive)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(env.out)
	for n, step := range r.steps {
		issue := report.Issue{
			Game: r.rules, Charter: r.charter, Played: step.At, Next: step.State, Events: step.Events, Zone: time.UTC,
		}
		if n > 0 {
			issue.Secret, issue.Digest = secrets[n].Secret, secrets[n].Lists
		}
		if n+1 < len(secrets) {
			issue.Commitment = secrets[n+1].Commitment
		}
		if c.DryRun {
			if n != len(r.steps)-1 {
				continue
			}
			public, err := report.Write(issue, 0, c.Lang)
			if err != nil {
				return err
			}
			fmt.Fprintln(out, public.Commun)
			continue
		}
		if err := c.write(r, step, issue); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return env.say("cli/resolve", map[string]any{"DryRun": c.DryRun, "Out": c.Out, "Seasons": len(r.steps) - 1})
}

// write leaves a season's reports in a folder for each lord.
func (c resolveCommand) write(r replayed, step engine.Replayed, issue report.Issue) error {
	for _, f := range append([]engine.Founder{{Seat: 0, Name: "public"}}, r.rules.Seats(step.State)...) {
		written, err := report.Write(issue, f.Seat, c.Lang)
		if err != nil {
			return err
		}
		folder := filepath.Join(c.Out, fmt.Sprintf("saison-%d", step.At.Season), folderName(f))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		for _, file := range written.Files() {
			if err := os.WriteFile(filepath.Join(folder, file.File), []byte(file.Text), 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}

// folderName is a lord's folder: a name that a player chose is no path.
func folderName(f engine.Founder) string {
	if f.Seat == 0 {
		return f.Name
	}
	return fmt.Sprintf("%02d-%s", f.Seat, strings.ReplaceAll(orders.Fold(f.Name), " ", "-"))
}

// A secretLine is what a report tells of the dice, from a line of an archive.
type secretLine struct {
	Commitment string `json:"commitment"`
	Secret     string `json:"secret"`
	Lists      string `json:"lists"`
}

func secretsOf(archive []byte) ([]secretLine, error) {
	var all []secretLine
	for line := range bytes.Lines(archive) {
		var s secretLine
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("reading line %d of the archive: %w", len(all)+1, err)
		}
		all = append(all, s)
	}
	return all, nil
}
