package outbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/postoffice"
)

const (
	arbiter = "arbitre@jeu.example"
	player  = "lancelot@jeu.example"
	letter  = "From: arbitre@jeu.example\r\nSubject: Saison 12\r\n\r\n.Un point, puis:\r\n.\r\nFin\r\n"
)

func openOffice(t testing.TB, o postoffice.Options) *postoffice.PostOffice {
	t.Helper()
	o.Domain = "jeu.example"
	p, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	for _, address := range []string{arbiter, player} {
		if err := p.AddAccount(address, "secret"); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func password(word string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return word, nil }
}

func transport(t testing.TB, p *postoffice.PostOffice) *SMTP {
	t.Helper()
	s := &SMTP{Addr: p.SMTPAddr(), TLS: link.Plain, Hello: "arbitre.jeu.example", User: arbiter, Password: password("secret"), Timeout: 10 * time.Second}
	t.Cleanup(func() { s.Close() })
	return s
}

func received(t testing.TB, p *postoffice.PostOffice, address string) []string {
	t.Helper()
	messages, err := p.Messages(address, "INBOX")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range messages {
		texts = append(texts, string(m.Raw))
	}
	return texts
}

func TestALetterArrivesAsItIs(t *testing.T) {
	for from, path := range map[string]string{arbiter: "Return-Path: <arbitre@jeu.example>", "": "Return-Path: <>"} {
		p := openOffice(t, postoffice.Options{})
		if err := transport(t, p).Send(t.Context(), from, player, []byte(letter)); err != nil {
			t.Fatal(err)
		}
		got := received(t, p, player)
		if len(got) != 1 || !strings.HasSuffix(got[0], letter) || !strings.HasPrefix(got[0], path) ||
			!strings.Contains(got[0], "from arbitre.jeu.example ([127.0.0.1]) by jeu.example with ESMTPA") {
			t.Errorf("arrived: %q", got)
		}
	}
}

func TestOneConnectionForManyLetters(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	s := transport(t, p)
	send := func() *line {
		t.Helper()
		if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
			t.Fatal(err)
		}
		return s.current
	}
	first := send()
	if send() != first {
		t.Error("the second letter had a connection of its own")
	}
	if err := s.Send(t.Context(), arbiter, "mordred@jeu.example", []byte(letter)); err == nil {
		t.Error("a letter to nobody was sent")
	}
	if send() != first {
		t.Error("a refused recipient cost the connection")
	}
	p.Hangup()
	if send() == first {
		t.Error("the connection survived its end")
	}
	if n := len(received(t, p, player)); n != 4 {
		t.Errorf("%d letters arrived, want 4", n)
	}
}

func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*SMTP)
		refuse error
		to     string
		size   int
		want   Failure
	}{
		{name: "no such user", to: "mordred@jeu.example",
			want: Failure{Permanent: true, Stage: Recipient, Code: 550, Enhanced: "5.1.1", Text: "No such user here"}},
		{name: "mailbox full for now", refuse: &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "Full"},
			want: Failure{Stage: Recipient, Code: 452, Enhanced: "4.2.2", Text: "Full"}},
		{name: "service closing", refuse: &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "Bye"},
			want: Failure{Stage: Recipient, Code: 421, Enhanced: "4.3.2", Text: "Bye"}},
		{name: "over the size limit", size: 200_000,
			want: Failure{Permanent: true, Stage: Sender, Code: 552, Enhanced: "5.3.4", Text: "Max message size exceeded"}},
		{name: "wrong password", change: func(s *SMTP) { s.Password = password("wrong") },
			want: Failure{Stage: LoggingIn, Code: 535, Enhanced: "5.7.8", Text: "Authentication failed"}},
		{name: "no password", change: func(s *SMTP) {
			s.Password = func(context.Context) (string, error) { return "", errors.New("pass: not found") }
		},
			want: Failure{Stage: LoggingIn, Text: "the password can't be had: pass: not found"}},
		{name: "no STARTTLS there", change: func(s *SMTP) { s.TLS = link.StartTLS },
			want: Failure{Stage: Connecting, Text: "the encrypted connection failed: smtp: server doesn't support STARTTLS"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := openOffice(t, postoffice.Options{MaxSize: 100_000})
			p.Refuse(func(string, string) error { return tt.refuse })
			s := transport(t, p)
			if tt.change != nil {
				tt.change(s)
			}
			if tt.to == "" {
				tt.to = player
			}
			err := s.Send(t.Context(), arbiter, tt.to, []byte(letter+strings.Repeat("x", tt.size)))
			var got *Failure
			if !errors.As(err, &got) {
				t.Fatalf("the error is %v, no Failure", err)
			}
			tt.want.Err = got.Err
			if *got != tt.want {
				t.Errorf("got  %+v\nwant %+v", *got, tt.want)
			}
			p.Refuse(nil)
			if tt.change == nil {
				if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
					t.Errorf("the next letter: %v", err)
				}
			}
		})
	}
}

func TestANetworkFailureIsTemporary(t *testing.T) {
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // connects, and never says a word
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for addr, stage := range map[string]Stage{nobody.Addr().String(): Connecting, silent.Addr().String(): Connecting} {
		s := &SMTP{Addr: addr, TLS: link.Plain, Hello: "arbitre.jeu.example", Timeout: 50 * time.Millisecond}
		err := s.Send(t.Context(), arbiter, player, []byte(letter))
		var f *Failure
		if !errors.As(err, &f) || f.Permanent || f.Stage != stage || f.Code != 0 {
			t.Errorf("%v", err)
		}
	}
}

func TestTheContextEndsAWait(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	s := &SMTP{Addr: silent.Addr().String(), TLS: link.Plain, Hello: "arbitre.jeu.example"}
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			defer conn.Close()
		}
		cancel()
	}()
	if err := s.Send(ctx, arbiter, player, []byte(letter)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestTLS(t *testing.T) {
	certificate := linktest.NewCertificate(t)
	for _, tt := range []struct {
		mode    link.Mode
		trusted bool
	}{{link.TLS, true}, {link.StartTLS, true}, {link.TLS, false}, {link.StartTLS, false}} {
		t.Run(fmt.Sprintf("%v trusted=%v", tt.mode, tt.trusted), func(t *testing.T) {
			p := openOffice(t, postoffice.Options{TLS: certificate.Server, ImplicitTLS: tt.mode == link.TLS})
			s := transport(t, p)
			s.TLS = tt.mode
			if tt.trusted {
				s.RootCAs = certificate.Roots
			}
			err := s.Send(t.Context(), arbiter, player, []byte(letter))
			if !tt.trusted {
				var f *Failure
				if !errors.Is(err, link.ErrTLS) || !errors.As(err, &f) || f.Permanent {
					t.Errorf("an unknown certificate gives %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := received(t, p, player); len(got) != 1 || !strings.Contains(got[0], "with ESMTPSA") {
				t.Errorf("arrived: %q", got)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	s := transport(t, p)
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	s.Password = password("wrong")
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "logging in: the server answers 535") {
		t.Errorf("a wrong password gives %v", err)
	}
	s.Addr = "jeu.example"
	if err := s.Check(t.Context()); !errors.Is(err, link.ErrAddress) {
		t.Errorf("an address without a port gives %v", err)
	}
}

func TestBackoff(t *testing.T) {
	for _, tt := range []struct {
		attempt       int
		earliest, end time.Duration
	}{
		{0, time.Minute, 2 * time.Minute},
		{1, time.Minute, 2 * time.Minute},
		{2, 2 * time.Minute, 4 * time.Minute},
		{5, 16 * time.Minute, 32 * time.Minute},
		{9, 3 * time.Hour, 6 * time.Hour},
		{1 << 40, 3 * time.Hour, 6 * time.Hour},
	} {
		if got := Backoff(tt.attempt, 0); got != tt.earliest {
			t.Errorf("attempt %d waits at least %v, want %v", tt.attempt, got, tt.earliest)
		}
		if got := Backoff(tt.attempt, 1); got != tt.end {
			t.Errorf("attempt %d waits at most %v, want %v", tt.attempt, got, tt.end)
		}
	}
}

func BenchmarkSend(b *testing.B) {
	p := openOffice(b, postoffice.Options{Dir: b.TempDir()})
	s := transport(b, p)
	for b.Loop() {
		if err := s.Send(b.Context(), arbiter, player, []byte(letter)); err != nil {
			b.Fatal(err)
		}
	}
}
