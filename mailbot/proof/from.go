package proof

import (
	"errors"
	"fmt"
	"strings"
)

// authorDomain gives the domain of the letter's one author, in lower-case
// ASCII. It is an error if the header doesn't name exactly one author in a form
// that leaves no doubt, or names another than from.
func authorDomain(h header, from string) (string, error) {
	fs := h.all("from")
	if len(fs) != 1 {
		return "", fmt.Errorf("%d From fields", len(fs))
	}
	addr, err := author(fs[0].value)
	if err != nil {
		return "", err
	}
	local, domain, err := splitAddress(addr)
	if err != nil {
		return "", err
	}
	readLocal, readDomain, err := splitAddress(from)
	if err != nil || !strings.EqualFold(local, readLocal) || domain != readDomain {
		return "", fmt.Errorf("the header says %s, not %s", clip(addr), clip(from))
	}
	return domain, nil
}

// author reads a From value (RFC 5322 §3.6.2) that holds one mailbox:
// "Jean <jean@free.fr>" or "jean@free.fr (Jean)". Groups, lists, routes and
// whatever else could be read in two ways are errors.
func author(v string) (string, error) {
	var bare, angle strings.Builder
	inAngle, angled := false, false
	for i := 0; i < len(v); {
		switch c := v[i]; {
		case c == '"':
			end, err := skipQuoted(v, i)
			if err != nil {
				return "", err
			}
			if inAngle || end < len(v) && v[end] == '@' {
				return "", errors.New("a quoted local part")
			}
			bare.WriteByte(' ')
			i = end
			continue
		case c == '(':
			end, err := skipComment(v, i)
			if err != nil {
				return "", err
			}
			if inAngle {
				return "", errors.New("a comment inside an address")
			}
			bare.WriteByte(' ')
			i = end
			continue
		case c == '<':
			if angled {
				return "", errors.New("several addresses")
			}
			inAngle, angled = true, true
		case c == '>':
			if !inAngle {
				return "", errors.New("a bracket that closes nothing")
			}
			inAngle = false
		case strings.IndexByte(",;:\\", c) >= 0:
			return "", fmt.Errorf("a list, a group or a route: %s", clip(v))
		case inAngle:
			angle.WriteByte(c)
		default:
			if angled && c != ' ' && c != '\t' {
				return "", errors.New("text after the address")
			}
			bare.WriteByte(c)
		}
		i++
	}
	switch text := strings.TrimSpace(bare.String()); {
	case inAngle:
		return "", errors.New("an address without its end")
	case !angled:
		return text, nil
	case strings.Contains(text, "@"):
		return "", fmt.Errorf("a second address in the name: %s", clip(v))
	}
	return angle.String(), nil
}

// splitAddress cuts an address into its local part and its domain, the latter
// in lower-case ASCII.
func splitAddress(addr string) (local, domain string, err error) {
	local, d, ok := strings.Cut(addr, "@")
	if !ok || local == "" || strings.ContainsAny(addr, " \t<>()\",;:\\[]") {
		return "", "", fmt.Errorf("no plain address: %s", clip(addr))
	}
	if domain, ok = asciiDomain(d); !ok {
		return "", "", fmt.Errorf("no plain domain: %s", clip(d))
	}
	return local, domain, nil
}

// skipQuoted gives the index after the quoted string (RFC 5322 §3.2.4) at v[i].
func skipQuoted(v string, i int) (int, error) {
	for i++; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case '"':
			return i + 1, nil
		}
	}
	return 0, errors.New("a quote without its end")
}

// skipComment gives the index after the comment (RFC 5322 §3.2.2) at v[i].
// Comments nest, and quotes mean nothing in them.
func skipComment(v string, i int) (int, error) {
	for depth := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, nil
			}
		}
	}
	return 0, errors.New("a comment without its end")
}
