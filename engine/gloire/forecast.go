package gloire

import (
	"slices"

	"arbitre/engine"
)

// movements are the keys of a forecast in the order of play.
var movements = []string{"tax", "redistribution", "annuity", "call", "levy", "sale", "purchase", "spy", "fortify",
	"pay-knights", "pay-armies", "joust", "prize", "gift", "other"}

// forecast sums the movements of the treasury by key, from the worst to the
// best of the trial seasons; the totals add worst to worst and best to best.
func (r *review) forecast(treasury int) []engine.Posting {
	low, high := treasury, treasury
	postings := []engine.Posting{{Key: "treasury", Low: treasury, High: treasury, TotalLow: low, TotalTop: high, Certain: true}}
	called := false
	for _, key := range movements {
		p := engine.Posting{Key: key}
		for i, run := range r.runs {
			sum := run.moved(r.seat, key)
			if i == 0 {
				p.Low, p.High = sum, sum
			}
			p.Low, p.High = min(p.Low, sum), max(p.High, sum)
		}
		if key == "call" && r.worstCalls > 0 {
			called = true
			p.Low = min(p.Low, -min(low, r.worstCalls))
		}
		if key == "prize" {
			p.Low, p.High = 0, r.runs[0].bestPrizes(r.seat)
		}
		if p.Low == 0 && p.High == 0 {
			continue
		}
		low, high = max(0, low+p.Low), max(0, high+p.High)
		p.TotalLow, p.TotalTop = low, high
		p.Certain = p.Low == p.High && !hangsOnOthers(key, called)
		postings = append(postings, p)
	}
	return postings
}

// hangsOnOthers tells whether a movement depends on what other lords do: a
// call's price does on whom they call, what can still be spent after it too,
// the pay on who survives, and a sale, a purchase, a prize or a gift on the
// other's part or life.
func hangsOnOthers(key string, called bool) bool {
	switch key {
	case "call", "sale", "purchase", "prize", "gift", "pay-knights", "pay-armies", "other":
		return true
	case "levy", "spy", "fortify", "joust":
		return called
	}
	return false
}

// bestPrizes are the rewards of all the jousts that a seat's knights ride in.
func (s *season) bestPrizes(seat int) (best int) {
	for _, j := range s.jousts {
		own := j.host != nil && j.host.Seat == seat
		rides := slices.ContainsFunc(j.riders, func(e entry) bool { return e.knight.Lord == seat })
		if rides && !(own && s.option("jousts2017")) {
			best += j.reward
		}
	}
	return best
}

// moved is what a seat's treasury moved by under a key.
func (s *season) moved(seat int, key string) int {
	sum := 0
	for _, p := range s.postings {
		if p.seat == seat && (p.key == key || key == "other" && !slices.Contains(movements, p.key)) {
			sum += p.amount
		}
	}
	return sum
}

// worstCalls is the most that a seat's calls can come to, if nobody else
// calls: every knight of the highest renown, at the price that the mean renown
// gives when those before him came with the lowest.
func (s *season) worstCalls(seat int) (worst int) {
	count := 0
	for _, o := range s.orders[seat] {
		if n, ok := o.Number("count"); ok && o.Code == "CHE" && n >= 1 && count+n <= mostCalls {
			count += n
		}
	}
	if count == 0 {
		return 0
	}
	best, k := s.lordRenown(seat)/100+1, s.meanRenown()
	for i := range count {
		worst += half(times(best, 10, best*100, k.count+i), times(k.sum+i*leastRenown))
	}
	return worst
}
