package mailbot

import (
	"slices"

	"arbitre/mailbot/ledger"
	"arbitre/orders"
)

// A mode is what a letter does to the list that stands.
type mode string

const (
	replaces mode = "replace" // a letter's list takes the place of the one before
	adds     mode = "add"     // AJOUT: it comes after it
	clears   mode = "clear"   // EFFACER: nothing of the one before is left, standing orders included
	keeps    mode = "keep"    // nothing was understood: the list before stands
)

// modeOf says what a letter's reading does to the list that stands. A letter in
// which no order was understood never replaces a good list, nor does one whose
// word on what to do with the list couldn't be read.
func modeOf(r orders.Reading) mode {
	switch {
	case len(r.Fumbled) > 0:
		return keeps
	case has(r, "EFFACER"):
		return clears
	case len(r.Orders) == 0:
		return keeps
	case has(r, "AJOUT"):
		return adds
	}
	return replaces
}

// merge makes the list that stands after a letter. Standing orders live on
// under a letter that replaces the list, unless it has standing orders itself;
// they come after the letter's own, so that what was written for this season
// alone wins where only one of the two can be done.
func merge(before, letter orders.List, m mode) orders.List {
	switch m {
	case keeps:
		return before
	case adds:
		return slices.Concat(carried(before), letter)
	case replaces:
		if !slices.ContainsFunc(letter, isStanding) {
			return slices.Concat(letter, carried(standing(before)))
		}
	}
	return slices.Clone(letter)
}

// carried are orders of an earlier letter: their line numbers would mislead
// beside those of the new one.
func carried(l orders.List) orders.List {
	l = slices.Clone(l)
	for i := range l {
		l[i].Line = 0
	}
	return l
}

func isStanding(o orders.Order) bool { return o.Standing }

// standing are the orders of a list that repeat every season.
func standing(l orders.List) orders.List {
	var s orders.List
	for _, o := range l {
		if o.Standing {
			s = append(s, o)
		}
	}
	return s
}

// has says whether a reading holds a directive.
func has(r orders.Reading, code string) bool {
	_, ok := directive(r, code)
	return ok
}

// directive returns the last directive of a code: the one that counts if a
// player wrote it twice.
func directive(r orders.Reading, code string) (orders.Order, bool) {
	for _, d := range slices.Backward(r.Directives) {
		if d.Code == code {
			return d, true
		}
	}
	return orders.Order{}, false
}

// openSheet makes a seat's sheet for a season that begins: the standing orders
// of the season before, then the letters that were sent ahead for this one,
// all read against the names that there are now. Lines that no longer read are
// returned, for the report to tell.
func openSheet(before, ahead ledger.Sheet, reader *scribe) (ledger.Sheet, []orders.Finding) {
	var lost []orders.Finding
	sheet := ledger.Sheet{Season: ahead.Season, Seat: ahead.Seat, Newest: ahead.Newest}
	for _, o := range standing(before.List) {
		r := reader.Read([]orders.Line{{Number: o.Line, Text: reader.Canonical(o, "fr")}})
		sheet.List = append(sheet.List, r.Orders...)
		lost = append(lost, refusals(r)...)
	}
	for _, p := range ahead.Pending {
		r := reader.Read(p.Lines)
		m := mode(p.Mode) // as the whole letter said, its subject too
		if m != clears && len(r.Orders) == 0 {
			m = keeps
		}
		sheet.List = merge(sheet.List, r.Orders, m)
		sheet.Receipts = append(sheet.Receipts, p.Receipt)
		lost = append(lost, refusals(r)...)
	}
	return sheet, lost
}

func refusals(r orders.Reading) []orders.Finding {
	var f []orders.Finding
	for _, found := range r.Findings {
		if found.Severity == orders.Refused {
			f = append(f, found)
		}
	}
	return f
}
