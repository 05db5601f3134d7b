package report

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// A table is a game that stands still: its briefs are laid out by hand, its
// grammar is the real one of the rules, and it plays nothing.
type table struct {
	engine.Game
	briefs map[engine.Seat]gloire.Brief
}

type rest struct {
	at   engine.Moment
	over bool
}

func (r rest) Moment() engine.Moment { return r.at }
func (r rest) Over() bool            { return r.over }

func (table) Name() string                                          { return "gloire" }
func (t table) Brief(_ engine.State, seat engine.Seat) engine.Brief { return t.briefs[seat] }
func (table) Tables(engine.State, engine.Seat, []engine.Event) []engine.Table {
	return []engine.Table{{File: "BILAN.txt", Text: "bilan\n"}, {File: "PARTIE.txt", Text: "partie\n"}}
}

func (table) Grammar(engine.State, engine.Seat) orders.Grammar { return realGrammar() }

// realGrammar is what a lord may write in a fresh game of the real rules.
func realGrammar() orders.Grammar {
	rules, state, _ := founded(2)
	return rules.Grammar(state, 1)
}

// found founds a game of the real rules.
func found(t testing.TB, lords int) (engine.Game, engine.State, []engine.Event) {
	t.Helper()
	rules, state, events := founded(lords)
	if state == nil {
		t.Fatal("the game can't be founded")
	}
	return rules, state, events
}

func founded(lords int) (engine.Game, engine.State, []engine.Event) {
	rules := gloire.Game{}
	state, events, err := rules.Found(charter(lords), engine.Keyed{})
	if err != nil {
		return rules, nil, nil
	}
	return rules, state, events
}

func charter(lords int) engine.Charter {
	c := engine.Charter{Game: "essai", Rules: "gloire", Edition: "2.15", Map: "scandinavie"}
	for i, name := range []string{"Aliénor", "Bohort", "Cador", "Dinadan", "Érec", "Frolle", "Gauvain", "Hélène", "Iseut", "Joseph"}[:lords] {
		c.Seats = append(c.Seats, engine.Founder{Seat: engine.Seat(i + 1), Name: name})
	}
	return c
}

// The people and places of the issue laid out by hand.
var (
	olaf    = gloire.Ref{ID: 1, Name: "Olaf le Balafré"}
	ingrid  = gloire.Ref{ID: 2, Name: "Ingrid d'Åland"}
	harald  = gloire.Ref{ID: 3, Name: "Harald"}
	self    = gloire.Ref{ID: 1, Name: "Olaf le Balafré"}
	lance   = gloire.Ref{ID: 14, Name: "Lancelot"}
	perce   = gloire.Ref{ID: 21, Name: "Perceval"}
	sigurd  = gloire.Ref{ID: 17, Name: "Sigurd"}
	uppland = gloire.Ref{ID: 3, Name: "Uppland"}
	narke   = gloire.Ref{ID: 12, Name: "Närke"}
	varm    = gloire.Ref{ID: 7, Name: "Värmland"}
	army    = gloire.Ref{ID: 9, Name: "#9"}
	none    gloire.Ref
)

// theIssue is season 3 of a game of three lords, told to Olaf, who conquers
// Uppland from Ingrid and loses a knight before Värmland.
func theIssue(t testing.TB) Issue {
	t.Helper()
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	everyone, mine, hers := engine.Everyone(), engine.Only(1), engine.Only(2)
	public := gloire.Brief{
		Game: "scan1", Map: "scandinavie", Edition: "2.15", At: engine.Moment{Season: 4},
		MeanHappiness: 1987, MeanRenown: 6120,
		Ranking: []gloire.Rank{
			{Place: 1, Lord: olaf, Title: gloire.Count, Prestige: 21250, Knights: 2, Men: 1088, Provinces: 2, Treasury: 4321, Alive: true},
			{Place: 2, Lord: ingrid, Prestige: 12049, Knights: 1, Men: 345, Provinces: 1, Treasury: 912, Alive: true},
			{Lord: harald, Alive: false},
		},
		Provinces: []gloire.ProvinceView{
			{ID: 3, Name: "Uppland", Owner: olaf, Population: 19344, Happiness: 2000, Neighbours: []int{7, 12}},
			{ID: 7, Name: "Värmland", Owner: ingrid, Population: 20310, Happiness: 1250, Neighbours: []int{3, 12}},
			{ID: 12, Name: "Närke", Owner: olaf, Population: 20001, Happiness: 2240, Neighbours: []int{3, 7, 31}},
			{ID: 31, Name: "Västergötland", Population: 20000, Happiness: 2000, Neighbours: []int{12}},
		},
		Knights: []gloire.KnightView{
			{ID: 1, Name: self.Name, Lord: olaf, Renown: 11230, Province: uppland, IsLord: true},
			{ID: 2, Name: ingrid.Name, Lord: ingrid, Renown: 9000, Province: varm, IsLord: true},
			{ID: 21, Name: "Perceval", Lord: olaf, Renown: 5700, Province: narke},
		},
		Wars: [][2]gloire.Ref{{olaf, ingrid}},
	}
	own := public
	own.Own = &gloire.Own{
		Lord: olaf, Alive: true, Title: gloire.Count, Prestige: 21250, Treasury: 4321, PayDue: 166,
		Retreats: gloire.RetreatsSet{Peasants: 0, Garrisons: 50, Knights: 80},
		Provinces: []gloire.OwnProvince{
			{ProvinceView: public.Provinces[0], Wealth: 410},
			{ProvinceView: public.Provinces[2], Wealth: 1000, Walls: gloire.Palisade},
		},
		Knights: []gloire.OwnKnight{
			{KnightView: public.Knights[0], Army: 9, Men: 788},
			{KnightView: public.Knights[2], Pay: 57},
		},
		Garrisons: []gloire.OwnArmy{{ID: 33, Men: 300, Province: narke}},
		Relations: []gloire.LordInRelation{{Lord: ingrid, Is: gloire.Enemy}},
	}
	hersOwn := public
	hersOwn.Own = &gloire.Own{Lord: ingrid, Alive: true, Treasury: 912, Prestige: 12049}
	dead := public
	dead.Own = &gloire.Own{Lord: harald}
	refusal := orders.Finding{Severity: orders.Refused, Kind: "gloire/out-of-reach", Source: "mov lancelot vastergotland",
		Facts: map[string]string{"knight": "Lancelot", "from": "Uppland", "province": "Västergötland"}}
	return Issue{
		Game:    table{briefs: map[engine.Seat]gloire.Brief{0: public, 1: own, 2: hersOwn, 3: dead}},
		Charter: engine.Charter{Game: "scan1", Rules: "gloire", Edition: "2.15", Map: "scandinavie"},
		Played:  engine.Moment{Season: 3}, Next: rest{at: engine.Moment{Season: 4}},
		Commitment: strings.Repeat("c0ffee00", 8), Secret: strings.Repeat("5ec4e700", 8), Digest: strings.Repeat("d19e5700", 8),
		Deadline: time.Date(2026, 11, 28, 19, 0, 0, 0, time.UTC), Zone: paris,
		Standing: map[engine.Seat][]string{1: {"IMP 5 TOUT", "RED AUTO TOUT"}},
		Events: []engine.Event{
			{Phase: "imposition", To: mine, Facts: gloire.Taxed{Province: narke, Level: 5, Income: 1592}},
			{Phase: "imposition", To: hers, Facts: gloire.Taxed{Province: varm, Level: 9, Income: 7777}},
			{Phase: "redistribution", To: mine, Facts: gloire.Redistributed{Province: narke, Given: 1592, Full: 1716, HappinessBefore: 2240, HappinessAfter: 2161, WealthBefore: 1000, WealthAfter: 964}},
			{Phase: "annuity", To: mine, Facts: gloire.Annuity{Title: gloire.Count, Amount: 2000}},
			{Phase: "call", To: mine, Facts: gloire.KnightCalled{Knight: perce, Renown: 5700, Cost: 531, Pay: 57, Province: narke}},
			{Phase: "call", To: mine, Facts: gloire.CallUnpaid{Renown: 9900, Cost: 1601, Treasury: 1200}},
			{Phase: "call", To: everyone, Facts: gloire.KnightsCalled{Lord: olaf, Count: 1}},
			{Phase: "levy", To: mine, Facts: gloire.ArmyRaised{Army: army, Province: narke, Knight: self, Spent: 500, Men: 100, HappinessLost: 10}},
			{Phase: "attack", To: engine.Only(1, 2), Facts: gloire.Battle{Province: uppland, Walls: gloire.Palisade,
				Attacker: gloire.Side{Lord: olaf, Knight: self, What: "knight", RenownBefore: 10000, RenownAfter: 11230, MenBefore: 1000, MenAfter: 788, Threshold: 4711},
				Defender: gloire.Side{Lord: ingrid, What: "garrison", RenownBefore: 3060, RenownAfter: 2440, MenBefore: 800, MenAfter: 345, Threshold: 4712},
				Passes:   7, Ending: "defender-broke", Prize: 421}},
			{Phase: "attack", To: hers, Facts: gloire.Fled{Lord: ingrid, From: uppland, To: varm, Distance: 1, Left: 345}},
			{Phase: "attack", To: everyone, Facts: gloire.Attack{Lord: olaf, Knight: self, From: narke, Province: uppland, Against: ingrid, Outcome: "conquered"}},
			{Phase: "attack", To: engine.Only(1, 2), Facts: gloire.Battle{Province: varm,
				Attacker: gloire.Side{Lord: olaf, Knight: lance, What: "knight", RenownBefore: 4100, RenownAfter: 3500, MenBefore: 60},
				Defender: gloire.Side{Lord: ingrid, Knight: ingrid, What: "knight", RenownBefore: 8800, RenownAfter: 9000, MenBefore: 400, MenAfter: 395},
				Passes:   3, Ending: "attacker-died", Prize: 120}},
			{Phase: "attack", To: everyone, Facts: gloire.Attack{Lord: olaf, Knight: lance, From: narke, Province: varm, Against: ingrid, Outcome: "died"}},
			{Phase: "attack", To: everyone, Facts: gloire.KnightLeft{Lord: olaf, Knight: lance, Province: varm, Why: "died"}},
			{Phase: "move", To: mine, Facts: gloire.Refused{Order: "MOV Lancelot Västergötland", Finding: refusal}},
			{Phase: "move", To: everyone, Facts: gloire.Moved{Lord: ingrid, Knight: sigurd, From: varm, To: narke}},
			{Phase: "spy", To: mine, Facts: gloire.Spied{Province: varm, Cost: 500, Owner: ingrid, Walls: gloire.Rampart, Wealth: 615, Population: 20310, Happiness: 1250,
				Forces: []gloire.SpiedForce{{Lord: ingrid, Knight: ingrid, Renown: 9000, Men: 395}, {Lord: ingrid, Men: 345}}}},
			{Phase: "suicide", To: everyone, Facts: gloire.LordDied{Lord: harald}},
			{Phase: "suicide", To: engine.Only(engine.Seat(harald.ID)), Facts: gloire.EstateLost{Amount: 1215}},
			{Phase: "pay", To: mine, Facts: gloire.Paid{Knights: 41, Armies: 109, Treasury: 4321}},
			{Phase: "title", To: everyone, Facts: gloire.Titled{Lord: olaf, Old: gloire.Viscount, New: gloire.Count}},
		},
	}
}
