package dkim

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// crlf gives each line the end that it has on the way.
func crlf(raw []byte) []byte {
	if bytes.Count(raw, []byte("\n")) == bytes.Count(raw, []byte("\r\n")) {
		return slices.Clone(raw)
	}
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}

// A field is a header field as it stands, folds and all, without its last CRLF.
type field = string

// split takes a mail apart into its header's fields and its body. What isn't of
// RFC 5322's form isn't signed: receivers would read it in different ways.
func split(raw []byte) (fields []field, body []byte, err error) {
	if len(raw) != len(bytes.ReplaceAll(raw, []byte("\r"), nil))+bytes.Count(raw, []byte("\r\n")) {
		return nil, nil, errors.New("there is a CR without LF")
	}
	if bytes.IndexByte(raw, 0) >= 0 {
		return nil, nil, errors.New("there is a NUL")
	}
	header, body, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !ok {
		return nil, nil, errors.New("no empty line ends the header")
	}
	for line := range strings.SplitSeq(string(header), "\r\n") {
		switch {
		case line != "" && isBlank(line[0]):
			if len(fields) == 0 || strings.Trim(line, " \t") == "" {
				return nil, nil, errors.New("the header has a line that continues nothing")
			}
			fields[len(fields)-1] += "\r\n" + line
		case nameOf(line) == "":
			return nil, nil, fmt.Errorf("the header has a line that is no field, the %s one", ordinal(len(fields)+1))
		default:
			fields = append(fields, line)
		}
	}
	return fields, body, nil
}

func ordinal(n int) string {
	if n == 1 {
		return "first"
	}
	return fmt.Sprintf("%dth", n)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// nameOf is a field's name in lower case, or empty if it has none (RFC 5322 §2.2).
func nameOf(f field) string {
	name, _, ok := strings.Cut(f, ":")
	if !ok || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return strings.ToLower(name)
}

// instances lists the fields of a name, the last first, as RFC 6376 §5.4.2 takes them.
func instances(fields []field, name string) []field {
	var found []field
	for _, f := range slices.Backward(fields) {
		if nameOf(f) == name {
			found = append(found, f)
		}
	}
	return found
}

// cover is what h= names, and the fields that it stands for.
func cover(fields []field) (names []string, covered []field) {
	wanted := slices.Clone(signed)
	for _, f := range fields {
		list := nameOf(f)
		known := func(name string) bool { return strings.EqualFold(name, list) }
		if strings.HasPrefix(list, "list-") && !slices.ContainsFunc(wanted, known) {
			wanted = append(wanted, f[:len(list)])
		}
	}
	for _, name := range wanted {
		found := instances(fields, strings.ToLower(name))
		for range found {
			names = append(names, name)
		}
		covered = append(covered, found...)
	}
	return append(names, "From"), covered
}

// canonicalField is the relaxed form (RFC 6376 §3.4.2), without the last CRLF.
func canonicalField(f field) string {
	name, value, _ := strings.Cut(f, ":")
	return strings.ToLower(name) + ":" + strings.Join(words(strings.ReplaceAll(value, "\r\n", "")), " ")
}

// canonicalBody is the relaxed form (RFC 6376 §3.4.4).
func canonicalBody(body []byte) []byte {
	var b bytes.Buffer
	empty := 0
	for line := range bytes.SplitSeq(body, []byte("\r\n")) {
		text := strings.TrimRight(string(line), " \t")
		if text == "" {
			empty++ // written only if something follows
			continue
		}
		for range empty {
			b.WriteString("\r\n")
		}
		empty = 0
		if isBlank(text[0]) {
			b.WriteByte(' ')
		}
		b.WriteString(strings.Join(words(text), " "))
		b.WriteString("\r\n")
	}
	return b.Bytes()
}

// words splits at blanks, which are spaces and tabs only.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
}
