package outbox

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/link/login"
	"arbitre/mailbot/link/oauth"
	"arbitre/mailbot/postoffice"
)

func tokensFrom(t *testing.T, e *linktest.Endpoint) *oauth.Source {
	t.Helper()
	file := filepath.Join(t.TempDir(), "refresh")
	if err := os.WriteFile(file, []byte(e.Refresh()), 0o600); err != nil {
		t.Fatal(err)
	}
	return &oauth.Source{TokenURL: e.TokenURL, ClientID: e.ClientID, ClientSecret: password(e.Secret), RefreshFile: file}
}

func TestPasswordMechanisms(t *testing.T) {
	certificate := linktest.NewCertificate(t)
	for _, mechanism := range []string{sasl.Plain, sasl.Login, login.CRAMMD5} {
		for _, mode := range []link.Mode{link.TLS, link.StartTLS, link.Plain} {
			o := postoffice.Options{Mechanisms: []string{mechanism}}
			if mode != link.Plain {
				o.TLS, o.ImplicitTLS = certificate.Server, mode == link.TLS
			}
			p := openOffice(t, o)
			s := transport(t, p)
			s.TLS, s.RootCAs = mode, certificate.Roots
			if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
				t.Errorf("%s by %v: %v", mechanism, mode, err)
			} else if got := received(t, p, player); len(got) != 1 || !strings.Contains(got[0], "A; ") && !strings.Contains(got[0], "A;\r\n") {
				t.Errorf("%s by %v: arrived without a login: %q", mechanism, mode, got)
			}
			s.Password = password("wrong")
			var f *Failure
			if err := s.Check(t.Context()); !errors.As(err, &f) || f.Stage != LoggingIn || f.Code != 535 {
				t.Errorf("%s by %v, a wrong password: %v", mechanism, mode, err)
			}
		}
	}
}

func TestOAuth2(t *testing.T) {
	for _, mechanism := range []string{sasl.OAuthBearer, login.XOAuth2} {
		t.Run(mechanism, func(t *testing.T) {
			e := linktest.NewEndpoint(t, arbiter)
			p := openOffice(t, postoffice.Options{Tokens: e.Accepts, Mechanisms: []string{mechanism}})
			s := transport(t, p)
			s.Password, s.Tokens = nil, tokensFrom(t, e)
			send := func() error { return s.Send(t.Context(), arbiter, player, []byte(letter)) }
			if err := send(); err != nil {
				t.Fatal(err)
			}
			p.Hangup()
			if err := send(); err != nil || e.Issued() != 1 {
				t.Errorf("the second connection took %d tokens: %v", e.Issued(), err)
			}
			e.Revoke()
			p.Hangup()
			if err := send(); err != nil || e.Issued() != 2 {
				t.Errorf("a revoked token: %d tokens were given: %v", e.Issued(), err)
			}

			s.Close()
			s.User = player
			err := send()
			var f *Failure
			if !errors.As(err, &f) || f.Stage != LoggingIn || f.Permanent || !strings.Contains(err.Error(), "status 401, the scope must be mail") || strings.Contains(err.Error(), "access-") {
				t.Errorf("another's account: %v", err)
			}
			if e.Issued() != 3 {
				t.Errorf("another's account: %d tokens were given", e.Issued())
			}

			e.Replace("another")
			if err := send(); !errors.As(err, &f) || f.Stage != LoggingIn || f.Permanent || !errors.Is(err, oauth.ErrToken) {
				t.Errorf("no token to be had: %v", err)
			}
		})
	}
}

// A token too long for a command line goes in the answer to an empty challenge.
func TestALongTokenIsHeldBack(t *testing.T) {
	long := strings.Repeat("x", 4000)
	for _, mechanism := range []string{sasl.OAuthBearer, login.XOAuth2} {
		p := openOffice(t, postoffice.Options{
			Tokens:     func(_, token string) bool { return token == long },
			Mechanisms: []string{mechanism},
		})
		s := transport(t, p)
		s.Tokens = &oauth.Source{Command: password(long)}
		if err := s.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", mechanism, err)
		}
	}
	odd := serveOddly(t, map[string][]string{"EHLO": {"250-odd\r\n250 AUTH XOAUTH2"}, "AUTH": {"334 "}, "dXNlcj": {"235 OK"}})
	s := odd.transport()
	s.Tokens = &oauth.Source{Command: password(long)}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range len(odd.commands) {
		if command := <-odd.commands; strings.HasPrefix(command, "AUTH") && command != "AUTH XOAUTH2" {
			t.Errorf("it says %.100q", command)
		}
	}
}

// A server that repeats what it was told doesn't get the secret into the log.
func TestTheSecretIsNotRepeated(t *testing.T) {
	const plain = "AGFyYml0cmUAc2VjcmV0" // \0 arbitre \0 secret
	s := serveOddly(t, map[string][]string{"AUTH": {"500 5.5.1 what is AUTH PLAIN " + plain + " (secret)?"}}).transport()
	err := s.Check(t.Context())
	var f *Failure
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	for text := error(f); text != nil; text = errors.Unwrap(text) {
		if strings.Contains(text.Error(), "secret") || strings.Contains(text.Error(), plain) || !strings.Contains(text.Error(), "[hidden]") {
			t.Errorf("%v", text)
		}
	}
}

// "Not now" is no judgement of the token.
func TestAServerThatCannotJudgeCostsNoToken(t *testing.T) {
	asked := 0
	s := serveOddly(t, map[string][]string{"EHLO": {"250-odd\r\n250 AUTH XOAUTH2"}, "AUTH": {"454 4.7.0 later"}}).transport()
	s.Tokens = &oauth.Source{Command: func(context.Context) (string, error) { asked++; return "access", nil }}
	var f *Failure
	if err := s.Check(t.Context()); !errors.As(err, &f) || f.Code != 454 || asked != 1 {
		t.Errorf("%d tokens: %v", asked, err)
	}
}
