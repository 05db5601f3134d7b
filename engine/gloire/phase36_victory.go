package gloire

import (
	"cmp"
	"fmt"
	"slices"
)

// The conditions of victory, by falling priority; the last survivor needs none
// of them (rules V.7).
const (
	byPrestige = "prestige"
	byConquest = "conquest"
	byAlliance = "alliance"
	bySurvival = "survival"
)

var claims = []string{byPrestige, byConquest, byAlliance}

// A Claim to the crown is a condition that a lord meets: "prestige", "conquest"
// or "alliance".
type Claim struct {
	Lord int    `json:"lord"`
	How  string `json:"how"`
}

// Phase 36 (rules V.7): a lord is crowned who meets the same condition two
// seasons running; everyone is warned after the first. Prestige goes before
// conquest and alliance, then the higher prestige, ties by draw. The last
// survivor wins at once, and if all have died nobody does.
func (s *season) crownVictor() {
	var living []*Lord
	for i := range s.lords {
		if s.lords[i].Alive {
			living = append(living, &s.lords[i])
		}
	}
	before := s.state.Claims
	s.state.Claims = nil
	switch len(living) {
	case 0:
		s.state.Ended = true
		s.tellAll(NobodyLeft{})
		return
	case 1:
		s.crown(living[0], bySurvival)
		return
	}
	for _, l := range living {
		for _, how := range claims {
			if s.claims(l, how, len(living)) {
				s.state.Claims = append(s.state.Claims, Claim{l.Seat, how})
			}
		}
	}
	if victor, ok := s.foremost(before); ok {
		s.crown(s.lord(victor.Lord), victor.How)
		return
	}
	for _, c := range s.state.Claims {
		s.tellAll(VictoryNear{s.lordRef(c.Lord), c.How})
	}
}

// claims tells whether a lord meets a condition of victory.
func (s *season) claims(l *Lord, how string, living int) bool {
	switch how {
	case byPrestige:
		return s.prestige(l) >= s.land.PrestigeVictory*100
	case byConquest:
		owned := 0
		for i := range s.provinces {
			if s.provinces[i].Owner == l.Seat {
				owned++
			}
		}
		return owned >= s.land.Conquest
	}
	return len(l.Allies) == living-1
}

// foremost is the claim that wins, of those that hold for long enough.
func (s *season) foremost(before []Claim) (Claim, bool) {
	ripe := slices.Clone(s.state.Claims)
	if s.edition.reign > 1 {
		ripe = slices.DeleteFunc(ripe, func(c Claim) bool { return !slices.Contains(before, c) })
	}
	if len(ripe) == 0 {
		return Claim{}, false
	}
	rank := func(a, b Claim) int {
		return cmp.Or(cmp.Compare(slices.Index(claims, a.How), slices.Index(claims, b.How)),
			cmp.Compare(s.prestige(s.lord(b.Lord)), s.prestige(s.lord(a.Lord))))
	}
	best := slices.MinFunc(ripe, rank)
	ripe = slices.DeleteFunc(ripe, func(c Claim) bool { return rank(c, best) != 0 })
	if len(ripe) == 1 {
		return ripe[0], true
	}
	lots := make([]int64, len(ripe))
	for i, c := range ripe {
		lots[i] = s.dice.Draw(fmt.Sprintf("crown/%d", c.Lord), 1_000_000_000)
	}
	return ripe[slices.Index(lots, slices.Min(lots))], true
}

// crown ends the game.
func (s *season) crown(l *Lord, how string) {
	s.state.Ended = true
	s.tellAll(Crowned{s.lordRef(l.Seat), how, s.prestige(l)})
}
