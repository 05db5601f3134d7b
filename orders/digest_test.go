package orders

import (
	"fmt"
	"testing"
)

func TestCanonicalise(t *testing.T) {
	n := 300
	att := Order{Code: "ATT", Args: []Arg{{"knight", Value{Class: "knight", ID: 14}}, {"threshold", Value{N: &n}}}}
	ren := Order{Code: "REN", Args: []Arg{{"name", Value{Text: "L'Élu <&>"}}}}
	want := `{"seat":2,"orders":[{"code":"ATT","args":[{"key":"knight","class":"knight","id":14},{"key":"threshold","n":300}]}]}
{"seat":10,"orders":[{"code":"REN","args":[{"key":"name","text":"L'Élu <&>"}]},{"code":"AJO"}]}
`
	if got := string(Canonicalise(map[int]List{10: {ren, {Code: "AJO"}}, 2: {att}, 3: {}, 4: nil})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Only what is played changes the digest.
func TestDigest(t *testing.T) {
	g := testGrammar()
	digest := func(lines ...string) string {
		var in []Line
		for i, l := range lines {
			in = append(in, Line{i + 1, l})
		}
		return fmt.Sprintf("%x", Digest(map[int]List{1: Read(g, in).Orders}))
	}
	same := digest("LIB Jean", "ATT Lancelot Lorraine")
	for _, lines := range [][]string{
		{"# une note", "libérer jean;attaquer lorraine avec lancelot"},
		{"@LIB Jean", "", "@ATT #14 #3"},
	} {
		if got := digest(lines...); got != same {
			t.Errorf("%q: another digest", lines)
		}
	}
	for _, lines := range [][]string{
		{"ATT Lancelot Lorraine", "LIB Jean"},
		{"LIB Jean", "ATT Lancelot Lorraine 0"},
		{"LIB Jean", "LIB Jean", "ATT Lancelot Lorraine"},
	} {
		if got := digest(lines...); got == same {
			t.Errorf("%q: the same digest", lines)
		}
	}
	if digest() != fmt.Sprintf("%x", Digest(nil)) {
		t.Error("an empty list and none differ")
	}
}
