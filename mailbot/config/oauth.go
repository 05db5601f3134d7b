package config

import (
	"context"
	"fmt"
	"log/slog"

	"arbitre/mailbot/link/login"
	"arbitre/mailbot/link/oauth"
)

// An Auth is what a login is made with. The zero value is the password.
type Auth int

// The ways to log in.
const (
	ByPassword Auth = iota
	ByOAuth2
)

var authNames = [...]string{ByPassword: "password", ByOAuth2: "oauth2"}

// UnmarshalText reads "password" or "oauth2".
func (a *Auth) UnmarshalText(text []byte) error {
	for auth, name := range authNames {
		if string(text) == name {
			*a = Auth(auth)
			return nil
		}
	}
	return fmt.Errorf("%q is not a way to log in; write password or oauth2", text)
}

// MarshalText writes what UnmarshalText reads.
func (a Auth) MarshalText() ([]byte, error) {
	if a < 0 || int(a) >= len(authNames) {
		return nil, fmt.Errorf("Auth(%d) has no name", int(a))
	}
	return []byte(authNames[a]), nil
}

// OAuth is where access tokens come from: a command, or a token endpoint.
type OAuth struct {
	TokenURL            string `toml:"oauth_token_url"`
	ClientID            string `toml:"oauth_client_id"`
	ClientSecret        string `toml:"oauth_client_secret"`
	ClientSecretEnv     string `toml:"oauth_client_secret_env"`
	ClientSecretCommand string `toml:"oauth_client_secret_command"`
	RefreshTokenFile    string `toml:"oauth_refresh_token_file"`
	RefreshTokenCommand string `toml:"oauth_refresh_token_command"`
	Scope               string `toml:"oauth_scope"`
	Command             string `toml:"oauth_command"`
}

// Tokens are the access tokens for the two servers; nil for one that takes a
// password. Servers with the same settings share them, since providers that
// replace the refresh token at each use want a single user of it.
func (c Config) Tokens(log *slog.Logger) (imap, smtp login.Tokens) {
	if c.IMAP.Auth == ByOAuth2 {
		imap = c.IMAP.OAuth.source(log)
	}
	switch {
	case c.SMTP.Auth != ByOAuth2:
	case imap != nil && c.SMTP.OAuth == c.IMAP.OAuth:
		smtp = imap
	default:
		smtp = c.SMTP.OAuth.source(log)
	}
	return imap, smtp
}

func (o OAuth) source(log *slog.Logger) *oauth.Source {
	if o.Command != "" {
		return &oauth.Source{Command: o.command("access token", o.Command), Logger: log}
	}
	s := &oauth.Source{
		TokenURL: o.TokenURL, ClientID: o.ClientID, Scope: o.Scope, RefreshFile: o.RefreshTokenFile, Logger: log,
		ClientSecret: func(ctx context.Context) (string, error) {
			return secret(ctx, "client secret", o.ClientSecret, o.ClientSecretEnv, o.ClientSecretCommand)
		},
	}
	if o.RefreshTokenCommand != "" {
		s.RefreshCommand = o.command("refresh token", o.RefreshTokenCommand)
	}
	return s
}

func (o OAuth) command(what, command string) oauth.Secret {
	return func(ctx context.Context) (string, error) { return fromCommand(ctx, what, command) }
}

// check refuses what is half said, or said for nothing.
func (o OAuth) check(name string, auth Auth, fault func(string, ...any)) {
	switch {
	case auth != ByOAuth2:
		if o != (OAuth{}) {
			fault(`%s: the keys oauth_… are of use with auth = "oauth2" only`, name)
		}
		return
	case o.Command != "":
		if o != (OAuth{Command: o.Command}) {
			fault("%s: oauth_command gives the access token itself; the other keys oauth_… are of no use then", name)
		}
		return
	}
	if err := oauth.CheckURL(o.TokenURL); err != nil {
		fault("%s.oauth_token_url: %w", name, err)
	}
	if o.ClientID == "" {
		fault("%s.oauth_client_id: the provider gives one to each program", name)
	}
	if count(o.ClientSecret, o.ClientSecretEnv, o.ClientSecretCommand) > 1 {
		fault("%s: only one of oauth_client_secret, oauth_client_secret_env and oauth_client_secret_command may be given", name)
	}
	if count(o.RefreshTokenFile, o.RefreshTokenCommand) != 1 {
		fault("%s: one of oauth_refresh_token_file and oauth_refresh_token_command must be given", name)
	}
}

// checkOAuth refuses that two users of one refresh token don't know of each other.
func (c Config) checkOAuth(fault func(string, ...any)) {
	in, out := c.IMAP.OAuth, c.SMTP.OAuth
	if in.RefreshTokenFile != "" && in.RefreshTokenFile == out.RefreshTokenFile && in != out {
		fault("imap and smtp have the same oauth_refresh_token_file: their other keys oauth_… must be the same, too")
	}
}
