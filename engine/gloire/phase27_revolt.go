package gloire

import "slices"

// seasonsOfRevolt is how long a lord may not attack a province that drove him
// out.
const seasonsOfRevolt = 3

// Phase 27 (rules V.2): a province at happiness 0 drives its lord out. It is
// neutral, at a happiness of 20, without walls; his knights and garrison there
// are repatriated, those of his allies stay.
func (s *season) revolt() {
	for i := range s.provinces {
		p := &s.provinces[i]
		if p.Owner == 0 || p.Happiness > 0 {
			continue
		}
		seat := p.Owner
		s.tellAll(Revolted{s.lordRef(seat), s.provinceRef(p.ID)})
		p.lose(s.state.Season)
		j := slices.IndexFunc(p.Memories, func(m Memory) bool { return m.Lord == seat })
		p.Memories[j].Revolt = true
		p.Happiness = startHappiness
		for _, k := range slices.Clone(s.knights) {
			if k.Lord == seat && k.Province == p.ID {
				s.flee(k)
			}
		}
		if g := s.garrisonAt(seat, p.ID); g != nil {
			s.fleeGarrison(g)
		}
	}
}

// closedUntil is the first season in which a lord may attack a province again
// that drove him out; 0 if he may at once.
func (p *Province) closedUntil(seat int) int {
	for _, m := range p.Memories {
		if m.Lord == seat && m.Revolt {
			return m.Season + seasonsOfRevolt
		}
	}
	return 0
}
