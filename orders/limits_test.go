package orders

import (
	"strings"
	"testing"
	"time"
)

func TestLongLettersAreCut(t *testing.T) {
	lines := make([]Line, 50_000)
	for i := range lines {
		lines[i] = Line{i + 1, "LIB Jean"}
	}
	got := Read(testGrammar(), lines)
	if len(got.Orders) != MaxLines || !got.Truncated {
		t.Fatalf("%d orders read, truncated %v", len(got.Orders), got.Truncated)
	}
	f := got.Findings[0]
	if len(got.Findings) != 1 || f.Kind != TooManyLines || f.Line != MaxLines+1 || f.Facts["unread"] != "48000" {
		t.Errorf("finding %+v", f)
	}
}

func TestEmptyLinesAreNotCounted(t *testing.T) {
	lines := make([]Line, 50_000)
	for i := range lines {
		lines[i] = Line{i + 1, " - "}
	}
	lines[49_999].Text = "LIB Jean"
	if got := Read(testGrammar(), lines); len(got.Orders) != 1 || got.Truncated {
		t.Errorf("%d orders, truncated %v", len(got.Orders), got.Truncated)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("très ", 200)
	for _, test := range []struct {
		name, text, told string
		truncated        bool
	}{
		{"an order", "ATT Lancelot " + long, "line-too-long", true},
		{"a paragraph", "Il fait " + long, "prose", false},
		{"orders between semicolons", strings.Repeat("LIB Jean;", 60) + "LIB Zut",
			strings.Repeat("LIB Jean; ", 60) + "unknown-name «Zut»", false},
		{"10 MB of one word", strings.Repeat("é", 5_000_000), "prose", false},
		{"10 MB of an order", "ATT " + strings.Repeat("x ", 5_000_000), "line-too-long", true},
		{"10 MB of NUL", strings.Repeat("\x00", 10_000_000), "", false},
	} {
		r := NewReader(testGrammar())
		got := r.Read([]Line{{1, test.text}})
		if s := told(r, got); s != test.told || got.Truncated != test.truncated {
			t.Errorf("%s: %s, truncated %v", test.name, s, got.Truncated)
		}
		for _, f := range got.Findings {
			if len(f.Source) > 1000 {
				t.Errorf("%s: a source of %d bytes", test.name, len(f.Source))
			}
		}
	}
}

// hostile are lines made to keep a reader busy.
var hostile = map[string]string{
	"small words":     "ATT " + strings.Repeat("le ", 160),
	"names":           "TSF " + strings.Repeat("Jean le Bon ", 40),
	"slips":           "ATT " + strings.Repeat("Lancelo ", 60),
	"numbers":         "FCO " + strings.Repeat("100 ", 120),
	"quotes":          "REN " + strings.Repeat("«", 490),
	"passwords":       strings.Repeat("mdp ", 120),
	"passwords apart": strings.Repeat("mdp x;", 80),
	"semicolons":      strings.Repeat("A;", 240),
	"hashes":          strings.Repeat("#1", 240),
	"almost codes":    strings.Repeat("ATY;", 120),
	"sentences":       "Je " + strings.Repeat("attaque ", 12),
	"classes":         "DEF " + strings.Repeat("armée de la ", 40),
}

func TestHostileLettersTakeNoTime(t *testing.T) {
	r := NewReader(largeGrammar())
	for name, line := range hostile {
		lines := make([]Line, 50)
		for i := range lines {
			lines[i] = Line{i + 1, line}
		}
		start := time.Now()
		r.Read(lines)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v for %d lines", name, took, len(lines))
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}
