package bots

import (
	"cmp"
	"fmt"
	"slices"

	"arbitre/engine/gloire"
)

// A raid is an attack as it is planned.
type raid struct {
	knight *gloire.OwnKnight
	target *gloire.ProvinceView
	need   int // men
	cost   int // écus for those who are missing
	worth  int
}

// mostRaids keeps an order list to a length that a player would write.
const mostRaids = 12

// campaign plans the season's attacks, the best for its cost first, and gives
// their knights the men they lack: those of idle knights near by, then of
// garrisons that guard nothing, then new ones from where they are cheap.
func (b *bot) campaign() {
	raids := b.choose()
	for _, r := range raids {
		b.busy[r.knight.ID] = true
	}
	for _, r := range raids {
		b.leaveGuard(r)
		missing := r.need - r.knight.Men
		missing -= b.gather(r.knight, missing)
		missing -= b.assign(r.knight, missing)
		if missing > 0 && !b.levy(r.knight, missing) {
			delete(b.busy, r.knight.ID)
			continue
		}
		threshold := r.need / 3
		if r.knight.IsLord {
			threshold = r.need / 2
		}
		b.write("ATT %s %s %d", r.knight.Name, r.target.Name, threshold)
	}
}

// leaveGuard has a knight who rides out leave the men he can spare to hold the
// province, if they are worth more than its peasants.
func (b *bot) leaveGuard(r raid) {
	home, mine := b.estates[r.knight.Province.ID]
	if !mine {
		return
	}
	spare := r.knight.Men - r.need
	if spare > 100 && spare+b.guards[home.ID] > home.Population/50 {
		b.write("GAR %s %d", r.knight.Name, spare)
		r.knight.Men -= spare
		b.guards[home.ID] += spare
	}
}

// choose picks raids greedily: each knight and each target once, as far as the
// gold goes.
func (b *bot) choose() (chosen []raid) {
	var possible []raid
	for i := range b.own.Knights {
		k := &b.own.Knights[i]
		for _, target := range b.targets(k) {
			if r, ok := b.raid(k, target); ok {
				possible = append(possible, r)
			}
		}
	}
	slices.SortStableFunc(possible, func(x, y raid) int {
		return cmp.Compare(y.worth*1000/(y.cost+y.need+400), x.worth*1000/(x.cost+x.need+400))
	})
	budget := b.budget
	taken := make(map[int]bool)
	riding := make(map[int]bool)
	for _, r := range possible {
		if len(chosen) < mostRaids && !taken[r.target.ID] && !riding[r.knight.ID] && r.cost <= budget {
			taken[r.target.ID], riding[r.knight.ID] = true, true
			budget -= r.cost
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// targets are the provinces that a knight may attack without felony: neutral
// ones that nobody else has a better claim to, and enemies'.
func (b *bot) targets(k *gloire.OwnKnight) (targets []*gloire.ProvinceView) {
	for _, id := range append([]int{k.Province.ID}, b.at(k.Province.ID).Neighbours...) {
		p := b.at(id)
		switch owner := p.Owner.ID; {
		case owner == b.me, owner != 0 && !b.atWar(b.me, owner), !b.claims(p) && !b.gambles(p), b.bystanders(p):
		default:
			targets = append(targets, p)
		}
	}
	return targets
}

// claims tells whether a province is this lord's to take this season. Who comes
// second would find another lord there and be a felon, so that where knights of
// several lords stand within reach who may all attack it, the turn is that of
// one of them by season and place: all can work it out alike. Allies and
// enemies have nothing to fear from each other in this.
func (b *bot) claims(p *gloire.ProvinceView) bool {
	contenders := []int{b.me}
	for _, at := range append([]int{p.ID}, p.Neighbours...) {
		for _, k := range b.knights[at] {
			may := k.lord != p.Owner.ID && (p.Owner.ID == 0 || b.atWar(k.lord, p.Owner.ID))
			able := b.ranks[k.lord].Men+b.ranks[k.lord].Treasury/8 >= 100
			if may && able && !b.allied(k.lord, b.me) && !b.atWar(k.lord, b.me) && !slices.Contains(contenders, k.lord) {
				contenders = append(contenders, k.lord)
			}
		}
	}
	slices.Sort(contenders)
	return contenders[(b.At.Season+p.ID)%len(contenders)] == b.me
}

// gambles tells whether a reckless lord goes for a province although the turn is
// another's: who is first finds no lord there.
func (b *bot) gambles(p *gloire.ProvinceView) bool {
	return b.reckless > 0 && b.dice.Draw(fmt.Sprintf("gamble/%d", p.ID), int64(b.reckless)) == 0
}

// raid reckons what an attack would take and bring.
func (b *bot) raid(k *gloire.OwnKnight, target *gloire.ProvinceView) (raid, bool) {
	foes := b.foesAt(target)
	need := b.enough(k.Renown, foes)
	if need == 0 {
		return raid{}, false
	}
	r := raid{knight: k, target: target, need: need, worth: b.humour(b.worth(target), k.ID, target.ID)}
	if missing := need - k.Men; missing > 0 {
		source := b.source(k)
		if source == nil {
			return raid{}, false
		}
		r.cost = b.price(source, missing)
	}
	if k.IsLord && target.Owner.ID != 0 {
		r.worth = r.worth * 2 / 3 // his death would be the end
	}
	return r, true
}

// worth is what a conquest would bring, in points of no unit.
func (b *bot) worth(p *gloire.ProvinceView) int {
	worth := 600 + p.Population/40 + p.Population*p.Happiness/max(1, b.MeanHappiness)/100
	for _, n := range p.Neighbours {
		switch owner := b.at(n).Owner.ID; {
		case owner == b.me:
			worth += 150
		case owner != 0 && !b.allied(b.me, owner):
			worth -= 60
		}
	}
	if owner := p.Owner.ID; owner != 0 {
		worth += worth / 4
		if owner == b.rival() {
			worth *= 2
		}
		if b.ranks[owner].Provinces == 1 {
			worth *= 2
		}
	}
	return worth
}

// source is the own province near a knight where men are cheapest: the most
// populous one.
func (b *bot) source(k *gloire.OwnKnight) (best *gloire.OwnProvince) {
	for i := range b.own.Provinces {
		p := &b.own.Provinces[i]
		if b.near(k.Province.ID, p.ID) && (best == nil || p.Population > best.Population) {
			best = p
		}
	}
	return best
}

// price is what men cost in a province, by the published formula: 5 écus each,
// half to twice as many by prestige and population.
func (b *bot) price(p *gloire.OwnProvince, men int) int {
	best := 1
	for _, r := range b.Ranking {
		best = max(best, r.Prestige)
	}
	factor := min(max(b.own.Prestige*(p.Population/10)/best*100/2000, 50), 200) // per cent
	return men*500/factor + 10
}

// levy raises men for a knight, if the gold is there.
func (b *bot) levy(k *gloire.OwnKnight, men int) bool {
	p := b.source(k)
	if p == nil {
		return false
	}
	cost := b.price(p, men) * 21 / 20
	if cost+men/10 > b.budget {
		return false
	}
	b.write("ARM %s %d %s", p.Name, cost, k.Name)
	b.budget -= cost + men/10 // and their pay
	k.Men += men
	return true
}

// gather has idle knights near by hand over their men, and tells how many.
func (b *bot) gather(to *gloire.OwnKnight, missing int) (got int) {
	for i := range b.own.Knights {
		k := &b.own.Knights[i]
		if got >= missing {
			return got
		}
		if !b.busy[k.ID] && k.Men > 0 && b.near(k.Province.ID, to.Province.ID) && b.dread(k.Province.ID) == 0 {
			b.write("TSF %s %s TOUT", k.Name, to.Name)
			got += k.Men
			to.Men += k.Men
			k.Men = 0
		}
	}
	return got
}

// assign gives a knight garrisons of provinces that no stranger can reach.
func (b *bot) assign(to *gloire.OwnKnight, missing int) (got int) {
	for i := range b.own.Garrisons {
		g := &b.own.Garrisons[i]
		if got < missing && g.Men > 0 && !b.border[g.Province.ID] && b.guard < 1000 && b.near(g.Province.ID, to.Province.ID) {
			b.write("AFF %s #%d", to.Name, g.ID)
			got += g.Men
			to.Men += g.Men
			g.Men = 0
		}
	}
	return got
}
