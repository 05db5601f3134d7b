package gloire

import (
	"strconv"
	"strings"

	"arbitre/orders"
)

// notNow marks an order that another phase carries out.
var notNow = new(orders.Finding)

// refuse makes the finding of an order that can't be carried out. Facts come
// in pairs of key and text.
func refuse(kind string, facts ...string) *orders.Finding {
	return finding(orders.Refused, kind, facts...)
}

// finding leaves out facts without a text.
func finding(severity orders.Severity, kind string, facts ...string) *orders.Finding {
	f := &orders.Finding{Severity: severity, Kind: "gloire/" + kind}
	if len(facts) > 0 {
		f.Facts = make(map[string]string, len(facts)/2)
		for i := 0; i+1 < len(facts); i += 2 {
			if facts[i+1] != "" {
				f.Facts[facts[i]] = facts[i+1]
			}
		}
	}
	return f
}

// lineOf is an order's line in the letter that is being read; an order of an
// earlier letter has none.
func lineOf(o *order) string {
	if o.Line < 1 {
		return ""
	}
	return strconv.Itoa(o.Line)
}

// FindingKinds are the findings of this game, with the facts that each may fill
// in: a template for each is under "finding/", which the templates' tests hold
// against this list.
func FindingKinds() map[string][]string {
	return map[string][]string{
		"gloire/incomplete":        {"argument"},
		"gloire/dead-lord":         nil,
		"gloire/no-such-knight":    {"number"},
		"gloire/freed-already":     {"knight", "line"},
		"gloire/no-such-army":      {"number"},
		"gloire/no-such-province":  {"number"},
		"gloire/no-such-lord":      {"number"},
		"gloire/not-your-knight":   {"knight"},
		"gloire/not-your-army":     {"army"},
		"gloire/not-your-province": {"province"},
		"gloire/lord-is-dead":      {"lord"},
		"gloire/yourself":          nil,

		"gloire/bad-name":          {"name"},
		"gloire/name-taken":        {"name"},
		"gloire/lord-stays":        {"knight"},
		"gloire/level-range":       {"level"},
		"gloire/percent-range":     {"percent"},
		"gloire/count-range":       {"count"},
		"gloire/taxed-already":     {"province", "order", "line"},
		"gloire/given-already":     {"province", "order", "line"},
		"gloire/no-province":       nil,
		"gloire/no-treasury":       nil,
		"gloire/too-many-knights":  {"count", "called", "most"},
		"gloire/too-little":        {"amount", "amount_most"},
		"gloire/out-of-reach":      {"knight", "from", "province"},
		"gloire/knights-apart":     {"from", "to", "from_province", "to_province"},
		"gloire/not-garrison":      {"army"},
		"gloire/just-raised":       {"army"},
		"gloire/same-knight":       {"knight"},
		"gloire/enemy-knight":      {"knight", "lord"},
		"gloire/no-men":            {"knight"},
		"gloire/not-enough-men":    {"knight", "men", "free", "free_most"},
		"gloire/men-bound":         {"knight", "men", "men_most"},
		"gloire/own-province":      {"province"},
		"gloire/ally-province":     {"province", "lord"},
		"gloire/conquered-already": {"knight"},
		"gloire/moved-already":     {"knight"},
		"gloire/closed-province":   {"province", "lord"},
		"gloire/revolted":          {"province", "season"},
		"gloire/walls-stand":       {"province"},
		"gloire/too-dear":          {"price", "treasury", "treasury_most"},

		"gloire/at-war":         {"lord"},
		"gloire/allied":         {"lord"},
		"gloire/not-at-war":     {"lord"},
		"gloire/not-allied":     {"lord"},
		"gloire/no-answer":      {"lord"},
		"gloire/needs-answer":   {"lord"},
		"gloire/common-enemy":   {"lord", "ally", "enemy"},
		"gloire/called-already": {"lord"},
		"gloire/no-enemies":     nil,

		"gloire/ceiling":              {"amount", "left", "left_most"},
		"gloire/no-market":            nil,
		"gloire/just-dealt":           {"province"},
		"gloire/closed-to-buyer":      {"province", "lord", "season"},
		"gloire/other-offer":          {"province", "line"},
		"gloire/no-buyer":             {"lord", "province", "price"},
		"gloire/needs-buyer":          {"lord", "province", "price"},
		"gloire/buyer-once":           {"lord"},
		"gloire/buyer-poor":           {"lord", "treasury"},
		"gloire/bought-already":       nil,
		"gloire/not-theirs":           {"province", "lord"},
		"gloire/no-offer":             {"lord", "province", "price"},
		"gloire/needs-offer":          {"lord", "province", "price"},
		"gloire/places-range":         {"places"},
		"gloire/one-joust":            nil,
		"gloire/reward-low":           {"reward", "least"},
		"gloire/no-joust":             {"lord"},
		"gloire/needs-joust":          {"lord"},
		"gloire/no-kings-joust":       {"season"},
		"gloire/wrong-password":       {"lord"},
		"gloire/wrong-kings-password": nil,
		"gloire/rides-already":        {"knight"},
		"gloire/no-place":             {"knight", "lord", "places"},

		"gloire/may-fail":         {"reason"},
		"gloire/needs-men":        {"knight"},
		"gloire/half-given":       {"order", "line"},
		"gloire/overridden":       {"line"},
		"gloire/spends-less":      {"asked", "left", "left_most"},
		"gloire/may-spend-less":   {"asked", "left", "left_most"},
		"gloire/gives-less":       {"short"},
		"gloire/call-short":       {"treasury", "treasury_most"},
		"gloire/revolt-ahead":     {"province"},
		"gloire/desertion-ahead":  {"knight", "renown"},
		"gloire/call-unanswered":  {"lord", "before", "after", "after_most"},
		"gloire/death-ahead":      nil,
		"gloire/landless-ahead":   nil,
		"gloire/felony-ahead":     {"lord", "before", "after", "after_most"},
		"gloire/pay-short":        {"unit", "due", "due_most", "men", "men_most"},
		"gloire/pay-may-be-short": {"unit", "due", "due_most", "men", "men_most"},
		"gloire/men-stay":         {"knight", "men", "men_most"},
		"gloire/twice":            {"line"},
	}
}

// The argument readers below trust nothing: a list may have been read against
// last season's names, or by another program.

func (s *season) knightNamed(o *order, key string) (*rider, *orders.Finding) {
	id := o.ID(key)
	if id == 0 {
		return nil, refuse("incomplete", "argument", key)
	}
	k := s.knight(id)
	if k == nil {
		if f, ok := s.freed[id]; ok && f.by.seat == o.seat {
			return nil, refuse("freed-already", "knight", f.name, "line", lineOf(f.by))
		}
		return nil, refuse("no-such-knight", "number", strconv.Itoa(id))
	}
	return k, nil
}

func (s *season) ownKnight(l *Lord, o *order, key string) (*rider, *orders.Finding) {
	k, refusal := s.knightNamed(o, key)
	if refusal == nil && k.Lord != l.Seat {
		return nil, refuse("not-your-knight", "knight", k.Name)
	}
	return k, refusal
}

// ownArmy finds an own army by its number: a garrison, or a knight's command.
func (s *season) ownArmy(l *Lord, o *order, key string) (*guard, *rider, *orders.Finding) {
	id := o.ID(key)
	if id == 0 {
		return nil, nil, refuse("incomplete", "argument", key)
	}
	number := strconv.Itoa(id)
	if g := s.garrison(id); g != nil {
		if g.Lord != l.Seat {
			return nil, nil, refuse("not-your-army", "army", number)
		}
		return g, nil, nil
	}
	for _, k := range s.knights {
		if k.Army == id {
			if k.Lord != l.Seat {
				return nil, nil, refuse("not-your-army", "army", number)
			}
			return nil, k, nil
		}
	}
	return nil, nil, refuse("no-such-army", "number", number)
}

func (s *season) provinceNamed(o *order, key string) (*Province, *orders.Finding) {
	id := o.ID(key)
	switch {
	case id == 0:
		return nil, refuse("incomplete", "argument", key)
	case s.land.Province(id) == nil:
		return nil, refuse("no-such-province", "number", strconv.Itoa(id))
	}
	return s.province(id), nil
}

func (s *season) ownProvince(l *Lord, o *order, key string) (*Province, *orders.Finding) {
	p, refusal := s.provinceNamed(o, key)
	if refusal == nil && p.Owner != l.Seat {
		return nil, refuse("not-your-province", "province", s.name(p))
	}
	return p, refusal
}

// otherLord finds another living lord.
func (s *season) otherLord(l *Lord, o *order, key string) (*Lord, *orders.Finding) {
	id := o.ID(key)
	switch {
	case id == 0:
		return nil, refuse("incomplete", "argument", key)
	case id < 1 || id > len(s.lords):
		return nil, refuse("no-such-lord", "number", strconv.Itoa(id))
	case id == l.Seat:
		return nil, refuse("yourself")
	case !s.lord(id).Alive:
		return nil, refuse("lord-is-dead", "lord", s.lord(id).Name)
	}
	return s.lord(id), nil
}

// numberIn reads a number within a range; a kind "x-range" tells the fact x.
func numberIn(o *order, key string, lo, hi int, otherwise string) (int, *orders.Finding) {
	n, ok := o.Number(key)
	switch {
	case !ok || otherwise == "" && (n < lo || n > hi):
		return 0, refuse("incomplete", "argument", key)
	case n < lo || n > hi:
		return 0, refuse(otherwise, strings.TrimSuffix(otherwise, "-range"), strconv.Itoa(n))
	}
	return n, nil
}

func (s *season) name(p *Province) string { return s.land.Province(p.ID).Name }

// written is an order in its canonical form, with the names of today.
func (s *season) written(o orders.Order) string {
	words := []string{o.Code}
	for _, a := range o.Args {
		words = append(words, s.writtenValue(o.Code, a))
	}
	return strings.Join(words, " ")
}

func (s *season) writtenValue(code string, a orders.Arg) string {
	switch {
	case a.N != nil:
		return strconv.Itoa(*a.N)
	case a.Word != "":
		return writtenWord(code, a.Key, a.Word)
	case a.ID == 0:
		return a.Text
	}
	switch a.Class {
	case "knight", "rider":
		if k := s.knight(a.ID); k != nil {
			return k.Name
		}
	case "province":
		if p := s.land.Province(a.ID); p != nil {
			return p.Name
		}
	case "lord":
		if a.ID >= 1 && a.ID <= len(s.lords) {
			return s.lord(a.ID).Name
		}
	}
	return "#" + strconv.Itoa(a.ID)
}

// writtenWord is the canonical spelling of a word such as TOUT.
func writtenWord(code, key, word string) string {
	for _, f := range forms {
		for _, p := range f.Params {
			for _, w := range p.Words {
				if f.Code == code && p.Key == key && w.Key == word {
					return w.Forms[0]
				}
			}
		}
	}
	return word
}
