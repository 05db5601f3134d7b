package gloire

import "slices"

// betray makes a felon of a lord who fights another with whom he is not at war
// (rules VI.2): the renown of his lord-knight is divided by 3, the two are at
// war at once, and their common alliances end. As war follows, it happens once
// for each lord betrayed.
func (s *season) betray(l *Lord, against int) {
	if s.relation(l.Seat, against) == Enemy {
		return
	}
	k := s.knight(l.Knight)
	before := k.Renown
	k.Renown = max(leastRenown, half(times(before), times(3)))
	s.tellAll(Felony{s.lordRef(l.Seat), s.lordRef(against), before, k.Renown})
	s.goToWar(l.Seat, against, "felony")
}

// goToWar puts two lords at war. An alliance of theirs ends, and so do those
// that they have in common.
func (s *season) goToWar(a, b int, why string) {
	s.endAlliance(a, b, why)
	s.lord(a).Enemies = with(s.lord(a).Enemies, b)
	s.lord(b).Enemies = with(s.lord(b).Enemies, a)
	s.tellAll(WarBegan{s.lordRef(a), s.lordRef(b), why})
	for _, friend := range slices.Clone(s.lord(a).Allies) {
		if slices.Contains(s.lord(b).Allies, friend) {
			s.endAlliance(a, friend, "common-war")
			s.endAlliance(b, friend, "common-war")
		}
	}
}

// endAlliance ends an alliance, if there is one.
func (s *season) endAlliance(a, b int, why string) {
	if !slices.Contains(s.lord(a).Allies, b) {
		return
	}
	s.lord(a).Allies = without(s.lord(a).Allies, b)
	s.lord(b).Allies = without(s.lord(b).Allies, a)
	s.tellAll(AllianceEnded{s.lordRef(a), s.lordRef(b), why})
}

// with and without make new lists of seats, ascending.
func with(seats []int, seat int) []int {
	if slices.Contains(seats, seat) {
		return seats
	}
	seats = append(slices.Clone(seats), seat)
	slices.Sort(seats)
	return seats
}

func without(seats []int, seat int) []int {
	return slices.DeleteFunc(slices.Clone(seats), func(s int) bool { return s == seat })
}
