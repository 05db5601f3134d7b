package gloire

import (
	"slices"
)

// The figures that the rules fix.
const (
	startTreasury   = 5000
	startPopulation = 20000
	startHappiness  = 20_00
	startRenown     = 100_00

	leastRenown  = 1_00 // of the living (D1)
	leastWealth  = 100  // D2
	mostWealth   = 1000
	mostHappy    = 10_000_000_00 // far beyond what a game reaches; keeps the formulas within 128 bits
	mostRenown   = 10_000_000_00
	mostTreasury = 1_000_000_000_000
)

// A mean is a sum and what to divide it by, kept apart so that nothing is
// rounded before the formula that uses it.
type mean struct{ sum, count int }

// value is the mean rounded half up, for showing.
func (m mean) value() int { return half(times(m.sum), times(m.count)) }

// ratio is x divided by the mean, as a fraction. Where the mean is 0, so is
// all that it was taken of, and x stands for 1: as much as the others.
func (m mean) ratio(x int) (n, d wide) {
	if m.sum == 0 {
		return times(1), times(1)
	}
	return times(x, m.count), times(m.sum)
}

// meanHappiness is M: over every province of the map, neutral ones too (D3).
func (s *season) meanHappiness() mean {
	m := mean{count: len(s.provinces)}
	for i := range s.provinces {
		m.sum += s.provinces[i].Happiness
	}
	return m
}

// meanRenown is K: over all living knights, lord-knights too. An empty map has
// the renown of a beginning.
func (s *season) meanRenown() mean {
	m := mean{count: len(s.knights)}
	for _, k := range s.knights {
		m.sum += k.Renown
	}
	if m.count == 0 {
		return mean{startRenown, 1}
	}
	return m
}

// captainRenown is that of a garrison's or the peasants' captain: K/2.
func (s *season) captainRenown() int {
	k := s.meanRenown()
	return max(leastRenown, half(times(k.sum), times(2, k.count)))
}

// meanArmy is A0: the mean size of all armies; 1 if there is none.
func (s *season) meanArmy() mean {
	var m mean
	for _, k := range s.knights {
		if k.Men > 0 {
			m.sum, m.count = m.sum+k.Men, m.count+1
		}
	}
	for _, g := range s.garrisons {
		if g.Men > 0 {
			m.sum, m.count = m.sum+g.Men, m.count+1
		}
	}
	if m.count == 0 {
		return mean{1, 1}
	}
	return m
}

// prestige of a lord, in hundredths (rules VI.1) = renown of his lord-knight +
// treasury/500 + renown of his other knights/10 + for each of his provinces
// population/800 × min(5, happiness/M) + what allies bring − what enemies cost.
// All terms are taken to the denominator 8000·d, d that of happiness/M.
func (s *season) prestige(l *Lord) int {
	if !l.Alive {
		return 0
	}
	m := s.meanHappiness()
	_, d := m.ratio(1)
	lord, others := 0, 0
	for _, k := range s.knights {
		switch {
		case k.ID == l.Knight:
			lord = k.Renown
		case k.Lord == l.Seat:
			others += k.Renown
		}
	}
	sum := d.by(8000).by(lord)
	sum = sum.plus(d.by(1600).by(l.Treasury))
	sum = sum.plus(d.by(800).by(others))
	for i := range s.provinces {
		p := &s.provinces[i]
		if p.Owner == l.Seat {
			n, _ := m.ratio(p.Happiness)
			sum = sum.plus(least(d.by(5), n).by(p.Population).by(1000))
		}
	}
	a := s.land.Diplomacy
	for _, ally := range l.Allies {
		sum = sum.plus(d.by(80).by(a).by(s.lordRenown(ally)))
	}
	lost := wide{}
	for _, enemy := range l.Enemies {
		lost = lost.plus(d.by(80).by(a).by(s.lordRenown(enemy)))
		for _, friend := range s.lord(enemy).Allies {
			lost = lost.plus(d.by(8).by(a).by(s.lordRenown(friend)))
		}
	}
	return half(sum.minus(lost), d.by(8000))
}

// lordRenown is the renown of a lord's lord-knight; 0 for the dead.
func (s *season) lordRenown(seat int) int {
	if k := s.knight(s.lord(seat).Knight); k != nil {
		return k.Renown
	}
	return 0
}

// bestPrestige is the highest of the map.
func (s *season) bestPrestige() int {
	best := 0
	for i := range s.lords {
		best = max(best, s.prestige(&s.lords[i]))
	}
	return best
}

// remember is the happiness that a people keeps for a lord who takes its
// province (rules-gloire §8): what he left; if that was under 20, plus 1 for
// every 3 seasons since, up to 20. Never owned: 20.
func (p *Province) remember(seat, season int) int {
	i := slices.IndexFunc(p.Memories, func(m Memory) bool { return m.Lord == seat })
	if i < 0 {
		return startHappiness
	}
	m := p.Memories[i]
	if m.Happiness >= startHappiness {
		return m.Happiness
	}
	return min(startHappiness, m.Happiness+(season-m.Season)/3*100)
}

// lose takes a province from its owner and keeps what its people will remember.
func (p *Province) lose(season int) {
	if p.Owner == 0 {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(p.Memories), func(m Memory) bool { return m.Lord == p.Owner })
	kept = append(kept, Memory{Lord: p.Owner, Happiness: p.Happiness, Season: season})
	slices.SortFunc(kept, func(a, b Memory) int { return a.Lord - b.Lord })
	p.Memories = kept
	p.Owner, p.Walls = 0, NoWalls
}
