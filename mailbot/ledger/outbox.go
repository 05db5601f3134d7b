package ledger

import (
	"encoding/binary"
	"fmt"
	"time"

	"arbitre/engine"
)

// A Mail's life: it waits until a server has taken it, or refused it for good.
type MailState string

// The states there are.
const (
	Waiting MailState = "waiting"
	Sent    MailState = "sent"
	Failed  MailState = "failed" // refused for good (5xx), or given up
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
	Cause     uint64      `json:"cause,omitempty"` // receipt of the letter that it answers
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

// AddMail puts a mail into the outbox, with its final bytes.
func (t *Tx) AddMail(m Mail, raw []byte) error {
	m.State = Waiting
	if err := put(t, bucketMails, key(m.ID), m); err != nil {
		return err
	}
	if err := t.tx.Bucket(bucketBytes).Put(key(m.ID), raw); err != nil {
		return fmt.Errorf("keeping a mail's bytes: %w", err)
	}
	if err := t.tx.Bucket(bucketThreads).Put([]byte(m.MessageID), key(m.ID)); err != nil {
		return fmt.Errorf("noting a Message-ID: %w", err)
	}
	return t.tx.Bucket(bucketQueue).Put(key(m.Due, m.ID), nil)
}

// Due returns the mails whose next attempt is due, most urgent first, at most
// limit of them.
func (t *Tx) Due(now time.Time, limit int) ([]Mail, error) {
	var due []Mail
	c := t.tx.Bucket(bucketQueue).Cursor()
	for k, _ := c.First(); k != nil && len(due) < limit; k, _ = c.Next() {
		if binary.BigEndian.Uint64(k) > uint64(now.UnixNano()) {
			break
		}
		m, ok, err := t.Mail(binary.BigEndian.Uint64(k[8:]))
		if err != nil {
			return nil, err
		}
		if ok {
			due = append(due, m)
		}
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
	return t.settle(m, func(m *Mail) { m.State, m.Done, m.LastError = Sent, at, "" })
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
		if err := t.tx.Bucket(bucketQueue).Put(key(m.Due, m.ID), nil); err != nil {
			return fmt.Errorf("queueing a mail again: %w", err)
		}
	}
	return put(t, bucketMails, key(m.ID), m)
}

// CountAnswer counts one more answer to an address on a day (UTC), and returns
// how many there are now.
func (t *Tx) CountAnswer(address string, day time.Time) (int, error) {
	k := key(day.UTC().Format(time.DateOnly), FoldAddress(address))
	var n int
	if _, err := get(t, bucketAnswers, k, &n); err != nil {
		return 0, err
	}
	n++
	return n, put(t, bucketAnswers, k, n)
}
