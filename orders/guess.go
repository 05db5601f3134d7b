package orders

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A guess is what a line that begins with no order word may have meant.
type guess struct {
	suggest []string
	end     int  // token after the misspelt word
	whole   bool // the rest of the line then reads as its arguments
	secret  bool // it may be the password's line
}

func (g *guess) add(text string) {
	if len(g.suggest) < suggestions && !slices.Contains(g.suggest, text) {
		g.suggest = append(g.suggest, text)
	}
}

// orderWord is one spelling of a form's word, folded and whole.
type orderWord struct {
	key  []rune
	form int
}

// guess looks for the order words that the beginning of a line is one slip
// away from. Short ones, which ordinary words resemble, count only in capitals
// or if the line then reads as an order; so do those with another first letter.
func (s *session) guess(t *tokens, to int, caps bool) *guess {
	var out *guess
	if h := s.heads.next[t.key(0)]; h != nil { // «Appeler 3 chevaliers»
		whole, codes := &guess{end: 1, whole: true}, &guess{end: 1}
		for _, f := range h.forms(nil) {
			if s.forms[f].Class != ForGame {
				continue
			}
			codes.add(s.forms[f].Code)
			if full := s.meant(&s.forms[f], t, 1, to); full != "" {
				whole.add(full)
			}
		}
		figures := slices.ContainsFunc(t.all, func(tok token) bool { return tok.kind == digits || tok.kind == ref })
		switch {
		case len(whole.suggest) > 0:
			return whole
		case len(codes.suggest) > 0 && (figures || isUpper(t.raw(0))): // hardly a sentence
			return codes
		}
	}
	for l := 1; l <= 4 && l <= len(t.all); l++ {
		if t.all[l-1].kind != word || l == 1 && small[t.key(0)] {
			break
		}
		key := t.span(0, l)
		written := []rune(key)
		if len(written) < 3 {
			continue
		}
		for _, w := range s.orderWords {
			if !oneSlip(written, w.key) {
				continue
			}
			form := &s.forms[w.form]
			secret := form.Class == Directive && form.hasSecret()
			full := ""
			if !secret {
				full = s.meant(form, t, l, to)
			}
			likely := len(w.key) >= shortestSlip && w.key[0] == written[0] || len(w.key) < shortestSlip && l == 1 && caps
			if full == "" && !likely {
				continue
			}
			text := full
			if text == "" {
				text = form.Code
			}
			switch {
			case out == nil, full != "" && !out.whole:
				out = &guess{suggest: []string{text}, end: l, whole: full != "", secret: secret}
			case out.whole == (full != ""):
				out.add(text)
				out.secret = out.secret || secret
			}
		}
	}
	return out
}

// meant is the canonical order that a form makes of the tokens from from on;
// "" if they aren't arguments for it.
func (s *session) meant(f *form, t *tokens, from, to int) string {
	if from >= len(t.all) && len(f.params) > 0 {
		return ""
	}
	m := s.match(f, t, from, to)
	readings := m.read()
	if len(readings) != 1 {
		return ""
	}
	return s.Canonical(m.order(readings[0].used, readings[0].picked), "fr")
}

// maxSentence is how many words a line may have in which an order is looked
// for behind its beginning; longer ones are prose.
const maxSentence = 14

// contrary are the words that turn an order into its contrary.
var contrary = set("ne n pas ni non jamais sans sauf not no never don dont without except")

// later reads a line whose order word stands further on: «Lancelot attaque la
// Lorraine», «Ordre 3 : ATT Lancelot Lorraine». It gives the order it would be.
func (s *session) later(t *tokens, to int) (string, bool) {
	if len(t.all) > maxSentence {
		return "", false
	}
	if first := &t.all[0]; first.kind == quoted && len(t.all) == 1 {
		_, open := utf8.DecodeRuneInString(t.line[first.b0:])
		_, shut := utf8.DecodeLastRuneInString(t.line[:first.b1])
		if o, ok := s.parse(t.line[first.b0+open : first.b1-shut]); ok && len(o.Args) > 0 {
			return s.Canonical(o, "fr"), true
		}
	}
	for i := 1; i < len(t.all) && !contrary[t.key(i-1)]; i++ {
		if t.all[i].kind != word || small[t.key(i)] {
			continue
		}
		form, end := s.heads.match(t, i)
		if form < 0 || s.forms[form].Class != ForGame || utf8.RuneCountInString(t.raw(i)) <= 3 && !isUpper(t.raw(i)) {
			continue
		}
		after := strings.TrimSpace(t.line[t.all[end-1].b1:to])
		if o, ok := s.parse(s.forms[form].Code + " " + after); ok && len(o.Args) > 0 {
			return s.Canonical(o, "fr"), true
		}
		if o, ok := s.parse(s.forms[form].Code + " " + t.written(0, i) + " " + after); ok && len(o.Args) > 0 {
			return s.Canonical(o, "fr"), true
		}
	}
	return "", false
}

// parse reads a text that must be one order and nothing else.
func (r *Reader) parse(text string) (Order, bool) {
	p, _, _, done := nextPiece(text, 0, 0)
	if !done || p.to != len(text) {
		return Order{}, false
	}
	start, standing, cited := unbullet(text, p)
	var t tokens
	t.cut(text, 0, len(text), 0)
	view := t.within(start, len(text))
	form, end := r.heads.match(&view, 0)
	if form < 0 || cited {
		return Order{}, false
	}
	m := matcher{r: r, t: &view, f: &r.forms[form], from: end, to: p.to, exact: true}
	readings := m.read()
	if len(readings) != 1 {
		return Order{}, false
	}
	if view.asks(m.f, 0, p.to) {
		return Order{}, false
	}
	o := m.order(readings[0].used, readings[0].picked)
	o.Standing = standing
	return o, true
}
