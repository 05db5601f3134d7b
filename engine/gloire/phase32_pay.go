package gloire

import (
	"cmp"
	"slices"
)

// armyPay is what an army of this size costs a season: ⌈men/10⌉ écus.
func armyPay(men int) int { return (men + 9) / 10 }

// knightPay is what a knight costs this season: his renown when he was called,
// from the season after; the lord-knight serves himself.
func (s *season) knightPay(k *rider) int {
	if k.Called == s.state.Season {
		return 0
	}
	return k.Pay
}

// Phase 32 (rules V.3): knights are paid by falling renown, then armies by
// falling size (D8). Who can't be paid deserts, a knight with his men.
func (s *season) pay() {
	for i := range s.lords {
		if l := &s.lords[i]; l.Alive {
			paid := Paid{Knights: s.payKnights(l), Armies: s.payArmies(l)}
			paid.Treasury = l.Treasury
			if paid.Knights+paid.Armies > 0 {
				s.tellLord(l.Seat, paid)
			}
		}
	}
}

func (s *season) payKnights(l *Lord) (paid int) {
	var knights []*rider
	for _, k := range s.knights {
		if k.Lord == l.Seat && s.knightPay(k) > 0 {
			knights = append(knights, k)
		}
	}
	slices.SortStableFunc(knights, func(a, b *rider) int { return cmp.Compare(b.Renown, a.Renown) })
	for _, k := range knights {
		due := s.knightPay(k)
		if due > l.Treasury {
			s.tellLord(l.Seat, Deserted{k.ref(), armyRef(k.Army), k.Men, due})
			s.leave(k, "unpaid")
			continue
		}
		s.post(l, "pay-knights", -due)
		paid += due
	}
	return paid
}

// A payee is an army that waits for its pay.
type payee struct {
	id, men int
	knight  *rider
	guard   *guard
}

func (s *season) payArmies(l *Lord) (paid int) {
	var armies []payee
	for _, k := range s.knights {
		if k.Lord == l.Seat && k.Men > 0 {
			armies = append(armies, payee{id: k.Army, men: k.Men, knight: k})
		}
	}
	for _, g := range s.garrisons {
		if g.Lord == l.Seat {
			armies = append(armies, payee{id: g.ID, men: g.Men, guard: g})
		}
	}
	slices.SortFunc(armies, func(a, b payee) int {
		return cmp.Or(cmp.Compare(b.men, a.men), cmp.Compare(a.id, b.id))
	})
	for _, army := range armies {
		due := armyPay(army.men)
		if due <= l.Treasury {
			s.post(l, "pay-armies", -due)
			paid += due
			continue
		}
		s.tellLord(l.Seat, Deserted{Army: armyRef(army.id), Men: army.men, Due: due})
		if army.knight != nil {
			army.knight.loseArmy()
		} else {
			s.removeGarrison(army.guard)
		}
	}
	return paid
}
