package orders

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A runeKind is what a rune does to the words around it.
type runeKind uint8

const (
	breaking  runeKind = iota // ends a word: spaces, punctuation, symbols, control characters
	letter                    // belongs to a word
	digit                     // belongs to a number
	invisible                 // changes nothing: combining accents, soft hyphens, direction marks
)

// ligatures are the letters that Unicode doesn't take apart, or not as French
// and Scandinavian keyboards would.
var ligatures = map[rune]string{
	'œ': "oe", 'æ': "ae", 'ß': "ss", 'ø': "o", 'þ': "th", 'ð': "d", 'ł': "l", 'đ': "d", 'ħ': "h", 'ı': "i",
}

// Fold brings a text to the form in which spellings are compared: lower case,
// no accents, ligatures written out, and one space for whatever stands between
// words: spaces of any kind, apostrophes, hyphens and other punctuation.
func Fold(s string) string {
	out := make([]byte, 0, len(s))
	gap := false
	for _, r := range s {
		n := len(out)
		if gap && n > 0 {
			out = append(out, ' ')
		}
		folded, kind := foldRune(out, r)
		switch kind {
		case breaking:
			out, gap = out[:n], true
		case invisible:
			out = out[:n]
		default:
			out, gap = folded, false
		}
	}
	return string(out)
}

// foldRune appends a rune as folded, and tells its kind.
func foldRune(out []byte, r rune) ([]byte, runeKind) {
	switch {
	case 'a' <= r && r <= 'z':
		return append(out, byte(r)), letter
	case 'A' <= r && r <= 'Z':
		return append(out, byte(r)+'a'-'A'), letter
	case '0' <= r && r <= '9':
		return append(out, byte(r)), digit
	case r < utf8.RuneSelf:
		return out, breaking
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return out, invisible
	case r == 'º' || r == 'ª' || r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.In(r, unicode.Nd, unicode.Nl):
		return out, breaking
	}
	r = unicode.ToLower(r)
	if s, ok := ligatures[r]; ok {
		return append(out, s...), letter
	}
	var buf [utf8.UTFMax]byte
	whole := buf[:utf8.EncodeRune(buf[:], r)]
	parts := norm.NFKD.Properties(whole).Decomposition()
	if parts == nil {
		return append(out, whole...), letter
	}
	start := len(out)
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		part = unicode.ToLower(part)
		if s, ok := ligatures[part]; ok {
			out = append(out, s...)
		} else if unicode.IsLetter(part) || unicode.IsDigit(part) {
			out = utf8.AppendRune(out, part)
		}
	}
	switch {
	case len(out) == start:
		return out, breaking
	case '0' <= out[start] && out[start] <= '9':
		return out, digit
	}
	return out, letter
}

// isSpace says whether a rune separates words as a space does: NBSP and its
// narrow sister too, and control characters, which nobody writes on purpose.
func isSpace(r rune) bool {
	return r == ' ' || unicode.IsSpace(r) || unicode.Is(unicode.Cc, r) || unicode.In(r, unicode.Z)
}

// isDash says whether a rune is a hyphen, a dash or a minus sign.
func isDash(r rune) bool {
	return r == '-' || r == '−' || r > utf8.RuneSelf && unicode.Is(unicode.Pd, r)
}

// isQuote says whether a rune is a quotation mark that may hold a name.
func isQuote(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '‟', '«', '»', '＂':
		return true
	}
	return false
}

// longestQuote is how far a closing quotation mark is looked for, in runes:
// twice the longest name, so that a stray mark costs little.
const longestQuote = 2 * MaxText

// closing finds the mark that closes the quotation which s begins with, and
// tells the bytes up to it and those through it; ok is false for a stray mark.
func closing(s string) (inner, outer int, ok bool) {
	open, size := utf8.DecodeRuneInString(s)
	if !isQuote(open) || open == '»' {
		return 0, 0, false
	}
	n := 0
	for i, r := range s[size:] {
		if n++; n > longestQuote {
			break
		}
		if open == '«' && r == '»' || open != '«' && isQuote(r) && r != '«' && r != '»' {
			return size + i, size + i + utf8.RuneLen(r), true
		}
	}
	return 0, 0, false
}
