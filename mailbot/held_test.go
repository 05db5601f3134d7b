package mailbot

import (
	"testing"
	"time"

	"arbitre/mailbot/ledger"
)

// hold3 uses up the challenges of Harald's day, and gives them.
func (s *story) hold3(orders ...string) []*received {
	s.Helper()
	for _, o := range orders {
		s.letter("harald", o)
		s.advance(time.Minute)
	}
	s.poll()
	mails := s.expectAll("harald", "challenge", "challenge", "last-challenge")
	for i, m := range mails {
		check := lacks("dernière question")
		if i == 2 {
			check = contains("dernière question d'aujourd'hui", "les fera prendre toutes")
		}
		s.hold("harald", m, "", check, lacks("CHE"))
	}
	return mails
}

func TestThreeChallengesADayAtMost(t *testing.T) {
	s := newStory(t)
	s.hold3("CHE 1", "CHE 2", "CHE 3")
	for range 10 {
		s.letter("harald", "CHE 4")
	}
	s.poll()
	s.expectNone("harald")
	s.expectVerdict(ledger.Held)
	s.expectList(1)
	// Another day, another question.
	s.advance(24 * time.Hour)
	s.letter("harald", "CHE 5")
	s.poll()
	s.expect("harald", "challenge")
}

func TestTheLastChallengeReleasesWhatWasHeldSilently(t *testing.T) {
	s := newStory(t)
	challenges := s.hold3("CHE 1", "CHE 2", "CHE 3")
	s.letter("harald", "AJOUT", "FCO 4 TOUT")
	s.advance(time.Minute)
	s.letter("harald", "AJOUT", "FCO 5 TOUT")
	s.poll()
	s.expectNone("harald")

	// The next day, for that matter.
	s.advance(24 * time.Hour)
	s.letter("harald", reply(challenges[2]))
	s.poll()
	s.expectAll("harald", "confirmation", "confirmation", "confirmation")
	s.expectList(1, "CHE 3", "FCO 4 TOUT", "FCO 5 TOUT")
	// The first two were asked about, and that wasn't answered.
	for i, l := range s.record()[:5] {
		if released := l.Verdict == ledger.Released; released != (i > 1) {
			t.Errorf("letter %d is %s", i, l.Verdict)
		}
	}
	// Nothing is released twice.
	s.letter("harald", reply(challenges[2]), "FCO 6 TOUT")
	s.poll()
	s.expect("harald", "confirmation")
	s.expectList(1, "FCO 6 TOUT")
}

// Who answers the first challenge wasn't told of the letters that came after
// the third: somebody else may have written them.
func TestAnEarlierChallengeReleasesItsOwnLetterOnly(t *testing.T) {
	s := newStory(t)
	challenges := s.hold3("CHE 1", "CHE 2", "CHE 3")
	s.letter("harald", "FCO 9 TOUT")
	s.poll()
	s.letter("harald", reply(challenges[0]))
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
	s.expectList(1, "CHE 1")
}

func TestChallengesDoNotUseUpTheDaysAnswers(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 1 << 50, AbsentShare: 1, DailyMails: 2, SeatMails: 2}))
	s.hold3("CHE 1", "CHE 2", "CHE 3")
	s.orders("harald", "CHE 4")
	s.orders("harald", "CHE 5")
	s.expectList(1, "CHE 5")
}

// A replaced player's letters aren't released by his successor.
func TestHeldLettersOfAReplacedPlayerStayHeld(t *testing.T) {
	s := newStory(t)
	challenges := s.hold3("CHE 1", "CHE 2", "CHE 3")
	s.letter("harald", "CHE 4")
	s.poll()
	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("olaf"), Others: []string{at("harald")}}}
	s.must(s.arbitre.Ensure(o))
	s.send()
	report := s.expect("olaf", "report")
	s.letter("olaf", reply(challenges[2]), to(report.ReplyTo.Addr))
	s.poll()
	s.expect("olaf", "confirmation", contains("RIEN N'EST CHANGÉ"))
	s.expectList(1)
}

// A machine that answers a challenge for its owner, without saying that it is
// one, must not set a forger's letter free.
func TestOnlyAYesReleasesAHeldLetter(t *testing.T) {
	for answer, released := range map[string]bool{
		"":      true,
		"OUI":   true,
		"Oui !": true,
		"Yes":   true,
		"CHE 1": true,
		"Je suis en congés jusqu'au 12 décembre et vous répondrai à mon retour.": false,
		"Le cabinet est fermé cette semaine.":                                    false,
		"Non, elle n'est pas de moi.":                                            false,
	} {
		t.Run(answer, func(t *testing.T) {
			s := newStory(t)
			s.letter("harald", "CHE 5")
			s.poll()
			challenge := s.expect("harald", "challenge")
			s.expectList(1)
			s.letter("harald", reply(challenge), answer)
			s.poll()
			switch {
			case answer == "CHE 1": // a letter of its own, which comes after the one held
				s.expectAll("harald", "confirmation", "confirmation")
				s.expectList(1, "CHE 1")
			case released:
				s.expect("harald", "confirmation", contains("CHE 5"))
				s.expectList(1, "CHE 5")
			default:
				s.expect("harald", "confirmation", lacks("CHE 5"))
				s.expectList(1)
			}
		})
	}
}
