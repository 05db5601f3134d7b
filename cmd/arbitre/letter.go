package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"

	"arbitre/mailbot"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/proof"
)

// letterCommand shows how a message is read, and what it brings to prove its
// author.
type letterCommand struct {
	File          string `arg:"" help:"Le message, au format .eml ; - pour l'entrée standard."`
	JSON          bool   `help:"En JSON."`
	DNS           bool   `help:"Demander au DNS les clefs des signatures DKIM." name:"dns"`
	AuthservID    string `help:"Le serveur dont l'en-tête Authentication-Results fait foi." name:"authserv-id"`
	ReceivedAbove int    `help:"Combien de lignes Received il met au-dessus."`
}

// errOffline is why a key isn't known without --dns.
var errOffline = &net.DNSError{Err: "no name server is asked without --dns", IsTemporary: true}

// Run implements the command.
func (c letterCommand) Run(env *environment) error {
	raw, err := readFile(c.File)
	if err != nil {
		return err
	}
	l := letter.Read(raw)
	checker := proof.Checker{TrustedAuthservID: c.AuthservID, ReceivedAbove: c.ReceivedAbove}
	if !c.DNS {
		checker.LookupTXT = func(context.Context, string) ([]string, error) { return nil, errOffline }
	}
	v := checker.Check(env.ctx, raw, l.From.Addr)
	proofs := letterProofs{Password: mailbot.HasPassword(l)}
	proofs.Proof.Proven, proofs.Proof.How, proofs.Proof.Reasons = v.Proven, v.How, append([]string{}, v.Reasons...)
	if c.JSON {
		return writeLetter(env.out, l, proofs)
	}
	if err := env.say("cli/letter", l); err != nil {
		return err
	}
	fmt.Fprintln(env.out)
	return env.say("cli/proofs", proofs)
}

// letterProofs are the proofs that a letter brings besides its tokens.
type letterProofs struct {
	Password bool `json:"password"` // it has a password line
	Proof    struct {
		Proven  bool     `json:"proven"`
		How     string   `json:"how"`
		Reasons []string `json:"reasons"`
	} `json:"proof"`
}

// writeLetter prints a reading in JSON, its proofs among its other fields.
func writeLetter(w io.Writer, l *letter.Letter, proofs letterProofs) error {
	read, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("writing the letter in JSON: %w", err)
	}
	shown, err := json.Marshal(proofs)
	if err != nil {
		return fmt.Errorf("writing the proofs in JSON: %w", err)
	}
	joined := append(append(bytes.TrimSuffix(read, []byte("}")), ','), bytes.TrimPrefix(shown, []byte("{"))...)
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(json.RawMessage(joined))
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
