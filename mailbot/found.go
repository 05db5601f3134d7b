package mailbot

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/robfig/cron/v3"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

// gameMaster is the seat number under which a game's master is registered. He
// plays no character; his letters are commands.
const gameMaster engine.Seat = 0

// An Opening is all that it takes to open a game.
type Opening struct {
	Charter  engine.Charter
	Schedule string      // when a season closes: "0 20 * * 6" (five fields of cron) or "@every 10m"
	Zone     string      // its time zone: "Europe/Paris"
	Players  []NewPlayer // who holds which seat; seats nobody holds play no orders
}

// A NewPlayer takes a seat when a game opens; seat 0 is the game master's.
type NewPlayer struct {
	Seat     engine.Seat
	Address  string   // where mail goes; "" if nobody plays the seat by mail
	Others   []string // further addresses from which he may write
	Password string   // in clear; only its hash is kept. Empty: no letter is proven by password
	Lang     string   // "fr" or "en"
}

// addresses are all of a player's, folded, each once, the one to which mail
// goes first.
func (n NewPlayer) addresses() []string {
	var all []string
	for _, a := range append([]string{n.Address}, n.Others...) {
		if a = ledger.FoldAddress(a); a != "" && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

var gameName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// Validate says what would keep a game from being opened by some rules, as far
// as that hangs on the opening alone; nil if nothing would.
func (o Opening) Validate(rules []engine.Game) error {
	known := map[string]engine.Game{}
	for _, g := range rules {
		known[g.Name()] = g
	}
	if _, _, err := o.found(known, engine.Secret{}); err != nil {
		return err
	}
	_, err := nextDeadline(ledger.Game{Charter: o.Charter, Schedule: o.Schedule, Zone: o.Zone}, time.Now())
	return err
}

// found sets up the game of an opening.
func (o Opening) found(rules map[string]engine.Game, secret engine.Secret) (engine.State, []engine.Event, error) {
	game, ok := rules[o.Charter.Rules]
	if !ok {
		return nil, nil, fmt.Errorf("opening game %s: this arbitre doesn't know the rules %q", o.Charter.Game, o.Charter.Rules)
	}
	if !gameName.MatchString(o.Charter.Game) {
		return nil, nil, fmt.Errorf("opening a game: the name %q isn't made of small letters, digits and hyphens (32 at most)", o.Charter.Game)
	}
	state, events, err := game.Found(o.Charter, engine.FoundingDice(secret, o.Charter))
	if err != nil {
		return nil, nil, fmt.Errorf("founding game %s: %w", o.Charter.Game, err)
	}
	return state, events, nil
}

// Open founds a game and writes to everyone who has a seat, in one transaction.
// A game that is there already is an error.
func (a *Arbitre) Open(o Opening) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	founding, err := a.newSecret()
	if err != nil {
		return err
	}
	state, events, err := o.found(a.rules, founding)
	if err != nil {
		return err
	}
	game := ledger.Game{Charter: o.Charter, Schedule: o.Schedule, Zone: o.Zone, At: state.Moment(), Over: state.Over()}
	if game.Secret, err = a.newSecret(); err != nil {
		return err
	}
	if game.Deadline, err = nextDeadline(game, a.now()); err != nil {
		return err
	}
	line, err := engine.FoundingLine(o.Charter, founding, state, events)
	if err != nil {
		return fmt.Errorf("archiving the founding of %s: %w", o.Charter.Game, err)
	}
	players := a.enrol(o)
	defer a.exportArchive(o.Charter.Game)
	return a.update(func(tx *ledger.Tx) error {
		if _, err := tx.Game(game.ID()); err == nil {
			return fmt.Errorf("opening game %s: there is one of that name", game.ID())
		}
		for _, p := range players {
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
		saved, err := json.Marshal(state)
		if err != nil {
			return fmt.Errorf("saving the state of %s: %w", game.ID(), err)
		}
		if err := tx.SaveGame(game, saved); err != nil {
			return err
		}
		if err := tx.AppendArchive(game.ID(), line); err != nil {
			return err
		}
		t, err := a.table(tx, game.ID())
		if err != nil {
			return err
		}
		return a.report(tx, t, &season{events: events})
	})
}

// enrol makes the records of those who hold a seat when a game opens, and of
// the characters that nobody plays by mail.
func (a *Arbitre) enrol(o Opening) []ledger.Player {
	var players []ledger.Player
	holder := map[engine.Seat]NewPlayer{}
	for _, p := range o.Players {
		holder[p.Seat] = p
	}
	seats := append([]engine.Founder{{Seat: gameMaster}}, o.Charter.Seats...)
	for _, f := range seats {
		h, held := holder[f.Seat]
		if f.Seat == gameMaster && (!held || len(h.addresses()) == 0) {
			continue
		}
		p := ledger.Player{Game: o.Charter.Game, Seat: f.Seat, Lord: f.Name, Lang: h.Lang, Generation: 1, Addresses: h.addresses()}
		if h.Password != "" {
			p.Password = HashPassword(h.Password)
		}
		players = append(players, p)
	}
	return players
}

// nextDeadline is when the step that begins now closes: by the schedule, but
// never so soon that players have less than half of the usual time, as they
// would after a season that was held up.
func nextDeadline(g ledger.Game, now time.Time) (time.Time, error) {
	zone, err := time.LoadLocation(g.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("the time zone of game %s: %w", g.ID(), err)
	}
	schedule, err := cron.ParseStandard(g.Schedule)
	if err != nil {
		return time.Time{}, fmt.Errorf("the schedule %q of game %s: %w", g.Schedule, g.ID(), err)
	}
	next := schedule.Next(now.In(zone))
	if next.IsZero() {
		return time.Time{}, fmt.Errorf("the schedule %q of game %s never comes", g.Schedule, g.ID())
	}
	after := schedule.Next(next)
	if next.Sub(now) < after.Sub(next)/2 {
		next = after
	}
	return next, nil
}

// newSecret draws the secret of a season.
func (a *Arbitre) newSecret() (engine.Secret, error) {
	var s engine.Secret
	if err := a.entropy(s[:]); err != nil {
		return s, fmt.Errorf("drawing a season's secret: %w", err)
	}
	return s, nil
}

func systemEntropy(b []byte) error {
	_, err := rand.Read(b)
	return err
}
