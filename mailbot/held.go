package mailbot

import (
	"slices"
	"strings"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// mostQuestions is how many questions about letters without proof an address
// gets in a day (UTC). Anybody can cause one, so they don't count among the
// player's answers, and there are few.
const mostQuestions = 3

// question counts one more question of a kind to a player, who has an address,
// and returns how many he had today.
func (a *Arbitre) question(tx *ledger.Tx, kind string, p ledger.Player) (int, error) {
	return tx.Count(ledger.DayOf(a.now()), kind+" "+p.Addresses[0])
}

// challenge asks the registered address whether a letter without proof is its
// own. The letter itself isn't quoted: anybody may have written it. The last
// challenge of a day speaks for the letters that come after it that day: they
// are held without a word.
func (a *Arbitre) challenge(tx *ledger.Tx, r arrival) error {
	n, err := a.question(tx, "challenge", r.player)
	if err != nil {
		return err
	}
	if n > mostQuestions {
		return tx.HoldSilently(r.player.Addresses[0], a.now(), r.record.Receipt)
	}
	body, err := words(r.player).Render("mail/challenge", map[string]any{
		"Lord": r.player.Lord, "Received": r.record.Received, "Zone": a.zoneOf(tx, r.player.Game), "Receipt": r.record.Receipt,
		"WrongPassword": strings.Contains(r.record.Reason, "wrong password"),
	})
	if err != nil {
		return err
	}
	kind := "challenge"
	if n == mostQuestions {
		kind = "last-challenge"
		last, err := words(r.player).Render("mail/last-challenge", nil)
		if err != nil {
			return err
		}
		body += "\n\n" + last
	}
	return a.post(tx, draft{
		player: r.player, kind: kind, subject: a.subject(r.player, "subject/challenge", nil), body: body + "\n",
		answers: &answered{r.letter.MessageID, r.letter.References}, cause: r.record.Receipt,
	})
}

// assents says whether a proven reply means yes: it says so, says nothing at
// all, or is a letter to the Arbitre of its own. A reply that only tells
// something else may be a machine's, on holiday for its owner, and its silence
// about the question must not set a forger's letter free.
func (a *Arbitre) assents(tx *ledger.Tx, r arrival) (bool, error) {
	lines := linesOf(r.letter)
	if len(lines) == 0 {
		return true, nil
	}
	if slices.ContainsFunc(lines, isYes) {
		return true, nil
	}
	t, err := a.table(tx, r.player.Game)
	if err != nil {
		return false, err
	}
	return t.reader(r.player.Seat).Read(lines).Understood(), nil
}

// isYes says whether a line is a yes and nothing else.
func isYes(line orders.Line) bool {
	word := orders.Fold(strings.Trim(line.Text, " .,!"))
	return word == "oui" || word == "yes"
}

// releaseHeld carries out the letters that a proven reply to a challenge sets
// free, at the time at which they were received, and tells whether there was one.
func (a *Arbitre) releaseHeld(tx *ledger.Tx, r arrival) (released bool, err error) {
	for _, id := range slices.Compact(append([]string{r.letter.InReplyTo}, r.letter.References...)) {
		m, ok, err := tx.MailByMessageID(id)
		if err != nil {
			return released, err
		}
		if !ok || m.Game != r.player.Game || m.Seat != r.player.Seat {
			continue
		}
		if yes, err := a.assents(tx, r); err != nil || !yes {
			return released, err
		}
		receipts := []uint64{m.Cause}
		switch m.Kind {
		case "challenge":
		case "last-challenge":
			// Only this one says that it speaks for others: who answers one of
			// those before it has not been told that there are more.
			silent, err := tx.TakeSilent(m.To, m.Created)
			if err != nil {
				return released, err
			}
			receipts = append(receipts, silent...)
		default:
			continue
		}
		for _, receipt := range receipts {
			one, err := a.release(tx, receipt, m.To)
			if released = released || one; err != nil {
				return released, err
			}
		}
	}
	return released, nil
}

// release carries out a letter that was held, if its seat's mail still goes to
// the address that was asked about it.
func (a *Arbitre) release(tx *ledger.Tx, receipt uint64, asked string) (bool, error) {
	held, ok, err := tx.Letter(receipt)
	if err != nil || !ok || held.Verdict != ledger.Held {
		return false, err
	}
	player, _, err := tx.Player(held.Game, held.Seat)
	if err != nil || len(player.Addresses) == 0 || player.Addresses[0] != ledger.FoldAddress(asked) {
		return false, err
	}
	held.Verdict = ledger.Released
	if err := tx.SaveLetter(held); err != nil {
		return false, err
	}
	return true, a.attend(tx, held, letter.Read(tx.Raw(receipt)), player)
}
