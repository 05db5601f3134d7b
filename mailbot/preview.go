package mailbot

import (
	"bytes"
	"strings"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/orders"
	"arbitre/templates"
)

// Preview is the confirmation that a letter, or a plain text of orders, would
// get from a seat that has no orders yet: made by the code that makes the real
// one, changing nothing.
func Preview(rules engine.Game, state engine.State, seat engine.Seat, lang string, raw []byte) (string, error) {
	t := &table{rules: rules, state: state, scribe: map[engine.Seat]*scribe{}}
	t.game = ledger.Game{At: state.Moment(), Over: state.Over()}
	l := plainOrLetter(raw)
	a := &Arbitre{}
	reading, _, source := a.read(t, seat, l, true)
	player := ledger.Player{Seat: seat, Lang: lang}
	for _, f := range rules.Seats(state) {
		if f.Seat == seat {
			player.Lord = f.Name
		}
	}
	c := newConfirmation(t, ledger.Letter{}, l, player, reading)
	c.Preview, c.Source = true, source
	list := merge(nil, reading.Orders, c.Mode)
	switch {
	case c.settled():
	case c.Ahead:
		c.readAhead(t, seat, reading)
	default:
		if err := c.review(t, seat, nil, list); err != nil {
			return "", err
		}
	}
	text, _, err := c.body(previewDesk{state, lang, list}, t, reading, player)
	return text, err
}

// A previewDesk answers from a state alone: the list is the one previewed, and
// the last season's report isn't at hand, so that its place is told instead.
type previewDesk struct {
	state engine.State
	lang  string
	sent  orders.List
}

func (d previewDesk) list() (orders.List, error) { return d.sent, nil }

func (d previewDesk) report(season int) (ledger.Report, bool, error) {
	if season < 0 || season >= d.state.Moment().Season {
		return ledger.Report{}, false, nil
	}
	return ledger.Report{Body: templates.In(d.lang).Word("answer/report-here")}, true, nil
}

// plainOrLetter reads bytes that may be a saved mail or just lines of orders.
func plainOrLetter(raw []byte) *letter.Letter {
	if l := letter.Read(raw); l.From.Addr != "" {
		return l
	}
	l := &letter.Letter{}
	text := string(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
	for _, line := range splitLines(text) {
		if strings.TrimSpace(line.Text) != "" {
			l.NewText = append(l.NewText, letter.Line{Number: line.Number, Text: line.Text})
		}
	}
	return l
}

// readAhead lists what is read today in a letter for a season to come.
func (c *confirmation) readAhead(t *table, seat engine.Seat, reading orders.Reading) {
	reader := t.reader(seat)
	for i, o := range reading.Orders {
		c.Kept = append(c.Kept, keptOrder{Place: i + 1, Text: reader.Canonical(o, c.lang), Line: o.Line, Standing: o.Standing, Played: true})
	}
}
