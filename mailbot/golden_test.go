package mailbot

import (
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

// home is the name of a lord's first province.
func (s *story) home(seat engine.Seat) string {
	s.Helper()
	view, err := s.arbitre.View(game)
	s.must(err)
	return view.Rules.Brief(view.State, seat).(gloire.Brief).Own.Provinces[0].Name
}
