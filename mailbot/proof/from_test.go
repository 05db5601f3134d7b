package proof

import "testing"

func TestAuthor(t *testing.T) {
	tests := []struct{ value, want string }{ // "" is refused
		{"jean@free.fr", "jean@free.fr"},
		{"<jean@free.fr>", "jean@free.fr"},
		{"Jean <jean@free.fr>", "jean@free.fr"},
		{`"Dupont, Jean" <jean@free.fr>`, "jean@free.fr"},
		{`"marie@free.fr" <jean@evil.com>`, "jean@evil.com"},
		{`"marie@free.fr\" <marie@free.fr>" <jean@evil.com>`, "jean@evil.com"},
		{"jean@free.fr (Jean (le Bon), <marie@free.fr>)", "jean@free.fr"},
		{"(marie@free.fr) jean@evil.com", "jean@evil.com"},
		{"=?utf-8?q?marie=40free.fr?= <jean@evil.com>", "jean@evil.com"},
		{"J\xe9r\xf4me <jean@free.fr>", "jean@free.fr"},
		{"Jean [MJ] <jean@free.fr>", "jean@free.fr"},

		{"marie@free.fr <jean@evil.com>", ""},
		{"jean@free.fr, marie@free.fr", ""},
		{"<jean@free.fr> <marie@free.fr>", ""},
		{"<jean@free.fr><marie@free.fr>", ""},
		{"Seigneurs: jean@free.fr, marie@free.fr;", ""},
		{"Seigneurs: jean@free.fr;", ""},
		{"Personne:;", ""},
		{"<@relais.fr:jean@free.fr>", ""},
		{"<jean@free.fr> marie", ""},
		{"<jean@free.fr", ""},
		{"jean@free.fr>", ""},
		{`"Jean <jean@free.fr>`, ""},
		{"Jean (le Bon <jean@free.fr>", ""},
		{`<"jean dupont"@free.fr>`, ""},
		{`"jean"@free.fr`, ""},
		{"<jean(x)@free.fr>", ""},
		{"<jean@free.fr@evil.com>", ""},
		{"jean dupont@free.fr", ""},
		{`jean\@evil.com@free.fr`, ""},
		{"jean@[192.0.2.1]", ""},
		{"jean@192.0.2.1", ""},
		{"jean@free.fr.", ""},
		{"jean@localhost", ""},
		{"jean", ""},
		{"", ""},
	}
	for _, tt := range tests {
		got, err := author(tt.value)
		if err == nil {
			_, _, err = splitAddress(got)
		}
		if err != nil {
			got = ""
		}
		if got != tt.want {
			t.Errorf("author(%q) = %q (%v), want %q", tt.value, got, err, tt.want)
		}
	}
}

// What the caller read must be what the header says.
func TestAuthorIsTheOneRead(t *testing.T) {
	tests := []struct {
		header, from string
		want         bool
	}{
		{"Jean <jean@free.fr>", "jean@free.fr", true},
		{"Jean <JEAN@Free.FR>", "jean@free.fr", true},
		{"jean@bücher.example.org", "jean@xn--bcher-kva.example.org", true},
		{"Jean <jean@free.fr>", "marie@free.fr", false},
		{"Jean <jean@free.fr>", "jean@freе.fr", false}, // a Cyrillic letter
		{"Jean <jean@free.fr>", "", false},
		{"Jean <jean@free.fr>", "jean", false},
	}
	for _, tt := range tests {
		_, err := authorDomain(header{{name: "from", value: tt.header}}, tt.from)
		if (err == nil) != tt.want {
			t.Errorf("%q read as %q: %v", tt.header, tt.from, err)
		}
	}
}
