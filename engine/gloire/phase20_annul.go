package gloire

import "arbitre/orders"

// Phase 20, ANN (rules IV.3.e): one of the two is enough to end an alliance.
func (s *season) annulAlliance(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	switch {
	case refusal != nil:
		return refusal
	case s.relation(l.Seat, other.Seat) != Ally:
		return refuse("not-allied", "lord", other.Name)
	}
	s.endAlliance(l.Seat, other.Seat, "declared")
	return nil
}
