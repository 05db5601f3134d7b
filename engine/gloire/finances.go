package gloire

// The formulas of the finances (rules-gloire §5, phases 6 and 7; D5). H, W and
// M are happiness, wealth and mean happiness as they stood at the start of
// phase 6, L the level of imposition, b = 1 − L/10 and r = H/M.

// A finance is what a season spends on a province, and what it draws from it.
type finance struct {
	taxedBy int // the order that did, by index, + 1; 0: none
	givenBy int // likewise: a province is given to once a season
	by      int // the order that touched it last, likewise

	population, happiness, wealth int // at the start of phase 6
	level                         int
	full                          int // G*: more gold than this is useless
	gold                          int // G

	walled   bool // phase 31 built here
	unwalled int  // happiness before it did
}

// income = population × W × L/10 × clamp(r, 0.2, 1), in écus.
func (f *finance) income(m mean) int {
	n, d := m.ratio(f.happiness)
	r := least(greatest(n.by(5), d), d.by(5)) // over 5·d
	return half(r.by(f.population).by(f.wealth).by(f.level), d.by(5*1000*10))
}

// fullGift is G* = population × W* × b × r/2 in écus, with W* = max(0.10, 2·b·W).
func (f *finance) fullGift(m mean) int {
	n, d := m.ratio(f.happiness)
	b := 10 - f.level
	wealth := max(leastWealth*10, 2*b*f.wealth) // W*, in ten-thousandths
	return half(n.by(f.population).by(wealth).by(b), d.by(10_000*10*2))
}

// after is what the people's happiness and wealth become: H·b·(1+s) and
// max(0.10, min(1, W·b·(1+s))), with the share s = min(1, G/G*), 0 if G* = 0.
func (f *finance) after() (happiness, wealth int) {
	b, gold, full := 10-f.level, min(f.gold, f.full), f.full
	if full == 0 {
		gold, full = 0, 1
	}
	happiness = half(times(f.happiness, b, full+gold), times(10, full))
	wealth = half(times(f.wealth, b, full+gold), times(10, full))
	return min(happiness, mostHappy), max(leastWealth, min(mostWealth, wealth))
}
