package outbox

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"arbitre/mailbot/link"
)

// An oddServer answers as a test says, where the test says something, and
// otherwise takes every letter.
type oddServer struct {
	addr     string
	answers  map[string][]string
	commands chan string
}

// hangup as an answer closes the connection.
const hangup = "hangup"

// serveOddly begins to serve. The answers are those to the commands that begin
// with a key, in turn, the last one again and again. "" is the greeting, "." the
// end of a letter.
func serveOddly(t *testing.T, answers map[string][]string) *oddServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &oddServer{addr: l.Addr().String(), answers: answers, commands: make(chan string, 100)}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.serve(conn)
			conn.Close()
		}
	}()
	return s
}

func (s *oddServer) serve(conn net.Conn) {
	say := func(command, otherwise string) (string, bool) {
		answer := otherwise
		for prefix, answers := range s.answers {
			if strings.HasPrefix(command, prefix) && (prefix != "" || command == "") {
				answer = answers[0]
				if len(answers) > 1 {
					s.answers[prefix] = answers[1:]
				}
			}
		}
		if answer == hangup {
			return answer, false
		}
		if answer != "" {
			fmt.Fprint(conn, answer+"\r\n")
		}
		return answer, true
	}
	if _, on := say("", "220 odd"); !on {
		return
	}
	letter := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		command := lines.Text()
		if letter && command != "." {
			continue
		}
		letter = false
		s.commands <- command
		otherwise := "250 OK"
		switch {
		case strings.HasPrefix(command, "EHLO"):
			otherwise = "250-odd\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME"
		case strings.HasPrefix(command, "AUTH"):
			otherwise = "235 OK"
		case command == "DATA":
			otherwise = "354 go on"
		}
		answer, on := say(command, otherwise)
		if !on {
			return
		}
		letter = strings.HasPrefix(answer, "354")
	}
}

func (s *oddServer) transport() *SMTP {
	return &SMTP{Addr: s.addr, TLS: link.Plain, Hello: "arbitre.jeu.example", User: "arbitre", Password: password("secret"), Timeout: 5 * time.Second}
}

func TestOddAnswers(t *testing.T) {
	const user, word = "YXJiaXRyZQ==", "c2VjcmV0" // arbitre, secret
	for _, tt := range []struct {
		name    string
		answers map[string][]string
		want    *Failure // nil for success
	}{
		{"nothing odd", nil, nil},
		{"LOGIN only", map[string][]string{
			"EHLO":               {"250-odd\r\n250 AUTH LOGIN"},
			"AUTH LOGIN " + user: {"334 UGFzc3dvcmQ6"}, word: {"235 OK"}}, nil},
		{"no login offered", map[string][]string{"EHLO": {"250 odd"}},
			&Failure{Stage: LoggingIn, Text: "the server offers no way to log in that serves here: it offers none; with a password it would take CRAM-MD5 or PLAIN or LOGIN"}},
		{"busy at the greeting", map[string][]string{"": {"421 4.3.2 busy"}},
			&Failure{Stage: Connecting, Code: 421, Enhanced: "4.3.2", Text: "busy"}},
		{"unwelcome at the greeting", map[string][]string{"": {"554 5.7.1 not you"}},
			&Failure{Stage: Connecting, Code: 554, Enhanced: "5.7.1", Text: "not you"}},
		{"the sender refused", map[string][]string{"MAIL": {"550 5.7.1 not\r\n"}},
			&Failure{Stage: Sender, Code: 550, Enhanced: "5.7.1", Text: "not"}},
		{"several lines", map[string][]string{"RCPT": {"550-5.1.1 no\r\n550 5.1.1 such user"}},
			&Failure{Permanent: true, Stage: Recipient, Code: 550, Enhanced: "5.1.1", Text: "no such user"}},
		{"relaying denied", map[string][]string{"RCPT": {"554 5.7.1 Relay access denied"}},
			&Failure{Stage: Recipient, Code: 554, Enhanced: "5.7.1", Text: "Relay access denied"}},
		{"a sender that isn't trusted", map[string][]string{"RCPT": {"550 5.7.26 no SPF, no DKIM"}},
			&Failure{Stage: Recipient, Code: 550, Enhanced: "5.7.26", Text: "no SPF, no DKIM"}},
		{"a login wanted for this recipient", map[string][]string{"RCPT": {"530 log in first"}},
			&Failure{Stage: Recipient, Code: 530, Text: "log in first"}},
		{"the day's quota used up", map[string][]string{".": {"550 5.4.5 Daily sending quota exceeded"}},
			&Failure{Stage: Content, Code: 550, Enhanced: "5.4.5", Text: "Daily sending quota exceeded"}},
		{"a mailbox disabled", map[string][]string{"RCPT": {"550 5.2.1 closed"}},
			&Failure{Permanent: true, Stage: Recipient, Code: 550, Enhanced: "5.2.1", Text: "closed"}},
		{"the letter refused by policy", map[string][]string{".": {"550 5.7.1 looks like spam"}},
			&Failure{Permanent: true, Stage: Content, Code: 550, Enhanced: "5.7.1", Text: "looks like spam"}},
		{"no enhanced code", map[string][]string{"RCPT": {"450 greylisted"}},
			&Failure{Stage: Recipient, Code: 450, Text: "greylisted"}},
		{"no room for the letter", map[string][]string{".": {"452 4.3.1 full"}},
			&Failure{Stage: Content, Code: 452, Enhanced: "4.3.1", Text: "full"}},
		{"the letter refused", map[string][]string{".": {"554 5.6.0 spam"}},
			&Failure{Permanent: true, Stage: Content, Code: 554, Enhanced: "5.6.0", Text: "spam"}},
		{"closed before the answer", map[string][]string{".": {hangup}},
			&Failure{Stage: Content, Text: "EOF"}},
		{"no answer to QUIT", map[string][]string{"QUIT": {hangup}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serveOddly(t, tt.answers).transport()
			defer s.Close()
			err := s.Send(t.Context(), arbiter, player, []byte(letter))
			if tt.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var got *Failure
			if !errors.As(err, &got) {
				t.Fatalf("the error is %v, no Failure", err)
			}
			tt.want.Err = got.Err
			if *got != *tt.want {
				t.Errorf("got  %+v\nwant %+v", *got, *tt.want)
			}
		})
	}
}

func TestAServerThatFallsSilent(t *testing.T) {
	for command, stage := range map[string]Stage{"EHLO": Connecting, "AUTH": LoggingIn, "MAIL": Sender, "RCPT": Recipient, "DATA": Content, ".": Content} {
		t.Run(command, func(t *testing.T) {
			s := serveOddly(t, map[string][]string{command: {""}}).transport()
			defer s.Close()
			s.Timeout = 50 * time.Millisecond
			err := s.Send(t.Context(), arbiter, player, []byte(letter))
			var f *Failure
			var timeout net.Error
			if !errors.As(err, &f) || f.Stage != stage || f.Permanent || !errors.As(err, &timeout) || !timeout.Timeout() {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestAConnectionThatWentStale has the second letter find the connection of
// the first one closed, dismissed, or without its login.
func TestAConnectionThatWentStale(t *testing.T) {
	for _, answer := range []string{hangup, "421 4.4.2 idle for too long", "530 5.7.0 authentication required"} {
		t.Run(answer, func(t *testing.T) {
			odd := serveOddly(t, map[string][]string{"MAIL": {"250 OK", answer, "250 OK"}})
			s := odd.transport()
			defer s.Close()
			for range 3 {
				if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
					t.Fatal(err)
				}
			}
			letters, logins := 0, 0
			for range len(odd.commands) {
				switch command := <-odd.commands; {
				case command == ".":
					letters++
				case strings.HasPrefix(command, "AUTH"):
					logins++
				}
			}
			if letters != 3 || logins != 2 {
				t.Errorf("%d letters by %d connections, want 3 by 2", letters, logins)
			}
		})
	}
}

func TestAConnectionIsNotKeptForEver(t *testing.T) {
	odd := serveOddly(t, nil)
	s := odd.transport()
	s.Keep = time.Millisecond
	if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
		t.Fatal(err)
	}
	for command := range odd.commands {
		if command == "QUIT" {
			break
		}
	}
	if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
		t.Error(err)
	}
}
