package gloire

import (
	"strconv"

	"arbitre/orders"
)

// Phase 12, TSF within a lord, and phase 13, TSF between lords (rules IV.2.h):
// men pass from one knight to another in the same or a neighbouring province.
// A man is transferred once a season, and never to an enemy.

func (s *season) transferWithin(l *Lord, o *order) *orders.Finding {
	return s.transfer(l, o, func(to *rider) bool { return to == nil || to.Lord == l.Seat })
}

func (s *season) transferBetween(l *Lord, o *order) *orders.Finding {
	return s.transfer(l, o, func(to *rider) bool { return to != nil && to.Lord != l.Seat })
}

func (s *season) transfer(l *Lord, o *order, here func(to *rider) bool) *orders.Finding {
	to, lost := s.knightNamed(o, "to")
	if !here(to) {
		return notNow
	}
	from, refusal := s.ownKnight(l, o, "from")
	switch {
	case refusal != nil:
		return refusal
	case lost != nil:
		return lost
	case from == to:
		return refuse("same-knight", "knight", from.Name)
	case s.relation(l.Seat, to.Lord) == Enemy:
		return refuse("enemy-knight", "knight", to.Name, "lord", s.lord(to.Lord).Name)
	case !s.near(from.Province, to.Province):
		return refuse("knights-apart", "from", from.Name, "to", to.Name,
			"from_province", s.provinceRef(from.Province).Name, "to_province", s.provinceRef(to.Province).Name)
	}
	men, refusal := s.menMeant(o, from, from.transferable())
	if refusal != nil {
		return refusal
	}
	s.pass(from, to, men)
	s.tell(both(l.Seat, to.Lord), MenTransferred{from.ref(), s.lordRef(l.Seat), to.ref(), s.lordRef(to.Lord), men})
	return nil
}

// pass moves men from one command to another: untouched men first (D7). A
// whole army that comes to a knight without one keeps its number.
func (s *season) pass(from, to *rider, men int) {
	plain := min(men, from.untouched())
	raised := men - plain
	if to.Army == 0 && men == from.Men && from.Lord == to.Lord {
		to.Army, to.armyDefence = from.Army, from.armyDefence
	}
	from.fresh.raised -= raised
	from.part(men)
	s.join(to, men)
	to.fresh.moved += plain
	to.fresh.both += raised
}

// menMeant is the number of men that TSF and GAR speak of: those named, or with
// TOUT all who are free to go.
func (s *season) menMeant(o *order, k *rider, free int) (int, *orders.Finding) {
	men, named := o.Number("men")
	if v, _ := o.Arg("men"); v.Word == all.Key {
		men = free
	} else if !named || men < 1 {
		return 0, refuse("incomplete", "argument", "men")
	}
	switch {
	case k.Men == 0:
		return 0, refuse("no-men", "knight", k.Name)
	case free == 0:
		return 0, refuse("men-bound", "knight", k.Name, "men", strconv.Itoa(k.Men))
	case men > free:
		return 0, refuse("not-enough-men", "knight", k.Name, "men", strconv.Itoa(men), "free", strconv.Itoa(free))
	case !named && free < k.Men:
		s.remark("men-stay", "knight", k.Name, "men", strconv.Itoa(k.Men-free))
	}
	return men, nil
}
