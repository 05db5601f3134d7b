package mailbot

import (
	"strings"
	"testing"

	"arbitre/mailbot/ledger"
)

func TestOrdersInAnAttachmentCount(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "Voir la pièce jointe.", attached("ordres.txt", "CHE 1\r\nFCO 5 TOUT"))
	s.poll()
	s.expect("harald", "confirmation", contains("ordres.txt", "CHE 1", "FCO 5 TOUT"))
	s.expectList(1, "CHE 1", "FCO 5 TOUT")
}

func TestOrdersOfTheTextComeBeforeAnAttachment(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 2", attached("vieux.txt", "CHE 1"))
	s.poll()
	s.expect("harald", "confirmation", lacks("vieux.txt", "CHE 1"))
	s.expectList(1, "CHE 2")
}

func TestQuotedOrdersDoNotCount(t *testing.T) {
	s := newStory(t)
	c := s.orders("harald", "CHE 2")
	var lines []any
	for line := range strings.SplitSeq(c.body, "\n") {
		lines = append(lines, "> "+line)
	}
	s.letter("harald", append([]any{reply(c), "AJOUT", "FCO 5 TOUT", "", "Le 7 octobre 2026 à 20:00, Le Héraut a écrit :"}, lines...)...)
	s.poll()
	s.expect("harald", "confirmation", contains("lignes citées"))
	s.expectList(1, "CHE 2", "FCO 5 TOUT")
}

func TestFormFilledInInsideTheReportCounts(t *testing.T) {
	s := newStory(t)
	body := strings.Replace(s.report("harald").body, "# CHE <nombre 1-5>", "! CHE 3", 1)
	if body == s.report("harald").body {
		t.Fatalf("the form has no line for CHE:\n%s", body)
	}
	lines := []any{reply(s.report("harald")), "Le 7 octobre 2026 à 20:00, Le Héraut a écrit :"}
	for line := range strings.SplitSeq(body, "\n") {
		lines = append(lines, "> "+line)
	}
	s.letter("harald", lines...)
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 3"))
	s.expectList(1, "CHE 3")
}

func TestLanguageIsKept(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "LANGUE en", "CHE 1")
	s.letter("harald", reply(s.report("harald")), "AJOUT", "FCO 5 TOUT") // taken in the same breath
	s.poll()
	mails := s.expectAll("harald", "confirmation", "confirmation")
	s.hold("harald", mails[0], "confirmation", contains("YOUR ORDERS FOR SEASON 1", "CHE 1"))
	s.hold("harald", mails[1], "confirmation", contains("These orders are added", "FCO 5 ALL"))
	s.orders("sigrid", "CHE 1")
	s.restart()
	s.playOn()
	s.expect("harald", "report", titled("[scan1] Season 1: what happened"))
	s.expect("sigrid", "report", titled("[scan1] Saison 1 : ce qui s'est passé"))
	s.expectList(1)
}

func TestGoodListSurvivesALetterThatIsNotUnderstood(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "CHE 1")
	for _, line := range []string{"Bonjour Héraut, tout va bien ?", "CHE mille", "AIDE", "ETAT", "AJOUT", "SAISON 1", "LANGUE fr"} {
		s.orders("harald", line)
		s.expectList(1, "CHE 1")
	}
}

func TestSubjectCalledOrdersIsNoQuestion(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), subject("Re: [scan1] ordres"), "CHE 1")
	s.letter("harald", reply(s.report("harald")), subject("Ordres"), "que mes chevaliers ravagent tout")
	s.letter("harald", reply(s.report("harald")), subject("Ordres"))
	s.poll()
	mails := s.expectAll("harald", "confirmation", "confirmation", "answer")
	if n := strings.Count(mails[0].body, "CHE 1"); n != 1 {
		t.Errorf("the order is shown %d times:\n%s", n, mails[0])
	}
	s.hold("harald", mails[1], "confirmation", contains("RIEN N'EST CHANGÉ"))
	s.hold("harald", mails[2], "answer", contains("CHE 1"))
}

func TestQuestionAndOrdersInOneLetter(t *testing.T) {
	s := newStory(t)
	m := s.orders("harald", "CHE 1", "ETAT")
	s.hold("harald", m, "confirmation", contains("VOS ORDRES POUR LA SAISON 1", "VOTRE SEIGNEUR"))
	s.expectList(1, "CHE 1")
}

func TestSeatWithoutAddressPlaysByPassword(t *testing.T) {
	s := newStory(t, func(s *story) {
		withLords("Harald", "Sigrid")(s)
		s.opening.Players[1].Address, s.opening.Players[1].Password = "", secretOf("sigrid")
	}, withConduct(Conduct{Grace: 1 << 40, AbsentShare: 1, DailyMails: 5}))
	s.letter("cybercafe", "SEIGNEUR Sigrid", "MOTDEPASSE "+secretOf("sigrid"), "CHE 1")
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Obeyed)
	s.expectList(2, "CHE 1")
}

// Orders where nothing is read, below the head of a quotation whose text the
// player deleted, aren't executed, but he is told.
func TestOrdersBelowAQuotationsHeadAreTold(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "Le mar. 3 nov. 2026 à 21:14, Le Héraut <heraut@jeu.example> a écrit :", "FCO 5 TOUT")
	s.poll()
	s.expect("harald", "confirmation", contains("elles n'ont pas été lues"), lacks("1. FCO"))
	s.expectList(1)
}
