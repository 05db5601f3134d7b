package templates

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		name, text  string
		width, hang int
		want        string
	}{
		{"short", "un deux", 10, 2, "un deux"},
		{"at the edge", "un deux tr", 10, 2, "un deux tr"},
		{"two lines", "un deux trois quatre", 10, 2, "un deux\n  trois\n  quatre"},
		{"keeps the indentation", "  - un deux trois", 12, 2, "  - un deux\n    trois"},
		{"each line by itself", "un deux trois\nquatre cinq six", 10, 0, "un deux\ntrois\nquatre\ncinq six"},
		{"never at an unbreakable space", "il a 1\u202f000\u00a0hommes", 14, 0, "il a\n1\u202f000\u00a0hommes"},
		{"a word longer than a line", "a bbbbbbbbbbbbbbb c", 8, 1, "a\n bbbbbbb\n bbbbbbb\n b c"},
		{"counts runes", "éééé éééé", 9, 0, "éééé éééé"},
		{"blank lines stay", "un\n\ndeux", 10, 0, "un\n\ndeux"},
		{"aligned text that fits stays", "un    deux", 10, 0, "un    deux"},
	}
	for _, test := range tests {
		if got := Wrap(test.text, test.width, test.hang); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("un deux trois", 10, 2)
	f.Add("   éé \u00a0 \n\n x", 8, 3)
	f.Add(strings.Repeat("x", 100), 9, 0)
	f.Fuzz(func(t *testing.T, text string, width, hang int) {
		if !utf8.ValidString(text) || width < 8 || width > 100 || hang < 0 || hang > 4 || strings.Contains(text, "     ") {
			t.Skip()
		}
		got := Wrap(text, width, hang)
		for line := range strings.SplitSeq(got, "\n") {
			if n := utf8.RuneCountInString(line); n > width && strings.TrimLeft(line, " ") != "" {
				t.Errorf("%q: a line of %d columns in %q", text, n, got)
			}
		}
		bare := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if bare(got) != bare(text) {
			t.Errorf("%q lost something: %q", text, got)
		}
	})
}

func TestColumns(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Left(6, "né"), "né    "},
		{Right(6, "1\u202f592"), " 1\u202f592"},
		{Left(6, "Södermanland"), "Söder…"},
		{Right(6, "Södermanland"), "Söder…"},
		{Left(6, "Skåne!"), "Skåne!"},
		{Indent("a\n\nb", 2), "  a\n\n  b"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestCaret(t *testing.T) {
	long := strings.Repeat("a", 50) + "FAULT" + strings.Repeat("b", 50)
	tests := []struct {
		name, source  string
		column, width int
		want          string
	}{
		{"under the fault", "ATT Lancelo Lorrain", 13, 7, "ATT Lancelo Lorrain\n            ^^^^^^^"},
		{"the whole line", "ATTAC", 0, 0, "ATTAC"},
		{"past the end: something is missing", "IMP 5", 6, 1, "IMP 5\n     ^"},
		{"no width is one", "IMP x", 5, 0, "IMP x\n    ^"},
		{"a column that isn't there", "IMP", 40, 1, "IMP"},
		{"accents count one", "Défendre é", 10, 1, "Défendre é\n         ^"},
		{"tabs and controls keep their column", "A\tB\u202eC\x00D", 7, 1, "A B·C·D\n      ^"},
	}
	for _, test := range tests {
		if got := Caret(test.source, test.column, test.width); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
	shown, marks, _ := strings.Cut(Caret(long, 51, 5), "\n")
	if got := string([]rune(shown)[strings.Index(marks, "^"):][:5]); got != "FAULT" || !strings.HasSuffix(marks, "^^^^^") {
		t.Errorf("a long line marks %q:\n%s\n%s", got, shown, marks)
	}
	if n := utf8.RuneCountInString(shown); n > Width-4 {
		t.Errorf("a long line takes %d columns", n)
	}
}

func TestListing(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{join(nil, " et "), ""},
		{join([]string{"A"}, " et "), "A"},
		{join([]string{"A", "B"}, " et "), "A et B"},
		{join([]string{"A", "B", "C"}, " et "), "A, B et C"},
		{french.either([]string{"A", "B"}), "«\u00a0A\u00a0» ou «\u00a0B\u00a0»"},
		{english.either([]string{"A", "B"}), "“A” or “B”"},
		{upperFirst("état"), "État"},
		{upperFirst(""), ""},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func FuzzCaret(f *testing.F) {
	f.Add("ATT Lancelo Lorrain", 13, 7)
	f.Add(strings.Repeat("é", 300)+"\u202e\n\t", 299, 1000)
	f.Add("\xff\x00", 1, -1)
	f.Fuzz(func(t *testing.T, source string, column, width int) {
		got := strings.Split(Caret(source, column, width), "\n")
		if len(got) > 2 {
			t.Fatalf("%q took %d lines", source, len(got))
		}
		for _, line := range got {
			if n := utf8.RuneCountInString(line); n > Width {
				t.Errorf("%q: a line of %d columns", source, n)
			}
			if Printable(line) != line {
				t.Errorf("%q isn't made printable: %q", source, line)
			}
		}
		if len(got) == 2 && strings.Trim(strings.TrimLeft(got[1], " "), "^") != "" {
			t.Errorf("%q: the marks are %q", source, got[1])
		}
	})
}
