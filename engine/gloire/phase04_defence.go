package gloire

import "arbitre/orders"

// Phases 4 and 5, DEF (rules IV.2.j and k): for this season an army, or a
// knight whatever army he will have, falls back at this number of men. A
// knight's figure overrides his army's; of several for one, the last holds.
func (s *season) setDefence(l *Lord, o *order) *orders.Finding {
	threshold, refusal := numberIn(o, "threshold", 0, most, "")
	if refusal != nil {
		return refusal
	}
	unit, _ := o.Arg("unit")
	if unit.Class == "knight" {
		k, refusal := s.ownKnight(l, o, "unit")
		if refusal != nil {
			return refusal
		}
		k.defence = &threshold
		s.tellLord(l.Seat, DefenceSet{k.ref(), true, threshold})
		return nil
	}
	g, k, refusal := s.ownArmy(l, o, "unit")
	switch {
	case refusal != nil:
		return refusal
	case k != nil:
		k.armyDefence = &threshold
		s.tellLord(l.Seat, DefenceSet{armyRef(k.Army), false, threshold})
	default:
		g.defence = &threshold
		s.tellLord(l.Seat, DefenceSet{armyRef(g.ID), false, threshold})
	}
	return nil
}
