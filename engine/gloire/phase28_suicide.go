package gloire

import "slices"

// Phase 28 (rules VII.1): a lord without land ends his days. Whoever is then
// alone has nobody left to play against.
func (s *season) endLandless() {
	living := 0
	for i := range s.lords {
		l := &s.lords[i]
		if l.Alive && !slices.ContainsFunc(s.provinces, func(p Province) bool { return p.Owner == l.Seat }) {
			s.endLord(l, 0)
		}
		if l.Alive {
			living++
		}
	}
	s.state.Ended = living <= 1
}
