package gloire

import (
	"slices"
	"strconv"

	"arbitre/orders"
)

// An offer is a province for sale, to one lord and at one price.
type offer struct {
	seller, buyer *Lord
	province      *Province
	price         int
	order         *order
	taken         bool
}

// openMarket begins phase 23: of several VND of a lord for one province the
// last counts.
func (s *season) openMarket() {
	s.counted = make(map[[2]int]int)
	for seat, indices := range s.byPhase[s.phase] {
		for _, i := range indices {
			key := [2]int{seat, s.orders[seat][i].ID("province")}
			if _, offered := s.counted[key]; s.edition.lastOffer || !offered {
				s.counted[key] = i
			}
		}
	}
}

// Phase 23, VND (rules IV.4.b): a province is offered to a lord at a price, and
// waits for his ACH. Nothing is sold in the first season, and nothing that was
// dealt in the season before.
func (s *season) offerProvince(l *Lord, o *order) *orders.Finding {
	p, refusal := s.ownProvince(l, o, "province")
	if refusal != nil {
		return refusal
	}
	buyer, refusal := s.otherLord(l, o, "lord")
	if refusal != nil {
		return refusal
	}
	price, refusal := numberIn(o, "amount", 0, most, "")
	switch counts := s.counted[[2]int{l.Seat, p.ID}]; {
	case refusal != nil:
		return refusal
	case counts != o.index:
		return refuse("other-offer", "province", s.name(p), "line", lineOf(&s.orders[l.Seat][counts]))
	}
	if refusal := s.tradable(p, buyer); refusal != nil {
		return refusal
	}
	if price > mostSent {
		return refuse("ceiling", "amount", strconv.Itoa(price), "left", strconv.Itoa(mostSent))
	}
	if slices.ContainsFunc(s.offers, func(f *offer) bool { return f != nil && f.seller == l && f.buyer == buyer }) {
		s.remark("buyer-once", "lord", buyer.Name)
	}
	if price > buyer.Treasury {
		s.remark("buyer-poor", "lord", buyer.Name, "treasury", strconv.Itoa(buyer.Treasury))
	}
	s.offers[p.ID] = &offer{seller: l, buyer: buyer, province: p, price: price, order: o}
	return nil
}

// tradable says why a province can't change hands for gold this season, if it
// can't. A people that drove a lord out won't be bought by him either, as long
// as he may not attack it.
func (s *season) tradable(p *Province, buyer *Lord) *orders.Finding {
	switch {
	case s.state.Season == 1:
		return refuse("no-market")
	case p.Dealt == s.state.Season-1:
		return refuse("just-dealt", "province", s.name(p))
	case s.state.Season < p.closedUntil(buyer.Seat):
		return refuse("closed-to-buyer", "province", s.name(p), "lord", buyer.Name, "season", strconv.Itoa(p.closedUntil(buyer.Seat)))
	}
	return nil
}

// closeMarket ends phase 24: what found no buyer stays with its lord.
func (s *season) closeMarket() {
	for _, f := range s.offers {
		if f == nil || f.taken {
			continue
		}
		s.onBehalf(f.order, func() *orders.Finding {
			if s.buyers && !s.bought[f.buyer.Seat] && s.deal(f) == nil {
				return nil
			}
			return refuse("no-buyer", "lord", f.buyer.Name, "province", s.name(f.province), "price", strconv.Itoa(f.price))
		})
	}
}
