package gloire

import "arbitre/orders"

// Phase 22, MOV (rules IV.4.a): a knight rides with his men to a neighbouring
// province, or stays where he is, if it is his lord's, neutral or an ally's:
// once a season, and not after a conquest.
func (s *season) move(l *Lord, o *order) *orders.Finding {
	k, refusal := s.ownKnight(l, o, "knight")
	if refusal != nil {
		return refusal
	}
	p, refusal := s.provinceNamed(o, "province")
	switch {
	case refusal != nil:
		return refusal
	case k.conquered:
		return refuse("conquered-already", "knight", k.Name)
	case k.moved:
		return refuse("moved-already", "knight", k.Name)
	case !s.near(k.Province, p.ID):
		return s.outOfReach(k, p.ID)
	case p.Owner != 0 && s.relation(l.Seat, p.Owner) != Ally:
		return refuse("closed-province", "province", s.name(p), "lord", s.lord(p.Owner).Name)
	}
	from := k.Province
	k.Province, k.moved = p.ID, true
	s.tellAll(Moved{s.lordRef(l.Seat), k.ref(), s.provinceRef(from), s.provinceRef(p.ID)})
	return nil
}
