package gloire

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strconv"
	"strings"

	"arbitre/engine"
	"arbitre/orders"
)

// Review implements engine.Game: it plays the season with this seat's orders
// alone, several times over (trials). The others' secrets are taken off first,
// so that no list of orders can sound them out: their armies and walls don't
// stand in the way, and only the public part of what an attack will meet shows.
//
// Forecast begins with a posting "treasury", what there is; the rest are the
// movements, from "tax" to "estate", the treasury lost with the lord's life.
func (Game) Review(state engine.State, seat engine.Seat, list orders.List) engine.Review {
	s := state.(*State)
	if seat < 1 || int(seat) > len(s.Lords) {
		return engine.Review{}
	}
	r := review{seat: int(seat), list: list, alive: s.Lords[seat-1].Alive, lastNumber: s.LastNumber}
	masked := s.seenBy(int(seat))
	var names map[string]int
	for _, trial := range trials(list) {
		run, err := begin(masked, map[engine.Seat]orders.List{seat: list}, trial.dice)
		if err != nil {
			return engine.Review{}
		}
		if names == nil {
			names = run.allNames()
		}
		run.names = maps.Clone(names)
		run.trial = trial.trial
		run.play()
		r.runs = append(r.runs, run)
	}
	findings, refused := r.findings()
	return engine.Review{Planned: r.planned(refused), Findings: findings, Forecast: r.forecast(s.Lords[seat-1].Treasury)}
}

// A trial is what a review supposes of a season.
type trial struct {
	buyers  bool // every lord buys what he is offered
	sellers bool // every lord sells what he is asked for
	hosts   bool // every lord holds the joust that he is asked for
	dearest bool // the knights called cost as much as they can
}

// trials are the seasons that a list is reviewed by: with the lowest dice, with
// the highest in a world that sells and buys, and with a key that has nothing to
// do with the season's secret; where the list calls or trades, also the poorest
// and the richest outcome.
func trials(list orders.List) []throw {
	writes := func(codes ...string) bool {
		return slices.ContainsFunc(list, func(o orders.Order) bool { return slices.Contains(codes, o.Code) })
	}
	throws := []throw{{engine.Lowest{}, trial{}}, {engine.Highest{}, trial{buyers: true, sellers: true, hosts: true}}, {trialDice, trial{}}}
	if writes("CHE", "ACH") {
		throws = append(throws, throw{engine.Lowest{}, trial{sellers: true, dearest: true}})
	}
	if writes("VND") {
		throws = append(throws, throw{engine.Lowest{}, trial{buyers: true}})
	}
	return throws
}

// A throw is a trial with the dice that it is played with.
type throw struct {
	dice engine.Dice
	trial
}

// trialDice are neither high nor low, the same for every review.
var trialDice = engine.Keyed(sha256.Sum256([]byte("a season on trial")))

// A review holds the trial seasons of one list.
type review struct {
	seat       int
	list       orders.List
	runs       []*season
	alive      bool // before the season
	lastNumber int  // of a knight or an army, before the season
}

// seenBy is the state without what a seat may not know (rules-gloire §13).
func (s *State) seenBy(seat int) *State {
	c := s.clone()
	for i := range c.Lords {
		if c.Lords[i].Seat != seat {
			c.Lords[i].Retreats = RetreatsSet{50, 50, 80}
		}
	}
	for i := range c.Provinces {
		if p := &c.Provinces[i]; p.Owner != seat {
			p.Walls, p.Wealth = NoWalls, mostWealth/2
		}
	}
	for i := range c.Knights {
		if k := &c.Knights[i]; k.Lord != seat {
			k.Army, k.Men, k.Pay = 0, 0, 0
		}
	}
	c.Garrisons = slices.DeleteFunc(c.Garrisons, func(g Garrison) bool { return g.Lord != seat })
	return c
}

// planned is the list in the order in which it will be carried out.
func (r *review) planned(refused map[int]bool) []engine.Planned {
	planned := make([]engine.Planned, 0, len(r.list))
	done := make([]bool, len(r.list))
	add := func(i int, p Phase) {
		done[i] = true
		planned = append(planned, engine.Planned{Order: i, Phase: p.Key, Played: p.Key != "", Refused: refused[i]})
	}
	s := r.runs[0]
	for at, p := range s.edition.phases {
		if s.byPhase[at] == nil {
			continue
		}
		for _, i := range s.byPhase[at][r.seat] {
			if !done[i] && !r.elsewhere(i, p.Number) {
				add(i, p.Phase)
			}
		}
	}
	for i := range r.list {
		if !done[i] {
			add(i, Phase{})
		}
	}
	return planned
}

// elsewhere tells whether a transfer belongs to the other of its two phases.
func (r *review) elsewhere(i, phase int) bool {
	to := r.runs[0].knight(r.list[i].ID("to"))
	within := to == nil || to.Lord == r.seat
	return phase == 12 && !within || phase == 13 && within
}

// findings are what the trial seasons refused, and what they warn of: first by
// order, then what hangs on no order in particular. A refusal in every season
// is certain; in some, it is a warning.
func (r *review) findings() (found []orders.Finding, refused map[int]bool) {
	refused = make(map[int]bool)
	byOrder := make([][]orders.Finding, len(r.list))
	var general []orders.Finding
	add := func(i int, f orders.Finding) {
		if i < 0 {
			general = append(general, f)
			return
		}
		f.Line, f.Source = r.list[i].Line, r.list[i].Source
		byOrder[i] = append(byOrder[i], f)
	}
	for i, of := range r.refusals() {
		for _, f := range r.judge(i, of) {
			refused[i] = refused[i] || f.Severity == orders.Refused
			add(i, f)
		}
	}
	for _, w := range r.ahead() {
		add(w.order, w.Finding)
	}
	for _, w := range r.remarked() {
		add(w.order, w.Finding)
	}
	said := make(map[string]int, len(r.list))
	for i, o := range r.list {
		words := r.runs[0].written(o)
		if first, again := said[words]; !again {
			said[words] = i
		} else if !refused[i] {
			add(i, *finding(orders.Warning, "twice", "line", r.line(first)))
		}
	}
	for _, w := range slices.Concat(r.overridden(refused), r.unpaid()) {
		add(w.order, w.Finding)
	}
	for _, of := range byOrder {
		found = append(found, of...)
	}
	return append(found, general...), refused
}

// line is an order's line in the letter that is being read, if it is from there.
func (r *review) line(i int) string { return lineOf(&r.runs[0].orders[r.seat][i]) }

// refusals are those of each order, at most one from each trial season.
func (r *review) refusals() [][]orders.Finding {
	refusals := make([][]orders.Finding, len(r.list))
	for _, run := range r.runs {
		seen := make(map[int]bool)
		for _, h := range run.events {
			if f, ok := h.Facts.(Refused); ok && h.seat == r.seat && !seen[h.index] {
				seen[h.index] = true
				refusals[h.index] = append(refusals[h.index], f.Finding)
			}
		}
	}
	return refusals
}

// judge says what the refusals of an order in the trial seasons come to.
func (r *review) judge(i int, of []orders.Finding) (found []orders.Finding) {
	is := func(waits bool) func(orders.Finding) bool {
		return func(f orders.Finding) bool { return r.awaits(i, f.Kind) == waits }
	}
	if at := slices.IndexFunc(of, is(true)); at >= 0 {
		found = append(found, renamed(of[at], orders.Note, awaiting[of[at].Kind]))
	} else if len(of) == len(r.runs) && !r.mayLift(i, of[0].Kind) {
		return []orders.Finding{spread(of)}
	}
	at := slices.IndexFunc(of, is(false))
	switch {
	case at < 0:
	case of[at].Kind == "gloire/no-men" && len(of) == len(r.runs):
		found = append(found, renamed(of[at], orders.Warning, "needs-men"))
	default:
		may := spread(of[at:])
		may.Severity, may.Kind = orders.Warning, "gloire/may-fail"
		may.Facts["reason"] = strings.TrimPrefix(of[at].Kind, "gloire/")
		found = append(found, may)
	}
	return found
}

// renamed is a finding under another severity and kind.
func renamed(f orders.Finding, severity orders.Severity, kind string) orders.Finding {
	other := finding(severity, kind)
	other.Facts = f.Facts
	return *other
}

// points are hundredths in whole points.
func points(hundredths int) string { return strconv.Itoa(half(times(hundredths), times(100))) }
