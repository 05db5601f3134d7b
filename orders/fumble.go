package orders

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The directives that decide what becomes of the list kept before.
const (
	adds    = "AJOUT"
	empties = "EFFACER"
	dates   = "SAISON"
)

// fumble notes that a refused line began with a directive that decides on the
// list, so that the letter isn't taken as if the line had not been there.
func (s *session) fumble(f *form) {
	if f.Class == Directive && slices.Contains([]string{adds, empties, dates}, f.Code) && !slices.Contains(s.Fumbled, f.Code) {
		s.Fumbled = append(s.Fumbled, f.Code)
	}
}

// addition reads «AJOUT : CHE 1» as both: the word, and the order behind it
// from token from on. It gives false if no order stands there.
func (s *session) addition(p piece, t *tokens, from int, standing bool) bool {
	form, end := s.heads.match(t, from)
	if form < 0 || s.forms[form].Code == adds {
		return false
	}
	word := Order{Code: adds, Line: s.number, Source: strings.TrimSpace(s.blanks.within(s.line, p.from, t.all[from-1].b1))}
	standing = standing || strings.Contains(t.line[t.all[from-1].b1:t.all[from].b0], "@")
	p.from = t.all[from-1].b1
	if !s.order(p, t, form, from, end, standing) {
		return false
	}
	s.Directives = append(s.Directives, word)
	return true
}

// comment looks at the comment whose "#" stands at byte b. Without a space
// after it, an order must not vanish in it without a word: «#ATT Lancelot
// Lorraine» is told, as refused if it is surely meant, else as prose.
func (s *session) comment(b int) {
	if next, _ := utf8.DecodeRuneInString(s.line[b+1:]); !unicode.IsLetter(next) {
		return
	}
	t := s.tokens.within(b+1, len(s.line))
	if len(t.all) == 0 {
		return
	}
	form, end := s.heads.match(&t, 0)
	if form < 0 {
		return
	}
	f := &s.forms[form]
	full := ""
	if !f.hasSecret() {
		full = s.meant(f, &t, end, len(s.line))
	}
	if full == "" && !isUpper(t.raw(0)) {
		s.Prose = append(s.Prose, Line{s.number, strings.TrimSpace(s.blanks.within(s.line, b, len(s.line)))})
		return
	}
	s.fumble(f)
	out := Finding{Severity: Refused, Kind: UnknownOrder, Facts: map[string]string{"word": "#" + t.raw(0)}}
	if full != "" {
		out.Suggestions = []string{full}
	}
	s.find(&t, 0, 1, out)
}
