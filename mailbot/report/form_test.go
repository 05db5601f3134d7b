package report

import (
	"slices"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/orders"
	"arbitre/templates"
)

func lines(text string) []orders.Line {
	var list []orders.Line
	for n, line := range strings.Split(text, "\n") {
		list = append(list, orders.Line{Number: n + 1, Text: line})
	}
	return list
}

// Sent back as it came, without quotation marks, the mail orders nothing: only
// its date is read, and its form gives no cause for a remark.
func TestTheMailSentBackOrdersNothing(t *testing.T) {
	seasons(t, 4, 3, func(i Issue, _ engine.State) {
		i.Standing = map[engine.Seat][]string{1: {"IMP 5 TOUT"}, 2: {"IMP 4 TOUT"}}
		for seat := engine.Seat(1); seat <= 4; seat++ {
			for _, lang := range templates.Languages() {
				r, err := Write(i, seat, lang)
				if err != nil {
					t.Fatal(err)
				}
				reader := orders.NewReader(i.Game.Grammar(i.Next, seat))
				read := reader.Read(lines(r.Body))
				for _, o := range append(append(slices.Clone(read.Orders), read.Queries...), read.Directives...) {
					if o.Code != "SAISON" {
						t.Errorf("season %d, seat %d, %s: %q is read as %s", i.Played.Season, seat, lang, o.Source, o.Code)
					}
				}
				form, err := Form(i, seat, lang)
				if err != nil {
					t.Fatal(err)
				}
				if read := reader.Read(lines(form)); len(read.Directives) != 1 || len(read.Findings)+len(read.Prose) > 0 {
					t.Errorf("season %d, seat %d, %s: the form reads as %+v", i.Played.Season, seat, lang, read)
				}
			}
		}
	})
}

func TestEveryLineOfTheFormIsAComment(t *testing.T) {
	for _, lang := range templates.Languages() {
		form, err := Form(theIssue(t), 1, lang)
		if err != nil {
			t.Fatal(err)
		}
		dated := false
		for line := range strings.SplitSeq(form, "\n") {
			switch {
			case line == "SAISON 4":
				dated = true
			case line != "" && line != "#" && !strings.HasPrefix(line, "# "):
				t.Errorf("%s: %q", lang, line)
			}
		}
		if !dated {
			t.Errorf("%s: the form isn't dated", lang)
		}
	}
}

// Every order of the rules is on the form once: as a model, or among those that
// aren't played yet.
func TestTheFormShowsEveryOrder(t *testing.T) {
	form, err := Form(theIssue(t), 1, "fr")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range realGrammar().Forms {
		families := slices.DeleteFunc(slices.Clone(families), func(g struct {
			key   string
			codes []string
		}) bool {
			return !slices.Contains(g.codes, f.Code)
		})
		if len(families) != 1 {
			t.Errorf("%s is in %d families", f.Code, len(families))
		}
		model := strings.Contains(form, "\n# "+f.Code+" <")
		if model != f.Played || !strings.Contains(form, f.Code) {
			t.Errorf("%s, played %v, has a model: %v", f.Code, f.Played, model)
		}
	}
}

// A model with its # and its brackets taken away, and names put in, is an order.
func TestModelsAreOrders(t *testing.T) {
	rules, state, _ := found(t, 2)
	form, err := Form(Issue{Game: rules, Next: state, Charter: charter(2)}, 1, "fr")
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer(
		"<niveau 0-10>", "5", "<province>|TOUT", "TOUT", "<province>", "#1", "<écus>|AUTO", "AUTO", "[<écus>]", "", "<écus>", "100",
		"<nombre 1-5>", "2", "<chevalier>", "Aliénor", "[<chevalier>]", "", "<nom>", "Aliénor la Fière", "[<seuil>]", "", "<seuil>", "10",
		"<chevalier ou armée>", "Aliénor", "<chevalier source>", "Aliénor", "<chevalier cible>", "Bohort", "<hommes>|TOUT", "TOUT",
		"[<seigneur>]", "", "<seigneur>", "#2", "<places>", "6", "<récompense>", "1200", "<mot de passe>", "rose", "palissade|muraille|enceinte", "muraille", "<% paysans 0-100>", "50", "<% garnisons 0-100>", "50", "<% chevaliers 0-100>", "80",
	)
	tried := 0
	for line := range strings.SplitSeq(form, "\n") {
		model, ok := strings.CutPrefix(line, "# ")
		if !ok || !strings.Contains(model, "<") || strings.Contains(model, "< >") || strings.Contains(model, "<armée>") {
			continue
		}
		tried++
		read := orders.Read(rules.Grammar(state, 1), []orders.Line{{Number: 1, Text: values.Replace(model)}})
		if len(read.Orders) != 1 || read.Orders[0].Code != model[:3] {
			t.Errorf("%q gives %+v", values.Replace(model), read)
		}
	}
	if tried < 18 {
		t.Errorf("only %d models on the form:\n%s", tried, form)
	}
}

func TestNoFormForWhoCannotOrder(t *testing.T) {
	issue := theIssue(t)
	over := issue
	over.Next = rest{at: issue.Next.Moment(), over: true}
	for name, tell := range map[string]func() (Report, error){
		"the dead":        func() (Report, error) { return Write(issue, 3, "fr") },
		"a finished game": func() (Report, error) { return Write(over, 1, "fr") },
		"the public":      func() (Report, error) { return Write(issue, 0, "fr") },
	} {
		r, err := tell()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(r.Body, "SAISON 4") || strings.Contains(r.Body, "# ") || strings.Contains(r.Body, "attendus") {
			t.Errorf("%s get a form:\n%s", name, r.Body)
		}
	}
}
