package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"arbitre/mailbot/postoffice"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arbitre": main})
}

// The scripts in testdata are the tools as one uses them.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: func(env *testscript.Env) error { env.Setenv("LANG", "fr_FR.UTF-8"); return nil },
	})
}

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
			path := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(good, test.old, test.new)), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, complaints strings.Builder
			status := run(context.Background(), []string{"check-config", "--config", path, "--wait", "2s"}, &out, &complaints)
			said := strings.ReplaceAll(out.String(), "\u00a0", " ")
			if status != test.status {
				t.Errorf("status %d, want %d\n%s%s", status, test.status, said, complaints.String())
			}
			for _, words := range test.says {
				if !strings.Contains(said, words) {
					t.Errorf("doesn't say %q:\n%s%s", words, said, complaints.String())
				}
			}
			if strings.Contains(said+complaints.String(), "sesame") {
				t.Error("the password is shown")
			}
		})
	}
}
