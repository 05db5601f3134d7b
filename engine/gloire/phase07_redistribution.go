package gloire

import (
	"slices"
	"strconv"

	"arbitre/orders"
)

// Phase 7, RED and the second half of FCO (rules IV.1): gold goes to the
// people, up to what is left in the treasury; above the full amount it would
// be useless and stays. RED without IMP counts as level 0. FCO gives the full
// amount where it names none, and only to the provinces that it has taxed: the
// whole of it is refused in phase 6, or none.
func (s *season) redistribute(l *Lord, o *order) *orders.Finding {
	asked, refusal := goldMeant(o)
	if refusal != nil {
		return refusal
	}
	provinces, refusal := s.provincesMeant(l, o, func(f *finance) int { return f.givenBy }, "given-already")
	if o.Code == "FCO" {
		provinces = slices.DeleteFunc(provinces, func(p *Province) bool { return s.finances[p.ID].taxedBy != o.index+1 })
		if len(provinces) == 0 {
			s.tellHalf(l, o, refusal)
			return notNow
		}
	}
	switch {
	case refusal != nil:
		return refusal
	case o.Code == "RED" && asked > 0 && l.Treasury == 0:
		return refuse("no-treasury")
	}
	short := 0
	for _, p := range provinces {
		f := &s.finances[p.ID]
		f.givenBy, f.by = o.index+1, o.index+1
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

// goldMeant is what RED or FCO would give to each province, in écus.
func goldMeant(o *order) (int, *orders.Finding) {
	asked, named := o.Number("amount")
	if v, _ := o.Arg("amount"); v.Word == auto.Key || o.Code == "FCO" && !named {
		return most, nil
	}
	if !named || asked < 0 {
		return 0, refuse("incomplete", "argument", "amount")
	}
	return asked, nil
}

// tellHalf says of an FCO that has taxed that other orders give in its stead.
func (s *season) tellHalf(l *Lord, o *order, refusal *orders.Finding) {
	taxed := slices.ContainsFunc(s.provinces, func(p Province) bool {
		return p.Owner == l.Seat && s.finances[p.ID].taxedBy == o.index+1
	})
	if taxed && refusal != nil {
		s.remark("half-given", "order", refusal.Facts["order"], "line", refusal.Facts["line"])
	}
}

// closeBooks tells each lord what the finances made of his provinces.
func (s *season) closeBooks() {
	for i := range s.provinces {
		p := &s.provinces[i]
		f := &s.finances[p.ID]
		if f.by == 0 || p.Owner == 0 {
			continue
		}
		s.tellLord(p.Owner, Redistributed{
			Province: s.provinceRef(p.ID), Given: f.gold, Full: f.fullGift(s.bookMean),
			HappinessBefore: f.happiness, HappinessAfter: p.Happiness,
			WealthBefore: f.wealth, WealthAfter: p.Wealth,
		})
	}
}
