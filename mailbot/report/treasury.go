package report

import (
	"arbitre/engine"
	"arbitre/engine/gloire"
)

// A treasury is a season's account of a lord's gold. Opening and the amounts of
// the movements add up to Closing.
type treasury struct {
	Opening   int
	Movements []movement
	Closing   int
}

// A movement is what one sort of income or spending came to, in écus, under
// the game's key of it (gloire/posting/<key>).
type movement struct {
	Key    string
	Amount int
}

// account sums up the movements of gold in a lord's own events, in the order in
// which each sort first appears.
func account(events []engine.Event, closing int) *treasury {
	t := &treasury{Opening: closing, Closing: closing}
	for _, e := range events {
		for _, m := range movements(e.Facts) {
			t.add(m)
		}
	}
	return t
}

func (t *treasury) add(m movement) {
	if m.Amount == 0 {
		return
	}
	t.Opening -= m.Amount
	for i := range t.Movements {
		if t.Movements[i].Key == m.Key {
			t.Movements[i].Amount += m.Amount
			return
		}
	}
	t.Movements = append(t.Movements, m)
}

// movements are the écus that an event brought its reader or cost him.
func movements(facts engine.Facts) []movement {
	switch f := facts.(type) {
	case gloire.Taxed:
		return []movement{{"tax", f.Income}}
	case gloire.Redistributed:
		return []movement{{"redistribution", -f.Given}}
	case gloire.Annuity:
		return []movement{{"annuity", f.Amount}}
	case gloire.KnightCalled:
		return []movement{{"call", -f.Cost}}
	case gloire.ArmyRaised:
		return []movement{{"levy", -f.Spent}}
	case gloire.Sold:
		return []movement{{"sale", f.Price}}
	case gloire.Bought:
		return []movement{{"purchase", -f.Price}}
	case gloire.Spied:
		return []movement{{"spy", -f.Cost}}
	case gloire.SpyLost:
		return []movement{{"spy", -f.Cost}}
	case gloire.Fortified:
		return []movement{{"fortify", -f.Cost}}
	case gloire.Paid:
		return []movement{{"pay-knights", -f.Knights}, {"pay-armies", -f.Armies}}
	case gloire.JoustOpened:
		return []movement{{"joust", -f.Cost}}
	case gloire.PrizeWon:
		return []movement{{"prize", f.Amount}}
	case gloire.GiftGiven:
		return []movement{{"gift", -f.Amount}}
	case gloire.EstateLost:
		return []movement{{"estate", -f.Amount}}
	case gloire.GiftReceived:
		return []movement{{"gift-received", f.Amount}}
	}
	return nil
}
