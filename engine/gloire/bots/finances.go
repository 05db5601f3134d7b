package bots

import (
	"cmp"
	"slices"

	"arbitre/engine/gloire"
)

// A plan is what a province may be told to do: an imposition with full
// redistribution (FCO), one without (IMP), or nothing.
type plan struct {
	level int // of imposition; -1: leave the province alone
	given bool
	net   int // écus to the treasury
	worth int // what the people's happiness and wealth would then be worth, in écus
}

// horizon is the number of seasons whose income a bot reckons with.
const horizon = 6

// finances sets each province's imposition so that gold now, income to come and
// prestige are balanced as the temperament has it; when the pay is at risk,
// gold now counts for more.
func (b *bot) finances() {
	if b.At.Season == 1 {
		b.write("INI 50 40 60")
	}
	provinces := slices.Clone(b.own.Provinces)
	rente := annuities[b.own.Title]
	worth := b.gold
	var plans []plan
	net := 0
	for range 12 {
		plans, net = plans[:0], 0
		for i := range provinces {
			best := b.bestPlan(&provinces[i], worth)
			plans = append(plans, best)
			net += best.net
		}
		if b.own.Treasury+net+rente >= b.own.PayDue*3/2+b.wanted() {
			break
		}
		worth = worth * 5 / 4
	}
	b.writePlans(provinces, plans)
	b.budget = max(0, b.own.Treasury+net+rente-b.own.PayDue*5/4)
}

// annuities are the published rentes, by title.
var annuities = [...]int{0, 1000, 1500, 2000, 2500, 3000, 5000}

// wanted is the gold that a bot likes to have at hand for its army, in écus.
func (b *bot) wanted() int { return 1500 + 300*len(b.own.Provinces) }

// bestPlan is the plan of the greatest worth, an écu at once counting for so
// many per cent.
func (b *bot) bestPlan(p *gloire.OwnProvince, gold int) plan {
	best := b.outcome(p, -1, false)
	for level := 0; level <= 8; level++ {
		for _, given := range []bool{true, false} {
			next := b.outcome(p, level, given)
			if next.net*gold/100+next.worth > best.net*gold/100+best.worth {
				best = next
			}
		}
	}
	return best
}

// outcome reckons a plan with the published formulas (happiness, wealth and the
// mean as they stand).
func (b *bot) outcome(p *gloire.OwnProvince, level int, given bool) plan {
	mean := max(1, b.MeanHappiness)
	ratio := p.Happiness * 1000 / mean
	result := plan{level: level, given: given}
	happiness, wealth := p.Happiness, p.Wealth
	if level >= 0 {
		kept := 10 - level
		result.net = p.Population * p.Wealth / 1000 * level / 10 * min(max(ratio, 200), 1000) / 1000
		share := 1
		if given {
			kindled := max(100, 2*kept*p.Wealth/10)
			result.net -= p.Population * kindled / 1000 * kept / 10 * ratio / 1000 / 2
			share = 2
		}
		happiness = happiness * kept * share / 10
		wealth = min(max(wealth*kept*share/10, 100), 1000)
	}
	after := happiness * 1000 / mean
	income := p.Population * wealth / 1000 * min(max(after, 200), 1000) / 4000
	result.worth = horizon*income + b.Temperament.prestige*(p.Population*min(after, 5000)/1000)/800
	if happiness < b.MeanHappiness/4 { // the people would leave, and one day rise
		result.worth -= p.Population
	}
	return result
}

// writePlans writes one order for all where most provinces have the same plan,
// and one for each of the rest. Who gets no gold is told so: FCO's TOUT would
// give to a province that only an IMP names.
func (b *bot) writePlans(provinces []gloire.OwnProvince, plans []plan) {
	kind := func(p plan) plan { return plan{level: p.level, given: p.given} }
	count := make(map[plan]int)
	common := kind(plans[0])
	for _, p := range plans {
		count[kind(p)]++
	}
	for _, p := range plans {
		if count[kind(p)] > count[common] {
			common = kind(p)
		}
	}
	together := count[plan{level: -1}] == 0 && len(plans) > 1
	if together {
		b.write("FCO %d TOUT%s", common.level, gift(common))
	}
	var rest []int
	for i, p := range plans {
		if p.level >= 0 && !(together && kind(p) == common) {
			rest = append(rest, i)
		}
	}
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(plans[j].net, plans[i].net) })
	for _, i := range rest {
		b.write("FCO %d %s%s", plans[i].level, provinces[i].Name, gift(plans[i]))
	}
}

// gift is the amount of an FCO that gives nothing.
func gift(p plan) string {
	if p.given {
		return ""
	}
	return " 0"
}
