package gloire

import "fmt"

// Phase 26 (rules V.1): each province sends 0.1 × population × (H' − H)/H'
// people to its happiest neighbour, if that is happier; H and H' are the
// happiness here and there. All leave at once; ties are drawn.
// The populations, which everyone sees, tell of it.
func (s *season) migrate() {
	type exodus struct{ from, to, people int }
	var roads []exodus
	for i := range s.provinces {
		from := &s.provinces[i]
		to := s.happiestNeighbour(from)
		if to == nil || to.Happiness <= from.Happiness {
			continue
		}
		people := half(times(from.Population, to.Happiness-from.Happiness), times(10, to.Happiness))
		if people > 0 {
			roads = append(roads, exodus{from.ID, to.ID, people})
		}
	}
	for _, e := range roads {
		from, to := s.province(e.from), s.province(e.to)
		from.Population -= e.people
		to.Population += e.people
	}
}

func (s *season) happiestNeighbour(p *Province) *Province {
	var happiest []*Province
	for _, id := range s.land.Province(p.ID).Neighbours {
		n := s.province(id)
		if len(happiest) > 0 && n.Happiness > happiest[0].Happiness {
			happiest = happiest[:0]
		}
		if len(happiest) == 0 || n.Happiness == happiest[0].Happiness {
			happiest = append(happiest, n)
		}
	}
	switch len(happiest) {
	case 0:
		return nil
	case 1:
		return happiest[0]
	}
	if happiest[0].Happiness <= p.Happiness {
		return nil
	}
	return happiest[s.dice.Draw(fmt.Sprintf("migration/%d", p.ID), int64(len(happiest)))]
}
