package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/orders"
)

// ErrNoGame means that there is no game of that name.
var ErrNoGame = errors.New("no such game")

// A Game is a game's record; its state is kept beside it.
type Game struct {
	Charter  engine.Charter `json:"charter"`
	Schedule string         `json:"schedule"`       // when a step closes: five fields of cron
	Zone     string         `json:"zone"`           // the time zone of the schedule: "Europe/Paris"
	At       engine.Moment  `json:"at"`             // the step awaited
	Began    time.Time      `json:"began,omitzero"` // deadline of the step before: what was received until then was meant for that one
	Deadline time.Time      `json:"deadline"`       // of the step awaited
	Secret   engine.Secret  `json:"secret"`         // of the step awaited; only its commitment is known outside
	Over     bool           `json:"over,omitempty"`
	Waits    string         `json:"waits,omitempty"` // why an overdue step isn't played; empty: it isn't overdue
	Cleared  bool           `json:"cleared,omitempty"`
	// Cleared: the game master said that a waiting step shall be played.
}

// ID is the game's name, unique in the ledger.
func (g Game) ID() string { return g.Charter.Game }

// A Player holds a seat.
type Player struct {
	Game       string      `json:"game"`
	Seat       engine.Seat `json:"seat"`
	Lord       string      `json:"lord"`      // the character's name
	Addresses  []string    `json:"addresses"` // folded; the first is where mail goes; none: nobody plays the seat by mail
	Password   string      `json:"password"`  // argon2id, encoded
	Lang       string      `json:"lang"`      // "fr" or "en"
	Generation int         `json:"generation"`
	// Generation changes when the seat changes hands: older reply tokens die.
}

// A Sheet is a seat's orders for a season.
type Sheet struct {
	Season   int         `json:"season"`
	Seat     engine.Seat `json:"seat"`
	List     orders.List `json:"list"`               // as understood and confirmed
	Pending  []Pending   `json:"pending,omitempty"`  // letters for a season still to come, unread
	Receipts []uint64    `json:"receipts,omitempty"` // the letters that made it what it is
	Newest   time.Time   `json:"newest,omitzero"`    // when the newest of them was received
}

// Pending is what a letter says for a season still to come: its lines are read
// when that season opens, against the names there will be then.
type Pending struct {
	Receipt uint64        `json:"receipt"`
	Lines   []orders.Line `json:"lines"`
	Mode    string        `json:"mode"` // what it does to the list before it, in mailbot's terms
}

// A Report is what a seat was sent of a season.
type Report struct {
	Lang  string         `json:"lang"`
	Body  string         `json:"body"`
	Files []engine.Table `json:"files"` // in the order of attachment
}

// SaveGame records a game and its state.
func (t *Tx) SaveGame(g Game, state json.RawMessage) error {
	if err := put(t, bucketGames, []byte(g.ID()), g); err != nil {
		return err
	}
	if err := t.tx.Bucket(bucketStates).Put([]byte(g.ID()), state); err != nil {
		return fmt.Errorf("keeping the state of %s: %w", g.ID(), err)
	}
	return nil
}

// SaveGameRecord records a game whose state is as it was.
func (t *Tx) SaveGameRecord(g Game) error { return put(t, bucketGames, []byte(g.ID()), g) }

// Game returns a game's record; the error wraps ErrNoGame if there is none.
func (t *Tx) Game(id string) (Game, error) {
	var g Game
	ok, err := get(t, bucketGames, []byte(id), &g)
	if err == nil && !ok {
		err = fmt.Errorf("%q: %w", id, ErrNoGame)
	}
	return g, err
}

// State returns a copy of a game's saved state.
func (t *Tx) State(id string) []byte {
	return append([]byte(nil), t.tx.Bucket(bucketStates).Get([]byte(id))...)
}

// Games returns every game, by name.
func (t *Tx) Games() ([]Game, error) { return records[Game](t, bucketGames, nil) }

// FoldAddress brings an address to the form in which it is compared: RFC 5321
// lets the local part be case-sensitive, but no provider in use makes it so.
func FoldAddress(a string) string { return strings.ToLower(strings.TrimSpace(a)) }

// SavePlayer records who holds a seat.
func (t *Tx) SavePlayer(p Player) error {
	old, ok, err := t.Player(p.Game, p.Seat)
	if err != nil {
		return err
	}
	if ok {
		for _, a := range old.Addresses {
			if err := t.tx.Bucket(bucketAddress).Delete(key(a, p.Game, int(p.Seat))); err != nil {
				return fmt.Errorf("forgetting an address: %w", err)
			}
		}
	}
	for i, a := range p.Addresses {
		p.Addresses[i] = FoldAddress(a)
		if err := put(t, bucketAddress, key(p.Addresses[i], p.Game, int(p.Seat)), seatOf{p.Game, p.Seat}); err != nil {
			return err
		}
	}
	return put(t, bucketPlayers, key(p.Game, int(p.Seat)), p)
}

type seatOf struct {
	Game string
	Seat engine.Seat
}

// Player returns who holds a seat, and whether anyone ever did.
func (t *Tx) Player(game string, seat engine.Seat) (Player, bool, error) {
	var p Player
	ok, err := get(t, bucketPlayers, key(game, int(seat)), &p)
	return p, ok, err
}

// Players returns a game's players, by seat.
func (t *Tx) Players(game string) ([]Player, error) {
	return records[Player](t, bucketPlayers, key(game))
}

// PlayersAt returns the seats that an address is registered for, by game and seat.
func (t *Tx) PlayersAt(address string) ([]Player, error) {
	seats, err := records[seatOf](t, bucketAddress, key(FoldAddress(address)))
	if err != nil {
		return nil, err
	}
	var players []Player
	for _, s := range seats {
		p, ok, err := t.Player(s.Game, s.Seat)
		if err != nil {
			return nil, err
		}
		if ok {
			players = append(players, p)
		}
	}
	return players, nil
}

// Sheet returns a seat's orders for a season; an empty sheet if there are none.
func (t *Tx) Sheet(game string, season int, seat engine.Seat) (Sheet, error) {
	s := Sheet{Season: season, Seat: seat}
	_, err := get(t, bucketSheets, key(game, season, int(seat)), &s)
	return s, err
}

// SaveSheet records a seat's orders for a season.
func (t *Tx) SaveSheet(game string, s Sheet) error {
	return put(t, bucketSheets, key(game, s.Season, int(s.Seat)), s)
}

// Sheets returns every seat's orders for a season, by seat; seats that sent
// nothing are not among them.
func (t *Tx) Sheets(game string, season int) ([]Sheet, error) {
	return records[Sheet](t, bucketSheets, key(game, season))
}

// AppendArchive adds a line, with its line end, to a game's archive.
func (t *Tx) AppendArchive(game string, line []byte) error {
	b := t.tx.Bucket(bucketArchive)
	n, err := b.NextSequence()
	if err != nil {
		return fmt.Errorf("numbering an archive line: %w", err)
	}
	return b.Put(key(game, n), line)
}

// Archive returns a game's archive, line after line.
func (t *Tx) Archive(game string) ([]byte, error) {
	var all []byte
	err := each(t, bucketArchive, key(game), func(_, v []byte) error {
		all = append(all, v...)
		return nil
	})
	return all, err
}

// SaveReport records what a seat is told of a season; seat 0 is the public.
func (t *Tx) SaveReport(game string, season int, seat engine.Seat, r Report) error {
	return put(t, bucketReports, key(game, season, int(seat)), r)
}

// Report returns what a seat was told of a season, and whether it was told.
func (t *Tx) Report(game string, season int, seat engine.Seat) (Report, bool, error) {
	var r Report
	ok, err := get(t, bucketReports, key(game, season, int(seat)), &r)
	return r, ok, err
}
