// Package postoffice is a small mail host inside the program: a real SMTP
// server and a real IMAP server, on loopback only, for the demo, the tests and
// a first try with an ordinary mail client.
//
// All durable state is one bbolt file, changed by one goroutine (see journal.go):
// a message is on disk before SMTP answers 250 and before any IMAP client can
// see it, so a UID that a client has read is never given to another message,
// even after kill -9. Deliveries that wait for the same fsync share it.
//
// What an IMAP client has been told is a view (view.go): its own list of UIDs,
// brought up to date between commands and during IDLE.
//
// Passwords live in memory: the caller adds its accounts at each start.
package postoffice

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"
)

// DefaultMaxSize is the largest message taken when Options.MaxSize is zero, in bytes.
const DefaultMaxSize = 25 << 20

// Options of a post office. The zero value, with a Domain, is a host in memory
// on random ports.
type Options struct {
	// SMTPAddr and IMAPAddr are loopback addresses, "127.0.0.1:0" (a free
	// port) when empty. Any other interface is refused.
	SMTPAddr, IMAPAddr string
	// Domain names the host, and completes addresses written without one.
	// "localhost" when empty.
	Domain string
	// Dir keeps the mail, in one file that only its owner can read. Empty
	// means memory only.
	Dir string
	// MaxSize is the largest message taken, in bytes; DefaultMaxSize when zero.
	MaxSize int64
	// Now dates the messages (INTERNALDATE); time.Now when nil.
	Now func() time.Time
	// Logger is told what clients do wrong; silent when nil.
	Logger *slog.Logger
	// TLS, when set, is offered as STARTTLS on both ports, or is spoken from
	// the first byte when ImplicitTLS is set too.
	TLS         *tls.Config
	ImplicitTLS bool
	// Tokens, when set, says whether an OAuth2 access token opens an account:
	// OAUTHBEARER and XOAUTH2 are then offered besides the passwords.
	Tokens func(address, token string) bool
	// Mechanisms are what is offered to log in by, in place of PLAIN, LOGIN and
	// the tokens' mechanisms; CRAM-MD5 can be named, too. IMAP's command LOGIN
	// goes with the mechanism of that name.
	Mechanisms []string
}

// ErrClosed answers whoever uses a post office that is closed.
var ErrClosed = errors.New("the post office is closed")

// A PostOffice is a running mail host. Its methods are safe for concurrent use.
type PostOffice struct {
	domain  string
	maxSize int64
	now     func() time.Time
	log     *slog.Logger

	tokens  func(address, token string) bool
	offered []string

	store   *store
	journal *journal

	smtp               *smtp.Server
	imap               *imapserver.Server
	smtpDoor, imapDoor *door
	serving            sync.WaitGroup

	mu        sync.Mutex
	accounts  map[string]*account // by address
	names     map[string]*account // by address and alias
	dormant   map[string][]*mailbox
	refuse    func(from, to string) error
	dropFetch int
	closed    bool
}

// Open loads the mail, listens and serves.
func Open(o Options) (*PostOffice, error) {
	if o.Domain == "" {
		o.Domain = "localhost"
	}
	if o.MaxSize == 0 {
		o.MaxSize = DefaultMaxSize
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	store, err := openStore(o.Dir)
	if err != nil {
		return nil, err
	}
	p := &PostOffice{
		domain:   o.Domain,
		maxSize:  o.MaxSize,
		now:      o.Now,
		log:      o.Logger,
		tokens:   o.Tokens,
		offered:  o.Mechanisms,
		store:    store,
		accounts: map[string]*account{},
		names:    map[string]*account{},
		dormant:  map[string][]*mailbox{},
	}
	mailboxes, last, err := store.load()
	if err != nil {
		store.close()
		return nil, err
	}
	for _, mb := range mailboxes {
		p.dormant[mb.account] = append(p.dormant[mb.account], mb)
	}
	if p.smtpDoor, err = openDoor(o.SMTPAddr); err != nil {
		store.close()
		return nil, fmt.Errorf("opening the SMTP port: %w", err)
	}
	if p.imapDoor, err = openDoor(o.IMAPAddr); err != nil {
		p.smtpDoor.Close()
		store.close()
		return nil, fmt.Errorf("opening the IMAP port: %w", err)
	}
	p.journal = startJournal(p, last)
	p.smtp = p.newSMTPServer(o)
	p.imap = p.newIMAPServer(o)
	p.serving.Go(func() { p.smtp.Serve(p.smtpDoor.greeter(o)) })
	p.serving.Go(func() { p.imap.Serve(p.imapDoor.greeter(o)) })
	return p, nil
}

// Close hangs up on everyone, lets the change in hand reach the disk, and
// closes the file. Nothing that SMTP has answered 250 is lost.
func (p *PostOffice) Close() error {
	p.mu.Lock()
	done := p.closed
	p.closed = true
	p.mu.Unlock()
	if done {
		return ErrClosed
	}
	p.smtpDoor.Close()
	p.imapDoor.Close()
	p.serving.Wait() // the servers may not be closed while they begin to serve
	p.smtp.Close()
	p.imap.Close()
	p.Hangup()
	p.journal.stop()
	if err := p.store.close(); err != nil {
		return fmt.Errorf("closing the post office's file: %w", err)
	}
	return nil
}

// SMTPAddr is the host:port where letters are posted.
func (p *PostOffice) SMTPAddr() string { return p.smtpDoor.Addr().String() }

// IMAPAddr is the host:port where mailboxes are read.
func (p *PostOffice) IMAPAddr() string { return p.imapDoor.Addr().String() }

// Hangup cuts every connection, as a host that restarts does. New ones are
// welcome at once.
func (p *PostOffice) Hangup() {
	p.smtpDoor.hangup()
	p.imapDoor.hangup()
}

// Refuse has SMTP ask f about every recipient; what it returns is the answer:
// an *smtp.SMTPError as it stands, any other error as 451. Nil takes the hook away.
func (p *PostOffice) Refuse(f func(from, to string) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = f
}

// DropFetches has the next n FETCH commands that ask for message text cut
// short: half of the messages are sent, then half of the next one, then the
// connection is closed.
func (p *PostOffice) DropFetches(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropFetch = n
}

// takeDrop says whether the fetch in hand is one to cut short.
func (p *PostOffice) takeDrop() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dropFetch == 0 {
		return false
	}
	p.dropFetch--
	return true
}

// Stored is a message as it lies in a mailbox.
type Stored struct {
	UID      uint32
	Received time.Time
	Raw      []byte
	Flags    []imap.Flag
}

// Messages lists a mailbox of an account in order of UID. An unknown account
// or mailbox has none.
func (p *PostOffice) Messages(address, name string) ([]Stored, error) {
	p.mu.Lock()
	var messages []message
	var validity uint32
	if a := p.names[p.canonical(address)]; a != nil {
		if mb := a.mailboxes[mailboxName(name)]; mb != nil {
			validity = mb.validity
			for _, m := range mb.messages {
				messages = append(messages, *m)
			}
		}
	}
	p.mu.Unlock()
	stored := make([]Stored, 0, len(messages))
	for _, m := range messages {
		raw, err := p.store.body(validity, &m)
		if err != nil {
			return nil, err
		}
		stored = append(stored, Stored{UID: uint32(m.uid), Received: m.received, Raw: raw, Flags: m.flags})
	}
	return stored, nil
}
