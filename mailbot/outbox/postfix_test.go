//go:build integration

package outbox

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/link"
	"arbitre/mailbot/realservers"
)

func postfix(t *testing.T) (*SMTP, *realservers.Postfix, *realservers.Dovecot) {
	t.Helper()
	d := realservers.StartDovecot(t, map[string]string{"arbitre": "secret", "lancelot": "secret"})
	p := realservers.StartPostfix(t, d)
	s := &SMTP{
		Addr:     p.SMTPSAddr,
		TLS:      link.TLS,
		Hello:    "arbitre.jeu.example",
		User:     arbiter,
		Password: password("secret"),
		RootCAs:  p.Certificate.Roots,
		Timeout:  10 * time.Second,
	}
	t.Cleanup(func() { s.Close() })
	return s, p, d
}

// arrived waits for n letters in the player's mailbox.
func arrived(t *testing.T, d *realservers.Dovecot, n int) []inbox.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	box, err := inbox.Dial(ctx, inbox.Account{Addr: d.IMAPSAddr, User: player, Password: password("secret"), RootCAs: d.Certificate.Roots})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	var letters []inbox.Message
	cursor := inbox.Cursor{}
	for {
		cursor, err = box.Drain(ctx, cursor, func(batch []inbox.Message) error {
			letters = append(letters, batch...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(letters) >= n {
			return letters
		}
		if err := box.Idle(ctx, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPostfixDelivers(t *testing.T) {
	s, p, d := postfix(t)
	send := func() {
		t.Helper()
		if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
			t.Fatal(err)
		}
	}
	send()
	first := s.current
	send()
	if s.current != first {
		t.Error("the second letter had a connection of its own")
	}

	// After a refusal the connection, and the login with it, is still good.
	if err := s.Send(t.Context(), arbiter, "mordred@"+realservers.Domain, []byte(letter)); err == nil {
		t.Error("a letter to nobody was sent")
	}
	send()
	if s.current != first {
		t.Error("a refused recipient cost the connection")
	}

	s.Close()
	s.Addr, s.TLS = p.SMTPAddr, link.StartTLS
	send()

	for _, m := range arrived(t, d, 4) {
		// Postfix completes the header, so only the text is as it was.
		_, text, _ := strings.Cut(letter, "\r\n\r\n")
		if raw := string(m.Raw); !strings.HasSuffix(raw, "\r\n\r\n"+text) || !strings.Contains(raw, "Return-Path: <"+arbiter+">") {
			t.Errorf("arrived: %q", raw)
		}
	}
}

func TestPostfixRefuses(t *testing.T) {
	s, _, _ := postfix(t)
	for _, tt := range []struct {
		name, to  string
		size      int
		change    func(*SMTP)
		permanent bool
		stage     Stage
		code      int
		enhanced  string
	}{
		{"no such user", "mordred@jeu.example", 0, nil, true, Recipient, 550, "5.1.1"},
		{"too large", player, 2_000_000, nil, true, Sender, 552, "5.3.4"},
		{"wrong password", player, 0, func(s *SMTP) { s.Password = password("wrong") }, false, LoggingIn, 535, "5.7.8"},
		{"not logged in", player, 0, func(s *SMTP) { s.User = "" }, false, Recipient, 554, "5.7.1"},
		{"unknown certificate", player, 0, func(s *SMTP) { s.RootCAs = nil }, false, Connecting, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			one := &SMTP{Addr: s.Addr, TLS: s.TLS, Hello: s.Hello, User: s.User, Password: s.Password, RootCAs: s.RootCAs, Timeout: s.Timeout}
			defer one.Close()
			if tt.change != nil {
				tt.change(one)
			}
			err := one.Send(t.Context(), arbiter, tt.to, []byte(letter+strings.Repeat("0123456789\r\n", tt.size/12)))
			var f *Failure
			if !errors.As(err, &f) {
				t.Fatalf("the error is %v, no Failure", err)
			}
			if f.Permanent != tt.permanent || f.Stage != tt.stage || f.Code != tt.code || f.Enhanced != tt.enhanced {
				t.Errorf("got %+v", *f)
			}
			t.Log(err)
		})
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
