package gloire

import (
	"strconv"

	"arbitre/orders"
)

// Phase 11, AFF (rules IV.2.f): a garrison follows a knight who is in the same
// or a neighbouring province, and its people grieve. Men levied this season
// stay: AFF is for those who were there before.
func (s *season) assign(l *Lord, o *order) *orders.Finding {
	k, refusal := s.ownKnight(l, o, "knight")
	if refusal != nil {
		return refusal
	}
	g, _, refusal := s.ownArmy(l, o, "army")
	switch number := strconv.Itoa(o.ID("army")); {
	case refusal != nil:
		return refusal
	case g == nil:
		return refuse("not-garrison", "army", number)
	case g.Men == g.raised:
		return refuse("just-raised", "army", number)
	case !s.near(k.Province, g.Province):
		return s.outOfReach(k, g.Province)
	}
	men := g.Men - g.raised
	army := armyRef(g.ID)
	if g.raised == 0 {
		if k.Army == 0 {
			k.Army, k.armyDefence = g.ID, g.defence
		}
		s.removeGarrison(g)
	}
	g.Men -= men
	s.join(k, men)
	k.fresh.raised += men
	lost := s.unsettle(s.province(g.Province), men)
	s.tellLord(l.Seat, ArmyAssigned{army, s.provinceRef(g.Province), k.ref(), men, lost})
	return nil
}
