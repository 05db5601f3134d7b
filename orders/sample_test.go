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
	return Grammar{
		Forms: []Form{
			{Code: "REN", French: "Renommer", English: "Rename", Params: []Param{knight("knight"), {Key: "name", Kind: Text}}},
			{Code: "LIB", French: "Libérer", English: "Free", Aliases: []string{"Libérez"}, Params: []Param{knight("knight")}},
			{Code: "INI", French: "Initialiser", English: "Retreats", Params: []Param{
				number("peasants", "percent", 0, 100), number("garrisons", "percent", 0, 100), number("knights", "percent", 0, 100)}},
			{Code: "DEF", French: "Défendre", English: "Defend", Params: []Param{
				{Key: "unit", Kind: Named, Of: []string{"knight", "army"}}, number("threshold", "men", 0, most)}},
			{Code: "IMP", French: "Imposition particulière", English: "Tax", Aliases: []string{"Imposer"}, Params: []Param{
				number("level", "level", 0, 10), or(province, all)}},
			{Code: "RED", French: "Redistribution particulière", English: "Redistribute", Params: []Param{
				or(number("amount", "ecus", 0, most), auto), or(province, all)}},
			{Code: "FCO", French: "Finances complètes", English: "Finances", Params: []Param{
				number("level", "level", 0, 10), or(province, all), optional(number("amount", "ecus", 0, most))}},
			{Code: "CHE", French: "Appeler chevaliers", English: "Call knights", Params: []Param{number("count", "count", 1, 5)}},
			{Code: "ARM", French: "Lever armée", English: "Raise army", Params: []Param{
				province, number("amount", "ecus", 1, most), optional(knight("knight"))}},
			{Code: "TSF", French: "Transférer", English: "Transfer", Params: []Param{
				knight("from"), {Key: "to", Kind: Named, Of: []string{"knight", "rider"}}, or(number("men", "men", 1, most), all)}},
			{Code: "ATT", French: "Attaquer", English: "Attack", Aliases: []string{"Attaquez", "Attaque", "J'attaque"}, Params: []Param{
				knight("knight"), province, optional(number("threshold", "men", 0, most))}},
			{Code: "GUE", French: "Déclarer la guerre", English: "Declare war", Params: []Param{lord}},
			{Code: "ALL", French: "S'allier", English: "Ally", Params: []Param{lord}},
			{Code: "APP", French: "Appeler un allié", English: "Call ally", Params: []Param{lord}},
			{Code: "FOR", French: "Fortifier", English: "Fortify", Params: []Param{province, {Key: "walls", Kind: Choice, Words: []Word{
				{Key: "palisade", Forms: []string{"palissade"}, English: "palisade"},
				{Key: "rampart", Forms: []string{"muraille"}, English: "rampart"},
				{Key: "fortress", Forms: []string{"enceinte", "enceinte fortifiée"}, English: "fortress"},
			}}}},
			{Code: "ORG", French: "Organiser joute", English: "Hold joust", Params: []Param{
				number("places", "count", 2, 1000), number("reward", "ecus", 0, most), {Key: "password", Kind: Secret}}},
			{Code: "PAR", French: "Participer joute", English: "Ride joust", Params: []Param{
				knight("knight"), optional(lord), {Key: "password", Kind: Secret}}},
			{Code: "DON", French: "Don d'or", English: "Gift", Aliases: []string{"Donner"}, Params: []Param{lord, number("amount", "ecus", 1, most)}},
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
