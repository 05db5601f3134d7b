package orders

// testGrammar is a small game's, of the same cut as a real one.
func testGrammar() Grammar {
	knight := func(key string) Param { return Param{Key: key, Kind: Named, Of: []string{"knight"}} }
	province := Param{Key: "province", Kind: Named, Of: []string{"province"}}
	lord := Param{Key: "lord", Kind: Named, Of: []string{"lord"}}
	number := func(key, unit string, lo, hi int) Param {
		return Param{Key: key, Kind: Number, Unit: unit, Min: lo, Max: hi}
	}
	or := func(p Param, w ...Word) Param { p.Words = w; return p }
	optional := func(p Param) Param { p.Optional = true; return p }
	all := Word{Key: "all", Forms: []string{"TOUT", "TOUS", "TOUTES", "ALL"}, English: "ALL"}
	auto := Word{Key: "auto", Forms: []string{"AUTO", "MAX"}}
	const most = 1_000_000_000
	way := func(p Param, w Ways) Param { p.Ways = w; return p }
	label := func(p Param, english string, forms ...string) Param {
		p.Label = Word{Key: p.Key, Forms: forms, English: english}
		return p
	}
	threshold := way(label(number("threshold", "men", 0, most), "threshold", "seuil", "repli", "retraite", "retreat"), Bare)
	fighter := way(knight("knight"), With|By|Of)
	place := way(province, To|At|Of|For)
	return Grammar{
		Forms: []Form{
			{Code: "REN", French: "Renommer", English: "Rename", Params: []Param{way(knight("knight"), Bare), {Key: "name", Kind: Text}}},
			{Code: "LIB", French: "Libérer", English: "Free", Aliases: []string{"Libérez"}, Params: []Param{knight("knight")}},
			{Code: "INI", French: "Initialiser", English: "Retreats", Params: []Param{
				label(number("peasants", "percent", 0, 100), "peasants", "paysans"), label(number("garrisons", "percent", 0, 100), "garrisons", "garnisons"),
				label(number("knights", "percent", 0, 100), "knights", "chevaliers")}},
			{Code: "DEF", French: "Défendre", English: "Defend", Params: []Param{
				{Key: "unit", Kind: Named, Of: []string{"knight", "army"}, Ways: With | At | Of}, threshold}},
			{Code: "IMP", French: "Imposition particulière", English: "Tax", Aliases: []string{"Imposer"}, Params: []Param{
				number("level", "level", 0, 10), or(place, all)}},
			{Code: "RED", French: "Redistribution particulière", English: "Redistribute", Params: []Param{
				or(number("amount", "ecus", 0, most), auto), or(way(province, To|At|For), all)}},
			{Code: "FCO", French: "Finances complètes", English: "Finances", Params: []Param{
				number("level", "level", 0, 10), or(place, all), optional(number("amount", "ecus", 0, most))}},
			{Code: "CHE", French: "Appeler chevaliers", English: "Call knights", Params: []Param{number("count", "count", 1, 5)}},
			{Code: "ARM", French: "Lever armée", English: "Raise army", Params: []Param{
				way(province, To|At|Of|From), number("amount", "ecus", 1, most), optional(knight("knight"))}},
			{Code: "TSF", French: "Transférer", English: "Transfer", Params: []Param{
				way(knight("from"), Of|From), {Key: "to", Kind: Named, Of: []string{"knight", "rider"}, Ways: To | For}, or(number("men", "men", 1, most), all)}},
			{Code: "ATT", French: "Attaquer", English: "Attack", Aliases: []string{"Attaquez", "Attaque", "J'attaque"}, Params: []Param{
				fighter, way(province, To|At|Against), optional(threshold)}},
			{Code: "GUE", French: "Déclarer la guerre", English: "Declare war", Aliases: []string{"Guerre", "War"}, Params: []Param{way(lord, To|At|Against)}},
			{Code: "ALL", French: "S'allier", English: "Ally", Aliases: []string{"Alliance"}, Params: []Param{way(lord, With|To)}},
			{Code: "APP", French: "Appeler un allié", English: "Call ally", Params: []Param{way(lord, To)}},
			{Code: "MOV", French: "Déplacer", English: "Move", Params: []Param{fighter, way(province, To|At|For)}},
			{Code: "FOR", French: "Fortifier", English: "Fortify", Params: []Param{province, {Key: "walls", Kind: Choice, Words: []Word{
				{Key: "palisade", Forms: []string{"palissade"}, English: "palisade"},
				{Key: "rampart", Forms: []string{"muraille"}, English: "rampart"},
				{Key: "fortress", Forms: []string{"enceinte", "enceinte fortifiée"}, English: "fortress"},
			}}}},
			{Code: "ORG", French: "Organiser joute", English: "Hold joust", Params: []Param{
				number("places", "count", 2, 1000), number("reward", "ecus", 0, most), {Key: "password", Kind: Secret}}},
			{Code: "PAR", French: "Participer joute", English: "Ride joust", Params: []Param{
				fighter, optional(way(lord, To|At|Of)), {Key: "password", Kind: Secret}}},
			{Code: "DON", French: "Don d'or", English: "Gift", Aliases: []string{"Donner", "Give"}, Params: []Param{way(lord, To|For), number("amount", "ecus", 1, most)}},
		},
		Names: []Name{
			{Class: "knight", ID: 14, Text: "Lancelot"},
			{Class: "knight", ID: 15, Text: "Gauvain"},
			{Class: "knight", ID: 16, Text: "Paris"},
			{Class: "knight", ID: 17, Text: "Jean"},
			{Class: "knight", ID: 18, Text: "Jean le Bon"},
			{Class: "knight", ID: 22, Text: "Yvain"},
			{Class: "knight", ID: 23, Text: "Yvain"},
			{Class: "rider", ID: 31, Text: "Perceval"},
			{Class: "army", ID: 3, Text: "Lorraine"},
			{Class: "army", ID: 14, Text: "Champagne"},
			{Class: "province", ID: 3, Text: "Lorraine"},
			{Class: "province", ID: 4, Text: "Champagne"},
			{Class: "province", ID: 5, Text: "Paris"},
			{Class: "province", ID: 6, Text: "Saint-Malo"},
			{Class: "province", ID: 7, Text: "Östergötland", Aliases: []string{"Ostrogothie"}},
			{Class: "province", ID: 8, Text: "Île-de-France"},
			{Class: "province", ID: 9, Text: "Le Mans"},
			{Class: "lord", ID: 1, Text: "Arthur"},
			{Class: "lord", ID: 2, Text: "Marc'h"},
			{Class: "lord", ID: 3, Text: "Jean sans Peur"},
		},
		Classes: []Word{
			{Key: "knight", Forms: []string{"chevalier"}, English: "knight"},
			{Key: "province", Forms: []string{"province", "territoire"}, English: "province"},
			{Key: "army", Forms: []string{"armée", "garnison"}, English: "army"},
			{Key: "lord", Forms: []string{"seigneur"}, English: "lord"},
		},
	}
}
