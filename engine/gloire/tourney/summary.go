package tourney

import (
	"cmp"
	"maps"
	"slices"

	"arbitre/engine/gloire/bots"
)

// Victories are the ways in which a game ends, in the order of the rules; ""
// stands for a game that the tourney's last season broke off, or that nobody
// survived.
var Victories = []string{"prestige", "conquest", "alliance", "survival", ""}

// A Summary is what a tourney's games tell together.
type Summary struct {
	Games     int
	Victories []Count   // in the order of Victories
	Seasons   Quartiles // of the games that were won

	Starts       Fairness
	Seats        Fairness
	Temperaments Fairness

	Ordered, Refused int
	Reasons          []Count // of refusals, the most frequent first
	// In hundredths, per game.
	Wars, Allied, Felons, Deaths, Warned int
}

// A Count is how often something happened.
type Count struct {
	Key   string
	Count int
}

// Quartiles are of seasons; all 0 of nothing.
type Quartiles struct{ Least, Lower, Median, Upper, Most int }

// Summarise reckons the games up.
func Summarise(games []Game) Summary {
	s := Summary{Games: len(games)}
	won, refused := make(map[string]int), make(map[string]int)
	var lengths []int
	sum := Game{}
	for _, g := range games {
		won[g.Victory]++
		if g.Victory != "" {
			lengths = append(lengths, g.Seasons)
		}
		for reason, n := range g.Refused {
			refused[reason] += n
			s.Refused += n
		}
		s.Ordered += g.Ordered
		sum.Wars, sum.Allied, sum.Felons = sum.Wars+g.Wars, sum.Allied+g.Allied, sum.Felons+g.Felons
		sum.Deaths, sum.Warned = sum.Deaths+g.Deaths, sum.Warned+g.Warned
	}
	for _, key := range Victories {
		s.Victories = append(s.Victories, Count{key, won[key]})
	}
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		s.Reasons = append(s.Reasons, Count{reason, refused[reason]})
	}
	slices.SortStableFunc(s.Reasons, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	s.Seasons = quartiles(lengths)
	s.Wars, s.Allied, s.Felons = hundredths(sum.Wars, len(games)), hundredths(sum.Allied, len(games)), hundredths(sum.Felons, len(games))
	s.Deaths, s.Warned = hundredths(sum.Deaths, len(games)), hundredths(sum.Warned, len(games))

	s.Starts = fairness(games, func(_ int, seat Seat) string { return seat.Start }, nil)
	var seats, temperaments []string
	for seat := range mostSeats(games) {
		seats = append(seats, seatName(seat+1))
	}
	for _, t := range bots.Temperaments {
		temperaments = append(temperaments, t.Key)
	}
	s.Seats = fairness(games, func(n int, _ Seat) string { return seatName(n) }, seats)
	s.Temperaments = fairness(games, func(_ int, seat Seat) string { return seat.Temperament }, temperaments)
	return s
}

func mostSeats(games []Game) (most int) {
	for _, g := range games {
		most = max(most, len(g.Seats))
	}
	return most
}

// hundredths is n/of in hundredths, rounded.
func hundredths(n, of int) int {
	if of == 0 {
		return 0
	}
	return (200*n + of) / (2 * of)
}

// quartiles are those of the sorted values at the nearest rank.
func quartiles(values []int) Quartiles {
	if len(values) == 0 {
		return Quartiles{}
	}
	slices.Sort(values)
	last := len(values) - 1
	at := func(quarter int) int { return values[(last*quarter+2)/4] }
	return Quartiles{values[0], at(1), at(2), at(3), values[last]}
}
