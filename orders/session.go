package orders

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A session is the reading of one letter.
type session struct {
	*Reader
	Reading
	matcher matcher
	tokens  tokens // of the line in hand
	view    tokens // of the piece in hand
	count   int    // pieces read

	number   int    // of the line in hand
	line     string // its text
	blanks   blanks
	findings int  // of Reading.Findings, before the line in hand
	password bool // the piece before was a password's: what follows may be the rest of it
	orphan   bool // a password's word stood alone: the next line may be the password
}

// read reads one line; false means that the letter is too long to go on.
func (s *session) read(l Line) bool {
	text := strings.TrimRight(l.Text, "\r\n")
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	if len(text) <= MaxLine || utf8.RuneCountInString(text) <= MaxLine {
		return s.readLine(l.Number, text)
	}
	// A line beyond the limit is read piece by piece, each as a line of its own.
	for from, done := 0, false; !done; {
		var p piece
		p, from, _, done = nextPiece(text, from, 0)
		part := text[p.from:p.to]
		if len(part) > MaxLine && utf8.RuneCountInString(part) > MaxLine {
			if !s.admit(part) {
				return false
			}
			if saysAnything(part) {
				s.tooLong(l.Number, part)
			}
		} else if !s.readLine(l.Number, part) {
			return false
		}
	}
	return true
}

// admit counts a piece that says anything; false means one too many.
func (s *session) admit(text string) bool {
	if saysAnything(text) {
		s.count++
	}
	return s.count <= MaxLines
}

func saysAnything(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// tooLong refuses an order beyond the limit; a paragraph is prose.
func (s *session) tooLong(number int, text string) {
	short := cutAfter(text, MaxLine/4)
	s.line, s.number = short, number
	s.tokens.cut(short, 0, len(short), 0)
	s.blanks = s.findBlanks()
	start, _, cited := unbullet(short, piece{to: len(short)})
	view := s.tokens.within(start, len(short))
	form, _ := s.heads.match(&view, 0)
	if cited || form < 0 {
		s.Prose = append(s.Prose, Line{number, s.blanks.apply(short) + "…"})
		return
	}
	s.Truncated = true
	s.Findings = append(s.Findings, Finding{Line: number, Source: s.blanks.apply(short) + "…", Severity: Refused, Kind: LineTooLong,
		Facts: map[string]string{"max": strconv.Itoa(MaxLine)}})
}

// cutAfter is the first n runes of a text.
func cutAfter(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// within is the view of the tokens between two bytes of the line.
func (t *tokens) within(from, to int) tokens {
	lo, hi := 0, len(t.all)
	for lo < hi && t.all[lo].b0 < from {
		lo++
	}
	for hi > lo && t.all[hi-1].b0 >= to {
		hi--
	}
	return tokens{line: t.line, text: t.text, all: t.all[lo:hi:hi]}
}

// readLine reads a line that is within the limits, piece by piece.
func (s *session) readLine(number int, text string) bool {
	s.number, s.line, s.findings = number, text, len(s.Findings)
	s.tokens.cut(text, 0, len(text), 0)
	if len(s.tokens.all) == 0 {
		return true
	}
	s.password, s.orphan = s.orphan, false
	s.blanks = s.findBlanks()
	prose := len(s.Prose)
	whole := true // all of the line is prose
	admitted := true
	var p piece
	for from, col, done := 0, 0, false; !done && admitted; {
		p, from, col, done = nextPiece(text, from, col)
		if admitted = s.admit(text[p.from:p.to]); admitted {
			before := len(s.Prose)
			said := s.readPiece(p)
			whole = whole && (!said || len(s.Prose) > before)
		}
	}
	if admitted && p.to < len(text) {
		s.comment(p.to)
	}
	if whole && len(s.Prose) > prose {
		s.Prose = append(s.Prose[:prose], Line{number, strings.TrimSpace(s.blanks.apply(text))})
	}
	for i := range s.Findings[s.findings:] {
		f := &s.Findings[s.findings+i]
		f.Source = s.blanks.apply(text)
		f.Column, f.Width = s.blanks.shift(f.Column, f.Width)
	}
	return admitted
}

// readPiece reads one piece of the line in hand; false if it is empty.
func (s *session) readPiece(p piece) bool {
	start, standing, cited := unbullet(s.line, p)
	s.view = s.tokens.within(start, p.to)
	t := &s.view
	if len(t.all) == 0 {
		return false
	}
	rest := s.password // of a password that a semicolon or a line break cut
	s.password = false
	head := 0
	if !cited {
		if form, _ := s.heads.match(t, 0); form < 0 && t.all[0].kind == digits && len(t.all) > 1 {
			head = 1 // "1 ATT …"
		}
		if form, end := s.heads.match(t, head); form >= 0 {
			if s.order(p, t, form, head, end, standing) {
				return true
			}
		} else if !rest && s.unknown(p, t) {
			return true
		}
	}
	if rest {
		s.blanks = s.blanks.add(s.line, p.from, p.to)
	}
	s.Prose = append(s.Prose, Line{s.number, strings.TrimSpace(s.blanks.within(s.line, p.from, p.to))})
	return true
}

// order reads the arguments of a form whose word stands at tokens head to end.
// It gives false if the line is prose after all.
func (s *session) order(p piece, t *tokens, f, head, end int, standing bool) bool {
	form := &s.forms[f]
	if form.Code == adds && s.addition(p, t, end, standing) {
		return true
	}
	m := s.match(form, t, end, p.to)
	readings := m.read()
	if len(readings) == 1 && m.grouped() {
		if loose := m.readLoose(); len(loose) > 1 {
			readings = loose
		}
	}
	secret := form.Class == Directive && form.hasSecret()
	s.password = secret
	if len(readings) != 1 {
		if len(readings) == 0 && s.chance(form, t, head, end, p.to) {
			return false
		}
		s.fumble(form)
		if form.Class == ForGame && s.stumbles(form, t, head, end) {
			s.find(t, head, end, Finding{Severity: Refused, Kind: UnknownOrder, Facts: map[string]string{"word": t.raw(head)}})
		} else {
			s.refuse(m, readings, head, end)
		}
		return true
	}
	one := readings[0]
	if s.salutes(form, t, head, end) {
		return false
	}
	if s.stumbles(form, t, head, end) {
		s.find(t, head, end, Finding{Severity: Refused, Kind: UnknownOrder, Facts: map[string]string{"word": t.raw(head)},
			Suggestions: []string{s.Canonical(m.order(one.used, one.picked), "fr")}})
		return true
	}
	o := m.order(one.used, one.picked)
	if t.asks(form, head, p.to) {
		s.find(t, head, len(t.all), Finding{Severity: Refused, Kind: Question, Facts: map[string]string{"code": form.Code},
			Suggestions: []string{s.Canonical(o, "fr")}})
		return true
	}
	o.Standing, o.Line = standing, s.number
	o.Source = strings.TrimSpace(s.blanks.within(s.line, p.from, p.to))
	if standing && form.Class != ForGame {
		o.Standing = false
		s.find(t, head, end, Finding{Severity: Warning, Kind: NotStanding, Facts: map[string]string{"code": form.Code}})
	}
	for q, c := range one.picked {
		if one.used&(1<<q) != 0 && c.slip {
			s.understood(m, form, q, c)
		}
	}
	switch form.Class {
	case ForGame:
		s.Orders = append(s.Orders, o)
	case Directive:
		s.Directives = append(s.Directives, o)
	case Query:
		s.Queries = append(s.Queries, o)
	}
	return true
}

// match readies the matcher for the arguments from token from on.
func (s *session) match(f *form, t *tokens, from, to int) *matcher {
	m := &s.matcher
	m.r, m.t, m.f, m.from, m.to, m.blanks = s.Reader, t, f, from, to, s.blanks
	return m
}

// stumbles says whether a line that can be read begins too much like a
// sentence to be taken for an order: «Par contre, Lancelot reste.»
func (s *session) stumbles(f *form, t *tokens, head, end int) bool {
	return f.Class == ForGame && end == head+1 && small[t.key(head)] && !isUpper(t.raw(head)) &&
		end < len(t.all) && small[t.key(end)] && s.names.longest[t.key(end)] == 0
}

// salutes says whether a word for the Arbitre that takes free text begins a
// sentence: «Seigneur, voici mes ordres», «Partie remise». It counts in
// capitals, before a colon, or with one word that has a figure in it.
func (s *session) salutes(f *form, t *tokens, head, end int) bool {
	if f.Class != Directive || len(f.params) == 0 || f.params[0].Kind != Text || isUpper(t.written(head, end)) {
		return false
	}
	after := strings.TrimLeftFunc(s.line[t.all[end-1].b1:t.all[end].b0], isSpace)
	if strings.HasPrefix(after, ":") || strings.HasPrefix(after, "=") {
		return false
	}
	rest := t.written(end, len(t.all))
	return strings.ContainsFunc(rest, isSpace) || !strings.ContainsAny(rest, "0123456789")
}

// chance says whether a refused line only happens to begin like an order: with
// a code that is also a common word («Par ailleurs»), and with nothing after it
// that the order could use; or with a question's word («Rapport bien reçu»).
func (s *session) chance(f *form, t *tokens, head, end, to int) bool {
	if f.Class == Query {
		figures := slices.ContainsFunc(t.all[end:], func(tok token) bool { return tok.kind == digits })
		return !isUpper(t.raw(head)) && !figures
	}
	if end != head+1 || t.key(head) != strings.ToLower(f.Code) || len(f.Code) > 3 || isUpper(t.raw(head)) || end == len(t.all) {
		return false
	}
	m := s.match(f, t, end, to)
	m.slips, m.ordered, m.used, m.scratch = false, false, 0, m.scratch[:0]
	m.lenient = true
	defer func() { m.lenient = false }()
	for i := end; i < len(t.all); i++ {
		if t.all[i].kind == ref || t.all[i].kind == digits {
			return false
		}
		for p := range f.params {
			if k := f.params[p].Kind; k == Named || k == Choice {
				m.candidates(i, p)
			}
		}
	}
	n := len(m.scratch)
	m.scratch = m.scratch[:0]
	return n == 0
}

func isUpper(s string) bool {
	return strings.ToUpper(s) == s && strings.ToLower(s) != s
}

// find adds a finding at tokens from to to of the line in hand.
func (s *session) find(t *tokens, from, to int, f Finding) {
	f.Line = s.number
	if from < to {
		f.Column = t.all[from].at + 1
		if t.all[from].negative {
			f.Column--
		}
		f.Width = t.all[to-1].end + 1 - f.Column
	}
	s.Findings = append(s.Findings, f)
}

// understood notes a name that was read in spite of a slip.
func (s *session) understood(m *matcher, f *form, p int, c candidate) {
	n := s.names.all[c.name]
	from := c.from
	s.find(m.t, from, c.end, Finding{Severity: Note, Kind: UnderstoodAs, Facts: map[string]string{
		"code": f.Code, "key": f.params[p].Key, "class": n.Class, "written": m.written(from, c.end), "name": n.Text}})
}

// unknown refuses a line that looks like an order but begins with none; false
// means that it doesn't look like one.
func (s *session) unknown(p piece, t *tokens) bool {
	first := s.blanks.within(s.line, t.all[0].b0, t.all[0].b1)
	f := Finding{Severity: Refused, Kind: UnknownOrder, Facts: map[string]string{"word": first}}
	caps := t.all[0].kind == word && utf8.RuneCountInString(first) == 3 && isUpper(first) && !small[t.key(0)]
	end := 1
	guess := s.guess(t, p.to, caps)
	later, ok := "", false
	if guess == nil || !guess.whole && !guess.secret {
		later, ok = s.later(t, p.to)
	}
	switch {
	case ok:
		f.Suggestions = []string{later}
	case guess != nil:
		f.Suggestions, end = guess.suggest, guess.end
		for _, text := range guess.suggest {
			code, _, _ := strings.Cut(text, " ")
			s.fumble(&s.forms[s.byCode[strings.TrimPrefix(code, "@")]])
		}
		f.Facts["word"] = s.blanks.within(s.line, t.all[0].b0, t.all[end-1].b1)
		s.password = guess.secret
	case !caps:
		return false
	}
	if (guess == nil || !guess.secret) && s.blanks.apply(s.line) != s.line {
		f.Suggestions = nil // they might repeat the password
	}
	s.find(t, 0, end, f)
	return true
}
