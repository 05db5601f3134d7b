package orders

import "strings"

// SynopsisIn shows how a form is written, with the fixed words of a language:
// "ATT <chevalier> <province> [<seuil>]". label gives a parameter's name to
// players under its key; nil: the key.
func SynopsisIn(lang string, f Form, label func(key string) string) string {
	var out strings.Builder
	out.WriteString(f.Code)
	for _, p := range f.Params {
		var ways []string
		if p.Kind != Choice {
			name := p.Key
			if label != nil {
				name = label(p.Key)
			}
			ways = append(ways, "<"+name+">")
		}
		for _, w := range p.Words {
			if len(w.Forms) > 0 {
				ways = append(ways, w.In(lang))
			}
		}
		s := strings.Join(ways, "|")
		if p.Optional {
			s = "[" + s + "]"
		}
		out.WriteString(" " + s)
	}
	return out.String()
}
