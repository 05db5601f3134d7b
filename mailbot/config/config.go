// Package config reads the file that an arbitre is run with. Every key is
// explained in config.example.toml; a key that isn't known is refused with its
// place, for a misspelt key would otherwise be a setting that silently isn't set.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"os"
	"strings"
	"time"
	_ "time/tzdata" // time zones are in the binary: a server may have none

	"github.com/pelletier/go-toml/v2"
	"github.com/robfig/cron/v3"

	"arbitre/mailbot/link"
)

// A Config is a whole file, with defaults filled in.
type Config struct {
	Data     string     `toml:"data"` // path of the ledger
	Sender   Sender     `toml:"sender"`
	IMAP     IMAP       `toml:"imap"`
	SMTP     SMTP       `toml:"smtp"`
	Identity Identity   `toml:"identity"`
	DKIM     DKIM       `toml:"dkim"`
	Conduct  Conduct    `toml:"conduct"`
	Games    []Game     `toml:"game"`
	Language string     `toml:"language"`
	Operator string     `toml:"operator"` // address of whoever runs the Arbitre; "" if he wants no digest
	LogLevel slog.Level `toml:"log_level"`
}

// Sender is who the Arbitre writes as.
type Sender struct {
	Name    string `toml:"name"`
	Address string `toml:"address"`
	Domain  string `toml:"domain"` // the address's own if empty
}

// Server is what the two servers have in common.
type Server struct {
	Address         string    `toml:"address"` // host:port
	Security        link.Mode `toml:"security"`
	User            string    `toml:"user"`
	Password        string    `toml:"password"`
	PasswordEnv     string    `toml:"password_env"`
	PasswordCommand string    `toml:"password_command"`
	Auth            Auth      `toml:"auth"`
	OAuth
}

// IMAP is where letters come in.
type IMAP struct {
	Server
	Folder     string   `toml:"folder"`
	DoneFolder string   `toml:"done_folder"`
	Poll       Duration `toml:"poll"`
}

// SMTP is where letters go out.
type SMTP struct {
	Server
	Hello           string `toml:"hello"`
	PerMinute       int    `toml:"per_minute"`        // letters; 0 is no bound
	PerDomainMinute int    `toml:"per_domain_minute"` // letters to one domain; 0 is no bound
}

// DKIM is how what is sent is signed; it isn't when all is empty.
type DKIM struct {
	Domain   string `toml:"domain"`
	Selector string `toml:"selector"`
	KeyFile  string `toml:"key_file"`
}

// Identity is which witnesses a letter without token and password may have.
type Identity struct {
	DKIM          bool   `toml:"dkim"`           // the signature of its author's domain, checked here
	AuthservID    string `toml:"authserv_id"`    // the server whose Authentication-Results count; "" for none
	ReceivedAbove int    `toml:"received_above"` // Received fields that it writes above them
}

// Conduct are the rules that whoever runs the Arbitre may set.
type Conduct struct {
	Grace       Duration `toml:"grace"`
	AbsentShare float64  `toml:"absent_share"`

	// Answers in a day, 0 for no limit.
	DailyAnswers  int `toml:"daily_answers"`  // to an address
	SeatAnswers   int `toml:"seat_answers"`   // to a seat
	ThreadAnswers int `toml:"thread_answers"` // in a conversation
	IdleAnswers   int `toml:"idle_answers"`   // to letters in which nothing is understood
}

// A Game is opened when the arbitre first starts with it.
type Game struct {
	ID       string   `toml:"id"`
	Rules    string   `toml:"rules"`
	Edition  string   `toml:"edition"`
	Map      string   `toml:"map"`
	Options  []string `toml:"options"`
	Schedule string   `toml:"schedule"`
	Zone     string   `toml:"zone"`
	Master   Seat     `toml:"master"`
	Seats    []Seat   `toml:"seat"`
}

// A Seat is a player's place, or the game master's.
type Seat struct {
	Lord      string   `toml:"lord"`
	Address   string   `toml:"address"`   // where mail goes
	Addresses []string `toml:"addresses"` // from which he may write as well
	Password  string   `toml:"password"`
	Language  string   `toml:"language"`
}

// Duration is written "90s", "10m" or "12h".
type Duration time.Duration

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration: write it like 90s, 10m or 12h", text)
	}
	*d = Duration(v)
	return nil
}

// Load reads a file and checks all that can be checked without a network.
func Load(path string) (Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Config{}, fmt.Errorf("reading the configuration: %w", err)
	}
	c, err := Parse(data)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// Parse reads the text of a file. Its errors name the line.
func Parse(data []byte) (Config, error) {
	c := Config{
		Data: "arbitre-data/ledger.db", Language: "fr",
		Sender:   Sender{Name: "L'Arbitre"},
		IMAP:     IMAP{Folder: "INBOX", Poll: Duration(time.Minute)},
		Identity: Identity{DKIM: true},
		Conduct: Conduct{
			Grace: Duration(12 * time.Hour), AbsentShare: 0.5, DailyAnswers: 50, SeatAnswers: 50, ThreadAnswers: 20, IdleAnswers: 3,
		},
	}
	decoder := toml.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return Config{}, located(err)
	}
	for i := range c.Games {
		c.Games[i].defaults(c.Language)
	}
	if c.Sender.Domain == "" {
		_, c.Sender.Domain, _ = strings.Cut(c.Sender.Address, "@")
	}
	if c.SMTP.Hello == "" {
		c.SMTP.Hello = c.Sender.Domain
	}
	return c, c.check()
}

// located gives a fault its line, and the line's text.
func located(err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		var faults []string
		for _, e := range unknown.Errors {
			line, column := e.Position()
			faults = append(faults, fmt.Sprintf("line %d, column %d: there is no key %q", line, column, strings.Join(e.Key(), ".")))
		}
		return errors.New(strings.Join(faults, "; "))
	}
	var fault *toml.DecodeError
	if errors.As(err, &fault) {
		line, column := fault.Position()
		return fmt.Errorf("line %d, column %d: %s\n%s", line, column, strings.TrimPrefix(fault.Error(), "toml: "), fault.String())
	}
	return err
}

func (g *Game) defaults(language string) {
	set := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	set(&g.Rules, "gloire")
	set(&g.Edition, "2.15")
	set(&g.Map, "scandinavie")
	set(&g.Schedule, "0 20 * * 6")
	set(&g.Zone, "Europe/Paris")
	set(&g.Master.Language, language)
	for i := range g.Seats {
		set(&g.Seats[i].Language, language)
	}
}

// check refuses what could not work, naming the key.
func (c Config) check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if !strings.Contains(c.Sender.Address, "@") {
		fault("sender.address: %q is no mail address", c.Sender.Address)
	}
	c.IMAP.check("imap", fault)
	c.SMTP.check("smtp", fault)
	c.checkOAuth(fault)
	c.checkDKIM(fault)
	if c.SMTP.PerMinute < 0 || c.SMTP.PerDomainMinute < 0 {
		fault("smtp.per_minute, smtp.per_domain_minute: a number of letters, or 0 for no bound")
	}
	if c.IMAP.Poll < Duration(time.Second) {
		fault("imap.poll: at least 1s, not %s", time.Duration(c.IMAP.Poll))
	}
	if !(c.Conduct.AbsentShare >= 0 && c.Conduct.AbsentShare <= 1) { // nor is NaN
		fault("conduct.absent_share: from 0 to 1, not %v", c.Conduct.AbsentShare)
	}
	for key, n := range map[string]int{
		"daily_answers": c.Conduct.DailyAnswers, "seat_answers": c.Conduct.SeatAnswers,
		"thread_answers": c.Conduct.ThreadAnswers, "idle_answers": c.Conduct.IdleAnswers,
	} {
		if n < 0 {
			fault("conduct.%s: 0 for no limit, or more, not %d", key, n)
		}
	}
	if c.Identity.ReceivedAbove < 0 {
		fault("identity.received_above: 0 or more, not %d", c.Identity.ReceivedAbove)
	}
	if c.Operator != "" && !isAddress(c.Operator) {
		fault("operator: %q is no mail address", c.Operator)
	}
	if c.isOwn(c.Operator) {
		fault("operator: %s is the arbitre's own address", c.Operator)
	}
	for _, g := range c.Games {
		g.check(fault)
		for _, s := range append([]Seat{g.Master}, g.Seats...) {
			for _, address := range append([]string{s.Address}, s.Addresses...) {
				switch {
				case address != "" && !isAddress(address):
					fault("game %s: %q of %s is no mail address", g.ID, address, s.Lord)
				case c.isOwn(address):
					fault("game %s: %s of %s is the arbitre's own address", g.ID, address, s.Lord)
				}
			}
		}
	}
	return errors.Join(faults...)
}

// isAddress says whether a text can stand for one address in a mail's header.
func isAddress(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r == 0x7f || strings.ContainsRune("<>,;:\"()[]", r)
	}) && !strings.Contains(domain, "@")
}

// isOwn says whether an address is the Arbitre's, with or without a detail
// after a plus: it would be writing to itself.
func (c Config) isOwn(address string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	return address != "" && local+"@"+domain == strings.ToLower(c.Sender.Address)
}

func (g Game) check(fault func(string, ...any)) {
	if g.ID == "" {
		fault("game: one has no id")
	}
	if _, err := cron.ParseStandard(g.Schedule); err != nil {
		fault("game %s: schedule %q: %w", g.ID, g.Schedule, err)
	}
	if _, err := time.LoadLocation(g.Zone); err != nil {
		fault("game %s: zone %q is no time zone; write it like Europe/Paris", g.ID, g.Zone)
	}
	if len(g.Seats) == 0 {
		fault("game %s: it has no seat", g.ID)
	}
	for _, s := range append([]Seat{g.Master}, g.Seats...) {
		if s.Language != "fr" && s.Language != "en" {
			fault("game %s: language %q of %s: fr or en", g.ID, s.Language, s.Lord)
		}
		if s.Address != "" {
			if _, err := mail.ParseAddress(s.Address); err != nil {
				fault("game %s: %q of %s is no mail address", g.ID, s.Address, s.Lord)
			}
		}
	}
}

func (s Server) check(name string, fault func(string, ...any)) {
	if _, _, err := net.SplitHostPort(s.Address); err != nil {
		fault("%s.address: %q is not host:port", name, s.Address)
	}
	if count(s.Password, s.PasswordEnv, s.PasswordCommand) > 1 {
		fault("%s: only one of password, password_env and password_command may be given", name)
	}
	s.OAuth.check(name, s.Auth, fault)
	if s.Auth == ByOAuth2 && s.User == "" {
		fault("%s.user: auth = \"oauth2\" needs it: the address of the mailbox", name)
	}
}

// count is how many of the values are given.
func count(values ...string) (given int) {
	for _, v := range values {
		if v != "" {
			given++
		}
	}
	return given
}
