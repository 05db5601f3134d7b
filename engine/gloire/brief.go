package gloire

import "arbitre/engine"

// Title is a lord's rank, from 0 (none) to 6 (Prince), rules V.6.
type Title int

// The titles, in rising order.
const (
	NoTitle Title = iota
	Baron
	Viscount
	Count
	Marquis
	Duke
	Prince
)

// Walls are a province's fortification, rules IV.4.d.
type Walls int

// The walls there are, in rising order.
const (
	NoWalls  Walls = iota
	Palisade       // palissade
	Rampart        // muraille
	Fortress       // enceinte fortifiée
)

// Relation is what one lord is to another.
type Relation string

// The relations there are.
const (
	Neutral Relation = "neutral"
	Ally    Relation = "ally"
	Enemy   Relation = "enemy"
)

// A Brief is all that a seat may know (rules-gloire §13). The public's has no Own.
type Brief struct {
	Game    string        `json:"game"`
	Map     string        `json:"map"`
	Edition string        `json:"edition"`
	At      engine.Moment `json:"at"` // the season to be played next

	MeanHappiness int `json:"mean_happiness"` // hundredths
	MeanRenown    int `json:"mean_renown"`    // hundredths

	Ranking   []Rank         `json:"ranking"` // by falling prestige, the dead last
	Provinces []ProvinceView `json:"provinces"`
	Knights   []KnightView   `json:"knights"` // of all lords
	Wars      [][2]Ref       `json:"wars"`
	Alliances [][2]Ref       `json:"alliances"`
	Claims    []ClaimView    `json:"claims"` // to the crown

	Own *Own `json:"own,omitempty"`
}

// Rank is a lord's line in the public ranking.
type Rank struct {
	Place     int   `json:"place"` // from 1; 0 for the dead
	Lord      Ref   `json:"lord"`
	Title     Title `json:"title"`
	Prestige  int   `json:"prestige"` // hundredths
	Knights   int   `json:"knights"`
	Men       int   `json:"men"`
	Provinces int   `json:"provinces"`
	Treasury  int   `json:"treasury"`
	Alive     bool  `json:"alive"`
}

// ProvinceView is what everyone sees of a province. Owner is zero if it is neutral.
type ProvinceView struct {
	ID         int    `json:"id"`
	Name       string `json:"name"`
	Owner      Ref    `json:"owner"`
	Population int    `json:"population"`
	Happiness  int    `json:"happiness"` // hundredths
	Neighbours []int  `json:"neighbours"`
}

// KnightView is what everyone sees of a knight.
type KnightView struct {
	ID       int    `json:"id"`
	Name     string `json:"name"`
	Lord     Ref    `json:"lord"`
	Renown   int    `json:"renown"` // hundredths
	Province Ref    `json:"province"`
	IsLord   bool   `json:"is_lord"` // the chevalier-seigneur
}

// ClaimView is a condition of victory that a lord met at the end of last season:
// "prestige", "conquest" or "alliance". If he meets it again, he is crowned.
type ClaimView struct {
	Lord Ref    `json:"lord"`
	How  string `json:"how"`
}

// Own is what a lord alone knows of himself.
type Own struct {
	Lord      Ref              `json:"lord"`
	Alive     bool             `json:"alive"`
	Title     Title            `json:"title"`
	Prestige  int              `json:"prestige"`
	Treasury  int              `json:"treasury"`
	PayDue    int              `json:"pay_due"` // écus due at the end of the season to come, as things stand
	Retreats  RetreatsSet      `json:"retreats"`
	Provinces []OwnProvince    `json:"provinces"`
	Knights   []OwnKnight      `json:"knights"`
	Garrisons []OwnArmy        `json:"garrisons"`
	Relations []LordInRelation `json:"relations"` // other living lords that are not neutral
}

// LordInRelation is another lord and what he is to this one.
type LordInRelation struct {
	Lord Ref      `json:"lord"`
	Is   Relation `json:"is"`
}

// OwnProvince is what an owner knows of a province of his.
type OwnProvince struct {
	ProvinceView
	Wealth int   `json:"wealth"` // thousandths
	Walls  Walls `json:"walls"`
}

// OwnKnight is what a lord knows of a knight of his, with the men he commands.
type OwnKnight struct {
	KnightView
	Pay  int `json:"pay"`  // écus a season; 0 for the lord-knight
	Army int `json:"army"` // the number of his army; 0 if he has none
	Men  int `json:"men"`
}

// OwnArmy is a garrison.
type OwnArmy struct {
	ID       int `json:"id"`
	Men      int `json:"men"`
	Province Ref `json:"province"`
}

// Moment implements engine.Brief.
func (b Brief) Moment() engine.Moment { return b.At }
