package orders

import (
	"slices"
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
	lenient  bool // words that contradict are passed over
	loose    bool // numbers without "#" name things even where they may be thousands
	first    bool // labels stand before their numbers
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
	m.first = m.labelFirst()
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
			if !m.ordered && m.rightful(i, p, c) {
				continue
			}
			reached := len(m.found)
			c.at = i
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
	if m.halfTold() {
		return
	}
	for _, r := range m.found {
		if slices.EqualFunc(m.order(r.used, r.picked).Args, m.order(m.used, m.picked).Args, equalArg) {
			return
		}
	}
	m.found = append(m.found, reading{m.used, slices.Clone(m.picked)})
}

// halfTold says whether labels tell some of the picked numbers that have one and
// not the others: «50 60 chevaliers 80» may mean two things.
func (m *matcher) halfTold() bool {
	told, untold := false, false
	for p, c := range m.picked {
		if m.used&(1<<p) != 0 && c.what == isNumber && m.f.params[p].Label.Forms != nil {
			told, untold = told || c.told, untold || !c.told
		}
	}
	return told && untold
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
// Before a free text nothing may, nor right after a secret: it belongs to them.
func (m *matcher) skip(i int) bool {
	for p := range m.f.params {
		if m.f.params[p].Kind == Text && m.used&(1<<p) == 0 && m.missing()&^(1<<p) == 0 {
			return false
		}
		if m.f.params[p].Kind == Secret && m.used&(1<<p) != 0 && m.picked[p].end == i {
			return false
		}
	}
	if m.t.all[i].kind != word {
		return false
	}
	key := m.t.key(i)
	if i == len(m.t.all)-1 && prepositions[key] != 0 {
		return m.lenient // it leads nothing
	}
	return skippable(key) || m.announces(i)
}
