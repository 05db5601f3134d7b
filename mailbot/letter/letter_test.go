package letter

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the expected readings in testdata")

// TestCorpus reads every letter of testdata and compares with the reading
// beside it.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 300 {
		t.Fatalf("corpus: %d letters, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			e := json.NewEncoder(&got)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(Read(raw)); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".eml") + ".json"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("reading differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCorpusHoldsItsPromises checks what must never change in the corpus,
// whatever the golden files say: the old orders that its letters quote are not
// new, and its machines are told from its people.
func TestCorpusHoldsItsPromises(t *testing.T) {
	machines := regexp.MustCompile(`^(?:bounce|vacation|receipt|challenge|newsletter|notification|notice|list|auto-ack|ack|delayed|relayed|virus|own-letter)-|^(?:read-receipt|mailing-list|calendar-reply)$`)
	people := map[string]bool{"vacation-person-quotes-it": true}
	retold := map[string]bool{"prose-old-order-retold": true} // tells of an old order in a sentence
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l := Read(raw)
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		if want := machines.MatchString(name) && !people[name]; l.Automated != want {
			t.Errorf("%s: automated %v, %q", name, l.Automated, l.AutomatedReason)
		}
		for _, line := range l.NewText {
			if !l.Automated && !retold[name] && (strings.Contains(line.Text, "ATT Gotland") || strings.Contains(line.Text, "IMP 4 TOUT")) {
				t.Errorf("%s: an old order is new: %q", name, line.Text)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"gmail-web-top", "outlook-desktop-plain", "thunderbird-bottom", "outlook-desktop-html"} {
		raw, err := os.ReadFile("testdata/" + name + ".eml")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				Read(raw)
			}
		})
	}
}
