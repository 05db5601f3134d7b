package postoffice

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"

	"arbitre/mailbot/link/login"
)

// A fixed response to a mechanism, whatever the server says.
type fixed struct {
	mechanism string
	lines     []string // the first is the initial response, unless it is "-"
}

func (f *fixed) Start() (string, []byte, error) {
	first := f.lines[0]
	f.lines = f.lines[1:]
	if first == "-" {
		return f.mechanism, nil, nil
	}
	return f.mechanism, []byte(first), nil
}

func (f *fixed) Next([]byte) ([]byte, error) {
	if len(f.lines) == 0 {
		return []byte{}, nil
	}
	next := f.lines[0]
	f.lines = f.lines[1:]
	return []byte(next), nil
}

func TestLogins(t *testing.T) {
	p := openOffice(t, Options{
		Tokens: func(address, token string) bool {
			return address == "arbitre@jeu.example" && token == "good"
		},
		Mechanisms: []string{sasl.Plain, sasl.Login, login.CRAMMD5, sasl.OAuthBearer, login.XOAuth2},
	})
	for _, tt := range []struct {
		mechanism string
		lines     []string
		good      bool
	}{
		{sasl.Plain, []string{"\x00arbitre\x00secret-arbitre"}, true},
		{sasl.Plain, []string{"lancelot\x00arbitre\x00secret-arbitre"}, false},
		{sasl.Login, []string{"-", "arbitre", "secret-arbitre"}, true},
		{sasl.Login, []string{"-", "arbitre", "secret-lancelot"}, false},
		{login.CRAMMD5, []string{"-", "arbitre 00000000000000000000000000000000"}, false},
		{login.CRAMMD5, []string{"-", "nobody"}, false},
		{login.XOAuth2, []string{"user=arbitre\x01auth=Bearer good\x01\x01"}, true},
		{login.XOAuth2, []string{"user=arbitre\x01auth=Bearer bad\x01\x01"}, false},
		{login.XOAuth2, []string{"user=lancelot\x01auth=Bearer good\x01\x01"}, false},
		{login.XOAuth2, []string{"user=arbitre\x01auth=good\x01\x01"}, false},
		{login.XOAuth2, []string{"\x01\x01\x01"}, false},
		{sasl.OAuthBearer, []string{"n,a=arbitre@jeu.example,\x01host=h\x01port=143\x01auth=Bearer good\x01\x01"}, true},
		{sasl.OAuthBearer, []string{"n,a=arbitre,\x01auth=Bearer bad\x01\x01", "\x01"}, false},
		{sasl.OAuthBearer, []string{"n,,\x01auth=Bearer good\x01\x01", ""}, false},
		{sasl.OAuthBearer, []string{"nonsense", ""}, false},
		{sasl.OAuthBearer, []string{"", ""}, false},
		{"NTLM", []string{"x"}, false},
	} {
		t.Run(fmt.Sprintf("%s %.40q", tt.mechanism, tt.lines), func(t *testing.T) {
			reading, err := imapclient.DialInsecure(p.IMAPAddr(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer reading.Close()
			err = reading.Authenticate(&fixed{tt.mechanism, tt.lines})
			var no *imap.Error
			if (err == nil) != tt.good || err != nil && !errors.As(err, &no) {
				t.Errorf("IMAP: %v", err)
			}
			posting, err := gosmtp.Dial(p.SMTPAddr())
			if err != nil {
				t.Fatal(err)
			}
			defer posting.Close()
			err = posting.Auth(&fixed{tt.mechanism, tt.lines})
			var refused *gosmtp.SMTPError
			if (err == nil) != tt.good || err != nil && !errors.As(err, &refused) {
				t.Errorf("SMTP: %v", err)
			}
		})
	}
}

func TestOnlyWhatIsOfferedOpens(t *testing.T) {
	p := openOffice(t, Options{Mechanisms: []string{login.CRAMMD5}})
	c, err := imapclient.DialInsecure(p.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := fmt.Sprint(c.Caps().AuthMechanisms()); got != "[CRAM-MD5]" {
		t.Errorf("offered: %s", got)
	}
	if err := c.Authenticate(sasl.NewPlainClient("", "arbitre", "secret-arbitre")); err == nil {
		t.Error("PLAIN opens")
	}
	if err := c.Login("arbitre", "secret-arbitre").Wait(); err == nil || !strings.Contains(err.Error(), "LOGIN isn't offered") {
		t.Errorf("the command LOGIN: %v", err)
	}
}

// Whatever a client says, an exchange ends, and opens nothing without the secret.
func FuzzLogins(f *testing.F) {
	p, err := Open(Options{
		Domain:     "jeu.example",
		Tokens:     func(_, token string) bool { return token == "an access token with blanks" },
		Mechanisms: []string{sasl.Plain, sasl.Login, login.CRAMMD5, sasl.OAuthBearer, login.XOAuth2},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { p.Close() })
	if err := p.AddAccount("arbitre", "a password that nobody guesses"); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"\x00arbitre\x00x", "user=arbitre\x01auth=Bearer x\x01\x01", "n,a=arbitre,\x01auth=Bearer x\x01\x01", "arbitre 00", ""} {
		f.Add([]byte(seed), []byte("arbitre"), []byte{1})
	}
	f.Fuzz(func(t *testing.T, first, second, third []byte) {
		for _, mechanism := range p.mechanisms() {
			opened := false
			server := p.authenticator(mechanism, func(*account) { opened = true }, errors.New("refused"))
			responses := [][]byte{nil, first, second, third}
			if len(third)%2 == 0 {
				responses = responses[1:]
			}
			for _, response := range responses {
				if _, done, err := server.Next(response); done || err != nil {
					break
				}
			}
			if opened {
				t.Errorf("%s is opened by %q, %q, %q", mechanism, first, second, third)
			}
		}
	})
}
