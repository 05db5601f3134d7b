package gloire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbitre/engine"
	"arbitre/engine/gloire/atlas"
)

// options are what a charter may ask for beside its edition.
var options = []string{"jousts2017", "repatriation2017"}

// founding is the phase of the events before the first season.
const founding = "founding"

// fewestLords is the least number that a game can be played by.
const fewestLords = 2

// landOf loads the map of a charter.
func landOf(name string) (*atlas.Map, error) {
	land, err := atlas.Load(name)
	if err != nil {
		return nil, fmt.Errorf("laying out the map of a game: %w", err)
	}
	return land, nil
}

// found sets up a game (rules III, rules-gloire §2): each lord is his own
// knight and holds one province, dealt by draw among the map's places to start.
func found(charter engine.Charter, dice engine.Dice) (*State, []engine.Event, error) {
	land, err := landOf(charter.Map)
	if err != nil {
		return nil, nil, err
	}
	starts := startsOf(land)
	if err := checkCharter(charter, len(starts)); err != nil {
		return nil, nil, err
	}
	s := &State{
		Version: stateVersion, Charter: charter, Season: 1,
		Provinces: make([]Province, len(land.Provinces)), Garrisons: []Garrison{}, Calls: []Call{},
	}
	for i, p := range land.Provinces {
		s.Provinces[i] = Province{ID: p.ID, Population: startPopulation, Happiness: startHappiness,
			Wealth: p.Wealth, Memories: []Memory{}}
	}
	events := []engine.Event{{Phase: founding, To: engine.Everyone(), Facts: Begun{land.ID, len(charter.Seats)}}}
	for _, founder := range charter.Seats {
		seat := int(founder.Seat)
		name := strings.Join(strings.Fields(founder.Name), " ")
		i := dice.Draw(fmt.Sprintf("start/%d", seat), int64(len(starts)))
		home := starts[i]
		starts = slices.Delete(starts, int(i), int(i)+1)
		s.LastNumber++
		s.Provinces[home-1].Owner = seat
		s.Knights = append(s.Knights, Knight{ID: s.LastNumber, Name: name, Lord: seat, Renown: startRenown, Province: home})
		s.Lords = append(s.Lords, Lord{Seat: seat, Name: name, Alive: true, Knight: s.LastNumber,
			Treasury: startTreasury, Retreats: RetreatsSet{50, 50, 80}, Allies: []int{}, Enemies: []int{}})
		events = append(events, engine.Event{Phase: founding, To: engine.Only(founder.Seat),
			Facts: Enfeoffed{Ref{seat, name}, Ref{home, land.Province(home).Name}}})
	}
	season, err := begin(s, nil, dice)
	if err != nil {
		return nil, nil, err
	}
	for i := range s.Lords {
		s.Lords[i].Prestige = season.prestige(&season.lords[i])
	}
	return s, events, nil
}

// startsOf are the provinces where a lord may start, by id.
func startsOf(land *atlas.Map) []int {
	var starts []int
	for _, p := range land.Provinces {
		if p.Start {
			starts = append(starts, p.ID)
		}
	}
	return starts
}

// checkCharter tells all that is wrong with a charter.
func checkCharter(charter engine.Charter, starts int) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if editionOf(charter.Edition) == nil {
		fault("no edition %q (editions: %s)", charter.Edition, strings.Join(editionNames(), ", "))
	}
	for _, o := range charter.Options {
		if !slices.Contains(options, o) {
			fault("no option %q (options: %s)", o, strings.Join(options, ", "))
		}
	}
	if n := len(charter.Seats); n < fewestLords || n > starts {
		fault("%d lords: the map %s takes %d to %d", n, charter.Map, fewestLords, starts)
	}
	names := make(map[string]engine.Seat)
	for i, f := range charter.Seats {
		name := strings.Join(strings.Fields(f.Name), " ")
		if f.Seat != engine.Seat(i+1) {
			fault("seat %d stands in place %d", f.Seat, i+1)
		}
		if !goodName(name) {
			fault("seat %d: %q can't be a lord's name (letters, digits, spaces, ' - . and up to %d signs)", f.Seat, f.Name, longestName)
		}
		if other, taken := names[spelling(name)]; taken {
			fault("seats %d and %d have the same name %q", other, f.Seat, name)
		}
		names[spelling(name)] = f.Seat
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("founding the game %q: %w", charter.Game, err)
	}
	return nil
}
