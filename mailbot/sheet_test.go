package mailbot

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbitre/orders"
)

// drawList is any list of orders, some of them standing.
func drawList(t *rapid.T, label string) orders.List {
	var list orders.List
	for i := range rapid.IntRange(0, 6).Draw(t, label) {
		list = append(list, orders.Order{
			Code: rapid.SampledFrom([]string{"CHE", "FCO", "ATT"}).Draw(t, "code"), Line: i + 1, Standing: rapid.Bool().Draw(t, "standing"),
		})
	}
	return list
}

// TestMergingLists holds what every letter does to a list to the sentences of
// the players' guide.
func TestMergingLists(t *testing.T) {
	same := func(a, b orders.Order) bool { return a.Code == b.Code && a.Standing == b.Standing }
	rapid.Check(t, func(t *rapid.T) {
		before, letter := drawList(t, "before"), drawList(t, "letter")
		original := slices.Clone(before)
		m := rapid.SampledFrom([]mode{replaces, adds, clears, keeps}).Draw(t, "mode")
		after := merge(before, letter, m)
		var want orders.List
		switch m {
		case keeps:
			want = before
		case clears:
			want = letter
		case adds:
			want = slices.Concat(before, letter)
		case replaces:
			want = letter
			if len(standing(letter)) == 0 {
				want = slices.Concat(letter, standing(before))
			}
		}
		if !slices.EqualFunc(after, want, same) {
			t.Fatalf("%s: %v and %v make %v, want %v", m, before, letter, after, want)
		}
		if !slices.EqualFunc(before, original, func(a, b orders.Order) bool { return same(a, b) && a.Line == b.Line }) {
			t.Fatal("the list before was changed")
		}
		var old orders.List // what is left of the list before
		switch m {
		case adds:
			old = after[:len(after)-len(letter)]
		case replaces:
			old = after[len(letter):]
		}
		for _, o := range old {
			if o.Line != 0 {
				t.Fatalf("%v bears a line of an earlier letter", o)
			}
		}
	})
}

func TestModeOfALetter(t *testing.T) {
	word := func(codes ...string) (list []orders.Order) {
		for _, c := range codes {
			list = append(list, orders.Order{Code: c})
		}
		return list
	}
	for _, tt := range []struct {
		orders, directives []orders.Order
		want               mode
	}{
		{nil, nil, keeps},
		{word("CHE"), nil, replaces},
		{word("CHE"), word("AJOUT"), adds},
		{nil, word("AJOUT"), keeps},
		{nil, word("EFFACER"), clears},
		{word("CHE"), word("EFFACER"), clears},
		{word("CHE"), word("AJOUT", "EFFACER"), clears},
		{nil, word("SAISON"), keeps},
	} {
		if got := modeOf(orders.Reading{Orders: tt.orders, Directives: tt.directives}); got != tt.want {
			t.Errorf("%v with %v: %s, want %s", tt.orders, tt.directives, got, tt.want)
		}
	}
}
