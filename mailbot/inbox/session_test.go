package inbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/postoffice"
)

func TestASilentServerIsGivenUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	_, err = Dial(t.Context(), Account{Addr: silent.Addr().String(), TLS: link.Plain, User: "x", Password: password("y"), CommandTimeout: 50 * time.Millisecond})
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("%v", err)
	}
}

func TestDialSaysWhatIsWrong(t *testing.T) {
	certificate := linktest.NewCertificate(t)
	plain := openOffice(t, postoffice.Options{})
	secure := openOffice(t, postoffice.Options{TLS: certificate.Server, ImplicitTLS: true})
	starttls := openOffice(t, postoffice.Options{TLS: certificate.Server})
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	for _, tt := range []struct {
		name   string
		office *postoffice.PostOffice
		change func(*Account)
		kind   error  // nil for success
		words  string // that the error must have
	}{
		{"plain to this machine", plain, func(a *Account) {}, nil, ""},
		{"implicit TLS", secure, func(a *Account) { a.TLS, a.RootCAs = link.TLS, certificate.Roots }, nil, ""},
		{"STARTTLS", starttls, func(a *Account) { a.TLS, a.RootCAs = link.StartTLS, certificate.Roots }, nil, ""},
		{"nobody there", plain, func(a *Account) { a.Addr = nobody.Addr().String() }, ErrDial, "refused"},
		{"no port", plain, func(a *Account) { a.Addr = "imap.example" }, ErrAddress, "imap.example"},
		{"unknown certificate", secure, func(a *Account) { a.TLS = link.TLS }, ErrTLS, "certificate"},
		{"unknown certificate by STARTTLS", starttls, func(a *Account) { a.TLS = link.StartTLS }, ErrTLS, "certificate"},
		{"TLS to a plain port", plain, func(a *Account) { a.TLS = link.TLS }, ErrTLS, ""},
		{"no STARTTLS there", plain, func(a *Account) { a.TLS = link.StartTLS }, ErrTLS, ""},
		{"wrong password", plain, func(a *Account) { a.Password = password("wrong") }, ErrLogin, "Authentication failed"},
		{"no password", plain, func(a *Account) {
			a.Password = func(context.Context) (string, error) { return "", errors.New("pass: not found") }
		}, ErrPassword, "pass: not found"},
		{"no such mailbox", plain, func(a *Account) { a.Mailbox = "Jeux" }, ErrMailbox, `"Jeux": the mailbox can't be opened: imap: NO [NONEXISTENT] No such mailbox; the server has: INBOX`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := account(tt.office)
			tt.change(&a)
			s, err := Dial(t.Context(), a)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, tt.kind) || tt.kind != nil && !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%v\nwant %v with %q", err, tt.kind, tt.words)
			}
		})
	}
}

func TestWhatCheckConfigTries(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	s := dial(t, account(p))
	if err := s.Create(t.Context(), "Jeux"); err != nil {
		t.Error(err)
	}
	if err := s.Create(t.Context(), "Jeux"); !errors.Is(err, ErrRefused) {
		t.Errorf("making it twice: %v", err)
	}
	if folders, err := s.Folders(t.Context()); err != nil || fmt.Sprint(folders) != "[INBOX Jeux]" {
		t.Errorf("folders %v: %v", folders, err)
	}
	if err := s.Append(t.Context(), []byte("Subject: 1\r\n\r\nletter 1\r\n")); err != nil {
		t.Error(err)
	}
	for subject, want := range map[string]bool{"1": true, "2": false} {
		if holds, err := s.Holds(t.Context(), subject); err != nil || holds != want {
			t.Errorf("a message with the subject %s is there: %v, %v", subject, holds, err)
		}
	}
	var l ledger
	if err := l.drain(t, s); err != nil {
		t.Error(err)
	}
	l.has(t, 1, 1)
}

func TestMarksTheServerKeeps(t *testing.T) {
	for _, tt := range []struct {
		permanent     []imap.Flag
		seen, keyword bool
	}{
		{nil, true, true},
		{[]imap.Flag{`\seen`}, true, false},
		{[]imap.Flag{imap.FlagSeen, imap.FlagWildcard}, true, true},
		{[]imap.Flag{imap.FlagWildcard}, false, true},
		{[]imap.Flag{"$arbitre"}, false, true},
	} {
		if keeps(tt.permanent, imap.FlagSeen) != tt.seen || keeps(tt.permanent, Keyword) != tt.keyword {
			t.Errorf("%v", tt.permanent)
		}
	}
}
