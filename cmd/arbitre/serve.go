package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot"
	"arbitre/mailbot/config"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/outbox"
	"arbitre/mailbot/proof"
)

// rules are the games that this arbitre knows.
var rules = []engine.Game{gloire.Game{}}

// serveCommand runs the daemon.
type serveCommand struct {
	Config string        `help:"Le fichier de configuration ; sans lui, une partie d'essai s'ouvre sur cette machine." type:"existingfile"`
	Data   string        `help:"Sans configuration : où garder le courrier et le registre." default:"arbitre-data"`
	SMTP   string        `help:"Sans configuration : l'adresse du bureau de poste d'essai, pour envoyer." default:"127.0.0.1:2525"`
	IMAP   string        `help:"Sans configuration : l'adresse du bureau de poste d'essai, pour relever." default:"127.0.0.1:1143"`
	Every  time.Duration `help:"Sans configuration : jouer une saison à cet intervalle plutôt que le samedi à 20 h (par exemple 10m)."`
}

// Run implements the command.
func (c serveCommand) Run(env *environment) error {
	if c.Config == "" {
		return c.runSample(env)
	}
	conf, err := config.Load(c.Config)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(env.err, &slog.HandlerOptions{Level: conf.LogLevel}))
	return serve(env.ctx, conf, log)
}

// serve runs the daemon of a configuration until the context ends.
func serve(ctx context.Context, conf config.Config, log *slog.Logger) (err error) {
	book, err := ledger.Open(conf.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	sign, err := signature(conf)
	if err != nil {
		return err
	}
	arbitre, err := mailbot.New(mailbot.Options{
		Ledger: book, Rules: rules, Log: log, Archives: filepath.Dir(conf.Data), Sign: sign,
		Sender: mailbot.Sender{Name: conf.Sender.Name, Address: conf.Sender.Address, Domain: conf.Sender.Domain},
		Conduct: mailbot.Conduct{
			Grace: time.Duration(conf.Conduct.Grace), AbsentShare: conf.Conduct.AbsentShare,
			DailyMails: conf.Conduct.DailyAnswers, SeatMails: conf.Conduct.SeatAnswers,
			ThreadMails: conf.Conduct.ThreadAnswers, IdleMails: conf.Conduct.IdleAnswers,
		},
		Proof:    prover(conf.Identity),
		Operator: mailbot.Operator{Address: conf.Operator, Lang: conf.Language},
	})
	if err != nil {
		return err
	}
	for _, g := range conf.Games {
		if err := arbitre.Ensure(opening(g)); err != nil {
			return err
		}
	}
	log.Info("serving", "mailbox", conf.IMAP.User, "server", conf.IMAP.Address, "games", len(conf.Games), "pid", os.Getpid())
	servers := connect(conf, log)
	err = arbitre.Serve(ctx, mailbot.Service{
		Inbox: servers.in, Poll: time.Duration(conf.IMAP.Poll),
		Over: &outbox.Paced{Transport: servers.out, PerMinute: conf.SMTP.PerMinute, PerDomainMinute: conf.SMTP.PerDomainMinute},
	})
	if errors.Is(err, context.Canceled) {
		log.Info("stopped")
		return nil
	}
	return err
}

// prover checks domains as the configuration wants; nil if no witness counts.
func prover(c config.Identity) mailbot.Prover {
	if !c.DKIM && c.AuthservID == "" {
		return nil
	}
	return proof.Checker{ResultsOnly: !c.DKIM, TrustedAuthservID: c.AuthservID, ReceivedAbove: c.ReceivedAbove}
}

// A lines is how the two servers are reached.
type lines struct {
	in  inbox.Account
	out *outbox.SMTP
}

func connect(conf config.Config, log *slog.Logger) lines {
	reading, sending := conf.Tokens(log)
	return lines{
		in: inbox.Account{
			Addr: conf.IMAP.Address, TLS: conf.IMAP.Security, User: conf.IMAP.User, Password: conf.IMAP.Secret, Tokens: reading,
			Mailbox: conf.IMAP.Folder, DoneMailbox: conf.IMAP.DoneFolder, Logger: log,
		},
		out: &outbox.SMTP{
			Addr: conf.SMTP.Address, TLS: conf.SMTP.Security, Hello: conf.SMTP.Hello,
			User: conf.SMTP.User, Password: conf.SMTP.Secret, Tokens: sending,
		},
	}
}

// opening is how a game of the configuration begins. The lords' seats are
// numbered in the order in which they are written.
func opening(g config.Game) mailbot.Opening {
	o := mailbot.Opening{
		Charter:  engine.Charter{Game: g.ID, Rules: g.Rules, Edition: g.Edition, Map: g.Map, Options: g.Options},
		Schedule: g.Schedule, Zone: g.Zone,
	}
	o.Players = append(o.Players, player(0, g.Master))
	for i, s := range g.Seats {
		seat := engine.Seat(i + 1)
		o.Charter.Seats = append(o.Charter.Seats, engine.Founder{Seat: seat, Name: s.Lord})
		o.Players = append(o.Players, player(seat, s))
	}
	return o
}

// player is who holds a seat, if anyone does.
func player(seat engine.Seat, s config.Seat) mailbot.NewPlayer {
	return mailbot.NewPlayer{Seat: seat, Address: s.Address, Others: s.Addresses, Password: s.Password, Lang: s.Language}
}

// errNoRoom explains a port that is taken, the commonest trouble of a first try.
func errNoRoom(err error, smtp, imap string) error {
	return fmt.Errorf("the sample post office can't open on %s and %s (is another arbitre running? choose others with --smtp and --imap): %w", smtp, imap, err)
}

// signature is what signs the mails; nil if the configuration asks for none.
func signature(conf config.Config) (func([]byte) ([]byte, error), error) {
	signer, err := conf.Signer(time.Now)
	if err != nil || signer == nil {
		return nil, err
	}
	return signer.Sign, nil
}
