package gloire

import (
	"strconv"

	"arbitre/orders"
)

// Phase 24, ACH (rules IV.4.c): a lord buys a province that its own lord sells
// him, this season and at the same price; one a season, the first that he can.
func (s *season) buyProvince(l *Lord, o *order) *orders.Finding {
	seller, refusal := s.otherLord(l, o, "lord")
	if refusal != nil {
		return refusal
	}
	p, refusal := s.provinceNamed(o, "province")
	if refusal != nil {
		return refusal
	}
	price, refusal := numberIn(o, "amount", 0, most, "")
	f := s.offers[p.ID]
	switch {
	case refusal != nil:
		return refusal
	case s.bought[l.Seat]:
		return refuse("bought-already")
	}
	if refusal := s.tradable(p, l); refusal != nil {
		return refusal
	}
	meant := f != nil && f.buyer == l && f.price == price
	if !meant {
		f = &offer{seller: seller, buyer: l, province: p, price: price}
	}
	if refusal := s.payable(f); refusal != nil {
		return refusal
	}
	if p.Owner != seller.Seat {
		return refuse("not-theirs", "province", s.name(p), "lord", seller.Name)
	}
	if !meant && !s.sellers {
		return refuse("no-offer", "lord", seller.Name, "province", s.name(p), "price", strconv.Itoa(price))
	}
	return s.deal(f)
}

// payable says why the buyer of an offer can't pay for it, if he can't.
func (s *season) payable(f *offer) *orders.Finding {
	if refusal := affords(f.buyer, f.price); refusal != nil {
		return refusal
	}
	return s.underCeiling(f.buyer, f.price)
}

// deal carries out a sale. The walls stay, and the people remember whom they
// have had. The seller's knights and garrison there go home in phase 29.
func (s *season) deal(f *offer) *orders.Finding {
	if refusal := s.payable(f); refusal != nil {
		return refusal
	}
	p, seller, buyer := f.province, f.seller, f.buyer
	f.taken, s.bought[buyer.Seat] = true, true
	s.hand(buyer, "purchase", seller, "sale", f.price)
	walls := p.Walls
	p.lose(s.state.Season)
	p.Happiness = p.remember(buyer.Seat, s.state.Season)
	p.Owner, p.Walls, p.Dealt = buyer.Seat, walls, s.state.Season

	s.tellAll(ProvinceSold{s.lordRef(seller.Seat), s.lordRef(buyer.Seat), s.provinceRef(p.ID)})
	s.tellLord(seller.Seat, Sold{s.provinceRef(p.ID), s.lordRef(buyer.Seat), f.price})
	s.tellLord(buyer.Seat, Bought{s.provinceRef(p.ID), s.lordRef(seller.Seat), f.price, p.Happiness})
	return nil
}
