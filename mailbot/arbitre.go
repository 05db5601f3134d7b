// Package mailbot is the Arbitre itself: it takes letters from a mailbox, finds
// out who wrote them, reads their orders, confirms them, plays each season when
// it is due, and writes to everyone. The rules of conduct live here; reading
// mail, keeping records, sending, and the games have packages of their own.
//
// One goroutine at a time works on the ledger through an Arbitre; its methods
// see to that themselves.
package mailbot

import (
	"fmt"
	"log/slog"
	"sync"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
	"arbitre/orders"
)

// Conduct are the rules that whoever runs the Arbitre may set.
type Conduct struct {
	Grace       time.Duration // how late a season may be played without asking the game master
	AbsentShare float64       // a season waits if more than this share of the players sent nothing; 1: never

	// How many answers there are in a day (UTC); 0: no limit.
	DailyMails  int // to one address
	SeatMails   int // to one seat
	ThreadMails int // in one conversation
	IdleMails   int // to a seat's letters in which nothing is understood; twice as many in a week
}

// An Operator is whoever runs the Arbitre.
type Operator struct {
	Address string // to which the digest goes; "" for none
	Lang    string // "fr" or "en"
}

// An Arbitre runs the games of one ledger.
type Arbitre struct {
	Sender  Sender
	Conduct Conduct

	ledger  *ledger.Ledger
	rules   map[string]engine.Game
	now     func() time.Time
	entropy func([]byte) error // for secrets
	log     *slog.Logger
	key     [32]byte
	guesses *guesses
	prover  Prover // nil: no domain proof
	checks  tally  // of domain proofs

	operator Operator
	sign     func([]byte) ([]byte, error) // nil: mails aren't signed
	archives string                       // folder of the archives' copies; "" for none
	played   func(game string, at engine.Moment, events []engine.Event)

	mu     sync.Mutex // held while letters are taken or a season is played
	tables map[string]*table
	sick   map[string]error // letters that the transaction in hand sets apart, by identity

	sending    sync.Mutex               // held while mail is sent
	unrecorded []func(*ledger.Tx) error // what became of mails, while the ledger can't take it
}

// Options are what an Arbitre is made with. Ledger, Sender and Rules are needed.
type Options struct {
	Ledger  *ledger.Ledger
	Sender  Sender
	Conduct Conduct
	Rules   []engine.Game
	Now     func() time.Time   // the clock; time.Now if nil
	Entropy func([]byte) error // fills with random bytes; crypto/rand if nil
	Log     *slog.Logger       // slog.Default() if nil
	// Proof tells whether a letter without token or password comes from its
	// author's domain; nil: none does.
	Proof    Prover
	Operator Operator
	// Played, when set, is told what happened in a step once it is on disk.
	Played func(game string, at engine.Moment, events []engine.Event)
	// Sign, when set, signs a mail's final bytes, once: every attempt sends the same.
	Sign func([]byte) ([]byte, error)
	// Archives is the folder in which each game's archive is copied after
	// every season, as <game>.jsonl; none if empty.
	Archives string
}

// New makes an Arbitre. That it can't play a game of the ledger is an error:
// better not to begin than to leave that game's letters lying.
func New(o Options) (*Arbitre, error) {
	a := &Arbitre{
		Sender: o.Sender, Conduct: o.Conduct, ledger: o.Ledger, rules: map[string]engine.Game{},
		now: o.Now, entropy: o.Entropy, log: o.Log, archives: o.Archives, sign: o.Sign, played: o.Played, tables: map[string]*table{},
		guesses: newGuesses(), prover: o.Proof, checks: tally{most: mostChecked}, operator: o.Operator,
	}
	if a.now == nil {
		a.now = time.Now
	}
	if a.entropy == nil {
		a.entropy = systemEntropy
	}
	if a.log == nil {
		a.log = slog.Default()
	}
	for _, g := range o.Rules {
		a.rules[g.Name()] = g
	}
	return a, a.ledger.Update(func(tx *ledger.Tx) (err error) {
		if a.key, err = tx.Key(a.entropy); err != nil {
			return err
		}
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			if _, err := a.table(tx, g.ID()); err != nil {
				return err
			}
		}
		return nil
	})
}

// A table is a game in play: its record, its state read from the ledger, and
// what each seat that has written since the last step may write.
type table struct {
	game   ledger.Game
	rules  engine.Game
	state  engine.State
	scribe map[engine.Seat]*scribe
}

// A scribe reads one seat's orders and writes them out again.
type scribe struct {
	*orders.Reader
	grammar orders.Grammar
}

// table returns a game as the ledger has it; the state and its readers are kept
// from letter to letter, for they change only when a step is played.
func (a *Arbitre) table(tx *ledger.Tx, id string) (*table, error) {
	game, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	if t := a.tables[id]; t != nil && t.game.At == game.At && t.game.Over == game.Over {
		t.game = game
		return t, nil
	}
	rules, ok := a.rules[game.Charter.Rules]
	if !ok {
		return nil, fmt.Errorf("game %s is played by the rules %q, which this arbitre doesn't know", id, game.Charter.Rules)
	}
	var state engine.State
	if err := guarded(func() (err error) {
		state, err = rules.Load(tx.State(id))
		return err
	}); err != nil {
		return nil, fmt.Errorf("reading the state of %s: %w", id, err)
	}
	t := &table{game: game, rules: rules, state: state, scribe: map[engine.Seat]*scribe{}}
	a.tables[id] = t
	return t, nil
}

// reader returns the scribe of what a seat may write now.
func (t *table) reader(seat engine.Seat) *scribe {
	r := t.scribe[seat]
	if r == nil {
		g := t.rules.Grammar(t.state, seat)
		r = &scribe{orders.NewReader(g), g}
		t.scribe[seat] = r
	}
	return r
}

// zone is the game's time zone; UTC if the name is unknown here.
func (t *table) zone() *time.Location {
	z, err := time.LoadLocation(t.game.Zone)
	if err != nil {
		return time.UTC
	}
	return z
}

// A View is a game as the tools see it.
type View struct {
	Game  ledger.Game
	Rules engine.Game
	State engine.State
}

// View returns a game as it stands; the error wraps ledger.ErrNoGame if there is none.
func (a *Arbitre) View(game string) (View, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var v View
	err := a.ledger.View(func(tx *ledger.Tx) error {
		t, err := a.table(tx, game)
		if err != nil {
			return err
		}
		v = View{Game: t.game, Rules: t.rules, State: t.state}
		return nil
	})
	return v, err
}
