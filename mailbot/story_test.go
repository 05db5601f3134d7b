package mailbot

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
	"arbitre/mailbot/postoffice"
)

// The world of a story.
const (
	domain   = "jeu.example"
	herald   = "heraut@" + domain
	mailPass = "courrier" // of every mailbox
	game     = "scan1"
)

// A story is an Arbitre with its mailbox, its ledger and its players, on a real
// IMAP and SMTP server. Nothing happens but what the story tells: letters lie
// until it polls, and time stands still until it is moved. A mail that the
// story doesn't expect fails it at its end.
type story struct {
	testing.TB
	office    *postoffice.PostOffice
	book      *ledger.Ledger
	path      string // of the ledger
	passwords bool
	mailDir   string // of the post office; "" for memory only
	options   Options
	arbitre   *Arbitre
	over      *outbox.SMTP
	opening   Opening
	log       *journal
	seen      map[string]int // how many mails of a mailbox the story has looked at
	reports   map[string]*received
	letters   int

	mu    sync.Mutex
	clock time.Time
}

// A journal is a log that tests may read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// A premise is how a story begins.
type premise func(*story)

func withLords(names ...string) premise {
	return func(s *story) {
		for i, name := range names {
			seat := engine.Seat(i + 1)
			s.opening.Charter.Seats = append(s.opening.Charter.Seats, engine.Founder{Seat: seat, Name: name})
			s.opening.Players = append(s.opening.Players, NewPlayer{Seat: seat, Address: at(name), Lang: "fr"})
		}
	}
}

// speaking gives a player a language.
func speaking(lang string, names ...string) premise {
	return func(s *story) {
		for i, p := range s.opening.Players {
			if slices.ContainsFunc(names, func(n string) bool { return at(n) == p.Address }) {
				s.opening.Players[i].Lang = lang
			}
		}
	}
}

func withMaster() premise {
	return func(s *story) {
		s.opening.Players = append(s.opening.Players, NewPlayer{Address: at("roi"), Lang: "fr"})
	}
}

func withConduct(c Conduct) premise { return func(s *story) { s.options.Conduct = c } }

func withRules(g engine.Game) premise {
	return func(s *story) {
		s.options.Rules = []engine.Game{g}
		s.opening.Charter.Rules = g.Name()
	}
}

// withPasswords gives everyone a password. It takes the time that argon2id takes.
func withPasswords() premise { return func(s *story) { s.passwords = true } }

// onDisk has the post office keep its mail.
func onDisk() premise { return func(s *story) { s.mailDir = s.TempDir() } }

// at is someone's address, and secretOf the password of his seat.
func at(name string) string       { return strings.ToLower(name) + "@" + domain }
func secretOf(name string) string { return "sesame-" + strings.ToLower(name) + "-31415" }

// people have a mailbox in every story.
var people = []string{"harald", "sigrid", "olaf", "roi", "quidam", "cybercafe"}

// newStory opens the game scan1 on a Wednesday evening. Its founding reports
// are delivered and read.
func newStory(t testing.TB, premises ...premise) *story {
	t.Helper()
	s := &story{
		TB: t, path: filepath.Join(t.TempDir(), "ledger.db"), log: &journal{},
		seen: map[string]int{}, reports: map[string]*received{},
		clock: time.Date(2026, time.October, 7, 18, 0, 0, 0, time.UTC),
	}
	s.options = Options{
		Sender:  Sender{Name: "Le Héraut", Address: herald, Domain: domain},
		Conduct: Conduct{Grace: time.Hour, AbsentShare: 1},
		Rules:   []engine.Game{gloire.Game{}}, Now: s.now, Entropy: counted(),
		Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	s.opening = Opening{
		Charter:  engine.Charter{Game: game, Rules: "gloire", Edition: "2.15", Map: "scandinavie"},
		Schedule: "0 20 * * 6", Zone: "Europe/Paris",
	}
	for _, p := range premises {
		p(s)
	}
	if len(s.opening.Charter.Seats) == 0 {
		withLords("Harald", "Sigrid")(s)
	}
	if s.passwords {
		for i, p := range s.opening.Players {
			if p.Password == "" {
				s.opening.Players[i].Password = secretOf(name(p.Address))
			}
		}
	}
	var err error
	s.office, err = postoffice.Open(postoffice.Options{Domain: domain, Now: s.now, Dir: s.mailDir})
	s.must(err)
	for _, name := range append([]string{"heraut"}, people...) {
		s.must(s.office.AddAccount(at(name), mailPass))
	}
	for _, p := range s.players() {
		s.must(s.office.AddAccount(p.Address, mailPass))
	}
	s.over = &outbox.SMTP{Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain}
	s.openLedger()
	t.Cleanup(s.end)
	s.must(s.arbitre.Open(s.opening))
	s.send()
	for _, p := range s.players() {
		who := name(p.Address)
		s.reports[who] = s.expect(who, "report")
	}
	return s
}

// players are those who get mail.
func (s *story) players() []NewPlayer {
	return slices.DeleteFunc(slices.Clone(s.opening.Players), func(p NewPlayer) bool { return p.Address == "" })
}

// counted takes the place of chance.
func counted() func([]byte) error {
	count := uint64(0)
	return func(b []byte) error {
		for i := range b {
			if i%8 == 0 {
				count++
			}
			b[i] = binary.BigEndian.AppendUint64(nil, count*0x9e3779b97f4a7c15)[i%8]
		}
		return nil
	}
}

// name is the person at an address.
func name(address string) string {
	n, _, _ := strings.Cut(address, "@")
	return n
}

func (s *story) openLedger() {
	s.Helper()
	var err error
	s.book, err = ledger.Open(s.path)
	s.must(err)
	s.options.Ledger = s.book
	s.arbitre, err = New(s.options)
	s.must(err)
}

// restart ends the Arbitre and begins again from what is on disk.
func (s *story) restart() {
	s.Helper()
	s.must(s.book.Close())
	s.openLedger()
}

// end closes everything, and fails the story if mail came that it didn't tell of.
func (s *story) end() {
	if !s.Failed() {
		for _, who := range people {
			for _, m := range s.unread(who) {
				s.Errorf("%s got a mail that the story doesn't tell of:\n%s", who, m)
			}
		}
	}
	s.must(errors.Join(s.over.Close(), s.book.Close(), s.office.Close()))
}

func (s *story) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// The clock.

func (s *story) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

func (s *story) advanceTo(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = t
}

func (s *story) advance(d time.Duration) { s.advanceTo(s.now().Add(d)) }

// deadline is that of the season awaited.
func (s *story) deadline() time.Time { return s.game().Deadline }

// The Arbitre at work.

// poll takes what lies in the mailbox, and sends what the Arbitre wrote.
func (s *story) poll() {
	s.Helper()
	s.must(s.collect(s.Context()))
	s.send()
}

func (s *story) collect(ctx context.Context) error {
	session, err := inbox.Dial(ctx, inbox.Account{
		Addr: s.office.IMAPAddr(), TLS: link.Plain, User: herald,
		Password: func(context.Context) (string, error) { return mailPass, nil },
	})
	if err != nil {
		return err
	}
	defer session.Close()
	cursor, err := s.arbitre.Cursor("INBOX")
	if err != nil {
		return err
	}
	_, err = session.Drain(ctx, cursor, s.arbitre.Take)
	return err
}

func (s *story) send() {
	s.Helper()
	s.must(s.arbitre.Send(s.Context(), s.over))
}

// tick plays what is due, and sends the reports.
func (s *story) tick() {
	s.Helper()
	s.must(s.arbitre.Tick(s.Context(), s.collect))
	s.send()
}

// playOn moves the clock to the deadline and a moment past it, and plays.
func (s *story) playOn() {
	s.Helper()
	s.advanceTo(s.deadline().Add(5 * time.Second))
	s.tick()
}

// season plays on and reads everyone's report.
func (s *story) season() {
	s.Helper()
	s.playOn()
	for _, p := range s.players() {
		who := name(p.Address)
		s.reports[who] = s.expect(who, "report")
	}
}

func TestOrdersAreConfirmedAndPlayed(t *testing.T) {
	s := newStory(t, withLords("Harald", "Sigrid"))
	s.letter("harald", reply(s.report("harald")), "CHE 1", "FCO 5 TOUT")
	s.expectNone("harald")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1", "FCO 5 TOUT"))
	s.expectNone("sigrid")
	s.playOn()
	s.expect("harald", "report", titled("[scan1] Saison 1 : ce qui s'est passé"))
	s.expect("sigrid", "report")
	if g := s.game(); g.At.Season != 2 {
		t.Errorf("season %d is awaited, want 2", g.At.Season)
	}
}
