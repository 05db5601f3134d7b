package gloire

import "arbitre/orders"

// Phase 14, GAR (rules IV.2.g): men leave their knight to hold the province
// where he is, if it is their lord's. Men levied or assigned this season won't.
// Untouched men go first (D7). A whole army that finds no garrison there keeps
// its number.
func (s *season) garrisonMen(l *Lord, o *order) *orders.Finding {
	k, refusal := s.ownKnight(l, o, "knight")
	if refusal != nil {
		return refusal
	}
	p := s.province(k.Province)
	if p.Owner != l.Seat {
		return refuse("not-your-province", "province", s.name(p))
	}
	men, refusal := s.menMeant(o, k, k.garrisonable())
	if refusal != nil {
		return refusal
	}
	k.fresh.moved -= men - min(men, k.untouched())
	g := s.garrisonAt(l.Seat, p.ID)
	if g == nil && men == k.Men {
		g = s.settle(k, p.ID)
	} else {
		k.part(men)
		g = s.station(l.Seat, p.ID, men)
	}
	s.tellLord(l.Seat, Garrisoned{k.ref(), armyRef(g.ID), s.provinceRef(p.ID), men})
	return nil
}

// settle makes a knight's whole army the garrison of a province.
func (s *season) settle(k *rider, province int) *guard {
	g := &guard{Garrison: Garrison{ID: k.Army, Lord: k.Lord, Province: province, Men: k.Men}, defence: k.armyDefence}
	s.insert(g)
	k.loseArmy()
	return g
}

// Phase 15 (rules IV.2.f): each garrison makes its province happier by
// men/1000, at most by 3.
func (s *season) cheerGarrisons() {
	for _, g := range s.garrisons {
		p := s.province(g.Province)
		gained := min(3_00, half(times(g.Men, 100), times(1000)), mostHappy-p.Happiness)
		if gained > 0 {
			p.Happiness += gained
			s.tellLord(g.Lord, GarrisonCheered{s.provinceRef(p.ID), g.Men, gained})
		}
	}
}
