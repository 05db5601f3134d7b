package mailbot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/outbox"
)

// A Service is the world that an Arbitre serves.
type Service struct {
	Inbox inbox.Account
	Over  outbox.Transport
	Poll  time.Duration // the longest time between two looks at the mailbox and at the clock
}

// Serve runs until the context ends: it takes letters as they come, plays
// seasons when they are due, and sends mail. When it returns, the transaction
// that was in hand is finished; the error is the context's, or one for which
// going on makes no sense.
func (a *Arbitre) Serve(ctx context.Context, s Service) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	news := make(chan struct{}, 1) // rung when there may be mail to send
	ring := func() {
		select {
		case news <- struct{}{}:
		default:
		}
	}
	watcher := a.watcher(s, ring)

	var wait sync.WaitGroup
	wait.Go(func() {
		if err := watcher.Run(ctx); err != nil && ctx.Err() == nil {
			stop(fmt.Errorf("watching the mailbox: %w", err))
		}
	})
	wait.Go(func() { a.send(ctx, s, news) })
	wait.Go(func() { a.keepTime(ctx, s, watcher, ring) })
	wait.Wait()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return ctx.Err()
}

// watcher keeps the mailbox drained into the ledger.
func (a *Arbitre) watcher(s Service, ring func()) *inbox.Watcher {
	return &inbox.Watcher{
		Account: s.Inbox, Poll: s.Poll,
		Cursor: func() (inbox.Cursor, error) { return a.Cursor(s.Inbox.Mailbox) },
		Take: func(batch []inbox.Message) error {
			defer ring()
			return a.Take(batch)
		},
		OnError: func(err error, pause time.Duration) {
			a.log.Error("mailbox", "error", err, "again in", pause.Round(time.Second))
		},
	}
}

// Cursor is where the reading of a mailbox goes on.
func (a *Arbitre) Cursor(mailbox string) (inbox.Cursor, error) {
	var c ledger.Cursor
	err := a.ledger.View(func(tx *ledger.Tx) (err error) {
		c, err = tx.Cursor(mailbox)
		return err
	})
	return inbox.Cursor{Validity: c.Validity, Next: c.Next}, err
}

// send empties the outbox whenever there may be something in it.
func (a *Arbitre) send(ctx context.Context, s Service, news <-chan struct{}) {
	failures := 0
	for {
		var wait time.Duration
		knock := news
		if err := a.Send(ctx, s.Over); err == nil {
			failures = 0
			wait = a.untilNextMail(s.Poll)
		} else if ctx.Err() == nil {
			failures++
			// New mail is no reason to knock sooner at a door that is shut.
			wait, knock = inbox.Pause(failures, false, rand.Float64()), nil
			a.log.Error("sending", "error", err, "again in", wait.Round(time.Second))
		}
		select {
		case <-ctx.Done():
			return
		case <-knock:
		case <-time.After(wait):
		}
	}
}

// untilNextMail is how long no mail is due, between a moment and the poll.
func (a *Arbitre) untilNextMail(poll time.Duration) time.Duration {
	wait := poll
	err := a.ledger.View(func(tx *ledger.Tx) error {
		if due, ok := tx.NextDue(); ok {
			wait = due.Sub(a.now())
		}
		return nil
	})
	if err != nil {
		a.log.Error("looking for the next mail", "error", err)
	}
	return min(max(wait, 100*time.Millisecond), poll)
}

// keepTime plays seasons when they are due. The clock is looked at afresh after
// every wait, so that a machine that slept, or whose clock was set, is noticed
// within one poll.
func (a *Arbitre) keepTime(ctx context.Context, s Service, w *inbox.Watcher, ring func()) {
	for {
		if err := a.Tick(ctx, w.Collect); err != nil && ctx.Err() == nil {
			a.log.Error("playing", "error", err)
		}
		if err := a.Digest(); err != nil {
			a.log.Error("writing the digest", "error", err)
		}
		ring()
		wait := s.Poll
		if next, ok, err := a.NextDeadline(); err != nil {
			a.log.Error("looking for the next deadline", "error", err)
		} else if ok {
			wait = min(max(next.Sub(a.now()), 100*time.Millisecond), s.Poll)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
