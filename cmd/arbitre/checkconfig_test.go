package main

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/postoffice"
)

// check-config against a server that is as it should be, and against the same
// with one thing wrong.
func TestCheckConfig(t *testing.T) {
	t.Setenv("LC_ALL", "fr_FR.UTF-8")
	office, err := postoffice.Open(postoffice.Options{Domain: "try.localhost"})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	if err := office.AddAccount("heraut@try.localhost", "sesame"); err != nil {
		t.Fatal(err)
	}
	good := fmt.Sprintf(`
[sender]
name = "Le Héraut"
address = "heraut@try.localhost"
[imap]
address = %q
security = "plain"
user = "heraut@try.localhost"
password = "sesame"
done_folder = "Traités"
[smtp]
address = %q
security = "plain"
user = "heraut@try.localhost"
password = "sesame"
`, office.IMAPAddr(), office.SMTPAddr())
	for _, test := range []struct {
		name, old, new string
		status         int
		says           []string
	}{
		{"all is well", "", "", 0, []string{"Réception : connecté", "Traités", "Envoi : connecté", "Tout va bien"}},
		{"a wrong password", `password = "sesame"`, `password = "oublié"`, 1, []string{"ÉCHEC à la réception", "refuse l'identifiant ou le mot de passe"}},
		{"encryption where there is none", `security = "plain"`, `security = "tls"`, 1, []string{"ÉCHEC à la réception", "chiffrée"}},
		{"nobody there", office.IMAPAddr(), "127.0.0.1:1", 1, []string{"ÉCHEC à la réception", "ne répond pas à cette adresse"}},
		{"a folder that isn't there", `done_folder = "Traités"`, `folder = "Ailleurs"`, 1, []string{"dossier Ailleurs"}},
		{"no secret to be had", `password = "sesame"`, `password_env = "ARBITRE_NOT_SET"`, 1, []string{"mot de passe ne peut pas être obtenu"}},
		{"another's address", `address = "heraut@try.localhost"`, `address = "roi@try.localhost"`, 1, []string{"ÉCHEC du courrier d'essai"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			said := checked(t, strings.ReplaceAll(good, test.old, test.new), test.status, test.says...)
			if strings.Contains(said, "sesame") {
				t.Errorf("the password is shown:\n%s", said)
			}
		})
	}
}

// checked runs check-config, and is all that it said.
func checked(t *testing.T, config string, status int, says ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, complaints strings.Builder
	got := run(context.Background(), []string{"check-config", "--config", path, "--wait", "2s"}, &out, &complaints)
	said := strings.ReplaceAll(out.String(), "\u00a0", " ")
	if got != status {
		t.Errorf("status %d, want %d\n%s%s", got, status, said, complaints.String())
	}
	for _, words := range says {
		if !strings.Contains(said, words) {
			t.Errorf("doesn't say %q:\n%s%s", words, said, complaints.String())
		}
	}
	return said + complaints.String()
}

// check-config with access tokens, of which none is shown.
func TestCheckConfigByOAuth2(t *testing.T) {
	t.Setenv("LC_ALL", "fr_FR.UTF-8")
	provider := linktest.NewEndpoint(t, "heraut@try.localhost")
	provider.Rotate()
	file := filepath.Join(t.TempDir(), "refresh")
	office, err := postoffice.Open(postoffice.Options{Domain: "try.localhost", Tokens: provider.Accepts, Mechanisms: []string{"XOAUTH2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	if err := office.AddAccount("heraut@try.localhost", "sesame"); err != nil {
		t.Fatal(err)
	}
	keys := fmt.Sprintf("security = \"plain\"\nuser = \"heraut@try.localhost\"\nauth = \"oauth2\"\noauth_token_url = %q\noauth_client_id = %q\n"+
		"oauth_client_secret = %q\noauth_refresh_token_file = %q\n", provider.TokenURL, provider.ClientID, provider.Secret, file)
	good := fmt.Sprintf("[sender]\naddress = \"heraut@try.localhost\"\n[imap]\naddress = %q\n%s[smtp]\naddress = %q\n%s", office.IMAPAddr(), keys, office.SMTPAddr(), keys)
	for _, test := range []struct {
		name, old, new string
		mode           os.FileMode
		status         int
		says           []string
	}{
		{"all is well", "", "", 0o600, 0, []string{"Réception : connecté", "Envoi : connecté", "Tout va bien"}},
		{"a file that others can read", "", "", 0o644, 1, []string{"ÉCHEC à la réception", "OAuth2 n'est pas accordé", "chmod 600"}},
		{"a wrong client secret", provider.Secret, "wrong-sesame", 0o600, 1, []string{"OAuth2 n'est pas accordé", "the client's id or secret is wrong"}},
		{"another's mailbox", `user = "heraut@`, `user = "roi@`, 0o600, 1, []string{"OAuth2 n'est pas accordé", "status 401"}},
		{"a password where tokens are wanted", keys, "security = \"plain\"\nuser = \"heraut@try.localhost\"\npassword = \"sesame\"\n", 0o600, 1, []string{"ÉCHEC à la réception"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(provider.Refresh()), test.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(file, test.mode); err != nil {
				t.Fatal(err)
			}
			said := checked(t, strings.ReplaceAll(good, test.old, test.new), test.status, test.says...)
			for _, secret := range []string{"sesame", "refresh-", "access-"} {
				if strings.Contains(said, secret) {
					t.Errorf("a secret (%s…) is shown:\n%s", secret, said)
				}
			}
		})
	}
}

// check-config says what to publish for the signature, and signs its test mail.
func TestCheckConfigSigns(t *testing.T) {
	t.Setenv("LC_ALL", "fr_FR.UTF-8")
	office, err := postoffice.Open(postoffice.Options{Domain: "try.localhost"})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	if err := office.AddAccount("heraut@try.localhost", "sesame"); err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	const login = "security = \"plain\"\nuser = \"heraut@try.localhost\"\npassword = \"sesame\"\n"
	good := fmt.Sprintf("[sender]\naddress = \"heraut@try.localhost\"\n[imap]\naddress = %q\n%s[smtp]\naddress = %q\n%s[dkim]\ndomain = \"try.localhost\"\nselector = \"s1\"\nkey_file = %q\n",
		office.IMAPAddr(), login, office.SMTPAddr(), login, file)
	checked(t, good, 0, "s1._domainkey.try.localhost", "v=DKIM1; k=ed25519; p=O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=", "Tout va bien")
	mails, err := office.Messages("heraut@try.localhost", "INBOX")
	if err != nil || len(mails) != 1 || !strings.Contains(string(mails[0].Raw), "DKIM-Signature: v=1; a=ed25519-sha256;") {
		t.Errorf("the test mail isn't signed: %v\n%v", err, mails)
	}
	checked(t, strings.Replace(good, "dkim.pem", "none.pem", 1), 1, "ÉCHEC de la signature", "none.pem")
}
