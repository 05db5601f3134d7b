package mailbot

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A received is a mail as its recipient finds it.
type received struct {
	*letter.Letter
	kind string
	body string // decoded, "\n" line ends
	raw  []byte
}

func (m *received) String() string {
	return fmt.Sprintf("[%s] %s\n\n%s", m.kind, m.Subject, m.body)
}

// unread is what came into a mailbox since the story last looked.
func (s *story) unread(who string) []*received {
	s.Helper()
	stored, err := s.office.Messages(at(who), "INBOX")
	s.must(err)
	var mails []*received
	for _, m := range stored[s.seen[who]:] {
		r := &received{Letter: letter.Read(m.Raw), raw: m.Raw, body: textOf(s.TB, m.Raw)}
		s.must(s.book.View(func(tx *ledger.Tx) error {
			ours, _, err := tx.MailByMessageID(r.MessageID)
			r.kind = ours.Kind
			return err
		}))
		mails = append(mails, r)
	}
	s.seen[who] = len(stored)
	return mails
}

// A check is what a mail must be.
type check func(testing.TB, *received)

func contains(parts ...string) check {
	return func(t testing.TB, m *received) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(unwrapped(m.body), unwrapped(part)) {
				t.Errorf("%q is missing from\n%s", part, m)
			}
		}
	}
}

func lacks(parts ...string) check {
	return func(t testing.TB, m *received) {
		t.Helper()
		for _, part := range parts {
			if strings.Contains(unwrapped(m.body), unwrapped(part)) {
				t.Errorf("%q is in\n%s", part, m)
			}
		}
	}
}

func titled(subject string) check {
	return func(t testing.TB, m *received) {
		t.Helper()
		if m.Subject != subject {
			t.Errorf("the subject is %q, want %q", m.Subject, subject)
		}
	}
}

// unwrapped lets a sentence be found wherever its lines were broken, and
// whichever spaces stand in it.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// golden compares a whole body with a file of testdata.
func golden(name string) check {
	return func(t testing.TB, m *received) {
		t.Helper()
		path := filepath.Join("testdata", name+".golden")
		got := "Subject: " + m.Subject + "\n\n" + m.body
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s differs from what is sent (-want +got):\n%s", path, diff)
		}
	}
}

// expect takes the only new mail of someone, which must be of a kind, "" for any.
func (s *story) expect(who, kind string, checks ...check) *received {
	s.Helper()
	mails := s.unread(who)
	if len(mails) != 1 {
		s.Fatalf("%s got %d mails, want 1: %v", who, len(mails), mails)
	}
	return s.hold(who, mails[0], kind, checks...)
}

// hold checks a mail that someone got.
func (s *story) hold(who string, m *received, kind string, checks ...check) *received {
	s.Helper()
	if kind != "" && m.kind != kind {
		s.Errorf("%s got a %s, want a %s:\n%s", who, m.kind, kind, m)
	}
	if kind == "report" {
		s.reports[who] = m
	}
	for _, c := range checks {
		c(s, m)
	}
	return m
}

// expectAll takes the new mails of someone, which must be of these kinds.
func (s *story) expectAll(who string, kinds ...string) []*received {
	s.Helper()
	mails := s.unread(who)
	var got []string
	for _, m := range mails {
		got = append(got, m.kind)
		if m.kind == "report" {
			s.reports[who] = m
		}
	}
	if !slices.Equal(got, kinds) {
		s.Fatalf("%s got %v, want %v: %v", who, got, kinds, mails)
	}
	return mails
}

func (s *story) expectNone(who ...string) {
	s.Helper()
	for _, one := range who {
		for _, m := range s.unread(one) {
			s.Errorf("%s got a mail, want none:\n%s", one, m)
		}
	}
}

// textOf is the text of a mail as its reader sees it: the first part's.
func textOf(t testing.TB, raw []byte) string {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("an unreadable mail: %v\n%s", err, raw)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatalf("a mail's type: %v\n%s", err, raw)
	}
	var body io.Reader = m.Body
	encoding := m.Header.Get("Content-Transfer-Encoding")
	if kind == "multipart/mixed" {
		part, err := multipart.NewReader(m.Body, params["boundary"]).NextRawPart()
		if err != nil {
			t.Fatalf("a mail's first part: %v\n%s", err, raw)
		}
		body, encoding = part, part.Header.Get("Content-Transfer-Encoding")
	}
	if encoding == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatalf("a mail's text: %v\n%s", err, raw)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
