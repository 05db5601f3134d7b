package gloire

import (
	"strconv"

	"arbitre/orders"
)

// Phase 10, ARM (rules IV.2.e): the men join the lord's garrison there, or a
// knight of his there or in a neighbouring province, which makes the people
// unhappy. The order spends what is left where the treasury holds less.
func (s *season) raiseArmy(l *Lord, o *order) *orders.Finding {
	p, refusal := s.ownProvince(l, o, "province")
	if refusal != nil {
		return refusal
	}
	ecus, refusal := numberIn(o, "amount", 1, most, "")
	if refusal != nil {
		return refusal
	}
	var k *rider
	if _, named := o.Arg("knight"); named {
		if k, refusal = s.ownKnight(l, o, "knight"); refusal != nil {
			return refusal
		}
		if !s.near(k.Province, p.ID) {
			return s.outOfReach(k, p.ID)
		}
	}
	if l.Treasury == 0 {
		return refuse("no-treasury")
	}
	asked := ecus
	ecus = min(asked, l.Treasury)
	men := levy(ecus, s.prestige(l), s.bestPrestige(), p.Population)
	if men == 0 {
		return refuse("too-little", "amount", strconv.Itoa(ecus))
	}
	if ecus < asked {
		s.remark("spends-less", "asked", strconv.Itoa(asked), "left", strconv.Itoa(ecus))
	}
	s.post(l, "levy", -ecus)
	raised := ArmyRaised{Province: s.provinceRef(p.ID), Knight: k.ref(), Spent: ecus, Men: men}
	if k != nil {
		s.join(k, men)
		k.fresh.raised += men
		raised.HappinessLost = s.unsettle(p, men)
		raised.Army = armyRef(k.Army)
	} else {
		g := s.station(l.Seat, p.ID, men)
		g.raised += men
		raised.Army = armyRef(g.ID)
	}
	s.tellLord(l.Seat, raised)
	return nil
}

// levy is the men that écus raise: ⌊(écus/5) × clamp(P/Pbest × population/20000,
// 0.5, 2)⌋. Where nobody has any prestige, all have the best.
func levy(ecus, prestige, best, population int) int {
	if best == 0 {
		prestige, best = 1, 1
	}
	n, d := times(2, prestige, population), times(best, startPopulation) // twice the factor
	n = least(greatest(n, d), d.by(4))
	return floor(n.by(ecus), d.by(10))
}

func (s *season) outOfReach(k *rider, province int) *orders.Finding {
	return refuse("out-of-reach", "knight", k.Name,
		"from", s.provinceRef(k.Province).Name, "province", s.provinceRef(province).Name)
}
