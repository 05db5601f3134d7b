package templates

import (
	"strings"
	"testing"
)

type rank int

func TestFigures(t *testing.T) {
	fr, en := french, english
	tests := []struct{ name, got, want string }{
		{"thousands in French", fr.number(1592), "1\u202f592"},
		{"thousands in English", en.number(1592), "1,592"},
		{"millions", fr.number(int64(12345678)), "12\u202f345\u202f678"},
		{"below a thousand", fr.number(999), "999"},
		{"negative", fr.number(-1000), "−1\u202f000"},
		{"a type of its own", en.number(rank(3)), "3"},
		{"unsigned", en.number(uint8(200)), "200"},
		{"digits", en.number("15000"), "15,000"},
		{"not digits", en.number("AUTO"), "AUTO"},
		{"nothing", en.number(nil), ""},
		{"gain", en.signed(1592), "+1,592"},
		{"loss", en.signed(-408), "−408"},
		{"neither", en.signed(0), "0"},
		{"points round half up", en.scaled(13450, 100, 0), "135"},
		{"points below half", en.scaled(13449, 100, 0), "134"},
		{"tenths in French", fr.scaled(2000, 100, 1), "20,0"},
		{"tenths in English", en.scaled(1234, 100, 1), "12.3"},
		{"tenths carry", fr.scaled(1995, 100, 1), "20,0"},
		{"tenths of thousands", fr.scaled(123456, 100, 1), "1\u202f234,6"},
		{"thousandths", fr.scaled(21, 1000, 3), "0,021"},
		{"negative tenths", fr.scaled(-25, 100, 1), "−0,3"},
		{"nothing left of a negative", fr.scaled(-2, 100, 1), "0,0"},
		{"none is singular in French", fr.count(0, "homme", "hommes"), "0\u00a0homme"},
		{"none is plural in English", en.count(0, "man", "men"), "0\u00a0men"},
		{"one", en.count(1, "man", "men"), "1\u00a0man"},
		{"many", fr.count(1000, "homme", "hommes"), "1\u202f000\u00a0hommes"},
		{"first in French", fr.ordinal(1), "1er"},
		{"second in French", fr.ordinal(2), "2e"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
}

func TestEnglishOrdinals(t *testing.T) {
	var got []string
	for _, n := range []int64{1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111} {
		got = append(got, english.ordinal(n))
	}
	if want := "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
