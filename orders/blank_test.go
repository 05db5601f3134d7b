package orders

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// No password for the Arbitre may be seen in anything that is shown or kept
// beside the directive's own argument.
func TestPasswordsAreBlanked(t *testing.T) {
	const tintin, milou = "Tintin-42", "M1lou"
	for _, test := range []struct{ text, source string }{
		{"MOTDEPASSE Tintin-42", "MOTDEPASSE •••"},
		{"motdepasse: Tintin-42", "motdepasse: •••"},
		{"- Mot de passe = «Tintin-42»", "- Mot de passe = •••"},
		{"Password Tintin-42", "Password •••"},
		{"MDP Tintin-42", "MDP •••"},
		{"MOTDEPASSE Tintin-42; MOTDEPASSE M1lou", "MOTDEPASSE •••; MOTDEPASSE •••"},
		{"LIB Zut; MOTDEPASSE Tintin-42; LIB Zut", "LIB Zut; MOTDEPASSE •••; LIB Zut"},
		{"MOTDEPASE Tintin-42", "MOTDEPASE •••"},
		{"MTODEPASSE Tintin-42", "MTODEPASSE •••"},
		{"Mot de pase Tintin-42", "Mot de pase •••"},
		{"MOTDEPASSE Tintin-42 M1lou", "MOTDEPASSE •••"},
		{"MOTDEPASSE Tintin-42;M1lou", "MOTDEPASSE •••;•••"},
		{"mot; de passe Tintin-42", ""},
		{"mot # de passe Tintin-42", ""},
		{"Mon mot de passe est Tintin-42, merci", "Mon mot de passe •••"},
		{"LIB Zut # mot de passe Tintin-42; M1lou", "LIB Zut # mot de passe •••"},
		{"LIB Zut motdepasse Tintin-42", "LIB Zut motdepasse •••"},
		{"Lancelot, password Tintin-42, attaque", "Lancelot, password •••"},
		{"MOTDEPASSE\nTintin-42\nLIB Zut", ""},
		{"Mot de passe :\n\nTintin-42", ""},
		{strings.Repeat("bla ", 200) + "MOTDEPASSE Tintin-42", ""},
		{"MOTDEPASSE " + strings.Repeat("Tintin-42 ", 100), ""},
		{strings.Repeat("LIB Zut;", 100) + "MOTDEPASSE Tintin-42; MOTDEPASSE M1lou M1lou", ""},
	} {
		r := NewReader(testGrammar())
		var lines []Line
		for i, l := range strings.Split(test.text, "\n") {
			lines = append(lines, Line{i + 1, l})
		}
		got := r.Read(lines)
		for _, f := range got.Findings {
			if test.source != "" && f.Source != test.source {
				t.Errorf("%q: source %q, want %q", test.text, f.Source, test.source)
			}
			if shown := []rune(f.Source); f.Column > 0 && f.Kind == UnknownName && string(shown[f.Column-1:f.Column-1+f.Width]) != "Zut" &&
				f.Facts["name"] == "Zut" {
				t.Errorf("%q: the caret misses in %q", test.text, f.Source)
			}
		}
		for i := range got.Directives {
			got.Directives[i].Source += " " + r.Canonical(got.Directives[i], "fr")
			got.Directives[i].Args = nil
		}
		shown, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{tintin, "intin", milou, "M1"} {
			if strings.Contains(string(shown), secret) {
				t.Errorf("%.60q: shows %q in %s", test.text, secret, shown)
			}
		}
	}
}

func TestPasswordIsReadAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"MOTDEPASSE Tintin-42!":    "Tintin-42!",
		"mot de passe : été#2":     "été#2",
		"MOTDEPASSE \"a;b#c\"":     "a;b#c",
		"MOTDEPASSE (x)":           "(x)",
		"Mot de passe:Tintin":      "Tintin",
		"MDP 1234":                 "1234",
		"MOTDEPASSE le":            "le",
		"MOTDEPASSE motdepasse":    "motdepasse",
		"MOTDEPASSE Lancelot":      "Lancelot",
		"MOTDEPASSE Tintin # note": "Tintin",
	} {
		got := Read(testGrammar(), []Line{{1, text}})
		if len(got.Directives) != 1 || got.Directives[0].Args[0].Text != want {
			t.Errorf("%s: %+v %+v", text, got.Directives, got.Findings)
		}
	}
	for _, text := range []string{"MOTDEPASSE •••", "MOTDEPASSE a b", "MOTDEPASSE le mien", "MOTDEPASSE", "MOTDEPASSE a\u202eb"} {
		if got := Read(testGrammar(), []Line{{1, text}}); len(got.Directives) > 0 {
			t.Errorf("%q gives the password %q", text, got.Directives[0].Args[0].Text)
		}
	}
}

// Letters are blanked whole before they are kept, however long their lines.
func TestBlankingIsLinear(t *testing.T) {
	for name, text := range map[string]string{
		"pieces":   strings.Repeat("mdp x;", 200_000),
		"comments": "# " + strings.Repeat("mdp ", 300_000),
		"quotes":   strings.Repeat("mdp «", 200_000),
		"lines":    strings.Repeat("mdp x\n", 200_000),
	} {
		start := time.Now()
		if got := Blank(text); strings.Contains(got, "x") {
			t.Errorf("%s: not blanked", name)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: %v for %d bytes", name, took, len(text))
		}
	}
}
