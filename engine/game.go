// Package engine holds what every game of the Arbitre shares: what a game is,
// the named dice, typed events, and the archive from which a game is replayed.
// A game is pure: no clock, no files, no mail, no state of its own.
package engine

import "arbitre/orders"

// A Seat is a place at the table, numbered from 1 and held for the whole game,
// whoever plays it.
type Seat int

// A Charter is what a game is founded on.
type Charter struct {
	Game    string    `json:"game"`    // "scan1": unique in a ledger; letters, digits and hyphens
	Rules   string    `json:"rules"`   // "gloire": the Game's name
	Edition string    `json:"edition"` // "2.15"
	Map     string    `json:"map"`     // "scandinavie"
	Options []string  `json:"options,omitempty"`
	Seats   []Founder `json:"seats"`
}

// A Founder is a player's character at the start.
type Founder struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name"` // of the character, as the player chose it
}

// A Moment is the point that a game has reached: a season, and where a season
// has several, the step that is awaited.
type Moment struct {
	Season int    `json:"season"`
	Step   string `json:"step,omitempty"`
}

// A State is a game at rest between two steps. It is saved with json.Marshal,
// always to the same bytes, and read back by its Game's Load.
type State interface {
	Moment() Moment // what is played next
	Over() bool     // nothing more will be played
}

// A Game is one set of rules.
type Game interface {
	// Name is the rules' name in a charter.
	Name() string
	// Found sets up a new game.
	Found(Charter, Dice) (State, []Event, error)
	// Load reads a saved state; it says why a state of another version can't be read.
	Load([]byte) (State, error)
	// Grammar is what a seat may write now, with the names that it may use.
	Grammar(State, Seat) orders.Grammar
	// Review looks at a list before it is played, as if nobody else acted,
	// with the very functions that will play it.
	Review(State, Seat, orders.List) Review
	// Awaited tells the seats whose orders the present step waits for.
	Awaited(State) []Seat
	// Seats tells who sits where, by the names that they bear now.
	Seats(State) []Founder
	// Resolve plays the present step. The state given is left as it was.
	Resolve(State, map[Seat]orders.List, Dice) (State, []Event, error)
	// Brief is all that a seat may know, and no more. Seat 0 is the public.
	Brief(State, Seat) Brief
	// Tables are the reports that a spreadsheet reads, for a seat after the
	// events of a step.
	Tables(State, Seat, []Event) []Table
}

// A Brief is one seat's view of a state, of the game's own type, for its templates.
type Brief interface {
	Moment() Moment
}

// A Table is a tab-separated file for spreadsheets and scripts.
type Table struct {
	File string // "BILAN.txt"
	Text string // UTF-8, "\n" ends each line
}

// A Review tells what a list would do.
type Review struct {
	Planned  []Planned        // the orders kept, in the order in which they will be carried out
	Findings []orders.Finding // refusals and warnings of the rules, by line
	Forecast []Posting        // the treasury as it stands, then movement by movement
}

// Planned is an order at its place in the season.
type Planned struct {
	Order   int    // index in the list reviewed
	Phase   string // the game's key of the phase
	Played  bool   // false: the Arbitre doesn't play this phase yet
	Refused bool   // it would do nothing, for the reason that a finding of its line gives
}

// A Posting is one movement of the treasury in a forecast, from the worst to
// the best of chance. Certain is false where it hangs on chance or on others.
type Posting struct {
	Key      string // the game's key of the movement, "tax"
	Low      int    // in the game's money, negative for spending
	High     int
	TotalLow int // the treasury after it
	TotalTop int
	Certain  bool
}
