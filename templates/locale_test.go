package templates

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestMomentsInWords(t *testing.T) {
	tests := []struct {
		l         *locale
		utc, zone string
		want      string
	}{
		{french, "2026-11-21T19:00:00Z", "Europe/Paris", "samedi 21 novembre 2026 à 20\u00a0h\u00a000 (heure de Paris)"},
		{french, "2026-08-01T18:05:00Z", "Europe/Paris", "samedi 1er août 2026 à 20\u00a0h\u00a005 (heure de Paris)"},
		{french, "2026-11-21T19:00:00Z", "Europe/Oslo", "samedi 21 novembre 2026 à 20\u00a0h\u00a000 (heure d'Oslo)"},
		{french, "2026-11-21T19:00:00Z", "UTC", "samedi 21 novembre 2026 à 19\u00a0h\u00a000 (temps universel)"},
		{english, "2026-11-21T19:00:00Z", "Europe/Paris", "Saturday 21 November 2026 at 20:00 (Paris time)"},
		{english, "2026-11-22T01:00:00Z", "America/New_York", "Saturday 21 November 2026 at 20:00 (New York time)"},
		{english, "2026-11-21T19:00:00Z", "UTC", "Saturday 21 November 2026 at 19:00 (universal time)"},
	}
	for _, test := range tests {
		at, err := time.Parse(time.RFC3339, test.utc)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.l.inWords(at, zone(t, test.zone)); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.utc, test.zone, got, test.want)
		}
	}
	if got := english.inWords(time.Unix(0, 0), nil); got != "Thursday 1 January 1970 at 00:00 (universal time)" {
		t.Errorf("without a zone: %q", got)
	}
}

func TestElision(t *testing.T) {
	for name, want := range map[string]string{
		"Lorraine": "de Lorraine", "Uppland": "d'Uppland", "Ängermanland": "d'Ängermanland", "Østfold": "d'Østfold",
		"Édouard": "d'Édouard", "Ystad": "d'Ystad", "York": "de York", "Yvain": "d'Yvain", "Y": "de Y", "Harald": "de Harald", "Hedmark": "de Hedmark", "Hélène": "d'Hélène", "Hugues": "d'Hugues", "": "de ", "4e Régent": "de 4e Régent",
	} {
		if got := french.of(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFrenchSpaces(t *testing.T) {
	for written, want := range map[string]string{
		"Félonie ! Quoi ?":           "Félonie\u00a0! Quoi\u00a0?",
		"a ; b : c":                  "a\u00a0; b\u00a0: c",
		"« oui »":                    "«\u00a0oui\u00a0»",
		"https://exemple.fr/?a=1;b":  "https://exemple.fr/?a=1;b",
		"à 20:00":                    "à 20:00",
		"IMP 5 TOUT":                 "IMP 5 TOUT",
		"deux  : blancs":             "deux  : blancs",
		"\n : en tête":               "\n : en tête",
		": au début":                 ": au début",
		"Dupont <a@b.fr> (x:y) fin.": "Dupont <a@b.fr> (x:y) fin.",
	} {
		got := frenchSpaces(written)
		if got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
		if len([]rune(got)) != len([]rune(written)) {
			t.Errorf("%q: the columns moved", written)
		}
	}
}
