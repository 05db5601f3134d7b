package mailbot

import (
	"errors"
	"fmt"
	"slices"

	"arbitre/mailbot/ledger"
)

// Ensure opens a game if it isn't there yet. Of a game that is, it brings up to
// date what the configuration may change at any time: the players' addresses
// and passwords. Everything else of a game in play is settled for good.
func (a *Arbitre) Ensure(o Opening) error {
	err := a.ledger.View(func(tx *ledger.Tx) error {
		_, err := tx.Game(o.Charter.Game)
		return err
	})
	if errors.Is(err, ledger.ErrNoGame) {
		return a.Open(o)
	}
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.update(func(tx *ledger.Tx) error {
		for _, p := range o.Players {
			if err := a.refresh(tx, o.Charter.Game, p); err != nil {
				return fmt.Errorf("updating seat %d of %s: %w", p.Seat, o.Charter.Game, err)
			}
		}
		return nil
	})
}

// refresh takes over a player's addresses and password. Another first address
// means another player: the reply tokens of the one before die, and the new one
// gets the newest report. Addresses beside it come and go without a word, and a
// seat whose address is gone is played by nobody.
func (a *Arbitre) refresh(tx *ledger.Tx, game string, n NewPlayer) error {
	p, ok, err := tx.Player(game, n.Seat)
	if err != nil {
		return err
	}
	addresses := n.addresses()
	if !ok {
		if len(addresses) == 0 {
			return nil
		}
		p = ledger.Player{Game: game, Seat: n.Seat, Lang: n.Lang, Generation: 1, Addresses: addresses}
	}
	changed, replaced := !ok, false
	if ok && !slices.Equal(addresses, p.Addresses) {
		changed = true
		if first(addresses) != first(p.Addresses) {
			replaced = true
			p.Generation++
		}
		p.Addresses = addresses
	}
	switch {
	case n.Password == "" && p.Password != "":
		p.Password, changed = "", true // no letter is proven by password any more
	case n.Password != "" && !passwordMatches(n.Password, p.Password):
		p.Password, changed = HashPassword(n.Password), true
	}
	if !changed {
		return nil
	}
	a.log.Info("player updated", "game", game, "seat", n.Seat, "addresses", len(p.Addresses), "replaced", replaced)
	if err := tx.SavePlayer(p); err != nil || !replaced {
		return err
	}
	return a.welcome(tx, p)
}

// first is the address to which mail goes; "" if there is none.
func first(addresses []string) string {
	if len(addresses) == 0 {
		return ""
	}
	return addresses[0]
}

// welcome sends the newest report to a seat's new player. His address may have
// been paused when it was another's.
func (a *Arbitre) welcome(tx *ledger.Tx, p ledger.Player) error {
	if len(p.Addresses) == 0 || p.Seat == gameMaster {
		return nil
	}
	if err := tx.Unpause(p.Addresses[0]); err != nil {
		return err
	}
	g, err := tx.Game(p.Game)
	if err != nil {
		return err
	}
	season := g.At.Season - 1
	report, ok, err := tx.Report(p.Game, season, p.Seat)
	if err != nil || !ok {
		return err
	}
	return a.post(tx, draft{
		player: p, kind: "report", body: report.Body, files: report.Files,
		subject: a.subject(p, "subject/report", map[string]any{"Season": season, "Over": g.Over}),
	})
}
