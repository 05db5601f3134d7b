package letter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// cleanText makes decoded text safe to show and easy to read: "\n" line ends,
// plain spaces, Unicode NFC, and neither control characters nor the marks that
// reorder or hide text. Trailing blanks of lines stay: format=flowed needs them.
func cleanText(s string, remark remarker) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	controls, bidi := 0, 0
	for i, r := range s {
		switch {
		case r == '\n':
			b.WriteByte('\n')
		case r == '\r':
			// CRLF was one line end; a lone CR is one too.
			if i+1 >= len(s) || s[i+1] != '\n' {
				b.WriteByte('\n')
			}
		case r >= '\u0080' && r <= '\u009f':
			// Half-converted windows-1252, rather than the controls of ISO 6429.
			if w := charmap.Windows1252.DecodeByte(byte(r)); w > '\u009f' && w != utf8.RuneError {
				b.WriteRune(w)
			} else {
				controls++
			}
		case r == '\u2028' || r == '\u2029':
			b.WriteByte('\n')
		case r == '\t' || r == '\u00a0' || r >= '\u2000' && r <= '\u200a' || r == '\u202f' || r == '\u205f' || r == '\u3000':
			b.WriteByte(' ')
		case r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			bidi++
		case invisible(r):
		case unicode.IsControl(r):
			controls++
		case r == utf8.RuneError:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	if controls > 0 {
		remark(RemarkControls, "%d control characters dropped", controls)
	}
	if bidi > 0 {
		remark(RemarkBidi, "%d marks that reorder text dropped", bidi)
	}
	return norm.NFC.String(b.String())
}

// isClean reports whether s is ASCII with nothing for cleanText to do.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' || c == 0x7f {
			return false
		}
	}
	return true
}

// invisible reports characters without width that carry no meaning here: soft
// hyphen, zero-width space, word joiner, invisible operators, byte order mark, direction marks, the
// place-holder of an inline picture, tag characters.
func invisible(r rune) bool {
	switch r {
	case '\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff', '\ufffc':
		return true
	}
	return r >= '\u2061' && r <= '\u2064' || r >= 0xe0000 && r <= 0xe007f
}

// cleanLine is cleanText for a single line: runs of blanks become one space.
func cleanLine(s string) string {
	return oneLine(cleanText(s, func(string, string, ...any) {}))
}

// oneLine makes single spaces of the runs of blanks in clean text.
func oneLine(s string) string {
	if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || strings.Contains(s, "  ") || strings.Contains(s, "\n") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

// fold gives the form in which lines are compared: lower case, no accents,
// straight apostrophes, single spaces, trimmed.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := true // swallow leading blanks
	for _, r := range s {
		if r == ' ' {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteByte(byte(r))
			continue
		}
		switch r = unicode.ToLower(r); r {
		case 'à', 'â', 'ä', 'á', 'ã', 'å':
			r = 'a'
		case 'é', 'è', 'ê', 'ë':
			r = 'e'
		case 'î', 'ï', 'í', 'ì':
			r = 'i'
		case 'ô', 'ö', 'ó', 'ò', 'õ':
			r = 'o'
		case 'û', 'ü', 'ù', 'ú':
			r = 'u'
		case 'ç':
			r = 'c'
		case 'ñ':
			r = 'n'
		case '’', '‘', 'ʼ':
			r = '\''
		case '‐', '‑':
			r = '-'
		case '：':
			r = ':'
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), " ")
}
