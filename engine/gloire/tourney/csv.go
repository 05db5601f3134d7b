package tourney

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// columns of the table that WriteCSV writes. Prestige is in whole points.
var columns = []string{"game", "seasons", "victory", "winner_seat", "winner_start", "winner_temperament", "winner_prestige",
	"winner_provinces", "living", "orders", "refused", "wars", "alliances", "felonies", "deaths", "crown_warnings", "calls_ignored", "unpaid"}

// WriteCSV writes the games as comma-separated values (RFC 4180), a row each
// under a line of column keys. What concerns the winner is empty where there
// is none.
func WriteCSV(w io.Writer, games []Game) error {
	out := csv.NewWriter(w)
	out.Write(columns)
	for _, g := range games {
		living, refused := 0, 0
		for _, s := range g.Seats {
			if s.Alive {
				living++
			}
		}
		for _, n := range g.Refused {
			refused += n
		}
		winner := make([]string, 5)
		if g.Winner != 0 {
			s := g.Seats[g.Winner-1]
			winner = []string{strconv.Itoa(int(g.Winner)), s.Start, s.Temperament, strconv.Itoa(s.Prestige / 100), strconv.Itoa(s.Provinces)}
		}
		row := append([]string{strconv.Itoa(g.Number), strconv.Itoa(g.Seasons), g.Victory}, winner...)
		for _, n := range []int{living, g.Ordered, refused, g.Wars, g.Allied, g.Felons, g.Deaths, g.Warned, g.Ignored, g.Unpaid} {
			row = append(row, strconv.Itoa(n))
		}
		out.Write(row)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("writing the games of a tourney: %w", err)
	}
	return nil
}
