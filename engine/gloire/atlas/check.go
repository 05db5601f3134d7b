package atlas

import (
	"errors"
	"fmt"
	"slices"
)

// Wealth lies between the floor and the ceiling of rules-gloire D2, in
// thousandths.
const (
	wealthFloor   = 100
	wealthCeiling = 1000
)

// New makes a map of its parts and takes them over. It refuses a map that the
// rules can't be played on, and says all that is wrong with it: figures that
// don't rise, ids out of order, names too much alike, seats off the globe,
// wealth out of range, one-sided or unordered neighbours, straits between
// strangers, too few starts, land that can't be reached.
func New(figures Figures, provinces []Province, straits []Strait) (*Map, error) {
	var faults faults
	faults.figures(figures)
	if faults.provinces(provinces) {
		faults.neighbours(provinces)
		faults.straits(straits, provinces)
	}
	faults.names(provinces)
	faults.starts(figures, provinces)
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("checking the map %q: %w", figures.ID, err)
	}

	m := &Map{Figures: figures, Provinces: provinces, Straits: straits}
	for _, p := range provinces {
		m.steps = append(m.steps, stepsFrom(p.ID, provinces))
	}
	for i, steps := range m.steps[0] {
		if steps < 0 {
			faults.add("%s can't be reached from %s", provinces[i].Name, provinces[0].Name)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("checking the map %q: %w", figures.ID, err)
	}
	return m, nil
}

type faults []error

func (f *faults) add(format string, args ...any) {
	*f = append(*f, fmt.Errorf(format, args...))
}

func (f *faults) figures(of Figures) {
	if of.ID == "" || of.Name == "" {
		f.add("the map has no id or no name")
	}
	if of.Lords < 1 || of.LordsMax < of.Lords {
		f.add("%d to %d lords", of.Lords, of.LordsMax)
	}
	asked := append(of.Titles[:], of.PrestigeVictory)
	for i, prestige := range asked {
		if prestige < 1 || i > 0 && prestige <= asked[i-1] {
			f.add("the prestige of titles and victory doesn't rise: %v", asked)
			break
		}
	}
	if of.Conquest < 1 {
		f.add("conquest by %d provinces", of.Conquest)
	}
	if of.Diplomacy < 0 || of.Diplomacy > 100 {
		f.add("diplomacy of %d %%", of.Diplomacy)
	}
}

// provinces tells whether the ids can be trusted.
func (f *faults) provinces(all []Province) bool {
	if len(all) == 0 {
		f.add("no provinces")
		return false
	}
	inOrder := true
	for i, p := range all {
		if p.ID != i+1 {
			f.add("%s has the id %d in place %d", p.Name, p.ID, i+1)
			inOrder = false
		}
		if p.Lon < -180_00 || p.Lon > 180_00 || p.Lat < -90_00 || p.Lat > 90_00 {
			f.add("the seat of %s is off the globe: %d, %d", p.Name, p.Lon, p.Lat)
		}
		if p.Wealth < wealthFloor || p.Wealth > wealthCeiling {
			f.add("the wealth of %s is %d thousandths", p.Name, p.Wealth)
		}
	}
	return inOrder
}

func (f *faults) neighbours(all []Province) {
	for _, p := range all {
		for n, id := range p.Neighbours {
			switch {
			case id < 1 || id > len(all):
				f.add("%s borders on %d, which isn't on the map", p.Name, id)
			case id == p.ID:
				f.add("%s borders on itself", p.Name)
			case n > 0 && id <= p.Neighbours[n-1]:
				f.add("the neighbours of %s don't rise: %v", p.Name, p.Neighbours)
			case !slices.Contains(all[id-1].Neighbours, p.ID):
				f.add("%s borders on %s but not the other way", p.Name, all[id-1].Name)
			}
		}
	}
}

func (f *faults) straits(straits []Strait, all []Province) {
	for i, s := range straits {
		switch {
		case s.A < 1 || s.B > len(all) || s.A >= s.B:
			f.add("a strait between %d and %d", s.A, s.B)
		case !slices.Contains(all[s.A-1].Neighbours, s.B):
			f.add("a strait between %s and %s, which aren't neighbours", all[s.A-1].Name, all[s.B-1].Name)
		case i > 0 && (s.A < straits[i-1].A || s.A == straits[i-1].A && s.B <= straits[i-1].B):
			f.add("the strait between %s and %s is out of order", all[s.A-1].Name, all[s.B-1].Name)
		}
	}
}

func (f *faults) names(all []Province) {
	folded := make([][]rune, len(all))
	for i, p := range all {
		folded[i] = []rune(fold(p.Name))
		if len(folded[i]) == 0 {
			f.add("province %d has no name", p.ID)
		}
		for j, other := range folded[:i] {
			if alike(folded[i], other) {
				f.add("%s and %s are too much alike", all[j].Name, p.Name)
			}
		}
	}
}

func (f *faults) starts(figures Figures, all []Province) {
	starts := 0
	for _, p := range all {
		if p.Start {
			starts++
		}
	}
	if starts < figures.LordsMax {
		f.add("%d starts for %d lords", starts, figures.LordsMax)
	}
}
