package orders

import "testing"

func TestWordsAreReadInBothLanguages(t *testing.T) {
	r := NewReader(Grammar{})
	for _, f := range Words() {
		for _, s := range append([]string{f.Code, f.French, f.English}, f.Aliases...) {
			if got, ok := r.Form(s); !ok || got.Code != f.Code {
				t.Errorf("%s is understood as %s", s, got.Code)
			}
		}
		if f.Class == ForGame {
			t.Errorf("%s is a game's", f.Code)
		}
	}
}
