// Package oauth gets OAuth2 access tokens (RFC 6749) for logging in to mail
// servers: from a token endpoint, which gives them for a refresh token that
// someone has obtained beforehand, or straight from a command.
//
// A token is kept until shortly before it expires. A provider that gives a new
// refresh token with each access token (rotation, RFC 6749 §6) makes the old
// one useless: the new one is written back before the access token is used.
//
// golang.org/x/oauth2 isn't used: it sends no scope with a refresh, which some
// providers want; its clock can't be set; and its errors quote whatever the
// endpoint answered.
package oauth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The kinds of failure, for errors.Is: ErrToken of every one, ErrRefused of
// those that the endpoint has decided, rather than the network.
var (
	ErrToken   = errors.New("no access token can be had")
	ErrRefused = errors.New("the token endpoint refuses")
)

const (
	// margin is how long before its expiry a token isn't used any more, so that
	// it doesn't expire between here and the mail server.
	margin = time.Minute
	// unstated is how long a token is used whose life the endpoint doesn't tell.
	unstated = 5 * time.Minute
)

// A Secret gets a secret each time that it is asked.
type Secret func(context.Context) (string, error)

// A Source gives access tokens for one account. It is safe for concurrent use,
// and everyone who uses the same refresh token must share it: rotation would
// otherwise have them lock each other out. Fields aren't changed after the
// first use.
type Source struct {
	// Command gives an access token, and is asked at every login: it is its own
	// affair to keep tokens. Nil means that the fields below get them.
	Command Secret

	TokenURL string // https, or http to this machine
	ClientID string
	// ClientSecret is asked at every refresh; nil for a client that has none.
	ClientSecret Secret
	// RefreshFile holds the refresh token; see readRefreshToken. Read at every
	// refresh, so that one that was replaced needs no restart.
	RefreshFile string
	// RefreshCommand gives the refresh token where there is no RefreshFile. A
	// rotated one can't be written back, and is kept only as long as the process.
	RefreshCommand Secret
	// Scope is sent with the refresh if not empty.
	Scope string

	// Client speaks to the endpoint; one that bounds every request when nil.
	Client *http.Client
	// Now is the clock of expiry; time.Now when nil.
	Now func() time.Time
	// Logger is told of a rotated refresh token that can't be written back;
	// silent when nil.
	Logger *slog.Logger

	mu      sync.Mutex
	access  string
	expires time.Time
	rotated rotation
}

// A rotation is a refresh token that took the place of the stored one, for as
// long as what is stored is the one that it replaced.
type rotation struct{ stored, current string }

// Token is an access token: the one in hand, or a new one.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != "" && s.now().Before(s.expires) {
		return s.access, nil
	}
	token, err := s.fetch(ctx)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrToken, err)
	}
	return token, nil
}

// Reject forgets a token that a server has refused.
func (s *Source) Reject(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access == token {
		s.access = ""
	}
}

func (s *Source) fetch(ctx context.Context) (string, error) {
	if s.Command != nil {
		token, err := s.Command(ctx)
		if err != nil {
			return "", err
		}
		return token, checkToken(token)
	}
	refresh, err := s.refreshToken(ctx)
	if err != nil {
		return "", err
	}
	g, err := s.ask(ctx, refresh)
	if err != nil {
		return "", err
	}
	if g.Refresh != "" && g.Refresh != refresh {
		s.rotate(refresh, g.Refresh)
	}
	life := time.Duration(g.Life) * time.Second
	if life <= 0 {
		life = unstated
	}
	s.access, s.expires = g.Access, s.now().Add(max(life-margin, life/2))
	return s.access, nil
}

// refreshToken is the stored token, or the one that took its place.
func (s *Source) refreshToken(ctx context.Context) (stored string, err error) {
	switch {
	case s.RefreshFile != "":
		stored, err = readRefreshToken(s.RefreshFile)
	case s.RefreshCommand != nil:
		stored, err = s.RefreshCommand(ctx)
	default:
		err = errors.New("there is no refresh token to ask with")
	}
	if err != nil {
		return "", fmt.Errorf("getting the refresh token: %w", err)
	}
	if stored == s.rotated.stored && stored != "" {
		return s.rotated.current, nil
	}
	return stored, nil
}

// rotate keeps a new refresh token. That it can't be stored is no reason not
// to use the access token that came with it, but after a restart nothing would work.
func (s *Source) rotate(used, current string) {
	stored := used
	if s.rotated.current == used {
		stored = s.rotated.stored
	}
	s.rotated = rotation{stored, current}
	err := errors.New("a command can't take it")
	if s.RefreshFile != "" {
		err = writeRefreshToken(s.RefreshFile, current)
	}
	if err != nil {
		s.logger().Error("the provider has replaced the refresh token, and the new one can't be stored: it will be lost when the program ends", "error", err)
		return
	}
	s.rotated = rotation{}
}

func (s *Source) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

func (s *Source) logger() *slog.Logger {
	if s.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Logger
}

// checkToken refuses what can't be an access token: RFC 6749 §A.12 has them
// visible, and a blank or ^A would end them early in a mail server's eyes.
func checkToken(token string) error {
	if token == "" {
		return errors.New("the access token is empty")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("the access token has blanks or control characters in it")
	}
	return nil
}
