package orders

import "testing"

func TestBlank(t *testing.T) {
	for text, want := range map[string]string{
		"ATT Lancelot Lorraine":            "ATT Lancelot Lorraine",
		"MOTDEPASSE runes":                 "MOTDEPASSE •••",
		"> Mot de passe : très secret":     "> Mot de passe : •••",
		"mdp runes; IMP 5 TOUT":            "mdp •••; IMP 5 TOUT",
		"MOTDEPASSE\nrunes\nIMP 5 TOUT":    "MOTDEPASSE\n•••\nIMP 5 TOUT",
		"MOTDEPASSE\nIMP 5 TOUT\nLe reste": "MOTDEPASSE\nIMP 5 TOUT\nLe reste",
		"Voici le motdepase: x":            "Voici le motdepase: •••",
	} {
		if got := Blank(text); got != want {
			t.Errorf("Blank(%q) = %q, want %q", text, got, want)
		}
		if again := Blank(Blank(text)); again != want {
			t.Errorf("blanking %q twice gives %q", text, again)
		}
	}
}
