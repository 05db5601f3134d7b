package ledger

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"
)

func TestKnownByPlaceAndByIdentity(t *testing.T) {
	l, _ := open(t)
	first := Letter{Mailbox: "INBOX", Validity: 1, UID: 7, Identity: "id@x hash"}
	write(t, l, func(tx *Tx) error { _, err := tx.AddLetter(first, nil); return err })
	for _, tt := range []struct {
		name   string
		letter Letter
		known  bool
	}{
		{"the same place and letter", first, true},
		{"the same place", Letter{Mailbox: "INBOX", Validity: 1, UID: 7, Identity: "other"}, true},
		{"a copy", Letter{Mailbox: "INBOX", Validity: 1, UID: 8, Identity: "id@x hash"}, true},
		{"in a mailbox made anew", Letter{Mailbox: "INBOX", Validity: 2, UID: 1, Identity: "id@x hash"}, true},
		{"another letter in a mailbox made anew", Letter{Mailbox: "INBOX", Validity: 2, UID: 7, Identity: "other"}, false},
		{"another letter of another mailbox", Letter{Mailbox: "INBOX2", Validity: 1, UID: 7, Identity: "other"}, false},
		{"an identity that begins alike", Letter{Mailbox: "INBOX", Validity: 1, UID: 9, Identity: "id@x hash2"}, false},
	} {
		write(t, l, func(tx *Tx) error {
			if got := tx.Known(tt.letter); got != tt.known {
				t.Errorf("%s: known %v, want %v", tt.name, got, tt.known)
			}
			return nil
		})
	}
}

func TestLettersKeepTheirOrderAndBytes(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		for i := range uint32(300) { // past one byte of a number
			if _, err := tx.AddLetter(Letter{UID: i, Identity: string(binary.BigEndian.AppendUint32(nil, i))}, []byte{byte(i)}); err != nil {
				return err
			}
		}
		return nil
	})
	write(t, l, func(tx *Tx) error {
		letters, err := tx.Letters()
		for i, m := range letters {
			if m.Receipt != uint64(i+1) || m.UID != uint32(i) || string(tx.Raw(m.Receipt)) != string([]byte{byte(i)}) {
				t.Fatalf("letter %d is %+v", i, m)
			}
		}
		changed := letters[4]
		changed.Verdict = Held
		if err := tx.SaveLetter(changed); err != nil {
			return err
		}
		got, ok, _ := tx.Letter(5)
		if !ok || got.Verdict != Held {
			t.Errorf("saved again: %+v", got)
		}
		if _, ok, _ := tx.Letter(301); ok {
			t.Error("there is a letter that was never added")
		}
		return err
	})
}

func TestDeferredLettersAreTakenOnceAndByGame(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		return errors.Join(tx.Defer("scan1", 300), tx.Defer("scan1", 2), tx.Defer("scan12", 5), tx.Defer("scan", 6))
	})
	write(t, l, func(tx *Tx) error {
		got, err := tx.TakeDeferred("scan1")
		if !slices.Equal(got, []uint64{2, 300}) {
			t.Errorf("taken %v, want 2 and 300", got)
		}
		again, _ := tx.TakeDeferred("scan1")
		other, _ := tx.TakeDeferred("scan12")
		if len(again) != 0 || !slices.Equal(other, []uint64{5}) {
			t.Errorf("taken again %v, of the other game %v", again, other)
		}
		return err
	})
}
