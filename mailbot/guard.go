package mailbot

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
)

// A fault of the Arbitre's own, met while it dealt with one letter: a panic, or
// an error that the next attempt would meet again.
type fault struct {
	identity string // of the letter
	cause    error
}

func (f *fault) Error() string { return f.cause.Error() }
func (f *fault) Unwrap() error { return f.cause }

// update runs a transaction. A letter that makes it fail is set apart, and the
// transaction is run again without it: one letter must not keep others from
// being taken, nor a season from being played. If the transaction fails, what
// was kept of the games in memory may be ahead of the ledger, and is forgotten.
func (a *Arbitre) update(do func(*ledger.Tx) error) error {
	a.sick = map[string]error{}
	for {
		err := a.ledger.Update(do)
		if err == nil {
			return nil
		}
		clear(a.tables)
		var f *fault
		if !errors.As(err, &f) || a.sick[f.identity] != nil {
			return err
		}
		a.sick[f.identity] = f.cause
		a.log.Error("a letter is set apart: the arbitre can't deal with it", "letter", f.identity, "error", f.cause)
	}
}

// guarded does something, and makes an error of a panic.
func guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}

// blame does what a letter asks, and lays any failure at the letter's door.
func blame(identity string, do func() error) error {
	err := guarded(do)
	var f *fault
	if err == nil || errors.As(err, &f) {
		return err
	}
	return &fault{identity, err}
}

// attend does what a proven letter asks, or sets it apart if that failed before.
func (a *Arbitre) attend(tx *ledger.Tx, r ledger.Letter, l *letter.Letter, player ledger.Player) error {
	if cause := a.sick[r.Identity]; cause != nil {
		return a.quarantine(tx, r, l, player, cause)
	}
	return blame(r.Identity, func() error { return a.obey(tx, r, l, player) })
}

// quarantine sets a letter apart that the Arbitre can't deal with. Its writer
// and the game master are told; the list that stood before it stands.
func (a *Arbitre) quarantine(tx *ledger.Tx, r ledger.Letter, l *letter.Letter, player ledger.Player, cause error) error {
	r.Verdict = ledger.Quarantined
	r.Reason, _, _ = strings.Cut(cause.Error(), "\n")
	if err := tx.SaveLetter(r); err != nil {
		return err
	}
	facts := map[string]any{
		"Lord": player.Lord, "Game": player.Game, "Received": r.Received, "Zone": a.zoneOf(tx, player.Game), "Receipt": r.Receipt, "Error": r.Reason,
	}
	if err := a.excuse(tx, r, l, player, facts); err != nil || player.Seat == gameMaster {
		return err
	}
	return a.tellMaster(tx, player.Game, "mail/letter-fault", "subject/letter-fault", facts)
}

// excuse tells a letter's writer that the Arbitre failed at it.
func (a *Arbitre) excuse(tx *ledger.Tx, r ledger.Letter, l *letter.Letter, player ledger.Player, facts map[string]any) error {
	leave, err := a.mayAnswer(tx, player, r, l, false)
	if err != nil || !leave.given {
		return err
	}
	body, err := words(player).Render("mail/quarantined", facts)
	if err != nil {
		return err
	}
	return a.answerWithin(tx, leave, draft{
		player: player, kind: "notice", subject: replySubject(l.Subject), body: body + "\n",
		answers: &answered{l.MessageID, l.References}, cause: r.Receipt,
	})
}
