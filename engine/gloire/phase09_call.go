package gloire

import (
	"fmt"
	"strconv"

	"arbitre/engine"
	"arbitre/orders"
)

// mostCalls is the most knights that a lord may call in a season.
const mostCalls = 5

// Phase 9, CHE (rules IV.2.d): each knight comes with a renown drawn from 1 to
// the lord-knight's, rounded down, + 1, to a province that was the lord's at the
// start of the season. He costs renown × 10 × renown/K; one who can't be paid
// for rides off and ends the order (D6).
func (s *season) callKnights(l *Lord, o *order) *orders.Finding {
	count, refusal := numberIn(o, "count", 1, mostCalls, "count-range")
	if refusal != nil {
		return refusal
	}
	if s.calls[l.Seat]+count > mostCalls {
		return refuse("too-many-knights", "count", strconv.Itoa(count),
			"called", strconv.Itoa(s.calls[l.Seat]), "most", strconv.Itoa(mostCalls))
	}
	var homes []int
	for _, p := range s.provinces {
		if s.owners[p.ID] == l.Seat && p.Owner == l.Seat {
			homes = append(homes, p.ID)
		}
	}
	if len(homes) == 0 {
		return refuse("no-province")
	}
	for range count {
		if !s.callKnight(l, homes) {
			break
		}
	}
	return nil
}

// callKnight calls one knight, and tells whether the lord can call another.
func (s *season) callKnight(l *Lord, homes []int) bool {
	s.calls[l.Seat]++
	draw := fmt.Sprintf("call/%d/%d/", l.Seat, s.calls[l.Seat])
	points, k := s.calledRenown(l, draw), s.meanRenown()
	cost := callCost(points, k)
	if cost > l.Treasury {
		s.tellLord(l.Seat, CallUnpaid{points * 100, cost, l.Treasury})
		return false
	}
	home := homes[s.dice.Draw(draw+"province", int64(len(homes)))]
	s.post(l, "call", -cost)
	came := &rider{Knight: Knight{
		ID: s.nextNumber(), Name: s.newName(draw + "name"), Lord: l.Seat,
		Renown: points * 100, Pay: points, Called: s.state.Season, Province: home,
	}}
	s.knights = append(s.knights, came)
	s.allNames()[spelling(came.Name)]++
	s.tellLord(l.Seat, KnightCalled{came.ref(), came.Renown, cost, came.Pay, s.provinceRef(home)})
	return true
}

// calledRenown is that of the knight who comes, in whole points: drawn, but in a
// dearest trial.
func (s *season) calledRenown(l *Lord, draw string) int {
	top := s.lordRenown(l.Seat)/100 + 1
	if !s.dearest {
		return int(engine.Between(s.dice, draw+"renown", 1, int64(top)))
	}
	if s.calls[l.Seat] == 1 {
		s.cheap = cheapCalls(s.callsAsked(l.Seat), top, l.Treasury, s.meanRenown())
	}
	if s.calls[l.Seat] <= s.cheap {
		return 1
	}
	return dearestCall(top, l.Treasury, s.meanRenown())
}

// callCost is renown × 10 × renown/K in écus, K as it is at this call.
func callCost(points int, k mean) int {
	return half(times(points, 10, points*100, k.count), times(k.sum))
}

// announceCalls tells everyone how many knights came to each lord.
func (s *season) announceCalls() {
	came := make([]int, len(s.lords)+1)
	for _, k := range s.knights {
		if k.Called == s.state.Season {
			came[k.Lord]++
		}
	}
	for _, l := range s.lords {
		if came[l.Seat] > 0 {
			s.tellAll(KnightsCalled{s.lordRef(l.Seat), came[l.Seat]})
		}
	}
}

// newName draws a knight's name that nobody bears.
func (s *season) newName(draw string) string {
	start := int(s.dice.Draw(draw, int64(len(knightNames))))
	for suffix := ""; ; suffix += "I" {
		for i := range knightNames {
			name := knightNames[(start+i)%len(knightNames)]
			if suffix != "" {
				name += " I" + suffix
			}
			if !s.nameTaken(name, nil, nil) {
				return name
			}
		}
	}
}
