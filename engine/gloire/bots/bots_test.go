package bots

import (
	"slices"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

func TestPlay(t *testing.T) {
	charter := engine.Charter{Game: "essai", Rules: "gloire", Edition: "2.15", Map: "scandinavie",
		Seats: []engine.Founder{{Seat: 1, Name: "Aude"}, {Seat: 2, Name: "Bors"}}}
	s, _, err := gloire.Game{}.Found(charter, engine.Keyed{1})
	if err != nil {
		t.Fatal(err)
	}
	builder, conqueror := Play(s, 1, engine.Keyed{1}), Play(s, 2, engine.Keyed{1})
	if !slices.Equal(builder, Play(s, 1, engine.Keyed{1})) {
		t.Error("the same dice give other orders")
	}
	if !strings.HasPrefix(builder[0], "FCO 5 ") || !strings.HasPrefix(conqueror[0], "FCO 6 ") {
		t.Errorf("the temperaments are alike: %q, %q", builder, conqueror)
	}
	for _, wanted := range []string{"CHE ", "ARM ", "ATT "} {
		if !slices.ContainsFunc(conqueror, func(line string) bool { return strings.HasPrefix(line, wanted) }) {
			t.Errorf("a conqueror without %s: %q", wanted, conqueror)
		}
	}
	if lines := Play(s, 0, engine.Keyed{1}); lines != nil {
		t.Errorf("nobody's orders: %q", lines)
	}
	s.(*gloire.State).Lords[0].Alive = false
	if lines := Play(s, 1, engine.Keyed{1}); lines != nil {
		t.Errorf("a dead lord's orders: %q", lines)
	}
}
