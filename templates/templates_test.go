package templates

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Every file parses, no entry is defined twice, and both languages define the
// same entries: whoever reads either can be told the same things.
func TestLanguagesDefineTheSameEntries(t *testing.T) {
	sets := map[string]*Set{}
	for code, l := range map[string]*locale{"fr": french, "en": english} {
		set, err := load(files, l)
		if err != nil {
			t.Fatal(err)
		}
		sets[code] = set
	}
	fr, en := sets["fr"].Names(), sets["en"].Names()
	for _, name := range fr {
		if !slices.Contains(en, name) {
			t.Errorf("%q is in French only", name)
		}
	}
	for _, name := range en {
		if !slices.Contains(fr, name) {
			t.Errorf("%q is in English only", name)
		}
	}
	if len(fr) < 100 {
		t.Errorf("only %d entries found", len(fr))
	}
}

// A language fills in the same facts as the other, so that neither tells less.
func TestLanguagesUseTheSameFacts(t *testing.T) {
	fr, en := In("fr"), In("en")
	for _, name := range fr.Names() {
		a, b := fields(fr, name), fields(en, name)
		if strings.Join(a, " ") != strings.Join(b, " ") {
			t.Errorf("%s fills in %v in French and %v in English", name, a, b)
		}
	}
}

// Entries that fill in nothing are executed: they say something, in lines that
// leave room for an indentation.
func TestWordsSaySomething(t *testing.T) {
	for _, lang := range Languages() {
		set := In(lang)
		for _, name := range set.Names() {
			if len(fields(set, name)) > 0 || strings.Contains(name, "/part/") {
				continue
			}
			text, err := set.Render(name, nil)
			if err != nil {
				t.Error(err)
				continue
			}
			if text == "" || strings.Contains(text, "<no value>") {
				t.Errorf("%s %s says %q", lang, name, text)
			}
		}
	}
}

// A help entry is a paragraph, to be wrapped where it is shown, and perhaps an
// example on a line of its own.
func TestHelpIsAParagraphAndAnExample(t *testing.T) {
	for lang, example := range map[string]string{"fr": "Exemple\u00a0: ", "en": "Example: "} {
		set := In(lang)
		for _, name := range set.Names() {
			if !strings.Contains(name, "/help/") {
				continue
			}
			paragraph, rest, has := strings.Cut(set.Word(name), "\n")
			if strings.Contains(paragraph, "  ") || !strings.HasSuffix(paragraph, ".") {
				t.Errorf("%s %s: %q", lang, name, paragraph)
			}
			if has && (!strings.HasPrefix(rest, example) || strings.Contains(rest, "\n")) {
				t.Errorf("%s %s: after the paragraph, %q", lang, name, rest)
			}
		}
	}
}

// finding has the shape of an order reader's finding.
type finding struct {
	Facts       map[string]string
	Suggestions []string
	Source      string
}

// A finding without its facts still makes a sentence.
func TestFindingsDoWithoutFacts(t *testing.T) {
	for _, lang := range Languages() {
		set := In(lang)
		for _, name := range set.Names() {
			if !strings.HasPrefix(name, "finding/") || strings.Contains(name, "/part/") {
				continue
			}
			text, err := set.Render(name, finding{})
			if err != nil {
				t.Error(err)
				continue
			}
			if len(text) < 8 || strings.Contains(text, "<no value>") || strings.Contains(text, "  ") || !strings.ContainsAny(text[len(text)-1:], ".") && !strings.Contains(name, "may-fail") {
				t.Errorf("%s %s says %q", lang, name, text)
			}
		}
	}
}

func TestUnknownLanguageIsFrench(t *testing.T) {
	for _, lang := range []string{"", "fr", "de", "EN-gb"} {
		if got := In(lang).Lang(); got != "fr" {
			t.Errorf("In(%q) speaks %q", lang, got)
		}
	}
	if got := In("en").Lang(); got != "en" {
		t.Errorf("In(en) speaks %q", got)
	}
}

func TestMissingEntry(t *testing.T) {
	set := In("fr")
	if set.Has("label/unicorn") {
		t.Error("Has finds what isn't there")
	}
	if got := set.Word("label/unicorn"); got != "label/unicorn" {
		t.Errorf("a missing word shows as %q", got)
	}
	if _, err := set.Render("label/unicorn", nil); err == nil {
		t.Error("rendering a missing entry succeeds")
	}
}

func TestLoad(t *testing.T) {
	file := func(text string) fstest.MapFS {
		return fstest.MapFS{"fr/a.tmpl": {Data: []byte(text)}, "fr/b.tmpl": {Data: []byte(`{{define "b"}}B{{end}}`)}}
	}
	set, err := load(file("{{define \"a\"}}un \\\n   deux{{with .Facts.gone}}{{.}}{{end}} !\n\n\n  trois  {{end}}"), french)
	if err != nil {
		t.Fatal(err)
	}
	got, err := set.Render("a", finding{})
	if want := "un deux\u00a0!\n\n  trois"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, fault := range []string{`{{define "a"}}`, `{{define "b"}}again{{end}}`, `{{define "a"}}{{nothing}}{{end}}`} {
		if _, err := load(file(fault), french); err == nil {
			t.Errorf("loading %q succeeds", fault)
		}
	}
}
