package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/link"
	"arbitre/mailbot/postoffice"
)

func openOffice(t testing.TB, o postoffice.Options) *postoffice.PostOffice {
	t.Helper()
	o.Domain = "jeu.example"
	p, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if err := p.AddAccount("arbitre", "secret"); err != nil {
		t.Fatal(err)
	}
	return p
}

func password(word string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return word, nil }
}

func account(p *postoffice.PostOffice) Account {
	return Account{Addr: p.IMAPAddr(), TLS: link.Plain, User: "arbitre@jeu.example", Password: password("secret"), CommandTimeout: 10 * time.Second}
}

func dial(t testing.TB, a Account) *Session {
	t.Helper()
	s, err := Dial(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// deliver puts letters numbered from first to last into the arbiter's inbox.
func deliver(t testing.TB, p *postoffice.PostOffice, first, last int) {
	t.Helper()
	for n := first; n <= last; n++ {
		if err := p.Deliver("arbitre", "lancelot@jeu.example", fmt.Appendf(nil, "Subject: %d\r\n\r\nletter %d\r\n", n, n)); err != nil {
			t.Fatal(err)
		}
	}
}

// A ledger takes messages, as the daemon's does.
type ledger struct {
	cursor  Cursor
	letters []string // the last line of each
	batches []int
	fail    error
}

func (l *ledger) take(batch []Message) error {
	if l.fail != nil {
		return l.fail
	}
	for _, m := range batch {
		lines := strings.Split(strings.TrimSpace(string(m.Raw)), "\r\n")
		l.letters = append(l.letters, lines[len(lines)-1])
		l.cursor = Cursor{Validity: m.Validity, Next: m.UID + 1}
	}
	l.batches = append(l.batches, len(batch))
	return nil
}

func (l *ledger) drain(t testing.TB, s *Session) error {
	t.Helper()
	_, err := s.Drain(t.Context(), l.cursor, l.take)
	return err
}

// has checks that the letters are those numbered from first to last, once each.
func (l *ledger) has(t testing.TB, first, last int) {
	t.Helper()
	var want []string
	for n := first; n <= last; n++ {
		want = append(want, fmt.Sprintf("letter %d", n))
	}
	if !slices.Equal(l.letters, want) {
		t.Errorf("the ledger has %q, want letters %d to %d", l.letters, first, last)
	}
}

func flags(t testing.TB, p *postoffice.PostOffice, mailbox string) string {
	t.Helper()
	messages, err := p.Messages("arbitre", mailbox)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range messages {
		out = append(out, fmt.Sprint(m.Flags))
	}
	return strings.Join(slices.Compact(out), " ")
}

func TestDrain(t *testing.T) {
	noon := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	p := openOffice(t, postoffice.Options{Now: func() time.Time { return noon }})
	deliver(t, p, 1, 150)
	s := dial(t, account(p))
	var l ledger
	var first Message
	cursor, err := s.Drain(t.Context(), Cursor{}, func(batch []Message) error {
		if first.UID == 0 {
			first = batch[0]
		}
		if got := flags(t, p, "INBOX"); len(l.letters) == 0 && got != "[]" {
			t.Errorf("flags %s before anything was taken", got)
		}
		return l.take(batch)
	})
	if err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 150)
	if fmt.Sprint(l.batches) != "[64 64 22]" {
		t.Errorf("batches of %v", l.batches)
	}
	if want := (Cursor{s.Validity(), 151}); cursor != want || l.cursor != want {
		t.Errorf("the cursor is %v, want %v", cursor, want)
	}
	if got := flags(t, p, "INBOX"); got != `[$Arbitre \Seen]` {
		t.Errorf("flags afterwards: %s", got)
	}
	if first.Mailbox != "INBOX" || first.Validity != s.Validity() || first.UID != 1 || !first.Received.Equal(noon) || first.Size != int64(len(first.Raw)) || first.TooLarge || first.Unreadable != nil {
		t.Errorf("the first message is %+v", first)
	}

	// "151:*" names the last message when there is none so new.
	if err := l.drain(t, s); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 150)
	deliver(t, p, 151, 151)
	if err := l.drain(t, s); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 151)
}

func TestNothingIsFlaggedThatWasNotTaken(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 3)
	full := errors.New("disk full")
	l := ledger{fail: full}
	cursor, err := dial(t, account(p)).Drain(t.Context(), Cursor{}, l.take)
	if !errors.Is(err, full) || cursor.Next != 1 {
		t.Errorf("cursor %v, error %v", cursor, err)
	}
	if got := flags(t, p, "INBOX"); got != "[]" {
		t.Errorf("flags: %s", got)
	}
	l.fail = nil
	if err := l.drain(t, dial(t, account(p))); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 3)
}

func TestTheServerClosesMidFetch(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 100)
	var l ledger
	s := dial(t, account(p))
	if err := l.drain(t, s); err != nil {
		t.Fatal(err)
	}
	deliver(t, p, 101, 200)
	p.DropFetches(1)
	if err := l.drain(t, s); !errors.Is(err, ErrLost) {
		t.Errorf("the cut connection gives %v", err)
	}
	// What had arrived whole is taken, so that each try gets further.
	taken := len(l.letters)
	if taken <= 100 || taken >= 200 {
		t.Errorf("%d letters were taken before the cut", taken)
	}
	l.has(t, 1, taken)
	if err := l.drain(t, dial(t, account(p))); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 200)
}

func TestTheServerVanishesBetweenTakingAndFlagging(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 5)
	var l ledger
	cursor, err := dial(t, account(p)).Drain(t.Context(), Cursor{}, func(batch []Message) error {
		p.Hangup()
		return l.take(batch)
	})
	if !errors.Is(err, ErrLost) || cursor != l.cursor {
		t.Errorf("cursor %v, error %v", cursor, err)
	}
	if err := l.drain(t, dial(t, account(p))); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 5)
}

func TestANewValidityBeginsAgain(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 3)
	s := dial(t, account(p))
	l := ledger{cursor: Cursor{Validity: s.Validity() - 1, Next: 1000}}
	if err := l.drain(t, s); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 3)
	if l.cursor != (Cursor{s.Validity(), 4}) {
		t.Errorf("the cursor is %v", l.cursor)
	}
}

func TestTakenMessagesMove(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 70)
	a := account(p)
	a.DoneMailbox = "Arbitre/Lu"
	var l ledger
	if err := l.drain(t, dial(t, a)); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 70)
	left, _ := p.Messages("arbitre", "INBOX")
	moved, _ := p.Messages("arbitre", "Arbitre/Lu")
	if len(left) != 0 || len(moved) != 70 || flags(t, p, "Arbitre/Lu") != `[$Arbitre \Seen]` {
		t.Errorf("%d left, %d moved with flags %s", len(left), len(moved), flags(t, p, "Arbitre/Lu"))
	}
	deliver(t, p, 71, 71)
	if err := l.drain(t, dial(t, a)); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 71)
}

func TestALargeMessageIsCut(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 1)
	if err := p.Deliver("arbitre", "", []byte("Subject: big\r\n\r\n"+strings.Repeat("0123456789\r\n", 10_000))); err != nil {
		t.Fatal(err)
	}
	deliver(t, p, 3, 3)
	a := account(p)
	a.MaxSize = 1000
	var got []Message
	if _, err := dial(t, a).Drain(t.Context(), Cursor{}, func(batch []Message) error {
		got = append(got, batch...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].TooLarge || got[2].TooLarge {
		t.Fatalf("got %d messages", len(got))
	}
	if big := got[1]; !big.TooLarge || len(big.Raw) != 1000 || big.Size < 120_000 || !strings.HasPrefix(string(big.Raw), "Return-Path: <>\r\n") {
		t.Errorf("too large: %v, %d of %d bytes", big.TooLarge, len(big.Raw), big.Size)
	}
}

func TestIdle(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	s := dial(t, account(p))
	t.Run("ends at the maximum", func(t *testing.T) {
		if err := s.Idle(t.Context(), time.Millisecond); err != nil {
			t.Error(err)
		}
	})
	t.Run("ends with the context and leaves the connection usable", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := s.Idle(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if _, err := s.Folders(t.Context()); err != nil {
			t.Error(err)
		}
	})
	t.Run("wakes for mail", func(t *testing.T) {
		woken := make(chan error, 1)
		go func() { woken <- s.Idle(t.Context(), time.Minute) }()
		deliver(t, p, 1, 1)
		select {
		case err := <-woken:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(2 * time.Second):
			t.Fatal("still asleep after two seconds")
		}
		var l ledger
		if err := l.drain(t, s); err != nil {
			t.Error(err)
		}
		l.has(t, 1, 1)
	})
	t.Run("ends when the connection is lost", func(t *testing.T) {
		woken := make(chan error, 1)
		go func() { woken <- s.Idle(t.Context(), time.Minute) }()
		p.Hangup()
		if err := <-woken; !errors.Is(err, ErrLost) {
			t.Error(err)
		}
	})
}
