package orders

import (
	"slices"
	"strconv"
)

// A form is a Form made ready for reading.
type form struct {
	Form
	counts bool // one of its numbers counts things: "CHE 3 chevaliers"
	params []param
}

// A param is a Param with its fixed words by their folded spelling.
type param struct {
	Param
	fixed map[string]string // → Word.Key
	words int               // words of the longest
}

func newForm(f Form) form {
	out := form{Form: f}
	for _, p := range f.Params {
		q := param{Param: p}
		for _, w := range p.Words {
			for _, s := range append([]string{w.English}, w.Forms...) {
				key := nameKey(s)
				if key == "" {
					continue
				}
				if q.fixed == nil {
					q.fixed = map[string]string{}
				}
				if _, taken := q.fixed[key]; !taken {
					q.fixed[key] = w.Key
				}
				q.words = max(q.words, countWords(key))
			}
		}
		out.counts = out.counts || p.Unit == "count"
		out.params = append(out.params, q)
	}
	return out
}

func countWords(key string) int {
	n := 1
	for i := range len(key) {
		if key[i] == ' ' {
			n++
		}
	}
	return n
}

// A candidate is one way to read a parameter at a token.
type candidate struct {
	from int // its first token, without a word for its class
	end  int // token after it
	what what
	name int // index in names.all
	n    int
	text string // word key, free text or secret
	slip bool   // the name is written one slip away
	unit string // that a number says
}

type what uint8

const (
	isName what = iota
	isNumber
	isWord
	isText
)

// A matcher finds the ways to read the arguments of one order. It first looks
// for the order of the table, then for any other that the types allow.
type matcher struct {
	r        *Reader
	t        *tokens
	f        *form
	from, to int  // first token of the arguments; last byte of the piece
	ordered  bool // parameters only in the order of the table
	slips    bool // names may be misspelt
	exact    bool // they never may
	blanks   blanks

	picked  []candidate // by parameter
	used    uint32      // parameters picked
	dead    []bool      // (token, used) from which nothing can be read
	found   []reading
	scratch []candidate
	figs    []figure
}

// A reading is one way to read all the arguments.
type reading struct {
	used   uint32
	picked []candidate
}

// maxMisspelt is how many words the arguments may have for misspelt names to be
// looked for among them; longer lines are no orders.
const maxMisspelt = 32

// maxReadings is how many ways to read a line are looked for.
const maxReadings = suggestions + 1

// read finds the ways to read the arguments from token from on: none, one, or
// several between which nothing decides.
func (m *matcher) read() []reading {
	if len(m.f.params) > 31 {
		return nil
	}
	for _, m.slips = range [...]bool{false, true} {
		if m.slips && (m.exact || len(m.t.all)-m.from > maxMisspelt) {
			return nil
		}
		for _, m.ordered = range [...]bool{true, false} {
			m.found, m.used, m.scratch = m.found[:0], 0, m.scratch[:0]
			m.picked = append(m.picked[:0], make([]candidate, len(m.f.params))...)
			m.dead = m.dead[:0]
			if len(m.f.params) <= 6 {
				m.dead = append(m.dead, make([]bool, (len(m.t.all)-m.from+1)<<len(m.f.params))...)
			}
			m.walk(m.from)
			if len(m.found) > 0 {
				return m.found
			}
			if len(m.f.params) == 0 {
				return nil
			}
		}
	}
	return nil
}

// walk reads on from token i, and reports every full reading.
func (m *matcher) walk(i int) {
	if len(m.found) >= maxReadings {
		return
	}
	if i >= len(m.t.all) {
		if m.missing() == 0 {
			m.report()
		}
		return
	}
	state := (i-m.from)<<len(m.f.params) | int(m.used)
	if len(m.dead) > 0 && m.dead[state] {
		return
	}
	before := len(m.found)
	for p := range m.f.params {
		if m.used&(1<<p) != 0 || m.ordered && m.used>>p != 0 {
			continue
		}
		start := len(m.scratch)
		m.candidates(i, p)
		for k := start; k < len(m.scratch); k++ {
			c := m.scratch[k]
			if !m.ordered && m.rightful(p, c) {
				continue
			}
			reached := len(m.found)
			m.picked[p] = c
			m.used |= 1 << p
			m.walk(c.end)
			m.used &^= 1 << p
			if (c.what == isName || c.what == isWord) && len(m.found) > reached {
				break // a fixed word outdoes a name, a longer name a shorter one
			}
		}
		m.scratch = m.scratch[:start]
		if m.ordered && !m.f.params[p].Optional {
			break
		}
	}
	if len(m.found) == before {
		if m.skip(i) {
			m.walk(i + 1)
		}
		if len(m.found) == before && len(m.dead) > 0 {
			m.dead[state] = true
		}
	}
}

// missing is the set of the required parameters not yet picked.
func (m *matcher) missing() uint32 {
	var out uint32
	for p := range m.f.params {
		if m.used&(1<<p) == 0 && !m.f.params[p].Optional {
			out |= 1 << p
		}
	}
	return out
}

// written is what tokens i to j say in the line, as it may be shown.
func (m *matcher) written(i, j int) string {
	return m.blanks.within(m.t.line, m.t.all[i].b0, m.t.all[j-1].b1)
}

func (m *matcher) report() {
	order := m.order(m.used, m.picked)
	for _, r := range m.found {
		if slices.EqualFunc(m.order(r.used, r.picked).Args, order.Args, equalArg) {
			return
		}
	}
	m.found = append(m.found, reading{m.used, slices.Clone(m.picked)})
}

// order is the order that picked parameters make.
func (m *matcher) order(used uint32, picked []candidate) Order {
	o := Order{Code: m.f.Code}
	if used == 0 {
		return o
	}
	o.Args = make([]Arg, 0, len(picked))
	for p, c := range picked {
		if used&(1<<p) == 0 {
			continue
		}
		a := Arg{Key: m.f.params[p].Key}
		switch c.what {
		case isName:
			a.Class, a.ID = m.r.names.all[c.name].Class, m.r.names.all[c.name].ID
		case isNumber:
			n := c.n
			a.N = &n
		case isWord:
			a.Word = c.text
		case isText:
			a.Text = c.text
		}
		o.Args = append(o.Args, a)
	}
	return o
}

func equalArg(a, b Arg) bool {
	if a.Key != b.Key || a.Class != b.Class || a.ID != b.ID || a.Word != b.Word || a.Text != b.Text {
		return false
	}
	return a.N == b.N || a.N != nil && b.N != nil && *a.N == *b.N
}

// skip says whether token i may stand between arguments without being one.
// Before a free text nothing may: it belongs to the text.
func (m *matcher) skip(i int) bool {
	for p := range m.f.params {
		if m.f.params[p].Kind == Text && m.used&(1<<p) == 0 && m.missing()&^(1<<p) == 0 {
			return false
		}
	}
	return m.t.all[i].kind == word && skippable(m.t.key(i))
}

// rightful says whether an argument found for parameter p, out of the table's
// order, belongs to an earlier parameter of the same type: two arguments of
// the same type keep the order in which they are written.
func (m *matcher) rightful(p int, c candidate) bool {
	for q := range p {
		if m.used&(1<<q) != 0 {
			continue
		}
		earlier := m.f.params[q]
		switch {
		case c.what == isName && earlier.Kind == Named && slices.Contains(earlier.Of, m.r.names.all[c.name].Class):
			return true
		case c.what == isNumber && earlier.Kind == Number && (c.unit == "" || earlier.Unit == "" || c.unit == earlier.Unit):
			return true
		}
	}
	return false
}

// candidates appends the ways to read parameter p at token i to the scratch.
func (m *matcher) candidates(i, p int) {
	q := &m.f.params[p]
	start := len(m.scratch)
	if q.fixed != nil {
		for l := min(q.words, len(m.t.all)-i); l > 0; l-- {
			if key, ok := q.fixed[m.t.span(i, i+l)]; ok {
				m.scratch = append(m.scratch, candidate{end: i + l, what: isWord, text: key})
				break
			}
		}
	}
	switch q.Kind {
	case Named:
		m.named(i, q.Of, m.ordered)
		if found := m.scratch[start:]; len(found) > 1 && found[0].what == isWord {
			slices.SortStableFunc(found, func(a, b candidate) int { return b.end - a.end })
		}
		if len(m.r.classes) > 0 {
			m.classed(i, q.Of)
		}
	case Number:
		m.figs = m.figures(i, m.figs[:0])
		for _, f := range m.figs {
			if f.bad == "" && f.agrees(q.Unit) && q.Min <= f.n && f.n <= q.Max {
				unit := f.unit
				if unit == "" {
					unit = f.other
				}
				m.scratch = append(m.scratch, candidate{end: f.end, what: isNumber, n: f.n, unit: unit})
			}
		}
	case Text:
		if m.missing()&^(1<<p) != 0 {
			return // it swallows all the rest
		}
		if s, end := m.text(i); flaw(s, m.f.Class, Text) == "" {
			m.scratch = append(m.scratch, candidate{end: end, what: isText, text: tidy(s)})
		}
	case Secret:
		if j := m.announced(i); j > i && j < len(m.t.all) && m.t.all[j].gap != glued {
			i = j
		} else if i > m.from && m.t.all[i-1].kind == word && small[m.t.key(i-1)] {
			return // «MOTDEPASSE a b» isn't b
		}
		if s, end, ok := m.secret(i); ok && flaw(s, m.f.Class, Secret) == "" && !m.claimed(i, p) {
			m.scratch = append(m.scratch, candidate{end: end, what: isText, text: s})
		}
	}
}

// claimed says whether the word at token i, which might be the secret p, names
// what an optional parameter asks for: «PAR Lancelot Arthur» lacks its
// password. Between quotation marks it is the secret.
func (m *matcher) claimed(i, p int) bool {
	if m.t.all[i].kind == quoted {
		return false
	}
	for q := range m.f.params {
		if o := &m.f.params[q]; q != p && m.used&(1<<q) == 0 && o.Kind == Named {
			start := len(m.scratch)
			slips := m.slips
			m.slips = false
			m.named(i, o.Of, false)
			m.slips = slips
			n := len(m.scratch)
			m.scratch = m.scratch[:start]
			if n > start {
				return true
			}
		}
	}
	return false
}

// named appends the names of the classes that begin at token i, the longest
// first; numbers without "#" only where bare says so.
func (m *matcher) named(i int, classes []string, bare bool) {
	t, ns := m.t, &m.r.names
	tok := &t.all[i]
	switch tok.kind {
	case ref:
		if id, err := strconv.Atoi(t.key(i)[1:]); err == nil {
			if n := ns.number(id, classes); n >= 0 {
				m.scratch = append(m.scratch, candidate{from: i, end: i + 1, name: n})
			}
		}
		return
	case digits:
		if bare && m.plain(i) {
			if id, err := strconv.Atoi(t.key(i)); err == nil {
				if n := ns.number(id, classes); n >= 0 {
					m.scratch = append(m.scratch, candidate{from: i, end: i + 1, name: n})
				}
			}
		}
	}
	if tok.from == tok.to {
		return
	}
	first := t.key(i)
	if tok.kind == quoted {
		first = t.text[tok.from : tok.from+firstWord(first)]
	}
	exact := false
	for l := min(ns.longest[first], len(t.all)-i); l > 0; l-- {
		if l == 1 && tok.kind == digits && !(bare && m.plain(i)) {
			break // a thing called "12" yields to figures, as a number without "#" does
		}
		if n, _ := ns.find(t.span(i, i+l), classes); n >= 0 {
			m.scratch = append(m.scratch, candidate{from: i, end: i + l, name: n})
			exact = true
		}
	}
	if m.slips && !exact && tok.kind != digits {
		for l := min(ns.words+1, len(t.all)-i); l > 0; l-- {
			if n := ns.slipped(t.span(i, i+l), classes); n >= 0 {
				m.scratch = append(m.scratch, candidate{from: i, end: i + l, name: n, slip: true})
				return
			}
		}
	}
}

func firstWord(key string) int {
	for i := range len(key) {
		if key[i] == ' ' {
			return i
		}
	}
	return len(key)
}

// plain says whether the digits at token i stand alone, with nothing about
// them that makes them part of a number.
func (m *matcher) plain(i int) bool {
	t := m.t
	tok := &t.all[i]
	joins := func(g gap) bool { return g == dotted || g == comma || g == tick }
	if tok.negative || i > 0 && t.all[i-1].kind == digits && joins(tok.gap) || tok.gap == glued && i > m.from {
		return false
	}
	if i+1 < len(t.all) {
		if next := &t.all[i+1]; next.kind == digits && joins(next.gap) || next.gap == glued {
			return false
		}
	}
	f := m.unit(i, figure{last: i + 1})
	return f.unit == "" && f.other == ""
}

// classed appends the names that follow a word for their class: "armée #14",
// "le chevalier Lancelot".
func (m *matcher) classed(i int, classes []string) {
	for l := min(m.r.classWords, len(m.t.all)-i); l > 0; l-- {
		of, ok := m.r.classes[m.t.span(i, i+l)]
		if !ok {
			continue
		}
		j := i + l
		for {
			for _, class := range of {
				if j < len(m.t.all) && slices.Contains(classes, class) {
					m.named(j, []string{class}, true)
				}
			}
			if j >= len(m.t.all) || !small[m.t.key(j)] {
				return
			}
			j++
		}
	}
}
