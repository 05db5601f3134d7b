package orders

import "slices"

// refuse tells why an order can't be read.
func (s *session) refuse(m *matcher, readings []reading, head, end int) {
	if len(readings) > 1 {
		s.ambiguous(m, readings, end)
		return
	}
	if loose := m.readLoose(); len(loose) > 0 {
		s.ambiguous(m, loose, end)
		return
	}
	if s.misled(m, end) {
		return
	}
	faults := m.diagnose()
	if len(faults) == 0 {
		faults = []fault{{kind: ExtraWords, from: end, to: len(m.t.all), facts: map[string]string{
			"code": m.f.Code, "words": m.written(end, len(m.t.all))}}}
	}
	for _, f := range faults {
		if f.kind == MissingArgument {
			f.from, f.to = head, end
		}
		s.find(m.t, f.from, f.to, Finding{Severity: Refused, Kind: f.kind, Facts: f.facts, Suggestions: f.suggest})
	}
}

// ambiguous refuses an order that may be read in several ways.
func (s *session) ambiguous(m *matcher, readings []reading, end int, others ...Order) {
	f := Finding{Severity: Refused, Kind: Ambiguous, Facts: map[string]string{"code": m.f.Code}}
	for _, r := range readings {
		others = append(others, m.order(r.used, r.picked))
	}
	for _, o := range others {
		if text := s.Canonical(o, "fr"); len(f.Suggestions) < suggestions && !slices.Contains(f.Suggestions, text) {
			f.Suggestions = append(f.Suggestions, text)
		}
	}
	s.find(m.t, end, len(m.t.all), f)
}

// misled refuses an order that could be read but for a word that contradicts
// it: a preposition of another sense, a number that its label ought to tell, a
// name of which only the beginning would be taken for one.
func (s *session) misled(m *matcher, end int) bool {
	m.lenient = true
	readings := m.read()
	m.lenient = false
	switch {
	case len(readings) == 0:
		return s.fromElsewhere(m)
	case len(readings) > 1:
		s.ambiguous(m, readings, end)
		return true
	}
	one := readings[0]
	o := m.order(one.used, one.picked)
	for p, c := range one.picked {
		if one.used&(1<<p) == 0 {
			continue
		}
		q := &m.f.params[p]
		lead := m.lead(c.at, p)
		switch {
		case c.what == isName && m.f.text && c.end < len(m.t.all):
			if longer := m.longer(c, q.Of); longer != nil {
				s.ambiguous(m, readings, end, longer...)
				return true
			}
		case c.what == isNumber && q.Label.Forms != nil && !c.told && (lead >= 0 || c.unit == "men"):
			from := c.at
			if lead >= 0 {
				from = lead
			}
			s.find(m.t, from, c.end, Finding{Severity: Refused, Kind: Unlabelled, Suggestions: []string{s.labelled(o, "fr")},
				Facts: map[string]string{"code": m.f.Code, "key": q.Key, "unit": q.Unit, "got": m.written(from, c.end)}})
			return true
		case c.what == isText && prepositions[m.t.key(c.at)]&^renames != 0:
			s.contrary(m, c.at, c.at, c.end, o)
			return true
		case lead >= 0 && c.what != isText:
			s.contrary(m, lead, c.at, c.end, o)
			return true
		}
	}
	if last := len(m.t.all) - 1; last >= m.from && prepositions[m.t.key(last)] != 0 {
		s.contrary(m, last, last, last, o)
		return true
	}
	return false
}

// contrary refuses an order for the preposition at token word before the
// argument at tokens from to to.
func (s *session) contrary(m *matcher, word, from, to int, o Order) {
	f := Finding{Severity: Refused, Kind: ContraryWord, Facts: map[string]string{"code": m.f.Code, "word": m.t.raw(word)}}
	if from < to {
		f.Facts["name"] = m.written(from, to)
	}
	if prepositions[m.t.key(word)] != From {
		f.Suggestions = []string{s.Canonical(o, "fr")}
	}
	s.find(m.t, word, max(to, word+1), f)
}

// fromElsewhere refuses an order that tells where something comes from though
// nothing asks for it, and suggests it without: «MOV Lancelot de Paris à Lorraine».
func (s *session) fromElsewhere(m *matcher) bool {
	whole := m.t
	for k := m.from; k < len(whole.all); k++ {
		if prepositions[whole.key(k)]&(From|Of) == 0 {
			continue
		}
		at := k + 1
		for at < len(whole.all) && (articles[whole.key(at)] || s.classes[whole.key(at)] != nil || prepositions[whole.key(at)] == Of) {
			at++
		}
		for l := min(s.names.words, len(whole.all)-at); l > 0; l-- {
			if len(s.names.keys[whole.span(at, at+l)]) == 0 {
				continue
			}
			rest := *whole
			rest.all = slices.Concat(whole.all[:k], whole.all[at+l:])
			m.t = &rest
			readings := m.read()
			m.t = whole
			if len(readings) == 1 {
				s.contrary(m, k, at, at+l, m.order(readings[0].used, readings[0].picked))
				last := &s.Findings[len(s.Findings)-1]
				last.Suggestions = []string{s.Canonical(m.order(readings[0].used, readings[0].picked), "fr")}
				return true
			}
			break
		}
	}
	return false
}

// longer gives the orders that a longer name than the one read would make,
// exact or one slip away; nil if no longer name begins there.
func (m *matcher) longer(c candidate, classes []string) []Order {
	t, ns := m.t, &m.r.names
	for l := min(ns.words+1, len(t.all)-c.from); c.from+l > c.end; l-- {
		key := t.span(c.from, c.from+l)
		n, same := ns.find(key, classes)
		if n < 0 && same == nil {
			n = ns.slipped(key, classes)
		}
		if n < 0 && same == nil {
			continue
		}
		out := []Order{}
		if n >= 0 && c.from+l < len(t.all) {
			text, _ := m.text(c.from + l)
			o := Order{Code: m.f.Code}
			for _, p := range m.f.params {
				switch p.Kind {
				case Named:
					o.Args = append(o.Args, Arg{p.Key, Value{Class: ns.all[n].Class, ID: ns.all[n].ID}})
				case Text:
					o.Args = append(o.Args, Arg{p.Key, Value{Text: tidy(text)}})
				}
			}
			out = append(out, o)
		}
		return out
	}
	return nil
}
