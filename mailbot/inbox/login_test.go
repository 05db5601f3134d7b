package inbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"

	"arbitre/mailbot/link"
	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/link/login"
	"arbitre/mailbot/link/oauth"
	"arbitre/mailbot/postoffice"
)

// tokensFrom asks an endpoint, with the refresh token that is good now.
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
		for _, encrypted := range []bool{true, false} {
			o := postoffice.Options{Mechanisms: []string{mechanism}}
			if encrypted {
				o.TLS, o.ImplicitTLS = certificate.Server, true
			}
			p := openOffice(t, o)
			a := account(p)
			if encrypted {
				a.TLS, a.RootCAs = link.TLS, certificate.Roots
			}
			s, err := Dial(t.Context(), a)
			if err != nil {
				t.Errorf("%s, encrypted %v: %v", mechanism, encrypted, err)
				continue
			}
			s.Close()
			a.Password = password("wrong")
			if _, err := Dial(t.Context(), a); !errors.Is(err, ErrLogin) {
				t.Errorf("%s, encrypted %v, a wrong password: %v", mechanism, encrypted, err)
			}
		}
	}
}

func TestOAuth2(t *testing.T) {
	for _, mechanism := range []string{sasl.OAuthBearer, login.XOAuth2} {
		t.Run(mechanism, func(t *testing.T) {
			e := linktest.NewEndpoint(t, "arbitre@jeu.example")
			p := openOffice(t, postoffice.Options{Tokens: e.Accepts, Mechanisms: []string{mechanism}})
			a := account(p)
			a.Password, a.Tokens = nil, tokensFrom(t, e)
			dial(t, a)
			dial(t, a)
			if e.Issued() != 1 {
				t.Errorf("two logins took %d tokens", e.Issued())
			}

			// A token that ends early is replaced within the same call.
			e.Revoke()
			dial(t, a)
			if e.Issued() != 2 {
				t.Errorf("a revoked token: %d tokens were given", e.Issued())
			}

			// One that is refused again is not asked for for ever.
			a.User = "lancelot@jeu.example"
			_, err := Dial(t.Context(), a)
			if !errors.Is(err, ErrLogin) || !strings.Contains(err.Error(), "status 401, the scope must be mail") || strings.Contains(err.Error(), "access-") {
				t.Errorf("another's account: %v", err)
			}
			if e.Issued() != 3 {
				t.Errorf("another's account: %d tokens were given", e.Issued())
			}
		})
	}
}

func TestAnAccessTokenThatCannotBeHad(t *testing.T) {
	e := linktest.NewEndpoint(t, "arbitre@jeu.example")
	p := openOffice(t, postoffice.Options{Tokens: e.Accepts})
	a := account(p)
	a.Tokens = tokensFrom(t, e)
	e.Replace("another")
	if _, err := Dial(t.Context(), a); !errors.Is(err, oauth.ErrToken) || errors.Is(err, ErrPassword) {
		t.Error(err)
	}
}

func TestTokensWherePasswordsAreWanted(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	a := account(p)
	a.Tokens = &oauth.Source{Command: password("access")}
	if _, err := Dial(t.Context(), a); !errors.Is(err, ErrMechanism) || !strings.Contains(err.Error(), "it offers LOGIN, PLAIN") {
		t.Error(err)
	}
}

// A server that repeats what it was told doesn't get the secret into the log.
func TestTheSecretIsNotRepeated(t *testing.T) {
	const plain = "AGFyYml0cmUAc2VjcmV0" // \0 arbitre \0 secret
	for _, a := range []struct{ caps, refusal string }{
		{"AUTH=PLAIN SASL-IR", "TAG NO what is AUTHENTICATE PLAIN " + plain + "?\r\n"},
		{"", "TAG NO what is LOGIN arbitre secret?\r\n"},
	} {
		odd := serveOddly(t, oddServer{caps: a.caps, answers: map[string][]string{"AUTHENTICATE": {a.refusal}, "LOGIN": {a.refusal}}})
		_, err := Dial(t.Context(), odd.account())
		if !errors.Is(err, ErrLogin) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), plain) || !strings.Contains(err.Error(), "[hidden]") {
			t.Errorf("%v", err)
		}
	}
}

// "Not now" is no judgement of the token.
func TestAServerThatCannotJudgeCostsNoToken(t *testing.T) {
	asked := 0
	odd := serveOddly(t, oddServer{caps: "AUTH=XOAUTH2 SASL-IR", answers: map[string][]string{"AUTHENTICATE": {"TAG NO [UNAVAILABLE] later\r\n"}}})
	a := odd.account()
	a.Tokens = &oauth.Source{Command: func(context.Context) (string, error) { asked++; return "access", nil }}
	if _, err := Dial(t.Context(), a); !errors.Is(err, ErrLogin) || asked != 1 {
		t.Errorf("%d tokens: %v", asked, err)
	}
}

// imapclient writes an empty response as "=", which servers call malformed.
func TestARefusedTokenIsAnsweredInBase64(t *testing.T) {
	proved := make(chan string, 1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] hello\r\n")
		lines := bufio.NewScanner(conn)
		lines.Scan()
		tag, _, _ := strings.Cut(lines.Text(), " ")
		fmt.Fprint(conn, "+ eyJzdGF0dXMiOiI0MDAifQ==\r\n") // {"status":"400"}
		lines.Scan()
		proved <- lines.Text()
		fmt.Fprint(conn, tag+" NO [AUTHENTICATIONFAILED] Invalid credentials\r\n")
	}()
	a := Account{Addr: l.Addr().String(), TLS: link.Plain, User: "arbitre", Tokens: &oauth.Source{Command: password("access")}, CommandTimeout: 5 * time.Second}
	_, err = Dial(t.Context(), a)
	if !errors.Is(err, ErrLogin) || !strings.Contains(err.Error(), "Invalid credentials (status 400)") {
		t.Errorf("%v", err)
	}
	if got := <-proved; got != "AQ==" {
		t.Errorf("the client answers %q", got)
	}
}
