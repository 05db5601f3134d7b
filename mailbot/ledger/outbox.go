package ledger

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"arbitre/engine"
)

// A MailState is a point of a mail's life: it waits until a server has taken it,
// or refused it for good.
type MailState string

// The states there are.
const (
	Waiting MailState = "waiting"
	Sent    MailState = "sent"
	Failed  MailState = "failed" // refused for good (5xx), or given up

	Bounced  MailState = "bounced"  // taken by a server, and reported as undeliverable
	Paused   MailState = "paused"   // not queued: nothing is sent to its address for now
	Outdated MailState = "outdated" // was paused, and is too old to be sent any more
)

// A Mail is one outgoing mail. Its bytes are rendered once, kept beside it, and
// are the same at every attempt.
type Mail struct {
	ID        uint64      `json:"id"`
	To        string      `json:"to"`
	MessageID string      `json:"message_id"` // without angle brackets
	Kind      string      `json:"kind"`       // "confirmation", "report", "challenge", "notice", …
	Game      string      `json:"game,omitempty"`
	Seat      engine.Seat `json:"seat,omitempty"`
	Cause     uint64      `json:"cause,omitempty"`  // receipt of the letter that it answers
	Thread    string      `json:"thread,omitempty"` // the conversation that it goes on with; "" for the first of one
	Created   time.Time   `json:"created"`
	State     MailState   `json:"state"`
	Attempts  int         `json:"attempts"`
	Due       time.Time   `json:"due"` // the next attempt, while it waits
	LastError string      `json:"last_error,omitempty"`
	Done      time.Time   `json:"done,omitzero"`
}

// NewMailID reserves the number of a mail, so that the mail can carry it.
func (t *Tx) NewMailID() (uint64, error) {
	n, err := t.tx.Bucket(bucketMails).NextSequence()
	if err != nil {
		return 0, fmt.Errorf("numbering a mail: %w", err)
	}
	return n, nil
}

// AddMail puts a mail into the outbox, with its final bytes. It isn't queued if
// its address is paused.
func (t *Tx) AddMail(m Mail, raw []byte) error {
	route, err := t.Route(m.To)
	if err != nil {
		return err
	}
	m.State = Waiting
	if route.Paused() {
		m.State = Paused
	}
	if err := put(t, bucketMails, key(m.ID), m); err != nil {
		return err
	}
	if err := t.tx.Bucket(bucketBytes).Put(key(m.ID), raw); err != nil {
		return fmt.Errorf("keeping a mail's bytes: %w", err)
	}
	if err := t.tx.Bucket(bucketThreads).Put([]byte(m.MessageID), key(m.ID)); err != nil {
		return fmt.Errorf("noting a Message-ID: %w", err)
	}
	if m.State == Paused {
		return nil
	}
	return t.tx.Bucket(bucketQueue).Put(key(m.Due, m.ID), nil)
}

// farthest is more than any attempt is ever put off. What seems due later was
// queued by a clock that has been set back since, and is due now.
const farthest = 24 * time.Hour

// Due returns the mails whose next attempt is due, most urgent first, at most
// limit of them.
func (t *Tx) Due(now time.Time, limit int) ([]Mail, error) {
	var due []Mail
	c := t.tx.Bucket(bucketQueue).Cursor()
	last := key(now, ^uint64(0))
	k, _ := c.First()
	for k != nil && len(due) < limit {
		if last != nil && bytes.Compare(k, last) > 0 {
			last = nil
			if far := key(now.Add(farthest)); bytes.Compare(k, far) < 0 {
				k, _ = c.Seek(far)
				continue
			}
		}
		m, ok, err := t.Mail(binary.BigEndian.Uint64(k[8:]))
		if err != nil {
			return nil, err
		}
		if ok {
			due = append(due, m)
		}
		k, _ = c.Next()
	}
	return due, nil
}

// NextDue returns when the next attempt of any mail is due; false if none waits.
func (t *Tx) NextDue() (time.Time, bool) {
	k, _ := t.tx.Bucket(bucketQueue).Cursor().First()
	if k == nil {
		return time.Time{}, false
	}
	return time.Unix(0, int64(binary.BigEndian.Uint64(k))), true
}

// MailBytes returns a copy of a mail's final bytes.
func (t *Tx) MailBytes(id uint64) []byte {
	return append([]byte(nil), t.tx.Bucket(bucketBytes).Get(key(id))...)
}

// Mail returns a mail's record, and whether there is one.
func (t *Tx) Mail(id uint64) (Mail, bool, error) {
	var m Mail
	ok, err := get(t, bucketMails, key(id), &m)
	return m, ok, err
}

// MailByMessageID returns the mail of ours that has a Message-ID, and whether
// there is one.
func (t *Tx) MailByMessageID(id string) (Mail, bool, error) {
	k := t.tx.Bucket(bucketThreads).Get([]byte(id))
	if k == nil {
		return Mail{}, false, nil
	}
	return t.Mail(binary.BigEndian.Uint64(k))
}

// Mails returns every mail, in the order of writing.
func (t *Tx) Mails() ([]Mail, error) { return records[Mail](t, bucketMails, nil) }

// MarkSent records that a server has taken a mail.
func (t *Tx) MarkSent(m Mail, at time.Time) error {
	if err := t.settle(m, func(m *Mail) { m.State, m.Done, m.LastError = Sent, at, "" }); err != nil {
		return err
	}
	_, err := t.NoteFate(m, false)
	return err
}

// MarkFailed records that a mail will not be tried again.
func (t *Tx) MarkFailed(m Mail, at time.Time, why string) error {
	return t.settle(m, func(m *Mail) { m.State, m.Done, m.LastError = Failed, at, why })
}

// Postpone records a failed attempt and when the next is due.
func (t *Tx) Postpone(m Mail, due time.Time, why string) error {
	return t.settle(m, func(m *Mail) { m.Due, m.LastError = due, why })
}

// settle takes a mail out of the queue, changes it after one more attempt, and
// puts it back if it still waits.
func (t *Tx) settle(m Mail, change func(*Mail)) error {
	if err := t.tx.Bucket(bucketQueue).Delete(key(m.Due, m.ID)); err != nil {
		return fmt.Errorf("taking a mail from the queue: %w", err)
	}
	m.Attempts++
	change(&m)
	if m.State == Waiting {
		route, err := t.Route(m.To)
		if err != nil {
			return err
		}
		if route.Paused() {
			m.State = Paused
		}
	}
	if m.State == Waiting {
		if err := t.tx.Bucket(bucketQueue).Put(key(m.Due, m.ID), nil); err != nil {
			return fmt.Errorf("queueing a mail again: %w", err)
		}
	}
	return put(t, bucketMails, key(m.ID), m)
}

// MarkBounced records that a mail which a server had taken is reported as
// undeliverable. It tells whether that is news.
func (t *Tx) MarkBounced(m Mail, at time.Time, why string) (bool, error) {
	if m.State != Sent {
		return false, nil
	}
	m.State, m.Done, m.LastError = Bounced, at, why
	return true, put(t, bucketMails, key(m.ID), m)
}

// MailsTo returns every mail to an address, in the order of writing.
func (t *Tx) MailsTo(address string) ([]Mail, error) {
	all, err := t.Mails()
	return slices.DeleteFunc(all, func(m Mail) bool { return FoldAddress(m.To) != FoldAddress(address) }), err
}

// Requeue has a mail that was not delivered sent as it is, from a time on.
func (t *Tx) Requeue(m Mail, due time.Time) error {
	m.State, m.Due, m.Attempts, m.Done = Waiting, due, 0, time.Time{}
	if err := put(t, bucketMails, key(m.ID), m); err != nil {
		return err
	}
	return t.tx.Bucket(bucketQueue).Put(key(m.Due, m.ID), nil)
}

// MarkOutdated records that a paused mail will never be sent.
func (t *Tx) MarkOutdated(m Mail, at time.Time) error {
	m.State, m.Done = Outdated, at
	return put(t, bucketMails, key(m.ID), m)
}
