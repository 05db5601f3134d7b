package oauth

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/link/linktest"
)

const user = "heraut@jeu.example"

func word(s string) Secret { return func(context.Context) (string, error) { return s, nil } }

// source asks an endpoint with a refresh token in a file. The clock stands
// still until the test moves it.
func source(t *testing.T, e *linktest.Endpoint) (s *Source, file string, pass func(time.Duration)) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "refresh")
	store(t, file, e.Refresh())
	now := time.Date(2026, 11, 3, 20, 0, 0, 0, time.UTC)
	s = &Source{
		TokenURL: e.TokenURL, ClientID: e.ClientID, ClientSecret: word(e.Secret), RefreshFile: file,
		Client: e.Client, Now: func() time.Time { return now },
	}
	return s, file, func(d time.Duration) { now = now.Add(d) }
}

func store(t *testing.T, file, token string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func mustToken(t *testing.T, s *Source) string {
	t.Helper()
	token, err := s.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestATokenIsKeptUntilItExpires(t *testing.T) {
	for _, tt := range []struct {
		name string
		life any // expires_in, in seconds
		good time.Duration
	}{
		{"an hour", 3600, 59 * time.Minute},
		{"as a text", "3600", 59 * time.Minute},
		{"very short", 30, 15 * time.Second},
		{"not told", nil, unstated - margin},
		{"nonsense", "soon", unstated - margin},
		{"negative", -5, unstated - margin},
		{"absurdly long", 1e300, (1<<31)*time.Second - margin},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := linktest.NewEndpoint(t, user)
			e.SetLife(tt.life)
			s, _, pass := source(t, e)
			first := mustToken(t, s)
			pass(tt.good - time.Second)
			if mustToken(t, s) != first {
				t.Error("a good token was replaced")
			}
			pass(time.Second)
			if mustToken(t, s) == first {
				t.Error("an expired token was given")
			}
			if e.Issued() != 2 {
				t.Errorf("%d tokens were asked for", e.Issued())
			}
		})
	}
}

func TestARejectedTokenIsReplaced(t *testing.T) {
	e := linktest.NewEndpoint(t, user)
	s, _, _ := source(t, e)
	first := mustToken(t, s)
	s.Reject("another")
	if mustToken(t, s) != first {
		t.Error("the rejection of another token cost this one")
	}
	s.Reject(first)
	if mustToken(t, s) == first {
		t.Error("a rejected token is given again")
	}
}

func TestTheScopeIsSent(t *testing.T) {
	e := linktest.NewEndpoint(t, user)
	s, _, _ := source(t, e)
	s.Scope = "https://mail.example/ offline"
	mustToken(t, s)
	if e.Scope() != s.Scope {
		t.Errorf("the scope %q was asked for", e.Scope())
	}
}

func TestARotatedRefreshTokenIsWrittenBack(t *testing.T) {
	e := linktest.NewEndpoint(t, user)
	e.Rotate()
	s, file, pass := source(t, e)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	s.RefreshFile = link
	for range 3 {
		mustToken(t, s)
		pass(time.Hour)
		got, err := readRefreshToken(file)
		if err != nil || got != e.Refresh() {
			t.Errorf("the file has %q, %v; want %q", got, err, e.Refresh())
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(left) != 1 {
		t.Errorf("the folder has %v", left)
	}
	// Another process goes on from the file.
	other, _, _ := source(t, e)
	other.RefreshFile = file
	mustToken(t, other)
}

// A new refresh token that can't be stored is used all the same, until another
// is stored by hand; and the operator is told.
func TestARotatedRefreshTokenThatCannotBeStored(t *testing.T) {
	e := linktest.NewEndpoint(t, user)
	e.Rotate()
	s, _, pass := source(t, e)
	stored := e.Refresh()
	s.RefreshFile, s.RefreshCommand = "", func(context.Context) (string, error) { return stored, nil }
	var log bytes.Buffer
	s.Logger = slog.New(slog.NewTextHandler(&log, nil))
	for range 3 {
		mustToken(t, s)
		pass(time.Hour)
	}
	if !strings.Contains(log.String(), "level=ERROR") || strings.Contains(log.String(), "refresh-") {
		t.Errorf("the log: %s", log.String())
	}
	stored = "by-hand"
	e.Replace(stored)
	mustToken(t, s)
}

func TestARefreshTokenReplacedByHandIsUsed(t *testing.T) {
	e := linktest.NewEndpoint(t, user)
	s, file, pass := source(t, e)
	mustToken(t, s)
	e.Replace("by-hand")
	store(t, file, "by-hand")
	pass(time.Hour)
	mustToken(t, s)
}

func TestTheRefreshTokensFile(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, text string
		mode       os.FileMode
		want       string // the token, or words of the error
		fails      bool
	}{
		{"as written", "token-1\n", 0o600, "token-1", false},
		{"read-only", " token-1\r\n", 0o400, "token-1", false},
		{"others can read it", "token-1\n", 0o604, "chmod 600", true},
		{"the group can write it", "token-1\n", 0o620, "chmod 600", true},
		{"empty", "\n", 0o600, "one token, on one line", true},
		{"two lines", "token-1\ntoken-2\n", 0o600, "one token, on one line", true},
		{"not a token", strings.Repeat("x", maxRefreshToken+1), 0o600, "no file with a token", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(tt.name, " ", "-"))
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, tt.mode); err != nil {
				t.Fatal(err)
			}
			token, err := readRefreshToken(path)
			if (err != nil) != tt.fails || !tt.fails && token != tt.want || tt.fails && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q, %v", token, err)
			}
			if err != nil && strings.Contains(err.Error(), "token-1") {
				t.Errorf("the error shows the token: %v", err)
			}
		})
	}
	if _, err := readRefreshToken(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := readRefreshToken(dir); err == nil {
		t.Error("a folder is read")
	}
}

func TestACommandGivesTheToken(t *testing.T) {
	tokens := []string{"first", "second", "has a blank", ""}
	s := &Source{Command: func(context.Context) (string, error) {
		token := tokens[0]
		tokens = tokens[1:]
		return token, nil
	}}
	if mustToken(t, s) != "first" || mustToken(t, s) != "second" {
		t.Error("the command isn't asked each time")
	}
	for range 2 {
		if token, err := s.Token(t.Context()); !errors.Is(err, ErrToken) {
			t.Errorf("%q, %v", token, err)
		}
	}
}

// Every refusal is in plain words, and none shows a secret, though the
// endpoint repeats what it was told.
func TestRefusals(t *testing.T) {
	page := func(status int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			w.Write([]byte(strings.ReplaceAll(body, "ECHO", r.PostFormValue("refresh_token")+r.PostFormValue("client_secret"))))
		}
	}
	const json = "application/json"
	for _, tt := range []struct {
		name    string
		answers http.HandlerFunc // the usual endpoint when nil
		change  func(*Source)
		want    string
	}{
		{"a wrong secret", nil, func(s *Source) { s.ClientSecret = word("wrong-sesame") }, "the client's id or secret is wrong (invalid_client: not [hidden])"},
		{"a revoked refresh token", nil, func(s *Source) { s.RefreshFile, s.RefreshCommand = "", word("revoked-sesame") }, "a new one must be obtained (invalid_grant: not [hidden])"},
		{"no refresh token", nil, func(s *Source) { s.RefreshFile = "" }, "no refresh token"},
		{"no secret to be had", nil, func(s *Source) {
			s.ClientSecret = func(context.Context) (string, error) { return "", errors.New("pass: locked") }
		}, "client's secret: pass: locked"},
		{"an address that isn't protected", nil, func(s *Source) { s.TokenURL = "http://login.example.org/token" }, "https://"},
		{"another page of the server", nil, func(s *Source) { s.TokenURL += "x" }, "answers 404 Not Found; is it the right address?"},
		{"a page for people", page(200, "text/html", "<html>ECHO"), nil, "text/html, not with JSON"},
		{"broken JSON", page(200, json, `{"access_token":"ECHO`), nil, "isn't JSON"},
		{"another type of token", page(200, json, `{"access_token":"a","token_type":"mac"}`), nil, `type "mac"`},
		{"an empty token", page(200, json, `{"access_token":""}`), nil, "is empty"},
		{"a token that would end a login early", page(200, json, "{\"access_token\":\"ECHO\\u0001auth=x\"}"), nil, "control characters"},
		{"a refresh token of two lines", page(200, json, "{\"access_token\":\"a\",\"refresh_token\":\"ECHO\\nx\"}"), nil, "control characters"},
		{"an error under a good status", page(200, json, `{"error":"invalid_scope","error_description":"ECHO\r\nlevel=INFO"}`), nil, "wider than what was granted (invalid_scope: [hidden][hidden] level=INFO)"},
		{"an unknown error", page(400, json, `{"error":"ECHO"}`), nil, "refuses ([hidden][hidden])"},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, nil, "307"},
		{"an endless answer", page(200, json, `{"access_token":"`+strings.Repeat("x", 2*maxAnswer)), nil, "isn't JSON"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := linktest.NewEndpoint(t, user)
			e.Replace("refresh-sesame")
			s, _, _ := source(t, e)
			if tt.answers != nil {
				server := httptest.NewServer(tt.answers)
				defer server.Close()
				s.TokenURL = server.URL
			}
			if tt.change != nil {
				tt.change(s)
			}
			_, err := s.Token(t.Context())
			if !errors.Is(err, ErrToken) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v\nwant %q", err, tt.want)
			}
			if errors.Is(err, ErrRefused) != strings.Contains(err.Error(), "(invalid_") && tt.name != "an unknown error" {
				t.Errorf("refused by the endpoint: %v", errors.Is(err, ErrRefused))
			}
			if err != nil && (strings.Contains(err.Error(), "sesame") || strings.ContainsAny(err.Error(), "\r\n\x01")) {
				t.Errorf("the error shows a secret, or breaks the line: %q", err)
			}
		})
	}
}

func TestTheContextEndsTheRequest(t *testing.T) {
	asked, done := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-done
	}))
	defer server.Close()
	defer close(done)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	s := &Source{TokenURL: server.URL, RefreshCommand: word("refresh")}
	if _, err := s.Token(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCheckURL(t *testing.T) {
	for endpoint, good := range map[string]bool{
		"https://login.example.org/token": true,
		"http://127.0.0.1:8080/token":     true,
		"http://localhost/token":          true,
		"http://[::1]:8080/token":         true,
		"http://login.example.org/token":  false,
		"http://127.0.0.1.example.org/":   false,
		"https://me:secret@example.org/":  false,
		"ftp://example.org/":              false,
		"login.example.org/token":         false,
		"":                                false,
	} {
		if err := CheckURL(endpoint); (err == nil) != good {
			t.Errorf("%q: %v", endpoint, err)
		}
	}
}

// Whatever an endpoint answers, there is a usable token or an error of one
// line that doesn't show the refresh token.
func FuzzReadAnswer(f *testing.F) {
	const secret = "refresh-sesame"
	for _, seed := range []string{
		`{"access_token":"ya29.x","expires_in":3599,"token_type":"Bearer","scope":"https://mail.google.com/"}`,
		`{"token_type":"Bearer","expires_in":"3599","ext_expires_in":3599,"access_token":"EwB","refresh_token":"M.C5"}`,
		`{"error":"invalid_grant","error_description":"AADSTS70008: refresh-sesame\r\nTrace ID: 1"}`,
		`{"expires_in":1e400,"access_token":"x"}`, `{"expires_in":"NaN","access_token":"x"}`, `[]`, `null`, `<html>`, "",
	} {
		f.Add(200, "application/json", []byte(seed))
		f.Add(400, "text/html; charset=x", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, contentType string, body []byte) {
		g, err := readAnswer(status, contentType, body, []string{secret})
		if err != nil {
			if text := err.Error(); strings.Contains(text, secret) || strings.ContainsAny(text, "\r\n\x00\x1b") || len(text) > 1200 {
				t.Errorf("%q", text)
			}
			return
		}
		if checkToken(g.Access) != nil || g.Refresh != "" && checkToken(g.Refresh) != nil || g.Life < 0 || g.Life > 1<<31 {
			t.Errorf("%+v", g)
		}
	})
}
