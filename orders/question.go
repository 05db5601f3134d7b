package orders

import (
	"strings"
	"unicode/utf8"
)

// asks says whether what is written from token from on to the byte to is a
// question: a mark stands in it, not between quotation marks and not within a
// password. A question is no order.
func (t *tokens) asks(f *form, from, to int) bool {
	if f.Class != ForGame {
		return false
	}
	b := t.all[from].b0
	for i := from; i <= len(t.all); i++ {
		end := to
		if i < len(t.all) {
			end = t.all[i].b0
		}
		if i > from && end > b && marked(t.line, b, end, f.hasSecret()) {
			return true
		}
		if i < len(t.all) {
			b = t.all[i].b1
		}
	}
	return false
}

// marked says whether a question mark stands in a stretch of a line; with
// secrets, only one that space parts from what is before.
func marked(line string, from, to int, secrets bool) bool {
	for b := from; b < to; {
		n := strings.IndexFunc(line[b:to], isQuestion)
		if n < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(line[:b+n])
		if !secrets || isSpace(before) {
			return true
		}
		_, size := utf8.DecodeRuneInString(line[b+n:])
		b += n + size
	}
	return false
}

func isQuestion(r rune) bool {
	return r == '?' || r == '？' || r == '؟' || r == '⁇' || r == '⁈' || r == '⁉'
}
