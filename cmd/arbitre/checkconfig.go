package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbitre/mailbot/config"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/link"
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
	steps := []struct {
		entry string
		try   func(context.Context, config.Config) (any, error)
	}{
		{"imap", tryInbox},
		{"smtp", tryOutbox},
		{"mail", c.tryMail},
	}
	failed := false
	for _, step := range steps {
		facts, err := step.try(env.ctx, conf)
		data := map[string]any{"Config": conf, "Facts": facts, "Cause": cause(err), "Error": fmt.Sprint(err)}
		entry := "cli/check/" + step.entry + "-ok"
		if err != nil {
			failed, entry = true, "cli/check/"+step.entry+"-failed"
		}
		if err := env.say(entry, data); err != nil {
			return err
		}
		if failed {
			return errDiffers
		}
	}
	return nil
}

// tryInbox logs in, looks at the folders, and makes the one for letters taken
// if it isn't there.
func tryInbox(ctx context.Context, conf config.Config) (any, error) {
	s, err := inbox.Dial(ctx, inboxAccount(conf, nil))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	folders, err := s.Folders(ctx)
	if err != nil {
		return nil, err
	}
	if done := conf.IMAP.DoneFolder; done != "" && !slices.Contains(folders, done) {
		if err := s.Create(ctx, done); err != nil {
			return nil, fmt.Errorf("making the folder %s: %w", done, err)
		}
		folders = append(folders, done)
	}
	return folders, nil
}

func tryOutbox(ctx context.Context, conf config.Config) (any, error) {
	return nil, transport(conf).Check(ctx)
}

// tryMail sends a mail to the Arbitre's own address and waits for it in the mailbox.
func (c checkConfigCommand) tryMail(ctx context.Context, conf config.Config) (any, error) {
	subject := fmt.Sprintf("check-config %d", time.Now().UnixNano())
	raw := fmt.Appendf(nil, "From: <%[1]s>\r\nTo: <%[1]s>\r\nSubject: %[2]s\r\nDate: %[3]s\r\nMessage-ID: <%[4]d.check@%[5]s>\r\n"+
		"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ncheck-config\r\n",
		conf.Sender.Address, subject, time.Now().Format(time.RFC1123Z), time.Now().UnixNano(), conf.Sender.Domain)
	ctx, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	s, err := inbox.Dial(ctx, inboxAccount(conf, nil))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	began := time.Now()
	if err := transport(conf).Send(ctx, conf.Sender.Address, conf.Sender.Address, raw); err != nil {
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
func cause(err error) string {
	for _, c := range []struct {
		keyword string
		kind    error
	}{
		{"address", link.ErrAddress}, {"dial", link.ErrDial}, {"tls", link.ErrTLS}, {"plain", link.ErrPlain},
		{"password", inbox.ErrPassword}, {"login", inbox.ErrLogin}, {"mailbox", inbox.ErrMailbox}, {"timeout", inbox.ErrTimeout},
		{"refused", inbox.ErrRefused}, {"not-arrived", errNotArrived},
	} {
		if errors.Is(err, c.kind) {
			return c.keyword
		}
	}
	var f *outbox.Failure
	if errors.As(err, &f) && f.Stage == outbox.LoggingIn {
		return "login"
	}
	return "other"
}
