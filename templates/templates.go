// Package templates holds every word that a person reads, in French and in
// English: a report's sentences, the reasons for a refusal, the help pages, the
// labels of an order's arguments. It knows no game: an entry is found by its
// name and fills in whatever data it is given.
//
// The entries are text/template definitions in fr/*.tmpl and en/*.tmpl. Both
// languages define the same names. In a template file a backslash at the end of
// a line joins it to the next, without the next line's indentation, so that a
// sentence with alternatives can be laid out readably.
//
// An entry is rendered without blank space around it, and in French with the
// spaces that its typography asks for (see locale.finish). It isn't wrapped:
// that is Wrap's task, once the place of the text is known.
package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
)

//go:embed fr/*.tmpl en/*.tmpl
var files embed.FS

// Width is the number of columns that a mail's text keeps to.
const Width = 72

// A Set is one language's entries. It may be used by several goroutines.
type Set struct {
	locale *locale
	root   *template.Template
}

var sets = map[string]func() *Set{
	"fr": sync.OnceValue(func() *Set { return mustLoad(files, french) }),
	"en": sync.OnceValue(func() *Set { return mustLoad(files, english) }),
}

// Languages are the languages there are, the first being the one that is
// spoken to whoever hasn't chosen.
func Languages() []string { return []string{"fr", "en"} }

// In returns the entries of a language: "fr" or "en". Any other is answered in French.
func In(lang string) *Set {
	if set, ok := sets[lang]; ok {
		return set()
	}
	return sets[Languages()[0]]()
}

// mustLoad reads the embedded files, which the tests have read before: a fault
// in them is a fault of the program.
func mustLoad(from fs.FS, l *locale) *Set {
	set, err := load(from, l)
	if err != nil {
		panic(err)
	}
	return set
}

var continued = regexp.MustCompile(`\\\n[ \t]*`)

// load parses every file of a language. An entry defined twice is an error.
func load(from fs.FS, l *locale) (*Set, error) {
	set := &Set{locale: l, root: template.New(l.code).Option("missingkey=zero")}
	set.root.Funcs(set.functions())
	paths, err := fs.Glob(from, l.code+"/*.tmpl")
	if err != nil {
		return nil, fmt.Errorf("listing the templates: %w", err)
	}
	for _, path := range paths {
		source, err := fs.ReadFile(from, path)
		if err != nil {
			return nil, fmt.Errorf("reading a template: %w", err)
		}
		// Each file is parsed by itself first, because a second definition
		// of a name would silently replace the first.
		file, err := template.New(path).Funcs(set.functions()).Parse(continued.ReplaceAllString(string(source), ""))
		if err != nil {
			return nil, fmt.Errorf("parsing a template: %w", err)
		}
		for _, t := range file.Templates() {
			if t.Name() == path {
				continue
			}
			if set.Has(t.Name()) {
				return nil, fmt.Errorf("%s: %q is defined elsewhere too", path, t.Name())
			}
			if _, err := set.root.AddParseTree(t.Name(), t.Tree); err != nil {
				return nil, fmt.Errorf("%s: adding %q: %w", path, t.Name(), err)
			}
		}
	}
	return set, nil
}

// Lang is the set's language.
func (s *Set) Lang() string { return s.locale.code }

// Has tells whether there is an entry of this name.
func (s *Set) Has(name string) bool { return s.root.Lookup(name) != nil }

// Names are the entries' names, ascending.
func (s *Set) Names() []string {
	var names []string
	for _, t := range s.root.Templates() {
		if t.Name() != s.locale.code {
			names = append(names, t.Name())
		}
	}
	slices.Sort(names)
	return names
}

// Render puts data into words. A fact that is missing leaves its place empty;
// the error is for an entry that isn't there or data of another shape.
func (s *Set) Render(name string, data any) (string, error) {
	var b strings.Builder
	if !s.Has(name) {
		return "", fmt.Errorf("no %s template %q", s.locale.code, name)
	}
	if err := s.root.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("rendering %q in %s: %w", name, s.locale.code, err)
	}
	return s.locale.finish(trimLines(b.String())), nil
}

// Word is a short entry that needs no data: "label/knight". One that is
// missing or needs data shows as its name, which can be seen and corrected.
func (s *Set) Word(name string) string {
	text, err := s.Render(name, nil)
	if err != nil {
		return name
	}
	return text
}

// trimLines takes away the blank at the ends of lines, blank lines around the
// text, and all but one of several blank lines together.
func trimLines(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" && (len(kept) == 0 || kept[len(kept)-1] == "") {
			continue
		}
		kept = append(kept, line)
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n")
}
