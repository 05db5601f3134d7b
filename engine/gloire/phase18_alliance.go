package gloire

import (
	"slices"

	"arbitre/orders"
)

// Phase 18, ALL (rules IV.3.e): two lords ally who both order it in the same
// season, if they aren't at war and neither has an ally at war with the other.
// The first of the two orders to be carried out makes the alliance.
func (s *season) makeAlliance(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	if refusal != nil {
		return refusal
	}
	switch {
	case s.agreed[pair(l.Seat, other.Seat)]:
		return nil
	case s.relation(l.Seat, other.Seat) == Enemy:
		return refuse("at-war", "lord", other.Name)
	case s.relation(l.Seat, other.Seat) == Ally:
		return refuse("allied", "lord", other.Name)
	case !s.orderedToo(other.Seat, l.Seat):
		return refuse("no-answer", "lord", other.Name)
	}
	for _, side := range [][2]*Lord{{l, other}, {other, l}} {
		for _, friend := range side[0].Allies {
			if s.relation(friend, side[1].Seat) == Enemy {
				return refuse("common-enemy", "lord", other.Name, "ally", s.lord(friend).Name, "enemy", side[1].Name)
			}
		}
	}
	s.agreed[pair(l.Seat, other.Seat)] = true
	l.Allies, other.Allies = with(l.Allies, other.Seat), with(other.Allies, l.Seat)
	s.tellAll(AllianceMade{s.lordRef(l.Seat), s.lordRef(other.Seat)})
	return nil
}

// pair names two lords, whoever comes first.
func pair(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// orderedToo tells whether a seat gave the order of this phase towards another.
func (s *season) orderedToo(seat, towards int) bool {
	return slices.ContainsFunc(s.byPhase[s.phase][seat], func(i int) bool {
		return s.orders[seat][i].ID("lord") == towards
	})
}

// startTalks begins a phase in which two lords may agree.
func (s *season) startTalks() { s.agreed = make(map[[2]int]bool) }
