package orders

// A Severity says what a finding does to its line.
type Severity string

const (
	Refused Severity = "refused" // the line does nothing
	Warning Severity = "warning" // the line stands, but look
	Note    Severity = "note"    // the line stands; how it was understood
)

// A Finding is what the Arbitre has to say of a line: never an error, always
// with the place, the reason and, where there is one, the way out. Its words
// are in the templates, under "finding/" and its kind.
type Finding struct {
	Line        int               `json:"line,omitempty"`   // in the letter, from 1; 0: no line in particular
	Source      string            `json:"source,omitempty"` // the line as written
	Column      int               `json:"column,omitempty"` // of the fault, in runes from 1; 0: the whole line
	Width       int               `json:"width,omitempty"`  // of the fault, in runes
	Severity    Severity          `json:"severity"`
	Kind        string            `json:"kind"`
	Facts       map[string]string `json:"facts,omitempty"` // what the kind's sentence fills in
	Suggestions []string          `json:"suggestions,omitempty"`
}
