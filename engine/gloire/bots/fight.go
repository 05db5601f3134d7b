package bots

import "arbitre/engine/gloire"

// A foe is one defender as a bot expects him.
type foe struct {
	men, renown int
	threshold   int // in per cent of his men
	neutral     bool
	walls       gloire.Walls
}

// bulwarks are the published effects of walls: on the bound of the defender's
// draws and on his losses, in per cent.
var bulwarks = map[gloire.Walls]struct{ draw, losses int }{
	gloire.NoWalls: {100, 100}, gloire.Palisade: {110, 90}, gloire.Rampart: {125, 80}, gloire.Fortress: {165, 30},
}

// longestFight is the number of passes after which a bot calls a fight lost.
const longestFight = 300

// expect plays an attack with the published formulas, each pass going to the
// side with the better odds. It tells how many men are left, 0 if it fails.
func expect(men, renown int, foes []foe) int {
	men *= 1000 // thousandths of a man from here on
	floor := men / 3
	for _, f := range foes {
		his, fame, walls := f.men*1000, f.renown, bulwarks[f.walls]
		quota := 10
		if f.neutral {
			quota = 5
		}
		least := his * f.threshold / 100
		for pass := 0; his > least; pass++ {
			if pass == longestFight || men <= floor {
				return 0
			}
			attack, defence := men*renown/fame, his*fame/renown*walls.draw/100
			his, men = his-max(1000, quota*walls.losses*(men*renown/fame)/10000), men-max(500, quota*(his*fame/renown)/100)
			if attack > defence {
				renown, fame = renown+fame/100, max(100, fame-renown/100)
			} else {
				renown, fame = max(100, renown-fame/100), fame+renown/100
			}
		}
	}
	if men <= floor {
		return 0
	}
	return men / 1000
}

// enough is the number of men with which a knight should win, caution included;
// 0 if no army of a reasonable size would do.
func (b *bot) enough(renown int, foes []foe) int {
	const largest = 20000
	low, high := 0, 100
	for expect(high, renown, foes) == 0 {
		if low, high = high, 2*high; high > largest {
			return 0
		}
	}
	for high-low > 20 {
		if middle := (low + high) / 2; expect(middle, renown, foes) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return high * (100 + b.caution) / 100
}

// captain is the renown of those who lead peasants and garrisons.
func (b *bot) captain() int { return max(100, b.MeanRenown/2) }

// foesAt are the defenders to be expected in a province, as far as public facts
// tell: on neutral land the peasants, whose number follows from the populations;
// else its owner's knights and those of his allies, and a garrison or peasants.
func (b *bot) foesAt(p *gloire.ProvinceView) (foes []foe) {
	owner := p.Owner.ID
	if owner == 0 {
		men := 2 * p.Population
		for _, n := range p.Neighbours {
			if b.at(n).Owner.ID == 0 {
				men += b.at(n).Population
			}
		}
		return []foe{{men: max(1, men/200), renown: b.captain(), threshold: 50, neutral: true}}
	}
	for _, k := range b.knights[p.ID] {
		if k.lord != owner && (!b.allied(k.lord, owner) || b.allied(k.lord, b.me)) {
			continue
		}
		men := b.typical(k.lord)
		if k.isLord {
			men = men * 3 / 2
		}
		if men > 0 {
			foes = append(foes, foe{men: men, renown: k.renown, threshold: 50})
		}
	}
	men := max(p.Population/50, b.typical(owner)/2)
	return append(foes, foe{men: max(1, men), renown: b.captain(), threshold: 50})
}

// bystanders tells whether knights of lords with whom this bot isn't at war
// would defend a province: to fight them is felony.
func (b *bot) bystanders(p *gloire.ProvinceView) bool {
	for _, k := range b.knights[p.ID] {
		if p.Owner.ID != 0 && k.lord != p.Owner.ID && b.allied(k.lord, p.Owner.ID) && !b.foes[k.lord] && !b.allied(k.lord, b.me) {
			return true
		}
	}
	return false
}

// menace is the strongest army that lords with whom there is no alliance could
// bring against a province this season, in men of the captain's renown.
func (b *bot) menace(province int) (worst int) {
	look := func(at int) {
		for _, k := range b.knights[at] {
			if !b.allied(k.lord, b.me) {
				worst = max(worst, b.typical(k.lord)*k.renown/b.captain())
			}
		}
	}
	look(province)
	for _, n := range b.at(province).Neighbours {
		look(n)
	}
	return worst
}
