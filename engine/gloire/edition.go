package gloire

// An edition is what one edition of the rules doesn't share with the others;
// all the rest is played by the same functions.
type edition struct {
	name   string  // in a game's charter
	phases []phase // of a season, in the order of play

	lastOffer bool // of a lord's sales of one province the last counts; else the first
	reign     int  // seasons running in which a condition of victory must hold
	spying    int  // chance of a spy's success, in per cent

	phasesOf map[string][]int // by code: the phases that carry it out, by index
}

// editions are those that can be played, in the order in which a game master is
// told of them.
var editions []*edition

// The phases' functions look up the phase that is played, so that the table
// can't be a plain initialiser.
func init() {
	editions = []*edition{edition215()}
	for _, e := range editions {
		e.phasesOf = make(map[string][]int)
		for i, p := range e.phases {
			for _, code := range p.Codes {
				e.phasesOf[code] = append(e.phasesOf[code], i)
			}
		}
	}
}

// editionOf finds an edition by its name; nil if it can't be played.
func editionOf(name string) *edition {
	for _, e := range editions {
		if e.name == name {
			return e
		}
	}
	return nil
}

// editionNames are those of the editions that can be played.
func editionNames() []string {
	names := make([]string, len(editions))
	for i, e := range editions {
		names[i] = e.name
	}
	return names
}

// edition215 is the edition of the official rules 2.15.0.
func edition215() *edition {
	return &edition{name: "2.15", phases: phases215(), lastOffer: true, reign: 2, spying: 70}
}
