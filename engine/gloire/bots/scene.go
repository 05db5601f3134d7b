package bots

import (
	"fmt"
	"slices"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/engine/gloire/atlas"
)

// A bot is one lord's view of the season to come, and what he has decided so far.
type bot struct {
	gloire.Brief
	Temperament
	dice engine.Dice
	own  *gloire.Own
	me   int // seat

	figures atlas.Figures         // the public figures of the map
	ranks   map[int]gloire.Rank   // of the living, by seat
	knights map[int][]knightThere // of others, by province
	estates map[int]*gloire.OwnProvince
	guards  map[int]int // men of the own garrison, by province
	border  map[int]bool

	friends  map[int][]int  // allies of each lord
	enemies  map[int][]int  // enemies of each lord
	contacts map[[2]int]int // borders between each two lords
	powers   map[int]int    // of each lord
	abodes   map[int]int    // the province where each lord-knight is

	budget  int          // écus that may still be spent before the pay
	busy    map[int]bool // knights who have their orders
	leaving int          // the ally whom this bot leaves; 0: none
	foes    map[int]bool // whom this bot is at war with, or will be when attacks are fought
	lines   []string
}

// A knightThere is what is known of a stranger's knight.
type knightThere struct {
	lord, renown int
	isLord       bool
}

func newBot(t Temperament, brief gloire.Brief, dice engine.Dice) *bot {
	b := &bot{Brief: brief, Temperament: t, dice: dice, own: brief.Own, me: brief.Own.Lord.ID,
		ranks: make(map[int]gloire.Rank), knights: make(map[int][]knightThere), estates: make(map[int]*gloire.OwnProvince),
		guards: make(map[int]int), border: make(map[int]bool), friends: partners(brief.Alliances), enemies: partners(brief.Wars),
		contacts: make(map[[2]int]int), powers: make(map[int]int), abodes: make(map[int]int), busy: make(map[int]bool), foes: make(map[int]bool)}
	if land, err := atlas.Load(brief.Map); err == nil {
		b.figures = land.Figures
	}
	for _, r := range brief.Ranking {
		if r.Alive {
			b.ranks[r.Lord.ID] = r
		}
	}
	for _, k := range brief.Knights {
		if k.Lord.ID != b.me {
			b.knights[k.Province.ID] = append(b.knights[k.Province.ID], knightThere{k.Lord.ID, k.Renown, k.IsLord})
		}
	}
	for i := range b.own.Provinces {
		p := &b.own.Provinces[i]
		b.estates[p.ID] = p
	}
	for _, g := range b.own.Garrisons {
		b.guards[g.Province.ID] += g.Men
	}
	for _, r := range b.own.Relations {
		if r.Is == gloire.Enemy {
			b.foes[r.Lord.ID] = true
		}
	}
	b.measure()
	for _, p := range b.own.Provinces {
		for _, n := range p.Neighbours {
			if owner := b.at(n).Owner.ID; owner != 0 && owner != b.me && !b.allied(b.me, owner) {
				b.border[p.ID] = true
			}
		}
	}
	return b
}

func (b *bot) write(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

func (b *bot) at(province int) *gloire.ProvinceView { return &b.Provinces[province-1] }

func (b *bot) near(from, to int) bool {
	if from == to {
		return true
	}
	for _, n := range b.at(from).Neighbours {
		if n == to {
			return true
		}
	}
	return false
}

// partners lists, for each lord, those who stand beside him in a public list.
func partners(pairs [][2]gloire.Ref) map[int][]int {
	others := make(map[int][]int)
	for _, p := range pairs {
		others[p[0].ID] = append(others[p[0].ID], p[1].ID)
		others[p[1].ID] = append(others[p[1].ID], p[0].ID)
	}
	return others
}

func (b *bot) allied(one, other int) bool { return slices.Contains(b.friends[one], other) }
func (b *bot) atWar(one, other int) bool  { return slices.Contains(b.enemies[one], other) }

// measure reckons every lord's power and abode, and the borders between each two. Power is
// might as the ranking and the knights' renown show it: men times the knights'
// mean renown, gold counting as the men it would raise.
func (b *bot) measure() {
	renown, count := make(map[int]int), make(map[int]int)
	for _, k := range b.Brief.Knights {
		renown[k.Lord.ID] += k.Renown
		count[k.Lord.ID]++
		if k.IsLord {
			b.abodes[k.Lord.ID] = k.Province.ID
		}
	}
	for lord, r := range b.ranks {
		if count[lord] > 0 {
			b.powers[lord] = (r.Men + r.Treasury/8 + 100) * (renown[lord] / count[lord]) / 100
		}
	}
	for i := range b.Provinces {
		p := &b.Provinces[i]
		for _, n := range p.Neighbours {
			b.contacts[[2]int{p.Owner.ID, b.at(n).Owner.ID}]++
		}
	}
}

func (b *bot) power(lord int) int         { return b.powers[lord] }
func (b *bot) contact(one, other int) int { return b.contacts[[2]int{one, other}] }

// nearness is how near a lord is to being crowned, in per cent of the prestige
// or of the conquests that it takes; 100 at least for who has a claim.
func (b *bot) nearness(lord int) int {
	r, f := b.ranks[lord], b.figures
	for _, c := range b.Claims {
		if c.Lord.ID == lord {
			return max(100, r.Prestige/max(1, f.PrestigeVictory))
		}
	}
	if f.PrestigeVictory == 0 || f.Conquest == 0 {
		return 0
	}
	return max(r.Prestige/f.PrestigeVictory, 100*r.Provinces/f.Conquest)
}

// rival is the lord whom all others must stop: the nearest to the crown, if he
// is near it; 0 if nobody is.
func (b *bot) rival() (seat int) {
	best := threatening - 1
	for _, r := range b.Ranking {
		if n := b.nearness(r.Lord.ID); r.Alive && n > best {
			best, seat = n, r.Lord.ID
		}
	}
	return seat
}

// threatening is the nearness at which the others stand together.
const threatening = 60

// typical is the number of men that one of a lord's armies may have: his men
// spread over his knights and a third of his provinces, and half as many again,
// since nobody spreads them evenly.
func (b *bot) typical(lord int) int {
	r := b.ranks[lord]
	return r.Men * 3 / (2 * max(1, r.Knights+r.Provinces/3))
}

// humour makes a worth a little more or less, so that equals are told apart and
// no two games are alike.
func (b *bot) humour(worth, knight, province int) int {
	return worth * int(95+b.dice.Draw(fmt.Sprintf("humour/%d/%d", knight, province), 11)) / 100
}
