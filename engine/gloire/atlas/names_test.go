package atlas

import "testing"

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Gotland", "GOTLAND", true},
		{"Jämtland", "jamtland", true},
		{"Öland", "Åland", true},       // a letter wrong
		{"Bornholm", "Borgholm", true}, // a letter wrong
		{"Viborg", "Vborg", true},      // a letter missing
		{"Oppland", "Opplland", true},  // a letter too many
		{"Agder", "Agdre", true},       // the last two exchanged
		{"Sogn", "Osgn", true},         // the first two exchanged
		{"Agder", "Agderx", true},      // a letter too many at the end
		{"Savonie", "Livonie", false},  // two letters
		{"Sogn", "Snog", false},        // exchanged, but not neighbours
		{"Agder", "Agderxy", false},    // two letters too many
		{"Ostrogothie", "Vestrogothie", false},
	} {
		if got := alike([]rune(fold(c.a)), []rune(fold(c.b))); got != c.want {
			t.Errorf("alike(%s, %s) = %v", c.a, c.b, got)
		}
		if got := alike([]rune(fold(c.b)), []rune(fold(c.a))); got != c.want {
			t.Errorf("alike(%s, %s) = %v", c.b, c.a, got)
		}
	}
}
