package orders

import "strings"

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// small are the words that say nothing between arguments. Words that turn a
// meaning round (pas, sans, sauf, not) must never be among them.
var small = set(`
	a au aux de du des d la le les l un une sur avec vers pour en contre dans chez et est par
	mon ma mes son sa ses leur leurs notre nos j je
	to with at from on of the an in into by for against and my his her i is as`)

// unitAfter are the words that follow a number and tell its unit: "500 écus".
var unitAfter = map[string]string{
	"hommes": "men", "homme": "men", "soldats": "men", "soldat": "men", "troupes": "men", "guerriers": "men",
	"men": "men", "man": "men", "soldiers": "men", "soldier": "men", "troops": "men",
	"ecus": "ecus", "ecu": "ecus", "po": "ecus", "or": "ecus", "pieces": "ecus", "gold": "ecus", "crowns": "ecus", "crown": "ecus", "coins": "ecus",
	"%": "percent", "pourcent": "percent", "pourcents": "percent", "percent": "percent", "pct": "percent",
	"places": "count", "place": "count", "chevaliers": "count", "chevalier": "count", "knights": "count", "knight": "count",
	"niveau": "level", "niveaux": "level", "level": "level", "levels": "level",
}

// unitBefore are the words that announce a number: "niveau 5".
var unitBefore = map[string]string{
	"niveau": "level", "level": "level", "taux": "level",
	"seuil": "men", "threshold": "men",
	"montant": "ecus", "amount": "ecus", "prix": "ecus", "price": "ecus", "somme": "ecus", "sum": "ecus", "recompense": "ecus", "reward": "ecus",
	"nombre": "count", "number": "count",
	"saison": "season", "season": "season",
}

// ways are the small words that tell where something comes from or goes to.
var ways = map[string]string{
	"de": "from", "du": "from", "des": "from", "d": "from", "from": "from", "of": "from",
	"a": "to", "au": "to", "aux": "to", "vers": "to", "pour": "to", "to": "to", "into": "to", "for": "to",
}

// renamed are the words that lead to a new name: "Renommer Jean en Charles".
var renamed = set("en to as into")

// skippable says whether a token may stand between arguments without being one.
func skippable(key string) bool {
	return small[key] || unitBefore[key] != "" || unitAfter[key] != "" && unitAfter[key] != "count" || key == "places" || key == "place"
}
