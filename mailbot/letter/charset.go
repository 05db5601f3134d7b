package letter

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// decodeCharset turns bytes in the declared charset into valid UTF-8. The
// declaration is believed unless the bytes belie it: text that is valid
// multi-byte UTF-8 is hardly ever anything else, and whatever claims to be
// ASCII or UTF-8 and isn't is windows-1252, which iso-8859-1 means too.
func decodeCharset(b []byte, label string, remark remarker) string {
	name := charsetName(label)
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		b = b[3:]
		name = "utf-8"
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return decodeUTF16(b[2:], false)
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return decodeUTF16(b[2:], true)
	}
	switch name {
	case "utf-16", "utf-16be", "utf-16le", "ucs-2":
		return decodeUTF16(b, utf16IsBig(b, name))
	case "utf-7":
		return decodeUTF7(b)
	case "", "us-ascii", "utf-8":
		if isASCII(b) {
			return string(b)
		}
		if utf8.Valid(b) {
			if name == "us-ascii" {
				remark(RemarkCharset, "declared us-ascii, read as utf-8")
			}
			return string(b)
		}
		if name == "" {
			remark(RemarkCharset, "none declared, read as windows-1252")
		} else {
			remark(RemarkCharset, "declared %s, read as windows-1252 where it isn't utf-8", name)
		}
		return mixed(b)
	}
	e := lookupCharset(name)
	if e == nil {
		remark(RemarkCharset, "unknown charset %q", clip([]byte(name), 40))
		return mixed(b)
	}
	if isASCII(b) && !stateful(name) {
		return string(b)
	}
	if singleByte(e) && utf8.Valid(b) {
		remark(RemarkCharset, "declared %s, read as utf-8", name)
		return string(b)
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		remark(RemarkCharset, "not all is %s: %v", name, err)
		return mixed(b)
	}
	return string(out)
}

// undouble repairs the lines that some server took for windows-1252 when they
// were UTF-8, and encoded again: "Ã©" for "é". Only what makes valid UTF-8 is
// touched.
func undouble(s string, remark remarker) string {
	if !containsAny(s, "Ã", "Â", "â€") {
		return s
	}
	encoder := charmap.Windows1252.NewEncoder()
	lines := strings.SplitAfter(s, "\n")
	repaired := false
	for i, line := range lines {
		if !containsAny(line, "Ã", "Â", "â€") {
			continue
		}
		if once, err := encoder.String(line); err == nil && utf8.ValidString(once) {
			lines[i], repaired = once, true
		}
	}
	if !repaired {
		return s
	}
	remark(RemarkCharset, "utf-8 encoded twice")
	return strings.Join(lines, "")
}

// charsetName normalises a charset label; "" stands for none.
func charsetName(label string) string {
	n := strings.ToLower(strings.Trim(strings.TrimSpace(label), `"'`))
	n, _, _ = strings.Cut(n, "*") // a language tag (RFC 2231 §5)
	n = strings.TrimPrefix(n, "charset=")
	switch n {
	case "unknown-8bit", "x-unknown", "unknown", "default", "8bit", "_iso-2022-jp$esc":
		return ""
	case "ascii", "ansi_x3.4-1968", "us_ascii", "iso646-us":
		return "us-ascii"
	case "utf8", "utf_8", "unicode-1-1-utf-8", "utf-8n":
		return "utf-8"
	case "unicode-1-1-utf-7", "unicode-2-0-utf-7", "utf7", "x-unicode-2-0-utf-7":
		return "utf-7"
	case "utf16", "unicode":
		return "utf-16"
	case "latin1", "latin-1", "iso8859-1", "iso_8859-1", "iso8859_1", "iso-8859-1", "cp1252", "cp-1252", "win-1252", "ansi", "windows1252":
		return "windows-1252"
	case "iso8859-15", "iso_8859-15", "latin9", "latin-9", "iso-8859-15-windows":
		return "iso-8859-15"
	case "mac", "x-mac-roman", "macroman", "x-macroman", "x-mac-french":
		return "macintosh"
	case "cp850", "ibm-850", "dos-850":
		return "ibm850"
	case "cp437", "ibm-437":
		return "ibm437"
	}
	return n
}

// stateful says whether a charset gives ASCII bytes another meaning.
func stateful(name string) bool {
	return strings.HasPrefix(name, "iso-2022") || strings.HasPrefix(name, "hz")
}

func lookupCharset(name string) encoding.Encoding {
	if e, err := htmlindex.Get(name); err == nil && e != encoding.Replacement {
		return e
	}
	if e, err := ianaindex.MIME.Encoding(name); err == nil && e != nil {
		return e
	}
	return nil
}

func singleByte(e encoding.Encoding) bool {
	_, ok := e.(*charmap.Charmap)
	return ok
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// mixed keeps what is valid UTF-8 and reads every other byte as windows-1252,
// so that a letter pasted together from two charsets reads well throughout.
func mixed(b []byte) string {
	var s strings.Builder
	s.Grow(len(b) + len(b)/8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			r = charmap.Windows1252.DecodeByte(b[0])
		}
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

// latin is mixed for a header value that may hold raw 8-bit bytes.
func latin(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return mixed([]byte(s))
}

// utf16IsBig tells the byte order of UTF-16 without a mark: by its name, else
// by the side on which the zero bytes of Latin letters are.
func utf16IsBig(b []byte, name string) bool {
	switch name {
	case "utf-16be":
		return true
	case "utf-16le":
		return false
	}
	even, odd := 0, 0
	for i, c := range b[:min(len(b), 4096)] {
		if c == 0 && i%2 == 0 {
			even++
		} else if c == 0 {
			odd++
		}
	}
	return even >= odd // RFC 2781 §4.3: big-endian unless told otherwise
}

func decodeUTF16(b []byte, big bool) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		lo, hi := b[2*i], b[2*i+1]
		if big {
			lo, hi = hi, lo
		}
		units[i] = uint16(hi)<<8 | uint16(lo)
	}
	return string(utf16.Decode(units))
}

// decodeUTF7 reads RFC 2152. A shift sequence that isn't well formed is kept
// as it stands.
func decodeUTF7(b []byte) string {
	var s strings.Builder
	for len(b) > 0 {
		i := bytes.IndexByte(b, '+')
		if i < 0 {
			i = len(b)
		}
		s.WriteString(mixed(b[:i]))
		if b = b[i:]; len(b) == 0 {
			break
		}
		n := 1
		for n < len(b) && isBase64(b[n]) {
			n++
		}
		if n == 1 {
			s.WriteByte('+') // "+-" is a plus sign
		} else if raw, err := base64.RawStdEncoding.DecodeString(string(b[1:n])); err == nil {
			s.WriteString(decodeUTF16(raw, true))
		} else {
			s.Write(b[:n])
		}
		if n < len(b) && b[n] == '-' {
			n++
		}
		b = b[n:]
	}
	return s.String()
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}
