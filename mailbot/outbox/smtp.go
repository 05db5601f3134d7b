package outbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
)

// TLSMode says how the connection is protected.
type TLSMode = link.Mode

const (
	// DefaultTimeout is used when SMTP.Timeout is zero.
	DefaultTimeout = 2 * time.Minute
	// DefaultKeep is used when SMTP.Keep is zero.
	DefaultKeep = time.Minute
)

// SMTP submits letters to a server (RFC 6409, RFC 5321). It keeps one
// connection open from letter to letter, and opens another when that one has
// died. Its fields aren't changed after the first use.
type SMTP struct {
	Addr string // host:port
	TLS  TLSMode
	// Hello is this machine's full name, said in EHLO.
	Hello string
	// User logs in with Password, or by OAuth2 with Tokens if they are set, by
	// the best mechanism that the server offers. No login when User is empty.
	User     string
	Password func(context.Context) (string, error)
	Tokens   login.Tokens
	// RootCAs replace the system's certificate authorities when not nil.
	RootCAs *x509.CertPool
	// Timeout bounds each command, and the transfer of each letter.
	Timeout time.Duration
	// Keep is how long the connection is held after a letter.
	Keep time.Duration

	mu      sync.Mutex
	current *line
}

var _ Transport = (*SMTP)(nil)

// A line is an open connection, greeted and logged in.
type line struct {
	client *smtp.Client
	conn   net.Conn
	used   bool
	// farewell ends the line when no letter follows: a connection held for
	// long dies without a sign, and then costs the next letter a timeout.
	farewell *time.Timer
}

// Send hands over one letter. Once the server has answered 250 to its end it
// is sent, whatever becomes of the connection.
func (s *SMTP) Send(ctx context.Context, from, to string, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.keep()
	l, err := s.line(ctx)
	if err != nil {
		return err
	}
	failure := s.submit(ctx, l, from, to, raw)
	if failure != nil && l.used && stale(failure) {
		// The server closed the connection between two letters: nothing of this
		// one has been said yet.
		s.hangup()
		if l, err = s.line(ctx); err != nil {
			return err
		}
		failure = s.submit(ctx, l, from, to, raw)
	}
	switch {
	case failure == nil:
		l.used = true
		return nil
	case errors.Is(failure, errNoUTF8):
		// Nothing was said: the connection is as it was.
	case failure.Code == 0 || failure.Code == 421 || s.guarded(ctx, l, l.client.Reset) != nil:
		s.hangup()
	default: // a refused letter leaves the connection usable once it is reset
		l.used = true
	}
	return fmt.Errorf("sending a letter to %s by %s: %w", to, s.Addr, failure)
}

// stale says that a connection was dead, dismissed, or had forgotten the login,
// before the letter began.
func stale(f *Failure) bool {
	return f.Stage == Sender && f.Err != errNoUTF8 && (f.Code == 0 || f.Code == 421 || f.Code == 530)
}

func (s *SMTP) submit(ctx context.Context, l *line, from, to string, raw []byte) *Failure {
	utf8, failure := s.internationalized(l, from, to, raw)
	if failure != nil {
		return failure
	}
	err := s.guarded(ctx, l, func() error {
		return l.client.Mail(from, &smtp.MailOptions{Size: int64(len(raw)), UTF8: utf8})
	})
	if err != nil {
		return fail(ctx, Sender, err)
	}
	if err := s.guarded(ctx, l, func() error { return l.client.Rcpt(to, nil) }); err != nil {
		return fail(ctx, Recipient, err)
	}
	err = s.guarded(ctx, l, func() error {
		w, err := l.client.Data()
		if err != nil {
			return err
		}
		// The library gives the transfer no deadline.
		if err := l.conn.SetDeadline(time.Now().Add(s.timeout())); err != nil {
			return err
		}
		if _, err := w.Write(raw); err != nil {
			return err
		}
		return w.Close()
	})
	if err != nil {
		return fail(ctx, Content, err)
	}
	return nil
}

// guarded runs a command that the context's end breaks off.
func (s *SMTP) guarded(ctx context.Context, l *line, command func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { l.conn.Close() })()
	return command()
}

func (s *SMTP) timeout() time.Duration {
	if s.Timeout <= 0 {
		return DefaultTimeout
	}
	return s.Timeout
}

// fail sorts an error.
func fail(ctx context.Context, stage Stage, err error) *Failure {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	f := &Failure{Stage: stage, Text: err.Error(), Err: err}
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		f.Code = answer.Code
		f.Text = strings.Join(strings.Fields(answer.Message), " ")
		if e := answer.EnhancedCode; e[0] > 0 {
			f.Enhanced = fmt.Sprintf("%d.%d.%d", e[0], e[1], e[2])
		}
		var refusal *login.Refusal
		if errors.As(err, &refusal) {
			f.Text += " (" + refusal.Reason + ")"
		}
		f.Permanent = f.lasting()
	}
	return f
}

// line is the open connection, or a new one.
func (s *SMTP) line(ctx context.Context) (*line, error) {
	if s.current != nil {
		s.current.farewell.Stop()
		return s.current, nil
	}
	l, err := s.dial(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", s.Addr, err)
	}
	s.current = l
	return l, nil
}

// dial connects and logs in. A refused access token is replaced once.
func (s *SMTP) dial(ctx context.Context) (l *line, err error) {
	if s.User == "" {
		return s.connect(ctx)
	}
	caller := login.Caller{User: s.User, Password: s.Password, Tokens: s.Tokens}
	err = caller.Try(ctx, tokenRefused, func(proof login.Proof) (err error) {
		l, err = s.enter(ctx, proof)
		return err
	})
	var f *Failure
	switch {
	case err == nil:
		return l, nil
	case errors.As(err, &f):
		return nil, err
	default:
		return nil, fail(ctx, LoggingIn, err)
	}
}

// tokenRefused says that a server judged the login, rather than that it
// can't judge any for now (RFC 4954 §6).
func tokenRefused(err error) bool {
	var f *Failure
	return errors.As(err, &f) && f.Stage == LoggingIn && f.Code >= 500
}

// connect opens a line on which nobody has logged in yet.
func (s *SMTP) connect(ctx context.Context) (*line, error) {
	conn, err := link.Open(ctx, s.Addr, s.TLS, s.RootCAs)
	if err != nil {
		return nil, fail(ctx, Connecting, err)
	}
	l := &line{conn: conn}
	if err := s.greet(ctx, l); err != nil {
		conn.Close()
		return nil, fail(ctx, Connecting, err)
	}
	return l, nil
}

func (s *SMTP) enter(ctx context.Context, proof login.Proof) (*line, error) {
	l, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.guarded(ctx, l, func() error { return s.login(l.client, proof) }); err != nil {
		l.conn.Close()
		return nil, fail(ctx, LoggingIn, err)
	}
	return l, nil
}

func (s *SMTP) greet(ctx context.Context, l *line) error {
	return s.guarded(ctx, l, func() error {
		if s.TLS == link.StartTLS {
			// The library says EHLO before STARTTLS without having been given
			// the timeouts.
			if err := l.conn.SetDeadline(time.Now().Add(s.timeout())); err != nil {
				return err
			}
			client, err := smtp.NewClientStartTLS(l.conn, link.Config(s.Addr, s.RootCAs))
			if err != nil {
				return fmt.Errorf("%w: %w", link.ErrTLS, err)
			}
			l.client = client
		} else {
			l.client = smtp.NewClient(l.conn)
		}
		l.client.CommandTimeout = s.timeout()
		l.client.SubmissionTimeout = s.timeout()
		if err := l.client.Hello(s.Hello); err != nil {
			// The handshake is done when the first word is said.
			var certificate *tls.CertificateVerificationError
			if errors.As(err, &certificate) {
				return fmt.Errorf("%w: %w", link.ErrTLS, err)
			}
			return err
		}
		return nil
	})
}

// keep holds the connection for the next letter, for a while.
func (s *SMTP) keep() {
	l := s.current
	if l == nil {
		return
	}
	keep := s.Keep
	if keep <= 0 {
		keep = DefaultKeep
	}
	l.farewell = time.AfterFunc(keep, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.current == l {
			s.current = nil
			s.quit(l)
		}
	})
}

// Check connects and logs in, and says in plain words what is wrong.
func (s *SMTP) Check(ctx context.Context) error {
	l, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("checking %s: %w", s.Addr, err)
	}
	s.quit(l)
	return nil
}

// Close says goodbye. The next Send connects anew.
func (s *SMTP) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil {
		s.current.farewell.Stop()
		s.quit(s.current)
		s.current = nil
	}
	return nil
}

// quitTimeout is how long the server may take over a farewell.
const quitTimeout = 2 * time.Second

// quit ignores what QUIT answers: every letter had its 250 before.
func (s *SMTP) quit(l *line) {
	l.client.CommandTimeout = quitTimeout
	l.client.Quit()
	l.conn.Close()
}

func (s *SMTP) hangup() {
	if s.current != nil {
		s.current.conn.Close()
		s.current = nil
	}
}
