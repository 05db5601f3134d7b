package mailbot

import (
	"slices"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

func (s *story) game() (g ledger.Game) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		g, err = tx.Game(game)
		return err
	}))
	return g
}

// list is a seat's list for the season awaited, in canonical form.
func (s *story) list(seat engine.Seat) []string {
	s.Helper()
	return s.listOf(s.game().At.Season, seat)
}

func (s *story) listOf(season int, seat engine.Seat) (lines []string) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) error {
		sheet, err := tx.Sheet(game, season, seat)
		if err != nil {
			return err
		}
		t, err := s.arbitre.table(tx, game)
		if err != nil {
			return err
		}
		for _, o := range sheet.List {
			lines = append(lines, t.reader(seat).Canonical(o, "fr"))
		}
		return nil
	}))
	return lines
}

// expectList compares a seat's list for the season awaited.
func (s *story) expectList(seat engine.Seat, want ...string) {
	s.Helper()
	if got := s.list(seat); !slices.Equal(got, want) {
		s.Errorf("the list of seat %d is %q, want %q", seat, got, want)
	}
}

// record is every letter in the ledger.
func (s *story) record() (letters []ledger.Letter) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		letters, err = tx.Letters()
		return err
	}))
	return letters
}

// expectVerdict looks at the letter recorded last.
func (s *story) expectVerdict(want ledger.Verdict) {
	s.Helper()
	all := s.record()
	if len(all) == 0 || all[len(all)-1].Verdict != want {
		s.Errorf("the last letter on record is %+v, want %s", all, want)
	}
}

// outbox is every mail in the ledger.
func (s *story) outbox() (mails []ledger.Mail) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		mails, err = tx.Mails()
		return err
	}))
	return mails
}
