package mailbot

import (
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"arbitre/mailbot/ledger"
)

// bounce posts what a mail host reports of a mail.
func (s *story) bounce(m *received, recipient, action, status string) {
	s.Helper()
	s.letters++
	s.post("", herald, []byte("From: MAILER-DAEMON@"+domain+"\r\nTo: "+herald+"\r\nSubject: Undelivered Mail Returned to Sender\r\n"+
		"Message-ID: <bounce-"+string(rune('a'+s.letters%26))+m.MessageID+">\r\n"+
		"Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"+
		"--b\r\nContent-Type: text/plain\r\n\r\nYour message could not be delivered.\r\n"+
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; "+domain+"\r\n\r\nFinal-Recipient: rfc822; "+recipient+
		"\r\nAction: "+action+"\r\nStatus: "+status+"\r\nDiagnostic-Code: smtp; 550 "+status+" no such user here\r\n"+
		"--b\r\nContent-Type: message/rfc822\r\n\r\n"+string(m.raw)+"\r\n--b--\r\n"))
	s.poll()
}

func (s *story) mailOf(m *received) (found ledger.Mail) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		found, _, err = tx.MailByMessageID(m.MessageID)
		return err
	}))
	return found
}

func TestABounceIsTiedToItsMail(t *testing.T) {
	for name, tt := range map[string]struct {
		recipient, action, status string
		want                      ledger.MailState
	}{
		"refused for good":              {at("harald"), "failed", "5.1.1", ledger.Bounced},
		"tried for days":                {at("harald"), "failed", "4.4.7", ledger.Bounced},
		"on its way":                    {at("harald"), "delayed", "4.4.1", ledger.Sent},
		"delivered":                     {at("harald"), "delivered", "2.0.0", ledger.Sent},
		"to somebody else":              {at("sigrid"), "failed", "5.1.1", ledger.Sent},
		"of an address that isn't ours": {"x@elsewhere.example", "failed", "5.1.1", ledger.Sent},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			c := s.orders("harald", "CHE 1")
			s.bounce(c, tt.recipient, tt.action, tt.status)
			s.expectNone(people...)
			s.expectVerdict(ledger.Automated)
			m := s.mailOf(c)
			if m.State != tt.want || tt.want == ledger.Bounced && !strings.Contains(m.LastError, "no such user here") {
				t.Errorf("the mail is %s (%q), want %s", m.State, m.LastError, tt.want)
			}
			s.expectList(1, "CHE 1")
		})
	}
}

// dead has Harald's mail come back until nothing more is sent to him.
func (s *story) dead() (bounced []*received) {
	s.Helper()
	for i, order := range []string{"CHE 1", "CHE 2", "CHE 3"} {
		c := s.orders("harald", order)
		bounced = append(bounced, c)
		s.bounce(c, at("harald"), "failed", "5.1.1")
		s.bounce(c, at("harald"), "failed", "5.1.1") // twice is once
		if i < 2 {
			s.expectNone("roi", "harald")
		}
	}
	s.expect("roi", "notice", titled("[scan1] Le courrier de Harald revient"), contains(at("harald"), "3 lettres de suite", "no such user here"))
	return bounced
}

func TestSendingPausesAfterThreeBouncesAndTheMasterIsToldOnce(t *testing.T) {
	s := newStory(t, withMaster())
	bounced := s.dead()
	s.bounce(s.report("harald"), at("harald"), "failed", "5.1.1")
	s.playOn()
	s.expect("roi", "report")
	s.expect("sigrid", "report")
	s.expectNone("harald") // his report is kept
	if got := s.state("harald"); got[len(got)-1] != ledger.Paused {
		t.Errorf("his mails are %v", got)
	}
	s.advance(48 * time.Hour)
	s.send()
	s.restart()
	s.send()
	s.expectNone(people...)
	// He writes: the newest report comes, and the answer.
	s.letter("harald", reply(bounced[0]), "CHE 4")
	s.poll()
	s.expectAll("harald", "report", "confirmation")
	if got := s.state("harald"); got[0] != ledger.Bounced {
		t.Errorf("his mails are %v", got)
	}
}

func TestSendingResumesWithTheNewestReportAndTheDaysAnswers(t *testing.T) {
	s := newStory(t, withMaster(), withLords("Harald", "Sigrid"), alsoAt("harald", at("olaf")), withPasswords())
	s.dead()
	s.letter("quidam", "bonjour")
	s.letter("harald", "CHE 5") // proves nothing, so it resumes nothing
	s.poll()
	s.expectNone("harald", "olaf", "quidam")
	s.season2(t)
	s.letter("olaf", "MOTDEPASSE "+secretOf("harald"), "CHE 4") // from his other address
	s.poll()
	mails := s.unread("harald")
	var kinds []string
	for _, m := range mails {
		kinds = append(kinds, m.kind)
	}
	if strings.Join(kinds, " ") != "report confirmation" || !strings.Contains(mails[0].Subject, "Saison 1") {
		t.Errorf("he got %v", kinds)
	}
	for _, m := range s.outbox() {
		if m.To == at("harald") && m.Kind == "challenge" && m.State != ledger.Outdated {
			t.Errorf("the challenge of days ago is %s", m.State)
		}
	}
	s.expectList(1, "CHE 4")
}

// season2 plays a season of which Harald gets nothing.
func (s *story) season2(t *testing.T) {
	t.Helper()
	s.playOn()
	s.expect("roi", "report")
	s.expect("sigrid", "report")
	s.expectNone("harald")
}

func TestAnswersOfTheLastDayAreSentAgain(t *testing.T) {
	s := newStory(t, withMaster())
	bounced := s.dead()
	s.advance(2 * time.Hour)
	s.letter("harald", reply(s.report("harald")), "CHE 4")
	s.poll()
	// The newest report was delivered; the answers that came back are sent again,
	// as they were.
	mails := s.expectAll("harald", "confirmation", "confirmation", "confirmation", "confirmation")
	ids := map[string]bool{}
	for _, m := range mails {
		if ids[m.MessageID] {
			t.Error("an answer is sent twice")
		}
		ids[m.MessageID] = true
	}
	for _, b := range bounced {
		if !ids[b.MessageID] {
			t.Errorf("%s isn't sent again", b.MessageID)
		}
	}
}

func TestRefusalsAtSendingPauseToo(t *testing.T) {
	s := newStory(t, withMaster())
	s.office.Refuse(func(_, to string) error {
		if to == at("harald") {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		}
		return nil
	})
	for range 3 {
		s.letter("harald", reply(s.report("harald")), "CHE 1")
		s.poll()
	}
	s.send()
	s.expect("roi", "notice", contains("no such user"))
	s.office.Refuse(nil)
	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("olaf")}} // the address is put right
	s.must(s.arbitre.Ensure(o))
	s.send()
	s.expect("olaf", "report", titled("[scan1] La partie commence"))
	s.expectNone("harald")
}

func TestADeliveryInBetweenBreaksTheRow(t *testing.T) {
	s := newStory(t, withMaster())
	first, second := s.orders("harald", "CHE 1"), s.orders("harald", "CHE 2")
	s.orders("harald", "CHE 3") // arrives
	fourth := s.orders("harald", "CHE 4")
	for _, m := range []*received{first, second, fourth} {
		s.bounce(m, at("harald"), "failed", "5.2.2")
	}
	s.expectNone("roi")
	s.orders("harald", "CHE 5")
}

// Someone who doesn't know the identifiers of our mails can't pause a player.
func TestForgedBouncesDoNothing(t *testing.T) {
	s := newStory(t, withMaster())
	for range 5 {
		forged := *s.report("sigrid")
		forged.raw = []byte(strings.ReplaceAll(string(forged.raw), forged.MessageID, "1.abc.guess@"+domain))
		s.bounce(&forged, at("sigrid"), "failed", "5.1.1")
	}
	s.expectNone(people...)
	s.orders("sigrid", "CHE 1")
}
