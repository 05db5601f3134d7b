package login

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
)

const (
	user   = "heraut@jeu.example"
	secret = "sésame,ouvre=toi"
	token  = "ya29.access-token"
)

var (
	withPassword = Proof{user: user, secret: secret}
	withToken    = Proof{user: user, secret: token, token: true}
	encrypted    = Offer{Addr: "imap.jeu.example:993", Encrypted: true}
	thisMachine  = Offer{Addr: "127.0.0.1:143", Loopback: true}
	openAir      = Offer{Addr: "imap.jeu.example:143"}
)

func (o Offer) of(mechanisms string) Offer {
	o.Mechanisms = strings.Fields(mechanisms)
	return o
}

func TestTheBestMechanismIsChosen(t *testing.T) {
	for _, tt := range []struct {
		name  string
		proof Proof
		offer Offer
		want  string   // "" for none
		words []string // of the error
	}{
		{"all, encrypted", withPassword, encrypted.of("CRAM-MD5 LOGIN PLAIN XOAUTH2"), sasl.Plain, nil},
		{"all, in the clear to this machine", withPassword, thisMachine.of("LOGIN PLAIN CRAM-MD5"), CRAMMD5, nil},
		{"no CRAM-MD5, to this machine", withPassword, thisMachine.of("LOGIN PLAIN"), sasl.Plain, nil},
		{"LOGIN alone, in small letters", withPassword, encrypted.of("ntlm login"), sasl.Login, nil},
		{"CRAM-MD5 alone", withPassword, encrypted.of("CRAM-MD5"), CRAMMD5, nil},
		{"in the clear to elsewhere", withPassword, openAir.of("PLAIN LOGIN CRAM-MD5"), "", []string{"a password isn't sent in the clear"}},
		{"a token in the clear to elsewhere", withToken, openAir.of("OAUTHBEARER"), "", []string{"a token isn't sent in the clear"}},
		{"nothing that we can do", withPassword, encrypted.of("NTLM GSSAPI NTLM"), "", []string{"it offers GSSAPI, NTLM; with a password it would take PLAIN or LOGIN or CRAM-MD5"}},
		{"nothing at all", withPassword, encrypted, "", []string{"it offers none"}},
		{"tokens only", withPassword, encrypted.of("XOAUTH2 OAUTHBEARER"), "", []string{"it offers OAUTHBEARER, XOAUTH2", `the server wants auth = "oauth2"`}},
		{"both token mechanisms", withToken, encrypted.of("PLAIN XOAUTH2 OAUTHBEARER"), sasl.OAuthBearer, nil},
		{"XOAUTH2 alone", withToken, encrypted.of("LOGIN XOAUTH2"), XOAuth2, nil},
		{"passwords only", withToken, encrypted.of("PLAIN LOGIN"), "", []string{"with a token it would take OAUTHBEARER or XOAUTH2", `auth = "password"`}},
		{"a server that plays tricks", withToken, encrypted.of("A\x1b[2J\x00é"), "", []string{"it offers A?[2J??"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client, err := tt.proof.client(tt.offer)
			if tt.want == "" {
				if !errors.Is(err, ErrMechanism) {
					t.Fatalf("%v", err)
				}
				for _, words := range tt.words {
					if !strings.Contains(err.Error(), words) {
						t.Errorf("%v\nwant %q", err, words)
					}
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if mechanism, _, _ := client.Start(); mechanism != tt.want {
				t.Errorf("chosen: %s, want %s", mechanism, tt.want)
			}
		})
	}
}

// What goes over the wire, one line for each thing that the server says. The
// CRAM-MD5 exchange is the example of RFC 2195 §2, the OAUTHBEARER one after
// RFC 7628 §4.1.
func TestExchanges(t *testing.T) {
	for _, tt := range []struct {
		name   string
		proof  Proof
		offer  Offer
		starts string   // "-" for no initial response
		says   []string // the server
		hears  []string
	}{
		{"PLAIN", withPassword, encrypted.of("PLAIN"), "\x00" + user + "\x00" + secret, nil, nil},
		{"LOGIN", withPassword, encrypted.of("LOGIN"), "-", []string{"Username:", "Password:"}, []string{user, secret}},
		{"LOGIN in other words", withPassword, encrypted.of("LOGIN"), "-", []string{"User Name\x00", "Password\x00"}, []string{user, secret}},
		{"CRAM-MD5", Proof{user: "tim", secret: "tanstaaftanstaaf"}, encrypted.of("CRAM-MD5"), "-",
			[]string{"<1896.697170952@postoffice.reston.mci.net>"}, []string{"tim b913a602c7eda7a495b4e6e7334d3890"}},
		{"OAUTHBEARER", Proof{user: "user@example.com", secret: "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==", token: true},
			Offer{Addr: "server.example.com:143", Encrypted: true}.of("OAUTHBEARER"),
			"n,a=user@example.com,\x01host=server.example.com\x01port=143\x01auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\x01\x01", nil, nil},
		{"OAUTHBEARER with an odd name", Proof{user: "a=b,c", secret: "t", token: true}, encrypted.of("OAUTHBEARER"),
			"n,a=a=3Db=2Cc,\x01host=imap.jeu.example\x01port=993\x01auth=Bearer t\x01\x01", nil, nil},
		{"OAUTHBEARER refused", withToken, encrypted.of("OAUTHBEARER"),
			"n,a=" + user + ",\x01host=imap.jeu.example\x01port=993\x01auth=Bearer " + token + "\x01\x01",
			[]string{`{"status":"invalid_token"}`}, []string{"\x01"}},
		{"XOAUTH2", withToken, encrypted.of("XOAUTH2"), "user=" + user + "\x01auth=Bearer " + token + "\x01\x01", nil, nil},
		{"XOAUTH2 refused", withToken, encrypted.of("XOAUTH2"), "user=" + user + "\x01auth=Bearer " + token + "\x01\x01",
			[]string{`{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}`}, []string{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client, err := tt.proof.client(tt.offer)
			if err != nil {
				t.Fatal(err)
			}
			_, response, err := client.Start()
			if err != nil || string(response) != strings.TrimPrefix(tt.starts, "-") || (response == nil) != (tt.starts == "-") {
				t.Errorf("starts with %q, %v", response, err)
			}
			for i, challenge := range tt.says {
				// A nil response would end the exchange as if it had gone well.
				if got, err := client.Next([]byte(challenge)); err != nil || got == nil || string(got) != tt.hears[i] {
					t.Errorf("to %q it answers %q, %v", challenge, got, err)
				}
			}
		})
	}
}

func TestWhatWouldBreakTheExchangeIsNotSent(t *testing.T) {
	offer := encrypted.of("PLAIN LOGIN CRAM-MD5 OAUTHBEARER")
	for _, tt := range []struct {
		proof Proof
		want  error
	}{
		{Proof{user: "", secret: secret}, ErrUser},
		{Proof{user: "a\x00b", secret: secret}, ErrUser},
		{Proof{user: "a\x01auth=Bearer x", secret: token, token: true}, ErrUser},
		{Proof{user: user, secret: "two\nlines"}, ErrSecret},
		{Proof{user: user, secret: ""}, ErrSecret},
	} {
		if _, err := tt.proof.client(offer); !errors.Is(err, tt.want) || strings.Contains(err.Error(), "lines") {
			t.Errorf("%q %q: %v", tt.proof.user, tt.proof.secret, err)
		}
	}
}

func TestLoginDoesNotGoOnForEver(t *testing.T) {
	client, err := withPassword.client(encrypted.of("LOGIN"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := client.Next(nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := client.Next([]byte("Password again:")); err == nil {
		t.Error("a third question is answered")
	}
}

func TestReasonsOfARefusalAreTold(t *testing.T) {
	refused := errors.New("535 no")
	for challenge, want := range map[string]string{
		`{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}`: "535 no (status 400, the scope must be https://mail.google.com/)",
		`{"status":401}`:               "535 no (status 401)",
		`{"status":"` + token + `"}`:   "535 no (status [hidden])",
		`{"status":"x\u001b[2J\r\n"}`:  "535 no (status x",
		"so sorry":                     "535 no (for reasons that can't be read)",
		`{"scope":["a list"]}`:         "535 no (for reasons that can't be read)",
		strings.Repeat("[", 1_000_000): "535 no (for reasons that can't be read)",
	} {
		err := withToken.Enter(encrypted.of("XOAUTH2"), func(c sasl.Client) error {
			if _, err := c.Next([]byte(challenge)); err != nil {
				t.Error(err)
			}
			return refused
		})
		if !errors.Is(err, refused) || !strings.HasPrefix(err.Error(), want) || strings.ContainsAny(err.Error(), "\x1b\r\n") {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

// A tokenBox gives its tokens in turn, the last one again and again.
type tokenBox struct {
	tokens   []string
	rejected []string
	err      error
}

func (b *tokenBox) Token(context.Context) (string, error) {
	if len(b.tokens) == 0 {
		return "", b.err
	}
	return b.tokens[0], nil
}

func (b *tokenBox) Reject(token string) {
	b.rejected = append(b.rejected, token)
	if len(b.tokens) > 1 || b.err != nil {
		b.tokens = b.tokens[1:]
	}
}

func TestARefusedTokenIsReplacedOnce(t *testing.T) {
	refused, lost := errors.New("refused"), errors.New("lost")
	gone := errors.New("the endpoint is gone")
	for _, tt := range []struct {
		name    string
		box     *tokenBox
		answers []error // of the server, in turn
		want    error
		tried   []string
	}{
		{"taken", &tokenBox{tokens: []string{"a", "b"}}, []error{nil}, nil, []string{"a"}},
		{"an old one refused", &tokenBox{tokens: []string{"a", "b"}}, []error{refused, nil}, nil, []string{"a", "b"}},
		{"both refused", &tokenBox{tokens: []string{"a", "b", "c"}}, []error{refused, refused}, refused, []string{"a", "b"}},
		{"the same again", &tokenBox{tokens: []string{"a"}}, []error{refused}, refused, []string{"a"}},
		{"none to be had", &tokenBox{tokens: []string{"a"}, err: gone}, []error{refused}, gone, []string{"a"}},
		{"the connection lost", &tokenBox{tokens: []string{"a", "b"}}, []error{lost}, lost, []string{"a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tried []string
			c := Caller{User: user, Tokens: tt.box}
			err := c.Try(t.Context(), func(err error) bool { return errors.Is(err, refused) }, func(p Proof) error {
				tried = append(tried, p.secret)
				return tt.answers[len(tried)-1]
			})
			if !errors.Is(err, tt.want) || !slices.Equal(tried, tt.tried) {
				t.Errorf("%v after %v", err, tried)
			}
		})
	}
}

func TestARefusedPasswordIsNotTriedAgain(t *testing.T) {
	tries := 0
	c := Caller{User: user, Password: func(context.Context) (string, error) { return secret, nil }}
	err := c.Try(t.Context(), func(error) bool { return true }, func(Proof) error { tries++; return ErrMechanism })
	if tries != 1 || err == nil {
		t.Errorf("%d tries: %v", tries, err)
	}
	if err := (Caller{User: user}).Try(t.Context(), nil, nil); !errors.Is(err, ErrPassword) {
		t.Error(err)
	}
}

func TestSecretsDoNotShow(t *testing.T) {
	for _, p := range []Proof{withPassword, withToken} {
		for _, text := range []string{fmt.Sprint(p), fmt.Sprintf("%v %+v %#v %s", p, p, p, p), fmt.Sprintf("%v %+v", &p, &p)} {
			if strings.Contains(text, p.secret) {
				t.Errorf("it prints as %s", text)
			}
		}
	}
	const base64 = "AGhlcmF1dEBqZXUuZXhhbXBsZQBzw6lzYW1lLG91dnJlPXRvaQ==" // \0 user \0 secret
	for text, want := range map[string]string{
		"502 unknown command AUTH PLAIN " + base64:                  "502 unknown command AUTH PLAIN [hidden]",
		"unpadded " + strings.TrimRight(base64, "=") + ", it seems": "unpadded [hidden], it seems",
		"bad password '" + secret + "'":                             "bad password '[hidden]'",
		"Authentication credentials invalid":                        "Authentication credentials invalid",
	} {
		if got := withPassword.Hide(text); got != want {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
	if got := (Proof{}).Hide("as it is"); got != "as it is" {
		t.Error(got)
	}
}

// Whatever a server says during the exchange, the client answers or gives up,
// and its account of it shows no secret and stays on its line.
func FuzzChallenges(f *testing.F) {
	for _, seed := range []string{`{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}`, "Username:", "Password:", "<1@x>", "", "\x00", `{"status":{}}`} {
		f.Add([]byte(seed), []byte("Password:"))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		for mechanism, p := range map[string]Proof{sasl.Plain: withPassword, sasl.Login: withPassword, CRAMMD5: withPassword, XOAuth2: withToken, sasl.OAuthBearer: withToken} {
			err := p.Enter(encrypted.of(mechanism), func(c sasl.Client) error {
				for _, challenge := range [][]byte{first, second, first} {
					if answer, err := c.Next(challenge); err != nil {
						return err
					} else if answer == nil {
						t.Errorf("%s ends the exchange by itself", mechanism)
					}
				}
				return errors.New("refused")
			})
			if text := fmt.Sprint(err); strings.Contains(text, p.secret) || strings.ContainsAny(text, "\r\n\x00\x1b") || len(text) > 1000 {
				t.Errorf("%s: %q", mechanism, text)
			}
		}
	})
}
