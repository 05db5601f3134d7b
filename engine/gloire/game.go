package gloire

import (
	"fmt"

	"arbitre/engine"
	"arbitre/orders"
)

// Game is Gloire & Pouvoir: one simultaneous order list a season, edition 2.15.
type Game struct{}

var _ engine.Game = Game{}

// Name implements engine.Game.
func (Game) Name() string { return "gloire" }

// Found implements engine.Game. It refuses an unknown map, edition or option,
// a number of lords that the map has no starting places for, and names that
// orders couldn't tell apart; the error says all that is wrong.
func (Game) Found(charter engine.Charter, dice engine.Dice) (engine.State, []engine.Event, error) {
	s, events, err := found(charter, dice)
	if err != nil {
		return nil, nil, err
	}
	return s, events, nil
}

// Load implements engine.Game.
func (Game) Load(saved []byte) (engine.State, error) {
	s, err := load(saved)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Awaited implements engine.Game: the living lords.
func (Game) Awaited(state engine.State) []engine.Seat {
	var seats []engine.Seat
	if s := state.(*State); !s.Ended {
		for _, l := range s.Lords {
			if l.Alive {
				seats = append(seats, engine.Seat(l.Seat))
			}
		}
	}
	return seats
}

// Seats implements engine.Game: all lords, the dead too.
func (Game) Seats(state engine.State) []engine.Founder {
	lords := state.(*State).Lords
	seats := make([]engine.Founder, len(lords))
	for i, l := range lords {
		seats[i] = engine.Founder{Seat: engine.Seat(l.Seat), Name: l.Name}
	}
	return seats
}

// Resolve implements engine.Game. A lord without a list does nothing.
func (Game) Resolve(state engine.State, lists map[engine.Seat]orders.List, dice engine.Dice) (engine.State, []engine.Event, error) {
	before := state.(*State)
	if before.Ended {
		return nil, nil, fmt.Errorf("playing season %d of %q: the game is over", before.Season, before.Charter.Game)
	}
	s, err := begin(before, lists, dice)
	if err != nil {
		return nil, nil, fmt.Errorf("playing season %d of %q: %w", before.Season, before.Charter.Game, err)
	}
	s.play()
	after := s.rest()
	events := make([]engine.Event, len(s.events))
	for i, h := range s.events {
		events[i] = h.Event
	}
	return after, events, nil
}
