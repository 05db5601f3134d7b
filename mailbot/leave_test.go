package mailbot

import (
	"fmt"
	"testing"
	"time"
)

func TestTheLastAnswerOfTheDaySaysSo(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, DailyMails: 2}))
	s.hold("harald", s.orders("harald", "CHE 1"), "confirmation", lacks("dernière réponse"))
	s.hold("harald", s.orders("harald", "CHE 2"), "confirmation", contains("CHE 2", "dernière réponse d'aujourd'hui. Vos lettres sont prises"))
	s.letter("harald", reply(s.report("harald")), "CHE 3")
	s.poll()
	s.expectNone("harald")
	s.expectList(1, "CHE 3")
	s.advance(24 * time.Hour)
	s.hold("harald", s.orders("harald", "ORDRES"), "answer", contains("CHE 3"), lacks("dernière réponse"))
}

// A seat is answered so many times, from whichever address its player writes.
func TestASeatHasItsOwnLimit(t *testing.T) {
	s := newStory(t, withPasswords(), withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, SeatMails: 2}))
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "CHE 1")
	s.letter("quidam", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "CHE 2")
	s.letter("harald", reply(s.report("harald")), "CHE 3")
	s.poll()
	mails := s.expectAll("harald", "confirmation", "confirmation")
	s.hold("harald", mails[1], "confirmation", contains("dernière réponse d'aujourd'hui. Vos"))
	s.expectList(1, "CHE 3")
	s.orders("sigrid", "CHE 1")
}

func TestAConversationHasItsOwnLimit(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, ThreadMails: 3}))
	m := s.report("harald")
	for i := range 3 {
		s.letter("harald", reply(m), fmt.Sprintf("CHE %d", i+1))
		s.poll()
		m = s.expect("harald", "confirmation") // whose reply goes on with the conversation
		check := lacks("conversation")
		if i == 2 {
			check = contains("dernière réponse d'aujourd'hui dans cette conversation")
		}
		s.hold("harald", m, "confirmation", check)
	}
	s.letter("harald", reply(m), "CHE 4")
	s.poll()
	s.expectNone("harald")
	s.expectList(1, "CHE 4")
	// A letter of its own is another conversation.
	s.letter("harald", to(m.ReplyTo.Addr), "CHE 5")
	s.poll()
	s.expect("harald", "confirmation")
}

func TestIdleLettersGetLittle(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, IdleMails: 3}))
	got := 0
	for day := range 5 {
		for i := range 5 {
			s.letter("harald", reply(s.report("harald")), fmt.Sprintf("il fait beau, jour %d heure %d", day, i))
			s.poll()
			got += len(s.unread("harald"))
		}
		s.advance(24 * time.Hour)
	}
	if got != 2*3 { // Wednesday to Sunday is one week
		t.Errorf("%d answers to letters that say nothing", got)
	}
	// Letters that say something aren't counted among them.
	for range 5 {
		s.orders("sigrid", "CHE 1")
	}
	// The same words again get nothing.
	s.orders("sigrid", "le temps est gris")
	s.letter("sigrid", reply(s.report("sigrid")), "le temps est gris")
	s.poll()
	s.expectNone("sigrid")
}
