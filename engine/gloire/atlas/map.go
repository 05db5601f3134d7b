// Package atlas holds the maps of Gloire & Pouvoir: their provinces, who
// borders on whom, and the figures of the rules that depend on the map
// (rules-gloire §11).
//
// A map is reviewed data, embedded and never computed at run time. Its figures
// stand in maps.json, a map a line. Its provinces stand in a file named after
// the map's id, a province a line, in the order of their ids; a map whose file
// isn't there yet can't be loaded. Ids are stable for ever: a province may
// move, grow richer or be renamed, but its id is in every archive.
//
// In the file each province names those it borders on by land, so that every
// border is written twice and a slip of the pen is found; crossings by sea are
// listed once, apart, as straits. Both count as neighbours in play.
//
// Players write names by hand, without accents and with slips. So names keep
// apart by more than one slip, and two isles are called by their towns: Öland
// lies in the province of Kalmar and Åland is Kastelholm, since those two names
// of one letter's difference would be taken for each other.
package atlas

// A Figures is what the rules say of a map apart from its geography
// (rules-gloire §11).
type Figures struct {
	ID   string `json:"id"`   // ASCII, as in a game's configuration: "scandinavie"
	Name string `json:"name"` // as players read it: "Scandinavie"

	Lords    int `json:"lords"`     // lords of an ordinary game
	LordsMax int `json:"lords_max"` // most lords that the map takes; Lords where the rules give one number

	// Titles is the prestige that each title asks for, in whole points: Baron,
	// Vicomte, Comte, Marquis, Duc, Prince, in this order.
	Titles [6]int `json:"titles"`

	PrestigeVictory int `json:"prestige_victory"` // whole points of prestige
	Conquest        int `json:"conquest"`         // provinces that win by conquest

	// Diplomacy is the share a of an ally's or enemy's lord-knight's renown
	// that counts for prestige, in per cent (rules-gloire §3).
	Diplomacy int `json:"diplomacy"`
}

// A Province is one piece of land on a map.
type Province struct {
	ID         int // index in Map.Provinces + 1
	Name       string
	Lon, Lat   int   // seat, in hundredths of a degree, east and north positive
	Wealth     int   // at the start of a game, in thousandths, 100 … 1000 (rules-gloire D2)
	Start      bool  // a lord may start here
	Neighbours []int // ids, rising; over land and over straits
}

// A Strait is a crossing by sea between two neighbouring provinces, A < B.
type Strait struct{ A, B int }

// A Map is shared by all who load it and must not be changed.
type Map struct {
	Figures
	Provinces []Province // by id, from 1
	Straits   []Strait   // by A, then B

	steps [][]int // steps[a-1][b-1]: see Distance
}

// Province gives the province with this id, nil if the map has none.
func (m *Map) Province(id int) *Province {
	if !m.has(id) {
		return nil
	}
	return &m.Provinces[id-1]
}

// Adjacent tells whether a and b are two different provinces of the map with a
// common border or strait.
func (m *Map) Adjacent(a, b int) bool { return m.Distance(a, b) == 1 }

// Distance is the least number of borders and straits to cross on the way from
// a to b: 0 from a province to itself, -1 if either isn't on the map.
func (m *Map) Distance(a, b int) int {
	if !m.has(a) || !m.has(b) {
		return -1
	}
	return m.steps[a-1][b-1]
}

func (m *Map) has(id int) bool { return id >= 1 && id <= len(m.Provinces) }

// stepsFrom walks the map breadth first from a province; -1 marks what can't be
// reached.
func stepsFrom(origin int, provinces []Province) []int {
	steps := make([]int, len(provinces))
	for i := range steps {
		steps[i] = -1
	}
	steps[origin-1] = 0
	for queue := []int{origin}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for _, next := range provinces[here-1].Neighbours {
			if steps[next-1] < 0 {
				steps[next-1] = steps[here-1] + 1
				queue = append(queue, next)
			}
		}
	}
	return steps
}
