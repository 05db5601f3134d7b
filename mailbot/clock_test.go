package mailbot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/ledger"
)

func TestTwoLettersInOneSecondCountInTheirOrder(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.letter("harald", reply(s.report("harald")), "CHE 2")
	s.poll()
	mails := s.expectAll("harald", "confirmation", "confirmation")
	s.hold("harald", mails[0], "confirmation", contains("CHE 1"))
	s.hold("harald", mails[1], "confirmation", contains("CHE 2"))
	s.expectList(1, "CHE 2")
}

func TestOlderLetterThatComesAfterANewerOneIsRefused(t *testing.T) {
	s := newStory(t)
	s.advance(time.Hour)
	s.orders("harald", "CHE 2")
	s.advance(-time.Hour) // a mail host that kept it back for an hour
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", contains("RIEN N'EST CHANGÉ", "CHE 2"), lacks("# ligne"))
	s.expectList(1, "CHE 2")
}

func TestLettersAreTakenInTheOrderOfTheirReceipt(t *testing.T) {
	s := newStory(t)
	s.advance(time.Hour)
	s.letter("harald", reply(s.report("harald")), "CHE 2")
	s.advance(-time.Hour)
	s.letter("harald", reply(s.report("harald")), "CHE 1") // has the greater UID
	s.poll()
	mails := s.expectAll("harald", "confirmation", "confirmation")
	s.hold("harald", mails[0], "confirmation", contains("CHE 1"))
	s.expectList(1, "CHE 2")
}

func TestOneSecondBeforeTheDeadlineCounts(t *testing.T) {
	for _, fetched := range []string{"before the deadline", "at the tick", "long after"} {
		t.Run("fetched "+fetched, func(t *testing.T) {
			s := newStory(t, withConduct(Conduct{Grace: 24 * time.Hour, AbsentShare: 1}))
			s.advanceTo(s.deadline().Add(-time.Second))
			s.letter("harald", reply(s.report("harald")), "CHE 1")
			switch fetched {
			case "before the deadline":
				s.poll()
			case "long after":
				s.advance(20 * time.Hour)
			}
			if fetched != "long after" {
				s.advanceTo(s.deadline())
			}
			s.tick()
			s.expectAll("harald", "confirmation", "report")
			s.expect("sigrid", "report")
			if got := s.listOf(1, 1); len(got) != 1 {
				t.Errorf("season 1 was played with %q", got)
			}
			s.expectList(1)
		})
	}
}

func TestTheDeadlinesVerySecondIsTooLate(t *testing.T) {
	for _, fetched := range []string{"before the tick", "at the tick"} {
		t.Run("fetched "+fetched, func(t *testing.T) {
			s := newStory(t)
			s.advanceTo(s.deadline())
			s.letter("harald", reply(s.report("harald")), "CHE 1")
			if fetched == "before the tick" {
				s.poll()
				s.expectNone("harald")
			}
			s.tick()
			s.expect("sigrid", "report")
			mails := s.expectAll("harald", "report", "confirmation")
			s.hold("harald", mails[1], "confirmation", contains("trop tard pour la saison 1", "SAISON 2", "CHE 1"))
			if got := s.listOf(1, 1); len(got) != 0 {
				t.Errorf("season 1 was played with %q", got)
			}
			s.expectList(1, "CHE 1")
			if l := s.record()[0]; l.Verdict != ledger.Deferred {
				t.Errorf("the letter is %s, want deferred", l.Verdict)
			}
		})
	}
}

func TestNothingIsPlayedBeforeItsDeadline(t *testing.T) {
	s := newStory(t)
	s.advanceTo(s.deadline().Add(-time.Second))
	s.tick()
	s.expectNone(people...)
	if s.game().At.Season != 1 {
		t.Error("the season was played early")
	}
}

func TestFailedCollectionHoldsTheSeason(t *testing.T) {
	s := newStory(t, withMaster())
	s.advanceTo(s.deadline().Add(-time.Minute))
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.advanceTo(s.deadline().Add(time.Second))
	broken := func(context.Context) error { return errors.New("the server is on fire") }
	for range 3 {
		s.must(s.arbitre.Tick(s.Context(), broken))
		s.send()
	}
	s.expect("roi", "notice", contains("the server is on fire")) // once
	s.expectNone("harald", "sigrid")
	s.advance(10 * time.Minute)
	s.tick()
	s.expectAll("harald", "confirmation", "report")
	s.expect("sigrid", "report")
	s.expect("roi", "report")
	if got := s.listOf(1, 1); len(got) != 1 {
		t.Errorf("season 1 was played with %q", got)
	}
}

func TestOverdueSeasonWaitsForTheMaster(t *testing.T) {
	s := newStory(t, withMaster())
	s.orders("harald", "CHE 1")
	deadline := s.deadline()
	s.advanceTo(deadline.Add(30 * time.Hour))
	s.tick()
	s.tick()
	notice := s.expect("roi", "notice", titled("[scan1] La saison 1 attend votre décision"), contains("30 heures"), golden("attend-retard"))
	s.expectNone("harald", "sigrid")

	// A letter in the meantime is for the season after, and its writer knows.
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 2")
	s.poll()
	s.expect("sigrid", "notice", contains("après l'échéance de la saison 1"), golden("en-attente"))

	// Nobody but the master decides.
	s.letter("harald", reply(s.report("harald")), "RESOUDRE")
	s.letter("quidam", reply(notice), "RESOUDRE")
	s.poll()
	s.tick()
	s.expect("harald", "notice")
	if s.game().At.Season != 1 {
		t.Fatal("a player had the season played")
	}

	s.letter("roi", reply(notice), "RESOUDRE")
	s.poll()
	s.expect("roi", "answer", contains("va être jouée"), golden("resoudre"))
	s.tick()
	s.expect("roi", "report")
	s.expectAll("harald", "report", "confirmation")
	s.expectAll("sigrid", "report", "confirmation")
	s.expectList(2, "CHE 2")
	if g := s.game(); g.At.Season != 2 || g.Waits != "" || g.Deadline.Before(s.now().Add(84*time.Hour)) {
		t.Errorf("the game stands at %+v", g)
	}
}

func TestTooManyAbsentWaitForTheMaster(t *testing.T) {
	s := newStory(t, withMaster(), withConduct(Conduct{Grace: time.Hour, AbsentShare: 0.4}))
	s.orders("harald", "CHE 1")
	s.playOn()
	notice := s.expect("roi", "notice", contains("1 joueur sur 2"), golden("attend-absents"))
	s.expectNone("harald", "sigrid")
	s.letter("roi", reply(notice), subject("RESOUDRE"), "merci")
	s.poll()
	s.expect("roi", "answer")
	s.tick()
	s.expect("roi", "report")
	s.expect("harald", "report")
	s.expect("sigrid", "report")
}

func TestMasterIsToldWhatHeCanDo(t *testing.T) {
	s := newStory(t, withMaster())
	s.letter("roi", reply(s.report("roi")), "Bonjour !")
	s.letter("roi", reply(s.report("roi")), "RESOUDRE")
	s.letter("roi", "RESOUDRE") // without proof
	s.poll()
	mails := s.expectAll("roi", "answer", "answer", "challenge")
	s.hold("roi", mails[0], "answer", contains("RESOUDRE, quand une saison attend"))
	s.hold("roi", mails[1], "answer", contains("n'attend pas de décision"))
	s.playOn()
	s.expect("roi", "report")
	s.expect("harald", "report")
	s.expect("sigrid", "report")
}

func TestRestartNeitherMissesNorRepeatsASeason(t *testing.T) {
	s := newStory(t, withConduct(Conduct{Grace: 24 * time.Hour, AbsentShare: 1}))
	s.orders("harald", "CHE 1")
	s.restart()
	s.expectList(1, "CHE 1")
	s.advanceTo(s.deadline().Add(time.Hour)) // down over the deadline
	s.restart()
	s.tick()
	s.expect("harald", "report")
	s.expect("sigrid", "report")
	for range 3 {
		s.restart()
		s.tick()
	}
	s.expectNone("harald", "sigrid")
	if g := s.game(); g.At.Season != 2 {
		t.Errorf("season %d is awaited, want 2", g.At.Season)
	}
	// The tokens of before the restart still count.
	s.orders("harald", "CHE 2")
}

func TestReportsWaitInTheOutboxOverARestart(t *testing.T) {
	s := newStory(t)
	s.advanceTo(s.deadline())
	s.must(s.arbitre.Tick(s.Context(), s.collect))
	s.restart()
	s.expectNone("harald", "sigrid")
	s.send()
	s.expect("harald", "report")
	s.expect("sigrid", "report")
}

func TestStandingOrdersRepeatUntilReplaced(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "@ FCO 5 TOUT", "CHE 1")
	s.season()
	s.expectList(1, "@FCO 5 TOUT")

	s.orders("harald", "CHE 2") // a list without standing orders leaves them
	s.expectList(1, "CHE 2", "@FCO 5 TOUT")
	s.season()
	s.expectList(1, "@FCO 5 TOUT")

	s.orders("harald", "@ FCO 6 TOUT") // one with them replaces them
	s.expectList(1, "@FCO 6 TOUT")
	s.season()
	s.expectList(1, "@FCO 6 TOUT")

	s.orders("harald", "EFFACER")
	s.expectList(1)
	s.season()
	s.expectList(1)
}

func TestStandingOrderThatNoLongerReadsIsTold(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "@ MOV Harald Ranrike", "REN Harald Haakon")
	s.playOn()
	s.expect("sigrid", "report")
	m := s.expect("harald", "report")
	if len(s.list(1)) == 0 && !strings.Contains(m.body, "ne se lisent plus") {
		t.Errorf("a standing order vanished without a word:\n%s", m)
	}
}

func TestSeasonAheadIsKeptForThen(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "CHE 1")
	s.orders("harald", "SAISON 3", "CHE 3")
	s.expectList(1, "CHE 1")
	s.season()
	s.expectList(1)
	s.season()
	s.expectList(1, "CHE 3")
	s.orders("harald", "AJOUT", "FCO 5 TOUT")
	s.expectList(1, "CHE 3", "FCO 5 TOUT")
}

func TestSeasonAheadInSeveralLetters(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "SAISON 2", "CHE 1")
	s.advance(time.Hour)
	s.orders("harald", "SAISON 2", "CHE 2") // replaces
	s.advance(time.Hour)
	s.letter("harald", reply(s.report("harald")), subject("AJOUT"), "SAISON 2", "FCO 5 TOUT")
	s.poll()
	s.expect("harald", "confirmation", contains("gardée pour la saison 2"))
	s.advance(-2 * time.Hour)
	s.letter("harald", reply(s.report("harald")), "SAISON 2", "CHE 4") // older than all of them
	s.poll()
	s.expect("harald", "confirmation", contains("RIEN N'EST CHANGÉ", "reçue après celle-ci"))
	s.season()
	s.expectList(1, "CHE 2", "FCO 5 TOUT")
}

func TestPastSeasonChangesNothing(t *testing.T) {
	s := newStory(t)
	s.season()
	s.orders("harald", "CHE 1")
	m := s.orders("harald", "SAISON 1", "CHE 5")
	s.hold("harald", m, "confirmation", contains("RIEN N'EST CHANGÉ", "saison 1, qui est déjà jouée"))
	s.expectList(1, "CHE 1")
}

// A word that decides on the list, and that can't be read, leaves the list as it was.
func TestFumbledWordsKeepTheList(t *testing.T) {
	for _, first := range []string{"AJOUT svp", "Ajouter ces ordres :", "SAISON prochaine", "SAISON 2-3", "SAISON 0"} {
		s := newStory(t)
		s.orders("harald", "FCO 4 TOUT")
		s.letter("harald", reply(s.report("harald")), first, "CHE 1")
		s.poll()
		s.expect("harald", "confirmation", contains("RIEN N'EST CHANGÉ", "seul sur sa ligne"))
		s.expectList(1, "FCO 4 TOUT")
	}
	s := newStory(t)
	s.orders("harald", "FCO 4 TOUT")
	s.orders("harald", "AJOUT : CHE 1") // is both the word and an order
	s.expectList(1, "FCO 4 TOUT", "CHE 1")
}
