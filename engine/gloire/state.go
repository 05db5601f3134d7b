package gloire

import (
	"encoding/json"
	"fmt"
	"slices"

	"arbitre/engine"
)

// stateVersion is raised whenever a saved state changes its meaning.
const stateVersion = 1

// A State is a game between two seasons. It holds whole numbers only (D1):
// écus, men and inhabitants as they are; renown, happiness and prestige in
// hundredths; wealth in thousandths. Every slice is in the order of its ids.
type State struct {
	Version    int            `json:"version"`
	Charter    engine.Charter `json:"charter"`
	Season     int            `json:"season"`           // to be played next, from 1
	Ended      bool           `json:"ended,omitempty"`  // nothing more will be played
	LastNumber int            `json:"last_number"`      // the last one given to a knight or an army: they share one series
	Lords      []Lord         `json:"lords"`            // by seat, from 1
	Provinces  []Province     `json:"provinces"`        // by the map's ids, from 1
	Knights    []Knight       `json:"knights"`          // the living
	Garrisons  []Garrison     `json:"garrisons"`        // at most one a province
	Calls      []Call         `json:"calls"`            // to allies, last season
	Claims     []Claim        `json:"claims,omitempty"` // to the crown, at the end of last season; by seat, then by condition
}

// A Lord is a player's character.
type Lord struct {
	Seat     int         `json:"seat"`
	Name     string      `json:"name"`
	Alive    bool        `json:"alive"`
	Knight   int         `json:"knight"` // the lord-knight, himself; 0 for the dead
	Treasury int         `json:"treasury"`
	Title    Title       `json:"title"`
	Prestige int         `json:"prestige"` // at the end of last season
	Retreats RetreatsSet `json:"retreats"`
	Allies   []int       `json:"allies"`  // seats, ascending
	Enemies  []int       `json:"enemies"` // seats, ascending
}

// A Province of the map, as it stands.
type Province struct {
	ID         int      `json:"id"`
	Owner      int      `json:"owner"` // seat; 0: neutral
	Population int      `json:"population"`
	Happiness  int      `json:"happiness"`
	Wealth     int      `json:"wealth"`
	Walls      Walls    `json:"walls"`
	Dealt      int      `json:"dealt,omitempty"` // the season in which it was last sold; 0: never
	Memories   []Memory `json:"memories"`        // of lords who lost it, by seat
}

// A Memory is what a people remembers of a lord who lost its province.
type Memory struct {
	Lord      int  `json:"lord"`
	Happiness int  `json:"happiness"`        // when he left
	Season    int  `json:"season"`           // in which he left
	Revolt    bool `json:"revolt,omitempty"` // it drove him out
}

// A Knight is one of a lord's commanders, or the lord himself. Army is the
// number of the men he commands; 0 if he commands none.
type Knight struct {
	ID       int    `json:"id"`
	Name     string `json:"name"`
	Lord     int    `json:"lord"`
	Renown   int    `json:"renown"`
	Pay      int    `json:"pay"`    // écus a season: his renown when he was called
	Called   int    `json:"called"` // the season in which he came; 0: at the start
	Province int    `json:"province"`
	Army     int    `json:"army"`
	Men      int    `json:"men"`
}

// A Garrison is an army without a knight, on land of its own lord.
type Garrison struct {
	ID       int `json:"id"`
	Lord     int `json:"lord"`
	Province int `json:"province"`
	Men      int `json:"men"`
}

// Moment implements engine.State.
func (s *State) Moment() engine.Moment { return engine.Moment{Season: s.Season} }

// Over implements engine.State.
func (s *State) Over() bool { return s.Ended }

// clone copies what a season changes. Calls, memories, allies and enemies are shared:
// whoever changes such a list makes a new one.
func (s *State) clone() *State {
	c := *s
	c.Lords = slices.Clone(s.Lords)
	c.Provinces = slices.Clone(s.Provinces)
	c.Knights = slices.Clone(s.Knights)
	c.Garrisons = slices.Clone(s.Garrisons)
	return &c
}

// load reads a saved state.
func load(saved []byte) (*State, error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(saved, &head); err != nil {
		return nil, fmt.Errorf("reading a state of Gloire & Pouvoir: %w", err)
	}
	if head.Version != stateVersion {
		return nil, fmt.Errorf("reading a state of Gloire & Pouvoir: it is of version %d, and this Arbitre plays version %d", head.Version, stateVersion)
	}
	s := new(State)
	if err := json.Unmarshal(saved, s); err != nil {
		return nil, fmt.Errorf("reading a state of Gloire & Pouvoir: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("reading a state of Gloire & Pouvoir: %w", err)
	}
	return s, nil
}

// check holds a state against what the rest of the package takes for granted:
// ids in order, figures within their bounds, and nothing that names what isn't
// there.
func (s *State) check() error {
	land, err := landOf(s.Charter.Map)
	if err != nil {
		return err
	}
	if editionOf(s.Charter.Edition) == nil {
		return fmt.Errorf("no edition %q of the rules can be played", s.Charter.Edition)
	}
	if len(s.Provinces) != len(land.Provinces) {
		return fmt.Errorf("%d provinces on a map of %d", len(s.Provinces), len(land.Provinces))
	}
	if s.Season < 1 || s.Season > most || s.LastNumber < 0 || s.LastNumber > most {
		return fmt.Errorf("season %d, last number %d", s.Season, s.LastNumber)
	}
	for i := range s.Lords {
		if l := &s.Lords[i]; l.Seat != i+1 || !s.sound(l) {
			return fmt.Errorf("lord %d in place %d is unsound", l.Seat, i+1)
		}
	}
	for i := range s.Provinces {
		p := &s.Provinces[i]
		within := p.Population >= 0 && p.Population <= most && p.Happiness >= 0 && p.Happiness <= mostHappy &&
			p.Wealth >= leastWealth && p.Wealth <= mostWealth && p.Walls >= NoWalls && p.Walls <= Fortress
		within = within && p.Dealt >= 0 && p.Dealt < s.Season
		if p.ID != i+1 || p.Owner != 0 && !s.living(p.Owner) || !within {
			return fmt.Errorf("province %d in place %d is unsound", p.ID, i+1)
		}
	}
	for _, c := range s.Claims {
		if !s.living(c.Lord) || !slices.Contains(claims, c.How) {
			return fmt.Errorf("a claim of seat %d is unsound", c.Lord)
		}
	}
	last := 0
	for _, k := range s.Knights {
		within := k.Renown >= leastRenown && k.Renown <= mostRenown && k.Pay >= 0 && k.Pay <= most && k.Men >= 0 && k.Men <= most &&
			(k.Men > 0) == (k.Army > 0)
		if k.ID <= last || k.ID > s.LastNumber || !s.living(k.Lord) || !s.onMap(k.Province) || !within {
			return fmt.Errorf("knight %d is unsound", k.ID)
		}
		last = k.ID
	}
	last = 0
	for _, g := range s.Garrisons {
		if g.ID <= last || g.ID > s.LastNumber || !s.living(g.Lord) || !s.onMap(g.Province) || g.Men < 1 || g.Men > most {
			return fmt.Errorf("garrison %d is unsound", g.ID)
		}
		last = g.ID
	}
	for _, c := range s.Calls {
		for _, seat := range append([]int{c.By, c.Ally}, c.Enemies...) {
			if seat < 1 || seat > len(s.Lords) {
				return fmt.Errorf("a call of seat %d to %d is unsound", c.By, c.Ally)
			}
		}
	}
	return nil
}

func (s *State) onMap(province int) bool { return province >= 1 && province <= len(s.Provinces) }

func (s *State) living(seat int) bool {
	return seat >= 1 && seat <= len(s.Lords) && s.Lords[seat-1].Alive
}

// sound tells whether a lord has what a lord has: if he lives, a lord-knight of
// his own; relations with others who live; figures within their bounds.
func (s *State) sound(l *Lord) bool {
	himself := slices.ContainsFunc(s.Knights, func(k Knight) bool { return k.ID == l.Knight && k.Lord == l.Seat })
	for _, other := range slices.Concat(l.Allies, l.Enemies) {
		if other == l.Seat || !s.living(other) {
			return false
		}
	}
	for _, percent := range []int{l.Retreats.Peasants, l.Retreats.Garrisons, l.Retreats.Knights} {
		if percent < 0 || percent > 100 {
			return false
		}
	}
	return l.Alive == himself && l.Treasury >= 0 && l.Treasury <= mostTreasury && l.Title >= NoTitle && l.Title <= Prince
}
