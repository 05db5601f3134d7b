package gloire

// Phase 35 (rules V.6): each lord bears the highest title that his prestige
// asks for on this map; it can be lost again.
func (s *season) grantTitles() {
	for i := range s.lords {
		l := &s.lords[i]
		if !l.Alive {
			continue
		}
		old, prestige := l.Title, s.prestige(l)
		l.Title = NoTitle
		for t, points := range s.land.Titles {
			if prestige >= points*100 {
				l.Title = Title(t + 1)
			}
		}
		if l.Title != old {
			s.tellAll(Titled{s.lordRef(l.Seat), old, l.Title})
		}
	}
}
