package gloire

import "arbitre/orders"

// Phase 19, PAI (rules IV.3.e): two lords at war who both order it in the same
// season are neutral again.
func (s *season) makePeace(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	switch {
	case refusal != nil:
		return refusal
	case s.agreed[pair(l.Seat, other.Seat)]:
		return nil
	case s.relation(l.Seat, other.Seat) != Enemy:
		return refuse("not-at-war", "lord", other.Name)
	case !s.orderedToo(other.Seat, l.Seat):
		return refuse("no-answer", "lord", other.Name)
	}
	s.agreed[pair(l.Seat, other.Seat)] = true
	l.Enemies, other.Enemies = without(l.Enemies, other.Seat), without(other.Enemies, l.Seat)
	s.tellAll(PeaceMade{s.lordRef(l.Seat), s.lordRef(other.Seat)})
	return nil
}
