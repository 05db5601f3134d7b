package gloire

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"arbitre/engine"
	"arbitre/orders"
)

// rideOut begins phase 16: a knight with men and an ATT within his reach leaves
// his province's defence until his own attack is resolved (rules VII.2).
func (s *season) rideOut() {
	for seat, indices := range s.byPhase[s.phase] {
		for _, i := range indices {
			o := &s.orders[seat][i]
			k, p := s.knight(o.ID("knight")), s.land.Province(o.ID("province"))
			if k != nil && p != nil && k.Lord == seat && k.Men > 0 && s.near(k.Province, p.ID) {
				o.riding = true
				k.attacking++
			}
		}
	}
}

// Phase 16, ATT (rules IV.2.l): a knight with men attacks the province where he
// is or a neighbouring one, and conquers at most one a season. What nobody can
// change is told before what others might.
func (s *season) attack(l *Lord, o *order) *orders.Finding {
	k, refusal := s.ownKnight(l, o, "knight")
	if refusal != nil {
		return refusal
	}
	k.attempts++
	if o.riding {
		defer func() { k.attacking-- }()
	}
	p, refusal := s.provinceNamed(o, "province")
	switch {
	case refusal != nil:
		return refusal
	case k.conquered:
		return refuse("conquered-already", "knight", k.Name)
	case !s.near(k.Province, p.ID):
		return s.outOfReach(k, p.ID)
	case s.state.Season < p.closedUntil(l.Seat):
		return refuse("revolted", "province", s.name(p), "season", strconv.Itoa(p.closedUntil(l.Seat)))
	case p.Owner == l.Seat:
		return refuse("own-province", "province", s.name(p))
	}
	ally := p.Owner != 0 && s.relation(l.Seat, p.Owner) == Ally
	if k.Men == 0 && !ally {
		return refuse("no-men", "knight", k.Name)
	}
	told := Attack{
		Lord: s.lordRef(l.Seat), Knight: k.ref(), From: s.provinceRef(k.Province),
		Province: s.provinceRef(p.ID), Against: s.lordRef(p.Owner),
	}
	if ally {
		if k.Men > 0 { // nobody sees a knight ride alone
			told.Outcome = "cancelled-ally"
			s.tellAll(told)
		}
		return refuse("ally-province", "province", s.name(p), "lord", s.lord(p.Owner).Name)
	}
	a := assault{season: s, lord: l, knight: k, target: p}
	if men, ok := o.Number("threshold"); ok {
		a.threshold = &men
	}
	a.run()
	switch {
	case k.gone:
		told.Outcome = "died"
	case k.conquered:
		told.Outcome = "conquered"
	default:
		told.Outcome = "repelled"
	}
	s.tellAll(told)
	return nil
}

// An assault is one knight's attack on one province.
type assault struct {
	*season
	lord      *Lord
	knight    *rider
	target    *Province
	threshold *int             // ATT's figure
	lots      map[string]int64 // of defenders of one renown, drawn once
}

// A defender is a knight with his men, a garrison, or else the peasants.
type defender struct {
	rider *rider
	guard *guard
}

// run fights every defender in turn; only where there is none do the peasants
// rise. Who has beaten them all moves in.
func (a *assault) run() {
	if a.target.Owner != 0 {
		a.betray(a.lord, a.target.Owner)
	}
	d, any := a.next()
	if !any {
		if a.fight(defender{}) {
			a.conquer()
		}
		return
	}
	for ; any; d, any = a.next() {
		if d.rider != nil {
			a.betray(a.lord, d.rider.Lord)
		}
		if !a.fight(d) {
			return
		}
	}
	a.conquer()
}

// next is the most renowned of those who defend the province: knights with men
// of its owner and of his allies, and its garrison, whose captain has K/2. The
// attacker's own allies stand aside (D9). Of equal renown, the lowest lot comes
// first. On neutral land nobody defends.
func (a *assault) next() (first defender, any bool) {
	owner, renown := a.target.Owner, 0
	if owner == 0 {
		return defender{}, false
	}
	var best []defender
	consider := func(d defender, of int) {
		switch {
		case of > renown:
			best, renown = append(best[:0], d), of
		case of == renown:
			best = append(best, d)
		}
	}
	for _, k := range a.knights {
		if k.Province == a.target.ID && k.Men > 0 && k.defends() && k.Lord != a.lord.Seat &&
			a.relation(owner, k.Lord) == Ally && a.relation(a.lord.Seat, k.Lord) != Ally {
			consider(defender{rider: k}, k.Renown)
		}
	}
	if g := a.garrisonAt(owner, a.target.ID); g != nil && g.Men > 0 {
		consider(defender{guard: g}, a.captainRenown())
	}
	if len(best) == 0 {
		return defender{}, false
	}
	if len(best) > 1 {
		slices.SortStableFunc(best, func(b, c defender) int { return cmp.Compare(a.lot(b), a.lot(c)) })
	}
	return best[0], true
}

// lot is a defender's turn among those of his renown.
func (a *assault) lot(d defender) int64 {
	unit := d.unit()
	lot, drawn := a.lots[unit]
	if !drawn {
		if a.lots == nil {
			a.lots = make(map[string]int64)
		}
		lot = a.dice.Draw(fmt.Sprintf("battle/%d/%d/%d/%s/turn", a.target.ID, a.knight.ID, a.knight.attempts, unit), 1_000_000_000)
		a.lots[unit] = lot
	}
	return lot
}

// unit names a defender in the names of draws.
func (d defender) unit() string {
	switch {
	case d.rider != nil:
		return strconv.Itoa(d.rider.ID)
	case d.guard != nil:
		return "garrison"
	}
	return "peasants"
}

// defends tells whether a knight is at home in phase 16.
func (k *rider) defends() bool { return k.attacking == 0 || k.conquered }

// fight fights one defender, and tells whether the attacker can go on.
func (a *assault) fight(d defender) bool {
	k, owner := a.knight, a.target.Owner
	attacker := Side{Lord: a.lordRef(k.Lord), Knight: k.ref(), What: "knight", RenownBefore: k.Renown, MenBefore: k.Men}
	attacker.Threshold = retreatAt(a.lord.Retreats.Knights, k.Men)
	if a.threshold != nil {
		attacker.Threshold = *a.threshold
	}
	defender := a.side(d)
	b := battle{
		attacker: force{k.Men, k.Renown, attacker.Threshold},
		defender: force{defender.MenBefore, defender.RenownBefore, defender.Threshold},
		walls:    a.target.Walls, peasants: owner == 0,
	}
	b.fight(a.dice, fmt.Sprintf("battle/%d/%d/%d/%s/", a.target.ID, k.ID, k.attempts, d.unit()))

	lost := attacker.MenBefore - b.attacker.men + defender.MenBefore - b.defender.men
	prize := b.crown(b.prize(lost, a.armies0), d.rider != nil)
	attacker.MenAfter, attacker.RenownAfter = b.attacker.men, b.attacker.renown
	defender.MenAfter, defender.RenownAfter = b.defender.men, b.defender.renown
	a.tellBattle(Battle{
		Province: a.provinceRef(a.target.ID), Walls: a.target.Walls,
		Attacker: attacker, Defender: defender,
		Passes: b.passes, Ending: b.ending, Prize: prize,
	})

	k.Men, k.Renown = b.attacker.men, b.attacker.renown
	a.settleDefender(d, &b)
	if k.Men == 0 {
		killer := defender.Lord.ID
		if !a.alive(killer) {
			killer = 0
		}
		a.die(k, killer)
		return false
	}
	return b.attackerWon
}

// side describes a defender.
func (a *assault) side(d defender) Side {
	owner := a.target.Owner
	switch {
	case d.rider != nil:
		k := d.rider
		threshold := retreatAt(a.season.lord(k.Lord).Retreats.Knights, k.Men)
		if k.armyDefence != nil {
			threshold = *k.armyDefence
		}
		if k.defence != nil {
			threshold = *k.defence
		}
		return Side{Lord: a.lordRef(k.Lord), Knight: k.ref(), What: "knight",
			RenownBefore: k.Renown, MenBefore: k.Men, Threshold: threshold}
	case d.guard != nil:
		g := d.guard
		threshold := retreatAt(a.season.lord(owner).Retreats.Garrisons, g.Men)
		if g.defence != nil {
			threshold = *g.defence
		}
		return Side{Lord: a.lordRef(owner), What: "garrison",
			RenownBefore: a.captainRenown(), MenBefore: g.Men, Threshold: threshold}
	}
	men, percent := a.peasants(a.target), neutralPeasants
	if owner != 0 {
		percent = a.season.lord(owner).Retreats.Peasants
	}
	return Side{Lord: a.lordRef(owner), What: "peasants",
		RenownBefore: a.captainRenown(), MenBefore: men, Threshold: retreatAt(percent, men)}
}

// neutralPeasants is the percentage at which those of neutral land fall back.
const neutralPeasants = 50

// peasants are the men who rise where nobody else defends: population/50; on
// neutral land population/100 + population/200 of each neutral neighbour.
func (s *season) peasants(p *Province) int {
	if p.Owner != 0 {
		return max(1, half(times(p.Population), times(50)))
	}
	sum := 2 * p.Population
	for _, id := range s.land.Province(p.ID).Neighbours {
		if n := s.province(id); n.Owner == 0 {
			sum += n.Population
		}
	}
	return max(1, half(times(sum), times(200)))
}

// settleDefender applies the battle to the defender: he holds, flees or dies.
// Peasants go home.
func (a *assault) settleDefender(d defender, b *battle) {
	switch {
	case d.rider != nil:
		d.rider.Men, d.rider.Renown = b.defender.men, b.defender.renown
		switch {
		case d.rider.Men == 0:
			a.die(d.rider, a.lord.Seat)
		case b.attackerWon:
			a.flee(d.rider)
		}
	case d.guard != nil:
		d.guard.Men = b.defender.men
		switch {
		case d.guard.Men == 0:
			a.removeGarrison(d.guard)
		case b.attackerWon:
			a.fleeGarrison(d.guard)
		}
	}
}

// tellBattle gives each lord who took part his account; the other's threshold
// is an order of his, and stays with him.
func (a *assault) tellBattle(b Battle) {
	mine := b
	mine.Defender.Threshold = unknown
	a.tellLord(b.Attacker.Lord.ID, mine)
	if other := b.Defender.Lord.ID; other != 0 {
		theirs := b
		theirs.Attacker.Threshold = unknown
		a.tell(engine.Only(engine.Seat(other)), theirs)
	}
}

// unknown stands for a threshold that the reader may not know.
const unknown = -1

// conquer moves the knight in: the province changes lord, its walls fall, and
// its people remember.
func (a *assault) conquer() {
	p, k := a.target, a.knight
	p.lose(a.state.Season)
	p.Walls = NoWalls
	p.Happiness = p.remember(a.lord.Seat, a.state.Season)
	p.Owner = a.lord.Seat
	k.Province, k.conquered = p.ID, true
}
