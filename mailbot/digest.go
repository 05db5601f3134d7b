package mailbot

import (
	"slices"
	"strings"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/templates"
)

// Bounds on what a digest shows of strangers' letters: it is read by a person,
// and what they wrote may be anything.
const (
	mostStrangers = 50
	mostColumns   = 60 // of a subject or an address
)

// A digest is what whoever runs the Arbitre is told of a day: how many letters
// got no answer, and who wrote those that nobody will ever read otherwise.
type digest struct {
	Strangers, Quarantined, Bounced, Held, Automated int
	Paused                                           int // addresses, now
	Lines                                            []stranger
}

// A stranger is one line about a letter from nobody that we know.
type stranger struct{ From, Subject string }

// Digest tells the operator, at most once a day (UTC), what came since he was
// told last. When nothing came that he could care about, he gets nothing; what
// machines wrote is counted, but is no reason to write. It is to be called now
// and then.
func (a *Arbitre) Digest() error {
	if a.operator.Address == "" {
		return nil
	}
	var last ledger.Digest
	if err := a.ledger.View(func(tx *ledger.Tx) (err error) {
		last, err = tx.LastDigest()
		return err
	}); err != nil {
		return err
	}
	today := ledger.DayOf(a.now())
	if last.Day == today {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.update(func(tx *ledger.Tx) error {
		letters, err := tx.LettersAfter(last.Receipt)
		if err != nil {
			return err
		}
		next := ledger.Digest{Day: today, Receipt: last.Receipt, At: a.now()}
		if len(letters) > 0 {
			next.Receipt = letters[len(letters)-1].Receipt
		}
		if err := tx.SetDigest(next); err != nil || last.Day == "" {
			return err // the first day begins now
		}
		d, err := a.digestOf(tx, letters, last)
		if err != nil || d.Strangers+d.Quarantined+d.Bounced+d.Held == 0 {
			return err
		}
		return a.postDigest(tx, d)
	})
}

// digestOf sums up the letters that came since the last digest.
func (a *Arbitre) digestOf(tx *ledger.Tx, letters []ledger.Letter, last ledger.Digest) (d digest, err error) {
	for _, l := range letters {
		if l.Verdict == ledger.Obeyed || a.aboutDigest(tx, l) {
			continue
		}
		switch l.Verdict {
		case ledger.Stranger:
			if d.Strangers++; len(d.Lines) < mostStrangers {
				d.Lines = append(d.Lines, stranger{harmless(l.From), harmless(l.Subject)})
			}
		case ledger.Quarantined:
			d.Quarantined++
		case ledger.Held:
			d.Held++
		case ledger.Automated:
			d.Automated++
		}
	}
	mails, err := tx.Mails()
	if err != nil {
		return d, err
	}
	for _, m := range mails {
		// That a digest itself doesn't arrive is no reason to write another.
		if (m.State == ledger.Bounced || m.State == ledger.Failed) && m.Kind != kindDigest && m.Done.After(last.At) {
			d.Bounced++
		}
	}
	d.Paused, err = tx.PausedRoutes()
	return d, err
}

const kindDigest = "digest"

// postDigest writes to the operator. Whatever answers has no token to bring
// back, and aboutDigest keeps it out of the next digest.
func (a *Arbitre) postDigest(tx *ledger.Tx, d digest) error {
	to := ledger.Player{Addresses: []string{a.operator.Address}, Lang: a.operator.Lang}
	body, err := words(to).Render("mail/digest", d)
	if err != nil {
		return err
	}
	subject, err := words(to).Render("subject/digest", d)
	if err != nil {
		return err
	}
	return a.post(tx, draft{player: to, kind: kindDigest, subject: subject, body: body + "\n", seatless: true})
}

// harmless makes one short line of what a stranger wrote: nothing that a
// terminal obeys, and no link that a mail program would make of it.
func harmless(s string) string {
	s = templates.Printable(oneLine(s))
	if r := []rune(s); len(r) > mostColumns {
		s = string(r[:mostColumns-1]) + "…"
	}
	return strings.NewReplacer("://", ": / /", "www.", "www .").Replace(s)
}

// aboutDigest says whether a letter comes from the operator, or answers a
// digest: if that were worth a digest, a machine at his address would get one
// every day.
func (a *Arbitre) aboutDigest(tx *ledger.Tx, l ledger.Letter) bool {
	if ledger.FoldAddress(l.From) == ledger.FoldAddress(a.operator.Address) {
		return true
	}
	answer := letter.Read(tx.Raw(l.Receipt))
	return slices.ContainsFunc(append(answer.References, answer.InReplyTo), func(id string) bool {
		m, ok, err := tx.MailByMessageID(id)
		return err == nil && ok && m.Kind == kindDigest
	})
}
