package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenKind tells words from numbers.
type tokenKind uint8

const (
	word   tokenKind = iota // letters, or "%"
	digits                  // "1500"
	ref                     // "#14", "n° 14"
	quoted                  // "Saint-Malo" between quotation marks, taken whole
)

// A gap is what stands between a token and the one before it.
type gap uint8

const (
	glued  gap = iota // nothing: "1500écus"
	spaced            // spaces that may group thousands
	dotted            // "." alone: "1.500"
	comma             // "," alone: "1,500"
	tick              // "'" alone: "1'500"
	over              // "/", with spaces or without: "1/2", "50 / 60"
	joined            // other marks and no space: "3-4", "3:30"
	apart             // anything else
)

// joins says whether two numbers with a gap between them are written as one.
func (g gap) joins() bool { return g == dotted || g == comma || g == tick || g == over || g == joined }

// A token is a word or a number of an order, with its place in the line.
type token struct {
	kind     tokenKind
	gap      gap
	negative bool // a minus sign stands directly before the digits
	odd      bool // no digits: "½", "³"
	from, to int  // its folded text within tokens.text
	at, end  int  // its place in the line, in runes, end excluded
	b0, b1   int  // the same in bytes
}

// tokens is a piece of a line cut up. The folded texts stand in text with one
// space between them, so that a name of several words is a substring.
type tokens struct {
	line string // the whole line
	text string
	all  []token
	buf  []byte
}

func (t *tokens) key(i int) string        { return t.text[t.all[i].from:t.all[i].to] }
func (t *tokens) span(i, j int) string    { return t.text[t.all[i].from:t.all[j-1].to] } // tokens i to j, j excluded
func (t *tokens) written(i, j int) string { return t.line[t.all[i].b0:t.all[j-1].b1] }
func (t *tokens) raw(i int) string        { return t.line[t.all[i].b0:t.all[i].b1] }

// cut cuts line[from:to] into tokens; col is the rune at which from stands.
func (t *tokens) cut(line string, from, to, col int) {
	t.line, t.all, t.buf = line, t.all[:0], t.buf[:0]
	const none = -1
	open := none // the token being read
	between := glued
	var before rune // the rune before this one
	for b := from; b < to; {
		r, size := utf8.DecodeRuneInString(line[b:to])
		n := len(t.buf)
		folded, kind := foldRune(t.buf, r)
		switch {
		case kind == invisible:
			if open != none {
				t.all[open].end, t.all[open].b1 = col+1, b+size
			}
			b, col = b+size, col+1
			continue
		case kind == letter || kind == digit:
			want := word
			if kind == digit {
				want = digits
			}
			if open == none || t.all[open].kind != want {
				negative := false
				if want == digits && isDash(before) {
					negative = between != glued && !t.alnumBefore(b)
				}
				folded = t.begin(folded, n, token{kind: want, gap: between, negative: negative, at: col, b0: b})
				open, between = len(t.all)-1, glued
			}
			t.buf = folded
			tok := &t.all[open]
			tok.to, tok.end, tok.b1 = len(folded), col+1, b+size
		case r == '#' && b+1 < to && isDigit(line[b+1]):
			t.number(b+1, to, col, b, between)
			tok := t.all[len(t.all)-1]
			col, b, open, between, before = tok.end, tok.b1, none, glued, '0'
			continue
		case (r == '°' || r == 'º') && open != none && (t.key2(open) == "n" || t.key2(open) == "no"):
			next := b + size
			for next < to && line[next] == ' ' {
				next++
			}
			if next < to && isDigit(line[next]) {
				first := t.all[open]
				t.all, t.buf = t.all[:open], t.buf[:max(first.from-1, 0)]
				t.number(next, to, col+1+next-b-size-1, first.b0, first.gap)
				tok := &t.all[len(t.all)-1]
				tok.at = first.at
				col, b, open, between, before = tok.end, tok.b1, none, glued, '0'
				continue
			}
			open, between = none, apart
		case r == '%':
			t.buf = t.begin(append(t.buf, '%'), n, token{kind: word, gap: between, at: col, b0: b})
			tok := &t.all[len(t.all)-1]
			tok.to, tok.end, tok.b1 = len(t.buf), col+1, b+size
			open, between = none, glued
		case unicode.Is(unicode.No, r) && (open == none || t.all[open].kind == digits):
			t.buf = t.begin(append(t.buf, '?'), n, token{kind: digits, odd: true, gap: between, at: col, b0: b})
			tok := &t.all[len(t.all)-1]
			tok.to, tok.end, tok.b1 = len(t.buf), col+1, b+size
			open, between = none, glued
		case isQuote(r):
			open = none
			inner, outer, ok := closing(line[b:to])
			if !ok {
				between = widen(between, r)
				break
			}
			content := Fold(line[b+size : b+inner])
			t.buf = t.begin(append(t.buf, split(content)...), n, token{kind: quoted, gap: apart, at: col, b0: b})
			tok := &t.all[len(t.all)-1]
			tok.to, tok.b1 = len(t.buf), b+outer
			tok.end = col + utf8.RuneCountInString(line[b:b+outer])
			col, b, between, before = tok.end, b+outer, apart, '"'
			continue
		default:
			open = none
			between = widen(between, r)
		}
		before = r
		b, col = b+size, col+1
	}
	t.text = string(t.buf)
}

// begin opens a token whose folded text starts at n of the text given, and
// puts the space before it.
func (t *tokens) begin(text []byte, n int, tok token) []byte {
	if len(t.all) > 0 {
		text = append(text, 0)
		copy(text[n+1:], text[n:])
		text[n] = ' '
		n++
	}
	tok.from = n
	t.all = append(t.all, tok)
	return text
}

// number reads the digits from byte b on as a reference "#14" that begins at byte b0.
func (t *tokens) number(b, to, col, b0 int, between gap) {
	n := len(t.buf)
	start := b
	for b < to && isDigit(t.line[b]) {
		b++
	}
	text := append(append(t.buf, '#'), t.line[start:b]...)
	t.buf = t.begin(text, n, token{kind: ref, gap: between, at: col, b0: b0, b1: b, end: col + 1 + b - start})
	t.all[len(t.all)-1].to = len(t.buf)
}

// key2 is the folded text of a token while the line is being cut.
func (t *tokens) key2(i int) string { return string(t.buf[t.all[i].from:t.all[i].to]) }

// alnumBefore says whether the dash that ends at byte b follows a token
// directly, and so joins instead of negating.
func (t *tokens) alnumBefore(b int) bool {
	_, size := utf8.DecodeLastRuneInString(t.line[:b])
	return len(t.all) > 0 && t.all[len(t.all)-1].b1 == b-size
}

// widen is the gap after one more rune between two tokens.
func widen(g gap, r rune) gap {
	switch {
	case r == '\t':
		return apart
	case isSpace(r) && (g == glued || g == spaced):
		return spaced
	case (r == '/' || r == '\u2044') && (g == glued || g == spaced || g == joined), isSpace(r) && g == over:
		return over
	case g != glued && (isSpace(r) || !g.joins()):
		return apart
	case g != glued:
		return joined
	case r == '.':
		return dotted
	case r == ',':
		return comma
	case r == '\'' || r == '’':
		return tick
	}
	return joined
}

// split sets numbers and words of a folded text apart, as cut does.
func split(folded string) string {
	for i := 1; i < len(folded); i++ {
		if a, b := folded[i-1], folded[i]; a != ' ' && b != ' ' && isDigit(a) != isDigit(b) {
			var out strings.Builder
			for j := range len(folded) {
				if j > 0 && folded[j-1] != ' ' && folded[j] != ' ' && isDigit(folded[j-1]) != isDigit(folded[j]) {
					out.WriteByte(' ')
				}
				out.WriteByte(folded[j])
			}
			return out.String()
		}
	}
	return folded
}

// nameKey is a spelling as the tokens of a line spell it.
func nameKey(s string) string { return split(Fold(s)) }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
