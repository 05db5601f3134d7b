package gloire

import (
	"strconv"

	"arbitre/orders"
)

// mostSent is the most écus that may leave a lord's treasury for those of others
// in a season: for provinces, as the rewards of a joust and as gifts (rules
// IV.4.e).
const mostSent = 15_000

// affords says why a lord can't spend écus, if he can't.
func affords(l *Lord, ecus int) *orders.Finding {
	if ecus > l.Treasury {
		return refuse("too-dear", "price", strconv.Itoa(ecus), "treasury", strconv.Itoa(l.Treasury))
	}
	return nil
}

// underCeiling says why a lord can't let écus go to another's treasury, if he
// can't.
func (s *season) underCeiling(l *Lord, ecus int) *orders.Finding {
	if left := mostSent - s.sent[l.Seat]; ecus > left {
		return refuse("ceiling", "amount", strconv.Itoa(ecus), "left", strconv.Itoa(left))
	}
	return nil
}

// hand moves écus from one lord's treasury to another's.
func (s *season) hand(from *Lord, spent string, to *Lord, received string, ecus int) {
	s.sent[from.Seat] += ecus
	s.post(from, spent, -ecus)
	s.post(to, received, ecus)
}
