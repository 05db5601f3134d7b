package mailbot

import (
	"fmt"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/report"
	"arbitre/orders"
	"arbitre/templates"
)

// A desk is where the answers to a player's questions come from: his list for
// the season that is awaited, and the reports he was sent.
type desk interface {
	list() (orders.List, error)
	report(season int) (r ledger.Report, found bool, err error)
}

// A ledgerDesk answers from the ledger.
type ledgerDesk struct {
	tx     *ledger.Tx
	player ledger.Player
	season int
}

func (d ledgerDesk) list() (orders.List, error) {
	sheet, err := d.tx.Sheet(d.player.Game, d.season, d.player.Seat)
	return sheet.List, err
}

func (d ledgerDesk) report(season int) (ledger.Report, bool, error) {
	return d.tx.Report(d.player.Game, season, d.player.Seat)
}

// answer renders what a player asked for with one of the Arbitre's own words,
// and the files that go with it.
func answer(d desk, t *table, player ledger.Player, q orders.Order) (string, []engine.Table, error) {
	switch q.Code {
	case "AIDE":
		text, err := help(t, player, q)
		return text, nil, err
	case "ETAT":
		text, err := report.State(t.rules, t.rules.Brief(t.state, player.Seat), player.Lang)
		return text, nil, err
	case "ORDRES":
		text, err := answerOrders(d, t, player, "answer/orders")
		return text, nil, err
	case "PREVISION":
		text, err := answerOrders(d, t, player, "answer/forecast")
		return text, nil, err
	case "CARTE":
		text, err := words(player).Render(t.rules.Name()+"/map", t.rules.Brief(t.state, player.Seat))
		return text, nil, err
	case "RAPPORT":
		return answerReport(d, t, player, q)
	}
	return "", nil, fmt.Errorf("no answer is written for the word %s", q.Code)
}

// A helpEntry is one order or word in the help page.
type helpEntry struct {
	Form     orders.Form
	Name     string // in the reader's language
	Synopsis string
	Help     string
}

// help renders the help page, whole or of one order.
func help(t *table, player ledger.Player, q orders.Order) (string, error) {
	set := words(player)
	entries := func(forms []orders.Form, prefix string) []helpEntry {
		var list []helpEntry
		for _, f := range forms {
			list = append(list, describe(set, f, prefix))
		}
		return list
	}
	game := t.reader(player.Seat).grammar.Forms
	page := struct {
		Orders, Words []helpEntry
		One           *helpEntry
	}{Orders: entries(game, t.rules.Name()+"/help/"), Words: entries(orders.Words(), "word/help/")}
	if form, ok := t.reader(player.Seat).Form(textArg(q)); ok {
		for _, e := range append(page.Orders, page.Words...) {
			if e.Form.Code == form.Code {
				page.One = &e
			}
		}
	}
	return set.Render("answer/help", page)
}

// describe makes the help entry of a form.
func describe(set *templates.Set, f orders.Form, prefix string) helpEntry {
	name := f.French
	if set.Lang() == "en" {
		name = f.English
	}
	return helpEntry{
		Form: f, Name: name, Help: set.Word(prefix + f.Code),
		Synopsis: report.Synopsis(set, f),
	}
}

// answerOrders tells the list that stands, reviewed as a confirmation is.
func answerOrders(d desk, t *table, player ledger.Player, entry string) (string, error) {
	list, err := d.list()
	if err != nil {
		return "", err
	}
	c := &confirmation{
		Lord: player.Lord, Game: t.game.ID(), Season: t.game.At.Season, Current: t.game.At.Season, Deadline: t.game.Deadline,
		Zone: t.zone(), Over: t.game.Over, lang: player.Lang,
	}
	if err := c.review(t, player.Seat, list, carried(list)); err != nil {
		return "", err
	}
	return words(player).Render(entry, c)
}

// answerReport sends a season's report again: the last, or the one asked for.
func answerReport(d desk, t *table, player ledger.Player, q orders.Order) (string, []engine.Table, error) {
	season := t.game.At.Season - 1
	if len(q.Args) > 0 && q.Args[0].N != nil {
		season = *q.Args[0].N
	}
	r, ok, err := d.report(season)
	if err != nil {
		return "", nil, err
	}
	text, err := words(player).Render("answer/report", map[string]any{"Season": season, "Found": ok, "Last": t.game.At.Season - 1})
	if err != nil || !ok {
		return text, nil, err
	}
	return text + "\n\n" + r.Body, r.Files, nil
}
