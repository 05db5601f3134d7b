package mailbot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/orders"
	"arbitre/templates"
)

// obey does what a proven letter asks, and answers it. A letter received at or
// after the deadline waits until the step is played: its orders are for the next.
func (a *Arbitre) obey(tx *ledger.Tx, r ledger.Letter, l *letter.Letter, player ledger.Player) error {
	t, err := a.table(tx, player.Game)
	if err != nil {
		return err
	}
	if player.Seat == gameMaster {
		return a.obeyMaster(tx, t, r, l, player)
	}

	// What is marked inside a quotation counts in a direct reply to a mail of
	// ours; elsewhere it may be a letter of long ago.
	_, direct, err := tx.MailByMessageID(l.InReplyTo)
	if err != nil {
		return err
	}
	reading, lines, source := a.read(t, player.Seat, l, direct)
	if !t.game.Over && !r.Received.Before(t.game.Deadline) && !onlyAsks(reading) {
		return a.deferLetter(tx, t, r, l, player)
	}
	if lang, ok := directive(reading, "LANGUE"); ok {
		player.Lang = lang.Args[0].Word
		if err := tx.SavePlayer(player); err != nil {
			return err
		}
	}
	c, err := a.take(tx, t, r, l, player, reading, lines)
	if err != nil {
		return err
	}
	c.Source, c.Spoken = source, has(reading, "LANGUE")
	leave, err := a.mayAnswer(tx, player, r, l, !reading.Understood() && source == "")
	if err != nil || !leave.given {
		return err
	}
	d := draft{player: player, answers: &answered{l.MessageID, l.References}, cause: r.Receipt}
	if err := a.reply(tx, t, c, reading, player, &d, l.Subject); err != nil {
		return err
	}
	return a.answerWithin(tx, leave, d)
}

// onlyAsks says whether a letter asks something and wants nothing changed: its
// answer needn't wait for a season to be played.
func onlyAsks(r orders.Reading) bool {
	return len(r.Queries) > 0 && len(r.Orders) == 0 && len(r.Directives) == 0
}

// deferLetter sets a late letter aside. Its writer is told at once only if the
// step that it missed is held up; otherwise the step is about to be played, and
// the confirmation for the next follows.
func (a *Arbitre) deferLetter(tx *ledger.Tx, t *table, r ledger.Letter, l *letter.Letter, player ledger.Player) error {
	r.Verdict = ledger.Deferred
	if err := tx.SaveLetter(r); err != nil {
		return err
	}
	if err := tx.Defer(player.Game, r.Receipt); err != nil {
		return err
	}
	if t.game.Waits == "" {
		return nil
	}
	leave, err := a.mayAnswer(tx, player, r, l, false)
	if err != nil || !leave.given {
		return err
	}
	body, err := words(player).Render("mail/deferred", map[string]any{
		"Lord": player.Lord, "Received": r.Received, "Zone": t.zone(), "Receipt": r.Receipt,
		"Season": t.game.At.Season, "Deadline": t.game.Deadline,
	})
	if err != nil {
		return err
	}
	return a.answerWithin(tx, leave, draft{
		player: player, kind: "notice", subject: replySubject(l.Subject), body: body,
		answers: &answered{l.MessageID, l.References}, cause: r.Receipt,
	})
}

// read reads a letter's orders: those of its new text and, in a direct reply,
// those filled in inside the quoted report; or, if there are none, those of the
// first text attachment that has any, whose name is returned with its lines.
func (a *Arbitre) read(t *table, seat engine.Seat, l *letter.Letter, direct bool) (reading orders.Reading, lines []orders.Line, source string) {
	reader := t.reader(seat)
	lines = linesOf(l)
	if direct {
		lines = append(lines, marked(l)...)
	}
	reading = reader.Read(lines)
	if len(reading.Orders) == 0 {
		for _, at := range l.Attachments {
			if at.Text == "" {
				continue
			}
			text := splitLines(at.Text)
			if attached := reader.Read(text); len(attached.Orders) > 0 {
				attached.Directives = append(reading.Directives, attached.Directives...)
				attached.Queries = append(reading.Queries, attached.Queries...)
				attached.Prose = append(reading.Prose, attached.Prose...)
				attached.Findings = append(reading.Findings, attached.Findings...)
				attached.Fumbled = append(reading.Fumbled, attached.Fumbled...)
				reading, lines, source = attached, append(lines, text...), at.Name
				break
			}
		}
	}
	subject := reader.ReadSubject(l.Subject)
	for _, q := range subject.Queries {
		// «Ordres» is what players call a letter that gives orders.
		if q.Code != "ORDRES" || len(l.NewText) == 0 && source == "" {
			reading.Queries = append(reading.Queries, q)
		}
	}
	reading.Directives = append(subject.Directives, reading.Directives...)
	for _, code := range subject.Fumbled {
		if !has(reading, code) {
			reading.Fumbled = append(reading.Fumbled, code)
		}
	}
	return reading, lines, source
}

func splitLines(text string) []orders.Line {
	var lines []orders.Line
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		lines = append(lines, orders.Line{Number: number, Text: strings.TrimSuffix(line, "\r")})
	}
	return lines
}

// newConfirmation tells what can be told of a letter before its orders are
// looked at: for which season it is, and whether it can still count.
func newConfirmation(t *table, r ledger.Letter, l *letter.Letter, player ledger.Player, reading orders.Reading) *confirmation {
	c := &confirmation{
		Lord: player.Lord, Game: t.game.ID(), Receipt: r.Receipt, Received: r.Received, Zone: t.zone(), Season: t.game.At.Season, Current: t.game.At.Season,
		Deadline: t.game.Deadline, Over: t.game.Over, lang: player.Lang,
		Out: !t.game.Over && !awaited(t, player.Seat), Mode: modeOf(reading),
	}
	c.asides(l, reading)
	if d, ok := directive(reading, "SAISON"); ok {
		c.Season, _ = d.Number(d.Args[0].Key)
	}
	c.Past = c.Season < c.Current
	c.Ahead = c.Season > c.Current
	if c.settled() {
		c.Mode = keeps
	}
	late := r.Verdict == ledger.Deferred || !t.game.Began.IsZero() && !r.Received.After(t.game.Began)
	c.Late = late && c.Mode != keeps && !c.Ahead
	remarked := func(kinds ...string) bool {
		return slices.ContainsFunc(l.Remarks, func(r letter.Remark) bool { return slices.Contains(kinds, r.Kind) })
	}
	c.Cut = reading.Truncated || r.Cut || remarked(letter.RemarkTruncated)
	c.Buried = remarked(letter.RemarkOrdersQuoted, letter.RemarkOrdersSetAside)
	c.Broken = remarked(letter.RemarkTooDeep, letter.RemarkTooManyParts, letter.RemarkBrokenMIME, letter.RemarkBrokenEncoding, letter.RemarkUnknownEncoding)
	for _, f := range reading.Findings {
		if f.Facts["code"] == "MOTDEPASSE" && strings.Contains(f.Source, orders.Blanked) {
			continue // the ledger's copy of a letter whose password was blanked
		}
		c.find(f)
	}
	c.own = len(c.Refused)
	c.Fumbled = reading.Fumbled
	return c
}

// settled says that no list can change: the game or the seat's character is at
// its end, or the season is.
func (c *confirmation) settled() bool { return c.Over || c.Out || c.Past }

// take puts a letter's orders into the sheet that they are for, and tells all
// that the confirmation will say.
func (a *Arbitre) take(tx *ledger.Tx, t *table, r ledger.Letter, l *letter.Letter, player ledger.Player, reading orders.Reading, lines []orders.Line) (*confirmation, error) {
	c := newConfirmation(t, r, l, player, reading)
	switch {
	case c.settled():
		return c, nil
	case c.Ahead:
		c.readAhead(t, player.Seat, reading)
		return c, a.takeAhead(tx, r, lines, player, c)
	}
	sheet, err := tx.Sheet(player.Game, c.Season, player.Seat)
	if err != nil {
		return nil, err
	}
	before := sheet.List
	if c.Mode != keeps && r.Received.Before(sheet.Newest) {
		c.supersede()
	}
	if c.Mode == keeps {
		sheet.List = carried(before)
	} else {
		sheet.List = merge(before, reading.Orders, c.Mode)
		sheet.Receipts = append(sheet.Receipts, r.Receipt)
		sheet.Newest = r.Received
		r.Season = c.Season
		if err := tx.SaveSheet(player.Game, sheet); err != nil {
			return nil, err
		}
		if err := tx.SaveLetter(r); err != nil {
			return nil, err
		}
	}
	return c, c.review(t, player.Seat, before, sheet.List)
}

// supersede has the list stay as it is, for a newer letter made it.
func (c *confirmation) supersede() { c.Superseded, c.Mode, c.Late = true, keeps, false }

// takeAhead keeps a letter for a season to come. It is read again when that
// season opens; today's reading is a courtesy.
func (a *Arbitre) takeAhead(tx *ledger.Tx, r ledger.Letter, lines []orders.Line, player ledger.Player, c *confirmation) error {
	if c.Mode == keeps {
		return nil
	}
	sheet, err := tx.Sheet(player.Game, c.Season, player.Seat)
	if err != nil {
		return err
	}
	if r.Received.Before(sheet.Newest) {
		c.supersede()
		c.Kept = nil
		return nil
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.Text
	}
	for i, text := range strings.Split(orders.Blank(strings.Join(texts, "\n")), "\n") {
		lines[i].Text = text
	}
	if c.Mode != adds {
		sheet.Pending = nil
	}
	sheet.Pending = append(sheet.Pending, ledger.Pending{Receipt: r.Receipt, Lines: lines, Mode: string(c.Mode)})
	sheet.Newest = r.Received
	r.Season = c.Season
	if err := tx.SaveLetter(r); err != nil {
		return err
	}
	return tx.SaveSheet(player.Game, sheet)
}

// awaited says whether a seat's orders are waited for: its character is alive.
func awaited(t *table, seat engine.Seat) bool {
	for _, s := range t.rules.Awaited(t.state) {
		if s == seat {
			return true
		}
	}
	return false
}

// reply renders the answer to a letter: the confirmation if it was about
// orders, then what it asked for.
func (a *Arbitre) reply(tx *ledger.Tx, t *table, c *confirmation, reading orders.Reading, player ledger.Player, d *draft, subject string) (err error) {
	d.kind, d.subject = "answer", replySubject(subject)
	if c.speaks(reading) {
		d.kind = "confirmation"
		if subject == "" {
			d.subject = a.subject(player, "subject/confirmation", c)
		}
	}
	d.body, d.files, err = c.body(ledgerDesk{tx, player, t.game.At.Season}, t, reading, player)
	return err
}

// speaks says whether a confirmation is wanted: not for a letter that only asks.
func (c *confirmation) speaks(r orders.Reading) bool {
	return len(r.Queries) == 0 || c.Mode != keeps || c.own > 0 || len(r.Orders) > 0
}

// body renders the text that answers a letter, and the files that go with it.
func (c *confirmation) body(d desk, t *table, reading orders.Reading, player ledger.Player) (string, []engine.Table, error) {
	var parts []string
	var files []engine.Table
	if c.speaks(reading) {
		c.shorten()
		text, err := words(player).Render("confirm/letter", c)
		if err != nil {
			return "", nil, err
		}
		parts = append(parts, text)
	}
	for _, q := range reading.Queries {
		text, more, err := answer(d, t, player, q)
		if err != nil {
			return "", nil, err
		}
		parts = append(parts, text)
		files = append(files, more...)
	}
	return strings.Join(parts, "\n\n"+strings.Repeat("-", templates.Width)+"\n\n") + "\n", files, nil
}

// words are the templates in a player's language.
func words(p ledger.Player) *templates.Set { return templates.In(p.Lang) }

// subject renders a subject line, with the game's tag before it.
func (a *Arbitre) subject(p ledger.Player, entry string, data any) string {
	text, err := words(p).Render(entry, data)
	if err != nil {
		text = entry
	}
	return fmt.Sprintf("[%s] %s", p.Game, text)
}

// replySubject is the subject of an answer: the letter's own, so that mail
// clients keep the thread together.
func replySubject(subject string) string {
	subject = oneLine(orders.Blank(subject))
	const most = 200
	if r := []rune(subject); len(r) > most {
		subject = string(r[:most])
	}
	if strings.HasPrefix(strings.ToLower(subject), "re:") {
		return subject
	}
	return "Re: " + subject
}

// zoneOf is a game's time zone; UTC if there is no such game or zone.
func (a *Arbitre) zoneOf(tx *ledger.Tx, game string) *time.Location {
	t, err := a.table(tx, game)
	if err != nil {
		return time.UTC
	}
	return t.zone()
}
