// Package bots plays Gloire & Pouvoir well enough to be worth fighting: for
// demonstrations, for the tests of the rules, to measure the game, and to hold
// the seat of a lord who is away.
//
// A bot knows what its Brief tells and nothing else, and writes orders as a
// player would: a line each, with codes and names. It thinks in the order in
// which it needs to know things: whom to make a friend or an enemy of, what
// the provinces yield, which knights to call, what to attack and with how many
// men, who guards what, where the others ride. All its figures are whole
// numbers, so that it writes the same orders on every machine.
//
// Two bots agree without a word: what takes two, an alliance or a peace, follows
// from public facts by a rule that both know (diplomacy.go), and so does who
// may take which neutral province first (campaign.go).
package bots

import (
	"arbitre/engine"
	"arbitre/engine/gloire"
)

// Play writes a seat's orders for the season to come, in the temperament that
// Of gives it; none for the dead and none when the game is over.
func Play(state engine.State, seat engine.Seat, dice engine.Dice) []string {
	if state.Over() {
		return nil
	}
	brief, _ := gloire.Game{}.Brief(state, seat).(gloire.Brief)
	return Of(seat).Orders(brief, dice)
}

// Orders writes the orders of the lord whose brief it is. The dice decide only
// between equals; a brief without a living lord of land has no orders.
func (t Temperament) Orders(brief gloire.Brief, dice engine.Dice) []string {
	if brief.Own == nil || !brief.Own.Alive || len(brief.Own.Provinces) == 0 {
		return nil
	}
	b := newBot(t, brief, dice)
	b.negotiate()
	b.finances()
	b.callKnights()
	b.campaign()
	b.fortify()
	b.garrison()
	b.march()
	b.joust()
	return b.lines
}
