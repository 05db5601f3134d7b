package mailbot

import (
	"testing"

	"arbitre/mailbot/ledger"
)

// alsoAt gives a player further addresses.
func alsoAt(who string, others ...string) premise {
	return func(s *story) {
		for i, p := range s.opening.Players {
			if p.Address == at(who) {
				s.opening.Players[i].Others = others
			}
		}
	}
}

func TestAPlayerMayWriteFromAnyOfHisAddresses(t *testing.T) {
	s := newStory(t, withLords("Harald", "Sigrid"), alsoAt("harald", "OLAF@"+domain))
	s.letter("olaf", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1")) // mail goes to the first
	s.expectNone("olaf")
	s.letter("olaf", "CHE 2") // and so do questions
	s.poll()
	challenge := s.expect("harald", "challenge")
	s.letter("olaf", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 2"))
	s.expectList(1, "CHE 2")
}

// What changes in the configuration, and whether the tokens of before live on.
func TestOnlyAnotherFirstAddressIsAnotherPlayer(t *testing.T) {
	for change, tt := range map[string]struct {
		now      NewPlayer
		replaced bool
	}{
		"nothing":                       {NewPlayer{Address: at("harald"), Others: []string{at("olaf")}}, false},
		"written otherwise":             {NewPlayer{Address: "Harald@JEU.example", Others: []string{at("olaf")}}, false},
		"one more":                      {NewPlayer{Address: at("harald"), Others: []string{at("olaf"), at("cybercafe")}}, false},
		"one less":                      {NewPlayer{Address: at("harald")}, false},
		"the first":                     {NewPlayer{Address: at("quidam"), Others: []string{at("harald"), at("olaf")}}, true},
		"the first and the second swap": {NewPlayer{Address: at("olaf"), Others: []string{at("harald")}}, true},
		"none is left":                  {NewPlayer{}, true},
	} {
		t.Run(change, func(t *testing.T) {
			s := newStory(t, withLords("Harald", "Sigrid"), alsoAt("harald", at("olaf")))
			old := s.report("harald")
			o := s.opening
			tt.now.Seat = 1
			o.Players = []NewPlayer{tt.now}
			s.must(s.arbitre.Ensure(o))
			s.send()
			if tt.replaced && tt.now.Address != "" {
				s.expect(name(tt.now.Address), "report")
			}
			s.letter("harald", reply(old), "CHE 1")
			s.poll()
			switch {
			case !tt.replaced:
				s.expect("harald", "confirmation")
				s.expectList(1, "CHE 1")
			case tt.now.Address == "":
				s.expectNone(people...)
				s.expectVerdict(ledger.Stranger)
				s.expectList(1)
			default:
				s.expect(name(tt.now.Address), "challenge")
				s.expectList(1)
			}
		})
	}
}

func TestAddressThatWasTakenAwayIsAStrangers(t *testing.T) {
	s := newStory(t, withLords("Harald", "Sigrid"), alsoAt("harald", at("olaf")))
	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("harald")}}
	s.must(s.arbitre.Ensure(o))
	s.letter("olaf", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expectNone(people...)
	s.expectVerdict(ledger.Stranger)
}
