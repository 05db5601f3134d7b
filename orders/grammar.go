// Package orders reads what players write: a letter's lines against a grammar
// that a game gives as data, and a set of names that the player may use. It
// knows no game. The same tables make the help page, the blank order form and
// the players' documentation, so that these can't disagree with the parser.
package orders

// A Grammar is what one seat may write now.
type Grammar struct {
	Forms   []Form // in the order of play
	Names   []Name
	Classes []Word // what a class of names is called, under the class as key: "chevalier", "knight"
}

// A Class says what a form is for.
type Class int

const (
	ForGame   Class = iota // an order of the game: kept in the seat's list
	Directive              // tells the Arbitre how to take this letter: AJOUT, SAISON 13
	Query                  // asks the Arbitre something: AIDE, ETAT
)

// A Form is one order or word: its code, its names and its arguments.
type Form struct {
	Code    string   // "ATT": three or more capital letters, unique in a grammar
	French  string   // "Attaquer"
	English string   // "Attack"
	Aliases []string // further spellings, in any language
	Class   Class
	Params  []Param // in the order in which they always may be written
	Played  bool    // false: read and kept, but the game doesn't carry it out yet
}

// A Kind is the type of an argument.
type Kind int

const (
	Named  Kind = iota // one of the grammar's names, of a class in Param.Of
	Number             // a whole number between Min and Max
	Choice             // one of Param.Words
	Text               // free text to the end of the line
	Secret             // one word, shown to nobody but its writer
)

// A Param is one argument of a form.
type Param struct {
	Key      string   // "knight": unique in the form; the templates' label key
	Kind     Kind     //
	Of       []string // Named: classes of names, the first in which a name is found wins
	Min, Max int      // Number: the range, inclusive
	Unit     string   // Number: "men", "ecus", "percent", "level", "count" or "season"
	Words    []Word   // Choice: the choices; any other kind: words that may stand instead (TOUT, AUTO)
	Optional bool
	Ways     Ways // the prepositions that may lead it; 0: all but From and Against
	Label    Word // Number: what may stand beside the number and tell it: "seuil 300", "300 de seuil"
}

// Ways are the senses of prepositions. One that isn't among a parameter's ways
// never leads it: «Alliance contre Olaf» is no alliance with Olaf.
type Ways uint16

const (
	With    Ways = 1 << iota // avec, with
	By                       // par, by
	To                       // à, vers, to, into
	At                       // en, dans, chez, sur, at, in, on
	Of                       // de, of
	From                     // depuis, from
	For                      // pour, for
	Against                  // contre, against
	And                      // et, and
	Bare                     // none; beside others it says nothing. A number with a Label then needs it before a word for men, unless it stands in its place of the table
)

const anyWay = With | By | To | At | Of | For | And

// A Word is a fixed word that may stand for a value.
type Word struct {
	Key     string   // "all"
	Forms   []string // as written, the canonical French one first: "TOUT", "TOUTES", "ALL"
	English string   // the canonical English one, understood like the others; "": the French one
}

// A Name is something that a player may name: a knight, a province, a lord.
type Name struct {
	Class   string   // "knight", "province", …
	ID      int      // what "#14" means within its class
	Text    string   // as shown
	Aliases []string // other spellings that mean the same
}

// A Value is an argument as understood: exactly one of its parts is set.
type Value struct {
	Class string `json:"class,omitempty"` // of the name found
	ID    int    `json:"id,omitempty"`    // of the name found
	N     *int   `json:"n,omitempty"`     // a number
	Word  string `json:"word,omitempty"`  // key of a Word or choice
	Text  string `json:"text,omitempty"`  // free text or secret
}

// An Arg is one argument of an order, under its parameter's key.
type Arg struct {
	Key string `json:"key"`
	Value
}

// An Order is one order as understood.
type Order struct {
	Code     string `json:"code"`
	Args     []Arg  `json:"args,omitempty"` // in the order of the form's parameters, absent ones left out
	Standing bool   `json:"standing,omitempty"`
	Line     int    `json:"line,omitempty"`   // in the letter it came from, from 1
	Source   string `json:"source,omitempty"` // as the player wrote it
}

// A List is a seat's orders for a season, in the order in which they were written.
type List []Order

// Arg returns the argument under a key, and whether the order has it.
func (o Order) Arg(key string) (Value, bool) {
	for _, a := range o.Args {
		if a.Key == key {
			return a.Value, true
		}
	}
	return Value{}, false
}

// ID returns the number of the thing named under a key; 0 if it is absent or not a name.
func (o Order) ID(key string) int {
	v, _ := o.Arg(key)
	return v.ID
}

// Number returns the number under a key, and whether there is one.
func (o Order) Number(key string) (int, bool) {
	v, _ := o.Arg(key)
	if v.N == nil {
		return 0, false
	}
	return *v.N, true
}

// Form returns the form of a code.
func (g Grammar) Form(code string) (Form, bool) {
	for _, f := range g.Forms {
		if f.Code == code {
			return f, true
		}
	}
	return Form{}, false
}
