// Package inbox gets raw messages out of a mailbox on any IMAP server, and
// knows nothing of what is in them.
//
// A Session is one connection: Dial, Drain what is new, Idle until there is
// more. A Watcher keeps doing that, and connects again when the connection
// dies. The caller keeps a Cursor in the transaction in which it keeps the
// messages, and a message is flagged on the server (or moved away) only after
// that transaction: whatever breaks, nothing is lost, and with the cursor
// nothing is given twice.
//
// IMAP has no deadlines of its own: every command here has a timer that closes
// the connection, started anew whenever text arrives.
package inbox

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"time"

	"github.com/emersion/go-imap/v2"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
)

// TLSMode says how the connection is protected.
type TLSMode = link.Mode

// Keyword marks the messages that have been taken, besides \Seen, where the
// server keeps keywords.
const Keyword = imap.Flag("$Arbitre")

const (
	// DefaultMaxSize is used when Account.MaxSize is zero, in bytes.
	DefaultMaxSize = 16 << 20
	// DefaultCommandTimeout is used when Account.CommandTimeout is zero.
	DefaultCommandTimeout = time.Minute
)

// An Account says which mailbox, and how to get in.
type Account struct {
	Addr     string // host:port
	TLS      TLSMode
	User     string
	Password func(context.Context) (string, error)
	// Tokens, when set, log in by OAuth2 instead of the password.
	Tokens  login.Tokens
	Mailbox string // INBOX when empty
	// DoneMailbox is where messages that were taken go, named with the server's
	// own delimiter. It is made if it isn't there. Empty, or on a server
	// without MOVE (RFC 6851), they stay.
	DoneMailbox string
	// RootCAs replace the system's certificate authorities when not nil.
	RootCAs *x509.CertPool
	// CommandTimeout is how long the server may be silent while it owes an answer.
	CommandTimeout time.Duration
	// MaxSize is the most that is read of a message, in bytes.
	MaxSize int64
	// Logger is told what doesn't stop the work, such as flags that the server
	// refuses; silent when nil.
	Logger *slog.Logger
}

// A Cursor is where reading goes on: at UID Next, as long as the mailbox has
// that UIDVALIDITY. The zero cursor is the beginning.
type Cursor struct {
	Validity uint32
	Next     uint32
}

// A Message as the server has it. Mailbox, Validity and UID are its identity.
type Message struct {
	Mailbox  string
	Validity uint32
	UID      uint32
	Received time.Time // INTERNALDATE; zero if the server doesn't tell
	Size     int64     // RFC822.SIZE: of the whole message, in bytes, as the server counts
	Raw      []byte
	// TooLarge says that the message is larger than MaxSize: Raw is its beginning.
	TooLarge bool
	// Unreadable is why there is no Raw: the server lists the message and
	// doesn't give it. Nil for every ordinary message.
	Unreadable error
}

// The kinds of failure, for errors.Is. ErrAddress, ErrDial, ErrTLS and ErrPlain
// are those of package link, ErrPassword and ErrMechanism of package login. An
// access token that can't be had is what Account.Tokens says of it.
var (
	ErrLogin   = errors.New("the server refuses the login")
	ErrMailbox = errors.New("the mailbox can't be opened")
	ErrRefused = errors.New("the server refuses")
	ErrTimeout = errors.New("the server doesn't answer")
	ErrLost    = errors.New("the connection is lost")

	ErrAddress = link.ErrAddress
	ErrDial    = link.ErrDial
	ErrTLS     = link.ErrTLS
	ErrPlain   = link.ErrPlain

	ErrPassword  = login.ErrPassword
	ErrMechanism = login.ErrMechanism
)

func (a Account) withDefaults() Account {
	if a.Mailbox == "" {
		a.Mailbox = "INBOX"
	}
	if a.CommandTimeout <= 0 {
		a.CommandTimeout = DefaultCommandTimeout
	}
	if a.MaxSize <= 0 {
		a.MaxSize = DefaultMaxSize
	}
	if a.Logger == nil {
		a.Logger = slog.New(slog.DiscardHandler)
	}
	return a
}
