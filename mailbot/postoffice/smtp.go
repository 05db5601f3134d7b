package postoffice

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

func (p *PostOffice) newSMTPServer(o Options) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &posting{office: p, conn: c}, nil
	}))
	s.Domain = p.domain
	s.MaxMessageBytes = p.maxSize
	s.MaxLineLength = int(p.maxSize) + 1<<16 // a letter may be one long line: its size is what counts
	s.MaxRecipients = 100
	s.AllowInsecureAuth = true // loopback only
	s.ReadTimeout = 5 * time.Minute
	s.WriteTimeout = time.Minute
	s.ErrorLog = slog.NewLogLogger(p.log.Handler(), slog.LevelDebug)
	if !o.ImplicitTLS {
		s.TLSConfig = o.TLS
	}
	return s
}

// A posting is one SMTP session (RFC 5321). Everyone may post to the office's
// own accounts, with or without logging in; nobody may post to anywhere else.
type posting struct {
	office *PostOffice
	conn   *smtp.Conn
	user   *account
	from   string
	rcpts  []string
}

var errNoSuchUser = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such user here"}

func (s *posting) AuthMechanisms() []string { return s.office.mechanisms() }

func (s *posting) Auth(mechanism string) (sasl.Server, error) {
	server := s.office.authenticator(mechanism, func(a *account) { s.user = a }, smtp.ErrAuthFailed)
	if server == nil {
		return nil, smtp.ErrAuthUnknownMechanism
	}
	return server, nil
}

func (s *posting) Mail(from string, _ *smtp.MailOptions) error {
	s.from, s.rcpts = from, nil
	return nil
}

func (s *posting) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.office.mu.Lock()
	refuse := s.office.refuse
	s.office.mu.Unlock()
	if refuse != nil {
		if err := refuse(s.from, to); err != nil {
			var answer *smtp.SMTPError
			if errors.As(err, &answer) {
				return answer
			}
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: err.Error()}
		}
	}
	if s.office.recipient(to) == nil {
		return errNoSuchUser
	}
	same := func(rcpt string) bool { return strings.EqualFold(rcpt, to) }
	if !slices.ContainsFunc(s.rcpts, same) {
		s.rcpts = append(s.rcpts, to)
	}
	return nil
}

func (s *posting) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.office.deliver(s.rcpts, s.from, s.trace(), raw); err != nil {
		s.office.log.Error("a delivery failed", "error", err)
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "The letter could not be stored; try again later"}
	}
	return nil
}

// trace is the Received header (RFC 5321 §4.4; the protocols' names RFC 3848).
func (s *posting) trace() string {
	with := "ESMTP"
	if _, ok := s.conn.TLSConnectionState(); ok {
		with += "S"
	}
	if s.user != nil {
		with += "A"
	}
	host, _, err := net.SplitHostPort(s.conn.Conn().RemoteAddr().String())
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("Received: from %s ([%s]) by %s with %s;\r\n\t%s\r\n",
		s.conn.Hostname(), host, s.office.domain, with, s.office.now().Format(time.RFC1123Z))
}

func (s *posting) Reset() { s.from, s.rcpts = "", nil }

func (s *posting) Logout() error { return nil }
