package orders

import "testing"

func TestSynopsis(t *testing.T) {
	labels := map[string]string{"knight": "chevalier", "province": "province", "threshold": "seuil", "amount": "montant", "walls": "ouvrage"}
	label := func(key string) string { return labels[key] }
	g := testGrammar()
	for code, want := range map[string]string{
		"ATT": "ATT <chevalier> <province> [<seuil>]",
		"RED": "RED <montant>|AUTO <province>|TOUT",
		"FOR": "FOR <province> palissade|muraille|enceinte",
	} {
		f, _ := g.Form(code)
		if got := SynopsisIn("fr", f, label); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	f, _ := g.Form("FOR")
	if got, want := SynopsisIn("en", f, nil), "FOR <province> palisade|rampart|fortress"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
