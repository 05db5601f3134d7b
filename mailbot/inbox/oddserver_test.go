package inbox

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
// otherwise like a plain server with one message, UID 7, in INBOX.
type oddServer struct {
	addr     string
	caps     string
	flags    string // PERMANENTFLAGS
	answers  map[string][]string
	commands chan string
}

const (
	listing = "* 1 FETCH (UID 7 RFC822.SIZE 10 INTERNALDATE \"14-Mar-2026 12:00:00 +0000\")\r\n"
	body    = "* 1 FETCH (UID 7 BODY[] {10}\r\nletter 7\r\n)\r\n"
	okay    = "TAG OK done\r\n"
)

// serveOddly begins to serve. The answers are those to the commands that begin
// with a key, in turn, the last one again and again; TAG stands for the tag,
// and HANGUP at the end closes the connection.
func serveOddly(t *testing.T, s oddServer) *oddServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s.addr = l.Addr().String()
	s.commands = make(chan string, 100)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.serve(conn)
		}
	}()
	return &s
}

func (s *oddServer) serve(conn net.Conn) {
	defer conn.Close()
	fmt.Fprint(conn, "* OK hello\r\n")
	idling := ""
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		switch {
		case command == "IDLE":
			idling = tag
		case tag == "DONE":
			tag, command = idling, tag
		}
		s.commands <- command
		answer, hangup := strings.CutSuffix(s.answer(command), "HANGUP")
		fmt.Fprint(conn, strings.ReplaceAll(answer, "TAG", tag))
		if hangup {
			return
		}
	}
}

func (s *oddServer) answer(command string) string {
	for prefix, answers := range s.answers {
		if strings.HasPrefix(command, prefix) {
			if len(answers) > 1 {
				s.answers[prefix] = answers[1:]
			}
			return answers[0]
		}
	}
	switch {
	case command == "CAPABILITY":
		return "* CAPABILITY IMAP4rev1 " + s.caps + "\r\n" + okay
	case strings.HasPrefix(command, "SELECT"):
		return "* 1 EXISTS\r\n* OK [UIDVALIDITY 3] x\r\n* OK [PERMANENTFLAGS (" + s.flags + ")] x\r\n" + okay
	case strings.Contains(command, "RFC822.SIZE"):
		return listing + okay
	case strings.Contains(command, "BODY.PEEK"):
		return body + okay
	default:
		return okay
	}
}

// heard lists the commands up to now that begin so.
func (s *oddServer) heard(prefix string) []string {
	var heard []string
	for {
		select {
		case command := <-s.commands:
			if strings.HasPrefix(command, prefix) {
				heard = append(heard, command)
			}
		default:
			return heard
		}
	}
}

func (s *oddServer) account() Account {
	return Account{Addr: s.addr, TLS: link.Plain, User: "arbitre", Password: password("secret"), CommandTimeout: 5 * time.Second}
}

func TestOddAnswers(t *testing.T) {
	const (
		list  = "UID FETCH 1:* (UID "
		whole = "UID FETCH 7 (UID BODY.PEEK[]"
		again = "UID FETCH 7 (UID " // followed by RFC822.SIZE or INTERNALDATE, in any order
	)
	good := "[letter 7]"
	for _, tt := range []struct {
		name    string
		answers map[string][]string
		letters string
		fault   string // in Unreadable
	}{
		{name: "nothing odd", letters: good},
		{name: "someone else's flags first, in the listing", letters: good, answers: map[string][]string{
			list: {"* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n" + listing + okay}}},
		{name: "someone else's flags first, in the text", letters: good, answers: map[string][]string{
			whole: {"* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n" + body + okay, body + okay}}},
		{name: "someone else's flags without UID", letters: good, answers: map[string][]string{
			whole: {"* 1 FETCH (FLAGS (\\Seen))\r\n" + body + okay}}},
		{name: "a refusal for all, not for one", letters: good, answers: map[string][]string{
			whole: {"TAG NO some are gone\r\n", body + okay}}},
		{name: "listed and refused", letters: "[]", fault: "corrupted", answers: map[string][]string{
			whole: {"TAG NO corrupted\r\n"}}},
		{name: "listed and NIL", letters: "[]", fault: "no text", answers: map[string][]string{
			whole: {"* 1 FETCH (UID 7 BODY[] NIL)\r\n" + okay}}},
		{name: "listed and empty", letters: "[]", fault: "", answers: map[string][]string{
			whole: {"* 1 FETCH (UID 7 BODY[] \"\")\r\n" + okay}}},
		{name: "expunged meanwhile", letters: "none", answers: map[string][]string{
			whole: {okay}, again + "RFC": {okay}, again + "INT": {okay}}},
		{name: "larger than it said", letters: "[letter 7, cut]", answers: map[string][]string{
			whole: {"* 1 FETCH (UID 7 BODY[] {20}\r\nletter 7\r\n0123456789)\r\n" + okay}}},
		{name: "no date", letters: good, answers: map[string][]string{
			list: {"* 1 FETCH (UID 7 RFC822.SIZE 10)\r\n" + okay}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			odd := serveOddly(t, oddServer{flags: `\Seen \*`, answers: tt.answers})
			a := odd.account()
			a.MaxSize = 10
			letters := "none"
			cursor, err := dial(t, a).Drain(t.Context(), Cursor{}, func(batch []Message) error {
				m := batch[0]
				if m.Size != 10 || m.Received.IsZero() != (tt.name == "no date") {
					t.Errorf("size %d, received %v", m.Size, m.Received)
				}
				letters = "[" + strings.TrimSpace(string(m.Raw))
				if m.TooLarge {
					letters += ", cut"
				}
				letters += "]"
				if (m.Unreadable != nil) != (tt.fault != "") || m.Unreadable != nil && !strings.Contains(m.Unreadable.Error(), tt.fault) {
					t.Errorf("unreadable: %v, want %q", m.Unreadable, tt.fault)
				}
				return nil
			})
			if err != nil || cursor != (Cursor{3, 8}) || letters != tt.letters {
				t.Errorf("letters %s, cursor %v, error %v; want %s", letters, cursor, err, tt.letters)
			}
		})
	}
}

func TestWhatTheServerCannotDo(t *testing.T) {
	for _, tt := range []struct {
		name        string
		caps, flags string
		answers     map[string][]string
		stores      string
		moves       int
	}{
		{"all", "MOVE IDLE", `\Seen \*`, nil, `[UID STORE 7 +FLAGS.SILENT (\Seen $Arbitre)]`, 1},
		{"no MOVE", "UIDPLUS", `\Seen \*`, nil, `[UID STORE 7 +FLAGS.SILENT (\Seen $Arbitre)]`, 0},
		{"no keywords", "", `\Seen \Deleted`, nil, `[UID STORE 7 +FLAGS.SILENT (\Seen)]`, 0},
		{"flags refused", "MOVE", `\Seen`, map[string][]string{"UID STORE": {"TAG NO read-only\r\n"}}, `[UID STORE 7 +FLAGS.SILENT (\Seen)]`, 1},
		{"MOVE refused", "MOVE", `\Seen`, map[string][]string{"UID MOVE": {"TAG NO quota\r\n"}}, `[UID STORE 7 +FLAGS.SILENT (\Seen)]`, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			odd := serveOddly(t, oddServer{caps: tt.caps, flags: tt.flags, answers: tt.answers})
			a := odd.account()
			a.DoneMailbox = "Lu"
			var l ledger
			if err := l.drain(t, dial(t, a)); err != nil {
				t.Fatal(err)
			}
			l.has(t, 7, 7)
			heard := odd.heard("UID ")
			var stores []string
			moves := 0
			for _, command := range heard {
				switch {
				case strings.HasPrefix(command, "UID STORE"):
					stores = append(stores, command)
				case strings.HasPrefix(command, "UID MOVE"):
					moves++
				case strings.HasPrefix(command, "UID COPY"), strings.Contains(command, "EXPUNGE"):
					t.Errorf("heard %q", command)
				}
			}
			if fmt.Sprint(stores) != tt.stores || moves != tt.moves {
				t.Errorf("heard %q", heard)
			}
		})
	}
}

func TestWhatEndsIDLE(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		want         error
		done         int // how often the server is told that IDLE is over
	}{
		{"new mail", "+ idling\r\n* 2 EXISTS\r\n", nil, 1},
		{"the connection's end", "+ idling\r\nHANGUP", ErrLost, 0},
		{"the connection's end, said politely", "+ idling\r\n* BYE shutting down\r\nHANGUP", ErrLost, 0},
		{"a refusal", "TAG NO not now\r\n", ErrRefused, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			odd := serveOddly(t, oddServer{caps: "IDLE", answers: map[string][]string{"IDLE": {tt.answer}}})
			if err := dial(t, odd.account()).Idle(t.Context(), time.Minute); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if done := len(odd.heard("DONE")); done != tt.done {
				t.Errorf("DONE was heard %d times", done)
			}
		})
	}
}

func TestAServerWithoutIDLEIsPolled(t *testing.T) {
	odd := serveOddly(t, oddServer{})
	s := dial(t, odd.account())
	if err := s.Idle(t.Context(), time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if heard := odd.heard("IDLE"); len(heard) > 0 {
		t.Errorf("heard %q", heard)
	}
}

func TestACommandWithoutAnAnswerIsGivenUp(t *testing.T) {
	for _, command := range []string{"LOGIN", "SELECT", "NOOP", "UID FETCH 1", "UID FETCH 7", "UID STORE"} {
		t.Run(command, func(t *testing.T) {
			odd := serveOddly(t, oddServer{flags: `\Seen`, answers: map[string][]string{command: {""}}})
			a := odd.account()
			a.CommandTimeout = 50 * time.Millisecond
			s, err := Dial(t.Context(), a)
			if err == nil {
				defer s.Close()
				var l ledger
				err = l.drain(t, s)
			}
			if !errors.Is(err, ErrTimeout) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAMailboxWithoutLastingNumbersIsRefused(t *testing.T) {
	odd := serveOddly(t, oddServer{answers: map[string][]string{"SELECT": {"* 1 EXISTS\r\n" + okay}}})
	if _, err := Dial(t.Context(), odd.account()); !errors.Is(err, ErrMailbox) {
		t.Errorf("%v", err)
	}
}

func TestALoginThatIsNotOffered(t *testing.T) {
	odd := serveOddly(t, oddServer{caps: "LOGINDISABLED"})
	if _, err := Dial(t.Context(), odd.account()); !errors.Is(err, ErrMechanism) {
		t.Errorf("%v", err)
	}
	if heard := odd.heard("LOGIN"); len(heard) > 0 {
		t.Error("the password was sent all the same")
	}
}
