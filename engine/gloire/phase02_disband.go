package gloire

import "arbitre/orders"

// Phase 2, DEM (rules IV.2.c): the army is gone for good and isn't paid; the
// population doesn't change, and its knight stays.
func (s *season) disband(l *Lord, o *order) *orders.Finding {
	g, k, refusal := s.ownArmy(l, o, "army")
	switch {
	case refusal != nil:
		return refusal
	case k != nil:
		s.tellLord(l.Seat, Disbanded{armyRef(k.Army), s.provinceRef(k.Province), k.ref(), k.Men})
		k.loseArmy()
	default:
		s.tellLord(l.Seat, Disbanded{armyRef(g.ID), s.provinceRef(g.Province), Ref{}, g.Men})
		s.removeGarrison(g)
	}
	return nil
}
