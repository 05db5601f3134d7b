package orders

import "testing"

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Île-de-France":       "ile de france",
		"I\u0302le-de-Fr":     "ile de fr",
		"L’Œuvre d'Æthelred":  "l oeuvre d aethelred",
		"Großmark":            "grossmark",
		"GROẞMARK":            "grossmark",
		"Sjælland, Ærø":       "sjaelland aero",
		"Åland":               "aland",
		"Þórður":              "thordur",
		"Łódź":                "lodz",
		"İstanbul ıssız":      "istanbul issiz",
		"  a\u00a0b\u202fc\t": "a b c",
		"ｆｕｌｌ １２":             "full 12",
		"ﬁn":                  "fin",
		"soft\u00adhyphen":    "softhyphen",
		"\ufeffbom":           "bom",
		"Louis Ⅳ":             "louis iv",
		"—!?«»":               "",
		"日本 Ωμέγα":            "日本 ωμεγα",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
		if again := Fold(want); again != want {
			t.Errorf("%q isn't settled: %q", want, again)
		}
	}
}
