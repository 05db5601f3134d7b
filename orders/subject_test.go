package orders

import (
	"slices"
	"testing"
)

func TestReadSubject(t *testing.T) {
	r := NewReader(testGrammar())
	for subject, want := range map[string]string{
		"ETAT":                                "ETAT",
		"[scan1] état":                        "ETAT",
		"Re: [scan1] état":                    "", // it would count in every letter of the thread
		"RE : Re: TR: [scan1] Rapport 12":     "",
		"[a][b] SAISON 13; AJOUT":             "SAISON 13; AJOUT",
		"Fwd: [a][b] SAISON 13; AJOUT":        "",
		"[scan1] RE[2]: AIDE ATT":             "",
		"Réf. : CARTE [scan1]":                "",
		"CARTE [scan1]":                       "CARTE",
		"MOTDEPASSE Tintin":                   "MOTDEPASSE •••",
		"AJOUT saison 1":                      "SAISON 1; AJOUT",
		"[scan1] Ordres de la saison 13":      "",
		"ETAT de mes finances":                "",
		"ATT Lancelot Lorraine":               "",
		"ETAT; ATT Lancelot Lorraine":         "",
		"SAISON treize":                       "",
		"MOTDEPASSE a b":                      "",
		"Bonjour":                             "",
		"":                                    "",
		"[scan1]":                             "",
		"Re:":                                 "",
		"Re: [scan1] Saison 13 : votre TOUR":  "",
		"@ETAT":                               "",
		"Re: Tour de la saison 3, Jean, ETAT": "",
	} {
		got := r.ReadSubject(subject)
		if s := told(r, got); s != want {
			t.Errorf("%q is read %q, want %q", subject, s, want)
		}
	}
}

func TestSubjectsThatFumbleADirective(t *testing.T) {
	r := NewReader(testGrammar())
	for subject, want := range map[string][]string{
		"AJOUT : un ordre oublié":  {"AJOUT"},
		"Ajout d'un ordre":         {"AJOUT"},
		"[scan1] AJOUT : LIB Jean": {"AJOUT"},
		"Effacer mes ordres":       {"EFFACER"},
		"Re: AJOUT : un ordre":     nil,
		"Saison 13 : mes ordres":   nil, // a common title, and the text dates the list
		"Bonjour":                  nil,
	} {
		if got := r.ReadSubject(subject); !slices.Equal(got.Fumbled, want) || got.Understood() {
			t.Errorf("%q: fumbled %v, want %v", subject, got.Fumbled, want)
		}
	}
}

func TestSubjectTags(t *testing.T) {
	for subject, want := range map[string][]string{
		"Re: [scan1] ETAT":       {"scan1"},
		"[G&P] Fwd: [ scan1 ] x": {"G&P", "scan1"},
		"RE[2]: [] [[x]] [y":     {"2", "x"},
		"ETAT":                   nil,
	} {
		if got := SubjectTags(subject); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
}
