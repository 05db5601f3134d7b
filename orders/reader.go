package orders

import (
	"slices"
	"strconv"
)

// The limits of what is read of one letter.
const (
	MaxLines = 2000 // lines and pieces of lines
	MaxLine  = 500  // runes of an order
)

// A Line is a line of a letter's new text.
type Line struct {
	Number int    `json:"number"` // in the letter, from 1
	Text   string `json:"text"`
}

// A Reading is all that was understood of a letter's new text.
type Reading struct {
	Orders     List      // of class ForGame, in the order written
	Directives []Order   // words that tell how to take the letter: AJOUT, SAISON 13
	Queries    []Order   // words that ask something: AIDE, ETAT
	Findings   []Finding // refusals and notes, by line
	Prose      []Line    // what doesn't look like orders: not executed, told apart
	Fumbled    []string  // codes of the directives that decide on the list (AJOUT, EFFACER, SAISON) and that a refused line began with
	Truncated  bool      // something was too long and not read; a finding tells what
}

// Understood says whether anything at all was: a letter of which nothing was
// must never replace a good list.
func (r Reading) Understood() bool {
	return len(r.Orders)+len(r.Directives)+len(r.Queries) > 0
}

// A Reader reads letters against one grammar, whose names it has indexed. It
// is safe for use by several goroutines at once.
type Reader struct {
	forms      []form // the Arbitre's words, then the game's
	byCode     map[string]int
	heads      *heads
	names      names
	classes    map[string][]string // word for a class → classes
	classWords int                 // words of the longest of them
	classNames []Word
	orderWords []orderWord // every spelling of every order word
}

// NewReader makes a grammar ready for reading.
func NewReader(g Grammar) *Reader {
	r := &Reader{byCode: map[string]int{}, heads: newHeads(), names: indexNames(g.Names), classes: map[string][]string{}, classNames: g.Classes}
	for _, f := range append(Words(), g.Forms...) {
		i := len(r.forms)
		r.forms = append(r.forms, newForm(f))
		r.byCode[f.Code] = i
		for _, s := range append([]string{f.Code, f.French, f.English}, f.Aliases...) {
			r.heads.add(s, i)
			if key := []rune(nameKey(s)); len(key) >= 3 {
				r.orderWords = append(r.orderWords, orderWord{key, i})
			}
		}
	}
	r.indexClasses(g)
	return r
}

// indexClasses enters the words for classes of names: the class itself, and
// those that the grammar gives.
func (r *Reader) indexClasses(g Grammar) {
	enter := func(class, s string) {
		key := nameKey(s)
		if key != "" && !slices.Contains(r.classes[key], class) {
			r.classes[key] = append(r.classes[key], class)
			r.classWords = max(r.classWords, countWords(key))
		}
	}
	for _, f := range g.Forms {
		for _, p := range f.Params {
			for _, class := range p.Of {
				enter(class, class)
			}
		}
	}
	for _, w := range g.Classes {
		for _, s := range w.Forms {
			enter(w.Key, s)
		}
		enter(w.Key, w.English)
	}
}

// Read reads lines against a grammar once; who reads several letters against
// one grammar keeps a Reader.
func Read(g Grammar, lines []Line) Reading { return NewReader(g).Read(lines) }

// Form finds a form by its code, its name or an alias, in any spelling.
func (r *Reader) Form(text string) (Form, bool) {
	var t tokens
	t.cut(text, 0, min(len(text), MaxLine), 0)
	form, end := r.heads.match(&t, 0)
	if form < 0 || end != len(t.all) {
		return Form{}, false
	}
	return r.forms[form].Form, true
}

// Read reads the new text of a letter.
func (r *Reader) Read(lines []Line) Reading {
	s := session{Reader: r}
	for i, l := range lines {
		if !s.read(l) {
			s.Truncated = true
			s.Findings = append(s.Findings, Finding{Line: l.Number, Severity: Refused, Kind: TooManyLines,
				Facts: map[string]string{"max": strconv.Itoa(MaxLines), "unread": strconv.Itoa(len(lines) - i)}})
			break
		}
	}
	return s.Reading
}
