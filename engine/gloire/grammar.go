package gloire

import "arbitre/orders"

// The words that stand for a value in several orders.
var (
	all  = orders.Word{Key: "all", Forms: []string{"TOUT", "TOUS", "TOUTE", "TOUTES", "ALL"}, English: "ALL"}
	auto = orders.Word{Key: "auto", Forms: []string{"AUTO", "AUTOMATIQUE", "AUTOMATIC", "MAX"}}
)

// The greatest amount of money or men that an order may name.
const most = 1_000_000_000

func ownKnight(key string) orders.Param {
	return orders.Param{Key: key, Kind: orders.Named, Of: []string{"knight"}}
}
func province(key string) orders.Param {
	return orders.Param{Key: key, Kind: orders.Named, Of: []string{"province"}}
}
func lord(key string) orders.Param {
	return orders.Param{Key: key, Kind: orders.Named, Of: []string{"lord"}}
}
func number(key, unit string, lo, hi int) orders.Param {
	return orders.Param{Key: key, Kind: orders.Number, Unit: unit, Min: lo, Max: hi}
}
func or(p orders.Param, words ...orders.Word) orders.Param { p.Words = words; return p }
func optional(p orders.Param) orders.Param                 { p.Optional = true; return p }
func way(p orders.Param, w orders.Ways) orders.Param       { p.Ways = w; return p }

// labelled gives a number the words that may stand beside it and tell it.
func labelled(p orders.Param, english string, words ...string) orders.Param {
	p.Label = orders.Word{Key: p.Key, Forms: words, English: english}
	return p
}

// The arguments that several orders have in one sense.
var (
	fighter   = way(ownKnight("knight"), orders.With|orders.By|orders.Of) // who does it: «avec Lancelot», «les hommes de Lancelot»
	place     = way(province("province"), orders.To|orders.At|orders.Of)  // where it is done
	taxed     = or(way(province("province"), orders.To|orders.At|orders.Of|orders.For), all)
	price     = way(number("amount", "ecus", 0, most), orders.Of|orders.At|orders.To|orders.For|orders.Against|orders.With)
	threshold = way(labelled(number("threshold", "men", 0, most), "threshold", "seuil", "repli", "retraite", "retreat"), orders.Bare)
)

// forms are the orders of the game (rules-gloire §4), in the order of play.
var forms = []orders.Form{
	{Code: "REN", French: "Renommer", English: "Rename", Aliases: []string{"Renommez", "Renomme"},
		Params: []orders.Param{way(ownKnight("knight"), orders.Bare), {Key: "name", Kind: orders.Text}}},
	{Code: "LIB", French: "Libérer", English: "Free", Aliases: []string{"Libérez", "Libère", "Release"},
		Params: []orders.Param{way(ownKnight("knight"), orders.Bare)}},
	{Code: "DEM", French: "Démobiliser", English: "Disband", Aliases: []string{"Démobilisez", "Démobilise"},
		Params: []orders.Param{{Key: "army", Kind: orders.Named, Of: []string{"army"}, Ways: orders.At | orders.Of}}},
	{Code: "INI", French: "Initialiser", English: "Retreats", Aliases: []string{"Initialisez", "Initialisation", "Ordres de repli", "Repli", "Retreat orders"},
		Params: []orders.Param{labelled(number("peasants", "percent", 0, 100), "peasants", "paysans"),
			labelled(number("garrisons", "percent", 0, 100), "garrisons", "garnisons"), labelled(number("knights", "percent", 0, 100), "knights", "chevaliers")}},
	{Code: "DEF", French: "Défendre", English: "Defend", Aliases: []string{"Défendez", "Défense", "Defence"},
		Params: []orders.Param{{Key: "unit", Kind: orders.Named, Of: []string{"knight", "army"}, Ways: orders.With | orders.At | orders.Of}, threshold}},
	{Code: "IMP", French: "Imposition particulière", English: "Tax", Aliases: []string{"Imposition", "Imposer", "Imposez", "Impôt", "Impôts", "Taxer"},
		Params: []orders.Param{number("level", "level", 0, 10), taxed}},
	{Code: "RED", French: "Redistribution particulière", English: "Redistribute", Aliases: []string{"Redistribution", "Redistribuer", "Redistribuez"},
		Params: []orders.Param{or(number("amount", "ecus", 0, most), auto), or(way(province("province"), orders.To|orders.At|orders.For), all)}},
	{Code: "FCO", French: "Finances complètes", English: "Finances", Aliases: []string{"Finance complète"},
		Params: []orders.Param{number("level", "level", 0, 10), taxed, optional(number("amount", "ecus", 0, most))}},
	{Code: "CHE", French: "Appeler chevaliers", English: "Call knights", Aliases: []string{"Appelez chevaliers", "Appeler chevalier", "Appel de chevaliers", "Call knight"},
		Params: []orders.Param{number("count", "count", 1, 5)}},
	{Code: "ARM", French: "Lever armée", English: "Raise army", Aliases: []string{"Levez armée", "Lever troupes", "Levée", "Raise"},
		Params: []orders.Param{way(province("province"), orders.To|orders.At|orders.Of|orders.From), number("amount", "ecus", 1, most),
			optional(way(ownKnight("knight"), orders.With|orders.By|orders.Of|orders.To|orders.For))}},
	{Code: "AFF", French: "Affecter", English: "Assign", Aliases: []string{"Affectez", "Affecte"},
		Params: []orders.Param{way(ownKnight("knight"), orders.With|orders.Of|orders.To), {Key: "army", Kind: orders.Named, Of: []string{"army"}, Ways: orders.To | orders.At}}},
	{Code: "TSF", French: "Transférer", English: "Transfer", Aliases: []string{"Transférez", "Transfère", "Transfert"},
		Params: []orders.Param{way(ownKnight("from"), orders.Of|orders.From), {Key: "to", Kind: orders.Named, Of: []string{"knight", "rider"}, Ways: orders.To | orders.For}, or(number("men", "men", 1, most), all)}},
	{Code: "GAR", French: "Mettre en garnison", English: "Garrison", Aliases: []string{"Mettez en garnison", "Garnison"},
		Params: []orders.Param{fighter, or(number("men", "men", 1, most), all)}},
	{Code: "ATT", French: "Attaquer", English: "Attack", Aliases: []string{"Attaquez", "Attaque", "J'attaque"},
		Params: []orders.Param{fighter, way(province("province"), orders.To|orders.At|orders.Against), optional(threshold)}},
	{Code: "GUE", French: "Déclarer la guerre", English: "Declare war", Aliases: []string{"Déclarez la guerre", "Déclaration de guerre", "Guerre", "War"}, Params: []orders.Param{way(lord("lord"), orders.To|orders.At|orders.Against)}},
	{Code: "ALL", French: "S'allier", English: "Ally", Aliases: []string{"Allier", "Alliez", "Alliance"}, Params: []orders.Param{way(lord("lord"), orders.With|orders.To)}},
	{Code: "PAI", French: "Faire la paix", English: "Make peace", Aliases: []string{"Faites la paix", "Paix", "Peace"}, Params: []orders.Param{way(lord("lord"), orders.With|orders.To)}},
	{Code: "ANN", French: "Annuler alliance", English: "End alliance", Aliases: []string{"Annulez alliance", "Annuler", "Annulez", "Rompre alliance", "Cancel alliance"}, Params: []orders.Param{way(lord("lord"), orders.With|orders.Of|orders.To)}},
	{Code: "APP", French: "Appeler un allié", English: "Call ally", Aliases: []string{"Appelez un allié", "Appeler à l'aide", "Appel à un allié"}, Params: []orders.Param{way(lord("lord"), orders.To)}},
	{Code: "MOV", French: "Déplacer", English: "Move", Aliases: []string{"Déplacez", "Déplace", "Bouger"},
		Params: []orders.Param{fighter, way(province("province"), orders.To|orders.At|orders.For)}},
	{Code: "VND", French: "Vendre", English: "Sell", Aliases: []string{"Vendez", "Vends", "Vente"},
		Params: []orders.Param{way(lord("lord"), orders.To), way(province("province"), orders.Of), price}},
	{Code: "ACH", French: "Acheter", English: "Buy", Aliases: []string{"Achetez", "Achète", "Achat"},
		Params: []orders.Param{way(lord("lord"), orders.To|orders.Of|orders.From|orders.At), way(province("province"), orders.Of), price}},
	{Code: "ESP", French: "Espionner", English: "Spy", Aliases: []string{"Espionnez", "Espionne", "Espionnage"}, Params: []orders.Param{place}},
	{Code: "FOR", French: "Fortifier", English: "Fortify", Aliases: []string{"Fortifiez", "Fortifie", "Fortification"},
		Params: []orders.Param{place, {Key: "walls", Kind: orders.Choice, Words: []orders.Word{
			{Key: "palisade", Forms: []string{"palissade"}, English: "palisade"},
			{Key: "rampart", Forms: []string{"muraille", "murailles", "ramparts", "walls"}, English: "rampart"},
			{Key: "fortress", Forms: []string{"enceinte", "enceinte fortifiée"}, English: "fortress"},
		}}}},
	{Code: "ORG", French: "Organiser joute", English: "Hold joust", Aliases: []string{"Organisez joute", "Organise joute"},
		Params: []orders.Param{number("places", "count", 2, 1000), number("reward", "ecus", 0, most), {Key: "password", Kind: orders.Secret}}},
	{Code: "PAR", French: "Participer joute", English: "Ride joust", Aliases: []string{"Participez joute", "Participe joute", "Join joust"},
		Params: []orders.Param{fighter, optional(way(lord("lord"), orders.To|orders.At|orders.Of)), {Key: "password", Kind: orders.Secret}}},
	{Code: "DON", French: "Don d'or", English: "Gift", Aliases: []string{"Donner", "Donnez", "Donne", "Give"},
		Params: []orders.Param{way(lord("lord"), orders.To|orders.For), number("amount", "ecus", 1, most)}},
}
