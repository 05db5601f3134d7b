package gloire

import (
	"slices"

	"arbitre/orders"
)

// A phase of the season.
type phase struct {
	Phase
	before func(*season)                                // once, before the orders
	order  func(*season, *Lord, *order) *orders.Finding // carries one out, or says why not
	after  func(*season)                                // once, after the orders
}

// A Phase is a step of the season as a reader sees it.
type Phase struct {
	Key    string   // "attack": the templates' key; the two of TSF and of GAR share one
	Number int      // in rules-gloire §5
	Codes  []string // of the orders that it carries out
	Played bool     // false: its orders are kept and do nothing
}

// phases are the season, in the order of play (rules VII.1, rules-gloire §5).
var phases []phase

// phasesOf are the phases that carry out a code, by index.
var phasesOf map[string][]int

// The phases' functions look up the phase that is played, so that the table
// can't be a plain initialiser.
func init() {
	phases = []phase{
		does("rename", 1, (*season).renameOrFree, "REN", "LIB"),
		does("disband", 2, (*season).disband, "DEM"),
		does("retreats", 3, (*season).setRetreats, "INI"),
		does("defence", 4, (*season).setDefence, "DEF"),
		does("imposition", 6, (*season).tax, "IMP", "FCO").startsWith((*season).openBooks),
		does("redistribution", 7, (*season).redistribute, "RED", "FCO").endsWith((*season).closeBooks),
		happens("annuity", 8, (*season).payAnnuities),
		does("call", 9, (*season).callKnights, "CHE").endsWith((*season).announceCalls),
		does("levy", 10, (*season).raiseArmy, "ARM"),
		does("assign", 11, (*season).assign, "AFF"),
		does("transfer", 12, (*season).transferWithin, "TSF"),
		does("transfer", 13, (*season).transferBetween, "TSF"),
		does("garrison", 14, (*season).garrisonMen, "GAR"),
		happens("garrison", 15, (*season).cheerGarrisons),
		does("attack", 16, (*season).attack, "ATT").startsWith((*season).rideOut),
		does("war", 17, (*season).declareWar, "GUE"),
		does("alliance", 18, (*season).makeAlliance, "ALL").startsWith((*season).startTalks),
		does("peace", 19, (*season).makePeace, "PAI").startsWith((*season).startTalks),
		does("annul", 20, (*season).annulAlliance, "ANN"),
		does("appeal", 21, (*season).callAlly, "APP").startsWith((*season).weighCalls),
		does("move", 22, (*season).move, "MOV"),
		awaits("sale", 23, "VND"),
		awaits("sale", 24, "ACH"),
		awaits("spy", 25, "ESP"),
		happens("migration", 26, (*season).migrate),
		happens("revolt", 27, (*season).revolt),
		happens("suicide", 28, (*season).endLandless),
		happens("repatriation", 29, (*season).repatriate),
		happens("desertion", 30, (*season).desert),
		does("fortify", 31, (*season).fortify, "FOR"),
		happens("pay", 32, (*season).pay),
		awaits("joust", 33, "ORG", "PAR"),
		awaits("gift", 34, "DON"),
		happens("title", 35, (*season).grantTitles),
	}
	phasesOf = make(map[string][]int)
	for i, p := range phases {
		for _, code := range p.Codes {
			phasesOf[code] = append(phasesOf[code], i)
		}
	}
}

// does makes a phase that carries out orders; happens one that comes about of
// itself; awaits one that the Arbitre doesn't play yet.
func does(key string, number int, order func(*season, *Lord, *order) *orders.Finding, codes ...string) phase {
	return phase{Phase: Phase{key, number, codes, true}, order: order}
}

func happens(key string, number int, after func(*season)) phase {
	return phase{Phase: Phase{key, number, nil, true}, after: after}
}

func awaits(key string, number int, codes ...string) phase {
	return phase{Phase: Phase{key, number, codes, false}}
}

func (p phase) startsWith(before func(*season)) phase { p.before = before; return p }
func (p phase) endsWith(after func(*season)) phase    { p.after = after; return p }

// Phases are the steps of the season, in the order of play.
func Phases() []Phase {
	list := make([]Phase, len(phases))
	for i, p := range phases {
		list[i] = p.Phase
		list[i].Codes = slices.Clone(p.Codes)
	}
	return list
}

// played tells whether the orders of a code are carried out.
func played(code string) bool {
	return slices.ContainsFunc(phasesOf[code], func(i int) bool { return phases[i].Played })
}
