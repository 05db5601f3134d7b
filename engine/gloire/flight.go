package gloire

import (
	"fmt"
	"slices"
)

// flightLosses are the men that a flight costs, in per cent by steps; beyond,
// all of them (rules V.5).
var flightLosses = [...]int{0, 0, 25, 50, 75}

// refuge is the lord's nearest province but the one that is fled from, ties by
// draw; 0 if he has none.
func (s *season) refuge(seat, from int, draw string) (province, steps int) {
	var nearest []int
	for _, p := range s.provinces {
		if p.Owner != seat || p.ID == from {
			continue
		}
		d := s.land.Distance(from, p.ID)
		if len(nearest) == 0 || d < steps {
			nearest, steps = nearest[:0], d
		}
		if d == steps {
			nearest = append(nearest, p.ID)
		}
	}
	if len(nearest) == 0 {
		return 0, 0
	}
	draw = fmt.Sprintf("flight/%s/%d", draw, from)
	s.flights[draw]++
	return nearest[s.dice.Draw(fmt.Sprintf("%s/%d", draw, s.flights[draw]), int64(len(nearest)))], steps
}

// lostInFlight is the part of the men who don't arrive.
func lostInFlight(men, province, steps int) int {
	if province == 0 || steps >= len(flightLosses) {
		return men
	}
	return half(times(men, flightLosses[steps]), times(100))
}

// flee sends a knight to his lord's nearest province. With nowhere to go he
// loses his men and stays. With the option repatriation2017 a knight who has
// no refuge within 4 steps dies, except the lord-knight (rules V.5).
func (s *season) flee(k *rider) {
	to, steps := s.refuge(k.Lord, k.Province, fmt.Sprint(k.ID))
	lost := lostInFlight(k.Men, to, steps)
	fled := Fled{Lord: s.lordRef(k.Lord), Knight: k.ref(), Army: armyRef(k.Army),
		From: s.provinceRef(k.Province), To: s.provinceRef(to), Distance: steps, Lost: lost, Left: k.Men - lost}
	far := to == 0 || steps >= len(flightLosses)
	if far && s.option("repatriation2017") && k.ID != s.lord(k.Lord).Knight {
		fled.To, fled.Lost, fled.Left = Ref{}, k.Men, 0
		s.tellLord(k.Lord, fled)
		s.leave(k, "died")
		return
	}
	s.tellLord(k.Lord, fled)
	k.part(lost)
	if to != 0 {
		k.Province = to
	}
}

// fleeGarrison sends a garrison to its lord's nearest province, to join the
// garrison there.
func (s *season) fleeGarrison(g *guard) {
	to, steps := s.refuge(g.Lord, g.Province, fmt.Sprintf("garrison-%d", g.Lord))
	lost := lostInFlight(g.Men, to, steps)
	s.tellLord(g.Lord, Fled{Lord: s.lordRef(g.Lord), Army: armyRef(g.ID),
		From: s.provinceRef(g.Province), To: s.provinceRef(to), Distance: steps, Lost: lost, Left: g.Men - lost})
	g.Men -= lost
	other := s.garrisonAt(g.Lord, to)
	switch {
	case g.Men == 0:
		s.removeGarrison(g)
	case other != nil:
		other.Men += g.Men
		s.removeGarrison(g)
	default:
		g.Province = to
	}
}

// option tells whether the game is played with an option of its charter.
func (s *season) option(name string) bool { return slices.Contains(s.state.Charter.Options, name) }
