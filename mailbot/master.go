package mailbot

import (
	"strings"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// masterForms are the words that a game master may write to the Arbitre.
var masterForms = []orders.Form{
	{Code: "RESOUDRE", French: "Résoudre", English: "Resolve", Aliases: []string{"JOUER", "PLAY"}, Class: orders.Directive},
}

// obeyMaster does what a game master asks: RESOUDRE has a season played that
// waits for his word.
func (a *Arbitre) obeyMaster(tx *ledger.Tx, t *table, r ledger.Letter, l *letter.Letter, master ledger.Player) error {
	reader := orders.NewReader(orders.Grammar{Forms: masterForms})
	reading := reader.Read(linesOf(l))
	reading.Directives = append(reading.Directives, reader.ReadSubject(l.Subject).Directives...)
	resolve := has(reading, "RESOUDRE")
	waits := t.game.Waits
	if resolve && waits != "" {
		t.game.Cleared = true
		if err := tx.SaveGameRecord(t.game); err != nil {
			return err
		}
	}
	leave, err := a.mayAnswer(tx, master, r, l, !reading.Understood())
	if err != nil || !leave.given {
		return err
	}
	body, err := words(master).Render("mail/master", map[string]any{
		"Game": t.game.ID(), "Season": t.game.At.Season, "Deadline": t.game.Deadline, "Zone": t.zone(),
		"Resolve": resolve, "Waits": waits, "Over": t.game.Over,
	})
	if err != nil {
		return err
	}
	return a.answerWithin(tx, leave, draft{
		player: master, kind: "answer", subject: replySubject(l.Subject), body: strings.TrimSpace(body) + "\n",
		answers: &answered{l.MessageID, l.References}, cause: r.Receipt,
	})
}

// tellMaster writes to a game's master, if it has one.
func (a *Arbitre) tellMaster(tx *ledger.Tx, game, entry, subject string, facts map[string]any) error {
	master, ok, err := tx.Player(game, gameMaster)
	if err != nil || !ok {
		return err
	}
	body, err := words(master).Render(entry, facts)
	if err != nil {
		return err
	}
	return a.post(tx, draft{player: master, kind: "notice", subject: a.subject(master, subject, facts), body: body + "\n"})
}
