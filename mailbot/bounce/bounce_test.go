package bounce

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden readings")

// A reading is what a golden file holds.
type reading struct {
	Bounce  bool     `json:"bounce"`
	Reports []Report `json:"reports"`
}

// letters gives the corpus.
func letters(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	all := map[string][]byte{}
	for _, file := range files {
		if all[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestCorpus(t *testing.T) {
	for file, raw := range letters(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var got reading
			got.Reports, got.Bounce = Read(raw)
			golden := strings.TrimSuffix(file, ".eml") + ".json"
			if *update {
				b, err := json.MarshalIndent(got, "", "  ")
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, append(b, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			b, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			var want reading
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Files named not-… are no bounces, all others are, and each of those names
// the letter that bounced.
func TestCorpusIsTold(t *testing.T) {
	const ours = "tour12.k3v7q2m5x4n6b7c2d3f4g5h6ja@jeu.example.org"
	withoutID := []string{"exim-delayed.eml", "exchange-2003-fr.eml"}
	for file, raw := range letters(t) {
		name := filepath.Base(file)
		reports, ok := Read(raw)
		if ok == strings.HasPrefix(name, "not-") {
			t.Errorf("%s: a bounce: %v", name, ok)
		}
		for _, r := range reports {
			first := ""
			if len(r.MessageIDs) > 0 {
				first = r.MessageIDs[0]
			}
			if (first == ours) == slices.Contains(withoutID, name) {
				t.Errorf("%s: letters %q", name, r.MessageIDs)
			}
		}
	}
}

// Line ends don't matter.
func TestCorpusWithCRLF(t *testing.T) {
	for file, raw := range letters(t) {
		want, _ := Read(raw)
		got, _ := Read([]byte(strings.ReplaceAll(string(raw), "\n", "\r\n")))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, raw := range letters(f) {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		reports, ok := Read(raw)
		if ok && len(reports) == 0 || len(reports) > maxReports {
			t.Errorf("%d reports", len(reports))
		}
		for _, r := range reports {
			switch r.Kind {
			case KindFailed, KindDelayed, KindDelivered, KindRelayed, KindExpanded, KindUnknown:
			case KindRead:
				if ok {
					t.Error("a receipt among bounces")
				}
			default:
				t.Errorf("kind %q", r.Kind)
			}
			if r.Permanent && (r.Kind != KindFailed || strings.HasPrefix(r.Status, "4")) {
				t.Errorf("%+v", r)
			}
			if r.Status != "" && statusCode(r.Status) != r.Status {
				t.Errorf("status %q", r.Status)
			}
			if len(r.MessageIDs) > maxMessageIDs {
				t.Errorf("%d identifiers", len(r.MessageIDs))
			}
			for _, s := range append(r.MessageIDs, r.Recipient, r.Final, r.Diagnostic, r.EnvelopeID) {
				if !utf8.ValidString(s) || strings.ContainsAny(s, "\r\n") || len(s) > maxLineBytes {
					t.Errorf("text %q", s)
				}
			}
		}
	})
}

// BenchmarkHostile reads reports made to be slow. Time per byte must not grow
// from a size to the next.
func BenchmarkHostile(b *testing.B) {
	const head = "Return-Path: <>\nFrom: MAILER-DAEMON@x.fr\nSubject: failure notice\n"
	status := head + "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
	tests := []struct{ name, head, unit string }{
		{"recipients", head + "\nundeliverable\n", "\n<jean@free.fr>:\n550 5.1.1 no\n"},
		{"addresses on a line", head + "\nundeliverable ", "a@b.c "},
		{"half addresses", head + "\nundeliverable\n", "a.b.c.d@@@\n"},
		{"a long address", head + "\nundeliverable\n", "a.b@c."},
		{"identifiers", head + "\nundeliverable\n", "Message-ID: <a@b>\nMessage-ID:\n"},
		{"brackets", head + "\nundeliverable\nMessage-ID:", "<"},
		{"codes", head + "\nundeliverable\n", "5.1.5.1.5.1 550.550\n"},
		{"groups", status, "Final-Recipient: rfc822;a@b.c\nAction: failed\n\n"},
		{"folds", status + "Final-Recipient: rfc822;a@b.c\nDiagnostic-Code: x\n", " 550\n"},
		{"failed recipients", head, "X-Failed-Recipients: a@b.c, d@e.f\n"},
		{"parts", status, "--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: a\n"},
	}
	for _, tt := range tests {
		for _, n := range []int{50 << 10, 400 << 10, 3200 << 10} {
			raw := []byte(tt.head + strings.Repeat(tt.unit, n/len(tt.unit)))
			b.Run(fmt.Sprintf("%s/%dkB", tt.name, len(raw)>>10), func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					Read(raw)
				}
			})
		}
	}
}
