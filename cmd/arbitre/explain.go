package main

import (
	"fmt"
	"strings"
)

// explainCommand shows how a draw came about.
type explainCommand struct {
	File   string `arg:"" help:"L'archive de la partie (.jsonl)."`
	Season int    `help:"La saison ; 0 pour la fondation." required:""`
	Draw   string `help:"Le nom du tirage ; sans lui, la liste de tous." placeholder:"NOM"`
}

// Run implements the command.
func (c explainCommand) Run(env *environment) error {
	r, err := replayFile(c.File)
	if err != nil {
		return err
	}
	for _, step := range r.steps {
		if step.At.Season != c.Season {
			continue
		}
		if c.Draw == "" {
			for _, d := range step.Draws {
				fmt.Fprintf(env.out, "%s\t%d\t%d\n", d.Name, d.N, d.Value)
			}
			return nil
		}
		var near []string
		for _, d := range step.Draws {
			if d.Name == c.Draw {
				return env.say("cli/explain", map[string]any{"Draw": d, "How": step.Dice.Explain(d.Name, d.N), "Season": c.Season})
			}
			if strings.HasPrefix(d.Name, c.Draw) && len(near) < 5 {
				near = append(near, d.Name)
			}
		}
		if len(near) > 0 {
			return fmt.Errorf("no draw of season %d is called %q; some that begin so: %s", c.Season, c.Draw, strings.Join(near, ", "))
		}
		return fmt.Errorf("no draw of season %d is called %q; without --draw all are listed", c.Season, c.Draw)
	}
	return fmt.Errorf("the archive has no season %d: its last is season %d", c.Season, r.steps[len(r.steps)-1].At.Season)
}
