package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/mailbot"
)

// checkCommand shows the confirmation that some orders would get.
type checkCommand struct {
	Game string `help:"La partie : son archive, le dossier où elle est, ou son nom dans arbitre-data." required:""`
	As   string `help:"Le seigneur, par son nom ou son numéro (#3)." required:""`
	Lang string `help:"La langue de la réponse." enum:"fr,en" default:"fr"`
	File string `arg:"" help:"Une lettre (.eml) ou un texte d'ordres ; - pour l'entrée standard."`
}

// Run implements the command: the game is replayed from its archive, so that
// nothing that a daemon uses is touched.
func (c checkCommand) Run(env *environment) error {
	archive, err := findArchive(c.Game)
	if err != nil {
		return err
	}
	r, err := replay(archive)
	if err != nil {
		return err
	}
	seat, err := r.seat(c.As)
	if err != nil {
		return err
	}
	raw, err := readFile(c.File)
	if err != nil {
		return err
	}
	text, err := mailbot.Preview(r.rules, r.steps[len(r.steps)-1].State, seat, c.Lang, raw)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.out, text)
	return err
}

// findArchive reads the archive of a game, named by its file, by a folder that
// holds one archive, or by the game's name in arbitre-data.
func findArchive(game string) ([]byte, error) {
	info, err := os.Stat(game)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		path := filepath.Join("arbitre-data", game+".jsonl")
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no archive %s nor %s", game, path)
		}
		return data, err
	case err != nil:
		return nil, err
	case !info.IsDir():
		return os.ReadFile(game)
	}
	found, err := filepath.Glob(filepath.Join(game, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("the folder %s holds %d archives (*.jsonl), not one: name the file", game, len(found))
	}
	return os.ReadFile(found[0])
}
