package mailbot

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot/ledger"
	"arbitre/orders"
)

// TestBadInputHasADefinedAnswer sends what no letter should hold after a good
// list. Whatever comes, the answer is one mail, and the list is what is said.
func TestBadInputHasADefinedAnswer(t *testing.T) {
	long := strings.Repeat("a", 70)
	for name, test := range map[string]struct {
		parts []any
		want  []string // in the answer
		list  []string // nil: as before
	}{
		"an empty letter":             {nil, []string{"RIEN N'EST CHANGÉ", "ne contient pas de texte nouveau"}, nil},
		"blank lines":                 {[]any{"", "  ", "\t"}, []string{"RIEN N'EST CHANGÉ", "ne contient pas de texte nouveau"}, nil},
		"10 MB of text":               {[]any{"CHE 2", strings.Repeat(long+"\r\n", 10<<20/72)}, []string{"trop longue", "CHE 2"}, []string{"CHE 2"}},
		"50 000 lines of orders":      {[]any{strings.Repeat("CHE 1\r\n", 50_000)}, []string{"trop longue"}, many("CHE 1", orders.MaxLines)},
		"50 000 lines of prose":       {[]any{strings.Repeat("bla bla bla\r\n", 50_000)}, []string{"RIEN N'EST CHANGÉ", "trop longue", "… et 1 980 autres"}, nil},
		"500 lines refused":           {[]any{strings.Repeat("CHE 7\r\n", 500)}, []string{"RIEN N'EST CHANGÉ", "500 lignes", "… et 400 autres"}, nil},
		"one line of 1 MB":            {[]any{"CHE 2", "LIB " + strings.Repeat("x", 1<<20)}, []string{"CHE 2"}, []string{"CHE 2"}},
		"200 nested MIME parts":       {[]any{nested(200, "CHE 2")}, []string{"Reçu"}, nil},
		"20 nested MIME parts":        {[]any{nested(20, "CHE 2")}, []string{"CHE 2"}, []string{"CHE 2"}},
		"NUL and control characters":  {[]any{"CH\x01E 2", "C\x7fHE\x1b[31m 3", "\x02\x03"}, []string{"CHE[31m 3"}, []string{"CHE 2"}},
		"a right-to-left override":    {[]any{"REN Harald \u202eecnalecnaL\u202c", "CHE 2"}, []string{"CHE 2"}, []string{"REN Harald ecnalecnaL", "CHE 2"}},
		"an unknown knight":           {[]any{"LIB Perceval", "CHE 2"}, []string{"Perceval", "^"}, []string{"CHE 2"}},
		"an unknown province":         {[]any{"ATT Harald Atlantide"}, []string{"RIEN N'EST CHANGÉ", "Atlantide", "^"}, nil},
		"a negative number":           {[]any{"CHE -1", "FCO 5 TOUT"}, []string{"CHE -1", "^"}, []string{"FCO 5 TOUT"}},
		"an enormous number":          {[]any{"CHE 99999999999999999999999999", "FCO 5 TOUT"}, []string{"^"}, []string{"FCO 5 TOUT"}},
		"a number out of range":       {[]any{"CHE 6", "FCO 11 TOUT", "CHE 2"}, []string{"CHE 6", "FCO 11"}, []string{"CHE 2"}},
		"an enormous season":          {[]any{"SAISON 99999999999", "CHE 2"}, []string{"SAISON 99999999999", "^"}, nil},
		"season 0":                    {[]any{"SAISON 0", "CHE 2"}, []string{"SAISON 0"}, nil},
		"words without arguments":     {[]any{"SAISON", "LANGUE", "PARTIE", "SEIGNEUR", "MOTDEPASSE", "CHE 2"}, []string{"seul sur sa ligne"}, nil},
		"words with wrong arguments":  {[]any{"SAISON douze", "LANGUE klingon", "RAPPORT -3", "RAPPORT 999999", "AIDE XYZ", "CHE 2"}, []string{"CHE 2"}, nil},
		"a report never written":      {[]any{"RAPPORT 77"}, []string{"Il n'y a pas de rapport de la saison 77"}, nil},
		"bytes of no charset":         {[]any{"CHE 2", "LIB \xff\xfe\xfd\x80"}, []string{"CHE 2"}, []string{"CHE 2"}},
		"a subject without end":       {[]any{subject("Re: " + strings.Repeat("blabla ", 20_000)), "CHE 2"}, []string{"CHE 2"}, []string{"CHE 2"}},
		"a Message-ID without end":    {[]any{messageID(strings.Repeat("x", 60_000) + "@x"), "CHE 2"}, []string{"CHE 2"}, []string{"CHE 2"}},
		"references without end":      {[]any{field("References: " + strings.Repeat("<abcdefghijkl@x>\r\n ", 3000) + "<y@x>"), "CHE 2"}, []string{"CHE 2"}, []string{"CHE 2"}},
		"a header that isn't one":     {[]any{field("Sans deux-points"), field("X\x00Y: z"), "CHE 2"}, []string{"CHE 2"}, []string{"CHE 2"}},
		"a Message-ID with a newline": {[]any{messageID("a\r\n b>\r\n\tBcc: x@y@z"), "CHE 2"}, []string{"CHE 2"}, []string{"CHE 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.orders("harald", "FCO 4 TOUT")
			s.letter("harald", append([]any{reply(s.report("harald"))}, test.parts...)...)
			began := time.Now()
			s.poll()
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("the answer took %v", took)
			}
			m := s.expect("harald", "", contains(test.want...))
			if len(m.raw) > 200_000 {
				t.Errorf("the answer has %d bytes", len(m.raw))
			}
			if strings.ContainsAny(m.body, "\x00\x01\x02\x1b\x7f\u202e") {
				t.Errorf("the answer holds control characters: %q", m.body)
			}
			want := test.list
			if want == nil {
				want = []string{"FCO 4 TOUT"}
			}
			s.expectList(1, want...)
			// Life goes on.
			s.orders("sigrid", "CHE 1")
			s.season()
		})
	}
}

func many(line string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = line
	}
	return lines
}

// nested puts a text into so many multiparts.
func nested(depth int, text string) touch {
	return func(n *note) {
		n.fields = append(n.fields, "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="b0"`)
		var b strings.Builder
		for i := range depth - 1 {
			fmt.Fprintf(&b, "--b%d\r\nContent-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n", i, i+1)
		}
		fmt.Fprintf(&b, "--b%d\r\nContent-Type: text/plain\r\n\r\n%s\r\n", depth-1, text)
		for i := depth - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "--b%d--\r\n", i)
		}
		n.text = b.String()
	}
}

func TestTwoKnightsOfTheSameName(t *testing.T) {
	s := newStory(t)
	s.orders("harald", "CHE 2")
	s.season()
	view, err := s.arbitre.View(game)
	s.must(err)
	brief := view.Rules.Brief(view.State, 1).(gloire.Brief)
	var ids []int
	for _, k := range brief.Own.Knights {
		if k.Name != "Harald" {
			ids = append(ids, int(k.ID))
		}
	}
	if len(ids) != 2 {
		t.Fatalf("Harald has the knights %+v", brief.Own.Knights)
	}
	s.orders("harald", fmt.Sprintf("REN #%d Tristan", ids[0]), fmt.Sprintf("REN #%d Tristan", ids[1]))
	s.season()

	m := s.orders("harald", "LIB Tristan")
	view, err = s.arbitre.View(game)
	s.must(err)
	same := 0
	for _, k := range view.Rules.Brief(view.State, 1).(gloire.Brief).Own.Knights {
		if k.Name == "Tristan" {
			same++
		}
	}
	switch same {
	case 1: // the game refuses the second
		s.expectList(1, "LIB Tristan")
	case 2: // the name is ambiguous, the numbers are not
		s.hold("harald", m, "confirmation", contains("RIEN N'EST CHANGÉ", fmt.Sprintf("#%d", ids[0]), fmt.Sprintf("#%d", ids[1])))
		s.expectList(1)
		s.orders("harald", fmt.Sprintf("LIB #%d", ids[1]))
		if len(s.list(1)) != 1 {
			t.Error("a knight can't be told by his number")
		}
	default:
		t.Errorf("%d knights are called Tristan", same)
	}
}

// staged is Gloire & Pouvoir with a say in what it makes of things.
type staged struct {
	gloire.Game
	awaited func(engine.State) []engine.Seat
	over    func() bool
	review  func(engine.Seat, orders.List)
	resolve func() error
}

func (g *staged) Awaited(s engine.State) []engine.Seat {
	if g.awaited != nil {
		return g.awaited(s)
	}
	return g.Game.Awaited(s)
}

func (g *staged) Review(s engine.State, seat engine.Seat, l orders.List) engine.Review {
	if g.review != nil {
		g.review(seat, l)
	}
	return g.Game.Review(s, seat, l)
}

func (g *staged) Resolve(s engine.State, lists map[engine.Seat]orders.List, d engine.Dice) (engine.State, []engine.Event, error) {
	if g.resolve != nil {
		if err := g.resolve(); err != nil {
			return nil, nil, err
		}
	}
	next, events, err := g.Game.Resolve(s, lists, d)
	if err == nil && g.over != nil {
		next.(*gloire.State).Ended = g.over()
	}
	return next, events, err
}

func TestOrdersOfADeadLord(t *testing.T) {
	alive := []engine.Seat{1, 2}
	s := newStory(t, withRules(&staged{awaited: func(engine.State) []engine.Seat { return alive }}))
	s.orders("harald", "@ CHE 1")
	alive = []engine.Seat{2}
	m := s.orders("harald", "CHE 2")
	s.hold("harald", m, "confirmation", contains("Votre seigneur est mort"), lacks("CHE 2"), golden("mort"))
	s.season()
	s.expectList(1)
	m = s.orders("harald", "RAPPORT 1")
	s.hold("harald", m, "answer", contains("rapport de la saison 1"))
}

// faulty has Harald's lists with three calls of knights break the game.
func faulty() *staged {
	return &staged{review: func(seat engine.Seat, l orders.List) {
		if seat == 1 && len(l) == 3 {
			panic("index out of range [3] with length 3")
		}
	}}
}

func TestLetterAtWhichTheGameBreaksIsSetApart(t *testing.T) {
	s := newStory(t, withMaster(), withRules(faulty()))
	s.orders("harald", "FCO 4 TOUT")
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	s.letter("harald", reply(s.report("harald")), "CHE 1", "CHE 1", "CHE 1")
	s.letter("sigrid", reply(s.report("sigrid")), "AJOUT", "CHE 2")
	s.poll()
	s.expect("harald", "notice", contains("RIEN N'EST CHANGÉ", "La faute est à lui"), golden("faute"))
	s.expect("roi", "notice", contains("index out of range"), golden("faute-maitre"))
	s.expectAll("sigrid", "confirmation", "confirmation")
	s.expectList(1, "FCO 4 TOUT")
	s.expectList(2, "CHE 1", "CHE 2")
	if l := s.record()[2]; l.Verdict != ledger.Quarantined || !strings.Contains(l.Reason, "index out of range") {
		t.Errorf("the letter is on record as %+v", l)
	}
	s.restart()
	s.poll() // it isn't taken again
	s.orders("harald", "CHE 1")
	s.season()
}

func TestDeferredLetterAtWhichTheGameBreaksDoesNotHoldTheSeason(t *testing.T) {
	s := newStory(t, withRules(faulty()))
	s.advanceTo(s.deadline())
	s.letter("harald", reply(s.report("harald")), "CHE 1", "CHE 1", "CHE 1")
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	s.tick()
	s.expectAll("harald", "report", "notice")
	s.expectAll("sigrid", "report", "confirmation")
}

func TestHeldLetterAtWhichTheGameBreaks(t *testing.T) {
	s := newStory(t, withRules(faulty()))
	s.letter("harald", "CHE 1", "CHE 1", "CHE 1")
	s.poll()
	challenge := s.expect("harald", "challenge")
	s.letter("harald", reply(challenge))
	s.letter("sigrid", reply(s.report("sigrid")), "CHE 1")
	s.poll()
	s.expect("harald", "notice", contains("reçu n° 1"))
	s.expect("sigrid", "confirmation")
	if l := s.record()[0]; l.Verdict != ledger.Quarantined {
		t.Errorf("the letter is %s, want quarantined", l.Verdict)
	}
}

func TestSeasonAtWhichTheGameBreaksWaits(t *testing.T) {
	for name, breaks := range map[string]func() error{
		"by a panic":  func() error { panic("division by zero") },
		"by an error": func() error { return errors.New("division by zero") },
	} {
		t.Run(name, func(t *testing.T) {
			g := &staged{resolve: breaks}
			s := newStory(t, withMaster(), withRules(g))
			o := s.opening // a game after it in the ledger
			o.Charter.Game, o.Players = "scan2", nil
			s.must(s.arbitre.Open(o))
			s.orders("harald", "CHE 1")
			s.advanceTo(s.deadline())
			for range 3 {
				if err := s.arbitre.Tick(s.Context(), s.collect); err == nil {
					t.Fatal("a season that can't be played is no error")
				}
			}
			s.send()
			notice := s.expect("roi", "notice", contains("division by zero"))
			if name == "by an error" {
				s.hold("roi", notice, "notice", golden("attend-faute"))
			}
			s.expectNone("harald", "sigrid")
			s.letter("sigrid", reply(s.report("sigrid")), "CHE 1") // letters are still taken
			s.poll()
			s.expect("sigrid", "notice")

			g.resolve = nil
			s.tick()
			s.expect("roi", "report")
			s.expect("harald", "report")
			s.expectAll("sigrid", "report", "confirmation")
			s.must(s.book.View(func(tx *ledger.Tx) error {
				other, err := tx.Game("scan2")
				if other.At.Season != 2 {
					t.Errorf("the other game stands at season %d, want 2", other.At.Season)
				}
				return err
			}))
		})
	}
}

func TestGameOver(t *testing.T) {
	over := false
	s := newStory(t, withRules(&staged{over: func() bool { return over }}))
	s.orders("harald", "@ CHE 1")
	over = true
	s.playOn()
	s.expect("harald", "report", titled("[scan1] Saison 1 : la dernière"))
	s.expect("sigrid", "report")
	m := s.orders("harald", "CHE 2")
	s.hold("harald", m, "confirmation", contains("La partie est finie"), lacks("CHE 2", "Échéance"), golden("finie"))
	m = s.orders("harald", "RAPPORT")
	s.hold("harald", m, "answer", contains("rapport de la saison 1"))
	s.advance(1000 * time.Hour)
	s.tick()
	s.expectNone("harald", "sigrid")
}
