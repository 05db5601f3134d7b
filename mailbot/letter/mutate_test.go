package letter

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestMutated breaks letters of the corpus byte by byte: whatever the damage,
// the reading stays sound, and takes no longer than a person would notice.
func TestMutated(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	letters := make([][]byte, len(files))
	for i, file := range files {
		if letters[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	// What breaks parsers, beside what chance brings.
	scraps := []string{"\x00", "\r", "\n\n", "--", "=\n", "=?utf-8?B?", "\">", "<blockquote>", "</td>", "Content-Type: multipart/mixed; boundary=\n", "\xff\xfe", "> ", "\x1b[2J", "Content-Transfer-Encoding: base64\n", ":", "&#x"}
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(letters)-1).Draw(rt, "letter")
		raw := slices.Clone(letters[i])
		for range rapid.IntRange(1, 8).Draw(rt, "damages") {
			at := rapid.IntRange(0, len(raw)).Draw(rt, "at")
			to := min(len(raw), at+rapid.IntRange(0, 60).Draw(rt, "length"))
			switch rapid.IntRange(0, 4).Draw(rt, "damage") {
			case 0:
				raw = slices.Delete(raw, at, to)
			case 1:
				raw = slices.Insert(raw, at, slices.Clone(raw[at:to])...)
			case 2:
				raw = slices.Insert(raw, at, []byte(rapid.SampledFrom(scraps).Draw(rt, "scrap"))...)
			case 3:
				for k := at; k < to; k++ {
					raw[k] ^= byte(rapid.IntRange(1, 255).Draw(rt, "bits"))
				}
			case 4:
				raw = raw[:at]
			}
		}
		start := time.Now()
		l := Read(raw)
		if took := time.Since(start); took > time.Second {
			rt.Errorf("%s took %v", files[i], took)
		}
		checkReading(t, l, len(raw))
		if t.Failed() {
			rt.Fatalf("%s, broken:\n%q", files[i], raw)
		}
	})
}
