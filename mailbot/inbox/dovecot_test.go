//go:build integration

package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/realservers"
)

func dovecotAccount(d *realservers.Dovecot) Account {
	return Account{
		Addr:           d.IMAPSAddr,
		User:           "arbitre@" + realservers.Domain,
		Password:       password("sécret"),
		RootCAs:        d.Certificate.Roots,
		CommandTimeout: 10 * time.Second,
	}
}

func startDovecot(t *testing.T) *realservers.Dovecot {
	t.Helper()
	return realservers.StartDovecot(t, map[string]string{"arbitre": "sécret"})
}

func numbered(first, last int) [][]byte {
	var letters [][]byte
	for n := first; n <= last; n++ {
		letters = append(letters, fmt.Appendf(nil, "Subject: %d\r\n\r\nletter %d\r\n", n, n))
	}
	return letters
}

// flagsOf lists the different sets of flags in a mailbox, and how many
// messages it has.
func flagsOf(t *testing.T, d *realservers.Dovecot, mailbox string) (string, uint32) {
	t.Helper()
	c, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login("arbitre@"+realservers.Domain, "sécret").Wait(); err != nil {
		t.Fatal(err)
	}
	data, err := c.Select(mailbox, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		t.Fatal(err)
	}
	if data.NumMessages == 0 {
		return "", 0
	}
	var all imap.SeqSet
	all.AddRange(1, 0)
	messages, err := c.Fetch(all, &imap.FetchOptions{Flags: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var sets []string
	for _, m := range messages {
		flags := slices.DeleteFunc(m.Flags, func(f imap.Flag) bool { return strings.EqualFold(string(f), `\Recent`) })
		slices.Sort(flags)
		if set := fmt.Sprint(flags); !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return strings.Join(sets, " "), data.NumMessages
}

func TestDovecotDrain(t *testing.T) {
	d := startDovecot(t)
	d.Deliver(t, "arbitre", numbered(1, 200)...)
	a := dovecotAccount(d)
	var l ledger
	if err := l.drain(t, dial(t, a)); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 200)
	if flags, n := flagsOf(t, d, "INBOX"); n != 200 || flags != `[$Arbitre \Seen]` {
		t.Errorf("%d messages with flags %s", n, flags)
	}

	// The next connection goes on where this one stopped, by STARTTLS this
	// time, and moves what it takes to a mailbox that isn't there yet.
	d.Deliver(t, "arbitre+game.7.TOKEN", numbered(201, 300)...)
	a.Addr, a.TLS, a.DoneMailbox = d.IMAPAddr, link.StartTLS, "Arbitre.Lu"
	if err := l.drain(t, dial(t, a)); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 300)
	if _, n := flagsOf(t, d, "INBOX"); n != 200 {
		t.Errorf("%d messages stayed, want 200", n)
	}
	if flags, n := flagsOf(t, d, "Arbitre.Lu"); n != 100 || flags != `[$Arbitre \Seen]` {
		t.Errorf("%d messages moved with flags %s", n, flags)
	}

	// In the clear, to this machine; with nothing new.
	a.Addr, a.TLS = d.IMAPAddr, link.Plain
	if err := l.drain(t, dial(t, a)); err != nil {
		t.Fatal(err)
	}
	l.has(t, 1, 300)
}

// Every mechanism alone, on each kind of connection.
func TestDovecotLogins(t *testing.T) {
	for _, mechanism := range []string{"plain", "login", "cram-md5"} {
		t.Run(mechanism, func(t *testing.T) {
			d := realservers.StartDovecotWith(t, map[string]string{"arbitre": "sécret"}, realservers.Logins{Mechanisms: mechanism})
			for mode, addr := range map[link.Mode]string{link.TLS: d.IMAPSAddr, link.StartTLS: d.IMAPAddr, link.Plain: d.IMAPAddr} {
				a := dovecotAccount(d)
				a.Addr, a.TLS = addr, mode
				dial(t, a)
				a.Password = password("wrong")
				if _, err := Dial(t.Context(), a); !errors.Is(err, ErrLogin) {
					t.Errorf("%v, a wrong password: %v", mode, err)
				}
			}
		})
	}
}

func TestDovecotOAuth2(t *testing.T) {
	for _, mechanism := range []string{"oauthbearer", "xoauth2"} {
		t.Run(mechanism, func(t *testing.T) {
			e := linktest.NewEndpoint(t, "arbitre@"+realservers.Domain)
			d := realservers.StartDovecotWith(t, nil, realservers.Logins{Mechanisms: mechanism, IntrospectURL: e.IntrospectURL})
			a := dovecotAccount(d)
			a.Tokens = tokensFrom(t, e)
			s := dial(t, a)
			if err := s.Append(t.Context(), numbered(1, 1)[0]); err != nil {
				t.Error(err)
			}
			a.Addr, a.TLS = d.IMAPAddr, link.StartTLS
			dial(t, a)
			if e.Issued() != 1 {
				t.Errorf("two logins took %d tokens", e.Issued())
			}
			e.Revoke()
			dial(t, a)
			if e.Issued() != 2 {
				t.Errorf("a revoked token: %d tokens were given", e.Issued())
			}
			a.User = "lancelot@" + realservers.Domain
			_, err := Dial(t.Context(), a)
			if !errors.Is(err, ErrLogin) || strings.Contains(err.Error(), "access-") {
				t.Errorf("another's mailbox: %v", err)
			}
			t.Log(err)
			a.Tokens = nil
			if _, err := Dial(t.Context(), a); !errors.Is(err, ErrMechanism) && !errors.Is(err, ErrLogin) {
				t.Errorf("a password: %v", err)
			} else {
				t.Log(err)
			}
		})
	}
}

func TestDovecotIdle(t *testing.T) {
	d := startDovecot(t)
	s := dial(t, dovecotAccount(d))
	if !s.caps.Has(imap.CapIdle) {
		t.Fatal("no IDLE")
	}
	var l ledger
	for n := 1; n <= 3; n++ {
		woken := make(chan error, 1)
		go func() { woken <- s.Idle(t.Context(), time.Minute) }()
		d.Deliver(t, "arbitre", numbered(n, n)...)
		select {
		case err := <-woken:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(2 * time.Second):
			t.Fatal("still asleep after two seconds")
		}
		if err := l.drain(t, s); err != nil {
			t.Fatal(err)
		}
		l.has(t, 1, n)
	}
}

func TestDovecotOddities(t *testing.T) {
	d := startDovecot(t)
	a := dovecotAccount(d)

	t.Run("another mailbox of the same name", func(t *testing.T) {
		other := dial(t, a)
		b := a
		b.Mailbox = "Jeux"
		if err := other.Create(t.Context(), "Jeux"); err != nil {
			t.Fatal(err)
		}
		s := dial(t, b)
		for _, raw := range numbered(1, 3) {
			if err := s.Append(t.Context(), raw); err != nil {
				t.Fatal(err)
			}
		}
		var l ledger
		if err := l.drain(t, s); err != nil {
			t.Fatal(err)
		}
		l.has(t, 1, 3)
		s.Close()
		if err := other.client.Delete("Jeux").Wait(); err != nil {
			t.Fatal(err)
		}
		if err := other.Create(t.Context(), "Jeux"); err != nil {
			t.Fatal(err)
		}
		s = dial(t, b)
		if err := s.Append(t.Context(), numbered(4, 4)[0]); err != nil {
			t.Fatal(err)
		}
		if s.Validity() == l.cursor.Validity {
			t.Fatal("the validity is the same")
		}
		if err := l.drain(t, s); err != nil {
			t.Fatal(err)
		}
		l.has(t, 1, 4)
	})

	t.Run("flags changed by someone else meanwhile", func(t *testing.T) {
		d.Deliver(t, "arbitre", numbered(1, 100)...)
		s, other := dial(t, a), dial(t, a)
		var l ledger
		_, err := s.Drain(t.Context(), Cursor{}, func(batch []Message) error {
			var all imap.UIDSet
			all.AddRange(1, 0)
			flag := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagFlagged}}
			if err := other.client.Store(all, flag, nil).Close(); err != nil {
				return err
			}
			return l.take(batch)
		})
		if err != nil {
			t.Fatal(err)
		}
		l.has(t, 1, 100)
	})

	t.Run("a message larger than the limit", func(t *testing.T) {
		c := a
		c.Mailbox, c.MaxSize = "Gros", 500
		if err := dial(t, a).Create(t.Context(), "Gros"); err != nil {
			t.Fatal(err)
		}
		s := dial(t, c)
		if err := s.Append(t.Context(), []byte("Subject: big\r\n\r\n"+strings.Repeat("0123456789\r\n", 1000))); err != nil {
			t.Fatal(err)
		}
		var got []Message
		if _, err := s.Drain(t.Context(), Cursor{}, func(batch []Message) error { got = append(got, batch...); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || !got[0].TooLarge || len(got[0].Raw) != 500 || got[0].Size != 12_016 || got[0].Received.IsZero() {
			t.Errorf("got %+v", got)
		}
	})

	t.Run("what is wrong, in words", func(t *testing.T) {
		for kind, change := range map[error]func(*Account){
			ErrLogin:   func(a *Account) { a.Password = password("wrong") },
			ErrMailbox: func(a *Account) { a.Mailbox = "Nulle part" },
			ErrTLS:     func(a *Account) { a.RootCAs = nil },
		} {
			b := a
			change(&b)
			if _, err := Dial(t.Context(), b); !errors.Is(err, kind) {
				t.Errorf("%v, want %v", err, kind)
			} else {
				t.Log(err)
			}
		}
	})
}
