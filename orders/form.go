package orders

import (
	"slices"
	"strings"
)

// A form is a Form made ready for reading.
type form struct {
	Form
	counts bool              // one of its numbers counts things: "CHE 3 chevaliers"
	list   bool              // all its arguments are numbers, three or more: "INI 50,50,80"
	text   bool              // one of its arguments is free text
	labels map[string]uint32 // label, folded → the parameters that it tells
	params []param
}

// A param is a Param with its fixed words by their folded spelling.
type param struct {
	Param
	fixed map[string]string // → Word.Key
	words int               // words of the longest
}

func newForm(f Form) form {
	out := form{Form: f, list: len(f.Params) >= 3}
	for i, p := range f.Params {
		q := param{Param: p}
		if q.Ways == 0 {
			q.Ways = anyWay
		}
		for _, s := range append([]string{p.Label.English}, p.Label.Forms...) {
			for _, key := range strings.Fields(nameKey(s)) {
				if out.labels == nil {
					out.labels = map[string]uint32{}
				}
				out.labels[key] |= 1 << i
			}
		}
		for _, w := range p.Words {
			for _, s := range append([]string{w.English}, w.Forms...) {
				key := nameKey(s)
				if key == "" {
					continue
				}
				if q.fixed == nil {
					q.fixed = map[string]string{}
				}
				if _, taken := q.fixed[key]; !taken {
					q.fixed[key] = w.Key
				}
				q.words = max(q.words, countWords(key))
			}
		}
		out.counts = out.counts || p.Unit == "count"
		out.list = out.list && p.Kind == Number
		out.text = out.text || p.Kind == Text
		out.params = append(out.params, q)
	}
	return out
}

func countWords(key string) int {
	n := 1
	for i := range len(key) {
		if key[i] == ' ' {
			n++
		}
	}
	return n
}

// hasSecret says whether one of the arguments is a password.
func (f *form) hasSecret() bool {
	return slices.ContainsFunc(f.params, func(p param) bool { return p.Kind == Secret })
}
