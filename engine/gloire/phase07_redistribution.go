package gloire

import (
	"strconv"

	"arbitre/orders"
)

// Phase 7, RED and the second half of FCO (rules IV.1): gold goes to the
// people, up to what is left in the treasury; above the full amount it would
// be useless and stays. RED without IMP counts as level 0. FCO gives the full
// amount where it names none.
func (s *season) redistribute(l *Lord, o *order) *orders.Finding {
	asked, named := o.Number("amount")
	if v, _ := o.Arg("amount"); v.Word == auto.Key || o.Code == "FCO" && !named {
		asked = most
	} else if !named || asked < 0 {
		return refuse("incomplete", "argument", "amount")
	}
	provinces, refusal := s.provincesMeant(l, o, func(f *finance) bool { return f.given }, "given-already")
	switch {
	case refusal != nil:
		return refusal
	case o.Code == "RED" && asked > 0 && l.Treasury == 0:
		return refuse("no-treasury")
	}
	short := 0
	for _, p := range provinces {
		f := &s.finances[p.ID]
		f.touched, f.given, f.by = true, true, o.index+1
		f.full = f.fullGift(s.bookMean)
		f.gold = min(asked, f.full, l.Treasury)
		short += min(asked, f.full) - f.gold
		s.post(l, "redistribution", -f.gold)
		p.Happiness, p.Wealth = f.after()
	}
	if short > 0 {
		s.remark("gives-less", "short", strconv.Itoa(short))
	}
	return nil
}

// closeBooks tells each lord what the finances made of his provinces.
func (s *season) closeBooks() {
	for i := range s.provinces {
		p := &s.provinces[i]
		f := &s.finances[p.ID]
		if !f.touched || p.Owner == 0 {
			continue
		}
		s.tellLord(p.Owner, Redistributed{
			Province: s.provinceRef(p.ID), Given: f.gold, Full: f.fullGift(s.bookMean),
			HappinessBefore: f.happiness, HappinessAfter: p.Happiness,
			WealthBefore: f.wealth, WealthAfter: p.Wealth,
		})
	}
}
