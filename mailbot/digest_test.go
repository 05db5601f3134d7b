package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// withOperator has the digest go to someone.
func withOperator(who string) premise {
	return func(s *story) { s.options.Operator = Operator{Address: at(who), Lang: "fr"} }
}

// day lets a day go by.
func (s *story) day() {
	s.Helper()
	s.advance(24 * time.Hour)
	s.must(s.arbitre.Digest())
	s.send()
}

func TestTheOperatorIsToldOfStrangersOnceADay(t *testing.T) {
	s := newStory(t, withOperator("roi"))
	s.day() // the first day begins
	s.expectNone("roi")
	s.letter("quidam", subject("Bonjour, puis-je jouer ?"))
	s.letter("harald", "CHE 1")
	s.letter("sigrid", field("Auto-Submitted: auto-replied"))
	s.poll()
	s.expect("harald", "challenge")
	s.must(s.arbitre.Digest())
	s.expectNone("roi") // not twice on one day
	s.day()
	s.expect("roi", "digest", titled("Ce qui est resté sans réponse"), contains(
		at("quidam"), "Bonjour, puis-je jouer ?", "lettres d'inconnus 1", "retenues, faute de preuve 1", "écrites par des automates 1"), lacks("CHE 1"))
	s.day()
	s.must(s.arbitre.Digest())
	s.send()
	s.expectNone("roi") // nothing came
	// Orders and confirmations are no news for him.
	s.orders("harald", "CHE 1")
	s.day()
	s.expectNone("roi")
}

func TestADigestShowsStrangersHarmlessly(t *testing.T) {
	s := newStory(t, withOperator("roi"))
	s.day()
	s.letter("quidam", subject("Gagnez http://evil.example/x \x1b[2Jvite\r\nBcc: all@x \u202egnp.exe"+strings.Repeat(" bla", 100)))
	s.letter("quidam", field("X-A: b"), subject("=cmd|' /C calc'!A0"))
	for i := range 60 {
		s.letter("quidam", subject(fmt.Sprintf("publicité %d", i)))
	}
	s.poll()
	s.day()
	m := s.expect("roi", "digest", contains("… et 12 autres", "publicité 47"), lacks("publicité 48", "http://"))
	if strings.ContainsAny(m.body, "\x1b\u202e\r") || strings.Contains(string(m.raw), "\r\nBcc:") {
		t.Errorf("the digest holds what a terminal obeys: %q", m.body)
	}
	for line := range strings.SplitSeq(m.body, "\n") {
		if len([]rune(line)) > 72 {
			t.Errorf("a line of %d columns: %q", len([]rune(line)), line)
		}
	}
}

// Whatever a digest causes is no reason for another.
func TestADigestCannotLoop(t *testing.T) {
	for name, answer := range map[string]func(*story, *received){
		"a vacation responder":             func(s *story, m *received) { s.letter("roi", reply(m), field("Auto-Submitted: auto-replied")) },
		"one that doesn't say so":          func(s *story, m *received) { s.letter("roi", reply(m), "bien reçu") },
		"one that answers from elsewhere":  func(s *story, m *received) { s.letter("quidam", reply(m), "bien reçu") },
		"a person who answers":             func(s *story, m *received) { s.letter("roi", "merci pour le compte !") },
		"a mail host that sends it back":   func(s *story, m *received) { s.bounce(m, at("roi"), "failed", "5.1.1") },
		"a mail host that says it is late": func(s *story, m *received) { s.bounce(m, at("roi"), "delayed", "4.4.1") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t, withOperator("roi"))
			s.day()
			s.letter("quidam", "bonjour")
			s.poll()
			s.day()
			m := s.expect("roi", "digest")
			for range 10 {
				answer(s, m)
				s.poll()
				s.day()
			}
			s.expectNone(people...)
		})
	}
}

func TestWithoutAnOperatorThereIsNoDigest(t *testing.T) {
	s := newStory(t)
	s.letter("quidam", "bonjour")
	s.poll()
	s.day()
	s.day()
	s.expectNone(people...)
}

// A clock that is set back and forth doesn't make more digests than days.
func TestDigestsFollowTheDaysOfTheClock(t *testing.T) {
	s := newStory(t, withOperator("roi"))
	s.day()
	s.letter("quidam", "bonjour")
	s.poll()
	for range 3 {
		s.advance(24 * time.Hour)
		s.must(s.arbitre.Digest())
		s.advance(-24 * time.Hour)
		s.must(s.arbitre.Digest())
	}
	s.send()
	s.expect("roi", "digest")
}
