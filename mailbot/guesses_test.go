package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
)

// wrong posts letters with wrong passwords for Harald's seat.
func (s *story) wrong(who string, n int) {
	s.Helper()
	for i := range n {
		s.letter(who, "SEIGNEUR Harald", fmt.Sprintf("MOTDEPASSE abracadabra-%d", i), "CHE 5")
	}
	s.poll()
}

func TestWhoKeepsGuessingIsNotHeardForAnHour(t *testing.T) {
	s := newStory(t, withPasswords())
	s.advanceTo(s.now().Truncate(time.Hour))
	s.wrong("quidam", mostWrong) // letters of one batch are checked side by side
	s.wrong("quidam", 1)
	if l := s.last(); l.Verdict != ledger.Stranger || !strings.Contains(l.Reason, "too many wrong passwords") {
		t.Errorf("on record as %s: %s", l.Verdict, l.Reason)
	}
	right := []any{"SEIGNEUR Harald", "MOTDEPASSE " + secretOf("harald"), "CHE 1"}
	s.letter("quidam", right...)
	s.poll()
	s.expectNone(people...) // not even the right one
	s.letter("cybercafe", right...)
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1")) // but from elsewhere
	s.letter("quidam", "SEIGNEUR Sigrid", "MOTDEPASSE "+secretOf("sigrid"), "CHE 2")
	s.poll()
	s.expect("sigrid", "confirmation") // and for another seat
	s.advance(time.Hour)
	s.letter("quidam", right...)
	s.poll()
	s.expect("harald", "confirmation")
}

// A player who writes many letters in a minute isn't taken for a guesser.
func TestRightPasswordsAreNotCounted(t *testing.T) {
	s := newStory(t, withPasswords())
	const letters = 3 * mostWrong
	for range letters {
		s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "AJOUT", "CHE 1")
	}
	s.poll()
	if n := len(s.unread("harald")); n != letters {
		t.Errorf("%d confirmations of %d", n, letters)
	}
}

// BenchmarkPasswordFlood takes a thousand letters with wrong passwords, each
// from another address, and among them one of a player's in every batch.
func BenchmarkPasswordFlood(b *testing.B) {
	const letters, batch = 1000, 64
	s := newStory(b, withPasswords())
	uid := uint32(0)
	message := func(who string, parts ...any) inbox.Message {
		_, raw := s.write(who, parts...)
		uid++
		return inbox.Message{Mailbox: "INBOX", Validity: 1, UID: uid, Received: s.now(), Raw: raw}
	}
	var slowest time.Duration
	passed := 0
	for b.Loop() {
		for at := 0; at < letters; at += batch {
			var messages []inbox.Message
			for i := range batch - 1 {
				messages = append(messages, message(fmt.Sprintf("x%d-%d", uid, i), "SEIGNEUR Harald", "MOTDEPASSE abracadabra", "CHE 5"))
			}
			messages = append(messages, message("sigrid", reply(s.report("sigrid")), "CHE 1"))
			began := time.Now()
			s.must(s.arbitre.Take(messages))
			slowest = max(slowest, time.Since(began))
			passed++
		}
	}
	b.ReportMetric(slowest.Seconds(), "s/slowest-batch")
	s.send()
	if n := len(s.unread("sigrid")); n != passed {
		b.Errorf("%d confirmations of %d", n, passed)
	}
	s.expectList(1)
}

// The same flood as a test, short: other letters pass, and are obeyed.
func TestAFloodOfPasswordsDoesNotStarveOthers(t *testing.T) {
	s := newStory(t, withPasswords())
	for i := range 20 {
		s.letter("quidam", from(fmt.Sprintf("x%d@elsewhere.example", i)), "SEIGNEUR Harald", "MOTDEPASSE abracadabra", "CHE 5")
	}
	for range 200 { // from one address: all but a few cost nothing
		s.letter("quidam", "SEIGNEUR Harald", "MOTDEPASSE abracadabra", "CHE 5")
	}
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	began := time.Now()
	s.poll()
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it took %v", took)
	}
	s.expect("sigrid", "confirmation")
	s.expectList(1)
}

func TestATallyForgetsAtTheHour(t *testing.T) {
	count := tally{most: 2}
	noon := time.Date(2026, time.October, 7, 12, 0, 0, 0, time.UTC)
	for i, step := range []struct {
		who  string
		at   time.Time
		want bool
	}{
		{"a", noon, true}, {"a", noon.Add(59 * time.Minute), true}, {"a", noon.Add(59 * time.Minute), false},
		{"b", noon.Add(59 * time.Minute), true},
		{"a", noon.Add(time.Hour), true},
		{"a", noon, true}, // the clock was set back
	} {
		if got := count.take(step.at, step.who); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
}
