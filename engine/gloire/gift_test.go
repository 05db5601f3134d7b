package gloire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func (sc *scene) give(from, to, ecus int) {
	sc.orders(from, "DON", "lord", lordNo(to), "amount", ecus)
}

// Rules IV.4.e: gold passes to any lord, friend or enemy, and only the two know.
func TestIV4e_AGift(t *testing.T) {
	sc := newScene(t)
	sc.war(1, 2)
	sc.give(1, 2, 1234)
	p := sc.play()
	if sc.Lords[0].Treasury != 3766 || sc.Lords[1].Treasury != 6234 {
		t.Errorf("%d, %d écus", sc.Lords[0].Treasury, sc.Lords[1].Treasury)
	}
	if g, r := only[GiftGiven](p), only[GiftReceived](p); g != (GiftGiven{Ref{2, "Bohort"}, 1234}) || r != (GiftReceived{Ref{1, "Arthur"}, 1234}) {
		t.Errorf("%+v %+v", g, r)
	}
	for _, h := range p.events {
		switch h.Facts.(type) {
		case GiftGiven:
			if h.To.All || len(h.To.Seats) != 1 || !h.To.Includes(1) {
				t.Errorf("%+v reads of what was given", h.To)
			}
		case GiftReceived:
			if h.To.All || len(h.To.Seats) != 1 || !h.To.Includes(2) {
				t.Errorf("%+v reads of what was received", h.To)
			}
		}
	}
}

// Rules IV.4.e: no more than 15 000 écus leave a treasury for others' in a
// season, by purchases, rewards and gifts together. What would pass it is
// refused, what comes after and doesn't is carried out.
func TestIV4e_TheCeiling(t *testing.T) {
	sc := onSale(t)
	sc.Lords[1].Treasury = 40_000
	sc.sell(1, 2, berry, 9000)
	sc.buy(2, 1, berry, 9000)
	sc.orders(2, "ORG", "places", 2, "reward", 2000, "password", text("rose"))
	sc.orders(1, "PAR", "knight", knightNo(1), "lord", lordNo(2), "password", text("rose"))
	sc.orders(3, "PAR", "knight", knightNo(3), "lord", lordNo(2), "password", text("rose"))
	sc.give(2, 3, 4001)
	sc.give(2, 3, 3000)
	sc.give(2, 1, 1001)
	sc.give(2, 1, 1000)
	sc.give(2, 1, 1)
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/ceiling", "gloire/ceiling", "gloire/ceiling"}, p.refused()); diff != "" || p.sent[2] != 15_000 {
		t.Errorf("%s: %d sent", diff, p.sent[2])
	}
}

// A reward that the host's own knight wins doesn't leave his treasury, so that
// it doesn't count; one that could pass the ceiling is refused with its joust.
func TestIV4e_TheCeilingAndJousts(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury, sc.Lords[1].Treasury = 40_000, 40_000
	a, b := sc.knight(1, aunis, 10, 0), sc.knight(1, aunis, 10, 0)
	sc.orders(1, "ORG", "places", 2, "reward", 15_000, "password", text("rose"))
	sc.orders(1, "PAR", "knight", knightNo(a), "lord", lordNo(1), "password", text("rose"))
	sc.orders(1, "PAR", "knight", knightNo(b), "lord", lordNo(1), "password", text("rose"))
	sc.give(1, 2, 15_000)
	sc.orders(2, "ORG", "places", 2, "reward", 15_001, "password", text("rose"))
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/ceiling"}, p.refused()); diff != "" || p.sent[1] != 15_000 || sc.Lords[1].Treasury != 55_000 {
		t.Errorf("%s: %d sent", diff, p.sent[1])
	}
}

func TestIV4e_RefusedGifts(t *testing.T) {
	sc := newScene(t)
	sc.give(1, 2, 5001)
	sc.give(1, 1, 1)
	sc.give(1, 2, 0)
	sc.give(1, 9, 1)
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/too-dear", "gloire/yourself", "gloire/incomplete", "gloire/no-such-lord"}, p.refused()); diff != "" || len(p.postings) != 0 {
		t.Error(diff)
	}
}

// Gold that a lord is given may be given on, by who comes after.
func TestIV4e_GivenOn(t *testing.T) {
	sc := newScene(t)
	sc.Lords[0].Treasury, sc.Lords[1].Treasury = 1000, 2000 // the poorer has less prestige, and comes first
	sc.give(1, 2, 1000)
	sc.give(2, 3, 3000)
	if p := sc.play(); len(p.refused()) != 0 || sc.Lords[2].Treasury != 8000 {
		t.Errorf("%v: %d écus", p.refused(), sc.Lords[2].Treasury)
	}
}
