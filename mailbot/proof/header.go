package proof

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Bounds on a header. The DKIM library takes time that grows with the square
// of some of these.
const (
	maxHeaderBytes = 256 << 10
	maxFields      = 1000
	maxFieldBytes  = 64 << 10
	maxFieldLines  = 400
)

// A field is one header field.
type field struct {
	name  string // in lower case
	value string // unfolded
	raw   []byte // whole, with its line ends
}

// A header is a sequence of fields, topmost first.
type header []field

// splitHeader cuts a letter at the end of its header. It takes the syntax of
// RFC 5322 §2.2 at its word: where a lenient reader might see the header end
// earlier, or a field where this one sees none, what is signed and what is read
// would differ.
func splitHeader(raw []byte) (h header, body []byte, err error) {
	rest := raw
	start, lines := 0, 0 // where the current field begins, and its lines
	flush := func(end int) error {
		if lines == 0 {
			return nil
		}
		f, err := newField(raw[start:end])
		h = append(h, f)
		return err
	}
	for len(rest) > 0 {
		at := len(raw) - len(rest)
		line, next, _ := bytes.Cut(rest, []byte{'\n'})
		line = bytes.TrimSuffix(line, []byte{'\r'})
		if len(line) == 0 {
			return h, next, flush(at)
		}
		end := len(raw) - len(next)
		switch {
		case end > maxHeaderBytes:
			return nil, nil, fmt.Errorf("longer than %d bytes", maxHeaderBytes)
		case bytes.ContainsAny(line, "\r\x00"):
			return nil, nil, errors.New("a bare carriage return or a zero byte in it")
		case line[0] == ' ' || line[0] == '\t':
			if lines == 0 || len(bytes.TrimSpace(line)) == 0 {
				return nil, nil, errors.New("a line of blanks, or a continuation of nothing")
			}
			if lines++; lines > maxFieldLines {
				return nil, nil, fmt.Errorf("a field of more than %d lines", maxFieldLines)
			}
		default:
			if err := flush(at); err != nil {
				return nil, nil, err
			}
			if len(h) == maxFields {
				return nil, nil, fmt.Errorf("more than %d fields", maxFields)
			}
			start, lines = at, 1
		}
		rest = next
	}
	return h, nil, flush(len(raw))
}

// newField reads a field's lines.
func newField(raw []byte) (field, error) {
	if len(raw) > maxFieldBytes {
		return field{}, fmt.Errorf("a field of more than %d bytes", maxFieldBytes)
	}
	name, value, ok := bytes.Cut(raw, []byte{':'})
	if !ok || len(name) == 0 {
		return field{}, fmt.Errorf("no field: %s", clip(string(raw)))
	}
	for _, b := range name {
		if b <= ' ' || b > '~' {
			return field{}, fmt.Errorf("not a field's name: %s", clip(string(name)))
		}
	}
	unfolded := bytes.ReplaceAll(bytes.ReplaceAll(value, []byte{'\r'}, nil), []byte{'\n'}, nil)
	return field{strings.ToLower(string(name)), string(bytes.TrimSpace(unfolded)), raw}, nil
}

// all returns every field of a name, topmost first.
func (h header) all(name string) []field {
	var fs []field
	for _, f := range h {
		if f.name == name {
			fs = append(fs, f)
		}
	}
	return fs
}

func (h header) has(name string) bool { return len(h.all(name)) > 0 }

// duplicate names a field that decides how the letter reads and stands in it
// more than once, or gives "".
func duplicate(h header) string {
	seen := make(map[string]bool, len(h))
	for _, f := range h {
		switch f.name {
		case "to", "subject", "date", "message-id", "mime-version", "content-type", "content-transfer-encoding", "content-disposition":
			if seen[f.name] {
				return f.name
			}
			seen[f.name] = true
		}
	}
	return ""
}
