package proof

import "testing"

func TestAligned(t *testing.T) {
	tests := []struct {
		witness, author string
		relaxed, strict bool
	}{
		{"free.fr", "free.fr", true, true},
		{"smtp.free.fr", "free.fr", true, false},
		{"free.fr", "adsl.free.fr", true, false},
		{"a.free.fr", "b.free.fr", true, false},
		{"club.asso.fr", "jeu.club.asso.fr", true, false},
		{"free.fr", "free.com", false, false},
		{"ree.fr", "free.fr", false, false},
		{"xfree.fr", "free.fr", false, false},
		{"free.fr.evil.com", "free.fr", false, false},
		{"co.uk", "jeu.co.uk", false, false},
		{"a.co.uk", "b.co.uk", false, false},
		{"github.io", "github.io", true, true},
		{"github.io", "jean.github.io", false, false},
		{"marie.github.io", "jean.github.io", false, false},
		{"jean.github.io", "github.io", false, false},
		{"www.jean.github.io", "jean.github.io", true, false},
	}
	for _, tt := range tests {
		if got := aligned(tt.witness, tt.author, false); got != tt.relaxed {
			t.Errorf("relaxed, %s for %s: %v", tt.witness, tt.author, got)
		}
		if got := aligned(tt.witness, tt.author, true); got != tt.strict {
			t.Errorf("strict, %s for %s: %v", tt.witness, tt.author, got)
		}
	}
}

func TestASCIIDomain(t *testing.T) {
	tests := []struct{ in, want string }{ // "" is refused
		{"Free.FR", "free.fr"},
		{"bücher.example.org", "xn--bcher-kva.example.org"},
		{"BÜCHER.example.org", "xn--bcher-kva.example.org"},
		{"xn--bcher-kva.example.org", "xn--bcher-kva.example.org"},
		{"freе.fr", "xn--fre-dma.fr"}, // a Cyrillic letter makes another name
		{"fr", ""}, {"", ""}, {".", ""}, {"free..fr", ""}, {".free.fr", ""}, {"free.fr.", ""},
		{"192.0.2.1", ""}, {"[192.0.2.1]", ""}, {"2.1", ""}, {"free fr.com", ""}, {"free.fr\x00.evil.com", ""}, {"xn--\xff.fr", ""},
	}
	for _, tt := range tests {
		got, ok := asciiDomain(tt.in)
		if got != tt.want && tt.in != "freе.fr" || ok != (got != "") {
			t.Errorf("asciiDomain(%q) = %q, %v, want %q", tt.in, got, ok, tt.want)
		}
		if tt.in == "freе.fr" && (got == "free.fr" || got == "") {
			t.Errorf("asciiDomain(%q) = %q", tt.in, got)
		}
	}
}
