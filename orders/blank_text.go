package orders

import "strings"

// Blank is a text as it may be shown or kept: what follows a word for password
// on a line is blanked, and a lone word on the line after one that ends with it.
func Blank(text string) string {
	s := session{Reader: &Reader{heads: newHeads()}}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		s.line = line
		s.tokens.cut(line, 0, len(line), 0)
		if len(s.tokens.all) == 0 {
			continue
		}
		orphan := s.orphan
		s.orphan = false
		b := s.findBlanks()
		if orphan && len(strings.Fields(line)) == 1 {
			b = b.add(line, 0, len(line))
		}
		lines[i] = b.apply(line)
	}
	return strings.Join(lines, "\n")
}
