package gloire

import "slices"

func (s *season) alive(seat int) bool { return seat > 0 && s.lord(seat).Alive }

// die kills a knight; a lord-knight's death is his lord's (rules IV.2.l).
func (s *season) die(k *rider, by int) {
	if k.ID == s.lord(k.Lord).Knight {
		s.endLord(s.lord(k.Lord), by)
		return
	}
	s.leave(k, "died")
}

// endLord ends a lord: his provinces are neutral, his armies and knights gone,
// his gold lost to the game.
func (s *season) endLord(l *Lord, by int) {
	s.tellAll(LordDied{s.lordRef(l.Seat), s.lordRef(by)})
	for _, k := range slices.Clone(s.knights) {
		switch {
		case k.ID == l.Knight:
			s.removeKnight(k)
		case k.Lord == l.Seat:
			s.leave(k, "lord-died")
		}
	}
	for _, g := range slices.Clone(s.garrisons) {
		if g.Lord == l.Seat {
			s.removeGarrison(g)
		}
	}
	for i := range s.provinces {
		if s.provinces[i].Owner == l.Seat {
			s.provinces[i].lose(s.state.Season)
		}
	}
	for i := range s.lords {
		other := &s.lords[i]
		other.Allies = without(other.Allies, l.Seat)
		other.Enemies = without(other.Enemies, l.Seat)
	}
	if l.Treasury > 0 {
		s.tellLord(l.Seat, EstateLost{l.Treasury})
		s.post(l, "estate", -l.Treasury)
	}
	l.Alive, l.Knight, l.Title, l.Prestige = false, 0, NoTitle, 0
	l.Allies, l.Enemies = []int{}, []int{}
}
