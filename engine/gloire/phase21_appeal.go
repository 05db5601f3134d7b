package gloire

import (
	"slices"

	"arbitre/orders"
)

// A Call is an ally's appeal of last season, which is to be answered by phase
// 21 of this one.
type Call struct {
	By      int   `json:"by"`      // the caller's seat
	Ally    int   `json:"ally"`    // the seat called
	Enemies []int `json:"enemies"` // of the caller when he called, ascending
}

// weighCalls begins phase 21 (rules IV.3.e, rules-gloire §7): a lord who was
// called last season and isn't at war with everyone who was the caller's enemy
// then and still is, loses renown: 10 % of the caller's prestige and 1 % of that
// of each other ally of the caller. Leaving the alliance doesn't help; the
// caller's death does.
func (s *season) weighCalls() {
	calls := s.state.Calls
	s.state.Calls = []Call{}
	for _, c := range calls {
		if !s.alive(c.By) || !s.alive(c.Ally) || s.answered(c) {
			continue
		}
		loss := times(10, s.prestige(s.lord(c.By)))
		for _, friend := range s.lord(c.By).Allies {
			if friend != c.Ally {
				loss = loss.plus(times(s.prestige(s.lord(friend))))
			}
		}
		k := s.knight(s.lord(c.Ally).Knight)
		before := k.Renown
		k.Renown = max(leastRenown, before-half(loss, times(100)))
		s.tellAll(CallIgnored{s.lordRef(c.Ally), s.lordRef(c.By), before, k.Renown})
	}
}

// answered tells whether a lord who was called is at war with everyone he
// should be.
func (s *season) answered(c Call) bool {
	return !slices.ContainsFunc(c.Enemies, func(enemy int) bool {
		return s.relation(c.By, enemy) == Enemy && s.relation(c.Ally, enemy) != Enemy
	})
}

// Phase 21, APP (rules IV.3.e): an ally is called to go to war next season with
// all who are enemies now.
func (s *season) callAlly(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	switch {
	case refusal != nil:
		return refusal
	case s.relation(l.Seat, other.Seat) != Ally:
		return refuse("not-allied", "lord", other.Name)
	case len(l.Enemies) == 0:
		return refuse("no-enemies")
	case slices.ContainsFunc(s.state.Calls, func(c Call) bool { return c.By == l.Seat && c.Ally == other.Seat }):
		return refuse("called-already", "lord", other.Name)
	}
	s.state.Calls = append(s.state.Calls, Call{By: l.Seat, Ally: other.Seat, Enemies: slices.Clone(l.Enemies)})
	told := AllyCalled{Lord: s.lordRef(l.Seat), With: s.lordRef(other.Seat)}
	for _, enemy := range l.Enemies {
		told.Enemies = append(told.Enemies, s.lordRef(enemy))
	}
	s.tellAll(told)
	return nil
}
