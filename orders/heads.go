package orders

import (
	"maps"
	"slices"
	"strings"
)

// heads is the tree of the words that an order may begin with: codes, names
// and aliases, without their small words.
type heads struct {
	next map[string]*heads
	form int // index in Reader.forms; -1 if no order is called so
}

func newHeads() *heads { return &heads{form: -1} }

// add enters one spelling; the first form to claim it keeps it.
func (h *heads) add(text string, form int) {
	for i, w := range strings.Fields(nameKey(text)) {
		if i > 0 && small[w] {
			continue
		}
		if h.next == nil {
			h.next = map[string]*heads{}
		}
		if h.next[w] == nil {
			h.next[w] = newHeads()
		}
		h = h.next[w]
	}
	if h.form < 0 {
		h.form = form
	}
}

// match finds the longest order word that begins at token i; form is -1 if
// there is none, end the token after it.
func (h *heads) match(t *tokens, i int) (form, end int) {
	form, end = -1, i
	for j := i; j < len(t.all) && t.all[j].kind != quoted; j++ {
		next := h.next[t.key(j)]
		if next == nil {
			if j > i && small[t.key(j)] {
				continue
			}
			break
		}
		h = next
		if h.form >= 0 {
			form, end = h.form, j+1
		}
	}
	return form, end
}

// forms appends the forms whose words begin with those that led here.
func (h *heads) forms(out []int) []int {
	if h.form >= 0 && !slices.Contains(out, h.form) {
		out = append(out, h.form)
	}
	for _, w := range slices.Sorted(maps.Keys(h.next)) {
		out = h.next[w].forms(out)
	}
	return out
}
