package mailbot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/letter"
	"arbitre/orders"
	"arbitre/templates"
)

// A confirmation is what a player is told of his letter: every line of it is
// here as an order kept, a line refused, or something set aside. Its words are
// the template "confirm/letter".
type confirmation struct {
	Lord     string
	Game     string
	Receipt  uint64
	Received time.Time
	Zone     *time.Location
	Season   int // that the orders are for
	Current  int // that is awaited
	Deadline time.Time
	Mode     mode
	Source   string // name of the attachment from which the orders come; "": the letter's text

	First      bool     // there was no list before
	Preview    bool     // nothing was sent and nothing is changed
	Late       bool     // received for the season before, and taken too late for it
	Ahead      bool     // for a season to come
	Past       bool     // for a season already played
	Superseded bool     // older than a letter taken before
	Over       bool     // the game is over
	Out        bool     // the seat's character is dead
	Spoken     bool     // the letter chose the language of this one
	Cut        bool     // the letter was too long: something of it was not read
	Fumbled    []string // AJOUT, EFFACER or SAISON, if it couldn't be read what they ask
	Buried     bool     // what looks like orders stands where nothing is read: below a quotation's head, or in a signature
	Broken     bool     // the letter's form is broken: something of it could not be read

	Kept     []keptOrder // in the order in which they will be carried out
	Refused  []found
	Warnings []found
	Notes    []found
	Added    []string // canonical, against the list before
	Removed  []string
	Forecast *forecast

	Quoted    int // lines set aside as quoted
	Signature int // lines set aside as signature, footer or disclaimer
	Prose     []orders.Line
	Sentences int  // lines of Prose before it was shortened
	Refusals  int  // findings in Refused before it was shortened
	Changes   int  // of Added and Removed together, likewise
	Empty     bool // nothing new at all

	lang string
	own  int // refusals of the letter's own lines, not of the list that stands
}

// A keptOrder is an order that stands.
type keptOrder struct {
	Place    int // in the order of execution, from 1
	Text     string
	Line     int
	Phase    string
	Told     string // what its numbers are where only their place tells: "seuil 300"
	Standing bool
	Played   bool // false: the Arbitre doesn't carry it out yet
	Refused  bool // it will do nothing, for a reason given among the refused
}

// A found is a finding with its sentence.
type found struct {
	orders.Finding
	Reason string
}

// A forecast is the treasury, movement by movement, in words.
type forecast struct {
	Rows      []forecastRow
	Uncertain bool // some row hangs on chance or on others
}

// A forecastRow is one movement, and the treasury after it; a movement that is
// empty is the treasury as it stands.
type forecastRow struct{ Name, Movement, Treasury string }

// foretell puts a forecast into words.
func (c *confirmation) foretell(game string, postings []engine.Posting) error {
	if len(postings) == 0 {
		return nil
	}
	set := templates.In(c.lang)
	c.Forecast = &forecast{}
	for i, p := range postings {
		row := forecastRow{Name: set.Word(game + "/posting/" + p.Key)}
		var err error
		if i > 0 {
			if row.Movement, err = set.Render("confirm/movement", p); err != nil {
				return err
			}
		}
		if row.Treasury, err = set.Render("confirm/treasury", p); err != nil {
			return err
		}
		if !p.Certain {
			c.Forecast.Uncertain = true
			if row.Name, err = set.Render("confirm/uncertain", row); err != nil {
				return err
			}
		}
		c.Forecast.Rows = append(c.Forecast.Rows, row)
	}
	return nil
}

// find puts a finding among the others of its severity.
func (c *confirmation) find(f orders.Finding) {
	set := templates.In(c.lang)
	f.Source = orders.Blank(f.Source)
	reason, err := set.Render("finding/"+f.Kind, f)
	if err != nil {
		reason = f.Kind
	}
	is := found{f, reason}
	switch f.Severity {
	case orders.Refused:
		c.Refused = append(c.Refused, is)
	case orders.Warning:
		c.Warnings = append(c.Warnings, is)
	default:
		c.Notes = append(c.Notes, is)
	}
}

// The most that a confirmation lists of what has no effect, and of what changes;
// the rest it counts.
// A letter may be a whole book that got in by mistake.
const (
	mostProse   = 20
	mostRefused = 100
	mostChanges = 100
)

// shorten cuts the lists to what a person reads.
func (c *confirmation) shorten() {
	c.Sentences, c.Refusals = len(c.Prose), len(c.Refused)
	c.Prose = c.Prose[:min(len(c.Prose), mostProse)]
	c.Refused = c.Refused[:min(len(c.Refused), mostRefused)]
	c.Changes = len(c.Added) + len(c.Removed)
	c.Removed = c.Removed[:min(len(c.Removed), mostChanges)]
	c.Added = c.Added[:min(len(c.Added), mostChanges-len(c.Removed))]
}

// sorted puts findings in the order of the letter's lines; those of no line in
// particular come last.
func sorted(list []found) []found {
	slices.SortStableFunc(list, func(x, y found) int {
		return cmp.Or(cmp.Compare(min(x.Line, 1), min(y.Line, 1))*-1, cmp.Compare(x.Line, y.Line))
	})
	return list
}

// asides counts what was not read as orders.
func (c *confirmation) asides(l *letter.Letter, r orders.Reading) {
	for _, b := range l.SetAside {
		switch b.Kind {
		case letter.KindSignature, letter.KindFooter, letter.KindDisclaimer:
			c.Signature += len(b.Lines)
		default:
			c.Quoted += len(b.Lines)
		}
	}
	for _, p := range r.Prose {
		p.Text = orders.Blank(p.Text)
		c.Prose = append(c.Prose, p)
	}
	c.Empty = len(l.NewText) == 0 && len(r.Orders) == 0
}

// review looks at the list that stands now with the functions that will play it.
func (c *confirmation) review(t *table, seat engine.Seat, before, now orders.List) error {
	reader := t.reader(seat)
	canonical := func(o orders.Order) string { return reader.Canonical(o, c.lang) }
	review := t.rules.Review(t.state, seat, now)
	for i, p := range review.Planned {
		o := now[p.Order]
		c.Kept = append(c.Kept, keptOrder{
			Place: i + 1, Text: canonical(o), Told: named(reader.Measures(o, c.lang)), Line: o.Line, Phase: t.rules.Name() + "/phase/" + p.Phase,
			Standing: o.Standing, Played: p.Played, Refused: p.Refused,
		})
	}
	for _, f := range review.Findings {
		c.find(f)
	}
	c.Refused, c.Warnings, c.Notes = sorted(c.Refused), sorted(c.Warnings), sorted(c.Notes)
	c.First = len(before) == 0
	c.Added, c.Removed = difference(before, now, canonical)
	return c.foretell(t.rules.Name(), review.Forecast)
}

// named tells numbers by what they are.
func named(measures []orders.Measure) string {
	parts := make([]string, len(measures))
	for i, m := range measures {
		parts[i] = fmt.Sprintf("%s %d", m.Label, m.N)
	}
	return strings.Join(parts, ", ")
}

// difference tells which orders one list has more often than another, both ways.
func difference(before, now orders.List, canonical func(orders.Order) string) (added, removed []string) {
	count := map[string]int{}
	for _, o := range before {
		count[canonical(o)]++
	}
	for _, o := range now {
		text := canonical(o)
		if count[text] > 0 {
			count[text]--
			continue
		}
		added = append(added, text)
	}
	for _, o := range before {
		if text := canonical(o); count[text] > 0 {
			count[text]--
			removed = append(removed, text)
		}
	}
	return added, removed
}
