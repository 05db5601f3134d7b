package ledger

import (
	"errors"
	"slices"
	"testing"

	"arbitre/engine"
	"arbitre/orders"
)

func TestAddressesFollowThePlayer(t *testing.T) {
	l, _ := open(t)
	at := func(tx *Tx, address string) (seats []engine.Seat) {
		players, err := tx.PlayersAt(address)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range players {
			seats = append(seats, p.Seat)
		}
		return seats
	}
	write(t, l, func(tx *Tx) error {
		return errors.Join(
			tx.SavePlayer(Player{Game: "a", Seat: 1, Addresses: []string{" Jean@X.fr ", "j@y.fr"}}),
			tx.SavePlayer(Player{Game: "b", Seat: 7, Addresses: []string{"jean@x.fr"}}),
			tx.SavePlayer(Player{Game: "a", Seat: 2, Addresses: []string{"jean@x.frx"}}),
		)
	})
	write(t, l, func(tx *Tx) error {
		if got := at(tx, "JEAN@x.FR"); !slices.Equal(got, []engine.Seat{1, 7}) {
			t.Errorf("seats %v, want 1 and 7", got)
		}
		return tx.SavePlayer(Player{Game: "a", Seat: 1, Addresses: []string{"autre@x.fr"}})
	})
	write(t, l, func(tx *Tx) error {
		for address, want := range map[string][]engine.Seat{"jean@x.fr": {7}, "j@y.fr": nil, "autre@x.fr": {1}, "": nil} {
			if got := at(tx, address); !slices.Equal(got, want) {
				t.Errorf("%s holds %v, want %v", address, got, want)
			}
		}
		return nil
	})
}

func TestRecordsOfGamesDoNotMix(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		for _, game := range []string{"scan1", "scan12"} {
			if err := errors.Join(
				tx.SaveGame(Game{Charter: engine.Charter{Game: game}}, []byte(`"`+game+`"`)),
				tx.SavePlayer(Player{Game: game, Seat: 3}),
				tx.SaveSheet(game, Sheet{Season: 1, Seat: 3, List: orders.List{{Code: "CHE"}}}),
				tx.SaveSheet(game, Sheet{Season: 256, Seat: 3}),
				tx.SaveReport(game, 1, 3, Report{Body: game}),
				tx.AppendArchive(game, []byte(game+" one\n")),
				tx.AppendArchive(game, []byte(game+" two\n")),
			); err != nil {
				return err
			}
		}
		return nil
	})
	write(t, l, func(tx *Tx) error {
		players, _ := tx.Players("scan1")
		sheets, _ := tx.Sheets("scan1", 1)
		none, _ := tx.Sheet("scan1", 2, 3)
		report, ok, _ := tx.Report("scan1", 1, 3)
		archive, _ := tx.Archive("scan1")
		if len(players) != 1 || len(sheets) != 1 || none.Season != 2 || none.Seat != 3 || len(none.List) != 0 ||
			!ok || report.Body != "scan1" || string(archive) != "scan1 one\nscan1 two\n" || string(tx.State("scan1")) != `"scan1"` {
			t.Errorf("%v %v %v %v %v %q", players, sheets, none, ok, report, archive)
		}
		_, err := tx.Game("scan")
		if !errors.Is(err, ErrNoGame) {
			t.Errorf("no game: %v", err)
		}
		return nil
	})
}
