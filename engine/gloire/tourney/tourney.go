// Package tourney plays many games of Gloire & Pouvoir among bots, without mail,
// and measures them: how they are won and when, and whether any start, seat or
// temperament has an advantage.
//
// A game follows from the tourney's seed and the game's number alone, so that
// the results are the same whatever the number of workers. The temperaments are
// dealt anew for each game, so that a seat's luck isn't its temperament's.
package tourney

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/engine/gloire/bots"
	"arbitre/orders"
)

// Options are what a tourney is played with.
type Options struct {
	Games   int // at least 1
	Seasons int // after which a game is left unfinished, at least 1
	Lords   int
	Map     string
	Edition string
	Options []string // of the charter
	Seed    []byte
	Workers int // games at a time; 0: as many as there are processors

	// Progress is told after each game how many are done; calls come one at
	// a time. It may be nil.
	Progress func(done, games int)
}

// A Game is what became of one game.
type Game struct {
	Number  int    // from 1
	Seasons int    // played
	Victory string // how it was won: "prestige", "conquest", "alliance", "survival"; "" if it wasn't
	Winner  engine.Seat
	Seats   []Seat         // by seat
	Ordered int            // orders written by all
	Refused map[string]int // by code and kind of the finding: "MOV gloire/closed-province"
	Felons  int            // felonies committed
	Wars    int            // that broke out
	Allied  int            // alliances made
	Deaths  int            // of lords
	Warned  int            // lords of whom it was said that they would be crowned, season by season
	Ignored int            // calls to allies
	Unpaid  int            // units that deserted for want of gold
}

// A Seat is what became of a lord.
type Seat struct {
	Start       string // the province
	Temperament string // key
	Place       int    // in the last ranking, the dead sharing the last places
	Prestige    int    // hundredths
	Provinces   int
	Alive       bool
}

// Won tells whether this seat won.
func (g Game) Won(seat int) bool { return g.Winner == engine.Seat(seat) }

// Run plays a tourney. The games come in the order of their numbers. It ends
// early, with the context's error, if the context does.
func Run(ctx context.Context, o Options) ([]Game, error) {
	if o.Games < 1 || o.Seasons < 1 {
		return nil, fmt.Errorf("playing a tourney: %d games of %d seasons", o.Games, o.Seasons)
	}
	workers := o.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	games, faults := make([]Game, o.Games), make([]error, o.Games)
	numbers := make(chan int)
	var playing sync.WaitGroup
	var counting sync.Mutex
	done := 0
	for range min(workers, o.Games) {
		playing.Go(func() {
			for i := range numbers {
				games[i], faults[i] = play(ctx, o, i+1)
				if faults[i] != nil {
					cancel()
					continue
				}
				counting.Lock()
				if done++; o.Progress != nil {
					o.Progress(done, o.Games)
				}
				counting.Unlock()
			}
		})
	}
	func() {
		defer close(numbers)
		for i := range o.Games {
			select {
			case numbers <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	playing.Wait()
	if err := fault(faults, ctx.Err()); err != nil {
		return nil, fmt.Errorf("playing a tourney: %w", err)
	}
	return games, nil
}

// fault is the fault of the first game that had one of its own, else why the
// games were broken off.
func fault(faults []error, broken error) error {
	for i, err := range faults {
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return broken
}

// dice are those of one thing in a game.
func (o Options) dice(game int, of string) engine.Keyed {
	mac := hmac.New(sha256.New, o.Seed)
	fmt.Fprintf(mac, "tourney/%d/%s", game, of)
	return engine.Keyed(mac.Sum(nil))
}

// charter founds a game: its lords bear the names of their seats.
func (o Options) charter(number int) engine.Charter {
	c := engine.Charter{Game: "tournoi-" + strconv.Itoa(number), Rules: gloire.Game{}.Name(), Edition: o.Edition, Map: o.Map, Options: o.Options}
	for seat := range o.Lords {
		c.Seats = append(c.Seats, engine.Founder{Seat: engine.Seat(seat + 1), Name: fmt.Sprintf("Siège %d", seat+1)})
	}
	return c
}

// play plays one game to its end, or to the last season.
func play(ctx context.Context, o Options, number int) (Game, error) {
	rules := gloire.Game{}
	g := Game{Number: number, Refused: make(map[string]int)}
	state, events, err := rules.Found(o.charter(number), o.dice(number, "founding"))
	if err != nil {
		return g, err
	}
	g.Seats = make([]Seat, o.Lords)
	temperaments := o.deal(number)
	for i := range g.Seats {
		g.Seats[i].Temperament = temperaments[i].Key
	}
	g.note(events)
	for range o.Seasons {
		if state.Over() {
			break
		}
		if err := ctx.Err(); err != nil {
			return g, err
		}
		season := state.Moment().Season
		lists := make(map[engine.Seat]orders.List)
		for _, seat := range rules.Awaited(state) {
			lists[seat] = write(state, seat, temperaments[seat-1], o.dice(number, fmt.Sprintf("bot/%d/%d", season, seat)))
			g.Ordered += len(lists[seat])
		}
		if state, events, err = rules.Resolve(state, lists, o.dice(number, fmt.Sprintf("season/%d", season))); err != nil {
			return g, err
		}
		g.Seasons++
		g.note(events)
	}
	g.rank(state)
	return g, nil
}

// deal deals the temperaments: as many of each as can be, in drawn order.
func (o Options) deal(number int) []bots.Temperament {
	dice := o.dice(number, "temperaments")
	hand := make([]bots.Temperament, o.Lords)
	for i := range hand {
		hand[i] = bots.Temperaments[i%len(bots.Temperaments)]
	}
	for i := len(hand) - 1; i > 0; i-- {
		j := dice.Draw(strconv.Itoa(i), int64(i+1))
		hand[i], hand[j] = hand[j], hand[i]
	}
	return hand
}

// write has a bot write its orders, and reads them as a letter's would be.
func write(state engine.State, seat engine.Seat, t bots.Temperament, dice engine.Dice) orders.List {
	brief, _ := gloire.Game{}.Brief(state, seat).(gloire.Brief)
	var letter []orders.Line
	for n, text := range t.Orders(brief, dice) {
		letter = append(letter, orders.Line{Number: n + 1, Text: text})
	}
	return orders.Read(gloire.Game{}.Grammar(state, seat), letter).Orders
}

// note keeps what the measures need of a season's events.
func (g *Game) note(events []engine.Event) {
	for _, e := range events {
		switch f := e.Facts.(type) {
		case gloire.Enfeoffed:
			g.Seats[f.Lord.ID-1].Start = f.Province.Name
		case gloire.Refused:
			code, _, _ := strings.Cut(f.Order, " ")
			g.Refused[code+" "+f.Finding.Kind]++
		case gloire.Felony:
			g.Felons++
		case gloire.WarBegan:
			g.Wars++
		case gloire.AllianceMade:
			g.Allied++
		case gloire.VictoryNear:
			g.Warned++
		case gloire.CallIgnored:
			g.Ignored++
		case gloire.Deserted:
			g.Unpaid++
		case gloire.LordDied:
			g.Deaths++
		case gloire.Crowned:
			g.Victory, g.Winner = f.How, engine.Seat(f.Lord.ID)
		}
	}
}

// rank keeps the last ranking.
func (g *Game) rank(state engine.State) {
	public := gloire.Game{}.Brief(state, 0).(gloire.Brief)
	for i, r := range public.Ranking {
		s := &g.Seats[r.Lord.ID-1]
		s.Place, s.Prestige, s.Provinces, s.Alive = i+1, r.Prestige, r.Provinces, r.Alive
	}
}
