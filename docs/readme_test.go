package docs

import (
	"io"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/mailbot/demo"
)

// The confirmation shown in the README is the one that the demo makes, with
// plain spaces for the no-break ones of French.
func TestTheReadmesConfirmationIsReal(t *testing.T) {
	const readme, begins, ends = "../README.md", "`mails/sigrid/002.eml`):\n\n```\n", "\n```\n"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begins)
	shown, after, ended := strings.Cut(rest, ends)
	if !found || !ended {
		t.Fatal("the README has lost its confirmation")
	}
	made := confirmationOfTheDemo(t)
	if *update {
		if err := os.WriteFile(readme, []byte(before+begins+made+ends+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(made, shown); diff != "" {
		t.Errorf("the README shows another confirmation than the demo makes; run go generate ./docs (-demo +README)\n%s", diff)
	}
}

// confirmationOfTheDemo plays the demo as its defaults have it, for one season.
func confirmationOfTheDemo(t *testing.T) string {
	t.Helper()
	out := t.TempDir()
	if _, err := demo.Run(t.Context(), demo.Options{Seasons: 1, Lords: 10, Out: out, Seed: []byte{0x20}}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(out, "mails", "sigrid", "002.eml"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := mail.ReadMessage(f)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.NewReplacer("\r", "", "\u00a0", " ", "\u202f", " ").Replace(string(body)))
}
