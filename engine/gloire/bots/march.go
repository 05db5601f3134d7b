package bots

import (
	"cmp"
	"slices"

	"arbitre/engine/gloire"
)

// garrison spends what is left of the gold on garrisons: a garrison stands in
// the peasants' stead, so that one is only raised that is worth more than they
// are, and it makes its people happier. A knight who stands idle on a border
// leaves his men there.
func (b *bot) garrison() {
	provinces := slices.Clone(b.own.Provinces)
	slices.SortStableFunc(provinces, func(p, q gloire.OwnProvince) int {
		return cmp.Or(cmp.Compare(b.dread(q.ID), b.dread(p.ID)), cmp.Compare(q.Population, p.Population))
	})
	raised := 0
	for i := range provinces {
		p := &provinces[i]
		want := 0
		if b.dread(p.ID) > 0 || b.guard >= 1000 {
			want = max(b.guard, p.Population/40)
		}
		missing := want - b.guards[p.ID]
		if missing < want/4 || missing <= 0 {
			continue
		}
		cost := b.price(p, missing)
		if spare := b.budget - b.wanted()/3; cost > spare || raised >= 4 {
			continue
		}
		b.write("ARM %s %d", p.Name, cost)
		b.budget -= cost + missing/10
		raised++
	}
}

// march moves those knights who attack nothing: towards the nearest province
// from which there is something to attack, the lord-knight out of harm's way.
func (b *bot) march() {
	for i := range b.own.Knights {
		k := &b.own.Knights[i]
		if k.IsLord && b.flees(k) {
			continue
		}
		if b.busy[k.ID] {
			continue
		}
		if _, mine := b.estates[k.Province.ID]; mine && k.Men >= 200 && b.dread(k.Province.ID) > 0 && !k.IsLord {
			if b.guards[k.Province.ID] >= b.guard/2 || b.menace(k.Province.ID) < k.Men {
				continue // he holds the border himself
			}
			b.write("GAR %s TOUT", k.Name)
			continue
		}
		if next := b.road(k); next != 0 {
			b.write("MOV %s %s", k.Name, b.at(next).Name)
		}
	}
}

// flees has the lord-knight give way to an army that could kill him: his death
// is the end of his lord, while a flight costs little. Where there is nowhere
// to flee to he stands.
func (b *bot) flees(k *gloire.OwnKnight) bool {
	if k.Men == 0 || len(b.own.Provinces) < 2 {
		return false
	}
	worst := 0
	for _, at := range append([]int{k.Province.ID}, b.at(k.Province.ID).Neighbours...) {
		for _, other := range b.knights[at] {
			if !b.allied(other.lord, b.me) {
				worst = max(worst, b.typical(other.lord)*other.renown/k.Renown)
			}
		}
	}
	if worst/10 < k.Men/4 { // what the first pass would cost him
		return false
	}
	b.write("DEF %s %d", k.Name, 2*k.Men+1)
	return true
}

// road is the next step of a knight's way to the nearest land from which he
// could attack, 0 if he is there or there is none.
func (b *bot) road(k *gloire.OwnKnight) int {
	start := k.Province.ID
	came := map[int]int{start: 0}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		if b.front(here) {
			step := here
			for came[step] != start && came[step] != 0 {
				step = came[step]
			}
			if step == start {
				return 0
			}
			return step
		}
		for _, n := range b.at(here).Neighbours {
			if _, seen := came[n]; !seen && b.open(n) {
				came[n] = here
				queue = append(queue, n)
			}
		}
	}
	return 0
}

// open tells whether a knight may ride into a province and stay there.
func (b *bot) open(province int) bool {
	owner := b.at(province).Owner.ID
	return owner == b.me || owner != 0 && b.allied(b.me, owner)
}

// front tells whether a province is one of his own beside something to attack.
func (b *bot) front(province int) bool {
	if b.at(province).Owner.ID != b.me {
		return false
	}
	for _, n := range b.at(province).Neighbours {
		if owner := b.at(n).Owner.ID; owner == 0 || b.foes[owner] {
			return true
		}
	}
	return false
}
