package mailbot

import (
	"fmt"
	"sync"
	"time"

	"arbitre/mailbot/ledger"
)

const (
	// mostAtOnce is how many passwords are checked at the same time, each of
	// which takes 19 MiB and a processor for some 30 ms.
	mostAtOnce = 2
	// mostWrong is how many wrong passwords one address may send for one seat
	// in an hour. Anybody can write any address, so a seat's player must not be
	// shut out by what others write: the same password from elsewhere counts.
	mostWrong = 5
)

// guesses checks the passwords that letters bring, a few at a time, and stops
// listening to an address that keeps guessing.
type guesses struct {
	turn  chan struct{}
	wrong tally
}

func newGuesses() *guesses {
	return &guesses{turn: make(chan struct{}, mostAtOnce), wrong: tally{most: mostWrong}}
}

// check says whether a password is that of a seat, and otherwise why it proves
// nothing.
func (g *guesses) check(now time.Time, from, password string, seat ledger.Player) (right bool, why string) {
	who := fmt.Sprintf("%s %d %s", seat.Game, seat.Seat, ledger.FoldAddress(from))
	g.turn <- struct{}{}
	defer func() { <-g.turn }()
	if g.wrong.full(now, who) {
		return false, "too many wrong passwords from this address in an hour: this one isn't looked at"
	}
	if passwordMatches(password, seat.Password) {
		return true, ""
	}
	g.wrong.take(now, who)
	return false, "wrong password"
}

// A tally counts what someone does within an hour of the clock. It is kept in
// memory: a restart forgets it.
type tally struct {
	most int // in an hour

	mu     sync.Mutex
	hour   time.Time
	counts map[string]int
}

// mostCounted bounds how many are counted in an hour. When there are more, all
// begin anew: a flood from so many addresses isn't held back by counting each.
const mostCounted = 50_000

// take counts once more for someone; it is false, and not counted, when he has
// had all of the hour.
func (t *tally) take(now time.Time, who string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at(now)[who] >= t.most {
		return false
	}
	t.counts[who]++
	return true
}

// full says whether someone has had all of the hour.
func (t *tally) full(now time.Time, who string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.at(now)[who] >= t.most
}

// at are the counts of an hour.
func (t *tally) at(now time.Time) map[string]int {
	if hour := now.UTC().Truncate(time.Hour); !hour.Equal(t.hour) || len(t.counts) >= mostCounted {
		t.hour, t.counts = hour, map[string]int{}
	}
	return t.counts
}
