package gloire

import (
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire/atlas"
)

// The names of called knights are many, good names for an order, and confused
// neither with each other nor with provinces, codes and words of orders.
func TestKnightNames(t *testing.T) {
	if len(knightNames) < 300 {
		t.Errorf("only %d names", len(knightNames))
	}
	taken := make(map[string]string)
	take := func(name, what string) { taken[spelling(name)] = what }
	for _, f := range forms {
		for _, word := range append([]string{f.Code, f.French, f.English}, f.Aliases...) {
			take(word, "an order")
		}
		for _, p := range f.Params {
			for _, w := range p.Words {
				for _, form := range w.Forms {
					take(form, "a word")
				}
			}
		}
	}
	for _, id := range atlas.All() {
		m, err := atlas.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Provinces {
			take(p.Name, "a province")
		}
	}
	for _, name := range knightNames {
		if !goodName(name) {
			t.Errorf("%q is no good name", name)
		}
		if what, ok := taken[spelling(name)]; ok {
			t.Errorf("%q is %s", name, what)
		}
		take(name, "another knight")
	}
}

// When every name of the list is borne, the next knights are the second of
// their names.
func TestNewNamesNeverRunOut(t *testing.T) {
	sc := newScene(t)
	for range len(knightNames) - 5 {
		sc.LastNumber++
		sc.Knights = append(sc.Knights, Knight{ID: sc.LastNumber, Name: knightNames[sc.LastNumber-4], Lord: 1, Renown: 100, Province: aunis})
	}
	s, _ := lay(sc.land, sc.State, nil, engine.Lowest{})
	seen := make(map[string]bool)
	for range 20 {
		name := s.newName("name")
		if seen[name] || !goodName(name) {
			t.Fatalf("the name %q", name)
		}
		seen[name] = true
		s.allNames()[spelling(name)]++
	}
}
