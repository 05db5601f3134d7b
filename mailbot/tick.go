package mailbot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/report"
	"arbitre/orders"
)

// Tick plays every step that is due. What is due is decided from the ledger
// alone, so that a restart neither misses nor repeats a season. Before the
// first is played, collect fetches once more what lies in the mailbox; if that
// fails, nothing is played and the game masters are told.
func (a *Arbitre) Tick(ctx context.Context, collect func(context.Context) error) error {
	due, err := a.due()
	if err != nil || len(due) == 0 {
		return err
	}
	uncollected := collect(ctx)
	var failed error
	for _, id := range due {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := a.tick(id, uncollected); err != nil {
			failed = errors.Join(failed, fmt.Errorf("playing %s: %w", id, err), a.holdUp(id, err))
			continue
		}
		a.exportArchive(id)
	}
	return failed
}

// holdUp has a season wait that can't be played for a fault of the Arbitre's or
// the game's own, and tells the game master. It is tried again at every tick.
func (a *Arbitre) holdUp(id string, cause error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.update(func(tx *ledger.Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		reason, _, _ := strings.Cut(cause.Error(), "\n")
		return a.wait(tx, g, waitsFault, map[string]any{"Error": reason})
	})
}

// NextDeadline is the earliest deadline of any game in play; false if there is none.
func (a *Arbitre) NextDeadline() (time.Time, bool, error) {
	var next time.Time
	err := a.ledger.View(func(tx *ledger.Tx) error {
		games, err := tx.Games()
		for _, g := range games {
			if !g.Over && g.Waits == "" && (next.IsZero() || g.Deadline.Before(next)) {
				next = g.Deadline
			}
		}
		return err
	})
	return next, !next.IsZero(), err
}

// due are the games whose step has reached its deadline.
func (a *Arbitre) due() ([]string, error) {
	var due []string
	err := a.ledger.View(func(tx *ledger.Tx) error {
		games, err := tx.Games()
		for _, g := range games {
			if !g.Over && !a.now().Before(g.Deadline) {
				due = append(due, g.ID())
			}
		}
		return err
	})
	return due, err
}

// tick plays the step of one game, or makes it wait and tells the game master why.
func (a *Arbitre) tick(id string, uncollected error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var done *season
	err := a.update(func(tx *ledger.Tx) error {
		t, err := a.table(tx, id)
		if err != nil {
			return err
		}
		why, facts, err := a.obstacle(tx, t, uncollected)
		if err != nil {
			return err
		}
		if why != "" {
			return a.wait(tx, t.game, why, facts)
		}
		return guarded(func() error {
			done, err = a.play(tx, t)
			return err
		})
	})
	if err == nil && done != nil && a.played != nil {
		a.played(id, done.played, done.events)
	}
	return err
}

// The reasons for which a step that is due isn't played.
const (
	waitsMail    = "mail"    // the last collection failed
	waitsOverdue = "overdue" // found too late: players may have counted on it
	waitsAbsent  = "absent"  // too many players sent nothing
	waitsFault   = "fault"   // the Arbitre failed at it
)

// obstacle tells why a step that is due can't be played now; "" if it can.
func (a *Arbitre) obstacle(tx *ledger.Tx, t *table, uncollected error) (string, map[string]any, error) {
	if w := t.game.Waits; !t.game.Cleared && (w == waitsOverdue || w == waitsAbsent) {
		return w, nil, nil // he was asked
	}
	late := a.now().Sub(t.game.Deadline)
	if uncollected != nil {
		return waitsMail, map[string]any{"Error": uncollected.Error()}, nil
	}
	if master, _, err := tx.Player(t.game.ID(), gameMaster); err != nil || len(master.Addresses) == 0 || t.game.Cleared {
		return "", nil, err // nobody to ask, or he has answered
	}
	if late > a.Conduct.Grace {
		return waitsOverdue, map[string]any{"Hours": int(late.Hours())}, nil
	}
	silent, players, err := a.silent(tx, t)
	if err != nil {
		return "", nil, err
	}
	if players > 0 && float64(silent) > a.Conduct.AbsentShare*float64(players) {
		return waitsAbsent, map[string]any{"Silent": silent, "Players": players}, nil
	}
	return "", nil, nil
}

// silent counts the players of living characters who have no orders for the
// season, and all players of living characters.
func (a *Arbitre) silent(tx *ledger.Tx, t *table) (silent, players int, err error) {
	for _, seat := range t.rules.Awaited(t.state) {
		p, ok, err := tx.Player(t.game.ID(), seat)
		if err != nil {
			return 0, 0, err
		}
		if !ok || len(p.Addresses) == 0 {
			continue
		}
		players++
		s, err := tx.Sheet(t.game.ID(), t.game.At.Season, seat)
		if err != nil {
			return 0, 0, err
		}
		if len(s.List) == 0 && len(s.Receipts) == 0 {
			silent++
		}
	}
	return silent, players, nil
}

// wait holds a step up, and tells the game master when the reason is new.
func (a *Arbitre) wait(tx *ledger.Tx, g ledger.Game, why string, facts map[string]any) error {
	if g.Waits == why {
		return nil
	}
	g.Waits = why
	a.log.Warn("season waits", "game", g.ID(), "season", g.At.Season, "why", why)
	if err := tx.SaveGameRecord(g); err != nil {
		return err
	}
	zone := (&table{game: g}).zone()
	facts["Game"], facts["Season"], facts["Deadline"], facts["Zone"] = g.ID(), g.At.Season, g.Deadline, zone
	subject := "subject/waits"
	if why == waitsMail || why == waitsFault {
		subject = "subject/held-up" // nothing that he could decide
	}
	return a.tellMaster(tx, g.ID(), "mail/waits-"+why, subject, facts)
}

// A season is a step as it was played.
type season struct {
	played engine.Moment // zero for the founding
	events []engine.Event
	secret string // revealed, in hexadecimal
	digest string // of the order lists, in hexadecimal
	lost   map[engine.Seat][]orders.Finding
}

// play resolves a step and writes to everyone.
func (a *Arbitre) play(tx *ledger.Tx, t *table) (*season, error) {
	id, at := t.game.ID(), t.game.At
	sheets, err := tx.Sheets(id, at.Season)
	if err != nil {
		return nil, err
	}
	lists := map[engine.Seat]orders.List{}
	for _, s := range sheets {
		lists[s.Seat] = s.List
	}
	digest := engine.Digest(lists)
	state, events, err := t.rules.Resolve(t.state, lists, t.game.Secret.Dice(digest))
	if err != nil {
		return nil, fmt.Errorf("season %d: %w", at.Season, err)
	}
	line, err := engine.SeasonLine(at, t.game.Secret, lists, state, events)
	if err != nil {
		return nil, fmt.Errorf("archiving season %d: %w", at.Season, err)
	}
	if err := tx.AppendArchive(id, line); err != nil {
		return nil, err
	}
	revealed, err := t.game.Secret.MarshalText()
	if err != nil {
		return nil, err
	}
	if err := a.begin(tx, t, state); err != nil {
		return nil, err
	}
	t, err = a.table(tx, id)
	if err != nil {
		return nil, err
	}
	a.log.Info("season played", "game", id, "season", at.Season, "events", len(events))
	lost, err := a.openSheets(tx, t, at.Season)
	if err != nil {
		return nil, err
	}
	done := &season{played: at, events: events, secret: string(revealed), digest: fmt.Sprintf("%x", digest), lost: lost}
	if err := a.report(tx, t, done); err != nil {
		return nil, err
	}
	return done, a.takeUpDeferred(tx, t)
}

// begin records the state after a step, with the secret and the deadline of the next.
func (a *Arbitre) begin(tx *ledger.Tx, t *table, state engine.State) (err error) {
	g := t.game
	g.At, g.Over, g.Waits, g.Cleared, g.Began = state.Moment(), state.Over(), "", false, g.Deadline
	if g.Secret, err = a.newSecret(); err != nil {
		return err
	}
	if g.Deadline, err = nextDeadline(g, latest(a.now(), g.Deadline)); err != nil {
		return err
	}
	for _, f := range t.rules.Seats(state) {
		p, ok, err := tx.Player(g.ID(), f.Seat)
		if err != nil {
			return err
		}
		if ok && p.Lord != f.Name {
			p.Lord = f.Name
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
	}
	saved, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("saving the state of %s: %w", g.ID(), err)
	}
	return tx.SaveGame(g, saved)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// openSheets makes every seat's sheet for the season that begins, from standing
// orders and letters sent ahead. It returns the lines that no longer read.
func (a *Arbitre) openSheets(tx *ledger.Tx, t *table, played int) (map[engine.Seat][]orders.Finding, error) {
	lost := map[engine.Seat][]orders.Finding{}
	id := t.game.ID()
	for _, seat := range t.rules.Awaited(t.state) {
		before, err := tx.Sheet(id, played, seat)
		if err != nil {
			return nil, err
		}
		ahead, err := tx.Sheet(id, t.game.At.Season, seat)
		if err != nil {
			return nil, err
		}
		sheet, gone := openSheet(before, ahead, t.reader(seat))
		if len(gone) > 0 {
			lost[seat] = gone
		}
		if len(sheet.List) > 0 || len(sheet.Receipts) > 0 {
			if err := tx.SaveSheet(id, sheet); err != nil {
				return nil, err
			}
		}
	}
	return lost, nil
}

// report writes the season's reports, keeps them, and mails them.
func (a *Arbitre) report(tx *ledger.Tx, t *table, s *season) error {
	players, err := tx.Players(t.game.ID())
	if err != nil {
		return err
	}
	issue := report.Issue{
		Game: t.rules, Charter: t.game.Charter, Played: s.played, Next: t.state, Events: s.events,
		Commitment: t.game.Secret.Commitment(), Secret: s.secret, Digest: s.digest,
		Deadline: t.game.Deadline, Zone: t.zone(), Standing: map[engine.Seat][]string{},
	}
	for _, p := range players {
		sheet, err := tx.Sheet(t.game.ID(), t.game.At.Season, p.Seat)
		if err != nil {
			return err
		}
		for _, o := range sheet.List {
			issue.Standing[p.Seat] = append(issue.Standing[p.Seat], t.reader(p.Seat).Canonical(o, p.Lang))
		}
	}
	public, err := report.Write(issue, 0, "fr")
	if err != nil {
		return fmt.Errorf("writing the public report: %w", err)
	}
	if err := tx.SaveReport(t.game.ID(), s.played.Season, 0, kept(public)); err != nil {
		return err
	}
	for _, p := range players {
		if err := a.reportTo(tx, t, issue, s, p); err != nil {
			return fmt.Errorf("reporting to %s: %w", p.Lord, err)
		}
	}
	return nil
}

// reportTo writes, keeps and mails one player's report.
func (a *Arbitre) reportTo(tx *ledger.Tx, t *table, issue report.Issue, s *season, p ledger.Player) error {
	written, err := report.Write(issue, p.Seat, p.Lang)
	if err != nil {
		return err
	}
	if gone := s.lost[p.Seat]; len(gone) > 0 {
		c := &confirmation{lang: p.Lang}
		for _, f := range gone {
			c.find(f)
		}
		notice, err := words(p).Render("mail/standing-lost", c)
		if err != nil {
			return err
		}
		written.Body = notice + "\n\n" + written.Body
	}
	r := kept(written)
	if p.Seat != gameMaster {
		if err := tx.SaveReport(t.game.ID(), s.played.Season, p.Seat, r); err != nil {
			return err
		}
	}
	return a.post(tx, draft{
		player: p, kind: "report", body: r.Body, files: r.Files,
		subject: a.subject(p, "subject/report", map[string]any{"Season": s.played.Season, "Over": t.game.Over}),
	})
}

// kept is a report as the ledger keeps it: the mail's text and its files.
func kept(r report.Report) ledger.Report {
	return ledger.Report{Lang: r.Lang, Body: r.Body, Files: r.Files()}
}

// takeUpDeferred does what the letters ask that came at or after the deadline.
func (a *Arbitre) takeUpDeferred(tx *ledger.Tx, t *table) error {
	receipts, err := tx.TakeDeferred(t.game.ID())
	if err != nil {
		return err
	}
	for _, receipt := range receipts {
		r, ok, err := tx.Letter(receipt)
		if err != nil {
			return err
		}
		p, held, err := tx.Player(t.game.ID(), r.Seat)
		if err != nil {
			return err
		}
		if !ok || !held {
			continue
		}
		if err := a.attend(tx, r, letter.Read(tx.Raw(receipt)), p); err != nil {
			return err
		}
	}
	return nil
}
