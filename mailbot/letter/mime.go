package letter

import (
	"bytes"
	"mime"
	"strings"
)

// contentType reads a Content-Type or Content-Disposition value: the type in
// lower case and its parameters. Where the strict parser gives up, what can be
// told apart is kept.
func contentType(v string) (string, map[string]string) {
	if t, params, err := mime.ParseMediaType(v); err == nil && !strings.ContainsAny(t, " =") {
		return t, params
	}
	end := strings.IndexAny(v, "; \t")
	if end < 0 {
		end = len(v)
	}
	t, rest := v[:end], v[end:]
	params := map[string]string{}
	for rest != "" && len(params) < 20 {
		var key, value string
		key, rest, _ = strings.Cut(rest, "=")
		key = strings.ToLower(strings.Trim(key, " \t;"))
		if rest = strings.TrimLeft(rest, " \t"); strings.HasPrefix(rest, `"`) {
			var n int
			value, n = quotedString(rest, 0)
			rest = rest[n:]
			_, rest, _ = strings.Cut(rest, ";")
		} else {
			value, rest, _ = strings.Cut(rest, ";")
			value = strings.TrimSpace(value)
		}
		if _, seen := params[key]; !seen && key != "" {
			params[key] = value
		}
	}
	return strings.ToLower(strings.TrimSpace(t)), params
}

// A part is one MIME part, its transfer encoding still on.
type part struct {
	header      header
	mediaType   string
	params      map[string]string
	disposition string
	name        string // file name, "" if it has none
	body        []byte
}

func newPart(h header, body []byte, remark remarker) part {
	p := part{header: h, body: body}
	p.mediaType, p.params = contentType(h.get("content-type"))
	// What isn't type/subtype is read as plain text (RFC 2045 §5.2).
	if major, minor, ok := strings.Cut(p.mediaType, "/"); !ok || major == "" || minor == "" {
		p.mediaType = "text/plain"
	}
	var dp map[string]string
	p.disposition, dp = contentType(h.get("content-disposition"))
	for _, n := range []string{dp["filename"], p.params["name"]} {
		if p.name == "" {
			p.name = headerText(n, remark)
		}
	}
	return p
}

func (p *part) encoding() string { return p.header.get("content-transfer-encoding") }

// sniffBoundary guesses the boundary of a multipart that doesn't name it, or
// names another: the first line that begins with two dashes and is followed by a header.
func sniffBoundary(body []byte) string {
	for range 20 {
		line, rest := cutLine(body)
		if b, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("--")); ok && len(b) > 0 && len(b) <= 70 {
			next, _ := cutLine(rest)
			if n, _, ok := cutField(next); ok && knownField(strings.ToLower(n)) {
				return string(b)
			}
		}
		if len(rest) == 0 {
			return ""
		}
		body = rest
	}
	return ""
}

// splitParts cuts a multipart body at its boundary (RFC 2046 §5.1.1) and stops
// after limit parts. closed is false if the last boundary is missing, in which
// case the last part goes to the end. The preamble and the epilogue are no
// parts. Without a boundary there are none.
func splitParts(body []byte, boundary string, limit int) (parts [][]byte, closed bool) {
	if boundary == "" {
		return nil, false
	}
	delim := []byte("--" + boundary)
	start := -1
	for at := 0; at < len(body); {
		i := bytes.Index(body[at:], delim)
		if i < 0 {
			break
		}
		i += at
		line, rest := cutLine(body[i:])
		next := len(body) - len(rest)
		tail := string(bytes.TrimRight(line[len(delim):], " \t\r"))
		if i > 0 && body[i-1] != '\n' || tail != "" && tail != "--" {
			at = i + len(delim)
			continue
		}
		if start >= 0 {
			parts = append(parts, trimLineEnd(body[start:i]))
		}
		if tail == "--" || len(parts) >= limit {
			return parts, true
		}
		start, at = next, next
		if rest == nil {
			start = len(body)
		}
	}
	if start >= 0 && start < len(body) {
		parts = append(parts, body[start:])
	}
	return parts, false
}

// trimLineEnd removes the line end that belongs to the boundary after it.
func trimLineEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}
