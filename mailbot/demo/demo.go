// Package demo plays a game by mail from end to end on one machine: an embedded
// post office, an Arbitre, and lords that are simple bots and write letters as
// people do. Nothing is short-circuited: letters go out by SMTP, are drained by
// IMAP, and come back as confirmations and reports. Only the clock is moved.
package demo

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
	"arbitre/mailbot/postoffice"
)

// The world of a demo.
const (
	domain   = "demo.localhost"
	herald   = "heraut@" + domain
	password = "demo"
	game     = "demo"
)

// lordNames are the lords of a demo, in the order of their seats.
var lordNames = []string{
	"Harald", "Sigrid", "Olaf", "Astrid", "Birger", "Dagmar", "Erling", "Freydis", "Gorm", "Ingeborg",
}

// MaxLords is the greatest number of lords that a demo can have.
var MaxLords = len(lordNames)

// Options of a demo.
type Options struct {
	Seasons int
	Lords   int // from 2 to MaxLords
	Out     string
	Seed    []byte // the same seed gives the same letters, orders and reports
	// Progress is told what is being done; nil for silence.
	Progress func(season, step, steps int, what string)
	Log      io.Writer // where the daemon's log goes; nil for nowhere
}

// A Season is what the table at the end says of one.
type Season struct {
	Number        int
	Letters       int // that the lords wrote
	Confirmations int
	Refused       int // orders without effect when their turn came
	Battles       int
	Conquests     int
	Leader        string
	Prestige      int // of the leader, in hundredths
	Over          bool
}

// A Result is what a demo did and where to look at it.
type Result struct {
	Seasons []Season
	Mails   int // written to the folder of mails
	Out     string
	Archive string
	Took    time.Duration
}

// A stage is a demo being played.
type stage struct {
	Options
	office  *postoffice.PostOffice
	book    *ledger.Ledger
	arbitre *mailbot.Arbitre
	over    *outbox.SMTP
	players []*player
	events  []engine.Event // of the season played last
	counted int            // mails that an earlier season's sum has counted

	mu    sync.Mutex
	clock time.Time
}

// Run plays a demo and writes its folder.
func Run(ctx context.Context, o Options) (result Result, err error) {
	began := time.Now()
	if o.Lords < 2 || o.Lords > MaxLords {
		return result, fmt.Errorf("a demo has from 2 to %d lords, not %d", MaxLords, o.Lords)
	}
	if o.Seasons < 1 {
		return result, fmt.Errorf("a demo has at least one season, not %d", o.Seasons)
	}
	if o.Progress == nil {
		o.Progress = func(int, int, int, string) {}
	}
	s, err := open(o)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.send(ctx); err != nil {
		return result, err
	}
	for n := 1; n <= o.Seasons; n++ {
		season, err := s.season(ctx, n)
		if err != nil {
			return result, fmt.Errorf("playing season %d: %w", n, err)
		}
		result.Seasons = append(result.Seasons, season)
		if season.Over {
			break
		}
	}
	result.Out = o.Out
	if result.Mails, result.Archive, err = s.write(); err != nil {
		return result, err
	}
	result.Took = time.Since(began)
	return result, nil
}

// open sets the stage: a Wednesday evening, an empty post office, a new game.
func open(o Options) (*stage, error) {
	s := &stage{Options: o, clock: time.Date(2026, time.October, 7, 18, 0, 0, 0, time.UTC)}
	if err := clean(o.Out); err != nil {
		return nil, err
	}
	var err error
	if s.office, err = postoffice.Open(postoffice.Options{Domain: domain, Now: s.now}); err != nil {
		return nil, fmt.Errorf("opening the post office: %w", err)
	}
	if s.book, err = ledger.Open(ledgerPath(o.Out)); err != nil {
		return nil, errors.Join(err, s.office.Close())
	}
	if err := s.found(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// found gives everyone a mailbox and opens the game.
func (s *stage) found() error {
	log := io.Discard
	if s.Log != nil {
		log = s.Log
	}
	var err error
	s.arbitre, err = mailbot.New(mailbot.Options{
		Ledger: s.book, Rules: []engine.Game{gloire.Game{}}, Now: s.now, Entropy: s.entropy(),
		Sender:  mailbot.Sender{Name: "Le Héraut", Address: herald, Domain: domain},
		Conduct: mailbot.Conduct{Grace: time.Hour, AbsentShare: 0.5},
		Log:     slog.New(slog.NewTextHandler(log, nil)),
		Played:  func(_ string, _ engine.Moment, events []engine.Event) { s.events = events },
	})
	if err != nil {
		return err
	}
	if err := s.office.AddAccount(herald, password); err != nil {
		return fmt.Errorf("opening the herald's mailbox: %w", err)
	}
	s.over = &outbox.SMTP{Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain}
	opening := mailbot.Opening{
		Charter:  engine.Charter{Game: game, Rules: "gloire", Edition: "2.15", Map: "scandinavie"},
		Schedule: "0 20 * * 6", Zone: "Europe/Paris",
	}
	for i, name := range lordNames[:s.Lords] {
		p := s.newPlayer(engine.Seat(i+1), name)
		if err := s.office.AddAccount(p.address, password); err != nil {
			return fmt.Errorf("opening the mailbox of %s: %w", name, err)
		}
		s.players = append(s.players, p)
		opening.Charter.Seats = append(opening.Charter.Seats, engine.Founder{Seat: p.seat, Name: name})
		opening.Players = append(opening.Players, mailbot.NewPlayer{Seat: p.seat, Address: p.address, Password: p.secret, Lang: p.lang})
	}
	return s.arbitre.Open(opening)
}

// season has every lord write, moves the clock to the deadline and past it, and
// counts what happened.
func (s *stage) season(ctx context.Context, n int) (Season, error) {
	sum := Season{Number: n}
	view, err := s.arbitre.View(game)
	if err != nil {
		return sum, err
	}
	steps := len(s.players) + 2
	for i, p := range s.players {
		s.Progress(n, i, steps, p.name)
		s.pass(37 * time.Minute)
		letters, err := p.play(ctx, s, view, n)
		if err != nil {
			return sum, fmt.Errorf("%s: %w", p.name, err)
		}
		sum.Letters += letters
	}
	s.Progress(n, steps-2, steps, "20 h")
	s.setClock(view.Game.Deadline.Add(5 * time.Second))
	if err := s.arbitre.Tick(ctx, s.collect); err != nil {
		return sum, err
	}
	s.Progress(n, steps-1, steps, "reports")
	if err := s.send(ctx); err != nil {
		return sum, err
	}
	s.Progress(n, steps, steps, "")
	return sum, s.tally(&sum)
}

// deliver has the Arbitre take what lies in its mailbox and send what it wrote.
func (s *stage) deliver(ctx context.Context) error {
	if err := s.collect(ctx); err != nil {
		return err
	}
	return s.send(ctx)
}

func (s *stage) collect(ctx context.Context) error {
	account := s.account(herald)
	session, err := inbox.Dial(ctx, account)
	if err != nil {
		return fmt.Errorf("opening the herald's mailbox: %w", err)
	}
	defer session.Close()
	cursor, err := s.arbitre.Cursor("INBOX")
	if err != nil {
		return err
	}
	_, err = session.Drain(ctx, cursor, s.arbitre.Take)
	return err
}

func (s *stage) send(ctx context.Context) error { return s.arbitre.Send(ctx, s.over) }

// account is how to reach someone's mailbox.
func (s *stage) account(address string) inbox.Account {
	return inbox.Account{
		Addr: s.office.IMAPAddr(), TLS: link.Plain, User: address,
		Password: func(context.Context) (string, error) { return password, nil },
	}
}

func (s *stage) close() error {
	return errors.Join(s.over.Close(), s.book.Close(), s.office.Close())
}

func (s *stage) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

func (s *stage) pass(d time.Duration) { s.setClock(s.now().Add(d)) }

func (s *stage) setClock(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = t
}

// dice are the dice of one purpose, from the demo's seed.
func (s *stage) dice(purpose string) engine.Keyed {
	mac := hmac.New(sha256.New, s.Seed)
	mac.Write([]byte(purpose))
	return engine.Keyed(mac.Sum(nil))
}

// entropy takes the place of chance: what the Arbitre would draw at random
// comes from the seed, so that a demo can be played again.
func (s *stage) entropy() func([]byte) error {
	key, count := s.dice("entropy"), uint64(0)
	return func(b []byte) error {
		for filled := 0; filled < len(b); {
			count++
			mac := hmac.New(sha256.New, key[:])
			mac.Write(binary.BigEndian.AppendUint64(nil, count))
			filled += copy(b[filled:], mac.Sum(nil))
		}
		return nil
	}
}
