package postoffice

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-sasl"
)

// The mechanisms that package sasl doesn't name.
const (
	cramMD5 = "CRAM-MD5"
	xoauth2 = "XOAUTH2"
)

// mechanisms is what both ports offer to log in by.
func (p *PostOffice) mechanisms() []string {
	switch {
	case p.offered != nil:
		return p.offered
	case p.tokens != nil:
		return []string{sasl.Plain, sasl.Login, sasl.OAuthBearer, xoauth2}
	default:
		return []string{sasl.Plain, sasl.Login}
	}
}

// authenticator is the server's side of a mechanism; nil if it isn't offered.
// Enter is told whose account was opened; refused answers whoever opened none.
func (p *PostOffice) authenticator(mechanism string, enter func(*account), refused error) sasl.Server {
	if !slices.Contains(p.mechanisms(), mechanism) {
		return nil
	}
	check := func(a *account) error {
		if a == nil {
			return refused
		}
		enter(a)
		return nil
	}
	checkToken := func(user, token string) error { return check(p.loginByToken(user, token)) }
	switch mechanism {
	case sasl.Plain:
		return sasl.NewPlainServer(func(identity, user, password string) error {
			if identity != "" && identity != user {
				return refused
			}
			return check(p.login(user, password))
		})
	case sasl.Login:
		return &loginServer{check: func(user, password string) error { return check(p.login(user, password)) }}
	case cramMD5:
		return &cramServer{office: p, check: check}
	case sasl.OAuthBearer:
		return &bearerServer{check: checkToken, read: readOAuthBearer, refused: refused}
	case xoauth2:
		return &bearerServer{check: checkToken, read: readXOAuth2, refused: refused}
	default:
		return nil
	}
}

// loginByToken is the account that an access token opens, or nil.
func (p *PostOffice) loginByToken(user, token string) *account {
	p.mu.Lock()
	a := p.names[p.canonical(user)]
	p.mu.Unlock()
	if a == nil || p.tokens == nil || !p.tokens(a.address, token) {
		return nil
	}
	return a
}

// A loginServer is the server's side of LOGIN, which older mail programs
// prefer: it asks for the name, then for the password.
type loginServer struct {
	check    func(user, password string) error
	asked    int
	username string
}

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if l.asked == 0 && response == nil {
		l.asked = 1
		return []byte("Username:"), false, nil
	}
	if l.asked < 2 {
		l.username = string(response)
		l.asked = 2
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.username, string(response))
}

// A cramServer is the server's side of CRAM-MD5 (RFC 2195).
type cramServer struct {
	office    *PostOffice
	check     func(*account) error
	challenge []byte
}

func (c *cramServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if c.challenge == nil {
		c.challenge = []byte("<" + rand.Text() + "@" + c.office.domain + ">")
		return c.challenge, false, nil
	}
	user, digest, _ := strings.Cut(string(response), " ")
	return nil, true, c.check(c.office.loginByDigest(user, digest, c.challenge))
}

// loginByDigest is the account of a user who knows its password, or nil.
func (p *PostOffice) loginByDigest(user, digest string, challenge []byte) *account {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.names[p.canonical(user)]
	if a == nil {
		return nil
	}
	mac := hmac.New(md5.New, []byte(a.password))
	mac.Write(challenge)
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(digest)) {
		return nil
	}
	return a
}

// A bearerServer is the server's side of OAUTHBEARER (RFC 7628) and XOAUTH2:
// to a token that isn't good it gives its reasons first, and refuses when the
// client has answered them.
type bearerServer struct {
	read    func(response string) (user, token string, err error)
	check   func(user, token string) error
	refused error
	told    bool
}

const reasons = `{"status":"401","schemes":"Bearer","scope":"mail"}`

func (b *bearerServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case b.told:
		return nil, true, b.refused
	case response == nil:
		return nil, false, nil // the client held back its initial response
	}
	user, token, err := b.read(string(response))
	if err == nil {
		err = b.check(user, token)
	}
	if err != nil {
		b.told = true
		return []byte(reasons), false, nil
	}
	return nil, true, nil
}

var errMalformed = errors.New("the response isn't of the mechanism's form")

// readOAuthBearer has the library take the response apart.
func readOAuthBearer(response string) (user, token string, err error) {
	_, done, err := sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
		user, token = strings.NewReplacer("=2C", ",", "=3D", "=").Replace(o.Username), o.Token
		return nil
	}).Next([]byte(response))
	if err == nil && !done {
		err = errMalformed
	}
	return user, token, err
}

func readXOAuth2(response string) (user, token string, err error) {
	fields := strings.Split(response, "\x01")
	if len(fields) != 4 || fields[2] != "" || fields[3] != "" {
		return "", "", errMalformed
	}
	user, isUser := strings.CutPrefix(fields[0], "user=")
	token, isToken := strings.CutPrefix(fields[1], "auth=Bearer ")
	if !isUser || !isToken {
		return "", "", errMalformed
	}
	return user, token, nil
}
