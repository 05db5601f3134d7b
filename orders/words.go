package orders

import "math"

// Words are the words for the Arbitre itself, which every game shares. They
// are read beside the game's own forms.
func Words() []Form {
	season := Param{Key: "season", Kind: Number, Unit: "season", Min: 1, Max: math.MaxInt32}
	optional := func(p Param) Param { p.Optional = true; return p }
	return []Form{
		{Code: "AJOUT", French: "Ajouter", English: "Add", Aliases: []string{"Ajouts", "Ajoute", "Ajoutez"}, Class: Directive, Played: true},
		{Code: "EFFACER", French: "Effacer tout", English: "Clear", Aliases: []string{"Effacez", "Efface", "Erase"}, Class: Directive, Played: true},
		{Code: "SAISON", French: "Saison", English: "Season", Class: Directive, Played: true, Params: []Param{season}},
		{Code: "LANGUE", French: "Langue", English: "Language", Class: Directive, Played: true, Params: []Param{
			{Key: "language", Kind: Choice, Words: []Word{
				{Key: "fr", Forms: []string{"fr", "français", "francais", "french"}},
				{Key: "en", Forms: []string{"en", "anglais", "english"}},
			}}}},
		{Code: "PARTIE", French: "Partie", English: "Game", Class: Directive, Played: true, Params: []Param{{Key: "game", Kind: Text}}},
		{Code: "SEIGNEUR", French: "Seigneur", English: "Lord", Class: Directive, Played: true, Params: []Param{{Key: "lord", Kind: Text}}},
		{Code: "MOTDEPASSE", French: "Mot de passe", English: "Password", Aliases: []string{"MDP", "Passwd", "PWD"}, Class: Directive, Played: true,
			Params: []Param{{Key: "password", Kind: Secret}}},
		{Code: "AIDE", French: "Aide", English: "Help", Class: Query, Played: true, Params: []Param{optional(Param{Key: "code", Kind: Text})}},
		{Code: "ETAT", French: "État", English: "Status", Class: Query, Played: true},
		{Code: "ORDRES", French: "Ordres", English: "Orders", Class: Query, Played: true},
		{Code: "CARTE", French: "Carte", English: "Map", Class: Query, Played: true},
		{Code: "RAPPORT", French: "Rapport", English: "Report", Class: Query, Played: true, Params: []Param{optional(season)}},
		{Code: "PREVISION", French: "Prévision", English: "Forecast", Aliases: []string{"Prévisions"}, Class: Query, Played: true},
	}
}
