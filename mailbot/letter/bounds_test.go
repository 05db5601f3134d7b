package letter

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func kinds(l *Letter) []string {
	var ks []string
	for _, r := range l.Remarks {
		ks = append(ks, r.Kind)
	}
	return ks
}

// TestBounds reads letters made to exhaust, and says what is kept of them.
func TestBounds(t *testing.T) {
	plain := "From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
	html := "From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n"
	nested := func(n int) string {
		var b strings.Builder
		b.WriteString("From: a@example.org\n")
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		b.WriteString("Content-Type: text/plain\n\nATT Lorraine\n")
		return b.String()
	}
	tests := []struct {
		name, raw string
		remark    string
		lines     int // of new text, or -1 for some
	}{
		{"10 MB of text", plain + strings.Repeat("ATT Lorraine Lancelot\n", 480_000), RemarkTruncated, -1},
		{"10 MB on one line", plain + strings.Repeat("a", 10<<20), RemarkTruncated, 1},
		{"50 000 lines", plain + strings.Repeat("IMP 5\n", 50_000), RemarkTruncated, maxLines},
		{"200 nested parts", nested(200), RemarkTooDeep, 0},
		{"nested within reason", nested(10), RemarkBrokenMIME, 1},
		{"2000 parts", "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nATT Lorraine\n", 2000), RemarkTooManyParts, -1},
		{"100 letters within letters", strings.Repeat("From: a@example.org\nContent-Type: message/rfc822\n\n", 100), "", 0},
		{"10 MB of HTML elements", html + strings.Repeat("<div>\n", 2<<20), RemarkTruncated, 0},
		{"tables within tables", html + strings.Repeat("<table><tr><td>a", 5000), "", 5000},
		{"10 MB of base64 padding", "From: a@example.org\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("=\n", 5<<20), "", 0},
		{"markers without end", plain + strings.Repeat("-----Message d'origine-----\n\n", 10_000), "", 0},
		{"separators without end", plain + strings.Repeat("--\nATT Lorraine Lancelot\n", 9_000), "", 18_000},
		{"attributions without end", plain + strings.Repeat("Le 3 nov. 2026 a écrit :\n", 10_000), "", -1},
		{"fields without end", plain + strings.Repeat("Nom : a@b.fr\n", 5_000), "", 5_000},
		{"initials without end", plain + strings.Repeat("JD> a\nATT A\nJD> b\nJD> c\n", 5_000), "", 5_000},
		{"attributions over quotes without end", html + strings.Repeat("<div class=gmail_attr>Le 3 nov. 2026 à 21:14, X &lt;x@y.fr&gt; a écrit :</div><p>ATT Lorraine A</p>", 5_000) + "<blockquote>x</blockquote>", "", -1},
		{"text encoded twice without end", plain + strings.Repeat("Ã©", 200_000), "", 1},
		{"rulers without end", plain + strings.Repeat("------------------------------\na\n", 9_000), "", 18_000},
		{"a header without end", "From: a@example.org\n" + strings.Repeat("X-A: b\n", 300_000), "", 0},
		{"a header line without end", "From: a@example.org\nSubject: " + strings.Repeat("a\n ", 1<<20), "", 0},
		{"addresses without end", "From: a@example.org\nTo: " + strings.Repeat("a@b.fr, ", 200_000), "", 0},
		{"encoded-words without end", "From: a@example.org\nSubject: " + strings.Repeat("=?utf-8?Q?", 100_000), "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Read([]byte(tt.raw))
			if n := len(l.NewText); tt.lines >= 0 && n != tt.lines || tt.lines < 0 && n == 0 {
				t.Errorf("%d new lines, want %d", n, tt.lines)
			}
			if tt.remark != "" && !slices.Contains(kinds(l), tt.remark) {
				t.Errorf("remarks %v, want %s", l.Remarks, tt.remark)
			}
			checkReading(t, l, len(tt.raw))
		})
	}
}
