package atlas

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold takes case and accents off a name, as a reader of orders does.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// alike tells whether two folded names are the same or one slip apart: a
// letter too many, a letter wrong, or two neighbouring letters exchanged.
func alike(a, b []rune) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case len(a) > len(b):
		return slices.Equal(a[1:], b)
	case len(a) == 0 || slices.Equal(a[1:], b[1:]):
		return true
	}
	return len(a) > 1 && a[0] == b[1] && a[1] == b[0] && slices.Equal(a[2:], b[2:])
}
