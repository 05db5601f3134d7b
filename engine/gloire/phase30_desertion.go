package gloire

import "slices"

// Phase 30 (rules V.4): a knight whose renown is more than twice his
// lord-knight's leaves with his men, not wishing to serve a weak lord.
func (s *season) desert() {
	for _, k := range slices.Clone(s.knights) {
		if l := s.lord(k.Lord); k.ID != l.Knight && k.Renown > 2*s.lordRenown(l.Seat) {
			s.leave(k, "deserted")
		}
	}
}
