package orders

import (
	"fmt"
	"strings"
	"testing"
)

// largeGrammar is testGrammar with 200 provinces and 400 knights.
func largeGrammar() Grammar { return grammarOf(200, 400) }

func grammarOf(provinces, knights int) Grammar {
	g := testGrammar()
	syllables := []string{"va", "lor", "mi", "ker", "stan", "dou", "bré", "gal", "hol", "sund"}
	name := func(i int) string {
		return strings.ToUpper(syllables[i%10][:1]) + syllables[i%10][1:] + syllables[i/10%10] + syllables[i/100%10] + "ie"
	}
	for i := range provinces {
		g.Names = append(g.Names, Name{Class: "province", ID: 100 + i, Text: name(i)})
	}
	for i := range knights {
		g.Names = append(g.Names, Name{Class: "knight", ID: 100 + i, Text: "Sire " + name(i+300)})
	}
	return g
}

// typicalLetter is a typical one of 40 lines.
func typicalLetter(g Grammar) []Line {
	r := NewReader(g)
	var province, knight []string
	for _, n := range r.names.all {
		switch {
		case n.Class == "province" && n.ID >= 100:
			province = append(province, n.Text)
		case n.Class == "knight" && n.ID >= 100:
			knight = append(knight, n.Text)
		}
	}
	var lines []Line
	for i := 0; len(lines) < 40; i++ {
		p, k := province[i%len(province)], knight[i%len(knight)]
		for _, text := range []string{
			"ATT " + k + " " + p + " 300",
			"Attaquer " + p + " avec " + k,
			"- IMP 5 " + p,
			"RED 1 500 " + p,
			"ARM " + p + " 500 écus " + k,
			"FCO 3 TOUT",
			fmt.Sprintf("DEF #%d 1.500", 100+i),
			"TSF " + k + " Lancelot tout",
		} {
			lines = append(lines, Line{len(lines) + 1, text})
		}
	}
	return lines
}

func BenchmarkRead40Lines(b *testing.B) {
	g := grammarOf(60, 60)
	r, lines := NewReader(g), typicalLetter(g)
	if got := r.Read(lines); len(got.Orders) != len(lines) {
		b.Fatalf("%d orders of %d: %+v", len(got.Orders), len(lines), got.Findings)
	}
	b.ReportAllocs()
	for b.Loop() {
		r.Read(lines)
	}
}

func BenchmarkCanonical40Orders(b *testing.B) {
	g := grammarOf(60, 60)
	r := NewReader(g)
	orders := r.Read(typicalLetter(g)).Orders
	for b.Loop() {
		for _, o := range orders {
			r.Canonical(o, "fr")
		}
	}
}

func BenchmarkNewReader(b *testing.B) {
	g := largeGrammar()
	for b.Loop() {
		NewReader(g)
	}
}

func BenchmarkHostile(b *testing.B) {
	r := NewReader(largeGrammar())
	for name, line := range hostile {
		for _, n := range []int{100, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				lines := make([]Line, n)
				for i := range lines {
					lines[i] = Line{i + 1, line}
				}
				for b.Loop() {
					r.Read(lines)
				}
			})
		}
	}
}
