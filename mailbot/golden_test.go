package mailbot

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
)

// TestMailsReadAsPlayersReadThem compares whole mails, in both languages, with
// the files of testdata: what to read when a template changes.
func TestMailsReadAsPlayersReadThem(t *testing.T) {
	for _, lang := range []string{"fr", "en"} {
		t.Run(lang, func(t *testing.T) {
			s := newStory(t, withLords("Harald", "Sigrid"), withMaster(), speaking(lang, "Harald", "roi"))
			home := s.home(1)
			whole := func(name string) check { return golden(name + "." + lang) }
			tell := func(name, kind string, lines ...string) {
				t.Helper()
				s.advance(time.Minute)
				s.hold("harald", s.orders("harald", lines...), kind, whole(name))
			}
			tell("bonne-liste", "confirmation", "FCO 5 TOUT", "CHE 2", "ARM "+home+" 2000 Harald", "@ INI 40 50 60", "", "Bien à vous,", "Harald")
			tell("refus", "confirmation",
				"FCO 12 TOUT", "ARM "+home[:len(home)-1]+"x 500", "ATT Hérald Atlantide", "LIB Lancelot", "CHE", "IMP 5 "+home+" 3 4", "ALL Sigrid", "CHE 1", "je vous souhaite une bonne soirée")
			tell("ajout", "confirmation", "AJOUT", "GAR Harald TOUT")
			tell("rien-compris", "confirmation", "J'attaque tout le monde avec mes meilleurs chevaliers !", "Vive le roi")
			tell("vide", "confirmation")
			tell("saison-future", "confirmation", "SAISON 3", "CHE 1", "MOV Harald Atlantide")
			tell("ordres", "answer", "ORDRES")
			tell("prevision", "answer", "PREVISION")
			tell("etat", "answer", "ETAT")
			tell("carte", "answer", "CARTE")
			tell("aide", "answer", "AIDE")
			tell("aide-att", "answer", "AIDE ATT")
			tell("effacer", "confirmation", "EFFACER")

			s.letter("harald", "CHE 1")
			s.poll()
			s.expect("harald", "challenge", whole("defi"))

			s.advanceTo(s.deadline())
			s.letter("harald", reply(s.report("harald")), "CHE 4")
			s.tick()
			s.expect("roi", "report")
			s.expect("sigrid", "report")
			mails := s.expectAll("harald", "report", "confirmation")
			s.hold("harald", mails[1], "confirmation", whole("tardive"))
			tell("saison-passee", "confirmation", "SAISON 1", "CHE 1")
			tell("rapport", "answer", "RAPPORT 1")
			tell("rapport-absent", "answer", "RAPPORT 7")
			tell("memes-ordres", "confirmation", "CHE 4")
			other := map[string]string{"fr": "en", "en": "fr"}[lang]
			tell("langue", "confirmation", "LANGUE "+other)
		})
	}
}

// TestMasterReadsHisLanguage has what a game master is told in English.
func TestMasterReadsHisLanguage(t *testing.T) {
	s := newStory(t, withLords("Harald", "Sigrid"), withMaster(), speaking("en", "Harald", "roi"),
		withConduct(Conduct{Grace: time.Hour, AbsentShare: 0.4}), withRules(faulty()))
	s.letter("harald", reply(s.report("harald")), "CHE 1", "CHE 1", "CHE 1")
	s.poll()
	s.expect("harald", "notice", golden("faute.en"))
	s.expect("roi", "notice", golden("faute-maitre.en"))

	s.playOn()
	s.expect("roi", "notice", golden("attend-absents.en"))
	broken := func(context.Context) error { return errors.New("the server is on fire") }
	s.advance(30 * time.Hour)
	s.must(s.arbitre.Tick(s.Context(), broken))
	s.tick() // he was asked, and nothing else matters
	s.expectNone("roi")

	s = newStory(t, withLords("Harald", "Sigrid"), withMaster(), speaking("en", "Harald", "roi"))
	s.advanceTo(s.deadline())
	s.must(s.arbitre.Tick(s.Context(), broken))
	s.send()
	s.expect("roi", "notice", titled("[scan1] Season 1 is held up"), golden("attend-courrier.en"))
	s.advance(30 * time.Hour)
	s.tick()
	notice := s.expect("roi", "notice", golden("attend-retard.en"))
	s.letter("harald", reply(s.report("harald")), "CHE 2")
	s.poll()
	s.expect("harald", "notice", golden("en-attente.en"))
	s.letter("roi", reply(notice), "RESOUDRE")
	s.poll()
	s.expect("roi", "answer", golden("resoudre.en"))
	s.tick()
	s.expect("roi", "report")
	s.expect("sigrid", "report")
	s.expectAll("harald", "report", "confirmation")
}

// home is the name of a lord's first province.
func (s *story) home(seat engine.Seat) string {
	s.Helper()
	view, err := s.arbitre.View(game)
	s.must(err)
	return view.Rules.Brief(view.State, seat).(gloire.Brief).Own.Provinces[0].Name
}
