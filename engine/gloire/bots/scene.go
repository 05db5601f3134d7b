package bots

import (
	"fmt"

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
		guards: make(map[int]int), border: make(map[int]bool), busy: make(map[int]bool), foes: make(map[int]bool)}
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

// relation tells whether a pair of lords stands in a public list.
func relation(pairs [][2]gloire.Ref, a, b int) bool {
	for _, p := range pairs {
		if p[0].ID == a && p[1].ID == b || p[0].ID == b && p[1].ID == a {
			return true
		}
	}
	return false
}

func (b *bot) allied(one, other int) bool { return relation(b.Alliances, one, other) }
func (b *bot) atWar(one, other int) bool  { return relation(b.Wars, one, other) }

// partners are those who stand in a public list beside a lord.
func partners(pairs [][2]gloire.Ref, lord int) (others []int) {
	for _, p := range pairs {
		switch lord {
		case p[0].ID:
			others = append(others, p[1].ID)
		case p[1].ID:
			others = append(others, p[0].ID)
		}
	}
	return others
}

// power is a lord's might as the ranking and his knights' renown show it: his
// men times his knights' mean renown, gold counting as the men it would raise.
func (b *bot) power(lord int) int {
	r := b.ranks[lord]
	renown, count := 0, 0
	for _, k := range b.Brief.Knights {
		if k.Lord.ID == lord {
			renown, count = renown+k.Renown, count+1
		}
	}
	if count == 0 {
		return 0
	}
	return (r.Men + r.Treasury/8 + 100) * (renown / count) / 100
}

// contact counts the borders between two lords.
func (b *bot) contact(one, other int) (borders int) {
	for i := range b.Provinces {
		if p := &b.Provinces[i]; p.Owner.ID == one {
			for _, n := range p.Neighbours {
				if b.at(n).Owner.ID == other {
					borders++
				}
			}
		}
	}
	return borders
}

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
