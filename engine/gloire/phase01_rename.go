package gloire

import (
	"strings"
	"unicode"

	"arbitre/orders"
)

// longestName is the most letters that a knight's or lord's name may have.
const longestName = 40

// Phase 1: knights are renamed and freed, in the order written.
func (s *season) renameOrFree(l *Lord, o *order) *orders.Finding {
	k, refusal := s.ownKnight(l, o, "knight")
	switch {
	case refusal != nil:
		return refusal
	case o.Code == "REN":
		return s.rename(l, k, o)
	}
	return s.free(l, k)
}

// REN (rules IV.2.a): in the first season, the lord takes the name that his
// lord-knight is given.
func (s *season) rename(l *Lord, k *rider, o *order) *orders.Finding {
	wish, _ := o.Arg("name")
	name := strings.Join(strings.Fields(wish.Text), " ")
	if !goodName(name) {
		return refuse("bad-name", "name", name)
	}
	lordToo := k.ID == l.Knight && s.state.Season == 1
	if s.nameTaken(name, k, l) {
		return refuse("name-taken", "name", name)
	}
	old, names := k.Name, s.allNames()
	names[spelling(old)]--
	names[spelling(name)]++
	k.Name = name
	if lordToo {
		names[spelling(l.Name)]--
		names[spelling(name)]++
		l.Name = name
	}
	s.tellAll(Renamed{Lord: s.lordRef(l.Seat), Knight: k.ref(), Old: old, LordToo: lordToo})
	return nil
}

// LIB (rules IV.2.b): a freed knight leaves for good, with the men he commands.
func (s *season) free(l *Lord, k *rider) *orders.Finding {
	if k.ID == l.Knight {
		return refuse("lord-stays", "knight", k.Name)
	}
	s.tellLord(l.Seat, Freed{k.ref(), k.Men})
	if s.freed == nil {
		s.freed = make(map[int]freed)
	}
	s.freed[k.ID] = freed{k.Name, s.carrying}
	s.leave(k, "freed")
	return nil
}

// A freed knight is remembered for the season, so that other orders to him are
// told why he is gone.
type freed struct {
	name string
	by   *order
}

// leave takes a knight and his men out of the game, before everyone's eyes.
func (s *season) leave(k *rider, why string) {
	s.tellAll(KnightLeft{s.lordRef(k.Lord), k.ref(), s.provinceRef(k.Province), why})
	s.removeKnight(k)
}

// goodName tells whether a name can be written back in an order and read
// without harm: letters, digits and ordinary signs, and at least one letter.
func goodName(name string) bool {
	letters, length := 0, 0
	for i, r := range name {
		length++
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r), unicode.Is(unicode.Mn, r):
		case strings.ContainsRune(" '’-.,", r) && i > 0:
		default:
			return false
		}
	}
	if letters == 0 || length > longestName {
		return false
	}
	folded := spelling(name)
	if folded == "" {
		return false
	}
	for _, w := range append(append([]string{}, all.Forms...), auto.Forms...) {
		if folded == spelling(w) {
			return false
		}
	}
	return true
}

// nameTaken tells whether a name belongs to somebody else or to a province, so
// that an order could be misunderstood. A knight may take his lord's name.
func (s *season) nameTaken(name string, k *rider, l *Lord) bool {
	folded := spelling(name)
	bearers := s.allNames()[folded]
	if k != nil && spelling(k.Name) == folded {
		bearers--
	}
	if l != nil && spelling(l.Name) == folded {
		bearers--
	}
	return bearers > 0
}

// allNames counts the bearers of each name, folded.
func (s *season) allNames() map[string]int {
	if s.names == nil {
		s.names = make(map[string]int, 2*(len(s.knights)+len(s.lords)+len(s.provinces)))
		for _, k := range s.knights {
			s.names[spelling(k.Name)]++
		}
		for _, l := range s.lords {
			s.names[spelling(l.Name)]++
		}
		for _, p := range s.land.Provinces {
			s.names[spelling(p.Name)]++
		}
	}
	return s.names
}

// spelling is the form in which names are held against each other: as orders
// are read, and without regard to where one writes two words or a number apart.
func spelling(name string) string { return strings.ReplaceAll(orders.Fold(name), " ", "") }
