// Package docs holds what people read about the Arbitre, and the tests that
// keep it true: the orders' table of the players' guide is made from the tables
// that read the orders, and the commands of the game masters' guide are run.
package docs

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot/report"
	"arbitre/orders"
	"arbitre/templates"
)

//go:generate go test -run "TestThePlayersGuideListsEveryOrder|TestTheReadmesConfirmationIsReal" -update

var update = flag.Bool("update", false, "write the generated parts of the pages anew")

const (
	guide    = "joueur.md"
	beginsAt = "<!-- Ce qui suit est fabriqué par « go generate ./docs » : ne le changez pas à la main. -->\n"
	endsAt   = "<!-- Fin de la partie fabriquée. -->\n"
)

// The orders' table in the players' guide is what the Arbitre reads by today.
func TestThePlayersGuideListsEveryOrder(t *testing.T) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), beginsAt)
	have, after, ends := strings.Cut(rest, endsAt)
	if !begins || !ends {
		t.Fatalf("%s has lost the lines between which the table stands:\n%s%s", guide, beginsAt, endsAt)
	}
	want := ordersOf(t)
	if *update {
		if err := os.WriteFile(guide, []byte(before+beginsAt+want+endsAt+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("%s is out of date; run go generate ./docs (-want +have)\n%s", guide, diff)
	}
}

// ordersOf is the generated part: a table of all orders and words, then each in full.
func ordersOf(t testing.TB) string {
	t.Helper()
	game := gloire.Game{}
	charter := engine.Charter{Game: "docs", Rules: game.Name(), Edition: "2.15", Map: "scandinavie", Seats: []engine.Founder{
		{Seat: 1, Name: "Lancelot"}, {Seat: 2, Name: "Gauvain"},
	}}
	state, _, err := game.Found(charter, engine.Lowest{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	section := func(title string, forms []orders.Form, help string) {
		fmt.Fprintf(&out, "\n### %s\n\n", title)
		writeTable(&out, forms)
		for _, f := range forms {
			writeEntry(t, &out, f, help+f.Code)
		}
	}
	section("Les ordres, dans l'ordre où ils sont joués", game.Grammar(state, 1).Forms, game.Name()+"/help/")
	section("Les mots pour l'Arbitre", orders.Words(), "word/help/")
	return out.String() + "\n"
}

// writeTable lists some forms with their names.
func writeTable(out *strings.Builder, forms []orders.Form) {
	out.WriteString("| code | en français | en anglais | compris aussi |\n|---|---|---|---|\n")
	for _, f := range forms {
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", f.Code, f.French, f.English, strings.Join(f.Aliases, ", "))
	}
}

// writeEntry tells how one form is written, and what it does.
func writeEntry(t testing.TB, out *strings.Builder, f orders.Form, help string) {
	t.Helper()
	set := templates.In("fr")
	if !set.Has(help) {
		t.Fatalf("%s has no help text", f.Code)
	}
	says, example, found := strings.Cut(set.Word(help), "\nExemple")
	fmt.Fprintf(out, "\n- `%s`\n\n  %s", report.Synopsis(set, f), strings.Join(strings.Fields(says), " "))
	if found {
		_, example, _ = strings.Cut(example, ":")
		fmt.Fprintf(out, " Exemple : `%s`", strings.TrimSpace(example))
	}
	out.WriteString("\n")
}
