package outbox

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/login"
)

// login carries out AUTH (RFC 4954).
func (s *SMTP) login(c *smtp.Client, proof login.Proof) error {
	_, mechanisms := c.Extension("AUTH")
	offer := login.Offer{
		Addr: s.Addr, Mechanisms: strings.Fields(mechanisms),
		Encrypted: s.TLS != link.Plain, Loopback: s.TLS == link.Plain, // link.Open sees to that
	}
	return proof.Enter(offer, func(client sasl.Client) error {
		err := c.Auth(&brief{Client: client})
		var answer *smtp.SMTPError
		if !errors.As(err, &answer) {
			return err
		}
		hidden := *answer
		hidden.Message = proof.Hide(answer.Message)
		return &hidden
	})
}

// A brief client holds back an initial response with which AUTH would be a
// longer line than SMTP allows, until the server asks for it (RFC 4954 §4).
type brief struct {
	sasl.Client
	held []byte
}

// longestCommand is a command line's bound, with CRLF, in octets (RFC 5321 §4.5.3.1.4).
const longestCommand = 512

// Start implements sasl.Client.
func (b *brief) Start() (mechanism string, response []byte, err error) {
	mechanism, response, err = b.Client.Start()
	line := len("AUTH ") + len(mechanism) + len(" ") + base64.StdEncoding.EncodedLen(len(response)) + len("\r\n")
	if err == nil && line > longestCommand {
		b.held, response = response, nil
	}
	return mechanism, response, err
}

// Next implements sasl.Client.
func (b *brief) Next(challenge []byte) ([]byte, error) {
	if held := b.held; held != nil {
		b.held = nil
		if len(challenge) > 0 {
			return nil, fmt.Errorf("the server asks for something before the login has begun")
		}
		return held, nil
	}
	return b.Client.Next(challenge)
}
