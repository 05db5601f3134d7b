package bots

import "arbitre/engine"

// A Temperament is what tells one bot from another.
type Temperament struct {
	Key string // "builder": the templates' key

	gold     int // worth of an écu at once, in per cent of what the builder sees in it
	prestige int // écus that a point of prestige is worth
	knights  int // the share of the income that knights' pay may take, in per cent
	caution  int // men taken beyond what an attack should need, in per cent
	war      int // how much stronger than a neighbour to make war on him, in per cent; 0: never
	wars     int // most wars of one's own choosing at a time
	allies   int // most allies
	guard    int // men that a border garrison should have, if there is gold
	reckless int // once in so many times another's turn to attack isn't respected; 0: it always is
	walls    int // share of the treasury that walls may take in a season, in per cent
}

// The temperaments there are.
var (
	Builder   = Temperament{Key: "builder", gold: 100, prestige: 220, knights: 35, caution: 45, war: 260, wars: 1, allies: 2, guard: 1000, walls: 40}
	Conqueror = Temperament{Key: "conqueror", gold: 150, prestige: 90, knights: 20, caution: 20, war: 125, wars: 2, allies: 1, guard: 500, walls: 10, reckless: 6}
	Diplomat  = Temperament{Key: "diplomat", gold: 120, prestige: 220, knights: 30, caution: 30, war: 200, wars: 2, allies: 3, guard: 800, walls: 25}
)

// Temperaments are all there are, in the order in which Of deals them.
var Temperaments = []Temperament{Builder, Conqueror, Diplomat}

// Of is the temperament of a seat, where nobody chose another.
func Of(seat engine.Seat) Temperament {
	return Temperaments[(max(int(seat), 1)-1)%len(Temperaments)]
}
