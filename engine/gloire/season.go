package gloire

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"arbitre/engine"
	"arbitre/engine/gloire/atlas"
	"arbitre/orders"
)

// A season is a State while it is played: the pieces that a phase changes, the
// orders, and what happened so far.
type season struct {
	state   *State // a clone, which the pieces below go back into
	edition *edition
	land    *atlas.Map
	dice    engine.Dice

	lords     []Lord
	provinces []Province
	before    []Knight // as they were when the season began
	knights   []*rider // by id
	garrisons []*guard // by id

	orders   [][]order // by seat from 1, as written
	byPhase  [][][]int // by phase and seat: indices of orders
	phase    int
	carrying *order // the order being carried out; nil between orders
	events   []happening
	postings []posting
	remarks  []remark

	owners   []int         // by province, at the start of the season
	armies0  mean          // A0
	finances []finance     // by province, of phases 6 and 7
	bookMean mean          // M at the start of phase 6
	named    naming        // provinces that finance orders name
	calls    []int         // by seat: knights called, also those who rode off
	freed    map[int]freed // by number, of knights

	agreed  map[[2]int]bool // pairs of lords who allied or made peace in the present phase
	offers  []*offer        // by province: for sale this season
	counted map[[2]int]int  // by seat and province: which VND counts, by index
	sent    []int           // by seat: écus that went to other lords' treasuries
	bought  []bool          // by seat: has bought a province
	spied   map[[2]int]int  // by seat and province: spies sent
	jousts  []*joust        // in the order in which they are held
	entries []entry         // of knights, as written
	flights map[string]int  // of a unit from a province

	trial     // what a review's trial season supposes; nothing in a real one
	cheap int // calls to be drawn cheap, in a dearest trial

	names map[string]int // bearers of each folded name; nil until asked for
}

// A rider is a knight during a season.
type rider struct {
	Knight
	gone        bool
	defence     *int // DEF of the knight, in men
	armyDefence *int // DEF of his army
	attacking   int  // ATT orders of his that are still to be tried: he defends nothing
	attempts    int  // ATT orders of his that were tried
	conquered   bool
	moved       bool
	rides       bool // in a joust
	fresh       pool
}

// A guard is a garrison during a season.
type guard struct {
	Garrison
	gone    bool
	defence *int
	raised  int // men levied this season
}

// An order of a seat, at its place in the list.
type order struct {
	orders.Order
	seat, index int
	riding      bool // an ATT for which its knight leaves the defence
}

// A happening is an event, with the order that brought it about.
type happening struct {
	engine.Event
	seat, index int // seat 0: no order
}

// A remark is what a review should say of an order that was carried out.
type remark struct {
	orders.Finding
	seat, index int
}

// A posting is one movement of a treasury.
type posting struct {
	seat   int
	key    string
	amount int
}

// begin lays out the pieces of a season on its map.
func begin(state *State, lists map[engine.Seat]orders.List, dice engine.Dice) (*season, error) {
	land, err := landOf(state.Charter.Map)
	if err != nil {
		return nil, err
	}
	return lay(land, state, lists, dice)
}

func lay(land *atlas.Map, state *State, lists map[engine.Seat]orders.List, dice engine.Dice) (*season, error) {
	rules := editionOf(state.Charter.Edition)
	if rules == nil {
		return nil, fmt.Errorf("no edition %q of the rules can be played", state.Charter.Edition)
	}
	s := &season{state: state.clone(), edition: rules, land: land, dice: dice}
	s.lords, s.provinces = s.state.Lords, s.state.Provinces

	s.before = state.Knights
	riders := make([]rider, len(state.Knights))
	s.knights = make([]*rider, len(riders))
	for i, k := range state.Knights {
		riders[i].Knight = k
		s.knights[i] = &riders[i]
	}
	guards := make([]guard, len(state.Garrisons))
	s.garrisons = make([]*guard, len(guards))
	for i, g := range state.Garrisons {
		guards[i].Garrison = g
		s.garrisons[i] = &guards[i]
	}

	s.owners = make([]int, len(s.provinces)+1)
	for _, p := range s.provinces {
		s.owners[p.ID] = p.Owner
	}
	s.armies0 = s.meanArmy()
	s.finances = make([]finance, len(s.provinces)+1)
	s.calls = make([]int, len(s.lords)+1)
	s.offers = make([]*offer, len(s.provinces)+1)
	s.sent = make([]int, len(s.lords)+1)
	s.bought = make([]bool, len(s.lords)+1)
	s.flights = make(map[string]int)
	s.events = make([]happening, 0, 128)
	s.postings = make([]posting, 0, 64)

	s.orders = make([][]order, len(s.lords)+1)
	s.byPhase = make([][][]int, len(rules.phases))
	for seat, list := range lists {
		if seat < 1 || int(seat) > len(s.lords) {
			return nil, fmt.Errorf("orders of seat %d in a game of %d lords", seat, len(s.lords))
		}
		s.take(int(seat), list)
	}
	return s, nil
}

// take sorts a seat's orders by the phases that carry them out.
func (s *season) take(seat int, list orders.List) {
	s.orders[seat] = make([]order, len(list))
	for i, o := range list {
		s.orders[seat][i] = order{Order: o, seat: seat, index: i}
		for _, phase := range s.edition.phasesOf[o.Code] {
			if s.byPhase[phase] == nil {
				s.byPhase[phase] = make([][]int, len(s.lords)+1)
			}
			s.byPhase[phase][seat] = append(s.byPhase[phase][seat], i)
		}
	}
}

// play plays the phases in their order. All lords finish a phase before the
// next begins (rules VII.2).
func (s *season) play() {
	for i, phase := range s.edition.phases {
		s.phase = i
		if phase.before != nil {
			phase.before(s)
		}
		if phase.order != nil {
			for _, seat := range s.turns() {
				for _, index := range s.byPhase[i][seat] {
					s.carryOut(phase, &s.lords[seat-1], &s.orders[seat][index])
				}
			}
		}
		if phase.after != nil {
			phase.after(s)
		}
	}
}

// carryOut plays one order of a phase.
func (s *season) carryOut(phase phase, l *Lord, o *order) {
	s.onBehalf(o, func() *orders.Finding {
		if !l.Alive {
			return refuse("dead-lord")
		}
		return phase.order(s, l, o)
	})
}

// onBehalf does something for an order, so that what is told hangs on it; what
// can't be done does nothing, costs nothing and is told with its reason (D4).
func (s *season) onBehalf(o *order, do func() *orders.Finding) {
	s.carrying = o
	defer func() { s.carrying = nil }()
	refusal := do()
	if refusal == nil || refusal == notNow {
		return
	}
	refusal.Line, refusal.Source = o.Line, o.Source
	s.tellLord(o.seat, Refused{Order: s.written(o.Order), Finding: *refusal})
}

// remark keeps what a review should say of the order being carried out.
func (s *season) remark(kind string, facts ...string) {
	s.remarks = append(s.remarks, remark{*finding(orders.Warning, kind, facts...), s.carrying.seat, s.carrying.index})
}

// turns are the seats with orders in the present phase: in ascending prestige
// as it stands now, ties by draw (rules VII.2).
func (s *season) turns() []int {
	type turn struct{ seat, prestige, draw int }
	var turns []turn
	for seat, indices := range s.byPhase[s.phase] {
		if len(indices) > 0 {
			turns = append(turns, turn{seat: seat})
		}
	}
	if len(turns) > 1 {
		for i := range turns {
			turns[i].prestige = s.prestige(s.lord(turns[i].seat))
		}
		for i, t := range turns {
			tied := func(u turn) bool { return u.seat != t.seat && u.prestige == t.prestige }
			if slices.ContainsFunc(turns, tied) {
				name := fmt.Sprintf("turn/%d/%d", s.edition.phases[s.phase].Number, t.seat)
				turns[i].draw = int(s.dice.Draw(name, 1_000_000_000))
			}
		}
		slices.SortFunc(turns, func(a, b turn) int {
			return cmp.Or(cmp.Compare(a.prestige, b.prestige), cmp.Compare(a.draw, b.draw), cmp.Compare(a.seat, b.seat))
		})
	}
	seats := make([]int, len(turns))
	for i, t := range turns {
		seats[i] = t.seat
	}
	return seats
}

// rest puts the pieces back into a State, at the threshold of the next season.
func (s *season) rest() *State {
	state := s.state
	state.Knights = make([]Knight, len(s.knights))
	for i, k := range s.knights {
		state.Knights[i] = k.Knight
	}
	state.Garrisons = make([]Garrison, len(s.garrisons))
	for i, g := range s.garrisons {
		state.Garrisons[i] = g.Garrison
	}
	for i := range s.lords {
		s.lords[i].Prestige = s.prestige(&s.lords[i])
	}
	state.Season++
	return state
}

// tell adds an event, brought about by the order being carried out.
func (s *season) tell(to engine.Audience, facts engine.Facts) {
	h := happening{Event: engine.Event{Phase: s.edition.phases[s.phase].Key, To: to, Facts: facts}}
	if s.carrying != nil {
		h.seat, h.index = s.carrying.seat, s.carrying.index
	}
	s.events = append(s.events, h)
}

// tellAll tells everyone; tellLord a lord alone.
func (s *season) tellAll(facts engine.Facts) { s.tell(engine.Everyone(), facts) }

func (s *season) tellLord(seat int, facts engine.Facts) {
	s.tell(engine.Only(engine.Seat(seat)), facts)
}

// both are two lords, who may be one and the same.
func both(a, b int) engine.Audience {
	if a == b {
		return engine.Only(engine.Seat(a))
	}
	return engine.Only(engine.Seat(min(a, b)), engine.Seat(max(a, b)))
}

// post moves a treasury, in or out: all gold of the game goes through here,
// and every movement has a name.
func (s *season) post(l *Lord, key string, amount int) {
	amount = min(max(amount, -l.Treasury), mostTreasury-l.Treasury)
	if amount == 0 {
		return
	}
	l.Treasury += amount
	s.postings = append(s.postings, posting{l.Seat, key, amount})
}

// nextNumber is a number for a new knight or army.
func (s *season) nextNumber() int {
	s.state.LastNumber++
	return s.state.LastNumber
}

func (s *season) lord(seat int) *Lord       { return &s.lords[seat-1] }
func (s *season) province(id int) *Province { return &s.provinces[id-1] }

// knight finds a living knight; nil if there is none of this number.
func (s *season) knight(id int) *rider {
	i, ok := slices.BinarySearchFunc(s.knights, id, func(k *rider, id int) int { return k.ID - id })
	if !ok {
		return nil
	}
	return s.knights[i]
}

// garrison finds an army without a knight; nil if there is none of this number.
func (s *season) garrison(id int) *guard {
	i, ok := slices.BinarySearchFunc(s.garrisons, id, func(g *guard, id int) int { return g.ID - id })
	if !ok {
		return nil
	}
	return s.garrisons[i]
}

// garrisonAt finds the garrison that a lord has in a province.
func (s *season) garrisonAt(seat, province int) *guard {
	for _, g := range s.garrisons {
		if g.Lord == seat && g.Province == province {
			return g
		}
	}
	return nil
}

// near tells whether two provinces are the same or neighbours.
func (s *season) near(a, b int) bool { return a == b || s.land.Adjacent(a, b) }

// relation is what another lord is to a lord; oneself is an ally.
func (s *season) relation(seat, other int) Relation {
	switch l := s.lord(seat); {
	case seat == other || slices.Contains(l.Allies, other):
		return Ally
	case slices.Contains(l.Enemies, other):
		return Enemy
	}
	return Neutral
}

func (s *season) lordRef(seat int) Ref {
	if seat == 0 {
		return Ref{}
	}
	return Ref{seat, s.lord(seat).Name}
}

func (s *season) provinceRef(id int) Ref {
	if id == 0 {
		return Ref{}
	}
	return Ref{id, s.land.Province(id).Name}
}

func (k *rider) ref() Ref {
	if k == nil {
		return Ref{}
	}
	return Ref{k.ID, k.Name}
}

func armyRef(id int) Ref {
	if id == 0 {
		return Ref{}
	}
	return Ref{id, "#" + strconv.Itoa(id)}
}
