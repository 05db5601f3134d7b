package orders

import (
	"math"
	"strconv"
	"strings"
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
	lead := t.key(i)
	groups := len(lead) <= 3 && lead[0] != '0'
	next := func(j int) gap { // the gap before token j if digits go on there
		if j < len(t.all) && t.all[j].kind == digits && !t.all[j].negative {
			return t.all[j].gap
		}
		return apart
	}
	// A point never stands between arguments: the digits belong together.
	if g := next(i + 1); g == dotted || g == tick {
		j := i + 1
		for next(j) == g {
			groups = groups && len(t.key(j)) == 3
			j++
		}
		if !groups || next(j) == comma || next(j) == dotted {
			for g := next(j); g == comma || g == dotted; g = next(j) {
				j++
			}
			return append(out, m.unit(i, figure{last: j, bad: NotANumber}))
		}
		return append(out, m.figure(i, j))
	}
	out = append(out, m.figure(i, i+1))
	if g := next(i + 1); groups && (g == spaced || g == comma) {
		for j := i + 1; next(j) == g && len(t.key(j)) == 3 && j-i <= 7; j++ {
			out = append(out, m.figure(i, j+1))
		}
	}
	return out
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
