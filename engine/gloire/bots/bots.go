// Package bots plays Gloire & Pouvoir simply but soundly, for demonstrations
// and tests. A bot knows what its Brief tells and writes orders as a player
// would: a line each, with codes and names.
package bots

import (
	"cmp"
	"fmt"
	"slices"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

// A temperament is what tells one bot from another.
type temperament struct {
	level   int // of imposition
	reserve int // écus kept for the pay
	army    int // men that it takes to attack
	bold    bool
}

var (
	builder   = temperament{level: 5, reserve: 600, army: 450}
	conqueror = temperament{level: 6, reserve: 300, army: 350, bold: true}
)

// Play writes a seat's orders for the season to come; none for the dead. Even
// seats conquer, odd ones build. The dice decide between equals.
func Play(state engine.State, seat engine.Seat, dice engine.Dice) []string {
	brief, ok := gloire.Game{}.Brief(state, seat).(gloire.Brief)
	if !ok || brief.Own == nil || !brief.Own.Alive || len(brief.Own.Provinces) == 0 {
		return nil
	}
	b := &bot{Brief: brief, own: brief.Own, temperament: builder, dice: dice, treasury: brief.Own.Treasury}
	if seat%2 == 0 {
		b.temperament = conqueror
	}
	b.finances()
	b.recruit()
	b.command()
	return b.lines
}

type bot struct {
	gloire.Brief
	temperament
	own      *gloire.Own
	dice     engine.Dice
	treasury int
	lines    []string
}

func (b *bot) write(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

// finances taxes all provinces alike, and gently where the people are unhappy.
func (b *bot) finances() {
	b.write("FCO %d TOUT", b.level)
	for _, p := range b.own.Provinces {
		if p.Happiness < b.MeanHappiness/2 {
			b.write("FCO 2 %s", p.Name)
		}
	}
	if b.At.Season == 1 && b.bold {
		b.write("INI 0 30 60")
	}
}

// recruit calls knights while there are more provinces than knights, and
// raises men for the knight who can use them best.
func (b *bot) recruit() {
	if len(b.own.Knights) < len(b.own.Provinces)+2 && b.treasury > 2500 {
		count := 1 + int(b.dice.Draw("call", 2))
		b.write("CHE %d", count)
		b.treasury -= 800 * count
	}
	k := b.champion()
	if spend := b.treasury - b.reserve - b.own.PayDue; k != nil && spend >= 500 {
		if p := b.ownNear(k.Province.ID); p != nil {
			spend -= spend % 100
			b.write("ARM %s %d %s", p.Name, spend, k.Name)
			k.Men += spend / 6
			b.treasury -= spend
		}
	}
}

// champion is the most renowned knight with something to attack.
func (b *bot) champion() *gloire.OwnKnight {
	var best *gloire.OwnKnight
	for i := range b.own.Knights {
		k := &b.own.Knights[i]
		if (best == nil || k.Renown > best.Renown) && b.prey(k) != nil {
			best = k
		}
	}
	return best
}

// command gives every knight something to do: attack, hold, or ride to the border.
func (b *bot) command() {
	for i := range b.own.Knights {
		k := &b.own.Knights[i]
		target := b.prey(k)
		switch {
		case target != nil && k.Men >= b.army:
			b.write("ATT %s %s %d", k.Name, target.Name, k.Men/4)
		case k.IsLord && k.Men > 0:
			b.write("DEF %s %d", k.Name, k.Men/2+1)
		case k.Men > 0 && b.gather(k):
		case k.Men >= 60 && b.provinceOf(k) != nil && !b.bold:
			b.write("GAR %s %d", k.Name, k.Men/2)
		case target == nil:
			b.ride(k)
		}
	}
	for _, g := range b.own.Garrisons {
		if k := b.champion(); b.bold && k != nil && b.near(k.Province.ID, g.Province.ID) && g.Men > 100 {
			b.write("AFF %s #%d", k.Name, g.ID)
			return
		}
	}
}

// gather hands a small army to the champion, if he is near.
func (b *bot) gather(k *gloire.OwnKnight) bool {
	c := b.champion()
	if c == nil || c.ID == k.ID || !b.near(k.Province.ID, c.Province.ID) {
		return false
	}
	b.write("TSF %s %s TOUT", k.Name, c.Name)
	return true
}

// ride moves a knight to a province of his lord's from which there is prey.
func (b *bot) ride(k *gloire.OwnKnight) {
	for _, p := range b.own.Provinces {
		there := *k
		there.Province = gloire.Ref{ID: p.ID, Name: p.Name}
		if p.ID != k.Province.ID && b.near(k.Province.ID, p.ID) && b.prey(&there) != nil {
			b.write("MOV %s %s", k.Name, p.Name)
			return
		}
	}
}

// dares tells whether a knight may go against a lord: the bold send a strong
// army, but don't risk their own life.
func (b *bot) dares(k *gloire.OwnKnight, lord int) bool {
	return b.bold && !k.IsLord && k.Men > b.army && !b.ally(lord)
}

// prey is the weakest neutral province within reach, or for the bold, where
// there is none, a neighbour's.
func (b *bot) prey(k *gloire.OwnKnight) *gloire.ProvinceView {
	var within []*gloire.ProvinceView
	for i := range b.Provinces {
		p := &b.Provinces[i]
		if p.Owner.ID != b.own.Lord.ID && b.near(k.Province.ID, p.ID) && (p.Owner.ID == 0 || b.dares(k, p.Owner.ID)) {
			within = append(within, p)
		}
	}
	if len(within) == 0 {
		return nil
	}
	foreign := func(p *gloire.ProvinceView) int { return min(p.Owner.ID, 1) }
	return slices.MinFunc(within, func(p, q *gloire.ProvinceView) int {
		return cmp.Or(cmp.Compare(foreign(p), foreign(q)), cmp.Compare(p.Population, q.Population),
			cmp.Compare(b.taste(p.ID), b.taste(q.ID)))
	})
}

func (b *bot) taste(province int) int64 { return b.dice.Draw(fmt.Sprintf("taste/%d", province), 1000) }

func (b *bot) ally(lord int) bool {
	return slices.ContainsFunc(b.own.Relations, func(r gloire.LordInRelation) bool {
		return r.Lord.ID == lord && r.Is == gloire.Ally
	})
}

func (b *bot) near(from, to int) bool {
	return from == to || slices.Contains(b.Provinces[from-1].Neighbours, to)
}

// ownNear is an own province where a knight's men can be raised: his own if
// it is one, or a neighbouring one.
func (b *bot) ownNear(at int) *gloire.OwnProvince {
	var found *gloire.OwnProvince
	for i := range b.own.Provinces {
		if p := &b.own.Provinces[i]; p.ID == at {
			return p
		} else if b.near(at, p.ID) && found == nil {
			found = p
		}
	}
	return found
}

// provinceOf is the own province where a knight stands.
func (b *bot) provinceOf(k *gloire.OwnKnight) *gloire.OwnProvince {
	if p := b.ownNear(k.Province.ID); p != nil && p.ID == k.Province.ID {
		return p
	}
	return nil
}
