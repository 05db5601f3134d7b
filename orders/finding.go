package orders

// A Severity says what a finding does to its line.
type Severity string

const (
	Refused Severity = "refused" // the line does nothing
	Warning Severity = "warning" // the line stands, but look
	Note    Severity = "note"    // the line stands; how it was understood
)

// The kinds of finding that reading makes, with the facts they carry.
const (
	UnknownOrder    = "unknown-order"    // word; suggestions: the order meant
	MissingArgument = "missing-argument" // code, key: the first of the arguments missing; missing: all their keys
	ExtraWords      = "extra-words"      // code, words
	UnknownName     = "unknown-name"     // code, key, class, name; other: the class that it is a name of
	UnknownChoice   = "unknown-choice"   // code, key, word; suggestions: the choices
	SameName        = "same-name"        // code, key, class, name, count; suggestions: the numbers
	OutOfRange      = "out-of-range"     // code, key, unit, min, max, got
	NotANumber      = "not-a-number"     // code, key, unit, min, max, got
	WrongUnit       = "wrong-unit"       // code, key, unit: what is asked for; written: what stands there; got
	Ambiguous       = "ambiguous"        // code; suggestions: the readings
	ContraryWord    = "contrary-word"    // code, word: the preposition; name: the argument that it can't lead, "" if it leads none; suggestions: the order without it
	Unlabelled      = "unlabelled"       // code, key, unit, got; suggestions: the order with the number's label
	Question        = "question"         // code; suggestions: the order
	BadName         = "bad-name"         // code, key, max; reason: control, invisible, separator, number, long, letters or quotes
	UnderstoodAs    = "understood-as"    // code, key, class, written, name
	NotStanding     = "not-standing"     // code: "@" before a word for the Arbitre says nothing
	LineTooLong     = "line-too-long"    // max
	TooManyLines    = "too-many-lines"   // max, unread: how many lines were not read
)

// A Finding is what the Arbitre has to say of a line: never an error, always
// with the place, the reason and, where there is one, the way out. Its words
// are in the templates, under "finding/" and its kind.
type Finding struct {
	Line        int               `json:"line,omitempty"`   // in the letter, from 1; 0: no line in particular
	Source      string            `json:"source,omitempty"` // the line as written, its passwords blanked
	Column      int               `json:"column,omitempty"` // of the fault in Source, in runes from 1; 0: the whole line
	Width       int               `json:"width,omitempty"`  // of the fault, in runes
	Severity    Severity          `json:"severity"`
	Kind        string            `json:"kind"`
	Facts       map[string]string `json:"facts,omitempty"` // what the kind's sentence fills in
	Suggestions []string          `json:"suggestions,omitempty"`
}
