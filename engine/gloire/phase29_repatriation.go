package gloire

import "slices"

// Phase 29 (rules V.5): whoever stands on the land of a lord who is neither his
// own nor an ally goes home, and so does a garrison on land no longer its
// lord's.
func (s *season) repatriate() {
	for _, k := range slices.Clone(s.knights) {
		if owner := s.province(k.Province).Owner; owner != 0 && s.relation(k.Lord, owner) != Ally {
			s.flee(k)
		}
	}
	for _, g := range slices.Clone(s.garrisons) {
		if s.province(g.Province).Owner != g.Lord {
			s.fleeGarrison(g)
		}
	}
}
