package orders

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A figure is a number as a line may be read from one of its tokens on.
type figure struct {
	end   int // token after it and its unit
	n     int
	last  int    // token after its digits
	bad   string // kind of its fault, "" if it is a whole number that fits
	unit  string // that the words around it say; "" if none
	other string // a second unit that they say
}

// agrees says whether a figure may stand for a parameter by its unit.
func (f figure) agrees(unit string) bool {
	return unit == "" || (f.unit == "" || f.unit == unit) && (f.other == "" || f.other == unit)
}

// figures gives the readings of the number at token i, the shortest first:
// "1 500" may be 1, or 1500. There is none if no number stands there.
func (m *matcher) figures(i int, out []figure) []figure {
	t := m.t
	first := t.all[i]
	if first.kind != digits || first.gap == glued && i > m.from && t.all[i-1].kind == word && unitBefore[t.key(i-1)] == "" {
		return out
	}
	if m.continues(i) {
		return out
	}
	if start, end := m.run(i); end > start+1 {
		return m.joined(i, start, end, out)
	}
	if first.odd || m.qualified(i) {
		return append(out, m.unit(i, figure{last: i + 1, bad: NotANumber}))
	}
	if !m.continues(i + 1) {
		out = append(out, m.figure(i, i+1))
	}
	j := i + 1
	if lead := t.key(i); len(lead) <= 3 && lead[0] != '0' {
		for j < len(t.all) && j-i <= 7 && m.groups(j) && !m.joint(j+1) {
			if j++; !m.continues(j) {
				out = append(out, m.figure(i, j))
			}
		}
	}
	if len(out) == 0 {
		for m.continues(j) {
			j++
		}
		out = append(out, m.unit(i, figure{last: j, bad: NotANumber}))
	}
	return out
}

// qualified says whether a sign makes the digits at token i more or less than
// what they say: "~300", ">300", "300+". Brackets, «<300>», and arrows don't.
func (m *matcher) qualified(i int) bool {
	line, tok := m.t.line, &m.t.all[i]
	before, size := utf8.DecodeLastRuneInString(line[:tok.b0])
	further, _ := utf8.DecodeLastRuneInString(line[:tok.b0-size])
	after, _ := utf8.DecodeRuneInString(line[tok.b1:])
	switch before {
	case '~', '≈', '≃', '≤', '≥', '±':
		return true
	case '<':
		return after != '>'
	case '>':
		return !isDash(further) && further != '='
	}
	return after == '+'
}

// groups says whether the digits at token j may be the next three of a number
// whose thousands are set apart by spaces.
func (m *matcher) groups(j int) bool {
	tok := &m.t.all[j]
	return tok.kind == digits && tok.gap == spaced && !tok.negative && !tok.odd && tok.to-tok.from == 3
}

// continues says whether the digits at token j can only go on with the number
// before them: nobody writes 44 as «044».
func (m *matcher) continues(j int) bool {
	if j <= m.from || j >= len(m.t.all) || !m.groups(j) || m.t.key(j)[0] != '0' {
		return false
	}
	kind := m.t.all[j-1].kind
	return kind == digits || kind == ref
}

// thousands says whether the digits at token i may be part of a number whose
// thousands are set apart: «1 500» is never the thing of number 1, then 500.
func (m *matcher) thousands(i int) bool {
	heads := func(j int) bool { return m.t.all[j].kind == digits && m.t.all[j].to-m.t.all[j].from <= 3 }
	return heads(i) && i+1 < len(m.t.all) && m.groups(i+1) || i > m.from && m.groups(i) && heads(i-1)
}

// grouped says whether such a number stands among the arguments.
func (m *matcher) grouped() bool {
	for i := m.from + 1; i < len(m.t.all); i++ {
		if m.groups(i) && m.t.all[i-1].kind == digits {
			return true
		}
	}
	return false
}

// readLoose reads with digits that may be thousands taken for numbers of things.
func (m *matcher) readLoose() []reading {
	m.loose = true
	defer func() { m.loose = false }()
	return m.read()
}

// joint says whether the digits at token j are written as one with the digits
// before them.
func (m *matcher) joint(j int) bool {
	if j <= m.from || j >= len(m.t.all) {
		return false
	}
	tok, before := &m.t.all[j], &m.t.all[j-1]
	return tok.kind == digits && before.kind == digits && (tok.gap.joins() || tok.gap == glued)
}

// run is the stretch of digits around token i that are written as one.
func (m *matcher) run(i int) (start, end int) {
	start, end = i, i+1
	for m.joint(start) {
		start--
	}
	for m.joint(end) {
		end++
	}
	return start, end
}

// joined appends the reading at token i of digits that are written as one: a
// number whose thousands are set apart, "1.500", one of a list "50,50,80" of
// all that the form asks for, or no number: "1,5" and "3-4". One comma is the
// decimal comma, whatever follows it.
func (m *matcher) joined(i, start, end int, out []figure) []figure {
	t := m.t
	mark := t.all[start+1].gap
	thousands := mark == dotted || mark == tick || mark == comma && end > start+2
	thousands = thousands && len(t.key(start)) <= 3 && t.key(start)[0] != '0'
	list := m.f.list && end-start == len(m.f.params) && (mark == comma || mark == over || mark == joined)
	for j := start; j < end; j++ {
		tok := &t.all[j]
		if tok.odd || j > start && (tok.gap != mark || tok.negative) {
			thousands, list = false, false
		}
		thousands = thousands && (j == start || tok.to-tok.from == 3)
	}
	switch {
	case list:
		return append(out, m.figure(i, i+1))
	case i > start:
		return out
	case thousands:
		return append(out, m.figure(start, end))
	}
	return append(out, m.unit(start, figure{last: end, bad: NotANumber}))
}

// figure is the number that the digits of tokens i to j make together.
func (m *matcher) figure(i, j int) figure {
	f := figure{last: j}
	text := m.t.key(i)
	if j > i+1 {
		text = strings.ReplaceAll(m.t.span(i, j), " ", "")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > math.MaxInt {
		f.bad = OutOfRange
	}
	f.n = int(n)
	if m.t.all[i].negative {
		f.n = -f.n
	}
	return m.unit(i, f)
}

// unit adds the units that stand around a figure's digits.
func (m *matcher) unit(i int, f figure) figure {
	t := m.t
	f.end = f.last
	j := f.last
	for j < len(t.all) && t.all[j].kind == word && t.key(j) == "de" {
		j++
	}
	if j < len(t.all) && t.all[j].kind == word {
		key := t.key(j)
		unit := unitAfter[key]
		switch {
		case unit == "count" && !m.f.counts:
		case unit == "level" && t.all[j].gap != glued && j+1 < len(t.all) && t.all[j+1].kind == digits:
			// "500 niveau 5": the word announces the next number.
		case unit != "":
			f.unit, f.end = unit, j+1
			if key == "pieces" && j+2 < len(t.all) && t.key(j+1) == "d" && t.key(j+2) == "or" {
				f.end = j + 3
			}
		case key == "pour" && j+1 < len(t.all) && t.key(j+1) == "cent":
			f.unit, f.end = "percent", j+2
		}
	}
	for k := i - 1; k >= m.from && k >= i-3; k-- {
		if t.all[k].kind != word {
			break
		}
		if unit := unitBefore[t.key(k)]; unit != "" {
			f.other = unit
			break
		}
		if !small[t.key(k)] {
			break
		}
	}
	return f
}
