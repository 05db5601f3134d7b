package orders

import "testing"

func TestCanonical(t *testing.T) {
	r := NewReader(testGrammar())
	for _, test := range []struct{ line, fr, en string }{
		{"attaquer lorraine avec lancelot, seuil 1 500 hommes", "ATT Lancelot Lorraine 1500", "ATT Lancelot Lorraine 1500"},
		{"@imp tout niveau 5", "@IMP 5 TOUT", "@IMP 5 ALL"},
		{"FOR fortress Lorraine", "FOR Lorraine enceinte", "FOR Lorraine fortress"},
		{"TSF #22 #23 all", "TSF #22 #23 TOUT", "TSF #22 #23 ALL"},
		{"DEF armée #3 300", "DEF Lorraine 300", "DEF Lorraine 300"},
		{"DEF armée #14 300", "DEF Champagne 300", "DEF Champagne 300"},
		{"REN Jean «le Bon Roi»", "REN Jean \"le Bon Roi\"", "REN Jean \"le Bon Roi\""}, // or Jean le Bon would be called Roi
		{"PAR Lancelot \"Arthur\"", "PAR Lancelot \"Arthur\"", "PAR Lancelot \"Arthur\""},
		{"AIDE att", "AIDE att", "AIDE att"},
		{"langue anglais", "LANGUE en", "LANGUE en"},
		{"MOTDEPASSE tintin", "MOTDEPASSE •••", "MOTDEPASSE •••"},
	} {
		got := r.Read([]Line{{1, test.line}})
		all := append(append(got.Orders, got.Directives...), got.Queries...)
		if len(all) != 1 {
			t.Errorf("%s: %+v", test.line, got.Findings)
			continue
		}
		if fr, en := r.Canonical(all[0], "fr"), r.Canonical(all[0], "en"); fr != test.fr || en != test.en {
			t.Errorf("%s is written %q and %q", test.line, fr, en)
		}
	}
}

func TestCanonicalNamesTheClassWhereNothingElseTells(t *testing.T) {
	g := testGrammar()
	g.Names = append(g.Names, Name{Class: "knight", ID: 40, Text: "Champagne"})
	o := Order{Code: "DEF", Args: []Arg{{Key: "unit", Value: Value{Class: "army", ID: 14}}, {Key: "threshold", Value: Value{N: new(int)}}}}
	if got, want := g.Canonical(o, "fr"), "DEF armée #14 0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	g.Classes = nil
	if got, want := g.Canonical(o, "fr"), "DEF army #14 0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCanonicalOfWhatIsGone(t *testing.T) {
	g := testGrammar()
	n := 300
	o := Order{Code: "ATT", Args: []Arg{{Key: "knight", Value: Value{Class: "knight", ID: 99}}, {Key: "province", Value: Value{Class: "province", ID: 3}},
		{Key: "threshold", Value: Value{N: &n}}}}
	if got, want := g.Canonical(o, "fr"), "ATT chevalier #99 province #3 300"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := g.Canonical(Order{Code: "ZZZ"}, "fr"); got != "ZZZ" {
		t.Errorf("an unknown code is written %q", got)
	}
}
