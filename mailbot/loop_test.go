package mailbot

import (
	"context"
	"fmt"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/link"
	"arbitre/mailbot/postoffice"
)

// A twin is one of two Arbitres over one post office, a player of the other's
// game, with a machine in front of its mailbox that answers every letter.
type twin struct {
	s       *story
	address string
	book    *ledger.Ledger
	arbitre *Arbitre
	seen    int // letters that the machine has answered
}

// newTwin opens a game whose first seat is the other's.
func newTwin(s *story, address, other string) *twin {
	s.Helper()
	t := &twin{s: s, address: address}
	var err error
	t.book, err = ledger.Open(s.TempDir() + "/ledger.db")
	s.must(err)
	s.Cleanup(func() { s.must(t.book.Close()) })
	o := s.options
	o.Ledger, o.Entropy = t.book, counted()
	o.Sender = Sender{Name: "L'Arbitre", Address: address, Domain: name(address) + ".example"}
	t.arbitre, err = New(o)
	s.must(err)
	opening := s.opening
	opening.Charter.Game = "jeu-" + name(address)
	opening.Charter.Seats = []engine.Founder{{Seat: 1, Name: "Harald"}, {Seat: 2, Name: "Sigrid"}}
	opening.Players = []NewPlayer{{Seat: 1, Address: other, Lang: "fr"}}
	s.must(t.arbitre.Open(opening))
	return t
}

// round has the machine answer what has come, and the Arbitre do its work.
func (t *twin) round(answer func(m postoffice.Stored, l *letter.Letter) []byte) {
	s := t.s
	s.Helper()
	stored, err := s.office.Messages(t.address, "INBOX")
	s.must(err)
	for _, m := range stored[t.seen:] {
		l := letter.Read(m.Raw)
		if l.LoopHeader == "" {
			continue // the other machine's: they need no Arbitre to talk for ever
		}
		s.post(t.address, l.ReplyTo.Addr, answer(m, l))
	}
	t.seen = len(stored)
	session, err := inbox.Dial(s.Context(), inbox.Account{Addr: s.office.IMAPAddr(), TLS: link.Plain, User: t.address, Password: s.account(herald).Password})
	s.must(err)
	defer session.Close()
	collect := func() error {
		cursor, err := t.arbitre.Cursor("INBOX")
		if err != nil {
			return err
		}
		_, err = session.Drain(s.Context(), cursor, t.arbitre.Take)
		return err
	}
	s.must(collect())
	s.must(t.arbitre.Tick(s.Context(), func(context.Context) error { return collect() }))
	s.must(t.arbitre.Send(s.Context(), s.over))
}

// answers counts the mails that aren't reports.
func (t *twin) answers() (answers, reports int) {
	t.s.Helper()
	t.s.must(t.book.View(func(tx *ledger.Tx) error {
		mails, err := tx.Mails()
		for _, m := range mails {
			if m.Kind == "report" {
				reports++
			} else {
				answers++
			}
		}
		return err
	}))
	return answers, reports
}

// TestTwoArbitresDoNotTalkForEver has two Arbitres, each a player of the
// other's game, write to one another for a month behind machines that answer
// everything at once. Machines without manners are allowed a handful.
func TestTwoArbitresDoNotTalkForEver(t *testing.T) {
	n := 0
	machine := func(fields string, text func() string) func(string) func(postoffice.Stored, *letter.Letter) []byte {
		return func(self string) func(postoffice.Stored, *letter.Letter) []byte {
			return func(m postoffice.Stored, l *letter.Letter) []byte {
				n++
				return fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: %s\r\nMessage-ID: <m%d@machine.example>\r\nIn-Reply-To: <%s>\r\n%s\r\n%s\r\n",
					self, l.ReplyTo.Addr, "votre lettre", n, l.MessageID, fields, text())
			}
		}
	}
	same := func() string { return "Bonjour, votre courrier est bien là. Cordialement." }
	changing := func() string { return fmt.Sprintf("Bonjour, votre courrier n° %d est bien là.", n) }
	month := 30 * 24 * time.Hour
	for kind, tt := range map[string]struct {
		machine func(string) func(postoffice.Stored, *letter.Letter) []byte
		lasts   time.Duration
		every   time.Duration
		most    int // answers of each Arbitre
	}{
		"with honest headers":   {machine("Auto-Submitted: auto-replied\r\n", same), month, 6 * time.Hour, 0},
		"always the same words": {machine("", same), month, 6 * time.Hour, 6},         // one a week
		"each time other words": {machine("", changing), month, 6 * time.Hour, 6 * 6}, // two days' worth a week
		// What would be a person's question is bounded by the conversation's day.
		"words that ask": {machine("", func() string { return "ORDRES" }), 3 * 24 * time.Hour, 30 * time.Minute, 4 * 20},
	} {
		t.Run(kind, func(t *testing.T) {
			s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, DailyMails: 50, SeatMails: 50, ThreadMails: 20, IdleMails: 3}))
			a, b := "alpha@"+domain, "beta@"+domain
			s.must(s.office.AddAccount(a, mailPass))
			s.must(s.office.AddAccount(b, mailPass))
			alpha, beta := newTwin(s, a, b), newTwin(s, b, a)
			for range int(tt.lasts / tt.every) {
				alpha.round(tt.machine(a))
				beta.round(tt.machine(b))
				s.advance(tt.every)
			}
			for _, one := range []*twin{alpha, beta} {
				answers, reports := one.answers()
				if answers > tt.most || tt.most > 0 && answers == 0 || reports == 0 {
					t.Errorf("%s wrote %d answers and %d reports, want %d answers at most", one.address, answers, reports, tt.most)
				}
				t.Logf("%s wrote %d answers and %d reports", one.address, answers, reports)
			}
		})
	}
}
