//go:build integration

package outbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	judge "github.com/emersion/go-msgauth/dkim"

	"arbitre/mailbot/dkim"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/link/oauth"
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

// Every mechanism alone, on each kind of connection.
func TestPostfixLogins(t *testing.T) {
	for _, mechanism := range []string{"plain", "login", "cram-md5"} {
		t.Run(mechanism, func(t *testing.T) {
			d := realservers.StartDovecotWith(t, map[string]string{"arbitre": "sécret"}, realservers.Logins{Mechanisms: mechanism})
			p := realservers.StartPostfix(t, d)
			for mode, addr := range map[link.Mode]string{link.TLS: p.SMTPSAddr, link.StartTLS: p.SMTPAddr, link.Plain: p.SMTPAddr} {
				s := &SMTP{Addr: addr, TLS: mode, Hello: "arbitre.jeu.example", User: arbiter, Password: password("sécret"), RootCAs: p.Certificate.Roots, Timeout: 10 * time.Second}
				if err := s.Check(t.Context()); err != nil {
					t.Errorf("%v: %v", mode, err)
				}
				s.Password = password("wrong")
				var f *Failure
				if err := s.Check(t.Context()); !errors.As(err, &f) || f.Stage != LoggingIn || f.Code != 535 {
					t.Errorf("%v, a wrong password: %v", mode, err)
				}
			}
		})
	}
}

func TestPostfixOAuth2(t *testing.T) {
	for _, mechanism := range []string{"oauthbearer", "xoauth2"} {
		t.Run(mechanism, func(t *testing.T) {
			e := linktest.NewEndpoint(t, arbiter)
			d := realservers.StartDovecotWith(t, map[string]string{"arbitre": "secret"}, realservers.Logins{Mechanisms: mechanism, IntrospectURL: e.IntrospectURL})
			p := realservers.StartPostfix(t, d)
			s := &SMTP{Addr: p.SMTPSAddr, TLS: link.TLS, Hello: "arbitre.jeu.example", User: arbiter, Tokens: tokensFrom(t, e), RootCAs: p.Certificate.Roots, Timeout: 10 * time.Second}
			if err := s.Send(t.Context(), arbiter, arbiter, []byte(letter)); err != nil {
				t.Fatal(err)
			}
			s.Close()
			e.Revoke()
			if err := s.Check(t.Context()); err != nil || e.Issued() != 2 {
				t.Errorf("a revoked token: %d tokens were given: %v", e.Issued(), err)
			}
			s.User = player
			err := s.Check(t.Context())
			var f *Failure
			if !errors.As(err, &f) || f.Stage != LoggingIn || f.Code != 535 || strings.Contains(err.Error(), "access-") {
				t.Errorf("another's mailbox: %v", err)
			}
			t.Log(err)

			// A token too long for a command line.
			s.User, s.Tokens = arbiter, &oauth.Source{Command: password(strings.Repeat("x", 3000))}
			if err := s.Check(t.Context()); !errors.As(err, &f) || f.Code != 535 {
				t.Errorf("a long token: %v", err)
			}
		})
	}
}

// A signed mail is as it was signed after Postfix and Dovecot have handled it.
func TestPostfixKeepsASignature(t *testing.T) {
	s, _, d := postfix(t)
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	signer, err := dkim.New(dkim.Options{Domain: realservers.Domain, Selector: "s", Key: key})
	if err != nil {
		t.Fatal(err)
	}
	record, err := signer.Record()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signer.Sign([]byte("Date: Sat, 14 Mar 2026 12:00:00 +0000\r\nMessage-ID: <1@jeu.example>\r\nTo: " + player + "\r\n" + letter))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), arbiter, player, raw); err != nil {
		t.Fatal(err)
	}
	lookup := &judge.VerifyOptions{LookupTXT: func(string) ([]string, error) { return []string{record.Value}, nil }}
	for _, m := range arrived(t, d, 1) {
		verdicts, err := judge.VerifyWithOptions(bytes.NewReader(m.Raw), lookup)
		if err != nil || len(verdicts) != 1 || verdicts[0].Err != nil {
			t.Errorf("%v, %+v\n%s", err, verdicts, m.Raw)
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
		{"no such user, beyond ASCII", "renée@jeu.example", 0, nil, true, Recipient, 550, "5.1.1"},
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
