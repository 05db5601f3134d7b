// Package login proves to a mail server who is calling, by whichever SASL
// mechanism (RFC 4422) the server offers and both sides can do: with a password
// PLAIN, LOGIN or CRAM-MD5, with an OAuth2 access token OAUTHBEARER or XOAUTH2.
// It knows neither IMAP nor SMTP; who speaks them says what is offered, and
// carries the exchange.
package login

import (
	"context"
	"errors"
	"fmt"
)

// The kinds of failure, for errors.Is.
var (
	ErrMechanism = errors.New("the server offers no way to log in that serves here")
	ErrUser      = errors.New("the user's name can't be sent")
	ErrSecret    = errors.New("the password can't be sent")
)

// Tokens gives OAuth2 access tokens.
type Tokens interface {
	// Token is an access token that should still be good.
	Token(context.Context) (string, error)
	// Reject tells that a server has refused a token, which is then not given
	// again if another can be had.
	Reject(token string)
}

// A Caller is who logs in: with an access token if Tokens is set, otherwise
// with the password, which is asked for each time.
type Caller struct {
	User     string
	Password func(context.Context) (string, error)
	Tokens   Tokens
}

// ErrPassword says that there is no password to try.
var ErrPassword = errors.New("the password can't be had")

// Try logs in: enter is handed a proof and connects with it. When the server
// refuses an access token, which may have been revoked or have expired early,
// enter is called once more, with a new one.
func (c Caller) Try(ctx context.Context, refused func(error) bool, enter func(Proof) error) error {
	proof, err := c.proof(ctx)
	if err != nil {
		return err
	}
	err = enter(proof)
	if err == nil || c.Tokens == nil || !refused(err) {
		return err
	}
	c.Tokens.Reject(proof.secret)
	fresh, freshErr := c.proof(ctx)
	switch {
	case freshErr != nil:
		return fmt.Errorf("%w; and asking for a new access token: %w", err, freshErr)
	case fresh.secret == proof.secret:
		return err
	}
	return enter(fresh)
}

func (c Caller) proof(ctx context.Context) (Proof, error) {
	if c.Tokens != nil {
		token, err := c.Tokens.Token(ctx)
		return Proof{user: c.User, secret: token, token: true}, err
	}
	if c.Password == nil {
		return Proof{}, fmt.Errorf("%w: none is configured", ErrPassword)
	}
	password, err := c.Password(ctx)
	if err != nil {
		return Proof{}, fmt.Errorf("%w: %w", ErrPassword, err)
	}
	return Proof{user: c.User, secret: password}, nil
}

// A Proof is a user's name with what opens his account. It prints without the secret.
type Proof struct {
	user, secret string
	token        bool // the secret is an access token, not a password
}

func (p Proof) String() string { return "proof of " + p.user }

// GoString keeps the secret out of %#v, too.
func (p Proof) GoString() string { return p.String() }

// Credentials are the user's name and the password, for commands that take
// them outside SASL (IMAP's LOGIN).
func (p Proof) Credentials() (user, password string) { return p.user, p.secret }
