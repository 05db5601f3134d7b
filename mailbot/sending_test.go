package mailbot

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
)

// state is what became of the mails to someone, in the order of writing.
func (s *story) state(who string) (states []ledger.MailState) {
	s.Helper()
	for _, m := range s.outbox() {
		if m.To == at(who) {
			states = append(states, m.State)
		}
	}
	return states
}

func TestMailRefusedForNowIsSentLaterAsItWas(t *testing.T) {
	s := newStory(t)
	s.office.Refuse(func(_, to string) error {
		if to == at("harald") {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
		}
		return nil
	})
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	s.poll()
	s.expectNone("harald")
	s.expect("sigrid", "confirmation") // is not kept waiting by the other
	m := s.outbox()[2]
	if m.State != ledger.Waiting || m.Attempts != 1 || !m.Due.After(s.now()) || !strings.Contains(m.LastError, "greylisted") {
		t.Fatalf("the mail refused for now is %+v", m)
	}
	s.send() // not due yet
	s.office.Refuse(nil)
	s.advanceTo(m.Due)
	s.send()
	got := s.expect("harald", "confirmation")
	if got.MessageID != m.MessageID {
		t.Errorf("sent as %s, want %s", got.MessageID, m.MessageID)
	}
	s.must(s.book.View(func(tx *ledger.Tx) error {
		if !bytes.HasSuffix(got.raw, tx.MailBytes(m.ID)) {
			t.Error("what arrived isn't what was written")
		}
		return nil
	}))
}

func TestMailRefusedForGoodIsMarkedAndOthersAreSent(t *testing.T) {
	s := newStory(t)
	s.office.Refuse(func(_, to string) error {
		if to == at("harald") {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		}
		return nil
	})
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	s.poll()
	s.expect("sigrid", "confirmation")
	if got := s.state("harald"); got[len(got)-1] != ledger.Failed {
		t.Errorf("the mail refused for good is %s, want failed", got[len(got)-1])
	}
	s.office.Refuse(nil)
	s.advance(240 * time.Hour)
	s.send()
	s.expectNone("harald")
	s.expectList(1, "CHE 1") // the letter counts all the same
}

func TestNothingIsGivenUpWhileTheServerIsDown(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.must(s.collect(s.Context()))
	down := &outbox.SMTP{Addr: "127.0.0.1:1", TLS: link.Plain, Hello: domain}
	defer down.Close()
	for range 40 {
		s.advance(5 * time.Minute)
		if err := s.arbitre.Send(s.Context(), down); err == nil {
			t.Fatal("sending to a server that isn't there is no error")
		}
	}
	if m := s.outbox()[2]; m.State != ledger.Waiting || m.Attempts != 0 {
		t.Errorf("the mail is %+v", m)
	}
	s.send()
	s.expect("harald", "confirmation")
}

func TestMailRefusedForNowForDaysIsGivenUp(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.office.Refuse(func(string, string) error { return &smtp.SMTPError{Code: 452, Message: "mailbox full"} })
	s.poll()
	began := s.now()
	for s.state("harald")[1] == ledger.Waiting {
		s.advance(time.Hour)
		s.send()
		if s.now().Sub(began) > 20*24*time.Hour {
			t.Fatal("still trying after 20 days")
		}
	}
	if took := s.now().Sub(began); took < 4*24*time.Hour {
		t.Errorf("given up after %v, want 4 days at least (RFC 5321 §4.5.4.1)", took)
	}
}

func TestEveryMailSaysWhatItIs(t *testing.T) {
	s := newStory(t)
	report := s.report("harald")
	c := s.orders("harald", "CHE 1")
	for _, m := range []struct {
		*received
		auto  string
		has   []string
		hasnt []string
	}{
		{report, "auto-generated", []string{"List-Id: <scan1." + domain + ">"}, []string{"In-Reply-To:"}},
		{c, "auto-replied", []string{"In-Reply-To: <letter-1@harald>", "References: <" + report.MessageID + ">", "<letter-1@harald>"}, []string{"List-Id:"}},
	} {
		header, _, _ := strings.Cut(string(m.raw), "\r\n\r\n")
		for _, want := range append(m.has, "Auto-Submitted: "+m.auto, "X-Auto-Response-Suppress: OOF, AutoReply", LoopHeader+": "+domain,
			"Message-Id: <"+m.MessageID+">", "To: <"+at("harald")+">", "Date: ") {
			if !strings.Contains(header, want) {
				t.Errorf("%q is missing from\n%s", want, header)
			}
		}
		for _, no := range m.hasnt {
			if strings.Contains(header, no) {
				t.Errorf("%q is in\n%s", no, header)
			}
		}
		for line := range strings.SplitSeq(string(m.raw), "\r\n") {
			if len(line) > 78 && !strings.HasPrefix(line, "Message-Id:") || strings.ContainsAny(line, "\r\n") {
				t.Errorf("a line of %d bytes: %q", len(line), line)
			}
		}
	}
	if c.Subject != "Re: "+report.Subject {
		t.Errorf("the subject is %q", c.Subject)
	}
}

func TestCopiedLetterCountsOnce(t *testing.T) {
	s := newStory(t)
	n, raw := s.write("harald", reply(s.report("harald")), "AJOUT", "CHE 1")
	s.post(n.path, n.to, raw)
	s.post(n.path, n.to, raw)
	s.poll()
	s.post(n.path, n.to, append([]byte("Received: by another.example\r\n"), raw...))
	s.poll()
	s.expect("harald", "confirmation")
	s.expectList(1, "CHE 1")
	if n := len(s.record()); n != 1 {
		t.Errorf("%d letters on record, want 1", n)
	}
}

func TestSameWordsInAnotherLetterCountAgain(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "AJOUT", "CHE 1")
	s.letter("harald", reply(s.report("harald")), "AJOUT", "CHE 1")
	s.poll()
	s.expectAll("harald", "confirmation", "confirmation")
	s.expectList(1, "CHE 1", "CHE 1")
}

func TestLettersWithoutMessageIDAreToldApartByTheirTime(t *testing.T) {
	s := newStory(t)
	for range 2 {
		s.letter("harald", reply(s.report("harald")), messageID(""), "AJOUT", "CHE 1")
		s.advance(time.Second)
	}
	s.poll()
	s.expectAll("harald", "confirmation", "confirmation")
	s.expectList(1, "CHE 1", "CHE 1")
}

func TestMailboxMadeAnewCountsNothingTwice(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "AJOUT", "CHE 1")
	s.letter("harald", reply(s.report("harald")), messageID(""), "AJOUT", "CHE 2")
	s.poll()
	s.expectAll("harald", "confirmation", "confirmation")
	stored, err := s.office.Messages(herald, "INBOX")
	s.must(err)
	var again []inbox.Message
	for i, m := range stored {
		again = append(again, inbox.Message{Mailbox: "INBOX", Validity: 77, UID: uint32(i + 1), Received: m.Received, Raw: m.Raw})
	}
	s.must(s.arbitre.Take(again))
	s.send()
	s.expectNone("harald")
	s.expectList(1, "CHE 1", "CHE 2")
	if c, err := s.arbitre.Cursor("INBOX"); err != nil || c != (inbox.Cursor{Validity: 77, Next: 3}) {
		t.Errorf("the cursor is %+v, %v", c, err)
	}
}

func TestServerClosingInTheMiddleOfAFetch(t *testing.T) {
	s := newStory(t)
	for range 5 {
		s.letter("harald", reply(s.report("harald")), "AJOUT", "CHE 1")
	}
	s.office.DropFetches(2)
	broken := 0
	for s.collect(s.Context()) != nil {
		if broken++; broken > 5 {
			t.Fatal("the mailbox can't be read any more")
		}
	}
	if broken == 0 {
		t.Fatal("no fetch was cut short")
	}
	s.send()
	s.expectAll("harald", "confirmation", "confirmation", "confirmation", "confirmation", "confirmation")
	if n := len(s.list(1)); n != 5 {
		t.Errorf("%d orders, want 5", n)
	}
}

func TestLetterIsFlaggedOnlyOnceOnDisk(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.must(s.book.Close()) // the disk fails
	if err := s.collect(s.Context()); err == nil {
		t.Fatal("taking a letter without a ledger is no error")
	}
	stored, err := s.office.Messages(herald, "INBOX")
	s.must(err)
	if len(stored) != 1 || len(stored[0].Flags) != 0 {
		t.Errorf("the mailbox holds %v", stored)
	}
	s.openLedger()
	s.poll()
	s.expect("harald", "confirmation")
	stored, err = s.office.Messages(herald, "INBOX")
	s.must(err)
	if len(stored[0].Flags) == 0 {
		t.Error("the letter taken isn't flagged")
	}
}
