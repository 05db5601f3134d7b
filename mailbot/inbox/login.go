package inbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
)

// tokenRefused says that a server judged the login, rather than that it
// can't judge any for now (RFC 5530 §3).
func tokenRefused(err error) bool {
	var answer *imap.Error
	return errors.Is(err, ErrLogin) && errors.As(err, &answer) && answer.Code != imap.ResponseCodeUnavailable
}

// login carries out AUTHENTICATE, or LOGIN where nothing better is offered
// (RFC 9051 §6.2).
func (s *Session) login(ctx context.Context, proof login.Proof) error {
	var offered imap.CapSet
	err := s.do(ctx, ErrRefused, func() error {
		offered = s.client.Caps()
		return nil
	})
	if err != nil {
		return err
	}
	offer := login.Offer{
		Addr: s.account.Addr, Mechanisms: offered.AuthMechanisms(),
		Encrypted: s.account.TLS != link.Plain, Loopback: s.account.TLS == link.Plain, // link.Open sees to that
	}
	// The command LOGIN, older than SASL, needs no offer.
	command := !offered.Has(imap.CapLoginDisabled)
	if command && !proof.Serves(offer) {
		offer.Mechanisms = append(offer.Mechanisms, sasl.Login)
	}
	err = proof.Enter(offer, func(client sasl.Client) error {
		err := s.do(ctx, ErrLogin, func() error {
			if mechanism, _, _ := client.Start(); mechanism == sasl.Login && command {
				return s.client.Login(proof.Credentials()).Wait()
			}
			return s.client.Authenticate(neverEmpty{client})
		})
		return discreet(err, proof)
	})
	if err != nil {
		return err
	}
	// What a server can do often changes at login, and not all of them say so.
	return s.do(ctx, ErrRefused, func() (err error) {
		s.caps, err = s.client.Capability().Wait()
		return err
	})
}

// A neverEmpty client has no empty response after the first, which imapclient
// would write as "=" (RFC 4959 §3 has that for the first alone), and servers
// call malformed. Only the assent to an XOAUTH2 refusal is empty, and any other
// does as well.
type neverEmpty struct{ sasl.Client }

// Next implements sasl.Client.
func (c neverEmpty) Next(challenge []byte) ([]byte, error) {
	response, err := c.Client.Next(challenge)
	if err == nil && len(response) == 0 {
		response = []byte{1}
	}
	return response, err
}

// discreet is an error of the login, without the secret that the server may repeat.
func discreet(err error, proof login.Proof) error {
	var answer *imap.Error
	if !errors.As(err, &answer) {
		return err
	}
	hidden := *answer
	hidden.Text = proof.Hide(answer.Text)
	if hidden.Text == answer.Text {
		return err
	}
	return fmt.Errorf("%w: %w", ErrLogin, &hidden)
}
