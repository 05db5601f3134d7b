package bots

import (
	"cmp"
	"slices"

	"arbitre/engine/gloire"
)

// mostCalls is the most knights that may be called in a season.
const mostCalls = 5

// callKnights calls as many knights as the income can keep. A knight's renown
// is at most the lord's own, and he costs ten times his renown, more if the
// others of the map are less renowned. A third of the most is what he costs on
// average; much more is set aside, since whatever a levy finds left it spends,
// and then there is nothing for the pay.
func (b *bot) callKnights() {
	lord := b.fame(b.me) / 100
	most := lord * lord * 10 / max(1, b.MeanRenown/100) // écus
	set := func(count int) int { return most * (2 + 3*count) / 5 }
	pay, income := 0, 0
	for _, k := range b.own.Knights {
		pay += k.Pay
	}
	for _, p := range b.own.Provinces {
		income += p.Population * p.Wealth / 4000
	}
	count := 0
	for next := 1; next <= mostCalls && lord > 0 && b.budget/2 >= set(next); next++ {
		if len(b.own.Knights)+next <= 4 || (pay+next*lord/2)*100 <= income*b.Temperament.knights {
			count = next
		}
	}
	if count > 0 {
		b.write("CHE %d", count)
		b.budget -= set(count)
	}
}

// fame is the renown of a lord's lord-knight, whom everyone knows.
func (b *bot) fame(lord int) int {
	for _, k := range b.Brief.Knights {
		if k.IsLord && k.Lord.ID == lord {
			return k.Renown
		}
	}
	return 0
}

// works are the published prices of walls and what they bring in happiness, in
// per cent, in rising order.
var works = []struct {
	walls           gloire.Walls
	name            string
	price, happiest int
}{
	{gloire.Palisade, "palissade", 500, 5},
	{gloire.Rampart, "muraille", 1500, 10},
	{gloire.Fortress, "enceinte", 5000, 20},
}

// fortify builds walls, the next higher ones, first where strangers could come
// and most people live.
func (b *bot) fortify() {
	purse := b.budget * b.walls / 100
	provinces := slices.Clone(b.own.Provinces)
	slices.SortStableFunc(provinces, func(p, q gloire.OwnProvince) int {
		return cmp.Or(cmp.Compare(b.dread(q.ID), b.dread(p.ID)), cmp.Compare(q.Population, p.Population))
	})
	for _, p := range provinces {
		for _, w := range works {
			if p.Walls < w.walls && w.price <= purse && (b.dread(p.ID) > 0 || b.pays(p, w.price, w.happiest)) {
				b.write("FOR %s %s", p.Name, w.name)
				purse -= w.price
				b.budget -= w.price
				break
			}
		}
	}
}

// pays tells whether walls are worth their price for the prestige alone.
func (b *bot) pays(p gloire.OwnProvince, price, happiest int) bool {
	points := p.Population * p.Happiness / max(1, b.MeanHappiness) * happiest / 800
	return points*b.Temperament.prestige/100 > price
}

// dread is the menace to a province that the bot has reason to fear: on the
// border of lords who aren't allies.
func (b *bot) dread(province int) int {
	if !b.border[province] {
		return 0
	}
	return b.menace(province)
}

// joust sends all knights to the king's joust, which is open to all every fifth
// season and costs nothing.
func (b *bot) joust() {
	if b.At.Season%5 != 0 {
		return
	}
	for _, k := range b.own.Knights {
		if k.Renown <= 2*b.fame(b.me) { // else he deserts before it
			b.write("PAR %s joute", k.Name)
		}
	}
}
