package gloire

import (
	"slices"
	"strconv"

	"arbitre/engine"
	"arbitre/orders"
)

// A warning is what a review says of a list that can be carried out. Of no
// order in particular, its order is -1.
type warning struct {
	order int
	orders.Finding
}

// awaiting are the refusals that only mean that another lord hasn't written
// his part yet, and the notes that are given instead.
var awaiting = map[string]string{
	"gloire/no-answer": "needs-answer", "gloire/no-buyer": "needs-buyer", "gloire/no-offer": "needs-offer", "gloire/no-joust": "needs-joust",
}

// othersLift are the refusals that hold only as long as nobody else acts: an
// enemy may take the province that a prudent lord orders
// attacked in case he loses it, a seller may conquer what he sells, and a more
// renowned knight may fall. They are warnings.
var othersLift = map[string]bool{
	"gloire/own-province": true, "gloire/closed-province": true, "gloire/not-theirs": true, "gloire/no-place": true,
}

// mayLift tells whether others may make an order possible after all. Men may
// come from them in phase 13, who can't be transferred again. Gold may come until
// phase 34, but none that is known before the sales.
func (r *review) mayLift(i int, kind string) bool {
	switch kind {
	case "gloire/no-men", "gloire/not-enough-men":
		return r.list[i].Code != "TSF"
	case "gloire/too-dear":
		return r.list[i].Code == "DON"
	}
	return othersLift[kind]
}

// awaits tells whether an order was refused for want of another lord's part.
func (r *review) awaits(i int, kind string) bool {
	return awaiting[kind] != "" && r.list[i].ID("lord") != r.seat
}

// ahead are the misfortunes of the trial seasons, each told once.
func (r *review) ahead() []warning {
	if !r.alive {
		return nil
	}
	var warnings []warning
	told := make(map[string]int) // where in the warnings, + 1
	warn := func(order int, kind, about string, facts ...string) {
		f := finding(orders.Warning, kind, facts...)
		key := kind + "/" + strconv.Itoa(order) + "/" + about
		if at := told[key]; at > 0 {
			widen(warnings[at-1].Facts, f.Facts)
			return
		}
		warnings = append(warnings, warning{order, *f})
		told[key] = len(warnings)
	}
	for _, run := range r.runs {
		felony := -1
		for _, h := range run.events {
			order := -1
			if h.seat == r.seat {
				order = h.index
			}
			switch f := h.Facts.(type) {
			case Felony:
				if f.Lord.ID == r.seat && h.seat == r.seat {
					felony = order
					warn(order, "felony-ahead", f.Against.Name, "lord", f.Against.Name,
						"before", points(f.RenownBefore), "after", points(f.RenownAfter))
				}
			case KnightLeft:
				if f.Lord.ID == r.seat && f.Why == "deserted" {
					warn(felony, "desertion-ahead", f.Knight.Name, "knight", f.Knight.Name, "renown", points(run.renownAtFirst(f.Knight.ID)))
				}
			case CallIgnored:
				if f.Lord.ID == r.seat {
					warn(-1, "call-unanswered", f.By.Name, "lord", f.By.Name,
						"before", points(f.RenownBefore), "after", points(f.RenownAfter))
				}
			case CallUnpaid:
				warn(order, "call-short", "", "treasury", strconv.Itoa(f.Treasury))
			case Revolted:
				if f.Lord.ID == r.seat {
					warn(run.finances[f.Province.ID].by-1, "revolt-ahead", f.Province.Name, "province", f.Province.Name)
				}
			case LordDied:
				switch {
				case f.Lord.ID != r.seat:
				case h.Phase == "suicide":
					warn(-1, "landless-ahead", "")
				default:
					warn(order, "death-ahead", "")
				}
			}
		}
	}
	return warnings
}

// renownAtFirst is what a knight's renown was when the season began.
func (s *season) renownAtFirst(id int) int {
	i := slices.IndexFunc(s.before, func(k Knight) bool { return k.ID == id })
	if i < 0 {
		return 0
	}
	return s.before[i].Renown
}

// overridden warns of thresholds that a later order of the list sets anew.
func (r *review) overridden(refused map[int]bool) []warning {
	var warnings []warning
	last := make(map[orders.Value]int)
	for i := len(r.list) - 1; i >= 0; i-- {
		o := r.list[i]
		var unit orders.Value
		switch o.Code {
		case "INI":
		case "DEF":
			v, _ := o.Arg("unit")
			unit = orders.Value{Class: v.Class, ID: v.ID}
		default:
			continue
		}
		if refused[i] {
			continue
		}
		later, again := last[unit]
		switch {
		case !again:
			last[unit] = i
		case r.runs[0].written(r.list[later]) != r.runs[0].written(o):
			warnings = append(warnings, warning{i, *finding(orders.Warning, "overridden", "line", r.line(later))})
		}
	}
	return warnings
}

// unpaid warns of those who would desert for want of gold.
func (r *review) unpaid() []warning {
	var warnings []warning
	times := make(map[[2]int]int)
	for _, run := range r.runs {
		for _, h := range run.events {
			if d, ok := h.Facts.(Deserted); ok && h.To.Includes(engine.Seat(r.seat)) {
				times[[2]int{d.Knight.ID, d.Army.ID}]++
			}
		}
	}
	told := make(map[[2]int]int) // where in the warnings, + 1
	for _, run := range r.runs {
		for _, h := range run.events {
			d, ok := h.Facts.(Deserted)
			unit := [2]int{d.Knight.ID, d.Army.ID}
			if !ok || !h.To.Includes(engine.Seat(r.seat)) {
				continue
			}
			figures := []string{"due", strconv.Itoa(d.Due), "men", strconv.Itoa(d.Men)}
			if at := told[unit]; at > 0 {
				widen(warnings[at-1].Facts, finding(orders.Warning, "", figures...).Facts)
				continue
			}
			kind, name := "pay-may-be-short", d.Army.Name
			if times[unit] == len(r.runs) {
				kind = "pay-short"
			}
			switch {
			case d.Knight.ID != 0:
				name = d.Knight.Name
			case d.Army.ID > r.lastNumber: // its number hangs on what others raise
				name = ""
			}
			warnings = append(warnings, warning{-1, *finding(orders.Warning, kind, append(figures, "unit", name)...)})
			told[unit] = len(warnings)
		}
	}
	return warnings
}
