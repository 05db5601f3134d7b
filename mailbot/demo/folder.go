package demo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot/ledger"
)

// The folder that a demo leaves:
//
//	mails/<who>/<n>.eml       every mail in that mailbox, as it lies there
//	reports/saison-<n>/…      what each lord was told, and the public report
//	demo.jsonl                the game's archive, for arbitre verify
//	ledger.db                 the Arbitre's ledger

func ledgerPath(out string) string { return filepath.Join(out, "ledger.db") }

// clean removes what an earlier demo left in a folder, and nothing else.
func clean(out string) error {
	for _, name := range []string{"mails", "reports", game + ".jsonl", "ledger.db"} {
		if err := os.RemoveAll(filepath.Join(out, name)); err != nil {
			return fmt.Errorf("clearing %s: %w", out, err)
		}
	}
	return os.MkdirAll(out, 0o755)
}

// write leaves the demo's folder, and tells how many mails are in it and where
// the archive is.
func (s *stage) write() (mails int, archive string, err error) {
	addresses := []string{herald}
	for _, p := range s.players {
		addresses = append(addresses, p.address)
	}
	for _, address := range addresses {
		stored, err := s.office.Messages(address, "INBOX")
		if err != nil {
			return mails, "", fmt.Errorf("reading the mailbox of %s: %w", address, err)
		}
		who, _, _ := strings.Cut(address, "@")
		for _, m := range stored {
			mails++
			if err := writeFile(m.Raw, s.Out, "mails", who, fmt.Sprintf("%03d.eml", m.UID)); err != nil {
				return mails, "", err
			}
		}
	}
	if err := s.writeReports(); err != nil {
		return mails, "", err
	}
	lines, err := s.arbitre.Archive(game)
	if err != nil {
		return mails, "", err
	}
	archive = filepath.Join(s.Out, game+".jsonl")
	return mails, archive, os.WriteFile(archive, lines, 0o600)
}

func (s *stage) writeReports() error {
	return s.book.View(func(tx *ledger.Tx) error {
		seats := map[engine.Seat]string{0: "public"}
		for _, p := range s.players {
			seats[p.seat] = strings.ToLower(p.name)
		}
		for season := 0; season <= s.Seasons; season++ {
			for seat, who := range seats {
				r, ok, err := tx.Report(game, season, seat)
				if err != nil {
					return err
				}
				if !ok {
					continue
				}
				for _, f := range r.Files {
					if err := writeFile([]byte(f.Text), s.Out, "reports", fmt.Sprintf("saison-%d", season), who, f.File); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

func writeFile(data []byte, path ...string) error {
	name := filepath.Join(path...)
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o644))
}

// tally counts what the season's archive and letters say of it.
func (s *stage) tally(sum *Season) error {
	view, err := s.arbitre.View(game)
	if err != nil {
		return err
	}
	sum.Over = view.Game.Over
	if brief, ok := view.Rules.Brief(view.State, 0).(gloire.Brief); ok && len(brief.Ranking) > 0 {
		sum.Leader, sum.Prestige = brief.Ranking[0].Lord.Name, brief.Ranking[0].Prestige
	}
	for _, e := range s.events {
		switch f := e.Facts.(type) {
		case gloire.Refused:
			sum.Refused++
		case gloire.Battle:
			sum.Battles++
		case gloire.Attack:
			if f.Outcome == "conquered" {
				sum.Conquests++
			}
		}
	}
	return s.book.View(func(tx *ledger.Tx) error {
		mails, err := tx.Mails()
		for _, m := range mails[s.counted:] {
			if m.Kind == "confirmation" {
				sum.Confirmations++
			}
		}
		s.counted = len(mails)
		return err
	})
}
