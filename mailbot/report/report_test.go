package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"arbitre/engine"
	"arbitre/templates"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The reports of a season laid out by hand, as their readers get them.
func TestGolden(t *testing.T) {
	issue := theIssue(t)
	for _, lang := range templates.Languages() {
		for name, seat := range map[string]engine.Seat{"olaf": 1, "ingrid": 2, "harald": 3, "public": 0} {
			r, err := Write(issue, seat, lang)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+lang+".mail.txt", r.Body)
			if seat == 0 {
				golden(t, "COMMUN."+lang+".txt", r.Commun)
			} else {
				golden(t, name+"."+lang+".TOUR.txt", r.Tour)
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s changed (-want +got); look, then run with -update:\n%s", name, diff)
	}
	layout(t, name, got)
}

// layout holds a text against what every mail keeps to.
func layout(t *testing.T, name, text string) {
	t.Helper()
	if !utf8.ValidString(text) || strings.Contains(text, "\r") || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
		t.Errorf("%s isn't UTF-8 text that ends with one newline", name)
	}
	if strings.Contains(text, "<no value>") || strings.Contains(text, "%!") {
		t.Errorf("%s misses a fact:\n%s", name, text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if n := utf8.RuneCountInString(line); n > templates.Width {
			t.Errorf("%s has a line of %d columns: %q", name, n, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("%s has a blank at the end of %q", name, line)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	issue := theIssue(b)
	for b.Loop() {
		if _, err := Write(issue, 1, "fr"); err != nil {
			b.Fatal(err)
		}
	}
}

// ETAT tells a lord his fief and the public the realm, without a season's news.
func TestState(t *testing.T) {
	issue := theIssue(t)
	for _, test := range []struct {
		seat       engine.Seat
		lang       string
		want, lack string
	}{
		{1, "fr", "VOS CHEVALIERS", "CLASSEMENT"},
		{1, "en", "YOUR KNIGHTS", "RANKING"},
		{3, "fr", "est mort", "VOS CHEVALIERS"},
		{0, "fr", "CLASSEMENT", "VOS"},
	} {
		text, err := State(issue.Game, issue.Game.Brief(issue.Next, test.seat), test.lang)
		if err != nil || !strings.Contains(text, test.want) || strings.Contains(text, test.lack) {
			t.Errorf("seat %d in %s: %v\n%s", test.seat, test.lang, err, text)
		}
		layout(t, "ETAT", text+"\n")
	}
	if _, err := State(issue.Game, strangeBrief{}, "fr"); err == nil {
		t.Error("a game without words is put into words")
	}
}

type strangeBrief struct{}

func (strangeBrief) Moment() engine.Moment { return engine.Moment{} }
