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
// other order of the lord's names or named before.
func (s *season) tax(l *Lord, o *order) *orders.Finding {
	level, refusal := numberIn(o, "level", 0, 10, "level-range")
	if refusal != nil {
		return refusal
	}
	provinces, refusal := s.provincesMeant(l, o, func(f *finance) bool { return f.taxed }, "taxed-already")
	if refusal != nil {
		return refusal
	}
	for _, p := range provinces {
		f := &s.finances[p.ID]
		f.touched, f.taxed, f.level, f.by = true, true, level, o.index+1
		income := f.income(s.bookMean)
		p.Happiness, p.Wealth = f.after()
		s.post(l, "tax", income)
		s.tellLord(l.Seat, Taxed{s.provinceRef(p.ID), level, income})
	}
	return nil
}

// provincesMeant are the provinces that a finance order speaks of: the one it
// names, or with TOUT those that no order of the same phase names.
func (s *season) provincesMeant(l *Lord, o *order, done func(*finance) bool, otherwise string) ([]*Province, *orders.Finding) {
	if v, _ := o.Arg("province"); v.Word != all.Key {
		p, refusal := s.ownProvince(l, o, "province")
		switch {
		case refusal != nil:
			return nil, refusal
		case done(&s.finances[p.ID]):
			return nil, refuse(otherwise, "province", s.name(p))
		}
		return []*Province{p}, nil
	}
	named := s.namedBy(l)
	var meant []*Province
	for i := range s.provinces {
		if p := &s.provinces[i]; p.Owner == l.Seat && !named[p.ID] && !done(&s.finances[p.ID]) {
			meant = append(meant, p)
		}
	}
	if len(meant) == 0 {
		return nil, refuse("no-province")
	}
	return meant, nil
}

// namedBy are the provinces that a lord's orders of the present phase name. The
// last answer is kept, as a lord's orders follow each other.
func (s *season) namedBy(l *Lord) map[int]bool {
	if n := &s.named; n.phase != s.phase || n.seat != l.Seat {
		*n = naming{s.phase, l.Seat, make(map[int]bool)}
		for _, i := range s.byPhase[s.phase][l.Seat] {
			n.provinces[s.orders[l.Seat][i].ID("province")] = true
		}
	}
	return s.named.provinces
}

type naming struct {
	phase, seat int
	provinces   map[int]bool
}
