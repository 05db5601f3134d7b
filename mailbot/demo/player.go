package demo

import (
	"context"
	"fmt"
	"strings"

	"arbitre/engine"
	"arbitre/engine/gloire/bots"
	"arbitre/mailbot"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
)

// A player is a lord with a mailbox and a way of writing.
type player struct {
	seat    engine.Seat
	name    string
	address string
	secret  string // for MOTDEPASSE lines
	lang    string
	style   style
	cursor  inbox.Cursor
	report  []byte // the last report: what he replies to
}

func (s *stage) newPlayer(seat engine.Seat, name string) *player {
	p := &player{
		seat: seat, name: name, address: strings.ToLower(name) + "@" + domain,
		secret: "mot-de-" + strings.ToLower(name), lang: "fr", style: styles[int(seat-1)%len(styles)],
	}
	if seat == 3 {
		p.lang = "en"
	}
	return p
}

// play has a player read his mail, write his orders as his bot has them, and
// see that he is confirmed. It returns how many letters he wrote.
func (p *player) play(ctx context.Context, s *stage, view mailbot.View, season int) (int, error) {
	if _, err := p.fetch(ctx, s); err != nil {
		return 0, err
	}
	lines := bots.Play(view.State, p.seat, s.dice(fmt.Sprintf("bot/%d/%d", season, p.seat)))
	if len(lines) == 0 {
		return 0, nil // the dead write no letters
	}
	draft := p.style.spoil(lines)
	if err := p.post(ctx, s, season, draft); err != nil {
		return 0, err
	}
	confirmation, err := p.confirmed(ctx, s)
	if err != nil {
		return 1, err
	}
	if !p.style.mends || !needsMending(confirmation) {
		return 1, nil
	}
	if err := p.post(ctx, s, season, lines); err != nil {
		return 1, err
	}
	_, err = p.confirmed(ctx, s)
	return 2, err
}

// needsMending says whether a confirmation refuses a line, as a player would
// see at a glance.
func needsMending(confirmation string) bool {
	return strings.Contains(confirmation, "REFUS") || strings.Contains(confirmation, "ATTENTION")
}

// post writes a letter and submits it as the player's mail client would.
func (p *player) post(ctx context.Context, s *stage, season int, lines []string) error {
	raw, to := p.style.write(p, lines, season, s.now())
	over := &outbox.SMTP{
		Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain, User: p.address,
		Password: func(context.Context) (string, error) { return password, nil },
	}
	defer over.Close()
	return over.Send(ctx, p.address, to, raw)
}

// confirmed has the Arbitre look at its mailbox, and returns the confirmation
// that the player then finds in his. That there is none is an error: the demo
// is there to show that there is.
func (p *player) confirmed(ctx context.Context, s *stage) (string, error) {
	if err := s.deliver(ctx); err != nil {
		return "", err
	}
	mails, err := p.fetch(ctx, s)
	if err != nil {
		return "", err
	}
	if len(mails) != 1 {
		return "", fmt.Errorf("%d mails came for one letter", len(mails))
	}
	var text strings.Builder
	for _, line := range letter.Read(mails[0].Raw).NewText {
		text.WriteString(line.Text + "\n")
	}
	return text.String(), nil
}

// fetch reads what is new in the player's mailbox; a report is kept to be
// replied to.
func (p *player) fetch(ctx context.Context, s *stage) ([]inbox.Message, error) {
	session, err := inbox.Dial(ctx, s.account(p.address))
	if err != nil {
		return nil, fmt.Errorf("opening his mailbox: %w", err)
	}
	defer session.Close()
	var mails []inbox.Message
	p.cursor, err = session.Drain(ctx, p.cursor, func(batch []inbox.Message) error {
		mails = append(mails, batch...)
		return nil
	})
	for _, m := range mails {
		if len(letter.Read(m.Raw).Attachments) > 0 {
			p.report = m.Raw
		}
	}
	return mails, err
}
