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

// refresh takes over a player's address and password. A new address kills the
// old one's reply tokens.
func (a *Arbitre) refresh(tx *ledger.Tx, game string, n NewPlayer) error {
	p, ok, err := tx.Player(game, n.Seat)
	if err != nil {
		return err
	}
	if !ok {
		p = ledger.Player{Game: game, Seat: n.Seat, Lang: n.Lang, Generation: 1}
	}
	changed := !ok
	if n.Address != "" && !slices.Contains(p.Addresses, ledger.FoldAddress(n.Address)) {
		p.Addresses, changed = []string{n.Address}, true
		p.Generation++
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
	a.log.Info("player updated", "game", game, "seat", n.Seat)
	return tx.SavePlayer(p)
}
