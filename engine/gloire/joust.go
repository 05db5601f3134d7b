package gloire

import (
	"cmp"
	"fmt"
	"slices"

	"arbitre/engine"
)

// A joust is a tournament, of one lord or of the king (rules IV.3.b).
type joust struct {
	host     *Lord // nil: the king
	prestige int   // of the host, at the start of phase 33
	places   int
	reward   int
	password string // folded
	riders   []entry
}

// An entry is a knight who asks to ride.
type entry struct {
	knight *rider
	order  *order
}

// mostTilts is the most passes of arms of a duel that are held to be undecided;
// after the last of them the higher value wins, however close. Two knights of
// little renown may never come a tenth apart, so that without it a joust might
// not end.
const mostTilts = 20

// name is what the draws of a joust begin with: joust/<seat>, 0 for the king.
func (j *joust) name() string {
	if j.host == nil {
		return "joust/0"
	}
	return fmt.Sprintf("joust/%d", j.host.Seat)
}

// ride plays the rounds of a joust, and tells who won it and what renown those
// who don't serve the host gained. In each round every knight draws a lot; the
// knights ride in pairs in the order of their lots, and the odd one passes.
func (s *season) ride(j *joust) (winner *rider, foreign int) {
	var field []*rider
	for _, e := range j.riders {
		field = append(field, e.knight)
	}
	for round := 1; len(field) > 1; round++ {
		name := fmt.Sprintf("%s/%d", j.name(), round)
		s.shuffle(field, name)
		told := JoustRound{Host: s.hostRef(j), Round: round}
		var through []*rider
		for i := 0; i+1 < len(field); i += 2 {
			won, lost := s.tilt(field[i], field[i+1], fmt.Sprintf("%s/%d-%d", name, field[i].ID, field[i+1].ID))
			gained := s.honour(j, round, won, lost)
			if j.host == nil || won.Lord != j.host.Seat {
				foreign += gained
			}
			told.Tilts = append(told.Tilts, Tilt{won.ref(), lost.ref()})
			through = append(through, won)
		}
		if len(field)%2 == 1 {
			odd := field[len(field)-1]
			told.Odd, through = odd.ref(), append(through, odd)
		}
		s.tellAll(told)
		field = through
	}
	return field[0], foreign
}

// shuffle puts knights in the order of lots that are drawn under their numbers.
func (s *season) shuffle(field []*rider, name string) {
	lots := make(map[int]int64, len(field))
	for _, k := range field {
		lots[k.ID] = s.dice.Draw(fmt.Sprintf("%s/lot/%d", name, k.ID), 1_000_000_000)
	}
	slices.SortFunc(field, func(a, b *rider) int {
		return cmp.Or(cmp.Compare(lots[a.ID], lots[b.ID]), cmp.Compare(a.ID, b.ID))
	})
}

// tilt plays a duel: each knight comes to his renown × a number from 0 to 1 + K,
// in millionths, and where the two are less than a tenth of the higher apart
// they ride again. A last pass that is even is drawn.
func (s *season) tilt(a, b *rider, name string) (won, lost *rider) {
	const parts = 1_000_000
	k := s.meanRenown()
	value := func(r *rider, pass int) wide {
		u := engine.Between(s.dice, fmt.Sprintf("%s/%d/%d", name, pass, r.ID), 0, parts)
		return times(r.Renown, int(u), k.count).plus(times(k.sum, parts))
	}
	for pass := 1; pass <= mostTilts; pass++ {
		x, y := value(a, pass), value(b, pass)
		high, low := greatest(x, y), least(x, y)
		switch even := high.minus(low).by(10).less(high); {
		case even && pass < mostTilts:
		case y.less(x):
			return a, b
		case x.less(y):
			return b, a
		}
	}
	if s.dice.Draw(name+"/even", 2) == 1 {
		return b, a
	}
	return a, b
}

// honour gives the winner of a duel 10 % of the loser's renown × min(2, loser/
// winner); a loser who was the more renowned loses 7 % of his own.
func (s *season) honour(j *joust, round int, won, lost *rider) (gained int) {
	before, beaten := won.Renown, lost.Renown
	gained = min(half(times(beaten, min(beaten, 2*before)), times(10, before)), mostRenown-before)
	won.Renown += gained
	if beaten > before {
		lost.Renown = max(leastRenown, beaten-half(times(7, beaten), times(100)))
	}
	s.tell(both(won.Lord, lost.Lord), JoustDuel{Host: s.hostRef(j), Round: round,
		Knight: won.ref(), Lord: s.lordRef(won.Lord), RenownBefore: before, RenownAfter: won.Renown,
		Beaten: lost.ref(), Against: s.lordRef(lost.Lord), BeatenBefore: beaten, BeatenAfter: lost.Renown})
	return gained
}

func (s *season) hostRef(j *joust) Ref {
	if j.host == nil {
		return Ref{}
	}
	return s.lordRef(j.host.Seat)
}
