package report

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/orders"
	"arbitre/templates"
)

// What the order reader says of lines with faults of every kind, as a player
// reads it.
func TestFindingsOfALetter(t *testing.T) {
	source, err := os.ReadFile("testdata/faulty.txt")
	if err != nil {
		t.Fatal(err)
	}
	letter := lines(strings.TrimRight(string(source), "\n"))
	letter = append(letter, orders.Line{Number: len(letter) + 1, Text: "ATT Aliénor " + strings.Repeat("x", orders.MaxLine)})
	rules, state, _ := found(t, 2)
	// Names that two knights bear, and that a lord and a province share.
	grammar := rules.Grammar(state, 1)
	grammar.Names = append(grammar.Names,
		orders.Name{Class: "knight", ID: 41, Text: "Gautier"}, orders.Name{Class: "knight", ID: 42, Text: "Gautier"},
		orders.Name{Class: "lord", ID: 41, Text: "Anjou"}, orders.Name{Class: "province", ID: 941, Text: "Anjou"},
		orders.Name{Class: "lord", ID: 42, Text: "Berry"}, orders.Name{Class: "province", ID: 942, Text: "Berry"})
	read := orders.Read(grammar, letter)
	seen := map[string]bool{}
	for _, lang := range templates.Languages() {
		var b strings.Builder
		for _, f := range read.Findings {
			seen[f.Kind] = true
			text, err := templates.In(lang).Render("finding/"+f.Kind, f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n%s\n\n", templates.Caret(f.Source, f.Column, f.Width), templates.Wrap("→ "+text, templates.Width, 2))
		}
		golden(t, "faulty."+lang+".txt", strings.TrimRight(b.String(), "\n")+"\n")
	}
	var many []orders.Line
	for n := range orders.MaxLines + 2 {
		many = append(many, orders.Line{Number: n + 1, Text: "IMP 5 TOUT"})
	}
	for _, f := range orders.Read(grammar, many).Findings {
		seen[f.Kind] = true
		for lang, want := range map[string]string{"fr": "2\u202f000 premières", "en": "first 2,000"} {
			if text, err := templates.In(lang).Render("finding/"+f.Kind, f); err != nil || !strings.Contains(text, want) {
				t.Errorf("%q, %v", text, err)
			}
		}
	}
	for _, kind := range readerKinds {
		if !seen[kind] {
			t.Errorf("no line is faulty in the way of %q", kind)
		}
	}
}

// The reasons for which a season refuses orders have their words, whatever the
// players wrote.
func TestRefusalsOfASeason(t *testing.T) {
	rules, state, _ := found(t, 2)
	var list orders.List
	for _, text := range []string{
		"ATT Aliénor #1", "MOV Aliénor #2", "GAR Aliénor TOUT", "LIB Aliénor", "CHE 5", "CHE 5", "TSF Aliénor Bohort 10", "REN Aliénor Bohort", "IMP 5 TOUT", "IMP 4 TOUT", "DEM #999",
	} {
		list = append(list, orders.Read(rules.Grammar(state, 1), []orders.Line{{Number: len(list) + 1, Text: text}}).Orders...)
	}
	review := rules.Review(state, 1, list)
	if len(review.Findings) < 5 {
		t.Fatalf("only %d findings", len(review.Findings))
	}
	_, events, err := rules.Resolve(state, map[engine.Seat]orders.List{1: list}, engine.Keyed{})
	if err != nil {
		t.Fatal(err)
	}
	w := writer{Issue: Issue{Game: rules}, seat: 1}
	for _, lang := range templates.Languages() {
		w.set = templates.In(lang)
		for _, f := range review.Findings {
			if text, err := w.set.Render("finding/"+f.Kind, f); err != nil || strings.Contains(text, "gloire/") {
				t.Errorf("%s: %q, %v", f.Kind, text, err)
			}
		}
		for _, p := range review.Forecast {
			if !w.set.Has("gloire/posting/" + p.Key) {
				t.Errorf("no %s word for the movement %q", lang, p.Key)
			}
		}
		refusals := only(events, refused)
		items, err := w.items(refusals)
		if err != nil || len(items) < 5 {
			t.Errorf("%d refusals, %v", len(items), err)
		}
		for _, item := range items {
			if strings.Contains(item, "gloire/") || strings.Contains(item, "label/") {
				t.Errorf("a word is missing in %q", item)
			}
		}
	}
}
