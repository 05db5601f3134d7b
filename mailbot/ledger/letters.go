package ledger

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"arbitre/engine"
)

// A Verdict is what became of a letter.
type Verdict string

// The verdicts there are.
const (
	Obeyed    Verdict = "obeyed"    // its writer is proven; it was read and answered
	Held      Verdict = "held"      // from a registered address without proof: a challenge went out
	Released  Verdict = "released"  // held, then proven by an answer to the challenge
	Deferred  Verdict = "deferred"  // came at or after the deadline: read once the season is played
	Automated Verdict = "automated" // written by a machine: never answered
	Looped    Verdict = "looped"    // our own mail come back: never answered
	Stranger  Verdict = "stranger"  // nobody we know: never answered
	Unclear   Verdict = "unclear"   // from a registered address that doesn't say for which of its seats: it is asked

	Quarantined Verdict = "quarantined" // the Arbitre failed at it: its orders don't count, and its writer knows
)

// A Letter is the record of one letter received. Its raw bytes are kept beside it.
type Letter struct {
	Receipt   uint64      `json:"receipt"` // from 1, in the order of recording
	Mailbox   string      `json:"mailbox"`
	Validity  uint32      `json:"validity"` // IMAP UIDVALIDITY
	UID       uint32      `json:"uid"`
	Received  time.Time   `json:"received"` // the mailbox's INTERNALDATE
	From      string      `json:"from"`
	Subject   string      `json:"subject"`
	MessageID string      `json:"message_id"`
	Identity  string      `json:"identity"` // Message-ID and body hash: the same letter wherever it lies
	Verdict   Verdict     `json:"verdict"`
	Reason    string      `json:"reason,omitempty"`
	Proof     string      `json:"proof,omitempty"`  // what proved its writer: "token", "password", "dkim", "authentication-results"
	Checks    []string    `json:"checks,omitempty"` // what the domain proof found, in its words
	Game      string      `json:"game,omitempty"`
	Seat      engine.Seat `json:"seat,omitempty"`
	Season    int         `json:"season,omitempty"` // that its orders are for
	Cut       bool        `json:"cut,omitempty"`    // only the beginning of a very long letter is kept
}

// A Cursor is where the reading of a mailbox goes on.
type Cursor struct {
	Validity uint32 `json:"validity"`
	Next     uint32 `json:"next"`
}

// Cursor returns where the reading of a mailbox goes on; zero for a new one.
func (t *Tx) Cursor(mailbox string) (Cursor, error) {
	var c Cursor
	_, err := get(t, bucketCursors, []byte(mailbox), &c)
	return c, err
}

// SetCursor records how far a mailbox has been read.
func (t *Tx) SetCursor(mailbox string, c Cursor) error {
	return put(t, bucketCursors, []byte(mailbox), c)
}

// Known says whether a letter has been recorded before: at this place of this
// mailbox, or elsewhere as the same letter (a copy, or a mailbox made anew).
func (t *Tx) Known(l Letter) bool {
	return t.tx.Bucket(bucketPlaces).Get(key(l.Mailbox, l.Validity, l.UID)) != nil ||
		t.tx.Bucket(bucketIdentity).Get([]byte(l.Identity)) != nil
}

// AddLetter records a letter under a new receipt number, which it returns.
func (t *Tx) AddLetter(l Letter, raw []byte) (uint64, error) {
	seq, err := t.tx.Bucket(bucketLetters).NextSequence()
	if err != nil {
		return 0, fmt.Errorf("numbering a letter: %w", err)
	}
	l.Receipt = seq
	if err := put(t, bucketLetters, key(seq), l); err != nil {
		return 0, err
	}
	if err := t.tx.Bucket(bucketRaw).Put(key(seq), raw); err != nil {
		return 0, fmt.Errorf("keeping a letter's bytes: %w", err)
	}
	if err := t.tx.Bucket(bucketPlaces).Put(key(l.Mailbox, l.Validity, l.UID), key(seq)); err != nil {
		return 0, fmt.Errorf("marking a letter's place: %w", err)
	}
	if err := t.tx.Bucket(bucketIdentity).Put([]byte(l.Identity), key(seq)); err != nil {
		return 0, fmt.Errorf("marking a letter's identity: %w", err)
	}
	return seq, nil
}

// SaveLetter writes a letter's record again, when its verdict has changed.
func (t *Tx) SaveLetter(l Letter) error { return put(t, bucketLetters, key(l.Receipt), l) }

// Letter returns the record of a receipt number, and whether there is one.
func (t *Tx) Letter(receipt uint64) (Letter, bool, error) {
	var l Letter
	ok, err := get(t, bucketLetters, key(receipt), &l)
	return l, ok, err
}

// Raw returns a copy of a letter's bytes as kept.
func (t *Tx) Raw(receipt uint64) []byte {
	return append([]byte(nil), t.tx.Bucket(bucketRaw).Get(key(receipt))...)
}

// Letters returns every letter, in the order of recording.
func (t *Tx) Letters() ([]Letter, error) { return records[Letter](t, bucketLetters, nil) }

// LettersAfter returns the letters recorded after a receipt number, in the
// order of recording.
func (t *Tx) LettersAfter(receipt uint64) ([]Letter, error) {
	var after []Letter
	c := t.tx.Bucket(bucketLetters).Cursor()
	for k, v := c.Seek(key(receipt + 1)); k != nil; k, v = c.Next() {
		var l Letter
		if err := json.Unmarshal(v, &l); err != nil {
			return nil, fmt.Errorf("reading a record of %s: %w", bucketLetters, err)
		}
		after = append(after, l)
	}
	return after, nil
}

// HoldSilently notes that a letter is held since a day (UTC) without asking the
// address that could tell whether it is good.
func (t *Tx) HoldSilently(address string, day time.Time, receipt uint64) error {
	return t.tx.Bucket(bucketSilent).Put(key(FoldAddress(address), DayOf(day), receipt), nil)
}

// TakeSilent returns the letters held silently since a day (UTC) about which an
// address wasn't asked, oldest first, and forgets that they were.
func (t *Tx) TakeSilent(address string, day time.Time) ([]uint64, error) {
	return t.takeReceipts(bucketSilent, key(FoldAddress(address), DayOf(day)))
}

// Defer sets a recorded letter aside until its game's present step is played.
func (t *Tx) Defer(game string, receipt uint64) error {
	return t.tx.Bucket(bucketDeferred).Put(key(game, receipt), nil)
}

// TakeDeferred returns the receipts set aside for a game, oldest first, and
// forgets that they were.
func (t *Tx) TakeDeferred(game string) ([]uint64, error) {
	return t.takeReceipts(bucketDeferred, key(game))
}

// takeReceipts removes the keys of a bucket that begin with a prefix, and
// returns the receipts with which they end.
func (t *Tx) takeReceipts(bucket, prefix []byte) ([]uint64, error) {
	var receipts []uint64
	if err := each(t, bucket, prefix, func(k, _ []byte) error {
		receipts = append(receipts, binary.BigEndian.Uint64(k[len(prefix):]))
		return nil
	}); err != nil {
		return nil, err
	}
	for _, r := range receipts {
		if err := t.tx.Bucket(bucket).Delete(append(prefix[:len(prefix):len(prefix)], key(r)...)); err != nil {
			return nil, fmt.Errorf("taking a receipt from %s: %w", bucket, err)
		}
	}
	return receipts, nil
}
