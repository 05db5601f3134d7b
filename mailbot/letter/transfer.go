package letter

import (
	"bytes"
	"strings"
)

// decodeTransfer removes a content transfer encoding (RFC 2045 §6), giving at
// most about limit bytes. What is broken is read as far as it makes sense.
func decodeTransfer(body []byte, encoding string, limit int, remark remarker) []byte {
	encoding = strings.ToLower(strings.Trim(strings.TrimSpace(encoding), `"; `))
	switch encoding {
	case "quoted-printable", "quotedprintable", "quoted_printable":
		out, ok := decodeQP(body, limit)
		if !ok {
			remark(RemarkBrokenEncoding, "broken quoted-printable")
		}
		return out
	case "base64", "base-64":
		if isProse(body) {
			remark(RemarkBrokenEncoding, "declared base64, and isn't")
			break
		}
		out, ok := decodeBase64(body, limit)
		if !ok {
			remark(RemarkBrokenEncoding, "broken base64")
		}
		return out
	case "", "7bit", "8bit", "binary", "7-bit", "8-bit":
	default:
		remark(RemarkUnknownEncoding, "transfer encoding %q, read as plain", clip([]byte(encoding), 40))
	}
	return body[:min(len(body), limit)]
}

// decodeQP reads quoted-printable. An "=" that begins no escape stands for
// itself. It reports whether all was well formed.
func decodeQP(in []byte, limit int) (out []byte, ok bool) {
	ok = true
	out = make([]byte, 0, min(len(in), limit))
	for i := 0; i < len(in) && len(out) < limit; i++ {
		c := in[i]
		if c != '=' {
			out = append(out, c)
			continue
		}
		if i+2 < len(in) {
			if hi, lo := unhex(in[i+1]), unhex(in[i+2]); hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		// A soft line break, with blanks that the way may have added.
		j := i + 1
		for j < len(in) && (in[j] == ' ' || in[j] == '\t' || in[j] == '\r') {
			j++
		}
		if j >= len(in) || in[j] == '\n' {
			i = j
			continue
		}
		ok = false
		out = append(out, c)
	}
	return out, ok
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeBase64 reads base64, skipping what isn't. After padding it goes on if
// more base64 follows, and stops at anything else, such as the footer that a
// mailing list adds below. It reports whether all was well formed.
func decodeBase64(in []byte, limit int) (out []byte, ok bool) {
	ok = true
	out = make([]byte, 0, min(len(in)/4*3+3, limit))
	var acc uint32
	n := 0
	flush := func() {
		switch n {
		case 2:
			out = append(out, byte(acc>>4))
		case 3:
			out = append(out, byte(acc>>10), byte(acc>>2))
		case 1:
			ok = false
		}
		acc, n = 0, 0
	}
	for i := 0; i < len(in); i++ {
		if len(out) >= limit {
			return out, ok
		}
		c := in[i]
		v := base64Value[c]
		switch {
		case v >= 0:
			acc = acc<<6 | uint32(v)
			if n++; n == 4 {
				out = append(out, byte(acc>>16), byte(acc>>8), byte(acc))
				acc, n = 0, 0
			}
		case c == '=':
			flush()
			rest := bytes.TrimLeft(in[i+1:], "= \t\r\n")
			if len(rest) > 0 && !startsBase64(rest) {
				return out, false
			}
			i = len(in) - len(rest) - 1
		case c != '\n' && c != '\r' && c != ' ' && c != '\t':
			ok = false
		}
	}
	flush()
	return out, ok
}

// isProse reports text that can't be base64, whatever its header says: most of
// its first lines hold blanks between words.
func isProse(body []byte) bool {
	spaced, lines := 0, 0
	for range 20 {
		var line []byte
		line, body = cutLine(body)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines++
			if bytes.IndexByte(line, ' ') > 0 {
				spaced++
			}
		}
		if len(body) == 0 {
			break
		}
	}
	return spaced*2 > lines
}

// startsBase64 reports whether the first line of b is base64.
func startsBase64(b []byte) bool {
	line, _ := cutLine(b)
	for _, c := range bytes.TrimRight(line, "= \t") {
		if base64Value[c] < 0 {
			return false
		}
	}
	return true
}

// base64Value gives the six bits of each letter of base64's alphabet, or -1.
var base64Value = func() (t [256]int8) {
	for c := range 256 {
		t[c] = -1
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		t[c] = int8(i)
	}
	return t
}()

// decodedSize is the length in bytes of a body without its transfer encoding.
func decodedSize(body []byte, encoding string) int {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		n := 0
		for _, c := range body {
			if base64Value[c] >= 0 {
				n++
			}
		}
		return n * 3 / 4
	case "quoted-printable":
		out, _ := decodeQP(body, len(body))
		return len(out)
	}
	return len(body)
}
