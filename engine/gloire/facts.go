package gloire

import "arbitre/orders"

// Ref names a thing as it was called when the event happened.
type Ref struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// The facts that a season tells. Each type is one kind; its template is
// "gloire/event/<kind>". Amounts are in écus and men, renown, happiness and
// prestige in hundredths, wealth in thousandths.
type (
	// Refused: an order did nothing when its turn came (D4).
	Refused struct {
		Order   string         `json:"order"` // canonical
		Finding orders.Finding `json:"finding"`
	}

	// Renamed: a knight has a new name; Lord is set when the lord took it too.
	Renamed struct {
		Lord    Ref    `json:"lord"`
		Knight  Ref    `json:"knight"` // with the new name
		Old     string `json:"old"`
		LordToo bool   `json:"lord_too,omitempty"`
	}
	// Freed: a knight was sent away with the men he commanded.
	Freed struct {
		Knight Ref `json:"knight"`
		Men    int `json:"men"`
	}
	// KnightLeft is what the public sees of a knight who is gone: Why is
	// "freed", "unpaid", "died", "deserted" or "lord-died".
	KnightLeft struct {
		Lord     Ref    `json:"lord"`
		Knight   Ref    `json:"knight"`
		Province Ref    `json:"province"`
		Why      string `json:"why"`
	}
	// Disbanded: an army was dismissed. Knight is zero for a garrison.
	Disbanded struct {
		Army     Ref `json:"army"`
		Province Ref `json:"province"`
		Knight   Ref `json:"knight"`
		Men      int `json:"men"`
	}
	// RetreatsSet: the lasting percentages.
	RetreatsSet struct {
		Peasants  int `json:"peasants"`
		Garrisons int `json:"garrisons"`
		Knights   int `json:"knights"`
	}
	// DefenceSet: this season's threshold of one army or knight, in men.
	DefenceSet struct {
		Unit      Ref  `json:"unit"`
		IsKnight  bool `json:"is_knight"`
		Threshold int  `json:"threshold"`
	}

	// Taxed: imposition of one province.
	Taxed struct {
		Province Ref `json:"province"`
		Level    int `json:"level"`
		Income   int `json:"income"`
	}
	// Redistributed: gold given to one province, and what both finance orders
	// made of it. Full is the amount above which gold is useless; Asked may be
	// above Given.
	Redistributed struct {
		Province        Ref `json:"province"`
		Given           int `json:"given"`
		Full            int `json:"full"`
		HappinessBefore int `json:"happiness_before"`
		HappinessAfter  int `json:"happiness_after"`
		WealthBefore    int `json:"wealth_before"`
		WealthAfter     int `json:"wealth_after"`
	}
	// Annuity: the rente of a title.
	Annuity struct {
		Title  Title `json:"title"`
		Amount int   `json:"amount"`
	}
	// KnightCalled: one knight came. Pay is due each season from the next.
	KnightCalled struct {
		Knight   Ref `json:"knight"`
		Renown   int `json:"renown"`
		Cost     int `json:"cost"`
		Pay      int `json:"pay"`
		Province Ref `json:"province"`
	}
	// CallUnpaid: a knight of this renown came and rode off, for want of gold (D6).
	CallUnpaid struct {
		Renown   int `json:"renown"`
		Cost     int `json:"cost"`
		Treasury int `json:"treasury"`
	}
	// KnightsCalled is what the public sees of it.
	KnightsCalled struct {
		Lord  Ref `json:"lord"`
		Count int `json:"count"`
	}
	// ArmyRaised: Knight is zero when the men stay in garrison.
	ArmyRaised struct {
		Army          Ref `json:"army"`
		Province      Ref `json:"province"`
		Knight        Ref `json:"knight"`
		Spent         int `json:"spent"`
		Men           int `json:"men"`
		HappinessLost int `json:"happiness_lost"`
	}
	// ArmyAssigned: a garrison follows a knight.
	ArmyAssigned struct {
		Army          Ref `json:"army"`
		Province      Ref `json:"province"`
		Knight        Ref `json:"knight"`
		Men           int `json:"men"`
		HappinessLost int `json:"happiness_lost"`
	}
	// MenTransferred: told to both lords when they differ.
	MenTransferred struct {
		From     Ref `json:"from"`
		FromLord Ref `json:"from_lord"`
		To       Ref `json:"to"`
		ToLord   Ref `json:"to_lord"`
		Men      int `json:"men"`
	}
	// Garrisoned: men left their knight to hold a province.
	Garrisoned struct {
		Knight   Ref `json:"knight"`
		Army     Ref `json:"army"`
		Province Ref `json:"province"`
		Men      int `json:"men"`
	}
	// GarrisonCheered: a garrison's presence made its province happier.
	GarrisonCheered struct {
		Province Ref `json:"province"`
		Men      int `json:"men"`
		Gained   int `json:"gained"`
	}

	// Attack is what the public sees of an attack. Against is zero for a
	// neutral province. Outcome is "conquered", "repelled", "died" (the
	// attacker) or "cancelled-ally".
	Attack struct {
		Lord     Ref    `json:"lord"`
		Knight   Ref    `json:"knight"`
		From     Ref    `json:"from"`
		Province Ref    `json:"province"`
		Against  Ref    `json:"against"`
		Outcome  string `json:"outcome"`
	}
	// Battle is the full account of one fight, for those who took part.
	Battle struct {
		Province Ref   `json:"province"`
		Walls    Walls `json:"walls"`
		Attacker Side  `json:"attacker"`
		Defender Side  `json:"defender"`
		Passes   int   `json:"passes"`
		// Ending is "attacker-broke", "attacker-died", "defender-broke",
		// "defender-died" or "defender-fled" (before any pass).
		Ending string `json:"ending"`
		Prize  int    `json:"prize"` // renown that the winner gained at the end
	}
	// Fled: a beaten or displaced force reached its lord's nearest province,
	// Lost men poorer. Knight is zero for a garrison.
	Fled struct {
		Lord     Ref `json:"lord"`
		Knight   Ref `json:"knight"`
		Army     Ref `json:"army"`
		From     Ref `json:"from"`
		To       Ref `json:"to"` // zero: nowhere to go, the force is lost
		Distance int `json:"distance"`
		Lost     int `json:"lost"`
		Left     int `json:"left"`
	}
	// Felony: rules VI.2.
	Felony struct {
		Lord         Ref `json:"lord"`
		Against      Ref `json:"against"`
		RenownBefore int `json:"renown_before"`
		RenownAfter  int `json:"renown_after"`
	}
	// WarBegan and AllianceEnded: Why is "felony", "declared" (an alliance: by
	// Lord's own wish) or "common-war".
	WarBegan struct {
		Lord    Ref    `json:"lord"`
		Against Ref    `json:"against"`
		Why     string `json:"why"`
	}
	AllianceEnded struct {
		Lord Ref    `json:"lord"`
		With Ref    `json:"with"`
		Why  string `json:"why"`
	}
	// AllianceMade and PeaceMade: both ordered it.
	AllianceMade struct {
		Lord Ref `json:"lord"`
		With Ref `json:"with"`
	}
	PeaceMade struct {
		Lord Ref `json:"lord"`
		With Ref `json:"with"`
	}
	// AllyCalled: Lord calls With to go to war, next season, with his enemies.
	AllyCalled struct {
		Lord    Ref   `json:"lord"`
		With    Ref   `json:"with"`
		Enemies []Ref `json:"enemies"`
	}
	// CallIgnored: Lord didn't answer the call By made last season.
	CallIgnored struct {
		Lord         Ref `json:"lord"`
		By           Ref `json:"by"`
		RenownBefore int `json:"renown_before"` // of his lord-knight
		RenownAfter  int `json:"renown_after"`
	}
	// LordDied: all that was his is neutral or gone. By is zero if nobody killed him.
	LordDied struct {
		Lord Ref `json:"lord"`
		By   Ref `json:"by"`
	}
	// EstateLost: the gold that a dead lord leaves is lost to the game.
	EstateLost struct {
		Amount int `json:"amount"`
	}

	// Moved: a knight rode, with his men.
	Moved struct {
		Lord   Ref `json:"lord"`
		Knight Ref `json:"knight"`
		From   Ref `json:"from"`
		To     Ref `json:"to"`
	}

	// ProvinceSold is what the public sees of a sale: Lord's province is With's.
	ProvinceSold struct {
		Lord     Ref `json:"lord"`
		With     Ref `json:"with"`
		Province Ref `json:"province"`
	}
	// Sold and Bought are the two lords' own accounts of it.
	Sold struct {
		Province Ref `json:"province"`
		With     Ref `json:"with"`
		Price    int `json:"price"`
	}
	Bought struct {
		Province  Ref `json:"province"`
		With      Ref `json:"with"`
		Price     int `json:"price"`
		Happiness int `json:"happiness"` // of the people, under their new lord
	}
	// Spied: a spy came back. Owner is zero for neutral land, where Peasants
	// would rise against an attack; elsewhere Peasants is 0.
	Spied struct {
		Province   Ref          `json:"province"`
		Cost       int          `json:"cost"`
		Owner      Ref          `json:"owner"`
		Walls      Walls        `json:"walls"`
		Wealth     int          `json:"wealth"`
		Population int          `json:"population"`
		Happiness  int          `json:"happiness"`
		Forces     []SpiedForce `json:"forces"`
		Peasants   int          `json:"peasants"`
	}
	// SpyLost: a spy didn't come back.
	SpyLost struct {
		Province Ref `json:"province"`
		Cost     int `json:"cost"`
	}

	// Revolted: a province drove its lord out, and is neutral.
	Revolted struct {
		Lord     Ref `json:"lord"`
		Province Ref `json:"province"`
	}
	// Fortified: walls were built, and the people like it.
	Fortified struct {
		Province Ref   `json:"province"`
		Walls    Walls `json:"walls"`
		Cost     int   `json:"cost"`
		Gained   int   `json:"gained"` // happiness
	}

	// Paid: what a season's pay came to.
	Paid struct {
		Knights  int `json:"knights"` // écus for knights
		Armies   int `json:"armies"`  // écus for armies
		Treasury int `json:"treasury"`
	}
	// Deserted: for want of gold. Army is zero for a knight without men, and
	// Knight is zero for a garrison or when the knight stayed.
	Deserted struct {
		Knight Ref `json:"knight"`
		Army   Ref `json:"army"`
		Men    int `json:"men"`
		Due    int `json:"due"`
	}
	// JoustOpened: a lord has paid for his joust.
	JoustOpened struct {
		Places int `json:"places"`
		Reward int `json:"reward"`
		Cost   int `json:"cost"` // of the places and the reward
	}
	// JoustRound is what the public sees of a round: who beat whom. Odd is who had
	// nobody to ride against; zero: nobody. Host is zero for the king's joust, here
	// and below.
	JoustRound struct {
		Host  Ref    `json:"host"`
		Round int    `json:"round"`
		Tilts []Tilt `json:"tilts"`
		Odd   Ref    `json:"odd"`
	}
	// JoustDuel is the two lords' own account: Lord's knight has beaten Against's.
	JoustDuel struct {
		Host         Ref `json:"host"`
		Round        int `json:"round"`
		Knight       Ref `json:"knight"`
		Lord         Ref `json:"lord"`
		RenownBefore int `json:"renown_before"`
		RenownAfter  int `json:"renown_after"`
		Beaten       Ref `json:"beaten"`
		Against      Ref `json:"against"`
		BeatenBefore int `json:"beaten_before"` // renown of the beaten
		BeatenAfter  int `json:"beaten_after"`
	}
	// JoustWon: Lord's knight has won a joust of so many riders.
	JoustWon struct {
		Host   Ref `json:"host"`
		Lord   Ref `json:"lord"`
		Knight Ref `json:"knight"`
		Riders int `json:"riders"`
	}
	// JoustEmpty: a joust wasn't held for want of knights; Riders is 0 or 1.
	JoustEmpty struct {
		Host   Ref `json:"host"`
		Riders int `json:"riders"`
	}
	// PrizeWon: a knight brought his lord the reward of a joust. PrizeLost: he
	// won his own lord's joust, which brings nothing (option jousts2017).
	PrizeWon struct {
		Host   Ref `json:"host"`
		Knight Ref `json:"knight"`
		Amount int `json:"amount"`
	}
	PrizeLost struct {
		Knight Ref `json:"knight"`
		Amount int `json:"amount"`
	}
	// HostHonoured: the lord-knight of a joust's host has his share, in per
	// cent, of the renown that others' knights won there.
	HostHonoured struct {
		Lord         Ref `json:"lord"`
		Share        int `json:"share"`
		RenownBefore int `json:"renown_before"`
		RenownAfter  int `json:"renown_after"`
	}
	// JoustAnnounced: the king holds a joust next season.
	JoustAnnounced struct {
		Season int `json:"season"`
	}
	// GiftGiven and GiftReceived: gold passed between two lords in secret.
	GiftGiven struct {
		With   Ref `json:"with"`
		Amount int `json:"amount"`
	}
	GiftReceived struct {
		With   Ref `json:"with"`
		Amount int `json:"amount"`
	}
	// Titled: a lord's title changed.
	Titled struct {
		Lord Ref   `json:"lord"`
		Old  Title `json:"old"`
		New  Title `json:"new"`
	}
	// VictoryNear: a lord will be crowned if he meets the same condition, "prestige",
	// "conquest" or "alliance", at the end of next season too.
	VictoryNear struct {
		Lord Ref    `json:"lord"`
		How  string `json:"how"`
	}
	// Crowned: the game is over. How is one of those, or "survival".
	Crowned struct {
		Lord     Ref    `json:"lord"`
		How      string `json:"how"`
		Prestige int    `json:"prestige"`
	}
	// NobodyLeft: all lords died in one season, and the game is over.
	NobodyLeft struct{}
	// Begun: a game was founded; told to everyone, and to each lord his seat.
	Begun struct {
		Map   string `json:"map"`
		Lords int    `json:"lords"`
	}
	Enfeoffed struct {
		Lord     Ref `json:"lord"`
		Province Ref `json:"province"`
	}
)

// A Tilt is a duel of a joust.
type Tilt struct {
	Won  Ref `json:"won"`
	Lost Ref `json:"lost"`
}

// A SpiedForce is somebody whom a spy saw: a knight, with or without men, or a
// garrison, whose captain has no name.
type SpiedForce struct {
	Lord   Ref `json:"lord"`
	Knight Ref `json:"knight"`
	Renown int `json:"renown"`
	Men    int `json:"men"`
}

// A Side of a battle. Lord is zero for peasants of a neutral province; Knight
// is zero for a garrison or peasants, whose captain has no name.
type Side struct {
	Lord         Ref    `json:"lord"`
	Knight       Ref    `json:"knight"`
	What         string `json:"what"` // "knight", "garrison" or "peasants"
	RenownBefore int    `json:"renown_before"`
	RenownAfter  int    `json:"renown_after"`
	MenBefore    int    `json:"men_before"`
	MenAfter     int    `json:"men_after"`
	Threshold    int    `json:"threshold"` // in men
}

func (Refused) Kind() string         { return "refused" }
func (Renamed) Kind() string         { return "renamed" }
func (Freed) Kind() string           { return "freed" }
func (KnightLeft) Kind() string      { return "knight-left" }
func (Disbanded) Kind() string       { return "disbanded" }
func (RetreatsSet) Kind() string     { return "retreats-set" }
func (DefenceSet) Kind() string      { return "defence-set" }
func (Taxed) Kind() string           { return "taxed" }
func (Redistributed) Kind() string   { return "redistributed" }
func (Annuity) Kind() string         { return "annuity" }
func (KnightCalled) Kind() string    { return "knight-called" }
func (CallUnpaid) Kind() string      { return "call-unpaid" }
func (KnightsCalled) Kind() string   { return "knights-called" }
func (ArmyRaised) Kind() string      { return "army-raised" }
func (ArmyAssigned) Kind() string    { return "army-assigned" }
func (MenTransferred) Kind() string  { return "men-transferred" }
func (Garrisoned) Kind() string      { return "garrisoned" }
func (GarrisonCheered) Kind() string { return "garrison-cheered" }
func (Attack) Kind() string          { return "attack" }
func (Battle) Kind() string          { return "battle" }
func (Fled) Kind() string            { return "fled" }
func (Felony) Kind() string          { return "felony" }
func (WarBegan) Kind() string        { return "war-began" }
func (AllianceEnded) Kind() string   { return "alliance-ended" }
func (LordDied) Kind() string        { return "lord-died" }
func (EstateLost) Kind() string      { return "estate-lost" }
func (AllianceMade) Kind() string    { return "alliance-made" }
func (PeaceMade) Kind() string       { return "peace-made" }
func (AllyCalled) Kind() string      { return "ally-called" }
func (CallIgnored) Kind() string     { return "call-ignored" }
func (Revolted) Kind() string        { return "revolted" }
func (Fortified) Kind() string       { return "fortified" }
func (ProvinceSold) Kind() string    { return "province-sold" }
func (Sold) Kind() string            { return "sold" }
func (Bought) Kind() string          { return "bought" }
func (Spied) Kind() string           { return "spied" }
func (SpyLost) Kind() string         { return "spy-lost" }
func (JoustOpened) Kind() string     { return "joust-opened" }
func (JoustRound) Kind() string      { return "joust-round" }
func (JoustDuel) Kind() string       { return "joust-duel" }
func (JoustWon) Kind() string        { return "joust-won" }
func (JoustEmpty) Kind() string      { return "joust-empty" }
func (PrizeWon) Kind() string        { return "prize-won" }
func (PrizeLost) Kind() string       { return "prize-lost" }
func (HostHonoured) Kind() string    { return "host-honoured" }
func (JoustAnnounced) Kind() string  { return "joust-announced" }
func (GiftGiven) Kind() string       { return "gift-given" }
func (GiftReceived) Kind() string    { return "gift-received" }
func (VictoryNear) Kind() string     { return "victory-near" }
func (Crowned) Kind() string         { return "crowned" }
func (NobodyLeft) Kind() string      { return "nobody-left" }
func (Moved) Kind() string           { return "moved" }
func (Paid) Kind() string            { return "paid" }
func (Deserted) Kind() string        { return "deserted" }
func (Titled) Kind() string          { return "titled" }
func (Begun) Kind() string           { return "begun" }
func (Enfeoffed) Kind() string       { return "enfeoffed" }
