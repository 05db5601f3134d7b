package orders

import (
	"slices"
	"testing"
)

// TestNoOtherMeaning holds lines that could be read, but not as meant.
func TestNoOtherMeaning(t *testing.T) {
	sections := map[string][][2]string{
		"digits that marks join are one number": {
			{"FCO 3,5 TOUT", "not-a-number «3,5»"},
			{"FCO 3/4 TOUT", "not-a-number «3/4»"},
			{"FCO 3 / 4 TOUT", "not-a-number «3 / 4»"},
			{"FCO 3-4 TOUT", "not-a-number «3-4»"},
			{"FCO 3–4 TOUT", "not-a-number «3–4»"},
			{"FCO 3:4 TOUT", "not-a-number «3:4»"},
			{"FCO 3..4 TOUT", "not-a-number «3..4»"},
			{"INI 50,5 60", "not-a-number «50,5»; missing-argument «INI»"},
			{"INI 33,3 50", "not-a-number «33,3»; missing-argument «INI»"},
			{"INI 50,5 60 70", "not-a-number «50,5»"},
			{"INI 50/60/70", "INI 50 60 70"},
			{"INI 50 / 60 / 70", "INI 50 60 70"},
			{"INI 50, 60, 70", "INI 50 60 70"},
			{"DEF Lancelot 1,500", "not-a-number «1,500» → 1500"},
			{"DEF Lancelot 1,50", "not-a-number «1,50»"},
			{"ATT 14/3", "not-a-number «14/3»; missing-argument «ATT»"},
			{"ARM Lorraine 10³", "not-a-number «10³»"},
			{"ARM Lorraine 1½", "not-a-number «1½»"},
			{"ARM Lorraine 10 ½", "extra-words «½»"},
			{"ARM Lorraine 1/2", "not-a-number «1/2»"},
			{"ARM Lorraine 1⁄2", "not-a-number «1⁄2»"},
			{"ARM Lorraine ½", "not-a-number «½»"},
			{"① ARM Lorraine 500", "ARM Lorraine 500"},
		},
		"signs that make a number less sure": {
			{"ATT Lancelot Lorraine ~300", "not-a-number «300»"},
			{"ATT Lancelot Lorraine >300", "not-a-number «300»"},
			{"ATT Lancelot Lorraine <300", "not-a-number «300»"},
			{"ATT Lancelot Lorraine 300+", "not-a-number «300»"},
			{"ATT <Lancelot> <Lorraine> <300>", "ATT Lancelot Lorraine 300"},
			{"ATT Lancelot -> Lorraine ->300", "ATT Lancelot Lorraine 300"},
		},
		"a number that may be thousands names nothing": {
			{"ATT Lancelot 3 500", "ambiguous «Lancelot 3 500» → ATT Lancelot Lorraine 500"},
			{"DEF 14 500", "ambiguous «14 500» → DEF Lancelot 500"},
			{"ATT Lancelot 3 50", "ATT Lancelot Lorraine 50"},
			{"ATT 14 3 20", "ATT Lancelot Lorraine 20"},
			{"ARM #3 500", "ARM Lorraine 500"},
		},
		"zeros go on with a number": {
			{"ATT Lancelot 3 000", "missing-argument «ATT»"},
			{"ATT Lancelot 3 000 hommes", "missing-argument «ATT»"},
			{"DEF 14 000", "missing-argument «DEF»"},
			{"DEF #14 000", "extra-words «000»"},
			{"RED 3 044", "missing-argument «RED»"},
			{"IMP 3 044", "out-of-range «3 044»; missing-argument «IMP»"},
			{"FCO 3 044", "out-of-range «3 044»; missing-argument «FCO»"},
			{"FCO 3 044 TOUT", "out-of-range «3 044»"},
			{"DEF Lancelot 1500 000", "not-a-number «1500 000»"},
			{"RED 3 044 Lorraine", "RED 3044 Lorraine"},
			{"ARM 3 1 000", "ARM Lorraine 1000"},
		},
		"men are no threshold unless they are said to be": {
			{"ATT Lancelot Lorraine avec 300 hommes", "unlabelled «avec 300 hommes» → ATT Lancelot Lorraine seuil 300"},
			{"Attaquer Lorraine avec 300 hommes de Lancelot", "unlabelled «avec 300 hommes» → ATT Lancelot Lorraine seuil 300"},
			{"Attack Lorraine with Lancelot and 300 men", "unlabelled «and 300 men» → ATT Lancelot Lorraine seuil 300"},
			{"Attack Lorraine with Lancelot with 300", "unlabelled «with 300» → ATT Lancelot Lorraine seuil 300"},
			{"Attaquer Lorraine avec Lancelot, 300 hommes", "unlabelled «300 hommes» → ATT Lancelot Lorraine seuil 300"},
			{"Attaquer Lorraine à 300 avec Lancelot", "unlabelled «à 300» → ATT Lancelot Lorraine seuil 300"},
			{"Défendre Champagne avec 300 hommes", "unlabelled «avec 300 hommes» → DEF Champagne seuil 300"},
			{"DEF Lancelot avec 200 hommes", "unlabelled «avec 200 hommes» → DEF Lancelot seuil 200"},
			{"ATT Lancelot Lorraine 300 hommes", "ATT Lancelot Lorraine 300"},
			{"ATT Lancelot Lorraine seuil 300", "ATT Lancelot Lorraine 300"},
			{"Attaquer Lorraine avec Lancelot, repli à 300 hommes", "ATT Lancelot Lorraine 300"},
			{"Attack Lorraine with Lancelot and a threshold of 300", "ATT Lancelot Lorraine 300"},
			{"Attack Lorraine with Lancelot, retreat threshold: 300 men", "ATT Lancelot Lorraine 300"},
			{"Attaquer Lorraine avec Lancelot (300 de seuil)", "ATT Lancelot Lorraine 300"},
			{"Attaquer Lorraine avec Lancelot et repli", "extra-words «repli»"},
			{"TSF Lancelot Gauvain seuil 300", "extra-words «seuil»"},
		},
		"prepositions that turn the meaning": {
			{"Alliance contre Arthur", "contrary-word «contre Arthur» → ALL Arthur"},
			{"Ally against Arthur", "contrary-word «against Arthur» → ALL Arthur"},
			{"all contre Arthur", "contrary-word «contre Arthur» → ALL Arthur"},
			{"Alliance avec Arthur", "ALL Arthur"},
			{"Guerre pour Arthur", "contrary-word «pour Arthur» → GUE Arthur"},
			{"War for Arthur", "contrary-word «for Arthur» → GUE Arthur"},
			{"Guerre contre Arthur", "GUE Arthur"},
			{"Guerre avec Arthur", "contrary-word «avec Arthur» → GUE Arthur"},
			{"Don de Arthur 500", "contrary-word «de Arthur» → DON Arthur 500"},
			{"Give 500 from Arthur", "contrary-word «from Arthur»"},
			{"Give 500 écus for Arthur", "DON Arthur 500"},
			{"Don de 500 écus à Arthur", "DON Arthur 500"},
			{"Appeler un allié contre Arthur", "contrary-word «contre Arthur» → APP Arthur"},
			{"Guerre à Arthur avec", "contrary-word «avec» → GUE Arthur"},
		},
		"where something comes from is not where it goes": {
			{"Déplacer Lancelot de Champagne", "contrary-word «de Champagne» → MOV Lancelot Champagne"},
			{"Move Lancelot from Champagne", "contrary-word «from Champagne»"},
			{"Attack from Champagne with Lancelot", "contrary-word «from Champagne»"},
			{"MOV Lancelot de Champagne à Lorraine", "contrary-word «de Champagne» → MOV Lancelot Lorraine"},
			{"Attaquer Lorraine depuis la province de Champagne avec Lancelot", "contrary-word «depuis la province de Champagne» → ATT Lancelot Lorraine"},
			{"Déplacer l'armée de Lancelot en Lorraine", "extra-words «armée»"},
			{"Déplacer les hommes de Lancelot en Île-de-France", "MOV Lancelot Île-de-France"},
			{"Déplacer Lancelot dans la province de Lorraine", "MOV Lancelot Lorraine"},
			{"TSF 100 de Lancelot à Gauvain", "TSF Lancelot Gauvain 100"},
			{"TSF Lancelot et Gauvain 100", "contrary-word «et Gauvain» → TSF Lancelot Gauvain 100"},
		},
		"questions": {
			{"ATT Lancelot Lorraine ?", "question «ATT Lancelot Lorraine» → ATT Lancelot Lorraine"},
			{"Attaquer Lorraine avec Lancelot?", "question «Attaquer Lorraine avec Lancelot» → ATT Lancelot Lorraine"},
			{"ATT Lancelot (?) Lorraine", "question «ATT Lancelot (?) Lorraine» → ATT Lancelot Lorraine"},
			{"REN Lancelot Perceval ?", "question «REN Lancelot Perceval» → REN Lancelot \"Perceval ?\""},
			{"REN Lancelot «Perceval ?»", "REN Lancelot \"Perceval ?\""},
			{"PAR Lancelot tour?noi", "PAR Lancelot tour?noi"},
			{"PAR Lancelot tournoi ?", "question «PAR Lancelot tournoi» → PAR Lancelot tournoi"},
			{"ETAT ?", "ETAT"},
		},
		"all of a password": {
			{"PAR Lancelot Rose d'or", "unknown-name «Rose»"},
			{"PAR Lancelot Rose", "PAR Lancelot Rose"},
		},
		"the longest name that begins there": {
			{"REN Jean le Bon", "ambiguous «Jean le Bon» → REN #17 \"le Bon\""},
			{"REN Jean le Bom Charles", "ambiguous «Jean le Bom Charles» → REN Jean le Bon Charles | REN Jean \"le Bom Charles\""},
			{"REN Jean le Bon Charles", "REN Jean le Bon Charles"},
			{"REN Jean Charles", "REN Jean Charles"},
			{"LIB Jean", "LIB Jean"},
			{"Rename Jean from Lancelot", "contrary-word «from Lancelot»"},
			{"REN Jean et Lancelot", "contrary-word «et Lancelot» → REN Jean \"et Lancelot\""},
			{"REN Lancelot du Lac", "REN Lancelot du Lac"},
		},
		"labels bind their numbers": {
			{"INI paysans 50 garnisons 60 chevaliers 80", "INI 50 60 80"},
			{"Retreats: knights 80, garrisons 60, peasants 50", "INI 50 60 80"},
			{"INI chevaliers à 80 %, paysans à 50 %, garnisons à 60 %", "INI 50 60 80"},
			{"INI 80 % pour les chevaliers, 50 % pour les paysans, 60 % pour les garnisons", "INI 50 60 80"},
			{"INI 50 60 chevaliers 80", "extra-words «50 60 chevaliers 80»"},
			{"INI 80 chevaliers 50 60", "extra-words «80 chevaliers 50 60»"},
			{"INI paysans 50 paysans 60 chevaliers 80", "extra-words «60»"},
			{"INI paysans garnisons 60 70 80", "extra-words «paysans»"},
			{"INI 50 60 80 paysans", "not-a-number «paysans»"},
		},
		"comments that are orders": {
			{"#ATT Lancelot Lorraine", "unknown-order «ATT» → ATT Lancelot Lorraine"},
			{"LIB Jean #attaquer Lorraine avec Lancelot", "LIB Jean; unknown-order «attaquer» → ATT Lancelot Lorraine"},
			{"#ATT demain", "unknown-order «ATT»"},
			{"#attaquer demain", "prose"},
			{"LIB Jean #pour la gloire", "LIB Jean"},
			{"# IMP <niveau> <province>", ""},
			{"#", ""},
		},
		"a word to add, and an order": {
			{"AJOUT : LIB Jean", "AJOUT; LIB Jean"},
			{"AJOUT LIB Jean", "AJOUT; LIB Jean"},
			{"AJOUT @LIB Jean", "AJOUT; @LIB Jean"},
			{"AJOUT : CHE 9", "AJOUT; out-of-range «9»"},
			{"AJOUT saison 3", "SAISON 3; AJOUT"},
		},
	}
	r := NewReader(testGrammar())
	for name, lines := range sections {
		t.Run(name, func(t *testing.T) {
			for _, l := range lines {
				if got := told(r, r.Read([]Line{{Number: 1, Text: l[0]}})); got != l[1] {
					t.Errorf("%s\n got %s\nwant %s", l[0], got, l[1])
				}
			}
		})
	}
}

// A province that has the number 1 or 500 doesn't change how "1 000" is read.
func TestGroupsOfZerosNameNothing(t *testing.T) {
	g := testGrammar()
	for _, id := range []int{1, 44, 1000, 1044} {
		g.Names = append(g.Names, Name{Class: "province", ID: id, Text: "P" + string(rune('a'+id%26))}, Name{Class: "knight", ID: id, Text: "K" + string(rune('a'+id%26))})
	}
	r := NewReader(g)
	for _, line := range []string{"ATT Lancelot 1 000", "ATT Lancelot 1 000 hommes", "DEF 1 000", "RED 1 044", "IMP 1 044", "FCO 1 044"} {
		if got := r.Read([]Line{{1, line}}); len(got.Orders) > 0 {
			t.Errorf("%s is read %s", line, told(r, got))
		}
	}
}

func TestFumbledDirectives(t *testing.T) {
	r := NewReader(testGrammar())
	for text, want := range map[string][]string{
		"AJOUT svp":            {"AJOUT"},
		"Ajouter ces ordres :": {"AJOUT"},
		"AJOUTT":               {"AJOUT"},
		"Effacer l'ordre 3":    {"EFFACER"},
		"SAISON prochaine":     {"SAISON"},
		"SAISON 2-3":           {"SAISON"},
		"SAISON 3 ?":           nil,
		"AJOUT":                nil,
		"LANGUE klingon":       nil,
		"ATT Zut":              nil,
	} {
		if got := r.Read([]Line{{1, text}}); !slices.Equal(got.Fumbled, want) {
			t.Errorf("%q: fumbled %v, want %v", text, got.Fumbled, want)
		}
	}
}

func TestMeasures(t *testing.T) {
	r := NewReader(testGrammar())
	o := r.Read([]Line{{1, "ATT Lancelot Lorraine 300"}}).Orders[0]
	want := []Measure{{Key: "threshold", Label: "seuil", Unit: "men", N: 300}}
	if got := r.Measures(o, "fr"); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	o = r.Read([]Line{{1, "DON Arthur 300"}}).Orders[0]
	if got := r.Measures(o, "en"); got != nil {
		t.Errorf("a gift is told as %+v", got)
	}
}
