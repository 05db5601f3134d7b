package proof

import (
	"fmt"
	"strings"
)

// results is what an Authentication-Results field says (RFC 8601 §2.2).
type results struct {
	id  string // authserv-id, unquoted
	all []result
}

// A result is that of one method. Method, value and the names of properties are
// in lower case; a property's name is "ptype.property".
type result struct {
	method, value string
	properties    []property
}

type property struct{ name, value string }

// property gives the value of a property, or "" if it isn't there exactly once.
func (r result) property(name string) string {
	value, n := "", 0
	for _, p := range r.properties {
		if p.name == name {
			value = p.value
			n++
		}
	}
	if n != 1 {
		return ""
	}
	return value
}

// has reports whether a property is there at all.
func (r result) has(name string) bool {
	for _, p := range r.properties {
		if p.name == name {
			return true
		}
	}
	return false
}

// parseResults reads the unfolded value of an Authentication-Results field.
// Comments nest and may hold anything, and so may quoted strings. It forgives
// what servers write outside the grammar and what can't be mistaken: a last
// ";", words such as "action=none" among the properties, characters in a value
// that ought to be quoted. Any other fault is an error: half a field is not to
// be trusted.
func parseResults(v string) (results, error) {
	s := scanner{in: v}
	var r results
	s.blanks()
	r.id = s.value()
	s.blanks()
	if version := s.word(); version != "" {
		if version != "1" {
			return results{}, fmt.Errorf("version %s", clip(version))
		}
		s.blanks()
	}
	for s.err == nil && s.at < len(s.in) {
		if !s.accept(';') {
			s.fail("no \";\" between results")
			break
		}
		if s.blanks(); s.at == len(s.in) {
			break
		}
		if res, known := s.result(); known {
			r.all = append(r.all, res)
		}
	}
	if r.id == "" {
		s.fail("no server's name")
	}
	if s.err != nil {
		return results{}, s.err
	}
	return r, nil
}

// A scanner walks through a field once. After a fault it stands still at the
// end.
type scanner struct {
	in  string
	at  int
	err error
}

func (s *scanner) fail(what string) {
	if s.err == nil {
		s.err = fmt.Errorf("malformed at byte %d: %s", s.at, what)
	}
	s.at = len(s.in)
}

// result reads one result after its ";". It isn't known if it says "none", or
// its method has a version other than 1 (RFC 8601 §2.2).
func (s *scanner) result() (r result, known bool) {
	r.method = strings.ToLower(s.word())
	s.blanks()
	if r.method == "none" && (s.at == len(s.in) || s.in[s.at] == ';') {
		return result{}, false
	}
	known = true
	if s.accept('/') {
		s.blanks()
		known = s.word() == "1"
		s.blanks()
	}
	if r.method == "" || !s.accept('=') {
		s.fail("no \"method=result\"")
		return result{}, false
	}
	s.blanks()
	if r.value = strings.ToLower(s.word()); r.value == "" {
		s.fail("no result")
	}
	for s.blanks(); s.at < len(s.in) && s.in[s.at] != ';'; s.blanks() {
		name := strings.ToLower(s.word())
		s.blanks()
		if s.accept('.') {
			s.blanks()
			name += "." + strings.ToLower(s.word())
			s.blanks()
		}
		if name == "" || strings.HasSuffix(name, ".") || !s.accept('=') {
			s.fail("no \"property=value\"")
			return result{}, false
		}
		s.blanks()
		r.properties = append(r.properties, property{name, s.value()})
	}
	return r, known
}

func (s *scanner) accept(c byte) bool {
	if s.at < len(s.in) && s.in[s.at] == c {
		s.at++
		return true
	}
	return false
}

// blanks skips blanks and comments.
func (s *scanner) blanks() {
	for s.at < len(s.in) {
		switch s.in[s.at] {
		case ' ', '\t':
			s.at++
		case '(':
			end, err := skipComment(s.in, s.at)
			if err != nil {
				s.fail(err.Error())
				return
			}
			s.at = end
		default:
			return
		}
	}
}

// word reads a keyword (RFC 5321 §4.1.2 "Keyword", and "_"); "" if there is
// none.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.in) {
		c := s.in[s.at] | 0x20 // letters in lower case; the others stay apart
		if (c < 'a' || c > 'z') && (s.in[s.at] < '0' || s.in[s.at] > '9') && s.in[s.at] != '-' && s.in[s.at] != '_' {
			break
		}
		s.at++
	}
	return s.in[start:s.at]
}

// value reads a value: quoted strings and plain characters up to a blank, a
// comment or ";". So the quoted local part of an address may hold what it
// likes.
func (s *scanner) value() string {
	var b strings.Builder
	start := s.at
	for s.at < len(s.in) {
		c := s.in[s.at]
		if c == ' ' || c == '\t' || c == ';' || c == '(' {
			break
		}
		switch {
		case c == '"':
			text, end, err := quoted(s.in, s.at)
			if err != nil {
				s.fail(err.Error())
				return ""
			}
			b.WriteString(text)
			s.at = end
		case c < ' ' || c == 0x7f || c == ')' || c == '\\':
			s.fail("a character that can't stand in a value")
			return ""
		default:
			b.WriteByte(c)
			s.at++
		}
	}
	if s.at == start {
		s.fail("no value")
	}
	return b.String()
}

// quoted gives the content of the quoted string at v[i], and the index after
// it.
func quoted(v string, i int) (string, int, error) {
	end, err := skipQuoted(v, i)
	if err != nil {
		return "", 0, err
	}
	inner := v[i+1 : end-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner, end, nil
	}
	var b strings.Builder
	for j := 0; j < len(inner); j++ {
		if inner[j] == '\\' {
			j++
		}
		b.WriteByte(inner[j])
	}
	return b.String(), end, nil
}
