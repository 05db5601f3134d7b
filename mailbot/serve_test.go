package mailbot

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/link"
)

// account is someone's mailbox.
func (s *story) account(address string) inbox.Account {
	return inbox.Account{
		Addr: s.office.IMAPAddr(), TLS: link.Plain, User: address,
		Password: func(context.Context) (string, error) { return mailPass, nil },
	}
}

// awaitMail waits until someone's mailbox holds as many mails.
func (s *story) awaitMail(who string, n int) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 20*time.Second)
	defer cancel()
	session, err := inbox.Dial(ctx, s.account(at(who)))
	s.must(err)
	defer session.Close()
	for {
		stored, err := s.office.Messages(at(who), "INBOX")
		s.must(err)
		if len(stored) >= n {
			return
		}
		if err := session.Idle(ctx, time.Second); err != nil {
			s.Fatalf("%s has %d mails, want %d: %v; the log:\n%s", who, len(stored), n, err, s.log)
		}
	}
}

// TestServeDoesAllByItself lets the daemon run: letters are confirmed as they
// come, seasons are played when the clock says so, and it stops when told.
func TestServeDoesAllByItself(t *testing.T) {
	s := newStory(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- s.arbitre.Serve(ctx, Service{Inbox: s.account(herald), Over: s.over, Poll: 50 * time.Millisecond})
	}()
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.awaitMail("harald", 2)
	s.expect("harald", "confirmation", contains("CHE 1"))

	s.office.Hangup() // it dials again
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 2")
	s.awaitMail("sigrid", 2)
	s.expect("sigrid", "confirmation", contains("CHE 2"))

	s.advanceTo(s.deadline())
	s.awaitMail("harald", 3)
	s.awaitMail("sigrid", 3)
	s.expect("harald", "report")
	s.expect("sigrid", "report")

	stop()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it doesn't stop")
	}
	s.expectList(1)
}

func TestUnreadableMessageIsOnRecordAndOthersAreTaken(t *testing.T) {
	s := newStory(t)
	_, raw := s.write("harald", reply(s.report("harald")), "CHE 1")
	s.must(s.arbitre.Take([]inbox.Message{
		{Mailbox: "INBOX", Validity: 1, UID: 1, Received: s.now(), Unreadable: errors.New("the server lists it and sends no text")},
		{Mailbox: "INBOX", Validity: 1, UID: 2, Received: s.now(), Unreadable: errors.New("nor this one")},
		{Mailbox: "INBOX", Validity: 1, UID: 3, Received: s.now(), Raw: raw},
	}))
	s.send()
	s.expect("harald", "confirmation", contains("CHE 1"))
	if n := len(s.record()); n != 3 {
		t.Errorf("%d letters are on record, want 3", n)
	}
	if l := s.record()[0]; l.Verdict != ledger.Quarantined || l.Reason != "the server lists it and sends no text" {
		t.Errorf("on record as %+v", l)
	}
}

func TestLetterWithoutTimeOfReceiptIsReceivedWhenFetched(t *testing.T) {
	s := newStory(t)
	for uid, line := range []string{"CHE 1", "CHE 2"} {
		_, raw := s.write("harald", reply(s.report("harald")), line)
		s.must(s.arbitre.Take([]inbox.Message{{Mailbox: "INBOX", Validity: 1, UID: uint32(uid + 1), Raw: raw}}))
		s.advance(time.Minute)
	}
	s.send()
	mails := s.expectAll("harald", "confirmation", "confirmation")
	s.hold("harald", mails[1], "confirmation", contains("CHE 2", "20 h 01"))
	s.expectList(1, "CHE 2")
	// Nor does it count for a season whose deadline has passed.
	s.advanceTo(s.deadline())
	_, raw := s.write("harald", reply(s.report("harald")), "CHE 3")
	s.must(s.arbitre.Take([]inbox.Message{{Mailbox: "INBOX", Validity: 1, UID: 3, Raw: raw}}))
	s.tick()
	s.expectAll("harald", "report", "confirmation")
	s.expect("sigrid", "report")
	if got := s.listOf(1, 1); len(got) != 1 || got[0] != "CHE 2" {
		t.Errorf("season 1 was played with %q", got)
	}
}
