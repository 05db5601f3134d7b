package letter

import (
	"strings"
)

// An Address is a mailbox. Addr is as written, without brackets, and may lack
// an "@" in system mail ("MAILER-DAEMON").
type Address struct {
	Name string
	Addr string
}

// Local returns the part of the address before the last "@", in lower case.
func (a Address) Local() string {
	local := a.Addr
	if i := strings.LastIndexByte(local, '@'); i >= 0 {
		local = local[:i]
	}
	return strings.ToLower(local)
}

func firstAddress(v string, remark remarker) Address {
	if as := parseAddresses(v, remark); len(as) > 0 {
		return as[0]
	}
	return Address{}
}

func addresses(values []string, remark remarker) []Address {
	var all []Address
	for _, v := range values {
		all = append(all, parseAddresses(v, remark)...)
	}
	return all[:min(len(all), maxAddresses)]
}

func containsAddr(as []Address, addr string) bool {
	for _, a := range as {
		if strings.EqualFold(a.Addr, addr) {
			return true
		}
	}
	return false
}

// parseAddresses reads an address list as people's programs write it rather
// than as RFC 5322 §3.4 wants it: brackets in names, commas in unquoted names,
// encoded-words in any place, missing ends, semicolons for commas.
func parseAddresses(v string, remark remarker) []Address {
	as := scanAddresses(v, remark)
	if len(as) == 0 && strings.Contains(v, "=?") {
		// The whole mailbox, address included, sits in an encoded-word.
		as = scanAddresses(headerText(v, remark), remark)
	}
	if len(as) == 0 {
		if w := strings.Fields(v); len(w) > 0 && !strings.ContainsAny(w[0], "<>:;,\"()=") {
			as = []Address{{Addr: cleanLine(latin(w[0]))}} // a system's bare name
		}
	}
	return as
}

// addressScanner holds one mailbox while it is read.
type addressScanner struct {
	phrase  strings.Builder // display name, comments aside
	bare    strings.Builder // what stood outside quotes, brackets and comments
	comment string
	angle   string
	angled  bool
}

func scanAddresses(v string, remark remarker) []Address {
	var as []Address
	var s addressScanner
	flush := func() {
		if a, ok := s.address(remark); ok && len(as) < maxAddresses {
			as = append(as, a)
		}
		s = addressScanner{}
	}
	for i := 0; i < len(v); {
		switch c := v[i]; c {
		case '"':
			text, next := quotedString(v, i)
			if next < len(v) && v[next] == '@' && !strings.Contains(text, " ") {
				s.bare.WriteString(`"` + text + `"`) // a quoted local part
			} else {
				s.phrase.WriteString(text)
			}
			i = next
		case '(':
			s.comment, i = commentText(v, i)
		case '<':
			end := strings.IndexAny(v[i:], ">,")
			if end < 0 {
				end = len(v) - i
			}
			if inner := v[i+1 : i+end]; !s.angled || strings.Contains(inner, "@") {
				s.angle, s.angled = inner, true
			}
			i = min(i+end, len(v))
			if i < len(v) && v[i] == '>' {
				i++
			}
		case ',', ';':
			// "Dupont, Jean <j@x>": no address yet, so the comma is the name's.
			if s.angled || strings.Contains(s.bare.String(), "@") || c == ';' {
				flush()
			} else {
				s.phrase.WriteByte(c)
				s.bare.WriteByte(' ')
			}
			i++
		case ':':
			s = addressScanner{} // a group's name, or "mailto"
			i++
		default:
			s.phrase.WriteByte(c)
			s.bare.WriteByte(c)
			i++
		}
	}
	flush()
	return as
}

// quotedString reads the quoted string at v[i] and returns its content and the
// index after it.
func quotedString(v string, i int) (string, int) {
	var b strings.Builder
	for i++; i < len(v); i++ {
		switch v[i] {
		case '"':
			return b.String(), i + 1
		case '\\':
			if i+1 < len(v) {
				i++
				b.WriteByte(v[i])
			}
		default:
			b.WriteByte(v[i])
		}
	}
	return b.String(), len(v)
}

// commentText reads the comment at v[i], which may nest.
func commentText(v string, i int) (string, int) {
	start, depth := i+1, 0
	for ; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return v[start:i], i + 1
			}
		}
	}
	return v[min(start, len(v)):], len(v)
}

func (s *addressScanner) address(remark remarker) (Address, bool) {
	name := headerText(strings.TrimSpace(s.phrase.String()), remark)
	if s.angled {
		addr := cleanAddr(s.angle)
		if name == "" {
			name = headerText(s.comment, remark)
		}
		if n := len(name); n > 1 && (name[0] == '\'' || name[0] == '"') && name[n-1] == name[0] {
			name = name[1 : n-1] // quoted twice, as Outlook likes to
		}
		return Address{name, addr}, addr != ""
	}
	for w := range strings.FieldsSeq(s.bare.String()) {
		if strings.IndexByte(w, '@') > 0 && !strings.HasPrefix(w, "=?") {
			return Address{headerText(s.comment, remark), cleanAddr(strings.Trim(w, "[]'"))}, true
		}
	}
	return Address{}, false
}

// cleanAddr removes what doesn't belong in an address: blanks, a mailto
// scheme, trailing punctuation, a source route (RFC 5322 §4.4).
func cleanAddr(a string) string {
	a = strings.Join(strings.Fields(cleanLine(latin(a))), "")
	if len(a) > 7 && strings.EqualFold(a[:7], "mailto:") {
		a = a[7:]
	}
	if strings.HasPrefix(a, "@") {
		if _, after, ok := strings.Cut(a, ":"); ok {
			a = after
		}
	}
	return strings.TrimRight(a, ".,;>")
}
