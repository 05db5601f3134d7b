package mailbot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/bounce"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// An arrival is a letter with all that can be known of it before the
// transaction that records it.
type arrival struct {
	message inbox.Message
	letter  *letter.Letter
	kept    []byte // the letter's bytes as the ledger keeps them
	record  ledger.Letter
	player  ledger.Player
	bounces []bounce.Report // what an automatic letter reports of ours
}

// Take records a batch of letters from a mailbox and answers those that want an
// answer, all in one transaction: when it returns nil they are on disk, with
// their orders and the replies. Letters that were recorded before are passed over.
func (a *Arbitre) Take(batch []inbox.Message) error {
	arrivals, err := a.prepare(batch)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.update(func(tx *ledger.Tx) error {
		for _, r := range arrivals {
			if err := a.record(tx, r); err != nil {
				return fmt.Errorf("taking letter %d of %s: %w", r.message.UID, r.message.Mailbox, err)
			}
		}
		return advance(tx, batch)
	})
}

// advance moves the cursor of each mailbox past the letters of a batch.
func advance(tx *ledger.Tx, batch []inbox.Message) error {
	for _, m := range batch {
		c, err := tx.Cursor(m.Mailbox)
		if err != nil {
			return err
		}
		if c.Validity == m.Validity && c.Next > m.UID {
			continue
		}
		if err := tx.SetCursor(m.Mailbox, ledger.Cursor{Validity: m.Validity, Next: m.UID + 1}); err != nil {
			return err
		}
	}
	return nil
}

// prepare reads the letters of a batch and finds out who wrote them, side by
// side on every processor, and puts them in the order of their receipt: by the
// mailbox's time, ties by UID.
func (a *Arbitre) prepare(batch []inbox.Message) ([]arrival, error) {
	arrivals := make([]arrival, len(batch))
	errs := make([]error, len(batch))
	var wait sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0)+mostAsking)
	ctx, cancel := context.WithTimeout(context.Background(), askingTime)
	defer cancel()
	q := inquiry{ctx, make(chan struct{}, mostAsking)}
	for i, m := range batch {
		turn <- struct{}{}
		wait.Go(func() {
			defer func() { <-turn }()
			if err := guarded(func() error { arrivals[i], errs[i] = a.arrive(q, m); return nil }); err != nil {
				arrivals[i] = unread(m, err)
				a.log.Error("a letter can't be read", "mailbox", m.Mailbox, "uid", m.UID, "error", err)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(arrivals, func(x, y arrival) int {
		return cmp.Or(x.message.Received.Compare(y.message.Received), cmp.Compare(x.message.UID, y.message.UID))
	})
	return arrivals, nil
}

// unread is a letter at which its reader failed: nobody knows who wrote it, nor
// whether there is a password in it. Only the mailbox keeps its bytes.
func unread(m inbox.Message, cause error) arrival {
	reason, _, _ := strings.Cut(cause.Error(), "\n")
	return arrival{message: m, letter: &letter.Letter{}, record: ledger.Letter{
		Mailbox: m.Mailbox, Validity: m.Validity, UID: m.UID, Received: m.Received,
		Identity: fmt.Sprintf("unread %s %d %d", m.Mailbox, m.Validity, m.UID), Cut: m.TooLarge, Verdict: ledger.Quarantined, Reason: reason,
	}}
}

// arrive reads one letter and finds out who wrote it.
func (a *Arbitre) arrive(q inquiry, m inbox.Message) (arrival, error) {
	if m.Unreadable != nil {
		return unread(m, m.Unreadable), nil
	}
	if m.Received.IsZero() { // a server that doesn't tell
		m.Received = a.now()
	}
	l := letter.Read(m.Raw)
	r := arrival{message: m, letter: l, kept: keepable(l, m.Raw), record: ledger.Letter{
		Mailbox: m.Mailbox, Validity: m.Validity, UID: m.UID, Received: m.Received,
		From: l.From.Addr, Subject: orders.Blank(l.Subject), MessageID: l.MessageID,
		Identity: letterIdentity(l.MessageID, m), Cut: m.TooLarge,
	}}
	switch reason, err := a.loops(l); {
	case err != nil:
		return r, err
	case reason != "":
		r.record.Verdict, r.record.Reason = ledger.Looped, reason
		return r, nil
	case l.Automated:
		r.record.Verdict, r.record.Reason = ledger.Automated, l.AutomatedReason
		r.bounces, _ = bounce.Read(m.Raw)
		return r, nil
	}
	c := claimOf(l)
	var who identity
	if err := a.ledger.View(func(tx *ledger.Tx) (err error) {
		who, err = identify(tx, a.key, c, seatNamed(tx))
		return err
	}); err != nil {
		return r, err
	}
	a.judge(q, &r, c, who)
	return r, nil
}

// loops tells by what a letter is one of the Arbitre's own that came back; "" if
// it isn't.
func (a *Arbitre) loops(l *letter.Letter) (reason string, err error) {
	switch {
	case l.LoopHeader != "":
		return "bears the loop header of " + oneLine(l.LoopHeader), nil
	case a.Sender.is(l.From.Addr):
		return "from the arbitre's own address", nil
	case l.MessageID == "":
		return "", nil
	}
	err = a.ledger.View(func(tx *ledger.Tx) error {
		_, ours, err := tx.MailByMessageID(l.MessageID)
		if ours {
			reason = "bears the Message-ID of a mail of ours"
		}
		return err
	})
	return reason, err
}

// judge passes the verdict on a letter that a person wrote, after the proofs
// that take time.
func (a *Arbitre) judge(q inquiry, r *arrival, c claim, who identity) {
	why := ""
	if who.claimed != nil {
		var right bool
		if right, why = a.guesses.check(a.now(), c.from, c.password, *who.claimed); right {
			who.player, who.trust, who.proof = *who.claimed, proven, byPassword
		}
	}
	if who.trust == registered && c.password == "" && !who.elsewhere && a.prover != nil {
		if how, reasons := a.byDomain(q, r.message.Raw, r.letter); how != "" {
			who.trust, who.proof, r.record.Checks = proven, how, reasons
		} else {
			r.record.Checks = reasons
		}
	}
	r.player, r.record.Proof = who.player, who.proof
	switch who.trust {
	case proven:
		r.record.Verdict = ledger.Obeyed
	case registered:
		r.record.Verdict, r.record.Reason = ledger.Held, "registered address, no proof"
	case unclear:
		r.record.Verdict, r.record.Reason = ledger.Unclear, "registered address, no telling for which seat"
	default:
		r.record.Verdict, r.record.Reason = ledger.Stranger, "no seat is proven"
	}
	if why != "" && who.trust != proven {
		r.record.Reason += "; " + why
	}
	if who.trust >= registered {
		r.record.Game, r.record.Seat = who.player.Game, who.player.Seat
	}
}

// longestID is the longest Message-ID that is taken for one, in bytes: a line of
// a mail's header can't be longer, RFC 5322 §2.1.1, and has a name before it.
const longestID = 900

// letterIdentity is the same for the same letter wherever it lies: its
// Message-ID and the digest of its bytes below the header, since servers add to
// the header. A letter without Message-ID has its time of receipt instead, so
// that a player may send the same words twice.
func letterIdentity(messageID string, m inbox.Message) string {
	switch {
	case messageID == "":
		messageID = m.Received.UTC().Format(time.RFC3339)
	case len(messageID) > longestID: // the ledger's keys have an end
		sum := sha256.Sum256([]byte(messageID))
		messageID = hex.EncodeToString(sum[:])
	}
	sum := sha256.Sum256(bodyOf(m.Raw))
	return messageID + " " + hex.EncodeToString(sum[:])
}

// claimOf collects what a letter says of its writer.
func claimOf(l *letter.Letter) claim {
	c := claim{from: l.From.Addr}
	for _, t := range l.Tokens {
		c.tokens = append(c.tokens, t.Value)
	}
	r := orders.Read(orders.Grammar{}, linesOf(l))
	if d, ok := directive(r, "PARTIE"); ok {
		c.game = textArg(d)
	}
	if d, ok := directive(r, "SEIGNEUR"); ok {
		c.seat = textArg(d)
	}
	if d, ok := directive(r, "MOTDEPASSE"); ok {
		c.password = textArg(d)
	}
	c.game = orders.Fold(c.game)
	for _, tag := range orders.SubjectTags(l.Subject) {
		c.tags = append(c.tags, orders.Fold(tag))
	}
	return c
}

// HasPassword says whether a letter has a line with a password, right or wrong.
func HasPassword(l *letter.Letter) bool { return claimOf(l).password != "" }

// textArg is the only argument of a directive, as text.
func textArg(d orders.Order) string {
	if len(d.Args) == 0 {
		return ""
	}
	return d.Args[0].Text
}

// seatNamed finds a seat by its lord's name or number within a game.
func seatNamed(tx *ledger.Tx) func(game, lord string) (engine.Seat, bool) {
	return func(game, lord string) (engine.Seat, bool) {
		players, err := tx.Players(game)
		if err != nil {
			return 0, false
		}
		for _, p := range players {
			if orders.Fold(p.Lord) == orders.Fold(lord) || fmt.Sprintf("#%d", p.Seat) == lord {
				return p.Seat, true
			}
		}
		return 0, false
	}
}

// linesOf are a letter's new text, in which its orders are sought.
func linesOf(l *letter.Letter) []orders.Line {
	lines := make([]orders.Line, 0, len(l.NewText))
	for _, line := range l.NewText {
		text := line.Text
		if m := unquotedMark.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
		lines = append(lines, orders.Line{Number: line.Number, Text: text})
	}
	return lines
}

// record writes a letter into the ledger and does what it asks.
func (a *Arbitre) record(tx *ledger.Tx, r arrival) error {
	if tx.Known(r.record) {
		return nil
	}
	changed, err := a.changedHands(tx, r)
	if err != nil {
		return err
	}
	if changed {
		r.record.Verdict, r.record.Reason, r.record.Proof = ledger.Stranger, "the seat changed hands while this was read", ""
	}
	receipt, err := tx.AddLetter(r.record, r.kept)
	if err != nil {
		return err
	}
	r.record.Receipt = receipt
	a.log.Info("letter", "receipt", receipt, "verdict", r.record.Verdict, "reason", r.record.Reason,
		"game", r.record.Game, "seat", r.record.Seat, "proof", r.record.Proof, "checks", r.record.Checks)
	if r.record.Verdict != ledger.Obeyed {
		return blame(r.record.Identity, func() error { return a.ask(tx, r) })
	}
	// A letter before it in the batch may have changed what is known of him.
	player, _, err := tx.Player(r.player.Game, r.player.Seat)
	if err != nil {
		return err
	}
	r.player = player
	if _, err := a.table(tx, player.Game); err != nil {
		return err // all letters of the game wait in the mailbox
	}
	if err := a.resume(tx, player); err != nil {
		return err
	}
	released, err := a.releaseHeld(tx, r)
	if err != nil {
		return err
	}
	if released && a.sick[r.record.Identity] == nil && a.saysNothing(tx, r) {
		return nil // the letters released are answered
	}
	return a.attend(tx, r.record, r.letter, r.player)
}

// ask deals with a letter that isn't obeyed: it asks a registered address about
// one that doesn't count as it is, and takes note of mail that bounced.
func (a *Arbitre) ask(tx *ledger.Tx, r arrival) error {
	if a.sick[r.record.Identity] != nil {
		return nil
	}
	switch r.record.Verdict {
	case ledger.Held:
		return a.challenge(tx, r)
	case ledger.Unclear:
		return a.askWhich(tx, r)
	case ledger.Automated:
		return a.takeBounces(tx, r)
	}
	return nil
}

// changedHands says whether the seat of a letter was given to another since
// its writer was found out.
func (a *Arbitre) changedHands(tx *ledger.Tx, r arrival) (bool, error) {
	if r.record.Verdict != ledger.Obeyed && r.record.Verdict != ledger.Held {
		return false, nil
	}
	now, _, err := tx.Player(r.player.Game, r.player.Seat)
	return now.Generation != r.player.Generation, err
}

// saysNothing tells whether a letter is a bare answer, which asks and orders nothing.
func (a *Arbitre) saysNothing(tx *ledger.Tx, r arrival) bool {
	t, err := a.table(tx, r.player.Game)
	if err != nil || r.player.Seat == gameMaster {
		return len(r.letter.NewText) == 0
	}
	nothing := false
	// What fails here is met again, and dealt with, where the letter is obeyed.
	_ = guarded(func() error {
		reading, _, _ := a.read(t, r.player.Seat, r.letter, false)
		yes := slices.ContainsFunc(linesOf(r.letter), isYes)
		nothing = !reading.Understood() && (len(reading.Findings) == 0 || yes)
		return nil
	})
	return nothing
}

// askWhich asks a player for which of his seats a letter is. The answer brings
// no token: it would be that of one of the seats.
func (a *Arbitre) askWhich(tx *ledger.Tx, r arrival) error {
	if n, err := a.question(tx, "which", r.player); err != nil || n > mostQuestions {
		return err
	}
	mine, err := tx.PlayersAt(r.letter.From.Addr)
	if err != nil {
		return err
	}
	body, err := words(r.player).Render("mail/which", map[string]any{
		"Received": r.record.Received, "Zone": a.zoneOf(tx, r.player.Game), "Receipt": r.record.Receipt, "Seats": mine,
	})
	if err != nil {
		return err
	}
	return a.post(tx, draft{
		player: r.player, kind: "notice", subject: replySubject(r.letter.Subject), body: body, seatless: true,
		answers: &answered{r.letter.MessageID, r.letter.References}, cause: r.record.Receipt,
	})
}
