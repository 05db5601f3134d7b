package bots

import (
	"cmp"
	"slices"

	"arbitre/engine/gloire"
)

// negotiate decides on wars, alliances and peace. What takes two follows from
// public facts alone, so that two bots meet without a word.
func (b *bot) negotiate() {
	rival := b.rival()
	if rival == b.me {
		rival = 0
	}
	b.standTogether(rival)
	b.answerCalls()
	if rival == 0 {
		b.makeWar()
	}
	for _, pair := range b.matches() {
		if other := partner(pair, b.me); other != 0 && len(b.friends[b.me]) < b.allies && !b.foes[other] {
			b.write("ALL %s", b.ranks[other].Lord.Name)
		}
	}
	b.makePeace(rival)
	b.callAllies()
}

// standTogether goes to war with the lord who is about to be crowned; an ally
// of his first leaves him, since war on an ally is felony.
func (b *bot) standTogether(rival int) {
	switch {
	case rival == 0 || b.foes[rival]:
	case b.allied(b.me, rival):
		b.write("ANN %s", b.ranks[rival].Lord.Name)
		b.leaving = rival
	default:
		b.declare(rival)
	}
}

// declare writes a declaration of war; attacks follow next season.
func (b *bot) declare(lord int) {
	if !b.foes[lord] {
		b.write("GUE %s", b.ranks[lord].Lord.Name)
		b.foes[lord] = true
	}
}

// answerCalls goes to war beside the allies who call. A brief doesn't say who
// called: a lord who is the weaker or near it is taken to have done so, as bots
// do, since not to answer costs more renown than the war costs prestige.
func (b *bot) answerCalls() {
	for _, ally := range b.friends[b.me] {
		for _, enemy := range b.enemies[ally] {
			if b.pressed(ally, answers) && enemy != b.me && !b.allied(b.me, enemy) && b.ranks[enemy].Alive {
				b.declare(enemy)
			}
		}
	}
}

// A lord calls when his enemies have so many per cent of his power, and is
// answered from somewhat less on, since power changes from season to season.
const (
	calls   = 150
	answers = 60
)

// pressed tells whether a lord's enemies together have more than so many per
// cent of his power.
func (b *bot) pressed(lord, percent int) bool {
	against := 0
	for _, enemy := range b.enemies[lord] {
		against += b.power(enemy)
	}
	return against*100 > b.power(lord)*percent
}

// callAllies calls, when the enemies are the stronger, those allies who aren't
// at war with all of them and could be.
func (b *bot) callAllies() {
	enemies := b.enemies[b.me]
	if len(enemies) == 0 || !b.pressed(b.me, calls) {
		return
	}
	for _, ally := range b.friends[b.me] {
		torn := slices.ContainsFunc(b.friends[ally], func(friend int) bool { return b.foes[friend] })
		idle := slices.ContainsFunc(enemies, func(enemy int) bool { return !b.atWar(ally, enemy) })
		if idle && !torn && ally != b.leaving {
			b.write("APP %s", b.ranks[ally].Lord.Name)
		}
	}
}

// makeWar declares war on the weakest neighbour, if he is weak enough and no
// friend of a friend, once there is little neutral land left to take.
func (b *bot) makeWar() {
	if b.war == 0 || len(b.foes) >= b.wars || b.At.Season < 3 {
		return
	}
	free := 0
	for _, p := range b.own.Provinces {
		for _, n := range p.Neighbours {
			if b.at(n).Owner.ID == 0 {
				free++
			}
		}
	}
	if free > 2 {
		return
	}
	var weak []gloire.Rank
	for _, r := range b.Ranking {
		lord := r.Lord.ID
		if r.Alive && lord != b.me && !b.allied(b.me, lord) && !b.foes[lord] && !b.befriended(lord) && b.contact(b.me, lord) > 0 &&
			b.power(b.me)*100 >= b.power(lord)*b.war {
			weak = append(weak, r)
		}
	}
	if len(weak) == 0 {
		return
	}
	victim := slices.MinFunc(weak, func(x, y gloire.Rank) int {
		return cmp.Or(cmp.Compare(b.power(x.Lord.ID), b.power(y.Lord.ID)), cmp.Compare(x.Lord.ID, y.Lord.ID))
	})
	b.declare(victim.Lord.ID)
}

// befriended tells whether an ally of this lord's is an ally of the other's: a
// war would cost the alliance.
func (b *bot) befriended(lord int) bool {
	return slices.ContainsFunc(b.friends[b.me], func(ally int) bool { return b.allied(ally, lord) })
}

// matches are the alliances that suit both sides best this season, each lord in
// one at most. Everyone works out the same list: of all pairs that may ally,
// those with the fewest borders in common first. Where the two lords are and the
// season settle ties: the number of a seat must be worth nothing.
func (b *bot) matches() (chosen [][2]int) {
	if b.rival() == b.me {
		return nil
	}
	type match struct{ pair, key [2]int }
	var possible []match
	for one := range b.ranks {
		for other := range b.ranks {
			if one < other && b.mayAlly(one, other) {
				here, there := b.abodes[one], b.abodes[other]
				key := [2]int{b.contact(one, other), (here*there*7 + (here+there)*13 + b.At.Season*31) % 101}
				possible = append(possible, match{[2]int{one, other}, key})
			}
		}
	}
	slices.SortFunc(possible, func(x, y match) int {
		return cmp.Or(slices.Compare(x.key[:], y.key[:]), slices.Compare(x.pair[:], y.pair[:]))
	})
	matched := make(map[int]bool)
	for _, m := range possible {
		if !matched[m.pair[0]] && !matched[m.pair[1]] {
			matched[m.pair[0]], matched[m.pair[1]] = true, true
			chosen = append(chosen, m.pair)
		}
	}
	return chosen
}

// mayAlly tells whether two lords could ally by the rules and would by good
// sense: nobody helps the one who is about to be crowned, or who would be for
// being allied to all the living.
func (b *bot) mayAlly(one, other int) bool {
	few := (len(b.ranks) - 1) / 2
	if len(b.friends[one]) >= few || len(b.friends[other]) >= few || b.allied(one, other) || b.atWar(one, other) || b.nearness(one) >= threatening || b.nearness(other) >= threatening {
		return false
	}
	return !b.sides(one, other) && !b.sides(other, one)
}

// partner is the other one of a pair; 0 if a lord isn't in it.
func partner(pair [2]int, lord int) int {
	switch lord {
	case pair[0]:
		return pair[1]
	case pair[1]:
		return pair[0]
	}
	return 0
}

// makePeace ends wars that lead nowhere: with lords who are out of reach and, by
// turns, with those who are about as strong. Nobody makes peace with the rival,
// nor while an ally fights on, who may have called.
func (b *bot) makePeace(rival int) {
	for _, enemy := range b.enemies[b.me] {
		if enemy == rival || b.rival() == b.me {
			continue
		}
		turn := (b.abodes[b.me]+b.abodes[enemy]+b.At.Season)%5 == 0
		mine, his := b.power(b.me), b.power(enemy)
		even := mine*3 < his*4 && his*3 < mine*4
		if (b.contact(b.me, enemy) == 0 || turn && even) && !b.sides(b.me, enemy) && !b.sides(enemy, b.me) {
			b.write("PAI %s", b.ranks[enemy].Lord.Name)
		}
	}
}

// sides tells whether a lord has an ally at war with the other.
func (b *bot) sides(lord, other int) bool {
	return slices.ContainsFunc(b.friends[lord], func(ally int) bool { return b.atWar(ally, other) })
}
