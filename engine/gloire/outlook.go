package gloire

import (
	"cmp"
	"slices"

	"arbitre/engine"
)

// Brief implements engine.Game (rules-gloire §13).
func (Game) Brief(state engine.State, seat engine.Seat) engine.Brief {
	s := state.(*State)
	b := Brief{Game: s.Charter.Game, Map: s.Charter.Map, Edition: s.Charter.Edition, At: s.Moment()}
	w, err := begin(s, nil, engine.Lowest{})
	if err != nil {
		return b
	}
	b.MeanHappiness, b.MeanRenown = w.meanHappiness().value(), w.meanRenown().value()
	b.Ranking = w.ranking()
	for i := range w.provinces {
		b.Provinces = append(b.Provinces, w.viewOf(&w.provinces[i]))
	}
	for _, k := range w.knights {
		b.Knights = append(b.Knights, w.viewOfKnight(k))
	}
	for _, l := range w.lords {
		for _, enemy := range l.Enemies {
			if l.Seat < enemy {
				b.Wars = append(b.Wars, [2]Ref{w.lordRef(l.Seat), w.lordRef(enemy)})
			}
		}
		for _, ally := range l.Allies {
			if l.Seat < ally {
				b.Alliances = append(b.Alliances, [2]Ref{w.lordRef(l.Seat), w.lordRef(ally)})
			}
		}
	}
	for _, c := range s.Claims {
		b.Claims = append(b.Claims, ClaimView{w.lordRef(c.Lord), c.How})
	}
	if seat >= 1 && int(seat) <= len(w.lords) {
		own := w.own(w.lord(int(seat)))
		b.Own = &own
	}
	return b
}

// ranking is by falling prestige, ties by seat, the dead last.
func (s *season) ranking() []Rank {
	ranks := make([]Rank, len(s.lords))
	for i, l := range s.lords {
		ranks[i] = Rank{Lord: s.lordRef(l.Seat), Title: l.Title, Prestige: l.Prestige, Treasury: l.Treasury, Alive: l.Alive}
	}
	for _, k := range s.knights {
		ranks[k.Lord-1].Knights++
		ranks[k.Lord-1].Men += k.Men
	}
	for _, g := range s.garrisons {
		ranks[g.Lord-1].Men += g.Men
	}
	for _, p := range s.provinces {
		if p.Owner != 0 {
			ranks[p.Owner-1].Provinces++
		}
	}
	slices.SortStableFunc(ranks, func(a, b Rank) int {
		if a.Alive != b.Alive {
			return map[bool]int{true: -1, false: 1}[a.Alive]
		}
		return cmp.Compare(b.Prestige, a.Prestige)
	})
	for i := range ranks {
		if ranks[i].Alive {
			ranks[i].Place = i + 1
		}
	}
	return ranks
}

func (s *season) viewOf(p *Province) ProvinceView {
	return ProvinceView{ID: p.ID, Name: s.name(p), Owner: s.lordRef(p.Owner),
		Population: p.Population, Happiness: p.Happiness, Neighbours: slices.Clone(s.land.Province(p.ID).Neighbours)}
}

func (s *season) viewOfKnight(k *rider) KnightView {
	return KnightView{ID: k.ID, Name: k.Name, Lord: s.lordRef(k.Lord), Renown: k.Renown,
		Province: s.provinceRef(k.Province), IsLord: k.ID == s.lord(k.Lord).Knight}
}

// own is what a lord alone knows of himself.
func (s *season) own(l *Lord) Own {
	own := Own{Lord: s.lordRef(l.Seat), Alive: l.Alive, Title: l.Title, Prestige: l.Prestige,
		Treasury: l.Treasury, Retreats: l.Retreats}
	for i := range s.provinces {
		if p := &s.provinces[i]; p.Owner == l.Seat {
			own.Provinces = append(own.Provinces, OwnProvince{s.viewOf(p), p.Wealth, p.Walls})
		}
	}
	for _, k := range s.knights {
		if k.Lord == l.Seat {
			own.Knights = append(own.Knights, OwnKnight{s.viewOfKnight(k), k.Pay, k.Army, k.Men})
			own.PayDue += s.knightPay(k) + armyPay(k.Men)
		}
	}
	for _, g := range s.garrisons {
		if g.Lord == l.Seat {
			own.Garrisons = append(own.Garrisons, OwnArmy{g.ID, g.Men, s.provinceRef(g.Province)})
			own.PayDue += armyPay(g.Men)
		}
	}
	for _, other := range s.lords {
		if is := s.relation(l.Seat, other.Seat); other.Seat != l.Seat && other.Alive && is != Neutral {
			own.Relations = append(own.Relations, LordInRelation{s.lordRef(other.Seat), is})
		}
	}
	return own
}
