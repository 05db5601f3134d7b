package orders

import (
	"slices"
	"strings"
	"testing"
)

// told renders a reading in one line: what was understood, canonical; then
// each finding with what its caret points at; then prose.
func told(r *Reader, got Reading) string {
	var out []string
	for _, list := range [][]Order{got.Directives, got.Queries, got.Orders} {
		for _, o := range list {
			out = append(out, r.Canonical(o, "fr"))
		}
	}
	for _, f := range got.Findings {
		s := f.Kind
		if f.Width > 0 {
			s += " «" + string([]rune(f.Source)[f.Column-1:f.Column-1+f.Width]) + "»"
		}
		if len(f.Suggestions) > 0 {
			s += " → " + strings.Join(f.Suggestions, " | ")
		}
		out = append(out, s)
	}
	for range got.Prose {
		out = append(out, "prose")
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	sections := map[string][][2]string{
		"codes, names and aliases": {
			{"ATT Lancelot Lorraine 300", "ATT Lancelot Lorraine 300"},
			{"att lancelot lorraine", "ATT Lancelot Lorraine"},
			{"Attaquer Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"Attack Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"Attaquez Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"J’attaque Lorraine avec Lancelot", "ATT Lancelot Lorraine"},
			{"Déclarer la guerre à Arthur", "GUE Arthur"},
			{"declarer guerre arthur", "GUE Arthur"},
			{"DECLARE WAR ON ARTHUR", "GUE Arthur"},
			{"S'allier avec Jean sans Peur", "ALL Jean sans Peur"},
			{"ALL Arthur", "ALL Arthur"},
			{"Appeler l'allié Arthur", "APP Arthur"},
			{"Appeler 3 chevaliers", "unknown-order «Appeler» → CHE 3"},
			{"Appeler 6 chevaliers", "unknown-order «Appeler» → APP | CHE"},
			{"Appeler chevaliers 3", "CHE 3"},
			{"Appeler mes chevaliers : 6", "out-of-range «6»"},
			{"Don de 500 écus à Arthur", "DON Arthur 500"},
		},
		"bullets, numbering, comments, semicolons, standing orders": {
			{"- ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"\t * ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"• ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"– ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"· ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"1. ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"2) ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"12 - ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"a) ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"iv. ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"3 ATT Lancelot Lorraine", "ATT Lancelot Lorraine"},
			{"- 1. @ATT Lancelot Lorraine", "@ATT Lancelot Lorraine"},
			{"@ ATT Lancelot Lorraine", "@ATT Lancelot Lorraine"},
			{"ATT Lancelot Lorraine;LIB Jean", "ATT Lancelot Lorraine; LIB Jean"},
			{"@ATT Lancelot Lorraine; LIB Jean", "@ATT Lancelot Lorraine; LIB Jean"},
			{"ATT Lancelot Lorraine # enfin ! LIB Jean; LIB Gauvain", "ATT Lancelot Lorraine"},
			{"# ATT Lancelot Lorraine", ""},
			{"ATT #14 Lorraine#3", "extra-words «#3»"},
			{"ATT #14 #3 # à l'aube", "ATT Lancelot Lorraine"},
			{"> ATT Lancelot Lorraine", "prose"},
			{"-----------", ""},
			{"@ETAT", "ETAT; not-standing «ETAT»"},
		},
		"between arguments": {
			{"ATT: Lancelot, Lorraine, 300", "ATT Lancelot Lorraine 300"},
			{"**ATT Lancelot => Lorraine**", "ATT Lancelot Lorraine"},
			{"ATT(Lancelot, Lorraine)", "ATT Lancelot Lorraine"},
			{"Attaquer Lorraine sans Lancelot", "extra-words «sans»"},
			{"ATT Lancelot et Gauvain Lorraine", "extra-words «Gauvain»"},
			{"ATT Lancelot Lorraine ou Champagne", "extra-words «ou Champagne»"},
			{"ATT Lancelot Lorraine si possible", "extra-words «si possible»"},
			{"ATT - Lancelot - Lorraine - 300", "ATT Lancelot Lorraine 300"},
			{"Attaquer Lorraine avec Lancelot", "ATT Lancelot Lorraine"},
			{"Attaquez la province de Lorraine avec le chevalier Lancelot, seuil 300 hommes", "ATT Lancelot Lorraine 300"},
			{"IMP TOUT niveau 5", "IMP 5 TOUT"},
			{"ARM Lorraine 500 écus Lancelot", "ARM Lorraine 500 Lancelot"},
			{"ARM 500 pièces d'or en Lorraine", "ARM Lorraine 500"},
			{"RED Lorraine 500", "RED 500 Lorraine"},
			{"RED tout auto", "RED AUTO TOUT"},
			{"FCO TOUT 500 écus niveau 5", "FCO 5 TOUT 500"},
			{"DON 500 écus à Arthur", "DON Arthur 500"},
			{"FOR Lorraine enceinte fortifiée", "FOR Lorraine enceinte"},
			{"FOR muraille Lorraine", "FOR Lorraine muraille"},
			{"FOR Lorraine chateau", "unknown-choice «chateau» → palissade | muraille | enceinte"},
			{"ATT Lancelot Lorraine demain", "extra-words «demain»"},
			{"ATT Lancelot Lorraine pas", "extra-words «pas»"},
			{"ATT Lancelot", "missing-argument «ATT»"},
			{"Attaquer Lorraine", "missing-argument «Attaquer»"},
			{"Attaquer demain me semble risqué", "unknown-name «demain me semble risqué»"},
		},
		"two arguments of one type keep the written order": {
			{"TSF Lancelot Gauvain 300", "TSF Lancelot Gauvain 300"},
			{"TSF 300 hommes de Gauvain à Lancelot", "TSF Gauvain Lancelot 300"},
			{"Transférer à Lancelot 300 hommes de Gauvain", "TSF Gauvain Lancelot 300"}, // unless «de» and «à» tell
			{"TSF 300 to Lancelot from the knight Gauvain", "TSF Gauvain Lancelot 300"},
			{"TSF à Lancelot à Gauvain 300", "contrary-word «à Lancelot» → TSF Lancelot Gauvain 300"},
			{"TSF Perceval Lancelot TOUT", "TSF Lancelot Perceval TOUT"}, // only one of them may give men
			{"FCO TOUT 5 500", "FCO 5 TOUT 500"},                         // 5500 would leave no level
			{"FCO TOUT 5, 500", "FCO 5 TOUT 500"},
			{"FCO 50 TOUT 5", "out-of-range «50»"}, // never turned round because of the range
		},
		"numbers": {
			{"DEF Lancelot 1500", "DEF Lancelot 1500"},
			{"DEF Lancelot 1 500", "DEF Lancelot 1500"},
			{"DEF Lancelot 1\u202f500", "DEF Lancelot 1500"},
			{"DEF Lancelot 1.500", "DEF Lancelot 1500"},
			{"DEF Lancelot 1'500", "DEF Lancelot 1500"},
			{"DEF Lancelot 1,500,000", "DEF Lancelot 1500000"},
			{"DEF Lancelot 1 000 000", "DEF Lancelot 1000000"},
			{"DEF Lancelot +500", "DEF Lancelot 500"},
			{"DEF Lancelot 500hommes", "DEF Lancelot 500"},
			{"DEF Lancelot 0", "DEF Lancelot 0"},
			{"DEF Lancelot 0500", "DEF Lancelot 500"},
			{"INI 50 50 80", "INI 50 50 80"},
			{"INI 50,50,80", "INI 50 50 80"},
			{"INI 50-50-80", "INI 50 50 80"},
			{"INI 50% 50 % 80 pour cent", "INI 50 50 80"},
			{"INI 100 100 100", "INI 100 100 100"},
			{"DEF Lancelot -500", "out-of-range «-500»"},
			{"DEF Lancelot −500", "out-of-range «−500»"},
			{"DEF Lancelot 99999999999999999999", "out-of-range «99999999999999999999»"},
			{"DEF Lancelot 18446744073709551617", "out-of-range «18446744073709551617»"},
			{"DEF Lancelot 2 000 000 000", "out-of-range «2 000 000 000»"},
			{"DEF Lancelot 1.5", "not-a-number «1.5»"},
			{"DEF Lancelot 1,5", "not-a-number «1,5»"},
			{"DEF Lancelot 1.500,50", "not-a-number «1.500,50»"},
			{"DEF Lancelot beaucoup", "not-a-number «beaucoup»"},
			{"IMP 11 TOUT", "out-of-range «11»"},
			{"IMP 5 % TOUT", "wrong-unit «5 %»"},
			{"IMP 2,5", "not-a-number «2,5»; missing-argument «IMP»"},
			{"ATT Lancelot Lorraine 300 écus", "wrong-unit «300 écus»"},
			{"DEF Lancelot 1500 0", "extra-words «0»"},
		},
		"things by number": {
			{"ATT #14 #3", "ATT Lancelot Lorraine"},
			{"ATT n° 14 nº3", "ATT Lancelot Lorraine"},
			{"ATT 14 3 300", "ambiguous «14 3 300» → ATT Lancelot Lorraine 300"}, // or 3 300, and a province forgotten
			{"ATT 14 3 1500", "ATT Lancelot Lorraine 1500"},
			{"Attaquer #3 avec #14", "ATT Lancelot Lorraine"},
			{"ATT #99 Lorraine", "unknown-name «#99»"},
			{"ATT 99 Lorraine", "unknown-name «99»"},
			{"DEF #14 300", "DEF Lancelot 300"},
			{"DEF armée #14 300", "DEF Champagne 300"},
			{"DEF garnison de Champagne 300", "DEF Champagne 300"},
			{"ARM 3 500", "ambiguous «3 500» → ARM Lorraine 500"},
			{"ARM 3 1 500", "ARM Lorraine 1500"},
			{"ARM 3 1 14", "ARM Lorraine 1 Lancelot"},
			{"DON 500 1", "unknown-name «500»"},
		},
		"names": {
			{"ESP", "unknown-order «ESP»"},
			{"ATT Lancelot ostergotland", "ATT Lancelot Östergötland"},
			{"ATT Lancelot O\u0308stergo\u0308tland", "ATT Lancelot Östergötland"},
			{"ATT Lancelot ostrogothie", "ATT Lancelot Östergötland"},
			{"ATT Lancelot l'Ile de France", "ATT Lancelot Île-de-France"},
			{"ATT Lancelot le Mans", "ATT Lancelot Le Mans"},
			{"ATT \"Lancelot\" «Saint Malo»", "ATT Lancelot Saint-Malo"},
			{"ATT Lancelot “Saint” Malo", "ATT Lancelot Saint-Malo"},
			{"GUE Marc’h", "GUE Marc'h"},
			{"ATT Paris Lancelot", "ATT Lancelot Paris"},
			{"ATT Paris Paris", "ATT Paris Paris"},
			{"ATT Lancelot Perceval", "unknown-name «Perceval»"},
			{"ATT Yvain Lorraine", "same-name «Yvain» → #22 | #23"},
			{"ATT #23 Lorraine", "ATT #23 Lorraine"},
			{"ATT Lancelott Lorraine", "ATT Lancelot Lorraine; understood-as «Lancelott»"},
			{"ATT Lanceolt Lorraine", "ATT Lancelot Lorraine; understood-as «Lanceolt»"},
			{"ATT Lancelot SaintMalo", "ATT Lancelot Saint-Malo; understood-as «SaintMalo»"},
			{"ATT Lanxxlot Lorraine", "unknown-name «Lanxxlot» → Lancelot"},
			{"ATT Jaen Lorraine", "unknown-name «Jaen» → Jean"}, // four letters are too few for a slip
			{"ATT Lancelot Tours", "unknown-name «Tours»"},
			{"ATT Lancelot Malo", "unknown-name «Malo» → Saint-Malo"},
			{"ATT Tristan Tours", "unknown-name «Tristan Tours»"},
		},
		"free text and secrets": {
			{"REN Lancelot Gauvain le Preux", "REN Lancelot Gauvain le Preux"},
			{"REN Lancelot  Le\u00a0 Preux ", "REN Lancelot Le Preux"},
			{"Renommer Lancelot en « Le Preux »", "REN Lancelot Le Preux"},
			{"REN Lancelot \"en Prince\"", "REN Lancelot \"en Prince\""},
			{"REN Jean le Bon Charles", "REN Jean le Bon Charles"},
			{"REN Lancelot", "missing-argument «REN»"},
			{"REN Lancelot #12", "bad-name «#12»"},
			{"REN Lancelot 1234", "bad-name «1234»"},
			{"REN Lancelot \"a;b\"", "bad-name «\"a;b\"»"},
			{"REN Lancelot a\u202eb", "bad-name «a\u202eb»"},
			{"REN Lancelot a\x00b", "bad-name «a\x00b»"},
			{"REN Lancelot " + strings.Repeat("é", 40), "REN Lancelot " + strings.Repeat("é", 40)},
			{"REN Lancelot " + strings.Repeat("é", 41), "bad-name «" + strings.Repeat("é", 41) + "»"},
			{"ORG 10 500 pw!X-é", "ORG 10 500 pw!X-é"},
			{"ORG 10 places 500 écus (Tournoi)", "ORG 10 500 (Tournoi)"},
			{"ORG 10 1 500 Tournoi", "ORG 10 1500 Tournoi"},
			{"PAR Lancelot tournoi", "PAR Lancelot tournoi"},
			{"PAR Lancelot Arthur tournoi", "PAR Lancelot Arthur tournoi"},
			{"PAR Lancelot chez Arthur avec le mot de passe tournoi", "PAR Lancelot Arthur tournoi"},
			{"PAR Lancelot a b", "unknown-name «b»"},
			{"PAR Lancelot Arthur", "missing-argument «PAR»"},
			{"PAR Lancelot \"Arthur\"", "PAR Lancelot \"Arthur\""},
		},
		"what looks like an order and is none": {
			{"XYZ bidule", "unknown-order «XYZ»"},
			{"ATY Lancelot Lorraine", "unknown-order «ATY» → ATT Lancelot Lorraine"},
			{"aty Lancelot Lorraine", "unknown-order «aty» → ATT Lancelot Lorraine"},
			{"Ataquer Lorraine avec Lancelot", "unknown-order «Ataquer» → ATT Lancelot Lorraine"},
			{"Ataquer", "unknown-order «Ataquer» → ATT"},
			{"Lancelot attaque la Lorraine", "unknown-order «Lancelot» → ATT Lancelot Lorraine"},
			{"Ordre 3 : ATT Lancelot Lorraine", "unknown-order «Ordre» → ATT Lancelot Lorraine"},
			{"«ATT Lancelot Lorraine»", "unknown-order ««ATT Lancelot Lorraine»» → ATT Lancelot Lorraine"},
			{"Ne pas attaquer Lorraine avec Lancelot", "prose"}, // no order is suggested that says the contrary
			{"Par contre, Lancelot reste", "unknown-order «Par»"},
		},
		"prose": {
			{"Bonjour, voici mes ordres", "prose"},
			{"Merci et à samedi !", "prose"},
			{"Par ailleurs, je pense venir.", "prose"},
			{"par mauvais temps; LIB Jean", "LIB Jean; prose"},
			{"LES ORDRES SUIVENT", "prose"},
			{"Rapport bien reçu, merci", "prose"},
			{"Lancelot", "prose"},
			{"14", "prose"},
			{"12 500", "prose"},
			{"Jean", "prose"},
			{"C'est entendu ; à samedi", "prose"},
			{"Bien à vous ; LIB Jean", "LIB Jean; prose"},
		},
		"words for the Arbitre": {
			{"AJOUT", "AJOUT"},
			{"Effacer", "EFFACER"},
			{"saison 13", "SAISON 13"},
			{"Saison treize", "not-a-number «treize»"},
			{"SAISON 0", "out-of-range «0»"},
			{"LANGUE en", "LANGUE en"},
			{"Langue : français", "LANGUE fr"},
			{"PARTIE scan1", "PARTIE scan1"},
			{"Game scan1", "PARTIE scan1"},
			{"Seigneur : Arthur", "SEIGNEUR Arthur"},
			{"Seigneur, voici mes ordres", "prose"},
			{"Seigneur Arbitre", "prose"},
			{"Partie remise", "prose"},
			{"rapport 0", "out-of-range «0»"},
			{"SEIGNEUR Arthur le Grand", "SEIGNEUR Arthur le Grand"},
			{"AIDE", "AIDE"},
			{"aide ATT", "AIDE ATT"},
			{"État", "ETAT"},
			{"Status", "ETAT"},
			{"ORDRES", "ORDRES"},
			{"RAPPORT", "RAPPORT"},
			{"Rapport saison 12", "RAPPORT 12"},
			{"PREVISION; CARTE", "PREVISION; CARTE"},
			{"Ajout de dernière minute", "extra-words «dernière minute»"},
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

func TestAmbiguousNumbersAreRefused(t *testing.T) {
	g := testGrammar()
	g.Names = append(g.Names, Name{Class: "knight", ID: 500, Text: "Bohort"})
	r := NewReader(g)
	want := "ambiguous «3 1 500» → ARM Lorraine 1 Bohort | ARM Lorraine 1500"
	if got := told(r, r.Read([]Line{{Text: "ARM 3 1 500"}})); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestAmbiguousNamesAreRefused(t *testing.T) {
	g := testGrammar()
	g.Names = append(g.Names, Name{Class: "knight", ID: 50, Text: "Champagne"})
	r := NewReader(g)
	if got, want := told(r, r.Read([]Line{{Text: "ATT Paris Champagne"}})), "ATT Paris Champagne"; got != want {
		t.Errorf("in the table's order: got %s, want %s", got, want)
	}
	want := "ambiguous «300 Paris Champagne» → ATT Paris Champagne 300 | ATT Champagne Paris 300"
	if got := told(r, r.Read([]Line{{Text: "ATT 300 Paris Champagne"}})); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestFindingFacts(t *testing.T) {
	r := NewReader(testGrammar())
	for _, test := range []struct {
		line string
		want map[string]string
	}{
		{"ATT Lancelot", map[string]string{"code": "ATT", "key": "province", "missing": "province"}},
		{"INI 50", map[string]string{"code": "INI", "key": "garrisons", "missing": "garrisons knights"}},
		{"IMP 11 TOUT", map[string]string{"code": "IMP", "key": "level", "unit": "level", "min": "0", "max": "10", "got": "11"}},
		{"ARM Lorraine -5", map[string]string{"code": "ARM", "key": "amount", "unit": "ecus", "min": "1", "max": "1000000000", "got": "-5"}},
		{"DEF Tristan 300", map[string]string{"code": "DEF", "key": "unit", "class": "knight army", "name": "Tristan"}},
		{"ATT Lancelot Arthur", map[string]string{"code": "ATT", "key": "province", "class": "province", "name": "Arthur", "other": "lord"}},
		{"ATT Yvain Lorraine", map[string]string{"code": "ATT", "key": "knight", "class": "knight", "name": "Yvain", "count": "2"}},
		{"LIB Gauvin", map[string]string{"code": "LIB", "key": "knight", "class": "knight", "written": "Gauvin", "name": "Gauvain"}},
		{"IMP 5% TOUT", map[string]string{"code": "IMP", "key": "level", "unit": "level", "written": "percent", "got": "5%"}},
		{"REN Lancelot #4", map[string]string{"code": "REN", "key": "name", "reason": "number", "max": "40"}},
		{"LIB Jean hier", map[string]string{"code": "LIB", "words": "hier"}},
	} {
		got := r.Read([]Line{{Number: 7, Text: test.line}})
		if len(got.Findings) != 1 {
			t.Errorf("%s: %d findings", test.line, len(got.Findings))
			continue
		}
		f := got.Findings[0]
		if f.Line != 7 || f.Source != test.line {
			t.Errorf("%s: at line %d, source %q", test.line, f.Line, f.Source)
		}
		for key, want := range test.want {
			if f.Facts[key] != want {
				t.Errorf("%s: %s is %q, want %q", test.line, key, f.Facts[key], want)
			}
		}
		if len(f.Facts) != len(test.want) {
			t.Errorf("%s: facts %v, want %v", test.line, f.Facts, test.want)
		}
	}
}

func TestCaretAfterSemicolonBulletTabAndCombiningAccent(t *testing.T) {
	r := NewReader(testGrammar())
	for _, line := range []string{
		"LIB Jean; ATT Lancelot Zut",
		"\t• ATT Lancelot Zut",
		"LIB Jean # non\u0301",
		"De\u0301fendre Lancelot 300; ATT Lancelot Zut",
		"«Île» ; ATT «Lancelot» Zut",
	} {
		got := r.Read([]Line{{Text: line}})
		for _, f := range got.Findings {
			if at := string([]rune(line)[f.Column-1 : f.Column-1+f.Width]); at != "Zut" {
				t.Errorf("%q: the caret points at %q", line, at)
			}
		}
		if strings.Contains(line, "Zut") && len(got.Findings) != 1 {
			t.Errorf("%q: %d findings", line, len(got.Findings))
		}
	}
}

func TestOrdersKeepTheirLineAndSource(t *testing.T) {
	got := Read(testGrammar(), []Line{{3, " - LIB Jean ; @ATT Lancelot Lorraine # ici"}, {9, "LIB Gauvain"}})
	want := []string{"- LIB Jean", "@ATT Lancelot Lorraine", "LIB Gauvain"}
	var sources []string
	for _, o := range got.Orders {
		sources = append(sources, o.Source)
	}
	if !slices.Equal(sources, want) || got.Orders[1].Line != 3 || got.Orders[2].Line != 9 {
		t.Errorf("sources %q", sources)
	}
}

func TestUnderstood(t *testing.T) {
	for text, want := range map[string]bool{
		"Bonjour": false, "ATT Zut": false, "": false, "LIB Jean": true, "AIDE": true, "EFFACER": true,
	} {
		if got := Read(testGrammar(), []Line{{1, text}}).Understood(); got != want {
			t.Errorf("%q: understood %v", text, got)
		}
	}
}

func TestProseIsToldByTheLine(t *testing.T) {
	got := Read(testGrammar(), []Line{{1, "Bonjour ; bonne année"}, {2, ""}, {3, "LIB Jean; merci"}})
	want := []Line{{1, "Bonjour ; bonne année"}, {3, "merci"}}
	if !slices.Equal(got.Prose, want) {
		t.Errorf("prose %v, want %v", got.Prose, want)
	}
}

func TestForm(t *testing.T) {
	r := NewReader(testGrammar())
	for text, want := range map[string]string{"att": "ATT", "Attaquer": "ATT", "declare war": "GUE", "help": "AIDE"} {
		if f, ok := r.Form(text); !ok || f.Code != want {
			t.Errorf("%s: %s", text, f.Code)
		}
	}
	if _, ok := r.Form("attaquer demain"); ok {
		t.Error("a sentence is no form")
	}
}
