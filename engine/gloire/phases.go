package gloire

import "arbitre/orders"

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
}

// phases215 are the season of edition 2.15, in the order of play (rules VII.1,
// rules-gloire §5).
func phases215() []phase {
	return []phase{
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
		does("sale", 23, (*season).offerProvince, "VND").startsWith((*season).openMarket),
		does("sale", 24, (*season).buyProvince, "ACH").endsWith((*season).closeMarket),
		does("spy", 25, (*season).spy, "ESP"),
		happens("migration", 26, (*season).migrate),
		happens("revolt", 27, (*season).revolt),
		happens("suicide", 28, (*season).endLandless),
		happens("repatriation", 29, (*season).repatriate),
		happens("desertion", 30, (*season).desert),
		does("fortify", 31, (*season).fortify, "FOR"),
		happens("pay", 32, (*season).pay),
		does("joust", 33, (*season).enterJousts, "ORG", "PAR").startsWith((*season).openLists).endsWith((*season).holdJousts),
		does("gift", 34, (*season).giveGold, "DON"),
		happens("title", 35, (*season).grantTitles),
		happens("victory", 36, (*season).crownVictor),
		happens("joust", 36, (*season).announceJoust),
	}
}

// does makes a phase that carries out orders; happens one that comes about of
// itself.
func does(key string, number int, order func(*season, *Lord, *order) *orders.Finding, codes ...string) phase {
	return phase{Phase: Phase{key, number, codes}, order: order}
}

func happens(key string, number int, after func(*season)) phase {
	return phase{Phase: Phase{key, number, nil}, after: after}
}

func (p phase) startsWith(before func(*season)) phase { p.before = before; return p }
func (p phase) endsWith(after func(*season)) phase    { p.after = after; return p }

// Phases are the steps of the season of edition 2.15, in the order of play. The
// templates' and the rule book's tests hold theirs against this list.
func Phases() []Phase {
	phases := phases215()
	list := make([]Phase, len(phases))
	for i, p := range phases {
		list[i] = p.Phase
	}
	return list
}
