package orders

import (
	"maps"
	"strings"
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// articles are the words that say nothing between arguments. Words that turn a
// meaning round (pas, sans, sauf, not) must never be among them.
var articles = set(`le la les l un une mon ma mes son sa ses leur leurs notre nos j je est the an my his her i is as`)

// prepositions are the words that may lead an argument, with their sense.
var prepositions = map[string]Ways{
	"avec": With, "with": With,
	"par": By, "by": By,
	"a": To, "au": To, "aux": To, "vers": To, "to": To, "into": To,
	"en": At, "dans": At, "chez": At, "sur": At, "at": At, "in": At, "on": At,
	"de": Of, "du": Of, "des": Of, "d": Of, "of": Of,
	"depuis": From, "from": From,
	"pour": For, "for": For,
	"contre": Against, "against": Against,
	"et": And, "and": And,
}

// small are the words that may stand before an argument.
var small = func() map[string]bool {
	out := maps.Clone(articles)
	for w := range prepositions {
		out[w] = true
	}
	return out
}()

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
	"montant": "ecus", "amount": "ecus", "prix": "ecus", "price": "ecus", "somme": "ecus", "sum": "ecus", "recompense": "ecus", "reward": "ecus",
	"nombre": "count", "number": "count",
	"saison": "season", "season": "season",
}

// renames are the senses of the prepositions that a new name may begin with.
const renames = To | At | Of

// renamed are the words that lead to a new name: "Renommer Jean en Charles".
var renamed = set("en to as into")

// skippable says whether a token may stand between arguments without being one.
func skippable(key string) bool {
	return small[key] || unitBefore[key] != "" || unitAfter[key] != "" && unitAfter[key] != "count" || key == "places" || key == "place"
}
