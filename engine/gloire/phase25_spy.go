package gloire

import (
	"fmt"

	"arbitre/orders"
)

// spyCost is what a spy costs, in écus, whatever he brings back.
const spyCost = 500

// Phase 25, ESP (rules IV.3.d): a spy sees a province as it is now, before
// migrations, flights home and new walls; or he is not heard of again.
func (s *season) spy(l *Lord, o *order) *orders.Finding {
	p, refusal := s.provinceNamed(o, "province")
	if refusal != nil {
		return refusal
	}
	if refusal := affords(l, spyCost); refusal != nil {
		return refusal
	}
	if p.Owner == l.Seat {
		return refuse("own-province", "province", s.name(p))
	}
	s.post(l, "spy", -spyCost)
	if s.spied == nil {
		s.spied = make(map[[2]int]int)
	}
	key := [2]int{l.Seat, p.ID}
	s.spied[key]++
	if s.dice.Draw(fmt.Sprintf("spy/%d/%d/%d", l.Seat, p.ID, s.spied[key]), 100) >= int64(s.edition.spying) {
		s.tellLord(l.Seat, SpyLost{s.provinceRef(p.ID), spyCost})
		return nil
	}
	s.tellLord(l.Seat, s.reportOn(p))
	return nil
}

// reportOn is what a spy sees: the province, who is there, and on neutral land
// the peasants who would rise.
func (s *season) reportOn(p *Province) Spied {
	seen := Spied{Province: s.provinceRef(p.ID), Cost: spyCost, Owner: s.lordRef(p.Owner), Walls: p.Walls,
		Wealth: p.Wealth, Population: p.Population, Happiness: p.Happiness, Forces: []SpiedForce{}}
	if p.Owner == 0 {
		seen.Peasants = s.peasants(p)
	}
	for _, k := range s.knights {
		if k.Province == p.ID {
			seen.Forces = append(seen.Forces, SpiedForce{s.lordRef(k.Lord), k.ref(), k.Renown, k.Men})
		}
	}
	for _, g := range s.garrisons {
		if g.Province == p.ID {
			seen.Forces = append(seen.Forces, SpiedForce{Lord: s.lordRef(g.Lord), Men: g.Men})
		}
	}
	return seen
}
