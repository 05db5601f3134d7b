package mailbot

import (
	"strings"
	"testing"

	"arbitre/mailbot/ledger"
)

// TestMachinesGetSilence replies with a good token and, where a header tells
// the machine, with a good order, as machines do that quote what they answer.
func TestMachinesGetSilence(t *testing.T) {
	for name, touches := range map[string][]any{
		"vacation by header":  {field("Auto-Submitted: auto-replied")},
		"vacation by subject": {subject("Réponse automatique : saison 1"), "Je suis absent du bureau jusqu'au 20 octobre.", "En cas d'urgence, écrivez à Sigrid."},
		"old vacation header": {field("X-Autoreply: yes")},
		"mailing list":        {field("List-Id: <jdr.example.org>")},
		"bulk":                {field("Precedence: bulk")},
		"precedence junk":     {field("Precedence: junk")},
		"precedence list":     {field("Precedence: list")},
		"auto_reply":          {field("Precedence: auto_reply")},
		"auto-generated":      {field("Auto-Submitted: auto-generated (vacation)")},
		"another list header": {field("List-Post: <mailto:jdr@example.org>")},
		"null return path":    {envelope("")},
		"postmaster":          {from("postmaster@" + domain)},
		"the arbitre itself":  {from(herald)},
		"delivery report":     {field("MIME-Version: 1.0"), field("Content-Type: multipart/report; report-type=delivery-status; boundary=b")},
		"read receipt":        {field("MIME-Version: 1.0"), field("Content-Type: multipart/report; report-type=disposition-notification; boundary=b")},
		"english vacation":    {subject("Out of office: Re: season 1"), "I am away until Monday.", "Regards"},
		"mailer daemon":       {from("mailer-daemon@" + domain)},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			if len(touches) == 1 {
				touches = append(touches, "CHE 1")
			}
			s.letter("harald", append([]any{reply(s.report("harald"))}, touches...)...)
			s.poll()
			s.expectNone(people...)
			if l := s.last(); l.Verdict != ledger.Automated && l.Verdict != ledger.Looped {
				t.Errorf("on record as %s", l.Verdict)
			}
			s.expectList(1)
		})
	}
}

// A mail of ours that comes back without its headers, but for its Message-ID.
func TestOurOwnMessageIDGetsSilence(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), messageID(s.report("harald").MessageID), "CHE 1")
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Looped)
	s.expectList(1)
}

func TestBouncedConfirmationGetsSilence(t *testing.T) {
	s := newStory(t)
	c := s.orders("harald", "CHE 1")
	bounce := "From: MAILER-DAEMON@" + domain + "\r\nTo: " + herald + "\r\nSubject: Undelivered Mail Returned to Sender\r\n" +
		"Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you that your message could not be delivered.\r\n" +
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; " + domain + "\r\n\r\nFinal-Recipient: rfc822; " + at("harald") + "\r\nAction: failed\r\nStatus: 5.1.1\r\n" +
		"--b\r\nContent-Type: message/rfc822\r\n\r\n" + string(c.raw) + "\r\n--b--\r\n"
	s.post("", c.ReplyTo.Addr, []byte(bounce))
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Automated)
	s.expectList(1, "CHE 1")
}

// TestBareBounceGetsSilence has a mail host return the mail with nothing that
// the standards ask for.
func TestBareBounceGetsSilence(t *testing.T) {
	s := newStory(t)
	c := s.orders("harald", "CHE 1")
	s.letter("harald", to(c.ReplyTo.Addr), subject("failure notice"), "Hi. This is the qmail-send program at "+domain+".",
		"I'm afraid I wasn't able to deliver your message to the following addresses.", "", "<"+at("harald")+">:",
		"Sorry, no mailbox here by that name. (#5.1.1)", "", "--- Below this line is a copy of the message.", "", string(c.raw))
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Automated)
	s.expectList(1, "CHE 1")
}

func TestOurOwnMailLoopedBackGetsSilence(t *testing.T) {
	s := newStory(t)
	c := s.orders("harald", "CHE 1")
	s.post(herald, herald, c.raw)
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Looped)

	// A forwarding rule resends it under the player's name.
	raw := strings.Replace(string(c.raw), "From: =?utf-8?q?Le_H=C3=A9raut?= <"+herald+">", "From: "+at("harald"), 1)
	if raw == string(c.raw) {
		t.Fatalf("no From to replace in\n%s", raw)
	}
	raw = strings.Replace(raw, "Message-Id: <", "Message-Id: <again-", 1)
	s.post(at("harald"), c.ReplyTo.Addr, []byte(raw))
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Looped)
	s.expectList(1, "CHE 1")
}

// TestEchoEndsTheConversation has a machine without any manners answer every
// mail with its own text.
func TestEchoEndsTheConversation(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, DailyMails: 4}))
	m := s.report("harald")
	answers := 0
	for range 12 {
		s.letter("harald", reply(m), m.body)
		s.poll()
		mails := s.unread("harald")
		if len(mails) == 0 {
			break
		}
		answers += len(mails)
		m = mails[0]
	}
	if answers > 4 {
		t.Errorf("%d answers in a day, want 4 at most", answers)
	}
}

func TestDailyAnswersAreLimitedAndOrdersAreNot(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, DailyMails: 2}))
	for i, order := range []string{"CHE 1", "CHE 2", "CHE 3"} {
		s.letter("harald", reply(s.report("harald")), order)
		s.poll()
		if i < 2 {
			s.expect("harald", "confirmation", contains(order))
		}
		s.expectList(1, order)
	}
	s.expectNone("harald")
	// Another player has his own count, and the next day is another.
	s.orders("sigrid", "CHE 1")
	s.advance(24 * 3600e9)
	s.orders("harald", "CHE 4")
}
