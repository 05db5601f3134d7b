package gloire

import (
	"strconv"

	"arbitre/orders"
)

// works are the walls that can be built: what they cost, in écus, and the
// happiness that they bring, in per cent (rules IV.4.d).
var works = map[string]struct {
	walls    Walls
	price    int
	happiest int
}{
	"palisade": {Palisade, 500, 5},
	"rampart":  {Rampart, 1500, 10},
	"fortress": {Fortress, 5000, 20},
}

// Phase 31, FOR (rules IV.4.d): walls are built where only lower ones stand, at
// the same price whatever stands. Those of one season add up: each brings its
// share of the happiness that there was before the first.
func (s *season) fortify(l *Lord, o *order) *orders.Finding {
	p, refusal := s.ownProvince(l, o, "province")
	if refusal != nil {
		return refusal
	}
	choice, _ := o.Arg("walls")
	work, known := works[choice.Word]
	switch {
	case !known:
		return refuse("incomplete", "argument", "walls")
	case p.Walls >= work.walls:
		return refuse("walls-stand", "province", s.name(p))
	case l.Treasury < work.price:
		return refuse("too-dear", "price", strconv.Itoa(work.price), "treasury", strconv.Itoa(l.Treasury))
	}
	s.post(l, "fortify", -work.price)
	p.Walls = work.walls
	f := &s.finances[p.ID]
	if !f.walled {
		f.walled, f.unwalled = true, p.Happiness
	}
	gained := min(half(times(f.unwalled, work.happiest), times(100)), mostHappy-p.Happiness)
	p.Happiness += gained
	s.tellLord(l.Seat, Fortified{s.provinceRef(p.ID), p.Walls, work.price, gained})
	return nil
}
