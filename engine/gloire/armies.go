package gloire

import "slices"

// A pool tells what a knight's men did this season before the attacks. Raised
// men were levied or assigned, moved men came by a transfer, and some both.
// The rest are untouched.
type pool struct{ raised, moved, both int }

func (k *rider) untouched() int { return k.Men - k.fresh.raised - k.fresh.moved - k.fresh.both }

// transferable men have not been transferred this season (rules IV.2.h).
func (k *rider) transferable() int { return k.untouched() + k.fresh.raised }

// garrisonable men were neither levied nor assigned this season (rules IV.2.g).
func (k *rider) garrisonable() int { return k.untouched() + k.fresh.moved }

// join adds men to a knight's command, of a new army if he has none.
func (s *season) join(k *rider, men int) {
	if k.Army == 0 {
		k.Army = s.nextNumber()
	}
	k.Men += men
}

// part takes men from a knight's command; an army without men is no more.
func (k *rider) part(men int) {
	k.Men -= men
	if k.Men <= 0 {
		k.loseArmy()
	}
}

func (k *rider) loseArmy() {
	k.Army, k.Men, k.armyDefence, k.fresh = 0, 0, nil, pool{}
}

// station adds men to a lord's garrison in a province, a new one if he has none.
func (s *season) station(seat, province, men int) *guard {
	g := s.garrisonAt(seat, province)
	if g == nil {
		g = &guard{Garrison: Garrison{ID: s.nextNumber(), Lord: seat, Province: province}}
		s.garrisons = append(s.garrisons, g)
	}
	g.Men += men
	return g
}

func (s *season) removeGarrison(g *guard) {
	g.gone = true
	s.garrisons = slices.DeleteFunc(s.garrisons, func(o *guard) bool { return o == g })
}

func (s *season) removeKnight(k *rider) {
	k.gone = true
	k.loseArmy()
	s.knights = slices.DeleteFunc(s.knights, func(o *rider) bool { return o == k })
}

// unsettle costs a province the happiness that men who ride away with a knight
// take along (rules IV.2.f): M × men/population, not below 0.
func (s *season) unsettle(p *Province, men int) (lost int) {
	m := s.meanHappiness()
	lost = p.Happiness
	if p.Population > 0 {
		lost = min(lost, half(times(m.sum, men), times(m.count, p.Population)))
	}
	p.Happiness -= lost
	return lost
}

// insert puts a garrison at its place among the others.
func (s *season) insert(g *guard) {
	i, _ := slices.BinarySearchFunc(s.garrisons, g.ID, func(o *guard, id int) int { return o.ID - id })
	s.garrisons = slices.Insert(s.garrisons, i, g)
}
