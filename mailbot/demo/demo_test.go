package demo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/mailbot/letter"
)

// play runs a demo into a folder of its own.
func play(t *testing.T, seed string, lords, seasons int) (Result, string) {
	t.Helper()
	out := t.TempDir()
	result, err := Run(context.Background(), Options{Seasons: seasons, Lords: lords, Out: out, Seed: []byte(seed)})
	if err != nil {
		t.Fatal(err)
	}
	return result, out
}

// files reads every file below a folder.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, folder)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheSameSeedGivesTheSameReports(t *testing.T) {
	_, first := play(t, "one", 4, 2)
	_, second := play(t, "one", 4, 2)
	_, other := play(t, "two", 4, 2)
	a, b := files(t, filepath.Join(first, "reports")), files(t, filepath.Join(second, "reports"))
	if want := 3 * (4*4 + 2); len(a) != want {
		t.Errorf("%d report files, want %d: a founding and two seasons, four files a lord and two for the public", len(a), want)
	}
	for name, text := range a {
		if b[name] != text {
			t.Errorf("%s differs between two runs of one seed", name)
		}
	}
	c := files(t, filepath.Join(other, "reports"))
	same := 0
	for name, text := range a {
		if c[name] == text {
			same++
		}
	}
	if same == len(a) {
		t.Error("another seed gave the same reports")
	}
}

func TestEveryLetterIsConfirmed(t *testing.T) {
	result, out := play(t, "styles", MaxLords, 1)
	season := result.Seasons[0]
	if season.Letters < MaxLords+1 || season.Confirmations != season.Letters {
		t.Errorf("%d letters of %d lords had %d confirmations", season.Letters, MaxLords, season.Confirmations)
	}
	inbox := files(t, filepath.Join(out, "mails", "heraut"))
	if len(inbox) != season.Letters {
		t.Errorf("the herald's mailbox holds %d letters, %d were written", len(inbox), season.Letters)
	}
	for name, raw := range inbox {
		if l := letter.Read([]byte(raw)); l.Automated || len(l.NewText) == 0 {
			t.Errorf("%s isn't read as a player's letter: automated %q, %d lines", name, l.AutomatedReason, len(l.NewText))
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{{Lords: 1, Seasons: 1}, {Lords: MaxLords + 1, Seasons: 1}, {Lords: 2, Seasons: 0}} {
		o.Out = t.TempDir()
		if _, err := Run(context.Background(), o); err == nil {
			t.Errorf("%d lords for %d seasons is taken", o.Lords, o.Seasons)
		}
	}
}
