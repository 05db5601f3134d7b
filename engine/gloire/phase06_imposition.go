package gloire

import (
	"arbitre/orders"
)

// openBooks notes what phases 6 and 7 count with (D5).
func (s *season) openBooks() {
	s.bookMean = s.meanHappiness()
	for i := range s.provinces {
		p := &s.provinces[i]
		s.finances[p.ID] = finance{population: p.Population, happiness: p.Happiness, wealth: p.Wealth}
	}
}

// Phase 6, IMP and the first half of FCO (rules IV.1): a province pays its
// imposition. A province is taxed once a season; TOUT means all those that no
// other order of the lord's names or taxed before. An FCO that is refused here
// is refused as a whole.
func (s *season) tax(l *Lord, o *order) *orders.Finding {
	level, refusal := numberIn(o, "level", 0, 10, "level-range")
	if refusal != nil {
		return refusal
	}
	if o.Code == "FCO" {
		if _, refusal := goldMeant(o); refusal != nil {
			return refusal
		}
	}
	provinces, refusal := s.provincesMeant(l, o, func(f *finance) int { return f.taxedBy }, "taxed-already")
	if refusal != nil {
		return refusal
	}
	for _, p := range provinces {
		f := &s.finances[p.ID]
		f.taxedBy, f.level, f.by = o.index+1, level, o.index+1
		income := f.income(s.bookMean)
		p.Happiness, p.Wealth = f.after()
		s.post(l, "tax", income)
		s.tellLord(l.Seat, Taxed{s.provinceRef(p.ID), level, income})
	}
	return nil
}

// provincesMeant are the provinces that a finance order speaks of: the one it
// names, or with TOUT those that no order of the same phase names and that
// nothing was done for yet. Otherwise is the refusal of what was done before;
// it tells by which order.
func (s *season) provincesMeant(l *Lord, o *order, doneBy func(*finance) int, otherwise string) ([]*Province, *orders.Finding) {
	if v, _ := o.Arg("province"); v.Word != all.Key {
		p, refusal := s.ownProvince(l, o, "province")
		if refusal != nil {
			return nil, refusal
		}
		if by := doneBy(&s.finances[p.ID]); by != 0 {
			return nil, refuse(otherwise, "province", s.name(p), "order", s.written(s.orders[l.Seat][by-1].Order), "line", lineOf(&s.orders[l.Seat][by-1]))
		}
		return []*Province{p}, nil
	}
	named, first := s.namedBy(l), 0
	var meant []*Province
	for i := range s.provinces {
		p := &s.provinces[i]
		if p.Owner != l.Seat {
			continue
		}
		by := doneBy(&s.finances[p.ID])
		if by == 0 {
			by = named[p.ID]
		}
		switch {
		case by == 0:
			meant = append(meant, p)
		case first == 0:
			first = by
		}
	}
	switch {
	case len(meant) > 0:
		return meant, nil
	case first == 0:
		return nil, refuse("no-province")
	}
	other := &s.orders[l.Seat][first-1]
	return nil, refuse(otherwise, "order", s.written(other.Order), "line", lineOf(other))
}

// namedBy are the provinces that a lord's orders of the present phase name, with
// the first order that does, by index, + 1. The last answer is kept, as a lord's
// orders follow each other.
func (s *season) namedBy(l *Lord) map[int]int {
	if n := &s.named; n.phase != s.phase || n.seat != l.Seat {
		*n = naming{s.phase, l.Seat, make(map[int]int)}
		for _, i := range s.byPhase[s.phase][l.Seat] {
			if id := s.orders[l.Seat][i].ID("province"); n.provinces[id] == 0 {
				n.provinces[id] = i + 1
			}
		}
	}
	return s.named.provinces
}

type naming struct {
	phase, seat int
	provinces   map[int]int
}
