package mailbot

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
)

// A leave is the permission to answer a letter. The orders of a letter count
// whether it is answered or not.
type leave struct {
	given  bool
	last   bool // it is the last of the day for the address or the seat
	ends   bool // it is the last of the day in its conversation
	thread string
}

// A ration is how many answers something may have in a period.
type ration struct {
	period, what string
	most         int // 0: no limit
	ends         bool
}

// mayAnswer asks for the leave to answer a letter, and counts the answer if it
// is given. The limits end a conversation with a machine that doesn't say that
// it is one. An idle letter is one in which nothing was understood: such are a
// machine's, so there is little for them, and for the same words nothing twice
// in a week.
func (a *Arbitre) mayAnswer(tx *ledger.Tx, p ledger.Player, r ledger.Letter, l *letter.Letter, idle bool) (leave, error) {
	thread, err := threadOf(tx, l)
	if err != nil {
		return leave{}, err
	}
	now := a.now()
	day, week := ledger.DayOf(now), ledger.WeekOf(now)
	seat := fmt.Sprintf("%s %d", p.Game, p.Seat)
	rations := []ration{
		{period: day, what: "seat " + seat, most: a.Conduct.SeatMails},
		{period: day, what: "thread " + fingerprint(thread), most: a.Conduct.ThreadMails, ends: true},
	}
	if len(p.Addresses) > 0 {
		rations = append(rations, ration{period: day, what: "address " + p.Addresses[0], most: a.Conduct.DailyMails})
	}
	if idle && a.Conduct.IdleMails > 0 {
		rations = append(rations,
			ration{period: day, what: "idle " + seat, most: a.Conduct.IdleMails},
			ration{period: week, what: "idle " + seat, most: 2 * a.Conduct.IdleMails},
			ration{period: week, what: "said " + seat + " " + fingerprint(newText(l)), most: 1},
		)
	}
	granted := leave{given: true, thread: thread}
	for _, one := range rations {
		n, err := tx.Counted(one.period, one.what)
		if err != nil {
			return leave{}, err
		}
		if one.most > 0 && n >= one.most {
			a.log.Warn("no answer: there were enough", "receipt", r.Receipt, "game", p.Game, "seat", p.Seat, "counted", strings.SplitN(one.what, " ", 2)[0], "most", one.most)
			return leave{}, nil
		}
		if one.most > 1 && n+1 == one.most {
			granted.last, granted.ends = granted.last || !one.ends, granted.ends || one.ends
		}
	}
	for _, one := range rations {
		if one.most > 0 {
			if _, err := tx.Count(one.period, one.what); err != nil {
				return leave{}, err
			}
		}
	}
	return granted, nil
}

// answerWithin posts an answer for which leave was given, which says so if it is
// the last.
func (a *Arbitre) answerWithin(tx *ledger.Tx, given leave, d draft) error {
	d.thread = given.thread
	if given.last || given.ends {
		note, err := words(d.player).Render("mail/last-answer", map[string]any{"Conversation": !given.last})
		if err != nil {
			return err
		}
		d.body = strings.TrimRight(d.body, "\n") + "\n\n" + note + "\n"
	}
	return a.post(tx, d)
}

// threadOf names the conversation of a letter: that of the mail of ours that it
// answers or, failing that, what the letter says.
func threadOf(tx *ledger.Tx, l *letter.Letter) (string, error) {
	ids := append([]string{l.InReplyTo}, l.References...)
	for _, id := range ids {
		if m, ours, err := tx.MailByMessageID(id); err != nil || ours {
			return cmp.Or(m.Thread, m.MessageID), err
		}
	}
	ids = slices.Concat(l.References, []string{l.InReplyTo, l.MessageID})
	return cmp.Or(ids...), nil
}

// fingerprint stands for a text in a key of the ledger, which has an end.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}
