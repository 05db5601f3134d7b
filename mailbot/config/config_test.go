package config

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/mailbot/link"
)

// minimal is all that a file must say.
const minimal = `[sender]
address = "heraut@example.org"

[imap]
address = "imap.example.org:993"

[smtp]
address = "smtp.example.org:465"

[[game]]
id = "scan1"

[[game.seat]]
lord = "Harald"

[[game.seat]]
lord = "Sigrid"
language = "en"
`

func mustParse(t testing.TB, text string) Config {
	t.Helper()
	c, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDefaults(t *testing.T) {
	want := Config{
		Data: "arbitre-data/ledger.db", Language: "fr", LogLevel: slog.LevelInfo,
		Sender:   Sender{Name: "L'Arbitre", Address: "heraut@example.org", Domain: "example.org"},
		IMAP:     IMAP{Server: Server{Address: "imap.example.org:993", Security: link.TLS}, Folder: "INBOX", Poll: Duration(time.Minute)},
		SMTP:     SMTP{Server: Server{Address: "smtp.example.org:465", Security: link.TLS}, Hello: "example.org"},
		Identity: Identity{DKIM: true},
		Conduct: Conduct{
			Grace: Duration(12 * time.Hour), AbsentShare: 0.5, DailyAnswers: 50, SeatAnswers: 50, ThreadAnswers: 20, IdleAnswers: 3,
		},
		Games: []Game{{
			ID: "scan1", Rules: "gloire", Edition: "2.15", Map: "scandinavie", Schedule: "0 20 * * 6", Zone: "Europe/Paris",
			Master: Seat{Language: "fr"},
			Seats:  []Seat{{Lord: "Harald", Language: "fr"}, {Lord: "Sigrid", Language: "en"}},
		}},
	}
	if diff := cmp.Diff(want, mustParse(t, minimal)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTheLanguageAboveIsThatOfWhoHasNone(t *testing.T) {
	c := mustParse(t, "language = \"en\"\n"+minimal)
	if got := c.Games[0].Seats[0].Language + c.Games[0].Master.Language; got != "enen" {
		t.Errorf("the languages are %q", got)
	}
}

func TestUnknownKeysAreRefusedWithTheirPlace(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"misspelt", strings.Replace(minimal, "[imap]\n", "[imap]\npol = \"1m\"\n", 1), `line 5, column 1: there is no key "imap.pol"`},
		{"at the top", "daata = \"x\"\n" + minimal, `line 1, column 1: there is no key "daata"`},
		{"indented", strings.Replace(minimal, "[smtp]\n", "[smtp]\n  port = 465\n", 1), `line 8, column 3: there is no key "smtp.port"`},
		{"in a seat", minimal + "adress = \"a@example.org\"\n", `line 19, column 1: there is no key "game.seat.adress"`},
	} {
		_, err := Parse([]byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	_, err := Parse([]byte("one = 1\ntwo = 2\n" + minimal))
	if err == nil || !strings.Contains(err.Error(), `"one"`) || !strings.Contains(err.Error(), `line 2, column 1: there is no key "two"`) {
		t.Errorf("of two unknown keys, this is told: %v", err)
	}
}

// Each value is put in the place of a line of the minimal file, or after it.
func TestBadValuesAreRefused(t *testing.T) {
	for _, test := range []struct {
		name, after, line string
		want              []string
	}{
		{"no TOML at all", "[sender]", "name = Le Héraut", []string{"line 2, column 8"}},
		{"a text where a number is wanted", "[[game]]", `options = 3`, []string{"line 11"}},
		{"a duration without unit", "[imap]", `poll = "60"`, []string{"line 5", `"60" is no duration`, "90s, 10m or 12h"}},
		{"a poll too quick", "[imap]", `poll = "10ms"`, []string{"imap.poll", "at least 1s"}},
		{"a negative poll", "[imap]", `poll = "-1m"`, []string{"imap.poll", "at least 1s"}},
		{"an unknown protection", "[smtp]", `security = "ssl"`, []string{"line 8", `"ssl"`, "tls, starttls or plain"}},
		{"an unknown log level", "", `log_level = "LOUD"`, []string{"line 1"}},
		{"a share above one", "[conduct]", "absent_share = 1.5", []string{"conduct.absent_share", "from 0 to 1"}},
		{"a share below none", "[conduct]", "absent_share = -0.1", []string{"conduct.absent_share", "from 0 to 1"}},
		{"a bad schedule", "[[game]]", `schedule = "le samedi"`, []string{"game scan1", "schedule", "le samedi"}},
		{"an unknown time zone", "[[game]]", `zone = "Europe/Lutèce"`, []string{"game scan1", "Europe/Lutèce"}},
		{"an unknown language", `lord = "Harald"`, `language = "de"`, []string{"game scan1", `"de"`, "Harald", "fr or en"}},
		{"a negative limit", "[conduct]", "idle_answers = -1", []string{"conduct.idle_answers", "0 for no limit"}},
		{"an operator who is nowhere", "", `operator = "roi"`, []string{"operator", "no mail address"}},
		{"an operator who is the arbitre", "", `operator = "Heraut+x@example.org"`, []string{"operator", "the arbitre's own"}},
		{"a player who is the arbitre", `lord = "Harald"`, `address = "heraut@example.org"`, []string{"game scan1", "the arbitre's own"}},
		{"an address that ends its line", `lord = "Harald"`, `addresses = ["a@b\r\nBcc: c@d"]`, []string{"game scan1", "no mail address"}},
		{"two addresses in one", `lord = "Harald"`, `address = "a@b, c@d"`, []string{"game scan1", "no mail address"}},
		{"a negative number of fields", "[identity]", "received_above = -1", []string{"identity.received_above"}},
		{"two passwords", "[imap]", "password = \"a\"\npassword_env = \"B\"", []string{"imap", "only one of"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(minimal, test.after, test.after+"\n"+test.line, 1)
			switch {
			case test.after == "":
				text = test.line + "\n" + minimal
			case test.after == "[conduct]", test.after == "[identity]":
				text = minimal + "\n" + test.after + "\n" + test.line + "\n"
			}
			_, err := Parse([]byte(text))
			if err == nil {
				t.Fatalf("taken:\n%s", text)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q isn't in: %v", want, err)
				}
			}
		})
	}
}

func TestMissingKeysAreNamed(t *testing.T) {
	_, err := Parse([]byte("[[game]]\nrules = \"gloire\"\n"))
	if err == nil {
		t.Fatal("a file that says next to nothing is taken")
	}
	for _, want := range []string{"sender.address", "imap.address", "smtp.address", "no id", "no seat"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q isn't named in: %v", want, err)
		}
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	if _, err := Load("testdata/no-such-file.toml"); err == nil || !strings.Contains(err.Error(), "no-such-file.toml") {
		t.Errorf("%v", err)
	}
}

// Whatever is in a file, reading it ends, and what it makes is fit for use.
func FuzzParse(f *testing.F) {
	f.Add(example(f))
	f.Add([]byte(minimal))
	f.Add([]byte(""))
	f.Add([]byte("[imap]\npoll = \"1e9h\"\n"))
	f.Add([]byte("[[game]]\n[[game.seat]]\n[game.seat.x]\n"))
	f.Add([]byte("data = '''\x00\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse(text)
		if err != nil {
			if err.Error() == "" {
				t.Error("a refusal without a word")
			}
			return
		}
		if c.IMAP.Poll < Duration(time.Second) || !strings.Contains(c.Sender.Address, "@") {
			t.Errorf("taken: %+v", c)
		}
		for _, g := range c.Games {
			if _, err := time.LoadLocation(g.Zone); err != nil || g.ID == "" || len(g.Seats) == 0 {
				t.Errorf("taken: %+v", g)
			}
		}
	})
}
