package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"arbitre/mailbot/letter"
)

// letterCommand shows how a message is read.
type letterCommand struct {
	File string `arg:"" help:"Le message, au format .eml ; - pour l'entrée standard."`
	JSON bool   `help:"En JSON."`
}

// Run implements the command.
func (c letterCommand) Run(env *environment) error {
	raw, err := readFile(c.File)
	if err != nil {
		return err
	}
	l := letter.Read(raw)
	if c.JSON {
		encoder := json.NewEncoder(env.out)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(l)
	}
	return env.say("cli/letter", l)
}

// readFile reads a file, or the standard input for "-".
func readFile(path string) ([]byte, error) {
	if path == "-" {
		data, err := io.ReadAll(os.Stdin)
		if err != nil {
			return nil, fmt.Errorf("reading the standard input: %w", err)
		}
		return data, nil
	}
	return os.ReadFile(path)
}
