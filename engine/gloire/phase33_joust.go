package gloire

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbitre/orders"
)

// What jousts cost and bring, in écus (rules IV.3.b and c).
const (
	placeCost       = 300
	leastReward     = 500
	leastReward2017 = 200 // a place, with the option jousts2017
	mostPlaces      = 1000

	kingsReward   = 15_000
	kingsPassword = "joute"
	kingsSeasons  = 5 // from one joust of the king to the next
)

// openLists begins phase 33: every fifth season the king holds a joust, before
// all others.
func (s *season) openLists() {
	if s.state.Season%kingsSeasons == 0 {
		s.jousts = append(s.jousts, &joust{prestige: math.MaxInt, places: most, reward: kingsReward, password: kingsPassword})
	}
}

// Phase 33, ORG and PAR: all organisers pay, and all knights enter, before the
// first joust is ridden.
func (s *season) enterJousts(l *Lord, o *order) *orders.Finding {
	if o.Code == "ORG" {
		return s.organise(l, o)
	}
	k, refusal := s.ownKnight(l, o, "knight")
	if refusal != nil {
		return refusal
	}
	s.entries = append(s.entries, entry{k, o})
	return nil
}

// ORG (rules IV.3.b): 300 écus a place and the reward, paid even if nobody
// comes. As another lord may win the reward, it has to keep under the ceiling.
func (s *season) organise(l *Lord, o *order) *orders.Finding {
	places, refusal := numberIn(o, "places", 2, mostPlaces, "places-range")
	if refusal != nil {
		return refusal
	}
	reward, refusal := numberIn(o, "reward", 0, most, "")
	least := leastReward
	if s.option("jousts2017") {
		least = leastReward2017 * places
	}
	password, cost := passwordOf(o), placeCost*places+reward
	switch {
	case refusal != nil:
		return refusal
	case password == "":
		return refuse("incomplete", "argument", "password")
	case s.joustOf(l.Seat) != nil:
		return refuse("one-joust")
	case reward < least:
		return refuse("reward-low", "reward", strconv.Itoa(reward), "least", strconv.Itoa(least))
	}
	if refusal := s.underCeiling(l, reward); refusal != nil {
		return refusal
	}
	if refusal := affords(l, cost); refusal != nil {
		return refusal
	}
	s.jousts = append(s.jousts, &joust{host: l, prestige: s.prestige(l), places: places, reward: reward, password: password})
	s.post(l, "joust", -cost)
	s.tellLord(l.Seat, JoustOpened{places, reward, cost})
	return nil
}

// passwordOf is the password of an order, without regard to case and accents:
// guests copy it by hand. One of signs alone is taken as it stands.
func passwordOf(o *order) string {
	v, _ := o.Arg("password")
	if folded := orders.Fold(v.Text); folded != "" {
		return folded
	}
	return strings.Join(strings.Fields(v.Text), " ")
}

// joustOf finds the joust of a lord, or with seat 0 the king's.
func (s *season) joustOf(seat int) *joust {
	for _, j := range s.jousts {
		if j.host == nil && seat == 0 || j.host != nil && j.host.Seat == seat {
			return j
		}
	}
	return nil
}

// holdJousts ends phase 33: the king's joust first, then those of the lords by
// falling prestige (rules VII.2), ties by draw.
func (s *season) holdJousts() {
	s.admit()
	lots := make(map[*joust]int64)
	for _, j := range s.jousts {
		if slices.ContainsFunc(s.jousts, func(other *joust) bool { return other != j && other.prestige == j.prestige }) {
			lots[j] = s.dice.Draw(j.name()+"/turn", 1_000_000_000)
		}
	}
	slices.SortStableFunc(s.jousts, func(a, b *joust) int {
		return cmp.Or(cmp.Compare(b.prestige, a.prestige), cmp.Compare(lots[a], lots[b]))
	})
	for _, j := range s.jousts {
		s.hold(j)
	}
}

// announceJoust tells everyone, at the season's end, that the king holds a
// joust in the next.
func (s *season) announceJoust() {
	if next := s.state.Season + 1; next%kingsSeasons == 0 && !s.state.Ended {
		s.tellAll(JoustAnnounced{next})
	}
}

// admit sorts the knights who entered by the jousts for which they have the
// password: each rides in one, the first that his lord's orders name rightly.
// Where there are more than places, the least renowned stay out, ties by draw.
func (s *season) admit() {
	for _, e := range s.entries {
		s.onBehalf(e.order, func() *orders.Finding { return s.enter(e) })
	}
	for _, j := range s.jousts {
		if len(j.riders) <= j.places {
			continue
		}
		lots := make(map[int]int64, len(j.riders))
		for _, e := range j.riders {
			lots[e.knight.ID] = s.dice.Draw(fmt.Sprintf("%s/place/%d", j.name(), e.knight.ID), 1_000_000_000)
		}
		slices.SortFunc(j.riders, func(a, b entry) int {
			return cmp.Or(cmp.Compare(b.knight.Renown, a.knight.Renown),
				cmp.Compare(lots[a.knight.ID], lots[b.knight.ID]), cmp.Compare(a.knight.ID, b.knight.ID))
		})
		for _, e := range j.riders[j.places:] {
			s.onBehalf(e.order, func() *orders.Finding {
				return refuse("no-place", "knight", e.knight.Name, "lord", j.host.Name, "places", strconv.Itoa(j.places))
			})
		}
		j.riders = j.riders[:j.places]
	}
}

// enter puts a knight on the list of the joust that his order names.
func (s *season) enter(e entry) *orders.Finding {
	seat := e.order.ID("lord")
	j := s.joustOf(seat)
	switch {
	case e.knight.rides:
		return refuse("rides-already", "knight", e.knight.Name)
	case seat < 0 || seat > len(s.lords):
		return refuse("no-such-lord", "number", strconv.Itoa(seat))
	case j == nil && seat == 0:
		return refuse("no-kings-joust", "season", strconv.Itoa((s.state.Season/kingsSeasons+1)*kingsSeasons))
	case j == nil && s.hosts && seat != e.knight.Lord:
		e.knight.rides = true
		return nil
	case j == nil:
		return refuse("no-joust", "lord", s.lord(seat).Name)
	case j.password != passwordOf(e.order) && seat == 0:
		return refuse("wrong-kings-password")
	case j.password != passwordOf(e.order):
		return refuse("wrong-password", "lord", s.lord(seat).Name)
	}
	e.knight.rides = true
	j.riders = append(j.riders, e)
	return nil
}

// hold holds a joust. With fewer than two knights nothing happens, and the
// host's money is gone. A lord-knight gains from his joust 20 % of the renown
// that others' knights won there, 15 % if he rode himself.
func (s *season) hold(j *joust) {
	if len(j.riders) < 2 {
		s.tellAll(JoustEmpty{s.hostRef(j), len(j.riders)})
		return
	}
	winner, foreign := s.ride(j)
	s.tellAll(JoustWon{s.hostRef(j), s.lordRef(winner.Lord), winner.ref(), len(j.riders)})
	s.award(j, winner)
	if j.host == nil || foreign == 0 {
		return
	}
	himself, share := s.knight(j.host.Knight), 20
	if slices.ContainsFunc(j.riders, func(e entry) bool { return e.knight == himself }) {
		share = 15
	}
	before := himself.Renown
	himself.Renown = min(mostRenown, before+half(times(share, foreign), times(100)))
	s.tellAll(HostHonoured{s.hostRef(j), share, before, himself.Renown})
}

// award gives the winner's lord the reward. With the option jousts2017 that of
// a host whose own knight wins is lost.
func (s *season) award(j *joust, winner *rider) {
	if j.host != nil && winner.Lord == j.host.Seat && s.option("jousts2017") {
		s.tellLord(winner.Lord, PrizeLost{winner.ref(), j.reward})
		return
	}
	if j.host != nil && winner.Lord != j.host.Seat {
		s.sent[j.host.Seat] += j.reward
	}
	s.post(s.lord(winner.Lord), "prize", j.reward)
	s.tellLord(winner.Lord, PrizeWon{s.hostRef(j), winner.ref(), j.reward})
}
