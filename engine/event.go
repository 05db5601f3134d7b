package engine

import "encoding/json"

// Facts are what an event tells, of a type of the game's own. The kind names
// the template that puts it into words: "<game>/event/<kind>".
type Facts interface {
	Kind() string
}

// An Audience is who may know of an event.
type Audience struct {
	All   bool   `json:"all,omitempty"`   // everyone: the public report
	Seats []Seat `json:"seats,omitempty"` // these seats' own reports, ascending
	GM    bool   `json:"gm,omitempty"`    // the game master only
}

// Everyone, Only and GameMaster are the audiences there are.
func Everyone() Audience          { return Audience{All: true} }
func Only(seats ...Seat) Audience { return Audience{Seats: seats} }
func GameMaster() Audience        { return Audience{GM: true} }

// Includes says whether a seat is one of those named; the public is not asked.
func (a Audience) Includes(s Seat) bool {
	for _, seat := range a.Seats {
		if seat == s {
			return true
		}
	}
	return false
}

// An Event is something that happened, in the order in which it happened.
type Event struct {
	Phase string // the game's key of the phase
	To    Audience
	Facts Facts
}

// MarshalJSON writes the event with its kind, always to the same bytes.
func (e Event) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind  string   `json:"kind"`
		Phase string   `json:"phase"`
		To    Audience `json:"to"`
		Facts Facts    `json:"facts"`
	}{e.Facts.Kind(), e.Phase, e.To, e.Facts})
}
