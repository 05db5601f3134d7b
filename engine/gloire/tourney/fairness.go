package tourney

import (
	"math"
	"slices"
	"strconv"
)

// A Fairness compares how often those of one kind, say of one start, have won
// with how often they would have if all were alike.
type Fairness struct {
	Rows   []Row
	Enough bool // whether there are games enough to tell: five wins to be expected of each
	Chance int  // in hundredths of a per cent: how likely the wins are to differ so much by luck alone (Pearson's chi-square)
}

// Suspicious is the chance below which luck is a poor explanation, in
// hundredths of a per cent.
const Suspicious = 1_00

// Fair tells whether luck alone may explain the differences.
func (f Fairness) Fair() bool { return f.Chance >= Suspicious }

// A Row is one start, seat or temperament.
type Row struct {
	Name      string
	Played    int // lords of it in all games
	Wins      int
	Expected  int // wins if all were alike, in hundredths
	Share     int // wins of those played, in hundredths of a per cent
	Low, High int // Wilson's interval of the share, 95 %
	Place     int // mean, in hundredths
	Provinces int // mean at the end, in hundredths
	Alive     int // of those played, at the end
}

// fairness groups all lords of the games by a name. The rows come in the order
// given, or by name.
func fairness(games []Game, name func(seat int, s Seat) string, order []string) Fairness {
	rows := make(map[string]*Row)
	expected := make(map[string]float64)
	places, provinces := make(map[string]int), make(map[string]int)
	for _, g := range games {
		for i, s := range g.Seats {
			key := name(i+1, s)
			r := rows[key]
			if r == nil {
				r = &Row{Name: key}
				rows[key] = r
			}
			r.Played++
			places[key], provinces[key] = places[key]+s.Place, provinces[key]+s.Provinces
			if s.Alive {
				r.Alive++
			}
			if g.Won(i + 1) {
				r.Wins++
			}
			if g.Winner != 0 {
				expected[key] += 1 / float64(len(g.Seats))
			}
		}
	}
	if order == nil {
		for key := range rows {
			order = append(order, key)
		}
		slices.Sort(order)
	}
	f := Fairness{Enough: len(rows) > 1}
	square, degrees := 0.0, -1
	for _, key := range order {
		r := rows[key]
		if r == nil {
			continue
		}
		r.Share = hundredths(100*r.Wins, r.Played)
		r.Low, r.High = wilson(r.Wins, r.Played)
		r.Place, r.Provinces = hundredths(places[key], r.Played), hundredths(provinces[key], r.Played)
		r.Expected = int(math.Round(100 * expected[key]))
		if r.Expected < 5_00 {
			f.Enough = false
		}
		if want := expected[key]; want > 0 {
			square += (float64(r.Wins) - want) * (float64(r.Wins) - want) / want
			degrees++
		}
		f.Rows = append(f.Rows, *r)
	}
	f.Chance = int(math.Round(100_00 * chiSquareTail(square, degrees)))
	return f
}

func seatName(n int) string { return strconv.Itoa(n) }

// wilson is the interval in which a share lies with a confidence of 95 %, in
// hundredths of a per cent.
func wilson(wins, of int) (low, high int) {
	if of == 0 {
		return 0, 100_00
	}
	const z = 1.959964
	n := float64(of)
	p := float64(wins) / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return int(math.Round(100_00 * max(0, middle-half))), int(math.Round(100_00 * min(1, middle+half)))
}

// chiSquareTail is the chance that a chi-square variable of so many degrees of
// freedom is at least x: the regularised upper incomplete gamma function
// Q(degrees/2, x/2), from the series of its complement.
func chiSquareTail(x float64, degrees int) float64 {
	if degrees < 1 || x <= 0 {
		return 1
	}
	a, y := float64(degrees)/2, x/2
	if y > a+400 {
		return 0
	}
	term := 1 / a
	sum := term
	for n := 1.0; term > sum*1e-15; n++ {
		term *= y / (a + n)
		sum += term
	}
	gamma, _ := math.Lgamma(a)
	return min(1, max(0, 1-sum*math.Exp(a*math.Log(y)-y-gamma)))
}
