package gloire

// annuities are the rentes of the titles, in écus (rules V.6).
var annuities = [...]int{NoTitle: 0, Baron: 1000, Viscount: 1500, Count: 2000, Marquis: 2500, Duke: 3000, Prince: 5000}

// Phase 8 (rules VII.1): the king pays each lord the rente of the title that
// he has held since the end of last season.
func (s *season) payAnnuities() {
	for i := range s.lords {
		l := &s.lords[i]
		if amount := annuities[l.Title]; l.Alive && amount > 0 {
			s.post(l, "annuity", amount)
			s.tellLord(l.Seat, Annuity{l.Title, amount})
		}
	}
}
