package main

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"arbitre/mailbot/config"
	"arbitre/mailbot/link"
	"arbitre/mailbot/postoffice"
)

// The sample game's world: everything is on this machine, and its passwords are
// printed on the page that it begins with.
const (
	sampleDomain   = "arbitre.localhost"
	sampleAddress  = "heraut@" + sampleDomain
	samplePassword = "heraut"
)

// samplePlayers are the people of the sample game; the rest of its lords are
// played by nobody.
var samplePlayers = []config.Seat{
	{Lord: "Harald", Address: "harald@" + sampleDomain, Password: "runes"},
	{Lord: "Sigrid", Address: "sigrid@" + sampleDomain, Password: "drakkar"},
	{Lord: "Olaf", Address: "olaf@" + sampleDomain, Password: "hydromel", Language: "en"},
}

// runSample serves a game on an embedded post office, for a first try.
func (c serveCommand) runSample(env *environment) error {
	log := slog.New(slog.NewTextHandler(env.err, nil))
	office, err := postoffice.Open(postoffice.Options{
		SMTPAddr: c.SMTP, IMAPAddr: c.IMAP, Domain: sampleDomain, Dir: filepath.Join(c.Data, "postoffice"), Logger: log,
	})
	if err != nil {
		return errNoRoom(err, c.SMTP, c.IMAP)
	}
	defer office.Close()
	if err := office.AddAccount(sampleAddress, samplePassword); err != nil {
		return fmt.Errorf("opening the Arbitre's mailbox: %w", err)
	}
	master := config.Seat{Address: "roi@" + sampleDomain, Password: "couronne", Language: "fr"}
	for _, p := range append([]config.Seat{master}, samplePlayers...) {
		if err := office.AddAccount(p.Address, p.Password); err != nil {
			return fmt.Errorf("opening the mailbox of %s: %w", p.Address, err)
		}
	}
	conf := c.sampleConfig(office, master)
	if err := env.say("cli/sample", map[string]any{
		"Players": samplePlayers, "Master": master, "Arbitre": sampleAddress, "SMTP": office.SMTPAddr(), "IMAP": office.IMAPAddr(),
		"Data": c.Data, "Game": conf.Games[0].ID, "Every": c.Every,
	}); err != nil {
		return err
	}
	return serve(env.ctx, conf, log)
}

// sampleConfig is what a configuration file for the sample game would say.
func (c serveCommand) sampleConfig(office *postoffice.PostOffice, master config.Seat) config.Config {
	game := config.Game{
		ID: "scan1", Rules: "gloire", Edition: "2.15", Map: "scandinavie", Schedule: "0 20 * * 6", Zone: "Europe/Paris", Master: master,
	}
	if c.Every > 0 {
		game.Schedule = "@every " + c.Every.String()
	}
	game.Seats = append(game.Seats, samplePlayers...)
	for _, lord := range []string{"Astrid", "Birger", "Canut", "Dagmar", "Erling", "Freydis", "Gorm"} {
		game.Seats = append(game.Seats, config.Seat{Lord: lord})
	}
	for i := range game.Seats {
		if game.Seats[i].Language == "" {
			game.Seats[i].Language = "fr"
		}
	}
	return config.Config{
		Data:    filepath.Join(c.Data, "ledger.db"),
		Sender:  config.Sender{Name: "Le Héraut", Address: sampleAddress, Domain: sampleDomain},
		IMAP:    config.IMAP{Folder: "INBOX", Poll: config.Duration(time.Minute), Server: config.Server{Address: office.IMAPAddr(), Security: link.Plain, User: sampleAddress, Password: samplePassword}},
		SMTP:    config.SMTP{Hello: sampleDomain, Server: config.Server{Address: office.SMTPAddr(), Security: link.Plain, User: sampleAddress, Password: samplePassword}},
		Conduct: config.Conduct{Grace: config.Duration(12 * time.Hour), AbsentShare: 1, DailyAnswers: 200},
		Games:   []config.Game{game},
	}
}
