package mailbot

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

func TestTokenFromARegisteredAddressCounts(t *testing.T) {
	for name, touches := range map[string][]any{
		"by the recipient":   {},
		"by In-Reply-To":     {to(herald)},
		"in capital letters": {shouted()},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.letter("harald", append([]any{reply(s.report("harald")), "CHE 1"}, touches...)...)
			s.poll()
			s.expect("harald", "confirmation", contains("CHE 1"))
			s.expectVerdict(ledger.Obeyed)
			s.expectList(1, "CHE 1")
		})
	}
}

// to sends a letter elsewhere than the mail it answers says.
func to(address string) touch { return func(n *note) { n.to = address } }

// shouted writes the recipient in capitals, as some mail programs do.
func shouted() touch { return func(n *note) { n.to = strings.ToUpper(n.to) } }

func TestTokenFromAnotherAddressDoesNotCount(t *testing.T) {
	s := newStory(t)
	s.letter("quidam", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expectNone("quidam", "harald")
	s.expectVerdict(ledger.Stranger)
	s.expectList(1)
}

func TestAnotherSeatsTokenDoesNotCount(t *testing.T) {
	s := newStory(t)
	s.letter("sigrid", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.expect("sigrid", "challenge")
	s.expectNone("harald")
	s.expectList(1)
	s.expectList(2)
}

func TestLetterWithoutProofIsHeldAndReleasedByAReply(t *testing.T) {
	s := newStory(t)
	received := s.now()
	s.letter("harald", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge", lacks("CHE"))
	s.expectVerdict(ledger.Held)
	s.expectList(1)

	s.advance(3 * time.Hour)
	s.letter("harald", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1", "20 h 00"))
	s.expectList(1, "CHE 1")
	if l := s.record()[0]; l.Verdict != ledger.Released || !l.Received.Equal(received) {
		t.Errorf("the held letter is %+v, want released as of %v", l, received)
	}

	// A second reply releases nothing twice.
	s.letter("harald", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("RIEN N'EST CHANGÉ"))
	s.expectList(1, "CHE 1")
}

func TestHeldLetterCountsAtItsReceipt(t *testing.T) {
	s := newStory(t)
	s.letter("harald", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge")
	s.advance(time.Hour)
	s.orders("harald", "CHE 2")
	s.letter("harald", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("RIEN N'EST CHANGÉ", "reçue après celle-ci"))
	s.expectList(1, "CHE 2")
}

func TestHeldLetterReceivedInTimeIsTakenAfterItsSeason(t *testing.T) {
	s := newStory(t)
	s.letter("harald", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge")
	s.season()
	s.letter("harald", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("ATTENTION : ", "trop tard pour la saison 1", "compte pour la saison 2"))
	s.expectList(1, "CHE 1")
}

func TestHeldLetterIsReleasedByNothingElse(t *testing.T) {
	s := newStory(t)
	s.letter("harald", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge")

	s.letter("quidam", reply(challenge)) // not his address
	s.letter("sigrid", reply(challenge)) // nor his seat
	s.letter("harald", reply(challenge), field("Auto-Submitted: auto-replied"))
	s.poll()
	s.expectNone("quidam", "harald")
	s.expect("sigrid", "challenge")
	s.expectList(1)

	// A player who is proven answers another's challenge.
	s.letter("sigrid", reply(challenge), to(s.report("sigrid").ReplyTo.Addr))
	s.poll()
	s.expect("sigrid", "confirmation", contains("RIEN N'EST CHANGÉ"))
	s.expectList(2)

	s.orders("harald", "FCO 5 TOUT") // a proven letter that answers something else
	s.expectList(1, "FCO 5 TOUT")
	if l := s.record()[0]; l.Verdict != ledger.Held {
		t.Errorf("the letter is %s, want held", l.Verdict)
	}
}

func TestReplyToAChallengeMayBringOrdersOfItsOwn(t *testing.T) {
	s := newStory(t)
	s.letter("harald", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge")
	s.advance(time.Hour)
	s.letter("harald", reply(challenge), "AJOUT", "FCO 5 TOUT")
	s.poll()
	s.expectAll("harald", "confirmation", "confirmation")
	s.expectList(1, "CHE 1", "FCO 5 TOUT")
}

func TestSeatAndPasswordCountFromAnywhere(t *testing.T) {
	s := newStory(t, withPasswords())
	s.letter("cybercafe", "PARTIE scan1", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "CHE 1")
	s.poll()
	s.expectNone("cybercafe")
	s.expect("harald", "confirmation", contains("CHE 1"))
	s.expectList(1, "CHE 1")

	// The seat's number will do, and the only game need not be named.
	s.letter("cybercafe", "SEIGNEUR #2", "MOTDEPASSE "+secretOf("sigrid"), "CHE 2")
	s.poll()
	s.expect("sigrid", "confirmation", contains("CHE 2"))
	s.expectNone("cybercafe", "harald")
}

func TestPasswordFromTheRegisteredAddressNeedsNoSeat(t *testing.T) {
	s := newStory(t, withPasswords())
	s.letter("harald", "MOTDEPASSE "+secretOf("harald"), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
}

func TestWrongPasswordProvesNothing(t *testing.T) {
	s := newStory(t, withPasswords())
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("sigrid"), "CHE 1")
	s.letter("harald", "MOTDEPASSE abracadabra", "CHE 1")
	s.poll()
	s.expectNone("cybercafe", "sigrid")
	s.expect("harald", "challenge", lacks("abracadabra"), contains("n'est pas le bon"))
	s.expectList(1)
}

// TestPasswordIsNeverKeptNorShown writes passwords in every way that a letter
// has, and looks for them in all that the Arbitre writes.
func TestPasswordIsNeverKeptNorShown(t *testing.T) {
	const slip = "m0t-de-passe-oubli3" // of a player who mistakes his password
	s := newStory(t, withMaster(), withPasswords())
	right := secretOf("harald")
	line := "MOTDEPASSE " + right
	s.letter("cybercafe", "SEIGNEUR Harald", line, "CHE 1")
	s.letter("cybercafe", "SEIGNEUR Harald", line, "CHE 2", in("base64"))
	s.letter("cybercafe", "SEIGNEUR Harald", line, "CHE 3", in("quoted-printable"))
	s.letter("harald", reply(s.report("harald")), line+" ; CHE 9", "bla bla mot de passe : "+right)
	s.letter("harald", reply(s.report("harald")), "CHE 1", "", "> "+line, "> > "+line)
	s.letter("harald", reply(s.report("harald")), subject("MOTDEPASSE "+right), "CHE 1")
	s.letter("harald", subject("mdp "+slip), "CHE 1")
	s.letter("quidam", "SEIGNEUR Harald", "MOTDEPASSE "+slip)
	s.letter("harald", reply(s.report("harald")), attached("ordres.txt", line+"\r\nCHE 1"))
	s.letter("harald", reply(s.report("harald")), line, "SAISON 3", "CHE 1")
	s.letter("harald", reply(s.report("harald")), line, "RAPPORT", "ORDRES")
	s.letter("harald", reply(s.report("harald")), "CHE 1", "-- ", line)
	s.letter("harald", field("Auto-Submitted: auto-replied"), line)
	s.letter("harald", reply(s.report("harald")), strings.Repeat("bla bla\r\n", 21_000)+line)
	s.poll()
	confirmations := s.unread("harald")
	if len(confirmations) != 12 {
		t.Errorf("%d answers, want 12", len(confirmations))
	}
	s.season()
	s.season()
	s.season()

	secrets := []string{right, slip}
	for _, secret := range []string{right, slip} {
		// Wherever in a text of base64 a secret begins, one of these is in it.
		for skip := range 3 {
			code := base64.StdEncoding.EncodeToString([]byte(secret)[skip:])
			secrets = append(secrets, code[:len(code)/4*4-4])
		}
	}
	book, err := os.ReadFile(s.path)
	s.must(err)
	archive, err := s.arbitre.Archive(game)
	s.must(err)
	places := map[string]string{"the ledger's file": string(book), "the archive": string(archive), "the log": s.log.String()}
	for _, who := range people {
		stored, err := s.office.Messages(at(who), "INBOX")
		s.must(err)
		for _, m := range stored {
			places["a mail to "+who] += string(m.Raw) + textOf(t, m.Raw)
		}
	}
	s.must(s.book.View(func(tx *ledger.Tx) error {
		letters, err := tx.Letters()
		for _, l := range letters {
			places["the letters kept"] += l.Subject + l.Reason + string(tx.Raw(l.Receipt))
		}
		for season := range 5 {
			sheet, sheetErr := tx.Sheet(game, season, 1)
			s.must(sheetErr)
			for _, o := range sheet.List {
				places["the sheets"] += o.Source
			}
		}
		return err
	}))
	for place, text := range places {
		for _, secret := range secrets {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("%s holds %q: …%.200q", place, secret, text[max(0, i-100):])
			}
		}
	}
	if len(book) < 50_000 {
		t.Errorf("the ledger's file has %d bytes: is it the right one?", len(book))
	}
}

// TestDeferredLetterWithPasswordKeepsItsOrders has a letter read a second time
// from what the ledger keeps of it.
func TestDeferredLetterWithPasswordKeepsItsOrders(t *testing.T) {
	s := newStory(t, withPasswords())
	s.advanceTo(s.deadline())
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), attached("ordres.txt", "CHE 1\r\n\r\n\r\nCHE trois"))
	s.letter("cybercafe", "SEIGNEUR Sigrid", "MOTDEPASSE "+secretOf("sigrid"), "", "", "CHE 2", "> CHE 4", "FCO 3 TOUT")
	s.tick()
	mails := s.expectAll("harald", "report", "confirmation")
	s.hold("harald", mails[1], "confirmation", contains("CHE 1", "ordres.txt", "ligne 4"))
	mails = s.expectAll("sigrid", "report", "confirmation")
	s.hold("sigrid", mails[1], "confirmation", contains("CHE 2 # ligne 5", "FCO 3 TOUT # ligne 7"), lacks("CHE 4", "incomplet"))
	s.expectList(1, "CHE 1")
	s.expectList(2, "CHE 2", "FCO 3 TOUT")
}

func TestStrangersGetSilence(t *testing.T) {
	s := newStory(t, withPasswords())
	for _, lines := range [][]any{
		{"CHE 1"},
		{"Bonjour, puis-je jouer ?"},
		{"AIDE"},
		{subject("AIDE")},
		{subject("[scan1] ordres"), "CHE 1"},
		{"PARTIE scan1", "SEIGNEUR Harald", "MOTDEPASSE faux", "CHE 1"},
		{"PARTIE scan1", "SEIGNEUR Personne", "MOTDEPASSE faux", "CHE 1"},
		{"PARTIE atlantide", "SEIGNEUR Harald", "MOTDEPASSE " + secretOf("harald"), "CHE 1"},
		{field("Reply-To: " + at("harald")), "CHE 1"},
		{field("Sender: " + at("harald")), "CHE 1"},
	} {
		s.letter("quidam", lines...)
		s.poll()
		s.expectNone(people...)
		s.expectVerdict(ledger.Stranger)
	}
	s.expectList(1)
}

func TestRegisteredAddressThatNamesAnUnknownGameIsAsked(t *testing.T) {
	s := newStory(t)
	s.letter("harald", "PARTIE atlantide", "CHE 1")
	s.poll()
	s.expect("harald", "notice", contains("[scan1] Harald"), lacks("atlantide", "CHE 1"))
	s.expectVerdict(ledger.Unclear)
	// Brackets in a subject may be anything.
	s.letter("harald", subject("[jeu de rôle] mes ordres"), "CHE 1")
	s.poll()
	s.expect("harald", "challenge")
	s.expectList(1)
	// Nor is a reply for the game of the mail that it answers if it says another.
	s.letter("harald", reply(s.report("harald")), "PARTIE atlantide", "CHE 1")
	s.poll()
	s.expect("harald", "notice", lacks("CHE 1"))
	s.expectList(1)
}

// second opens a second game, in which Harald sits on the second seat.
func (s *story) second() *received {
	s.Helper()
	o := s.opening
	o.Charter.Game = "scan2"
	o.Charter.Seats = []engine.Founder{{Seat: 1, Name: "Sigrid"}, {Seat: 2, Name: "Harald"}}
	o.Players = []NewPlayer{{Seat: 2, Address: at("harald"), Password: secretOf("harald"), Lang: "fr"}}
	s.must(s.arbitre.Open(o))
	s.send()
	m := s.unread("harald")
	if len(m) != 1 || m[0].kind != "report" {
		s.Fatalf("the second game's report: %v", m)
	}
	return m[0]
}

func (s *story) sheetIn(game string, seat engine.Seat) (n int) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) error {
		sheet, err := tx.Sheet(game, 1, seat)
		n = len(sheet.List)
		return err
	}))
	return n
}

func TestTwoGamesForOneAddress(t *testing.T) {
	s := newStory(t, withPasswords())
	report := s.second()
	s.letter("harald", reply(report), "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", titled("Re: [scan2] La partie commence"))
	if s.sheetIn("scan1", 1) != 0 || s.sheetIn("scan2", 2) != 1 {
		t.Error("the orders aren't in the game of the mail that they answer")
	}
	s.letter("harald", reply(s.report("harald")), "CHE 1", "CHE 2")
	s.poll()
	s.expect("harald", "confirmation", titled("Re: [scan1] La partie commence"))
	if s.sheetIn("scan1", 1) != 2 || s.sheetIn("scan2", 2) != 1 {
		t.Error("the orders aren't in the game of the mail that they answer")
	}

	// Without a token the subject's tag or PARTIE tells the game.
	s.letter("harald", subject("[scan2] ordres"), "CHE 3")
	s.poll()
	s.expect("harald", "challenge", titled("[scan2] Cette lettre est-elle de vous ?"))
	s.letter("harald", "PARTIE SCAN1", "MOTDEPASSE "+secretOf("harald"), "FCO 5 TOUT")
	s.poll()
	s.expect("harald", "confirmation", contains("FCO 5 TOUT"))
	if s.sheetIn("scan1", 1) != 1 {
		t.Error("PARTIE doesn't tell the game")
	}
	// The seat's name is in both games, and neither is named.
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+secretOf("harald"), "FCO 6 TOUT")
	s.poll()
	s.expectNone("harald", "cybercafe")
}

func TestAnAddressWithTwoSeatsIsAskedForWhich(t *testing.T) {
	s := newStory(t)
	s.second()
	s.letter("harald", "CHE 1")
	s.poll()
	s.expect("harald", "notice", contains("scan1", "scan2"), lacks("CHE 1"))
	if s.sheetIn("scan1", 1)+s.sheetIn("scan2", 2) != 0 {
		t.Error("orders for no game in particular count")
	}
}

func TestNewAddressKillsTheOldOnesToken(t *testing.T) {
	s := newStory(t)
	old := s.report("harald")
	o := s.opening
	o.Players = []NewPlayer{{Seat: 1, Address: at("olaf")}}
	s.must(s.arbitre.Ensure(o))
	s.letter("harald", reply(old), "CHE 1")
	s.letter("olaf", reply(old), "CHE 1")
	s.poll()
	s.expectNone("harald")
	mails := s.expectAll("olaf", "report", "challenge") // the newest report, at once
	s.expectList(1)
	s.letter("olaf", reply(mails[0]), "CHE 1")
	s.poll()
	s.expect("olaf", "confirmation")
	s.expectList(1, "CHE 1")
}

// A reply whose token is for one seat and whose words name another changes
// nothing: neither may be chosen for its writer.
func TestReplyThatNamesAnotherSeatIsAskedAbout(t *testing.T) {
	for _, line := range []string{"PARTIE autre1", "SEIGNEUR Sigrid", "SEIGNEUR #2", "SEIGNEUR Personne"} {
		t.Run(line, func(t *testing.T) {
			s := newStory(t)
			s.orders("harald", "FCO 4 TOUT")
			s.letter("harald", reply(s.report("harald")), line, "CHE 1")
			s.poll()
			s.expect("harald", "", contains("RIEN N'EST CHANGÉ"))
			s.expectNone("sigrid")
			s.expectList(1, "FCO 4 TOUT")
			s.expectList(2)
		})
	}
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "PARTIE scan1", "SEIGNEUR Harald", "CHE 1")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
}
