package report

import (
	"reflect"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

// told are the events that pass a sieve, in the order in which they happened.
func (w *writer) told(sieve func(engine.Event) bool) []engine.Event { return only(w.Events, sieve) }

func only(events []engine.Event, sieve func(engine.Event) bool) []engine.Event {
	var kept []engine.Event
	for _, e := range events {
		if sieve(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

func without(events []engine.Event, sieves ...func(engine.Event) bool) []engine.Event {
	return only(events, func(e engine.Event) bool {
		for _, sieve := range sieves {
			if sieve(e) {
				return false
			}
		}
		return true
	})
}

func isPublic(e engine.Event) bool { return e.To.All }

// knows tells whether the reader may know of an event at all.
func (w *writer) knows(e engine.Event) bool {
	return e.To.All || w.seat != 0 && e.To.Includes(w.seat)
}

// concerns tells whether an event belongs in the reader's TOUR: it is told to
// his seat, or it is public and he is one of the lords in it.
func (w *writer) concerns(e engine.Event) bool {
	if e.To.Includes(w.seat) {
		return true
	}
	return e.To.All && !toldInFull(e.Facts) && names(e.Facts, int(w.seat))
}

// toldInFull tells whether the lord concerned by a public event has a fuller
// account of his own: his TOUR doesn't tell it twice.
func toldInFull(facts engine.Facts) bool {
	switch f := facts.(type) {
	case gloire.KnightsCalled, gloire.ProvinceSold:
		return true
	case gloire.KnightLeft:
		return f.Why == "freed" || f.Why == "unpaid"
	}
	return false
}

// lordFields are the facts' fields that refer to a lord, whose id is his seat.
var lordFields = map[string]bool{
	"Lord": true, "Against": true, "With": true, "By": true, "FromLord": true, "ToLord": true,
}

// names tells whether facts name the lord of a seat.
func names(facts engine.Facts, seat int) bool {
	v := reflect.Indirect(reflect.ValueOf(facts))
	if v.Kind() != reflect.Struct {
		return false
	}
	for i := range v.NumField() {
		ref, isRef := v.Field(i).Interface().(gloire.Ref)
		if isRef && ref.ID == seat && lordFields[v.Type().Field(i).Name] {
			return true
		}
	}
	return false
}

func refused(e engine.Event) bool { return e.Facts.Kind() == gloire.Refused{}.Kind() }

// spied tells what the spies bring back, which TOUR keeps for its end.
func spied(e engine.Event) bool { return e.Phase == "spy" && !refused(e) }
