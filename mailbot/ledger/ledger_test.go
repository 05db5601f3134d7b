package ledger

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/engine"
)

var noon = time.Date(2026, time.October, 7, 12, 0, 0, 0, time.UTC)

func open(t testing.TB) (*Ledger, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "folder", "ledger.db")
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, path
}

// write runs a transaction that must succeed.
func write(t testing.TB, l *Ledger, do func(*Tx) error) {
	t.Helper()
	if err := l.Update(do); err != nil {
		t.Fatal(err)
	}
}

func TestFailedUpdateLeavesNothing(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		_, err := tx.AddLetter(Letter{Mailbox: "INBOX", UID: 1, Identity: "a"}, []byte("a"))
		return err
	})
	full := errors.New("no")
	err := l.Update(func(tx *Tx) error {
		receipt, err := tx.AddLetter(Letter{Mailbox: "INBOX", UID: 2, Identity: "b"}, []byte("b"))
		id, err2 := tx.NewMailID()
		return errors.Join(full, err, err2,
			tx.AddMail(Mail{ID: id, MessageID: "m@x", Due: noon}, []byte("mail")),
			tx.Defer("scan1", receipt),
			tx.SetCursor("INBOX", Cursor{1, 3}),
			tx.SavePlayer(Player{Game: "scan1", Seat: 1, Addresses: []string{"a@x"}}),
			tx.SaveSheet("scan1", Sheet{Season: 1, Seat: 1}),
			tx.AppendArchive("scan1", []byte("line\n")),
			tx.SaveGame(Game{Charter: engine.Charter{Game: "scan1"}}, []byte(`{}`)),
		)
	})
	if !errors.Is(err, full) {
		t.Fatal(err)
	}
	write(t, l, func(tx *Tx) error {
		letters, _ := tx.Letters()
		mails, _ := tx.Mails()
		games, _ := tx.Games()
		players, _ := tx.PlayersAt("a@x")
		sheets, _ := tx.Sheets("scan1", 1)
		archive, _ := tx.Archive("scan1")
		deferred, _ := tx.TakeDeferred("scan1")
		cursor, _ := tx.Cursor("INBOX")
		_, due := tx.NextDue()
		if len(letters) != 1 || len(mails)+len(games)+len(players)+len(sheets)+len(archive)+len(deferred) != 0 || cursor != (Cursor{}) || due {
			t.Errorf("left: %v %v %v %v %v %q %v %v %v", letters, mails, games, players, sheets, archive, deferred, cursor, due)
		}
		// Not even a number is used up.
		receipt, err := tx.AddLetter(Letter{Mailbox: "INBOX", UID: 2, Identity: "b"}, nil)
		if receipt != 2 {
			t.Errorf("the next receipt is %d, want 2", receipt)
		}
		return err
	})
}

func TestPanicInAnUpdateLeavesNothing(t *testing.T) {
	l, _ := open(t)
	func() {
		defer func() { recover() }()
		l.Update(func(tx *Tx) error {
			tx.AddLetter(Letter{Identity: "a"}, nil)
			panic("in the middle")
		})
	}()
	write(t, l, func(tx *Tx) error {
		letters, err := tx.Letters()
		if len(letters) != 0 {
			t.Errorf("left: %v", letters)
		}
		return err
	})
}

func TestSecondOpenIsLocked(t *testing.T) {
	_, path := open(t)
	if _, err := Open(path); !errors.Is(err, ErrLocked) {
		t.Errorf("opening it twice: %v, want ErrLocked", err)
	}
}

func TestLedgerIsPrivateAndLasts(t *testing.T) {
	l, path := open(t)
	var first [32]byte
	write(t, l, func(tx *Tx) (err error) { first, err = tx.Key(nil); return err })
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	write(t, l, func(tx *Tx) error {
		again, err := tx.Key(func([]byte) error { return errors.New("drawn again") })
		if again != first || first == [32]byte{} {
			t.Error("the key isn't the same after a restart")
		}
		return err
	})
}

func TestKeyNeedsEntropy(t *testing.T) {
	l, _ := open(t)
	err := l.Update(func(tx *Tx) error { _, err := tx.Key(func([]byte) error { return io.ErrUnexpectedEOF }); return err })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a key without entropy: %v", err)
	}
}

func TestOtherLayoutIsRefused(t *testing.T) {
	l, path := open(t)
	write(t, l, func(tx *Tx) error { return put(tx, bucketMeta, []byte("version"), version+1) })
	l.Close()
	_, err := Open(path)
	if err == nil || !strings.Contains(err.Error(), "layout 2") {
		t.Fatalf("a ledger of another layout: %v", err)
	}
	if _, err := Open(path); errors.Is(err, ErrLocked) {
		t.Error("the file refused is still locked")
	}
}

func TestWhatIsNoLedgerIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	if err := os.WriteFile(path, slices.Repeat([]byte("Tous mes ordres\n"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil {
		t.Error("a text file is taken for a ledger")
	}
}

func TestViewCannotWrite(t *testing.T) {
	l, _ := open(t)
	if err := l.View(func(tx *Tx) error { return tx.SetCursor("INBOX", Cursor{1, 1}) }); err == nil {
		t.Error("a transaction that only reads wrote")
	}
}
