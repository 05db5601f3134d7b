package report

import (
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

func TestCommunIsTheSameForAll(t *testing.T) {
	issue := theIssue(t)
	public, err := Write(issue, 0, "fr")
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{1, 2, 3} {
		if r, err := Write(issue, seat, "fr"); err != nil || r.Commun != public.Commun {
			t.Errorf("seat %d reads another COMMUN (%v)", seat, err)
		}
	}
}

// The issue's secrets, each with the seats that may read it.
func TestSecretsStayWithTheirOwners(t *testing.T) {
	issue := theIssue(t)
	secrets := map[string]map[engine.Seat]bool{
		"1\u202f592":       {1: true},          // Olaf's tax
		"7\u202f777":       {2: true},          // Ingrid's tax
		"531":              {1: true},          // the price of a knight
		"palissade":        {1: true, 2: true}, // walls, to those who fought there
		"0,410":            {1: true},          // wealth
		"788":              {1: true, 2: true}, // an army's size
		"Västergötland :":  {},                 // a neutral province's models are nobody's
		"MOV Lancelot":     {1: true},          // an order
		"4\u202f711":       {},                 // the thresholds of a battle are orders
		"4\u202f712":       {},
		"ESPIONS":          {1: true},
		"RED AUTO TOUT":    {1: true}, // standing orders
		"Perceval (#21)":   {1: true},
		issue.Secret:       {0: true, 1: true, 2: true, 3: true},
		issue.Digest:       {0: true, 1: true, 2: true, 3: true},
		issue.Commitment:   {0: true, 1: true, 2: true, 3: true},
		"Harald est mort.": {0: true, 1: true, 2: true, 3: true},
	}
	for seat := engine.Seat(0); seat <= 3; seat++ {
		r, err := Write(issue, seat, "fr")
		if err != nil {
			t.Fatal(err)
		}
		all := r.Tour + r.Commun + r.Body
		for secret, readers := range secrets {
			if strings.Contains(strings.ReplaceAll(all, "\u00a0", " "), secret) != readers[seat] {
				t.Errorf("seat %d: %q, which %v may read", seat, secret, readers)
			}
		}
	}
}

func TestConcerns(t *testing.T) {
	everyone := engine.Everyone()
	tests := []struct {
		name string
		e    engine.Event
		want bool
	}{
		{"told to him alone", engine.Event{To: engine.Only(1), Facts: gloire.Taxed{}}, true},
		{"told to another", engine.Event{To: engine.Only(2), Facts: gloire.Felony{Lord: olaf}}, false},
		{"told to the game master", engine.Event{To: engine.GameMaster(), Facts: gloire.Felony{Lord: olaf}}, false},
		{"public, of him", engine.Event{To: everyone, Facts: gloire.Moved{Lord: olaf}}, true},
		{"public, against him", engine.Event{To: everyone, Facts: gloire.WarBegan{Lord: ingrid, Against: olaf}}, true},
		{"public, of others", engine.Event{To: everyone, Facts: gloire.WarBegan{Lord: ingrid, Against: harald}}, false},
		{"public, of a province of his number", engine.Event{To: everyone, Facts: gloire.Moved{Lord: ingrid, To: gloire.Ref{ID: 1}}}, false},
		{"public, with an account of his own", engine.Event{To: everyone, Facts: gloire.KnightsCalled{Lord: olaf}}, false},
		{"public, a knight who is dead", engine.Event{To: everyone, Facts: gloire.KnightLeft{Lord: olaf, Why: "died"}}, true},
		{"public, a knight he freed himself", engine.Event{To: everyone, Facts: gloire.KnightLeft{Lord: olaf, Why: "freed"}}, false},
		{"public, of nobody", engine.Event{To: everyone, Facts: gloire.Begun{}}, false},
	}
	w := writer{seat: 1}
	for _, test := range tests {
		if got := w.concerns(test.e); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
