package gloire

import (
	"slices"

	"arbitre/engine"
)

// movements are the keys of a forecast in the order of play; a lord's death,
// whenever it comes, is the last of his.
var movements = []string{"tax", "redistribution", "annuity", "call", "levy", "sale", "purchase", "spy", "fortify",
	"pay-knights", "pay-armies", "joust", "prize", "gift", "gift-received", "estate"}

// forecast tells what the treasury moves by under each key, and what is in it
// then, from the least to the most that a trial season comes to. A prize may be
// won or lost in each of them; gold that only it brings isn't given without it.
func (r *review) forecast(treasury int) []engine.Posting {
	postings := []engine.Posting{{Key: "treasury", Low: treasury, High: treasury, TotalLow: treasury, TotalTop: treasury, Certain: true}}
	lows, tops := make([]int, len(r.runs)), make([]int, len(r.runs)) // by trial: without a prize, and with all
	for i := range r.runs {
		lows[i], tops[i] = treasury, treasury
	}
	called := false
	for _, key := range movements {
		p := engine.Posting{Key: key}
		for i, run := range r.runs {
			low := run.moved(r.seat, key)
			top := low
			if key == "prize" {
				low, top = 0, run.bestPrizes(r.seat)
			}
			if lows[i]+low < 0 {
				low = 0
			}
			lows[i], tops[i] = lows[i]+low, tops[i]+top
			if i == 0 {
				p.Low, p.High = min(low, top), max(low, top)
			}
			p.Low, p.High = min(p.Low, low, top), max(p.High, low, top)
		}
		called = called || key == "call" && p.Low < 0
		if p.Low == 0 && p.High == 0 {
			continue
		}
		p.TotalLow, p.TotalTop = slices.Min(lows), slices.Max(tops)
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
	case "call", "sale", "purchase", "prize", "gift", "gift-received", "pay-knights", "pay-armies", "estate":
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
func (s *season) moved(seat int, key string) (sum int) {
	for _, p := range s.postings {
		if p.seat == seat && p.key == key {
			sum += p.amount
		}
	}
	return sum
}
