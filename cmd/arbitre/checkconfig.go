package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"arbitre/mailbot/config"
	"arbitre/mailbot/dkim"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
	"arbitre/mailbot/link/oauth"
	"arbitre/mailbot/outbox"
)

// checkConfigCommand tries a configuration.
type checkConfigCommand struct {
	Config string        `help:"Le fichier de configuration." default:"config.toml"`
	Wait   time.Duration `help:"Combien de temps attendre le courrier d'essai." default:"60s"`
}

// Run implements the command: it does what the daemon will do, one step after
// the other, and says of each whether it went well.
func (c checkConfigCommand) Run(env *environment) error {
	conf, err := config.Load(c.Config)
	if err != nil {
		return err
	}
	if err := env.say("cli/check/file", conf); err != nil {
		return err
	}
	t := &trial{config: conf, lines: connect(conf, slog.New(slog.NewTextHandler(env.err, nil))), wait: c.Wait}
	steps := []struct {
		entry string
		try   func(context.Context) (any, error)
		oauth bool // what logs in does so by OAuth2
	}{
		{"games", t.tryGames, false},
		{"dkim", t.tryKey, false},
		{"imap", t.tryInbox, conf.IMAP.Auth == config.ByOAuth2},
		{"smtp", t.tryOutbox, conf.SMTP.Auth == config.ByOAuth2},
		{"mail", t.tryMail, conf.SMTP.Auth == config.ByOAuth2},
	}
	for _, step := range steps {
		if step.entry == "dkim" && conf.DKIM == (config.DKIM{}) {
			continue
		}
		facts, err := step.try(env.ctx)
		data := map[string]any{"Config": conf, "Facts": facts, "Cause": cause(err, step.oauth), "Error": fmt.Sprint(err)}
		entry := "cli/check/" + step.entry + "-ok"
		if err != nil {
			entry = "cli/check/" + step.entry + "-failed"
		}
		if err := env.say(entry, data); err != nil {
			return err
		}
		if err != nil {
			return errDiffers
		}
	}
	return nil
}

// A trial does, one after the other, what the daemon will do.
type trial struct {
	lines
	config config.Config
	wait   time.Duration // for the test mail
	signer *dkim.Signer  // nil if mails aren't signed
}

// tryGames founds the games into thin air. Its facts are their names.
func (t *trial) tryGames(context.Context) (any, error) {
	var names []string
	for _, g := range t.config.Games {
		if err := opening(g).Validate(rules); err != nil {
			return nil, err
		}
		names = append(names, g.ID)
	}
	return names, nil
}

// tryKey reads the key that mails are signed with. Its facts are the record to publish.
func (t *trial) tryKey(context.Context) (_ any, err error) {
	if t.signer, err = t.config.Signer(nil); err != nil {
		return nil, err
	}
	return t.signer.Record()
}

// tryInbox logs in, looks at the folders, and makes the one for letters taken
// if it isn't there.
func (t *trial) tryInbox(ctx context.Context) (any, error) {
	s, err := inbox.Dial(ctx, t.in)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	folders, err := s.Folders(ctx)
	if err != nil {
		return nil, err
	}
	if done := t.in.DoneMailbox; done != "" && !slices.Contains(folders, done) {
		if err := s.Create(ctx, done); err != nil {
			return nil, fmt.Errorf("making the folder %s: %w", done, err)
		}
		folders = append(folders, done)
	}
	return folders, nil
}

func (t *trial) tryOutbox(ctx context.Context) (any, error) {
	return nil, t.out.Check(ctx)
}

// tryMail sends a mail to the Arbitre's own address and waits for it in the mailbox.
func (t *trial) tryMail(ctx context.Context) (any, error) {
	me := t.config.Sender
	subject := fmt.Sprintf("check-config %d", time.Now().UnixNano())
	raw := fmt.Appendf(nil, "From: <%[1]s>\r\nTo: <%[1]s>\r\nSubject: %[2]s\r\nDate: %[3]s\r\nMessage-ID: <%[4]d.check@%[5]s>\r\n"+
		"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ncheck-config\r\n",
		me.Address, subject, time.Now().Format(time.RFC1123Z), time.Now().UnixNano(), me.Domain)
	if t.signer != nil {
		var err error
		if raw, err = t.signer.Sign(raw); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.wait)
	defer cancel()
	s, err := inbox.Dial(ctx, t.in)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	defer t.out.Close()
	began := time.Now()
	if err := t.out.Send(ctx, me.Address, me.Address, raw); err != nil {
		return nil, err
	}
	for {
		found, err := s.Holds(ctx, subject)
		switch {
		case err != nil && ctx.Err() == nil:
			return nil, err
		case found:
			return time.Since(began).Round(100 * time.Millisecond).String(), nil
		}
		if err := s.Idle(ctx, 5*time.Second); err != nil {
			if ctx.Err() != nil {
				return nil, errNotArrived
			}
			return nil, err
		}
	}
}

var errNotArrived = errors.New("the mail was sent, but it didn't arrive in the mailbox")

// cause is the keyword of an error, for the advice that goes with it.
func cause(err error, byOAuth bool) string {
	var f *outbox.Failure
	refused := errors.Is(err, inbox.ErrLogin) || errors.As(err, &f) && f.Stage == outbox.LoggingIn && f.Code != 0
	for _, c := range []struct {
		keyword string
		kind    error
	}{
		{"oauth", oauth.ErrToken}, {"mechanism", login.ErrMechanism},
		{"address", link.ErrAddress}, {"dial", link.ErrDial}, {"tls", link.ErrTLS}, {"plain", link.ErrPlain},
		{"password", login.ErrPassword}, {"mailbox", inbox.ErrMailbox}, {"timeout", inbox.ErrTimeout},
		{"refused", inbox.ErrRefused}, {"not-arrived", errNotArrived},
	} {
		if errors.Is(err, c.kind) {
			return c.keyword
		}
	}
	switch {
	case refused && byOAuth:
		return "oauth"
	case refused:
		return "login"
	default:
		return "other"
	}
}
