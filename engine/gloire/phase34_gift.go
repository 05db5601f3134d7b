package gloire

import (
	"arbitre/orders"
)

// Phase 34, DON (rules IV.4.e): gold passes from one lord to another, and
// nobody else learns of it.
func (s *season) giveGold(l *Lord, o *order) *orders.Finding {
	other, refusal := s.otherLord(l, o, "lord")
	if refusal != nil {
		return refusal
	}
	ecus, refusal := numberIn(o, "amount", 1, most, "")
	if refusal != nil {
		return refusal
	}
	if refusal := s.underCeiling(l, ecus); refusal != nil {
		return refusal
	}
	if refusal := affords(l, ecus); refusal != nil {
		return refusal
	}
	s.hand(l, "gift", other, "gift-received", ecus)
	s.tellLord(l.Seat, GiftGiven{s.lordRef(other.Seat), ecus})
	s.tellLord(other.Seat, GiftReceived{s.lordRef(l.Seat), ecus})
	return nil
}
