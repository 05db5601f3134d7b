package orders

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Blanked is what stands for a password wherever a line is shown.
const Blanked = "•••"

// A blank is a stretch of a line that must not be shown.
type blank struct {
	from, to int // bytes
	at, end  int // runes
}

// blanks are a line's blanks, from left to right.
type blanks []blank

// findBlanks finds the passwords of the line in hand: whatever follows a word
// for password, well spelt or one slip away, to the end of its piece. Comments
// and sentences have them too.
func (s *session) findBlanks() blanks {
	var out blanks
	t := &s.tokens
	p := piece{to: -1} // that the word for the password ends in
	next, done := 0, false
	for i := 0; i < len(t.all); i++ {
		n := mentionsSecret(t, i)
		if n == 0 {
			continue
		}
		last := t.all[i+n-1]
		for !done && last.b0 >= p.to {
			p, next, _, done = nextPiece(s.line, next, 0)
		}
		to := p.to
		if last.b1 > to {
			to = len(s.line) // in a comment
		}
		from := to - len(strings.TrimLeftFunc(s.line[last.b1:to], func(r rune) bool {
			return isSpace(r) || r == ':' || r == '=' || r == ','
		}))
		to = from + len(strings.TrimRightFunc(s.line[from:to], isSpace))
		if from < to {
			b := blank{from: from, to: to, at: last.end + utf8.RuneCountInString(s.line[last.b1:from])}
			b.end = b.at + utf8.RuneCountInString(s.line[from:to])
			out = append(out, b)
		} else if i+n == len(t.all) {
			s.orphan = true
		}
		for i+1 < len(t.all) && t.all[i+1].b0 < to {
			i++
		}
	}
	return out
}

var (
	oneSecretWord    = [][]rune{[]rune("motdepasse"), []rune("password")}
	threeSecretWords = []rune("mot de passe")
)

// mentionsSecret is how many tokens at i call a password by its name; 0 if
// they don't.
func mentionsSecret(t *tokens, i int) int {
	tok := &t.all[i]
	if tok.kind != word || tok.to-tok.from < 3 {
		return 0
	}
	key := t.key(i)
	for l := 3; l > 1; l-- {
		if key[0] == 'm' && i+l <= len(t.all) && secretWords[t.span(i, i+l)] {
			return l
		}
	}
	if secretWords[key] {
		return 1
	}
	if len(key) >= 7 && len(key) <= 12 {
		for _, w := range oneSecretWord {
			if len(key) <= len(w)+1 && len(key) >= len(w)-1 && oneSlip([]rune(key), w) {
				return 1
			}
		}
	}
	if len(key) <= 4 && i+3 <= len(t.all) {
		span := t.span(i, i+3)
		if n := len(threeSecretWords); len(span) >= n-1 && len(span) <= n+1 && oneSlip([]rune(span), threeSecretWords) {
			return 3
		}
	}
	return 0
}

// add blanks a stretch of a line, less the spaces around it.
func (bs blanks) add(line string, from, to int) blanks {
	s := line[from:to]
	from += len(s) - len(strings.TrimLeftFunc(s, isSpace))
	to -= len(s) - len(strings.TrimRightFunc(s, isSpace))
	if from >= to {
		return bs
	}
	b := blank{from: from, to: to, at: utf8.RuneCountInString(line[:from])}
	b.end = b.at + utf8.RuneCountInString(line[from:to])
	out := slices.DeleteFunc(slices.Clone(bs), func(o blank) bool { return from <= o.from && o.to <= to })
	if slices.ContainsFunc(out, func(o blank) bool { return o.from <= from && to <= o.to }) {
		return out
	}
	out = append(out, b)
	slices.SortFunc(out, func(a, b blank) int { return a.from - b.from })
	return out
}

// apply is the line as it may be shown.
func (bs blanks) apply(line string) string { return bs.within(line, 0, len(line)) }

// within is a stretch of the line as it may be shown.
func (bs blanks) within(line string, from, to int) string {
	if len(bs) == 0 {
		return line[from:to]
	}
	var out strings.Builder
	for _, b := range bs {
		if b.to <= from || b.from >= to {
			continue
		}
		if b.from > from {
			out.WriteString(line[from:b.from])
		}
		out.WriteString(Blanked)
		from = min(b.to, to)
	}
	out.WriteString(line[from:to])
	return out.String()
}

// shift moves a place in the line as written to the line as shown.
func (bs blanks) shift(column, width int) (int, int) {
	if column == 0 || len(bs) == 0 {
		return column, width
	}
	const shown = 3 // runes of Blanked
	move := func(at int, end bool) int {
		moved := at
		for _, b := range bs {
			switch {
			case at >= b.end:
				moved += shown - (b.end - b.at)
			case at > b.at && end:
				return moved + b.at + shown - at
			case at > b.at:
				return moved + b.at - at
			}
		}
		return moved
	}
	from, to := move(column-1, false), move(column-1+width, true)
	return from + 1, to - from
}
