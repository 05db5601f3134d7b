package config

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/mailbot/link/linktest"
)

// with puts lines under a table of the minimal file.
func with(table, lines string) string {
	return strings.Replace(minimal, table, table+"\n"+lines, 1)
}

const endpointKeys = `auth = "oauth2"
user = "heraut@example.org"
oauth_token_url = "https://login.example.org/token"
oauth_client_id = "client"
oauth_client_secret = "s"
oauth_refresh_token_file = "/var/lib/arbitre/refresh"
oauth_scope = "mail"
`

func TestOAuthKeys(t *testing.T) {
	const byCommand = "auth = \"oauth2\"\nuser = \"heraut@example.org\"\noauth_command = \"oama access heraut\"\n"
	for _, tt := range []struct {
		name, text string
		want       []string // words of the refusal; none for a file that is taken
	}{
		{"a token endpoint", with("[imap]", endpointKeys), nil},
		{"the same for both", strings.Replace(with("[imap]", endpointKeys), "[smtp]", "[smtp]\n"+endpointKeys, 1), nil},
		{"a command", with("[smtp]", byCommand), nil},
		{"an endpoint on this machine", with("[imap]", strings.Replace(endpointKeys, "https://login.example.org", "http://127.0.0.1:8080", 1)), nil},
		{"another way to log in", with("[imap]", `auth = "kerberos"`), []string{"line 5", "password or oauth2"}},
		{"keys for nothing", with("[imap]", `oauth_client_id = "client"`), []string{"imap", `auth = "oauth2" only`}},
		{"no user", with("[imap]", strings.Replace(endpointKeys, "user", "#", 1)), []string{"imap.user"}},
		{"a command and more", with("[imap]", byCommand+`oauth_scope = "mail"`), []string{"imap", "of no use"}},
		{"no endpoint", with("[smtp]", strings.Replace(endpointKeys, "oauth_token_url", "#", 1)), []string{"smtp.oauth_token_url", "https://login.example.org/token"}},
		{"an endpoint in the clear", with("[smtp]", strings.Replace(endpointKeys, "https", "http", 1)), []string{"smtp.oauth_token_url", "in the clear"}},
		{"no client", with("[smtp]", strings.Replace(endpointKeys, "oauth_client_id", "#", 1)), []string{"smtp.oauth_client_id"}},
		{"two secrets", with("[smtp]", endpointKeys+`oauth_client_secret_env = "X"`), []string{"smtp", "only one of oauth_client_secret"}},
		{"no refresh token", with("[smtp]", strings.Replace(endpointKeys, "oauth_refresh_token_file", "#", 1)), []string{"smtp", "oauth_refresh_token_file"}},
		{"two refresh tokens", with("[smtp]", endpointKeys+`oauth_refresh_token_command = "x"`), []string{"smtp", "oauth_refresh_token_file"}},
		{"one refresh token for two clients", strings.Replace(with("[imap]", endpointKeys), "[smtp]", "[smtp]\n"+strings.Replace(endpointKeys, `"mail"`, `"send"`, 1), 1),
			[]string{"same oauth_refresh_token_file"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.text))
			if (err != nil) != (tt.want != nil) {
				t.Fatalf("%v", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q isn't in: %v", want, err)
				}
			}
		})
	}
}

func TestServersWithTheSameKeysShareTheirTokens(t *testing.T) {
	same := mustParse(t, strings.Replace(with("[imap]", endpointKeys), "[smtp]", "[smtp]\n"+endpointKeys, 1))
	if imap, smtp := same.Tokens(nil); imap == nil || imap != smtp {
		t.Errorf("%p and %p", imap, smtp)
	}
	other := strings.NewReplacer("/refresh", "/other").Replace(endpointKeys)
	two := mustParse(t, strings.Replace(with("[imap]", endpointKeys), "[smtp]", "[smtp]\n"+other, 1))
	if imap, smtp := two.Tokens(nil); imap == nil || smtp == nil || imap == smtp {
		t.Errorf("%p and %p", imap, smtp)
	}
	if imap, smtp := mustParse(t, minimal).Tokens(nil); imap != nil || smtp != nil {
		t.Errorf("passwords have tokens: %v, %v", imap, smtp)
	}
	if imap, smtp := mustParse(t, with("[smtp]", endpointKeys)).Tokens(nil); imap != nil || smtp == nil {
		t.Errorf("%v, %v", imap, smtp)
	}
}

// The keys lead to a token, and none of the secrets to the log.
func TestTokens(t *testing.T) {
	e := linktest.NewEndpoint(t, "heraut@example.org")
	e.Rotate()
	file := filepath.Join(t.TempDir(), "refresh")
	if err := os.WriteFile(file, []byte(e.Refresh()), 0o600); err != nil {
		t.Fatal(err)
	}
	keys := strings.NewReplacer("https://login.example.org/token", e.TokenURL, `"client"`, `"`+e.ClientID+`"`, `"s"`, `"`+e.Secret+`"`,
		"/var/lib/arbitre/refresh", file).Replace(endpointKeys)
	byCommand := strings.NewReplacer("oauth_client_secret =", "oauth_client_secret_command =", `"`+e.Secret+`"`, `"echo `+e.Secret+`"`,
		"oauth_refresh_token_file", "oauth_refresh_token_command", file, "cat "+file).Replace(keys)
	var log bytes.Buffer
	for _, text := range []string{keys, byCommand} {
		tokens, _ := mustParse(t, with("[imap]", text)).Tokens(slog.New(slog.NewTextHandler(&log, nil)))
		access, err := tokens.Token(t.Context())
		if err != nil || !e.Accepts("heraut@example.org", access) || e.Scope() != "mail" {
			t.Errorf("%q, %v, for %q", access, err, e.Scope())
		}
	}
	if text := log.String(); !strings.Contains(text, "can't be stored") || strings.Contains(text, "refresh-") || strings.Contains(text, "access-") || strings.Contains(text, e.Secret) {
		t.Errorf("the log: %s", text)
	}
	tokens, _ := mustParse(t, with("[imap]", "auth = \"oauth2\"\nuser = \"x\"\noauth_command = \"echo from-a-command\"")).Tokens(nil)
	if access, err := tokens.Token(t.Context()); access != "from-a-command" || err != nil {
		t.Errorf("%q, %v", access, err)
	}
	tokens, _ = mustParse(t, with("[imap]", "auth = \"oauth2\"\nuser = \"x\"\noauth_command = \"echo hunter2; exit 1\"")).Tokens(nil)
	if _, err := tokens.Token(t.Context()); err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "access token command failed") {
		t.Errorf("%v", err)
	}
}
