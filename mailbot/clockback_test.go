package mailbot

import (
	"testing"
	"time"
)

// TestAClockSetBackAndForth moves the machine's clock about a deadline. The
// mailbox's clock is another, and right. No deadline is played twice, and no
// letter is lost.
func TestAClockSetBackAndForth(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 100 * 24 * time.Hour, AbsentShare: 1}))
	s.orders("harald", "CHE 1")
	deadline := s.deadline()
	for _, shift := range []time.Duration{time.Second, -2 * time.Hour, time.Minute, -48 * time.Hour, time.Hour} {
		s.advanceTo(deadline.Add(shift))
		s.tick()
	}
	if g := s.game(); g.At.Season != 2 || !g.Deadline.After(deadline) {
		t.Fatalf("season %d is awaited, until %v", g.At.Season, g.Deadline)
	}
	s.expect("harald", "report")
	s.expect("sigrid", "report")

	// Set back again, a letter comes: by the mailbox it is of before the deadline.
	s.advanceTo(deadline.Add(-24 * time.Hour))
	s.letter("harald", reply(s.report("harald")), "CHE 2")
	s.poll()
	s.expect("harald", "confirmation", contains("saison 2", "CHE 2"))
	s.expectList(1, "CHE 2")
	s.tick()
	s.expectNone("harald", "sigrid")
	s.playOn()
	s.expect("harald", "report", titled("[scan1] Saison 2 : ce qui s'est passé"))
	s.expect("sigrid", "report")
}

// What was written while the clock was a year ahead goes out all the same.
func TestMailWrittenByAClockAheadIsSent(t *testing.T) {
	s := newStory(t)
	now := s.now()
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.advanceTo(now.AddDate(1, 0, 0))
	s.must(s.collect(s.Context()))
	s.advanceTo(now)
	s.send()
	s.expect("harald", "")
}
