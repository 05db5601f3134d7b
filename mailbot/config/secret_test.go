package config

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecret(t *testing.T) {
	t.Setenv("ARBITRE_TEST_PASSWORD", "from the environment")
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("first line\r\nsecond line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		server Server
		want   string
		fault  string
	}{
		{"none", Server{}, "", ""},
		{"in the file", Server{Password: "here"}, "here", ""},
		{"in the environment", Server{PasswordEnv: "ARBITRE_TEST_PASSWORD"}, "from the environment", ""},
		{"not in the environment", Server{PasswordEnv: "ARBITRE_TEST_NO_SUCH"}, "", "ARBITRE_TEST_NO_SUCH"},
		{"by a command", Server{PasswordCommand: "cat '" + file + "'"}, "first line", ""},
		{"by a command that fails", Server{PasswordCommand: "echo locked >&2; exit 3"}, "", "locked"},
		{"by a command that says nothing", Server{PasswordCommand: "true"}, "", "printed nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.server.Secret(t.Context())
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if (err != nil) != (test.fault != "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Errorf("error %v, want %q", err, test.fault)
			}
		})
	}
}

// The password is asked for at every login: one that has changed needs no restart.
func TestSecretIsAskedForEachTime(t *testing.T) {
	s := Server{PasswordEnv: "ARBITRE_TEST_PASSWORD"}
	for _, want := range []string{"old", "new"} {
		t.Setenv("ARBITRE_TEST_PASSWORD", want)
		if got, err := s.Secret(t.Context()); got != want || err != nil {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}

func TestSecretStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := (Server{PasswordCommand: "echo too late"}).Secret(ctx); err == nil {
		t.Errorf("%q", got)
	}
}

// A password command that fails is told by what it complained of, never by what it printed.
func TestAFailingCommandDoesNotLeak(t *testing.T) {
	_, err := Server{PasswordCommand: "echo hunter2; exit 1"}.Secret(t.Context())
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}
