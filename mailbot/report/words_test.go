package report

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
	"arbitre/templates"
)

// samples are facts of every kind, in each of the shapes that its template
// tells apart.
func samples() []engine.Facts {
	lord, other, knight, province, army := olaf, ingrid, lance, uppland, army
	refusal := orders.Finding{Severity: orders.Refused, Kind: "gloire/no-men", Facts: map[string]string{"knight": "Lancelot"}}
	side := func(what string, lord, knight gloire.Ref) gloire.Side {
		return gloire.Side{Lord: lord, Knight: knight, What: what, RenownBefore: 10000, RenownAfter: 9950, MenBefore: 1000, MenAfter: 640}
	}
	list := []engine.Facts{
		gloire.Refused{Order: "ATT Lancelot Uppland", Finding: refusal},
		gloire.Renamed{Lord: lord, Knight: knight, Old: "Chevalier 14"},
		gloire.Renamed{Lord: lord, Knight: self, Old: "Olaf", LordToo: true},
		gloire.Freed{Knight: knight}, gloire.Freed{Knight: knight, Men: 1}, gloire.Freed{Knight: knight, Men: 120},
		gloire.Disbanded{Army: army, Province: province, Men: 300},
		gloire.Disbanded{Army: army, Province: province, Knight: knight, Men: 1},
		gloire.RetreatsSet{Peasants: 0, Garrisons: 50, Knights: 80},
		gloire.DefenceSet{Unit: knight, IsKnight: true, Threshold: 300}, gloire.DefenceSet{Unit: army},
		gloire.Taxed{Province: province, Level: 10, Income: 1592},
		gloire.Redistributed{Province: province, Full: 1716, HappinessBefore: 2000, HappinessAfter: 1000, WealthBefore: 400, WealthAfter: 200},
		gloire.Redistributed{Province: province, Given: 1716, Full: 1716, HappinessBefore: 2000, HappinessAfter: 2000, WealthBefore: 400, WealthAfter: 400},
		gloire.KnightCalled{Knight: knight, Renown: 5700, Cost: 325, Pay: 57, Province: province},
		gloire.CallUnpaid{Renown: 8800, Cost: 774, Treasury: 300},
		gloire.KnightsCalled{Lord: lord, Count: 1}, gloire.KnightsCalled{Lord: lord, Count: 5},
		gloire.ArmyRaised{Army: army, Province: province, Spent: 500, Men: 100},
		gloire.ArmyRaised{Army: army, Province: province, Knight: knight, Spent: 5, Men: 1, HappinessLost: 10},
		gloire.ArmyAssigned{Army: army, Province: province, Knight: knight, Men: 100, HappinessLost: 10},
		gloire.MenTransferred{From: knight, FromLord: lord, To: perce, ToLord: lord, Men: 200},
		gloire.MenTransferred{From: knight, FromLord: lord, To: ingrid, ToLord: other, Men: 1},
		gloire.Garrisoned{Knight: knight, Army: army, Province: province, Men: 100},
		gloire.GarrisonCheered{Province: province, Men: 1000, Gained: 100},
		gloire.Fled{Lord: lord, Knight: knight, Army: army, From: uppland, To: narke, Distance: 2, Lost: 50, Left: 150},
		gloire.Fled{Lord: lord, Army: army, From: uppland, To: narke, Distance: 1, Left: 1},
		gloire.Fled{Lord: lord, Army: army, From: uppland, Distance: 5, Lost: 200},
		gloire.Fled{Lord: lord, Knight: knight, From: uppland, To: narke, Distance: 3},
		gloire.Felony{Lord: lord, Against: other, RenownBefore: 10000, RenownAfter: 3333},
		gloire.AllianceMade{Lord: lord, With: other}, gloire.PeaceMade{Lord: lord, With: other},
		gloire.AllyCalled{Lord: lord, With: other, Enemies: []gloire.Ref{other}}, gloire.AllyCalled{Lord: lord, With: other, Enemies: []gloire.Ref{lord, other}},
		gloire.CallIgnored{Lord: lord, By: other, RenownBefore: 10000, RenownAfter: 8650},
		gloire.Revolted{Lord: lord, Province: province},
		gloire.Fortified{Province: province, Walls: gloire.Palisade, Cost: 500, Gained: 100},
		gloire.Fortified{Province: province, Walls: gloire.Rampart, Cost: 1500}, gloire.Fortified{Province: province, Walls: gloire.Fortress, Cost: 5000, Gained: 400},
		gloire.ProvinceSold{Lord: lord, With: other, Province: province},
		gloire.Sold{Province: province, With: other, Price: 3000}, gloire.Bought{Province: province, With: lord, Price: 1, Happiness: 2000},
		gloire.Spied{Province: province, Cost: 500, Owner: lord, Wealth: 410, Population: 19344, Happiness: 2000, Walls: gloire.Rampart,
			Forces: []gloire.SpiedForce{{Lord: lord, Knight: self, Renown: 11230, Men: 788}, {Lord: other, Knight: perce, Renown: 5700}, {Lord: lord, Men: 1}}},
		gloire.Spied{Province: province, Cost: 500, Wealth: 1000, Population: 20000, Happiness: 2000, Peasants: 600},
		gloire.Spied{Province: province, Cost: 500, Wealth: 1000, Population: 1, Peasants: 1, Forces: []gloire.SpiedForce{{Lord: lord, Knight: knight, Renown: 100}}},
		gloire.SpyLost{Province: province, Cost: 500},
		gloire.JoustOpened{Places: 6, Reward: 1200, Cost: 3000},
		gloire.JoustRound{Host: lord, Round: 1, Tilts: []gloire.Tilt{{Won: knight, Lost: perce}, {Won: ingrid, Lost: self}}, Odd: harald},
		gloire.JoustRound{Round: 2, Tilts: []gloire.Tilt{{Won: knight, Lost: ingrid}}},
		gloire.JoustDuel{Host: other, Round: 1, Knight: knight, Lord: lord, RenownBefore: 4000, RenownAfter: 4800, Beaten: ingrid, Against: other, BeatenBefore: 9000, BeatenAfter: 8370},
		gloire.JoustDuel{Round: 2, Knight: self, Lord: lord, RenownBefore: 9000, RenownAfter: 9020, Beaten: perce, Against: other, BeatenBefore: 4000, BeatenAfter: 4000},
		gloire.JoustWon{Host: lord, Lord: other, Knight: perce, Riders: 2}, gloire.JoustWon{Lord: lord, Knight: self, Riders: 17},
		gloire.JoustEmpty{Host: lord, Riders: 1}, gloire.JoustEmpty{},
		gloire.PrizeWon{Host: other, Knight: knight, Amount: 1200}, gloire.PrizeWon{Knight: self, Amount: 15000}, gloire.PrizeLost{Knight: knight, Amount: 1200},
		gloire.HostHonoured{Lord: lord, Share: 20, RenownBefore: 10000, RenownAfter: 10160},
		gloire.JoustAnnounced{Season: 5},
		gloire.GiftGiven{With: other, Amount: 500}, gloire.GiftReceived{With: lord, Amount: 1},
		gloire.NobodyLeft{},
		gloire.EstateLost{Amount: 1}, gloire.EstateLost{Amount: 4215},
		gloire.LordDied{Lord: lord}, gloire.LordDied{Lord: lord, By: other},
		gloire.Moved{Lord: lord, Knight: knight, From: narke, To: uppland}, gloire.Moved{Lord: lord, Knight: self, From: narke, To: narke},
		gloire.Paid{Knights: 320, Armies: 100, Treasury: 1},
		gloire.Deserted{Knight: knight, Army: army, Men: 100, Due: 57}, gloire.Deserted{Knight: knight, Due: 57}, gloire.Deserted{Army: army, Men: 100, Due: 10},
		gloire.Titled{Lord: lord, New: gloire.Baron}, gloire.Titled{Lord: lord, Old: gloire.Count, New: gloire.Baron}, gloire.Titled{Lord: lord, Old: gloire.Baron},
		gloire.Begun{Map: "scandinavie", Lords: 10}, gloire.Begun{Map: "lune", Lords: 1},
		gloire.Enfeoffed{Lord: lord, Province: province},
	}
	for title := gloire.Baron; title <= gloire.Prince; title++ {
		list = append(list, gloire.Annuity{Title: title, Amount: 1000})
	}
	for _, how := range []string{"prestige", "conquest", "alliance", "survival"} {
		list = append(list, gloire.Crowned{Lord: lord, How: how, Prestige: 101250})
		if how != "survival" {
			list = append(list, gloire.VictoryNear{Lord: other, How: how})
		}
	}
	for _, why := range []string{"freed", "unpaid", "died", "deserted", "lord-died"} {
		list = append(list, gloire.KnightLeft{Lord: lord, Knight: knight, Province: province, Why: why})
	}
	for _, outcome := range []string{"conquered", "repelled", "died", "cancelled-ally"} {
		list = append(list,
			gloire.Attack{Lord: lord, Knight: knight, From: narke, Province: province, Against: other, Outcome: outcome},
			gloire.Attack{Lord: lord, Knight: self, From: narke, Province: province, Outcome: outcome})
	}
	for _, why := range []string{"felony", "declared", "common-war"} {
		list = append(list, gloire.WarBegan{Lord: lord, Against: other, Why: why}, gloire.AllianceEnded{Lord: lord, With: other, Why: why})
	}
	for _, ending := range []string{"attacker-broke", "attacker-died", "defender-broke", "defender-died", "defender-fled"} {
		for walls := gloire.NoWalls; walls <= gloire.Fortress; walls++ {
			for _, defender := range []gloire.Side{side("knight", other, perce), side("garrison", other, none), side("peasants", other, none), side("peasants", none, none)} {
				b := gloire.Battle{Province: province, Walls: walls, Attacker: side("knight", lord, knight), Defender: defender, Ending: ending}
				if ending != "defender-fled" {
					b.Passes, b.Prize = 7, 400
				}
				list = append(list, b)
			}
		}
	}
	return append(list, gloire.Battle{Province: province, Attacker: side("knight", lord, knight), Defender: side("garrison", other, none), Ending: "attacker-broke"})
}

// factTypes are the facts that the engine declares, by kind, read from its source.
func factTypes(t *testing.T) map[string]string {
	t.Helper()
	kinds := map[string]string{}
	paths, err := filepath.Glob("../../engine/gloire/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("the engine's source isn't there", err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Kind" {
				continue
			}
			literal := f.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit)
			kind, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds[kind] = fmt.Sprint(f.Recv.List[0].Type)
		}
	}
	return kinds
}

// Every kind of event is told in both languages, whatever its facts.
func TestEveryEventHasWords(t *testing.T) {
	sampled := map[string]bool{}
	for _, facts := range samples() {
		sampled[facts.Kind()] = true
		for _, lang := range templates.Languages() {
			text, err := templates.In(lang).Render("gloire/event/"+facts.Kind(), facts)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, fault := range []string{"<no value>", "%!", "  ", " ,", " .", "\n\n", "( ", " )", "{", "gloire/", "de Olaf", "de Ingrid", "de Uppland"} {
				if strings.Contains(text, fault) {
					t.Errorf("%s %+v: %q in %q", lang, facts, fault, text)
				}
			}
			if last := []rune(text); len(last) < 10 || !strings.ContainsRune(".", last[len(last)-1]) {
				t.Errorf("%s %+v doesn't end as a sentence: %q", lang, facts, text)
			}
		}
	}
	for kind, name := range factTypes(t) {
		if !sampled[kind] {
			t.Errorf("%s (%q) has no sample here, so nothing holds its words", name, kind)
		}
	}
}

// Every word that the engine or the order reader gives a key has its entry.
func TestEveryKeyHasWords(t *testing.T) {
	var names []string
	add := func(prefix string, keys ...string) {
		for _, key := range keys {
			names = append(names, prefix+key)
		}
	}
	for _, p := range gloire.Phases() {
		add("gloire/phase/", p.Key)
	}
	for _, e := range foundingEvents(t) {
		add("gloire/phase/", e.Phase)
	}
	for n := gloire.NoTitle; n <= gloire.Prince; n++ {
		add("gloire/title/", strconv.Itoa(int(n)))
	}
	for n := gloire.NoWalls; n <= gloire.Fortress; n++ {
		add("gloire/walls/", strconv.Itoa(int(n)))
		add("gloire/part/walls/", strconv.Itoa(int(n)))
	}
	add("gloire/relation/", string(gloire.Neutral), string(gloire.Ally), string(gloire.Enemy))
	add("gloire/posting/", "treasury", "tax", "redistribution", "annuity", "call", "levy", "sale", "purchase", "spy", "fortify", "joust", "prize", "gift", "pay-knights", "pay-armies", "gift-received", "estate")
	for _, facts := range samples() {
		for _, m := range movements(facts) {
			add("gloire/posting/", m.Key)
		}
	}
	for kind := range gloire.FindingKinds() {
		add("finding/", kind)
	}
	add("finding/", readerKinds...)
	for _, f := range realGrammar().Forms {
		add("gloire/help/", f.Code)
		for _, p := range f.Params {
			add("label/", p.Key)
			if p.Unit != "" {
				add("unit/", p.Unit)
			}
			for _, class := range p.Of {
				add("class/", class)
			}
		}
	}
	for _, f := range orders.Words() {
		add("word/help/", f.Code)
		for _, p := range f.Params {
			add("label/", p.Key)
		}
	}
	for _, family := range families {
		add("gloire/form/", family.key)
	}
	for _, lang := range templates.Languages() {
		set := templates.In(lang)
		for _, name := range names {
			if !set.Has(name) {
				t.Errorf("no %s entry %q", lang, name)
			}
		}
	}
}

// readerKinds are the kinds of the order reader.
var readerKinds = []string{
	orders.UnknownOrder, orders.MissingArgument, orders.ExtraWords, orders.UnknownName, orders.UnknownChoice, orders.SameName,
	orders.OutOfRange, orders.NotANumber, orders.WrongUnit, orders.Ambiguous, orders.BadName, orders.UnderstoodAs, orders.NotStanding,
	orders.LineTooLong, orders.TooManyLines,
}

// Every finding of the rules says all the facts that it carries.
func TestFindingsTellTheirFacts(t *testing.T) {
	quiet := map[string]bool{"gloire/incomplete": true, "gloire/may-fail": true} // their fact is a key, shown by its label
	for kind, facts := range gloire.FindingKinds() {
		f := orders.Finding{Kind: kind, Facts: map[string]string{}}
		for i, fact := range facts {
			f.Facts[fact] = strconv.Itoa(101 + i)
		}
		for _, lang := range templates.Languages() {
			text, err := templates.In(lang).Render("finding/"+kind, f)
			if err != nil {
				t.Error(err)
				continue
			}
			for fact, value := range f.Facts {
				if !quiet[kind] && !strings.Contains(text, value) {
					t.Errorf("%s %s doesn't tell its %s: %s", lang, kind, fact, text)
				}
			}
			if strings.Contains(text, "<no value>") || strings.Contains(text, "  ") {
				t.Errorf("%s %s: %q", lang, kind, text)
			}
		}
	}
}

// A reason that may come about is told with the facts of that reason.
func TestMayFailTellsTheReason(t *testing.T) {
	f := orders.Finding{Kind: "gloire/may-fail", Facts: map[string]string{"reason": "no-answer", "lord": "Ingrid"}}
	for lang, want := range map[string]string{"fr": "Ingrid n'a pas donné", "en": "Ingrid did not give"} {
		if text, err := templates.In(lang).Render("finding/gloire/may-fail", f); err != nil || !strings.Contains(text, want) {
			t.Errorf("%q, %v", text, err)
		}
	}
}

func foundingEvents(t *testing.T) []engine.Event {
	t.Helper()
	_, _, events := found(t, 2)
	return events
}

// The example of each order's help is such an order, and reads without a remark.
func TestExamplesAreOrders(t *testing.T) {
	grammar := realGrammar()
	for i, text := range []string{"Lancelot", "Perceval"} {
		grammar.Names = append(grammar.Names, orders.Name{Class: "knight", ID: 14 + 100*i, Text: text})
	}
	for i, text := range []string{"Gauvain", "Gawain", "Méléagant"} {
		grammar.Names = append(grammar.Names, orders.Name{Class: "lord", ID: 50 + i, Text: text})
	}
	grammar.Names = append(grammar.Names,
		orders.Name{Class: "army", ID: 12, Text: "12"}, orders.Name{Class: "province", ID: 999, Text: "Lorraine"})
	reader := orders.NewReader(grammar)
	for _, lang := range templates.Languages() {
		for _, f := range grammar.Forms {
			_, example, _ := strings.Cut(templates.In(lang).Word("gloire/help/"+f.Code), "\n")
			_, text, ok := strings.Cut(example, ": ")
			read := reader.Read([]orders.Line{{Number: 1, Text: text}})
			if !ok || len(read.Orders) != 1 || read.Orders[0].Code != f.Code || len(read.Findings) > 0 {
				t.Errorf("%s %s: the example %q reads as %+v", lang, f.Code, text, read)
			}
		}
		for _, f := range orders.Words() {
			_, example, ok := strings.Cut(templates.In(lang).Word("word/help/"+f.Code), "\n")
			if !ok {
				continue
			}
			_, text, _ := strings.Cut(example, ": ")
			read := reader.Read([]orders.Line{{Number: 1, Text: text}})
			if all := append(read.Directives, read.Queries...); len(all) != 1 || all[0].Code != f.Code || len(read.Findings) > 0 {
				t.Errorf("%s %s: the example %q reads as %+v", lang, f.Code, text, read)
			}
		}
	}
}
