package gloire

import "slices"

// Phase 28 (rules VII.1): a lord without land ends his days.
func (s *season) endLandless() {
	for i := range s.lords {
		l := &s.lords[i]
		if l.Alive && !slices.ContainsFunc(s.provinces, func(p Province) bool { return p.Owner == l.Seat }) {
			s.endLord(l, 0)
		}
	}
}
