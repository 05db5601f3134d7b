package gloire

import "arbitre/orders"

// Phase 3, INI (rules IV.2.i): the percentages below which peasants, garrisons
// and knights fall back, until they are set anew.
func (s *season) setRetreats(l *Lord, o *order) *orders.Finding {
	var set RetreatsSet
	for _, one := range []struct {
		key  string
		into *int
	}{{"peasants", &set.Peasants}, {"garrisons", &set.Garrisons}, {"knights", &set.Knights}} {
		n, refusal := numberIn(o, one.key, 0, 100, "percent-range")
		if refusal != nil {
			return refusal
		}
		*one.into = n
	}
	l.Retreats = set
	s.tellLord(l.Seat, set)
	return nil
}
