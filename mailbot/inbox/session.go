package inbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
)

// A Session is one connection, logged in, with the mailbox selected. It is for
// one goroutine at a time, and of no more use after an error.
type Session struct {
	account  Account
	conn     net.Conn
	client   *imapclient.Client
	caps     imap.CapSet
	validity uint32
	marks    []imap.Flag // what is put on messages that were taken; none if the server keeps no flags
	moves    bool
	news     chan struct{}

	patience *time.Timer // closes the connection of a command that takes too long
	timedOut atomic.Bool
}

// Dial connects, logs in and selects the mailbox. A refused access token is
// replaced once.
func Dial(ctx context.Context, account Account) (s *Session, err error) {
	account = account.withDefaults()
	caller := login.Caller{User: account.User, Password: account.Password, Tokens: account.Tokens}
	err = caller.Try(ctx, tokenRefused, func(proof login.Proof) (err error) {
		s, err = enter(ctx, account, proof)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func enter(ctx context.Context, account Account, proof login.Proof) (*Session, error) {
	conn, err := link.Open(ctx, account.Addr, account.TLS, account.RootCAs)
	if err != nil {
		return nil, err
	}
	s := &Session{account: account, conn: conn, news: make(chan struct{}, 1)}
	s.patience = time.AfterFunc(account.CommandTimeout, func() {
		s.timedOut.Store(true)
		conn.Close()
	})
	if err := s.open(ctx, proof); err != nil {
		s.patience.Stop()
		conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *Session) open(ctx context.Context, proof login.Proof) error {
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		// This runs inside the decoder: it must not wait.
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				select {
				case s.news <- struct{}{}:
				default:
				}
			}
		},
	}}
	if s.account.TLS == link.StartTLS {
		options.TLSConfig = link.Config(s.account.Addr, s.account.RootCAs)
		err := s.do(ctx, ErrTLS, func() (err error) {
			s.client, err = imapclient.NewStartTLS(s.conn, options)
			return err
		})
		if err != nil {
			return fmt.Errorf("starting TLS with %s: %w", s.account.Addr, err)
		}
	} else {
		s.client = imapclient.New(s.conn, options)
	}
	if err := s.do(ctx, ErrDial, s.client.WaitGreeting); err != nil {
		return fmt.Errorf("waiting for the greeting of %s: %w", s.account.Addr, err)
	}
	if err := s.login(ctx, proof); err != nil {
		return fmt.Errorf("logging in to %s as %s: %w", s.account.Addr, s.account.User, err)
	}
	return s.sel(ctx)
}

// sel selects the mailbox, and finds out what the server keeps of what is done to it.
func (s *Session) sel(ctx context.Context) error {
	var data *imap.SelectData
	err := s.do(ctx, ErrMailbox, func() (err error) {
		data, err = s.client.Select(s.account.Mailbox, nil).Wait()
		return err
	})
	if errors.Is(err, ErrMailbox) {
		if folders, listErr := s.Folders(ctx); listErr == nil {
			return fmt.Errorf("selecting %q: %w; the server has: %s", s.account.Mailbox, err, strings.Join(folders, ", "))
		}
	}
	if err != nil {
		return fmt.Errorf("selecting %q: %w", s.account.Mailbox, err)
	}
	if data.UIDValidity == 0 {
		return fmt.Errorf("selecting %q: %w: the server gives its messages no lasting numbers (no UIDVALIDITY)", s.account.Mailbox, ErrMailbox)
	}
	s.validity = data.UIDValidity
	s.moves = s.account.DoneMailbox != "" && s.caps.Has(imap.CapMove)
	if s.account.DoneMailbox != "" && !s.moves {
		s.account.Logger.Warn("the server can't move messages (no MOVE): those taken are flagged and stay", "mailbox", s.account.Mailbox)
	}
	for _, flag := range []imap.Flag{imap.FlagSeen, Keyword} {
		if keeps(data.PermanentFlags, flag) {
			s.marks = append(s.marks, flag)
		}
	}
	return nil
}

// keeps says whether a flag lasts, by the PERMANENTFLAGS of the mailbox; a
// server that doesn't send them keeps all flags (RFC 9051 §7.1).
func keeps(permanent []imap.Flag, flag imap.Flag) bool {
	if len(permanent) == 0 {
		return true
	}
	return slices.ContainsFunc(permanent, func(f imap.Flag) bool {
		return strings.EqualFold(string(f), string(flag)) || f == imap.FlagWildcard && !strings.HasPrefix(string(flag), `\`)
	})
}

// Validity is the mailbox's UIDVALIDITY.
func (s *Session) Validity() uint32 { return s.validity }

// Folders lists the mailboxes of the account.
func (s *Session) Folders(ctx context.Context) ([]string, error) {
	var names []string
	err := s.do(ctx, ErrRefused, func() error {
		list, err := s.client.List("", "*", nil).Collect()
		for _, data := range list {
			names = append(names, data.Mailbox)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing the mailboxes: %w", err)
	}
	slices.Sort(names)
	return names, nil
}

// Create makes a mailbox.
func (s *Session) Create(ctx context.Context, folder string) error {
	err := s.do(ctx, ErrRefused, func() error { return s.client.Create(folder, nil).Wait() })
	if err != nil {
		return fmt.Errorf("making the mailbox %q: %w", folder, err)
	}
	return nil
}

// Append puts a message into the mailbox.
func (s *Session) Append(ctx context.Context, raw []byte) error {
	err := s.do(ctx, ErrRefused, func() error {
		cmd := s.client.Append(s.account.Mailbox, int64(len(raw)), nil)
		if _, err := cmd.Write(raw); err != nil {
			cmd.Close()
			return err
		}
		if err := cmd.Close(); err != nil {
			return err
		}
		_, err := cmd.Wait()
		return err
	})
	if err != nil {
		return fmt.Errorf("putting a message into %q: %w", s.account.Mailbox, err)
	}
	return nil
}

// logoutTimeout is how long the server may take over a farewell.
const logoutTimeout = 2 * time.Second

// Close says goodbye, if the server is still listening, and hangs up.
func (s *Session) Close() error {
	s.patience.Reset(logoutTimeout)
	defer s.patience.Stop()
	s.client.Logout().Wait()
	s.conn.Close()
	return nil
}

// do runs one command under the timer and the context. The kind is what a
// refusal by the server (NO or BAD) counts as; any other failure is the loss of
// the connection, except while it is being opened.
func (s *Session) do(ctx context.Context, kind error, command func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.patience.Reset(s.account.CommandTimeout)
	defer s.patience.Stop()
	cancel := context.AfterFunc(ctx, func() { s.conn.Close() })
	defer cancel()
	err := command()
	var answer *imap.Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case s.timedOut.Load():
		return fmt.Errorf("%w within %v", ErrTimeout, s.account.CommandTimeout)
	case errors.As(err, &answer) || kind == ErrTLS || kind == ErrDial:
		return fmt.Errorf("%w: %w", kind, err)
	default:
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
}
