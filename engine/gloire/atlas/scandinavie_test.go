package atlas

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func scandinavie(t *testing.T) *Map {
	t.Helper()
	m, err := Load("scandinavie")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Archives name provinces by id: a line of this list may be added at the end
// or renamed, but no id may pass to another land.
func TestScandinavieIDs(t *testing.T) {
	var got bytes.Buffer
	for _, p := range scandinavie(t).Provinces {
		fmt.Fprintf(&got, "%d\t%s\n", p.ID, p.Name)
	}
	const golden = "testdata/scandinavie.ids"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestScandinavieSize(t *testing.T) {
	m := scandinavie(t)
	if n := len(m.Provinces); n < 50 {
		t.Errorf("%d provinces", n)
	}
	wealth := 0
	for _, p := range m.Provinces {
		wealth += p.Wealth
	}
	if mean := wealth / len(m.Provinces); mean < 400 || mean > 500 {
		t.Errorf("the mean wealth is %d thousandths", mean)
	}
}

// A name is written by hand, in a line of orders, on any keyboard.
func TestScandinavieNames(t *testing.T) {
	reserved := strings.Fields(`
		ren renommer lib liberer dem demobiliser ini initialiser def defendre imp imposition red redistribution
		fco finances che appeler arm lever aff affecter tsf transferer gar garnison att attaquer
		gue guerre all alliance pai paix ann annuler app mov deplacer vnd vendre ach acheter esp espionner
		for fortifier org organiser par participer don tout auto palissade muraille enceinte
		aide etat ordres carte rapport prevision ajout effacer saison motdepasse langue pour
		a au de du la le les sur avec vers ecus hommes en et`)
	for _, p := range scandinavie(t).Provinces {
		name := fold(p.Name)
		for _, r := range name {
			if (r < 'a' || r > 'z') && r != ' ' {
				t.Errorf("%s keeps %q without its accents", p.Name, r)
			}
		}
		words := strings.Fields(name)
		if len(words) > 2 {
			t.Errorf("%s has %d words", p.Name, len(words))
		}
		if len(name) < 4 {
			t.Errorf("%s is as short as an order's code", p.Name)
		}
		for _, word := range words {
			for _, order := range reserved {
				if word == order || len(order) > 3 && alike([]rune(word), []rune(order)) {
					t.Errorf("%s reads as the word %s", p.Name, order)
				}
			}
		}
	}
}

func TestScandinavieGeography(t *testing.T) {
	m := scandinavie(t)
	for _, p := range m.Provinces {
		if p.Lon < 4_00 || p.Lon > 32_00 || p.Lat < 53_00 || p.Lat > 71_30 {
			t.Errorf("%s is not in Scandinavia: %d, %d", p.Name, p.Lon, p.Lat)
		}
		if n := len(p.Neighbours); n < 2 || n > 8 {
			t.Errorf("%s has %d neighbours", p.Name, n)
		}
		for _, id := range p.Neighbours {
			n := *m.Province(id)
			most := 500.0
			if slices.Contains(m.Straits, Strait{min(p.ID, id), max(p.ID, id)}) {
				most = 250
			}
			if d := kilometres(p, n); d < 60 || d > most {
				t.Errorf("%s to %s is %.0f km", p.Name, n.Name, d)
			}
		}
	}
}

// A seat that lies between two others, hardly off the straight line, stands in
// the way of a common border.
func TestScandinavieNobodyInBetween(t *testing.T) {
	m := scandinavie(t)
	for _, p := range m.Provinces {
		for _, id := range p.Neighbours {
			n := *m.Province(id)
			for _, q := range m.Provinces {
				if q.ID == p.ID || q.ID == n.ID {
					continue
				}
				if detour := kilometres(p, q) + kilometres(q, n); detour < 1.03*kilometres(p, n) {
					t.Errorf("%s lies between the neighbours %s and %s", q.Name, p.Name, n.Name)
				}
			}
		}
	}
}

// kilometres between two seats, along the great circle.
func kilometres(a, b Province) float64 {
	rad := func(hundredths int) float64 { return float64(hundredths) / 100 * math.Pi / 180 }
	cos := math.Sin(rad(a.Lat))*math.Sin(rad(b.Lat)) + math.Cos(rad(a.Lat))*math.Cos(rad(b.Lat))*math.Cos(rad(a.Lon-b.Lon))
	return 6371 * math.Acos(min(1, cos))
}

func TestScandinavieStraits(t *testing.T) {
	m := scandinavie(t)
	if len(m.Straits) == 0 {
		t.Fatal("no straits")
	}
	for _, s := range m.Straits {
		if !m.Adjacent(s.A, s.B) || !m.Adjacent(s.B, s.A) {
			t.Errorf("the strait %v makes no neighbours", s)
		}
	}
	// An isle is reached over straits alone.
	for _, isle := range []string{"Sélande", "Fionie", "Bornholm", "Gotland", "Kastelholm", "Ösel"} {
		i := slices.IndexFunc(m.Provinces, func(p Province) bool { return p.Name == isle })
		if i < 0 {
			t.Errorf("no %s", isle)
			continue
		}
		p := m.Provinces[i]
		for _, id := range p.Neighbours {
			if !slices.Contains(m.Straits, Strait{min(p.ID, id), max(p.ID, id)}) {
				t.Errorf("%s and %s have no strait between them", isle, m.Province(id).Name)
			}
		}
	}
}

func TestScandinavieDistances(t *testing.T) {
	m := scandinavie(t)
	for _, a := range m.Provinces {
		for _, b := range m.Provinces {
			d := m.Distance(a.ID, b.ID)
			if d != m.Distance(b.ID, a.ID) {
				t.Errorf("%s to %s isn't as far as back", a.Name, b.Name)
			}
			if m.Adjacent(a.ID, b.ID) != slices.Contains(a.Neighbours, b.ID) {
				t.Errorf("%s and %s: Adjacent doesn't agree with the neighbours", a.Name, b.Name)
			}
			if a.ID == b.ID {
				continue
			}
			// One step before the last stands a neighbour of b.
			nearest := math.MaxInt
			for _, n := range b.Neighbours {
				nearest = min(nearest, m.Distance(a.ID, n))
			}
			if d != nearest+1 {
				t.Errorf("%s to %s is %d steps, to its nearest neighbour %d", a.Name, b.Name, d, nearest)
			}
		}
	}
}

// No start is much better than another: all are equally rich, none is within
// two steps of another, and each has land around it that nobody holds, worth
// about as much as the others'.
func TestScandinavieStartsAreFair(t *testing.T) {
	m := scandinavie(t)
	var starts []Province
	for _, p := range m.Provinces {
		if p.Start {
			starts = append(starts, p)
		}
	}
	if len(starts) != m.Lords {
		t.Fatalf("%d starts for %d lords", len(starts), m.Lords)
	}
	for _, s := range starts {
		if s.Wealth != starts[0].Wealth {
			t.Errorf("%s starts with a wealth of %d, %s with %d", s.Name, s.Wealth, starts[0].Name, starts[0].Wealth)
		}
		next, near, wealth := 0, 0, 0
		own := 0 // land nearer to s than to any other start, or as near
		for _, p := range m.Provinces {
			d := m.Distance(s.ID, p.ID)
			if p.Start {
				if p.ID != s.ID && d < 3 {
					t.Errorf("%s and %s are %d steps apart", s.Name, p.Name, d)
				}
				continue
			}
			if d == 1 {
				next++
				wealth += p.Wealth
			}
			if d <= 2 {
				near++
			}
			if !slices.ContainsFunc(starts, func(other Province) bool { return m.Distance(other.ID, p.ID) < d }) {
				own++
			}
		}
		if next < 3 || next > 5 || near < 6 || own < 3 {
			t.Errorf("around %s: %d neutral neighbours, %d within two steps, %d to itself", s.Name, next, near, own)
		}
		if wealth < 1100 || wealth > 2000 {
			t.Errorf("the neighbours of %s are worth %d together", s.Name, wealth)
		}
	}
}
