package mailbot

import (
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/ledger"
)

// Who has both a player's mail and his address, forged, passes for him: that is
// what a token is. The player gets the confirmation, and so gets wind of it.
func TestATokenAndAForgedAddressPassForThePlayer(t *testing.T) {
	s := newStory(t)
	s.letter("quidam", from(at("harald")), envelope(at("quidam")), reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
	s.expectNone("quidam")
	s.expectList(1, "CHE 1")
}

func TestAChangedPasswordKillsTheOldOne(t *testing.T) {
	s := newStory(t, withPasswords())
	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("harald"), Password: "un-autre-sesame"}}
	s.must(s.arbitre.Ensure(o))
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "CHE 1")
	s.poll()
	s.expectNone(people...)
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE un-autre-sesame", "CHE 2")
	s.poll()
	s.expect("harald", "confirmation")
	s.expectList(1, "CHE 2")
	s.orders("harald", "CHE 3") // his tokens live on: he is the same player
}

func TestAForgedMasterDecidesNothing(t *testing.T) {
	s := newStory(t, withMaster())
	s.advanceTo(s.deadline().Add(30 * time.Hour))
	s.tick()
	notice := s.expect("roi", "notice")
	s.letter("quidam", from(at("roi")), "RESOUDRE")
	s.letter("quidam", from(at("roi")), reply(s.report("harald")), "RESOUDRE") // with a player's token
	s.letter("harald", reply(notice), "RESOUDRE")                              // with the master's, from a player's address
	s.poll()
	s.tick()
	s.expectAll("roi", "challenge", "challenge")
	s.expect("harald", "challenge")
	if at := s.game().At.Season; at != 1 {
		t.Errorf("season %d is awaited: somebody else had it played", at)
	}
}

// An archive tells what was played, and nothing by which one could write or
// foresee.
func TestTheArchiveTellsNothingOfToday(t *testing.T) {
	s := newStory(t, withPasswords())
	s.orders("harald", "CHE 1")
	s.season()
	s.orders("harald", "REN Harald Zebulon")
	archive, err := s.arbitre.Archive(game)
	s.must(err)
	today, err := s.game().Secret.MarshalText()
	s.must(err)
	for what, secret := range map[string]string{
		"an address": "@" + domain, "a hash": "argon2id", "a token": replyToken(s.arbitre.key, game, 1, 1),
		"the secret of the season awaited": string(today), "an order of the season awaited": "Zebulon",
	} {
		if strings.Contains(string(archive), secret) {
			t.Errorf("the archive holds %s: %s", what, secret)
		}
	}
	if !strings.Contains(string(archive), "CHE") {
		t.Error("the archive doesn't hold the order played: is it the right one?")
	}
}

// Who reads the ledger has its key, and makes any token with it.
func TestWhoReadsTheLedgerCanMakeTokens(t *testing.T) {
	s := newStory(t)
	var key [32]byte
	s.must(s.book.Update(func(tx *ledger.Tx) (err error) {
		key, err = tx.Key(nil)
		return err
	}))
	s.letter("quidam", from(at("harald")), to("heraut+"+replyToken(key, game, 1, 1)+"@"+domain), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation")
	s.expectList(1, "CHE 1")
}
