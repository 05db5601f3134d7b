package mailbot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/outbox"
)

// attempts is how often a mail that a server turns away for now is tried before
// it is given up: with the backoff's doubling up to six hours, about five days,
// as RFC 5321 §4.5.4.1 advises. A server that can't be reached, or that turns
// everybody away, doesn't count: no mail is lost by its absence.
const attempts = 28

// Send hands the mails that are due to a server, one after the other, and
// records each as soon as the server has taken it. It stops at the context's
// end, and at the first mail that could not be handed over for the server's
// sake (no connection): the others would fare no better. The error is that one.
func (a *Arbitre) Send(ctx context.Context, over outbox.Transport) error {
	a.sending.Lock()
	defer a.sending.Unlock()
	for ctx.Err() == nil {
		if err := a.recordSent(); err != nil {
			return err
		}
		var due []ledger.Mail
		var raw [][]byte
		err := a.ledger.View(func(tx *ledger.Tx) (err error) {
			due, err = tx.Due(a.now(), 64)
			for _, m := range due {
				raw = append(raw, tx.MailBytes(m.ID))
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("looking for mail that is due: %w", err)
		}
		if len(due) == 0 {
			return nil
		}
		if err := a.sendAll(ctx, over, due, raw); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// unwritten is how long what became of a mail may wait to be recorded. Mails
// that go out quickly share a transaction; should the process die before it,
// they are sent again, the same bytes under the same Message-ID.
const unwritten = time.Second

// sendAll hands over some mails and records what became of them.
func (a *Arbitre) sendAll(ctx context.Context, over outbox.Transport, due []ledger.Mail, raw [][]byte) error {
	var unreachable error
	recorded := a.now()
	for i, m := range due {
		err := over.Send(ctx, a.Sender.Address, m.To, raw[i])
		if ctx.Err() != nil && err != nil {
			break
		}
		if err != nil && forEveryone(err) {
			unreachable = err
			break
		}
		a.unrecorded = append(a.unrecorded, a.outcome(m, err))
		if now := a.now(); now.Sub(recorded) >= unwritten {
			if err := a.recordSent(); err != nil {
				return err
			}
			recorded = now
		}
	}
	if err := a.recordSent(); err != nil {
		return err
	}
	return unreachable
}

// recordSent writes down what became of the mails handed over. While the ledger
// can't take it, it is kept in memory, and nothing more is sent: it would be
// sent again and again.
func (a *Arbitre) recordSent() error {
	if len(a.unrecorded) == 0 {
		return nil
	}
	err := a.ledger.Update(func(tx *ledger.Tx) error {
		for _, record := range a.unrecorded {
			if err := record(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("recording what was sent: %w", err)
	}
	a.unrecorded = nil
	return nil
}

// forEveryone says whether a failure would befall any other mail as well: it is
// the server's or the connection's, not this mail's.
func forEveryone(err error) bool {
	var f *outbox.Failure
	if !errors.As(err, &f) {
		return true
	}
	return !f.Permanent && (f.Code == 0 || f.Stage == outbox.Connecting || f.Stage == outbox.LoggingIn || f.Stage == outbox.Sender)
}

// outcome is what to record of one attempt.
func (a *Arbitre) outcome(m ledger.Mail, err error) func(*ledger.Tx) error {
	now := a.now()
	log := a.log.With("mail", m.ID, "kind", m.Kind, "cause", m.Cause, "attempt", m.Attempts+1)
	var refused *outbox.Failure
	switch {
	case err == nil:
		log.Info("sent")
		return func(tx *ledger.Tx) error { return tx.MarkSent(m, now) }
	case errors.As(err, &refused) && refused.Permanent, m.Attempts+1 >= attempts:
		log.Error("given up", "error", err)
		return func(tx *ledger.Tx) error {
			if err := tx.MarkFailed(m, now, err.Error()); err != nil || refused == nil || !refused.Permanent {
				return err
			}
			return a.undeliverable(tx, m, err.Error())
		}
	}
	due := now.Add(outbox.Backoff(m.Attempts+1, jitter(m)))
	if refused != nil && refused.NotBefore.After(due) {
		due = refused.NotBefore // the server asked for patience
	}
	log.Warn("will be tried again", "error", err, "due", due.Format(time.RFC3339))
	return func(tx *ledger.Tx) error { return tx.Postpone(m, due, err.Error()) }
}

// jitter spreads the attempts of many mails, from 0 to 1, without a source of
// chance of its own.
func jitter(m ledger.Mail) float64 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %d", m.MessageID, m.Attempts)
	return float64(h.Sum32()) / (1 << 32)
}
