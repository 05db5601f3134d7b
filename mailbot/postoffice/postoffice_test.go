package postoffice

import (
	"bytes"
	"errors"
	"fmt"
	"net/smtp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	gosmtp "github.com/emersion/go-smtp"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

const letter = "From: Lancelot <lancelot@jeu.example>\r\nTo: arbitre@jeu.example\r\nSubject: Mes ordres\r\nDate: Sat, 14 Mar 2026 11:59:00 +0000\r\n\r\nATT Lorraine\r\n"

// openOffice opens a post office at noon with an arbiter and a player.
func openOffice(t testing.TB, o Options) *PostOffice {
	t.Helper()
	o.Domain = "jeu.example"
	if o.Now == nil {
		o.Now = func() time.Time { return noon }
	}
	p, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	for _, name := range []string{"arbitre", "lancelot"} {
		if err := p.AddAccount(name, "secret-"+name, "alias-"+name); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func post(p *PostOffice, from, to, raw string) error {
	return smtp.SendMail(p.SMTPAddr(), nil, from, []string{to}, []byte(raw))
}

// reader logs in and selects a mailbox.
func reader(t testing.TB, p *PostOffice, user, mailbox string, o *imapclient.Options) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(p.IMAPAddr(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login(user, "secret-"+user).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select(mailbox, nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

func stored(t testing.TB, p *PostOffice, user, mailbox string) []Stored {
	t.Helper()
	messages, err := p.Messages(user, mailbox)
	if err != nil {
		t.Fatal(err)
	}
	return messages
}

func TestAPostedLetterIsReadByIMAP(t *testing.T) {
	p := openOffice(t, Options{})
	if err := post(p, "lancelot@jeu.example", "arbitre@jeu.example", letter); err != nil {
		t.Fatal(err)
	}
	c := reader(t, p, "arbitre", "INBOX", nil)
	got, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{
		UID: true, Flags: true, InternalDate: true, RFC822Size: true, Envelope: true,
		BodyStructure: &imap.FetchItemBodyStructure{Extended: true},
		BodySection:   []*imap.FetchItemBodySection{{Peek: true}},
	}).Collect()
	if err != nil || len(got) != 1 {
		t.Fatalf("fetched %d messages: %v", len(got), err)
	}
	m := got[0]
	raw := string(m.BodySection[0].Bytes)
	for _, want := range []string{"Return-Path: <lancelot@jeu.example>\r\nDelivered-To: arbitre@jeu.example\r\nReceived: from ", "by jeu.example with ESMTP;\r\n\tSat, 14 Mar 2026 12:00:00 +0000\r\n" + letter} {
		if !strings.Contains(raw, want) {
			t.Errorf("%q is missing from\n%s", want, raw)
		}
	}
	if m.UID != 1 || !m.InternalDate.Equal(noon) || m.RFC822Size != int64(len(raw)) || len(m.Flags) != 0 || m.Envelope.Subject != "Mes ordres" {
		t.Errorf("UID %d, date %v, size %d of %d, flags %v, subject %q", m.UID, m.InternalDate, m.RFC822Size, len(raw), m.Flags, m.Envelope.Subject)
	}
}

func TestWhoGetsALetter(t *testing.T) {
	for _, tt := range []struct {
		to    string
		inbox string // the account that gets it; empty for a refusal
	}{
		{"arbitre@jeu.example", "arbitre"},
		{"Arbitre@JEU.example", "arbitre"},
		{"arbitre+game.7.TOKEN@jeu.example", "arbitre"},
		{"alias-lancelot@jeu.example", "lancelot"},
		{"alias-lancelot+x@jeu.example", "lancelot"},
		{"mordred@jeu.example", ""},
		{"mordred+arbitre@jeu.example", ""},
		{"arbitre@elsewhere.example", ""},
		{"+arbitre@jeu.example", ""},
	} {
		t.Run(tt.to, func(t *testing.T) {
			p := openOffice(t, Options{})
			err := post(p, "", tt.to, letter)
			if tt.inbox == "" {
				if err == nil || !strings.HasPrefix(err.Error(), "550") {
					t.Errorf("answered %v, want 550", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := stored(t, p, tt.inbox, "INBOX")
			if len(got) != 1 || !strings.HasPrefix(string(got[0].Raw), "Return-Path: <>\r\nDelivered-To: "+tt.to+"\r\n") {
				t.Errorf("%s has %d letters: %+v", tt.inbox, len(got), got)
			}
		})
	}
}

func TestPosting(t *testing.T) {
	login := func(mechanism, user, password string) smtp.Auth {
		if mechanism == "LOGIN" {
			return &loginAuth{user: user, password: password}
		}
		return smtp.PlainAuth("", user, password, "127.0.0.1")
	}
	send := func(p *PostOffice, auth smtp.Auth, size int) error {
		return smtp.SendMail(p.SMTPAddr(), auth, "lancelot@jeu.example", []string{"arbitre@jeu.example"}, append([]byte(letter), bytes.Repeat([]byte("x"), size)...))
	}
	for _, tt := range []struct {
		name   string
		auth   smtp.Auth
		size   int
		refuse error
		want   string // how the answer begins; empty for success
	}{
		{"PLAIN", login("PLAIN", "lancelot", "secret-lancelot"), 0, nil, ""},
		{"LOGIN", login("LOGIN", "lancelot@jeu.example", "secret-lancelot"), 0, nil, ""},
		{"wrong password", login("PLAIN", "lancelot", "secret-arbitre"), 0, nil, "535"},
		{"wrong password by LOGIN", login("LOGIN", "lancelot", "x"), 0, nil, "535"},
		{"one very long line", nil, 90_000, nil, ""},
		{"too large", nil, 110_000, nil, "552"},
		{"refused for now", nil, 0, &gosmtp.SMTPError{Code: 450, Message: "later"}, "450"},
		{"refused for good", nil, 0, &gosmtp.SMTPError{Code: 554, Message: "never"}, "554"},
		{"refused without a code", nil, 0, errors.New("no idea"), "451"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := openOffice(t, Options{MaxSize: 100_000})
			p.Refuse(func(from, to string) error { return tt.refuse })
			err := send(p, tt.auth, tt.size)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
				t.Errorf("answered %v, want %q", err, tt.want)
			}
			if kept := len(stored(t, p, "arbitre", "INBOX")); (kept == 1) != (tt.want == "") {
				t.Errorf("%d letters kept", kept)
			}
		})
	}
}

// loginAuth is the client's side of LOGIN, which the standard library lacks.
type loginAuth struct{ user, password string }

func (a *loginAuth) Start(*smtp.ServerInfo) (string, []byte, error) { return "LOGIN", nil, nil }

func (a *loginAuth) Next(challenge []byte, more bool) ([]byte, error) {
	switch {
	case !more:
		return nil, nil
	case string(challenge) == "Username:":
		return []byte(a.user), nil
	default:
		return []byte(a.password), nil
	}
}

func TestOnlyLoopback(t *testing.T) {
	for addr, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "": true,
		":0": false, "0.0.0.0:0": false, "192.0.2.7:0": false, "[::]:0": false, "nonsense": false,
	} {
		p, err := Open(Options{SMTPAddr: addr})
		if err == nil {
			p.Close()
		}
		if (err == nil) != ok {
			t.Errorf("listening on %q: %v", addr, err)
		}
	}
}

func TestIDLETellsOfNewMailAtOnce(t *testing.T) {
	p := openOffice(t, Options{})
	news := make(chan uint32, 1)
	c := reader(t, p, "arbitre", "INBOX", &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				news <- *d.NumMessages
			}
		},
	}})
	idle, err := c.Idle()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Deliver("arbitre", "", []byte(letter)); err != nil {
		t.Fatal(err)
	}
	select {
	case n := <-news:
		if n != 1 {
			t.Errorf("told of %d messages, want 1", n)
		}
	case <-time.After(2 * time.Second):
		t.Error("not told within two seconds")
	}
	if err := idle.Close(); err != nil {
		t.Fatal(err)
	}
	if err := idle.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestCloseDoesNotWaitForClients(t *testing.T) {
	p := openOffice(t, Options{Dir: t.TempDir()})
	c := reader(t, p, "arbitre", "INBOX", nil)
	if _, err := c.Idle(); err != nil {
		t.Fatal(err)
	}
	poster, err := smtp.Dial(p.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	defer poster.Close()
	if err := poster.Mail("lancelot@jeu.example"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("closing took %v", took)
	}
	<-c.Closed()
	if err := poster.Noop(); err == nil {
		t.Error("the SMTP connection survives")
	}
	if err := p.Deliver("arbitre", "", []byte(letter)); !errors.Is(err, ErrClosed) {
		t.Errorf("delivering to a closed office: %v", err)
	}
	if err := p.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("closing twice: %v", err)
	}
}

// TestOpenedAndClosedAtOnce is for the race detector.
func TestOpenedAndClosedAtOnce(t *testing.T) {
	for range 100 {
		p, err := Open(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFetchThatIsCut(t *testing.T) {
	p := openOffice(t, Options{})
	for range 10 {
		if err := p.Deliver("arbitre", "", []byte(letter)); err != nil {
			t.Fatal(err)
		}
	}
	p.DropFetches(1)
	var all imap.SeqSet
	all.AddRange(1, 0)
	whole := &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}
	got, err := reader(t, p, "arbitre", "INBOX", nil).Fetch(all, whole).Collect()
	if err == nil {
		t.Errorf("the cut fetch gave %d messages and no error", len(got))
	}
	got, err = reader(t, p, "arbitre", "INBOX", nil).Fetch(all, whole).Collect()
	if err != nil || len(got) != 10 {
		t.Errorf("the next fetch gave %d messages: %v", len(got), err)
	}
}

func TestSearch(t *testing.T) {
	p := openOffice(t, Options{})
	for i, raw := range []string{
		letter,
		"From: perceval@jeu.example\r\nSubject: =?utf-8?q?Pri=C3=A8re?=\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nLe ch=E2teau\r\n",
		"From: gauvain@jeu.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nune part\r\n--b--\r\n",
		"this is no header\r\nat all\r\n",
	} {
		if err := p.Deliver("arbitre", "", []byte(raw)); err != nil {
			t.Fatal(i, err)
		}
	}
	c := reader(t, p, "arbitre", "INBOX", nil)
	if err := c.Store(imap.UIDSetNum(2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen, "Lu"}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	var fromTwo imap.UIDSet
	fromTwo.AddRange(2, 0)
	for _, tt := range []struct {
		name string
		want imap.SearchCriteria
		uids string
	}{
		{"all", imap.SearchCriteria{}, "1 2 3 4"},
		{"unseen", imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, "1 3 4"},
		{"keyword", imap.SearchCriteria{Flag: []imap.Flag{"lu"}}, "2"},
		{"header", imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "prière"}}}, "2"},
		{"has a subject", imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject"}}}, "1 2"},
		{"body in latin-1", imap.SearchCriteria{Body: []string{"CHÂTEAU"}}, "2"},
		{"body of a part", imap.SearchCriteria{Body: []string{"une part"}}, "3"},
		{"text is header too", imap.SearchCriteria{Text: []string{"gauvain@"}}, "3"},
		{"sent", imap.SearchCriteria{SentSince: noon.Add(-24 * time.Hour)}, "1"},
		{"since", imap.SearchCriteria{Since: noon.Add(24 * time.Hour)}, ""},
		{"uids", imap.SearchCriteria{UID: []imap.UIDSet{fromTwo}}, "2 3 4"},
		{"not", imap.SearchCriteria{Not: []imap.SearchCriteria{{UID: []imap.UIDSet{fromTwo}}}}, "1"},
		{"or", imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{{Flag: []imap.Flag{imap.FlagSeen}}, {Text: []string{"Lorraine"}}}}}, "1 2"},
		{"larger", imap.SearchCriteria{Larger: 10_000}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := c.UIDSearch(&tt.want, nil).Wait()
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Trim(fmt.Sprint(data.AllUIDs()), "[]"); got != tt.uids {
				t.Errorf("found %q, want %q", got, tt.uids)
			}
		})
	}
}

func TestPartsOfAMessage(t *testing.T) {
	p := openOffice(t, Options{})
	broken := "Subject: a\r\n folded\r\nno colon here\r\nX-Other: b\r\n\r\ntext\r\n"
	if err := p.Deliver("arbitre", "", []byte(broken)); err != nil {
		t.Fatal(err)
	}
	c := reader(t, p, "arbitre", "INBOX", nil)
	whole := string(stored(t, p, "arbitre", "INBOX")[0].Raw)
	for _, tt := range []struct {
		name    string
		section imap.FetchItemBodySection
		want    string
	}{
		{"whole", imap.FetchItemBodySection{}, whole},
		{"first bytes", imap.FetchItemBodySection{Partial: &imap.SectionPartial{Size: 11}}, whole[:11]},
		{"beyond the end", imap.FetchItemBodySection{Partial: &imap.SectionPartial{Offset: 9999, Size: 11}}, ""},
		{"text", imap.FetchItemBodySection{Specifier: imap.PartSpecifierText}, "text\r\n"},
		{"a field", imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, HeaderFields: []string{"subject"}}, "Subject: a\r\n folded\r\n\r\n"},
		{"header", imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader}, strings.TrimSuffix(whole, "text\r\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.section.Peek = true
			got, err := c.Fetch(imap.UIDSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{&tt.section}}).Collect()
			if err != nil {
				t.Fatal(err)
			}
			if text := string(got[0].BodySection[0].Bytes); text != tt.want {
				t.Errorf("got %q, want %q", text, tt.want)
			}
		})
	}
	if flags := stored(t, p, "arbitre", "INBOX")[0].Flags; slices.Contains(flags, imap.FlagSeen) {
		t.Error("peeking marked the message as read")
	}
	if _, err := c.Fetch(imap.UIDSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect(); err != nil {
		t.Fatal(err)
	}
	if flags := stored(t, p, "arbitre", "INBOX")[0].Flags; !slices.Contains(flags, imap.FlagSeen) {
		t.Error("reading didn't mark the message as read")
	}
}
