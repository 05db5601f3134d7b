package mailbot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/bounce"
	"arbitre/mailbot/ledger"
)

// mostFailures is how many mails to an address must fail for good, one after
// the other, before nothing more is sent there.
const mostFailures = 3

// takeBounces records what an automatic letter reports of mails of ours. Anyone
// can write such a report: it is believed if it names a mail that went to its
// recipient, by an identifier that strangers don't know.
func (a *Arbitre) takeBounces(tx *ledger.Tx, r arrival) error {
	for _, report := range r.bounces {
		if report.Kind != bounce.KindFailed {
			continue
		}
		m, ok, err := reported(tx, report)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		why := oneLine(strings.TrimSpace(report.Status + " " + report.Diagnostic))
		news, err := tx.MarkBounced(m, a.now(), why)
		if err != nil {
			return err
		}
		if !news {
			continue
		}
		r.record.Game, r.record.Seat = m.Game, m.Seat
		r.record.Reason = fmt.Sprintf("mail %d bounced: %s", m.ID, why)
		if err := tx.SaveLetter(r.record); err != nil {
			return err
		}
		a.log.Warn("bounced", "mail", m.ID, "kind", m.Kind, "game", m.Game, "seat", m.Seat, "permanent", report.Permanent, "why", why)
		if !report.Permanent {
			continue
		}
		if err := a.undeliverable(tx, m, why); err != nil {
			return err
		}
	}
	return nil
}

// reported finds the mail that a report is about.
func reported(tx *ledger.Tx, report bounce.Report) (ledger.Mail, bool, error) {
	for _, id := range report.MessageIDs {
		m, ok, err := tx.MailByMessageID(id)
		if err != nil {
			return m, false, err
		}
		to := ledger.FoldAddress(m.To)
		if ok && (to == ledger.FoldAddress(report.Recipient) || to == ledger.FoldAddress(report.Final) || report.Recipient == "" && report.Final == "") {
			return m, true, nil
		}
	}
	return ledger.Mail{}, false, nil
}

// undeliverable counts a mail that failed for good. With too many in a row,
// sending to its address is paused, and the masters of the games that are
// played from there are told, once.
func (a *Arbitre) undeliverable(tx *ledger.Tx, m ledger.Mail, why string) error {
	route, err := tx.NoteFate(m, true)
	if err != nil || route.Paused() || route.Failures() < mostFailures {
		return err
	}
	if err := tx.Pause(m.To, why, a.now()); err != nil {
		return err
	}
	a.log.Error("nothing more is sent to an address: its mail comes back", "game", m.Game, "seat", m.Seat, "why", why)
	players, err := tx.PlayersAt(m.To)
	if err != nil {
		return err
	}
	for _, p := range players {
		if p.Seat == gameMaster || p.Addresses[0] != ledger.FoldAddress(m.To) {
			continue
		}
		if err := a.tellMaster(tx, p.Game, "mail/address-paused", "subject/address-paused", map[string]any{
			"Lord": p.Lord, "Game": p.Game, "Address": m.To, "Failures": mostFailures, "Error": why,
		}); err != nil {
			return err
		}
	}
	return nil
}

// resume has mail sent again to a player who shows that he is there: his newest
// report, and the answers of the last day. What is older is never sent.
func (a *Arbitre) resume(tx *ledger.Tx, p ledger.Player) error {
	if len(p.Addresses) == 0 {
		return nil
	}
	to := p.Addresses[0]
	route, err := tx.Route(to)
	if err != nil || !route.Paused() {
		return err
	}
	if err := tx.Unpause(to); err != nil {
		return err
	}
	a.log.Info("mail is sent again to an address that was paused", "game", p.Game, "seat", p.Seat)
	mails, err := tx.MailsTo(to)
	if err != nil {
		return err
	}
	type seat struct {
		game string
		seat engine.Seat
	}
	now, told := a.now(), map[seat]bool{}
	for _, m := range slices.Backward(mails) {
		of := seat{m.Game, m.Seat}
		newest := m.Kind == "report" && !told[of]
		if m.Kind == "report" {
			told[of] = true
		}
		switch {
		case m.State != ledger.Paused && m.State != ledger.Bounced && m.State != ledger.Failed:
			continue
		case newest, m.Kind != "report" && now.Sub(m.Created) <= 24*time.Hour:
			err = tx.Requeue(m, now)
		case m.State == ledger.Paused:
			err = tx.MarkOutdated(m, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
