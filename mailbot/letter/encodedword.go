package letter

import (
	"strings"
)

// headerText decodes an unstructured header value or a display name to one
// clean line. Encoded-words (RFC 2047) count wherever they stand, even inside
// quotes or stuck to other text; a character that was cut between two words of
// one charset is put together again.
func headerText(v string, remark remarker) string {
	if v == "" {
		return ""
	}
	if !strings.Contains(v, "=?") {
		return oneLine(cleanText(latin(v), remark))
	}
	var out strings.Builder
	var pending []byte // decoded bytes of adjacent words in one charset
	charset := ""
	flush := func() {
		if len(pending) > 0 {
			out.WriteString(decodeCharset(pending, charset, remark))
			pending = pending[:0]
		}
	}
	for v != "" {
		i := strings.Index(v, "=?")
		if i < 0 {
			break
		}
		w, n := cutEncodedWord(v[i:])
		if n == 0 {
			flush()
			out.WriteString(latin(v[:i+2]))
			v = v[i+2:]
			continue
		}
		// Blanks between two encoded-words separate nothing (RFC 2047 §6.2).
		if gap := v[:i]; strings.TrimSpace(gap) != "" || out.Len() == 0 && len(pending) == 0 {
			flush()
			out.WriteString(latin(gap))
		}
		if !strings.EqualFold(w.charset, charset) {
			flush()
		}
		charset = w.charset
		pending = append(pending, w.data...)
		v = v[i+n:]
	}
	flush()
	out.WriteString(latin(v))
	return oneLine(cleanText(out.String(), remark))
}

type encodedWord struct {
	charset string
	data    []byte
}

// cutEncodedWord reads the encoded-word at the start of s, and gives its length
// or 0 if there is none. Blanks inside its text are forgiven.
func cutEncodedWord(s string) (encodedWord, int) {
	charset, rest, ok := strings.Cut(s[2:], "?")
	if !ok || charset == "" || len(charset) > 60 || strings.ContainsAny(charset, " \t\"<>") || len(rest) < 2 || rest[1] != '?' {
		return encodedWord{}, 0
	}
	text, _, ok := strings.Cut(rest[2:], "?=")
	if !ok {
		return encodedWord{}, 0
	}
	w := encodedWord{charset: charset}
	switch rest[0] {
	case 'b', 'B':
		w.data, _ = decodeBase64([]byte(text), len(text))
	case 'q', 'Q':
		w.data, _ = decodeQP([]byte(strings.ReplaceAll(text, "_", " ")), len(text))
	default:
		return encodedWord{}, 0
	}
	return w, 2 + len(charset) + 1 + 2 + len(text) + 2
}
