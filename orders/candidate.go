package orders

import (
	"slices"
	"strconv"
)

// A candidate is one way to read a parameter at a token.
type candidate struct {
	at   int // the token that it was read at
	from int // its first token, without a word for its class
	end  int // token after it
	what what
	name int // index in names.all
	n    int
	text string // word key, free text or secret
	slip bool   // the name is written one slip away
	unit string // that a number says
	told bool   // a label tells the parameter of a number
}

type what uint8

const (
	isName what = iota
	isNumber
	isWord
	isText
)

// rightful says whether an argument found for parameter p, out of the table's
// order, belongs to an earlier parameter of the same type: two arguments of
// the same type keep the order in which they are written.
func (m *matcher) rightful(i, p int, c candidate) bool {
	if c.told {
		return false
	}
	for q := range p {
		if m.used&(1<<q) != 0 {
			continue
		}
		earlier := m.f.params[q]
		switch {
		case c.what == isName && earlier.Kind == Named && slices.Contains(earlier.Of, m.r.names.all[c.name].Class) && m.lead(i, q) < 0:
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
	if q.Kind != Number && q.Kind != Text && q.Kind != Secret && !m.lenient && m.lead(i, p) >= 0 {
		return
	}
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
		if m.f.text && !m.lenient && slices.ContainsFunc(m.scratch[start:], func(c candidate) bool { return c.what == isName && m.longer(c, q.Of) != nil }) {
			longest := slices.MaxFunc(m.scratch[start:], func(a, b candidate) int { return a.end - b.end })
			m.scratch = m.scratch[:start]
			if m.longer(longest, q.Of) == nil {
				m.scratch = append(m.scratch, longest)
			}
		}
	case Number:
		m.figs = m.figures(i, m.figs[:0])
		for _, f := range m.figs {
			labels, end := m.label(i, f)
			if labels != 0 && labels&(1<<p) == 0 || labels == 0 && !m.lenient && (m.lead(i, p) >= 0 || m.unsaid(i, p, f)) {
				continue
			}
			if f.bad == "" && f.agrees(q.Unit) && q.Min <= f.n && f.n <= q.Max {
				unit := f.unit
				if unit == "" {
					unit = f.other
				}
				m.scratch = append(m.scratch, candidate{end: end, what: isNumber, n: f.n, unit: unit, told: labels != 0})
			}
		}
	case Text:
		if m.missing()&^(1<<p) != 0 {
			return // it swallows all the rest
		}
		if !m.lenient && m.f.Class == ForGame && prepositions[m.t.key(i)]&^renames != 0 {
			return // «Rename Jean from Lancelot»; between quotation marks it is the text
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
	if tok.negative || tok.odd || m.joint(i) || m.joint(i+1) || m.continues(i) || m.continues(i+1) ||
		!m.loose && m.thousands(i) || tok.gap == glued && i > m.from || i+1 < len(t.all) && t.all[i+1].gap == glued {
		return false
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
