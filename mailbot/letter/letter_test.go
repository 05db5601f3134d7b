package letter

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the expected readings in testdata")

// TestCorpus reads every letter of testdata and compares with the reading
// beside it.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 45 {
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
