package orders

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// nameText draws what game masters and players call things: several words,
// accents, apostrophes, hyphens, figures, words of the language, marks.
var nameText = rapid.OneOf(
	rapid.StringMatching(`[A-Z][a-zéèœø]{1,7}([ '’-][A-Z][a-z]{1,6}){0,2}`),
	rapid.StringMatching(`[A-Z][a-z]{2,5} [0-9]{1,4}`),
	rapid.SampledFrom([]string{"Le Mans", "Tout", "ATT", "Jean", "Jean le Bon", "le Bon", "a", "Chevalier", "Armée", "500", "1 500", "?", "Pô", "Or",
		"#5", "n° 5", "A; B", `Jean "le Preux"`, "«X»", "Saint-Malo", "SaintMalo", "niveau", "R2D2", "5%", "En Avant", "mdp x", "# x", "-5", "日本"}),
)

var freeText = rapid.OneOf(
	rapid.StringMatching(`[A-Z][a-zéè]{1,9}( [A-Za-z'’"-]{1,6}){0,3}`),
	rapid.SampledFrom([]string{"en Prince", "Tout", "le", "a b", "Jr.", `Jean "le Preux"`, "«Jean»", `"x"`, "Jean 5", "5 Jean", "- x", "x,", "mot de passe", "x %"}),
)

func drawGrammar(t *rapid.T) Grammar {
	g := testGrammar()
	g.Names = nil
	for i, class := range []string{"knight", "rider", "army", "province", "lord"} {
		for n := range rapid.IntRange(1, 6).Draw(t, class) {
			g.Names = append(g.Names, Name{Class: class, ID: n + 1 + i, Text: nameText.Draw(t, "name")})
		}
	}
	if rapid.Bool().Draw(t, "no words for classes") {
		g.Classes = nil
	}
	return g
}

// drawOrder draws an order that the grammar allows.
func drawOrder(t *rapid.T, g Grammar) Order {
	f := rapid.SampledFrom(g.Forms).Draw(t, "form")
	o := Order{Code: f.Code, Standing: rapid.Bool().Draw(t, "standing")}
	for _, p := range f.Params {
		if p.Optional && rapid.Bool().Draw(t, "left out") {
			continue
		}
		a := Arg{Key: p.Key}
		switch {
		case len(p.Words) > 0 && (p.Kind == Choice || rapid.Bool().Draw(t, "word")):
			a.Word = rapid.SampledFrom(p.Words).Draw(t, "choice").Key
		case p.Kind == Named:
			var of []Name
			for _, n := range g.Names {
				if slices.Contains(p.Of, n.Class) {
					of = append(of, n)
				}
			}
			n := rapid.SampledFrom(of).Draw(t, p.Key)
			a.Class, a.ID = n.Class, n.ID
		case p.Kind == Number:
			n := rapid.IntRange(p.Min, p.Max).Draw(t, p.Key)
			a.N = &n
		case p.Kind == Text:
			a.Text = freeText.Filter(func(s string) bool { return flaw(s, ForGame, Text) == "" }).Draw(t, p.Key)
		case p.Kind == Secret:
			a.Text = rapid.OneOf(rapid.StringMatching(`[A-Za-z0-9é][!-~]{0,8}`), rapid.SampledFrom([]string{"Jean", "500", "le", "mdp", "tournoi"})).
				Filter(func(s string) bool { return flaw(s, ForGame, Secret) == "" }).Draw(t, p.Key)
		}
		o.Args = append(o.Args, a)
	}
	return o
}

func sameOrder(a, b Order) bool {
	return a.Code == b.Code && a.Standing == b.Standing && slices.EqualFunc(a.Args, b.Args, equalArg)
}

func TestCanonicalReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrammar(t)
		r := NewReader(g)
		o := drawOrder(t, g)
		for _, lang := range []string{"fr", "en"} {
			text := r.Canonical(o, lang)
			got := r.Read([]Line{{1, text}})
			if len(got.Orders) != 1 || !sameOrder(got.Orders[0], o) {
				t.Fatalf("%+v is written %q and read %+v, findings %+v", o, text, got.Orders, got.Findings)
			}
			if again := r.Canonical(got.Orders[0], lang); again != text {
				t.Fatalf("%q is written again %q", text, again)
			}
		}
	})
}

// scraps are what letters are made of, and what breaks readers.
var scraps = rapid.OneOf(
	rapid.SampledFrom([]string{"ATT", "Attaquer", "INI", "ORG", "PAR", "REN", "FCO", "ARM", "TSF", "DEF", "Déclarer la guerre", "MOTDEPASSE", "mot de passe", "mot", "de passe",
		"SAISON", "AIDE", "Lancelot", "Lorraine", "Yvain", "Jean le Bon", "Lancelott", "Paris", "TOUT", "AUTO", "le", "avec", "écus", "niveau", "%",
		"#14", "#", "n°", "1 500", "1.5", "1,5", "-5", "500", "99999999999999999999", ";", "@", "«", "»", "\"", "\t", "\u00a0", "\u0301", "\u202e", "\x00", "•", ",", ":", "chevalier", "armée"}),
	rapid.StringN(0, 6, 20),
)

var anyLine = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(scraps, 0, 9).Draw(t, "scraps"), rapid.SampledFrom([]string{" ", "", " "}).Draw(t, "between"))
})

// checkReading holds for every letter whatsoever.
func checkReading(fail func(string, ...any), r *Reader, lines []Line) {
	got := r.Read(lines)
	for _, f := range got.Findings {
		n := utf8.RuneCountInString(f.Source)
		switch {
		case f.Column < 0 || f.Width < 0 || f.Column == 0 && f.Width != 0 || f.Column > 0 && (f.Width == 0 || f.Column-1+f.Width > n):
			fail("the caret %d+%d leaves %q (%s)", f.Column, f.Width, f.Source, f.Kind)
		case f.Kind == "" || f.Severity == "":
			fail("finding %+v says nothing", f)
		case f.Kind == OutOfRange && f.Facts["got"] == "":
			fail("finding %+v gives no figure", f)
		}
		if f.Kind == Ambiguous {
			for _, s := range f.Suggestions {
				if back := r.Read([]Line{{1, s}}); len(back.Orders) != 1 {
					fail("the suggestion %q for %q can't be read", s, f.Source)
				}
			}
		}
	}
	for _, o := range got.Orders {
		text := r.Canonical(o, "fr")
		if back := r.Read([]Line{{1, text}}); len(back.Orders) != 1 || !sameOrder(back.Orders[0], o) {
			fail("%q is written %q, which is read %+v %+v", o.Source, text, back.Orders, back.Findings)
		}
	}
}

func TestEveryLetterIsRead(t *testing.T) {
	r := NewReader(testGrammar())
	rapid.Check(t, func(t *rapid.T) {
		var lines []Line
		for i, text := range rapid.SliceOfN(anyLine, 0, 4).Draw(t, "lines") {
			lines = append(lines, Line{i + 1, text})
		}
		checkReading(t.Fatalf, r, lines)
	})
}

// The look of a line doesn't change what it says.
func TestReadingIsStable(t *testing.T) {
	accents := strings.NewReplacer("é", "e", "è", "e", "É", "E", "Î", "I", "Ö", "O", "ö", "o")
	combining := strings.NewReplacer("é", "e\u0301", "Î", "I\u0302", "Ö", "O\u0308", "ö", "o\u0308")
	looks := map[string]func(string) string{
		"capitals":        strings.ToUpper,
		"small letters":   strings.ToLower,
		"no accents":      accents.Replace,
		"combining":       combining.Replace,
		"bullet":          func(s string) string { return " • " + s },
		"number":          func(s string) string { return "12) " + s },
		"NBSP":            func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
		"narrow NBSP":     func(s string) string { return strings.ReplaceAll(s, " ", "\u202f") },
		"typography":      func(s string) string { return strings.NewReplacer("'", "’", "-", "‐").Replace(s) },
		"comment":         func(s string) string { return s + " # voilà" },
		"carriage return": func(s string) string { return s + "\r" },
		"spaces":          func(s string) string { return strings.ReplaceAll(s, " ", "   ") + "  " },
	}
	g := testGrammar()
	r := NewReader(g)
	rapid.Check(t, func(t *rapid.T) {
		o := drawOrder(t, g)
		if f, _ := g.Form(o.Code); slices.ContainsFunc(f.Params, func(p Param) bool { return p.Kind == Text || p.Kind == Secret }) {
			t.Skip("what is free keeps its look")
		}
		o.Standing = false
		text := r.Canonical(o, "fr")
		for name, look := range looks {
			got := r.Read([]Line{{1, look(text)}})
			if len(got.Orders) != 1 || !sameOrder(got.Orders[0], o) || len(got.Findings) > 0 {
				t.Fatalf("%s: %q is read %+v %+v", name, look(text), got.Orders, got.Findings)
			}
		}
	})
}

func TestSlipIsDistanceOne(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcé")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		d := distance(a, b, 3)
		if oneSlip(a, b) != (d == 1) {
			t.Fatalf("%q and %q: distance %d, one slip %v", string(a), string(b), d, oneSlip(a, b))
		}
		if distance(b, a, 3) != d {
			t.Fatalf("%q and %q: distance isn't symmetrical", string(a), string(b))
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"ATT Lancelot Lorraine 300", "@Attaquer Lorraine avec Lancelot; LIB Jean # x", "MOTDEPASSE a;b\nSAISON 13", "REN Lancelot \u202e x\x00",
		"1) INI 50,50,80\n2. ARM 3 1 500", "\xff\xfe ATT «Lancelot» n°3", "PAR Lancelot Arthur", "DEF armée #14 1.500,5", "; ; ;@;#;#1;%", "İÖ\u0301ßﬁ№ 14",
	} {
		f.Add(s)
	}
	for _, line := range hostile {
		f.Add(line)
	}
	r := NewReader(testGrammar())
	f.Fuzz(func(t *testing.T, text string) {
		var lines []Line
		for i, l := range strings.Split(text, "\n") {
			lines = append(lines, Line{i + 1, l})
		}
		checkReading(t.Errorf, r, lines)
		r.ReadSubject(text)
		SubjectTags(text)
	})
}
