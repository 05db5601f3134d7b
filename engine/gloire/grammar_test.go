package gloire

import (
	"slices"
	"testing"

	"arbitre/orders"
)

// The orders and their arguments, as rules-gloire §4 lists them.
var table = map[string][]string{
	"REN": {"knight", "name"},
	"LIB": {"knight"},
	"DEM": {"army"},
	"INI": {"peasants", "garrisons", "knights"},
	"DEF": {"unit", "threshold"},
	"IMP": {"level", "province|all"},
	"RED": {"amount|auto", "province|all"},
	"FCO": {"level", "province|all", "[amount]"},
	"CHE": {"count"},
	"ARM": {"province", "amount", "[knight]"},
	"AFF": {"knight", "army"},
	"TSF": {"from", "to", "men|all"},
	"GAR": {"knight", "men|all"},
	"ATT": {"knight", "province", "[threshold]"},
	"GUE": {"lord"},
	"ALL": {"lord"},
	"PAI": {"lord"},
	"ANN": {"lord"},
	"APP": {"lord"},
	"MOV": {"knight", "province"},
	"VND": {"lord", "province", "amount"},
	"ACH": {"lord", "province", "amount"},
	"ESP": {"province"},
	"FOR": {"province", "walls|palisade|rampart|fortress"},
	"ORG": {"places", "reward", "password"},
	"PAR": {"knight", "[lord]", "password"},
	"DON": {"lord", "amount"},
}

func TestEveryOrderOfTheRulesIsInTheGrammarOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range forms {
		want, ok := table[f.Code]
		if !ok || seen[f.Code] {
			t.Errorf("%s isn't in the rules, or twice in the grammar", f.Code)
		}
		seen[f.Code] = true
		var got []string
		for _, p := range f.Params {
			s := p.Key
			for _, w := range p.Words {
				s += "|" + w.Key
			}
			if p.Optional {
				s = "[" + s + "]"
			}
			got = append(got, s)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s takes %q, want %q", f.Code, got, want)
		}
		if f.Class != orders.ForGame || f.French == "" || f.English == "" {
			t.Errorf("%s is incomplete: %+v", f.Code, f)
		}
	}
	for code := range table {
		if !seen[code] {
			t.Errorf("%s isn't in the grammar", code)
		}
	}
}

// Each spelling leads to its own order, and to no other nor to a word for the Arbitre.
func TestNoTwoOrdersAreCalledTheSame(t *testing.T) {
	owner := map[string]string{}
	r := orders.NewReader(orders.Grammar{Forms: forms, Classes: classes})
	for _, f := range append(orders.Words(), forms...) {
		own := map[string]bool{} // French and English may agree
		for _, s := range append([]string{f.Code, f.French, f.English}, f.Aliases...) {
			key := orders.Fold(s)
			if other, taken := owner[key]; taken && !own[key] {
				t.Errorf("%q means both %s and %s", s, other, f.Code)
			}
			owner[key], own[key] = f.Code, true
			if got, ok := r.Form(s); !ok || got.Code != f.Code {
				t.Errorf("%q is read as %q, want %s", s, got.Code, f.Code)
			}
		}
	}
}

// The fixed words of one argument don't stand for two values.
func TestNoTwoChoicesAreCalledTheSame(t *testing.T) {
	for _, f := range forms {
		for _, p := range f.Params {
			owner := map[string]string{}
			for _, w := range p.Words {
				for _, s := range append([]string{w.English}, w.Forms...) {
					if other, taken := owner[orders.Fold(s)]; s != "" && taken && other != w.Key {
						t.Errorf("%s %s: %q means both %s and %s", f.Code, p.Key, s, other, w.Key)
					}
					owner[orders.Fold(s)] = w.Key
				}
			}
		}
	}
}

func TestOrdersAsPlayersWriteThem(t *testing.T) {
	r := orders.NewReader(orders.Grammar{Forms: forms, Classes: classes, Names: []orders.Name{
		{Class: "knight", ID: 1, Text: "Harald"}, {Class: "knight", ID: 2, Text: "Sven Barbe-Fourchue"}, {Class: "rider", ID: 9, Text: "Olaf"},
		{Class: "army", ID: 101, Text: "101", Aliases: []string{"Skåne"}}, {Class: "army", ID: 102, Text: "102", Aliases: []string{"Harald"}},
		{Class: "province", ID: 1, Text: "Skåne"}, {Class: "province", ID: 2, Text: "Västra Götaland"},
		{Class: "lord", ID: 1, Text: "Knut"}, {Class: "lord", ID: 2, Text: "Birger Jarl"},
	}})
	for line, want := range map[string]string{
		"Renommer Harald en Harald le Grand":             "REN Harald Harald le Grand",
		"Libère Harald":                                  "LIB Harald",
		"Démobiliser la garnison de Skåne":               "DEM 101",
		"DEM #101":                                       "DEM 101",
		"Ordres de repli : 50 % 50 % 80 %":               "INI 50 50 80",
		"Défendre Skåne, seuil 300":                      "DEF #101 300",
		"Impôt niveau 3 sur la province de Skane":        "IMP 3 Skåne",
		"Redistribution 1 500 écus, Vastra Gotaland":     "RED 1500 Västra Götaland",
		"Finances complètes TOUT 4":                      "FCO 4 TOUT",
		"Appeler 2 chevaliers":                           "",
		"Appeler chevaliers: 2":                          "CHE 2",
		"Lever une armée en Skåne pour 2 000 écus":       "ARM Skåne 2000",
		"Affecter Harald à l'armée 101":                  "AFF Harald 101",
		"Transférer 200 hommes de Harald à Olaf":         "TSF Harald Olaf 200",
		"Mettre en garnison 200 hommes de Harald":        "GAR Harald 200",
		"J’attaque Västra Götaland avec Harald":          "ATT Harald Västra Götaland",
		"Guerre à Knut":                                  "GUE Knut",
		"Alliance avec Birger Jarl":                      "ALL Birger Jarl",
		"Paix avec Knut":                                 "PAI Knut",
		"Annuler l'alliance avec Knut":                   "ANN Knut",
		"Appeler un allié : Knut":                        "APP Knut",
		"Déplacer Sven Barbe Fourchue vers Skåne":        "MOV Sven Barbe-Fourchue Skåne",
		"Vendre Skåne à Knut pour 3000":                  "VND Knut Skåne 3000",
		"Acheter Skåne à Knut pour 3000 écus":            "ACH Knut Skåne 3000",
		"Espionner Skåne":                                "ESP Skåne",
		"Fortifier Skåne : enceinte fortifiée":           "FOR Skåne enceinte",
		"Organiser une joute 8 places 4000 écus Lices":   "ORG 8 4000 Lices",
		"Participer à la joute de Knut, Harald, Lices":   "PAR Harald Knut Lices",
		"Donner 500 écus à Knut":                         "DON Knut 500",
		"Call knights 2":                                 "CHE 2",
		"Raise army in Skåne for 500 gold":               "ARM Skåne 500",
		"Move Harald to Skåne":                           "MOV Harald Skåne",
		"Make peace with Knut":                           "PAI Knut",
		"Transfer all from Harald to Sven Barbefourchue": "TSF Harald Sven Barbe-Fourchue TOUT",
	} {
		got := r.Read([]orders.Line{{Number: 1, Text: line}})
		text := ""
		if len(got.Orders) == 1 {
			text = r.Canonical(got.Orders[0], "fr")
		}
		if text != want {
			t.Errorf("%s is read %q, want %q: %+v", line, text, want, got.Findings)
		}
	}
}
