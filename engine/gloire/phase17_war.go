package gloire

import "arbitre/orders"

// Phase 17, GUE (rules IV.3.e): both lords are at war. To declare it on an ally
// is felony, and war all the same.
func (s *season) declareWar(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	if refusal != nil {
		return refusal
	}
	switch s.relation(l.Seat, other.Seat) {
	case Enemy:
		return refuse("at-war", "lord", other.Name)
	case Ally:
		s.betray(l, other.Seat)
	case Neutral:
		s.goToWar(l.Seat, other.Seat, "declared")
	}
	return nil
}
