package mailbot

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
	"arbitre/mailbot/postoffice"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The world of a story.
const (
	domain   = "jeu.example"
	herald   = "heraut@" + domain
	mailPass = "courrier" // of every mailbox
	game     = "scan1"
)

// A story is an Arbitre with its mailbox, its ledger and its players, on a real
// IMAP and SMTP server. Nothing happens but what the story tells: letters lie
// until it polls, and time stands still until it is moved. A mail that the
// story doesn't expect fails it at its end.
type story struct {
	testing.TB
	office    *postoffice.PostOffice
	book      *ledger.Ledger
	path      string // of the ledger
	passwords bool
	mailDir   string // of the post office; "" for memory only
	options   Options
	arbitre   *Arbitre
	over      *outbox.SMTP
	opening   Opening
	log       *journal
	seen      map[string]int // how many mails of a mailbox the story has looked at
	reports   map[string]*received
	letters   int

	mu    sync.Mutex
	clock time.Time
}

// A journal is a log that tests may read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// A premise is how a story begins.
type premise func(*story)

func withLords(names ...string) premise {
	return func(s *story) {
		for i, name := range names {
			seat := engine.Seat(i + 1)
			s.opening.Charter.Seats = append(s.opening.Charter.Seats, engine.Founder{Seat: seat, Name: name})
			s.opening.Players = append(s.opening.Players, NewPlayer{Seat: seat, Address: at(name), Lang: "fr"})
		}
	}
}

// speaking gives a player a language.
func speaking(lang string, names ...string) premise {
	return func(s *story) {
		for i, p := range s.opening.Players {
			if slices.ContainsFunc(names, func(n string) bool { return at(n) == p.Address }) {
				s.opening.Players[i].Lang = lang
			}
		}
	}
}

func withMaster() premise {
	return func(s *story) {
		s.opening.Players = append(s.opening.Players, NewPlayer{Address: at("roi"), Lang: "fr"})
	}
}

func withConduct(c Conduct) premise { return func(s *story) { s.options.Conduct = c } }

func withRules(g engine.Game) premise {
	return func(s *story) {
		s.options.Rules = []engine.Game{g}
		s.opening.Charter.Rules = g.Name()
	}
}

// withPasswords gives everyone a password. It takes the time that argon2id takes.
func withPasswords() premise { return func(s *story) { s.passwords = true } }

// onDisk has the post office keep its mail.
func onDisk() premise { return func(s *story) { s.mailDir = s.TempDir() } }

// at is someone's address, and secretOf the password of his seat.
func at(name string) string       { return strings.ToLower(name) + "@" + domain }
func secretOf(name string) string { return "sesame-" + strings.ToLower(name) + "-31415" }

// people have a mailbox in every story.
var people = []string{"harald", "sigrid", "olaf", "roi", "quidam", "cybercafe"}

// newStory opens the game scan1 on a Wednesday evening. Its founding reports
// are delivered and read.
func newStory(t testing.TB, premises ...premise) *story {
	t.Helper()
	s := &story{
		TB: t, path: filepath.Join(t.TempDir(), "ledger.db"), log: &journal{},
		seen: map[string]int{}, reports: map[string]*received{},
		clock: time.Date(2026, time.October, 7, 18, 0, 0, 0, time.UTC),
	}
	s.options = Options{
		Sender:  Sender{Name: "Le Héraut", Address: herald, Domain: domain},
		Conduct: Conduct{Grace: time.Hour, AbsentShare: 1},
		Rules:   []engine.Game{gloire.Game{}}, Now: s.now, Entropy: counted(),
		Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	s.opening = Opening{
		Charter:  engine.Charter{Game: game, Rules: "gloire", Edition: "2.15", Map: "scandinavie"},
		Schedule: "0 20 * * 6", Zone: "Europe/Paris",
	}
	for _, p := range premises {
		p(s)
	}
	if len(s.opening.Charter.Seats) == 0 {
		withLords("Harald", "Sigrid")(s)
	}
	if s.passwords {
		for i, p := range s.opening.Players {
			if p.Password == "" {
				s.opening.Players[i].Password = secretOf(name(p.Address))
			}
		}
	}
	var err error
	s.office, err = postoffice.Open(postoffice.Options{Domain: domain, Now: s.now, Dir: s.mailDir})
	s.must(err)
	for _, name := range append([]string{"heraut"}, people...) {
		s.must(s.office.AddAccount(at(name), mailPass))
	}
	for _, p := range s.players() {
		s.must(s.office.AddAccount(p.Address, mailPass))
	}
	s.over = &outbox.SMTP{Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain}
	s.openLedger()
	t.Cleanup(s.end)
	s.must(s.arbitre.Open(s.opening))
	s.send()
	for _, p := range s.players() {
		who := name(p.Address)
		s.reports[who] = s.expect(who, "report")
	}
	return s
}

// players are those who get mail.
func (s *story) players() []NewPlayer {
	return slices.DeleteFunc(slices.Clone(s.opening.Players), func(p NewPlayer) bool { return p.Address == "" })
}

// counted takes the place of chance.
func counted() func([]byte) error {
	count := uint64(0)
	return func(b []byte) error {
		for i := range b {
			if i%8 == 0 {
				count++
			}
			b[i] = binary.BigEndian.AppendUint64(nil, count*0x9e3779b97f4a7c15)[i%8]
		}
		return nil
	}
}

// name is the person at an address.
func name(address string) string {
	n, _, _ := strings.Cut(address, "@")
	return n
}

func (s *story) openLedger() {
	s.Helper()
	var err error
	s.book, err = ledger.Open(s.path)
	s.must(err)
	s.options.Ledger = s.book
	s.arbitre, err = New(s.options)
	s.must(err)
}

// restart ends the Arbitre and begins again from what is on disk.
func (s *story) restart() {
	s.Helper()
	s.must(s.book.Close())
	s.openLedger()
}

// end closes everything, and fails the story if mail came that it didn't tell of.
func (s *story) end() {
	if !s.Failed() {
		for _, who := range people {
			for _, m := range s.unread(who) {
				s.Errorf("%s got a mail that the story doesn't tell of:\n%s", who, m)
			}
		}
	}
	s.must(errors.Join(s.over.Close(), s.book.Close(), s.office.Close()))
}

func (s *story) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// The clock.

func (s *story) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

func (s *story) advanceTo(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = t
}

func (s *story) advance(d time.Duration) { s.advanceTo(s.now().Add(d)) }

// deadline is that of the season awaited.
func (s *story) deadline() time.Time { return s.game().Deadline }

// The Arbitre at work.

// poll takes what lies in the mailbox, and sends what the Arbitre wrote.
func (s *story) poll() {
	s.Helper()
	s.must(s.collect(s.Context()))
	s.send()
}

func (s *story) collect(ctx context.Context) error {
	session, err := inbox.Dial(ctx, inbox.Account{
		Addr: s.office.IMAPAddr(), TLS: link.Plain, User: herald,
		Password: func(context.Context) (string, error) { return mailPass, nil },
	})
	if err != nil {
		return err
	}
	defer session.Close()
	cursor, err := s.arbitre.Cursor("INBOX")
	if err != nil {
		return err
	}
	_, err = session.Drain(ctx, cursor, s.arbitre.Take)
	return err
}

func (s *story) send() {
	s.Helper()
	s.must(s.arbitre.Send(s.Context(), s.over))
}

// tick plays what is due, and sends the reports.
func (s *story) tick() {
	s.Helper()
	s.must(s.arbitre.Tick(s.Context(), s.collect))
	s.send()
}

// playOn moves the clock to the deadline and a moment past it, and plays.
func (s *story) playOn() {
	s.Helper()
	s.advanceTo(s.deadline().Add(5 * time.Second))
	s.tick()
}

// season plays on and reads everyone's report.
func (s *story) season() {
	s.Helper()
	s.playOn()
	for _, p := range s.players() {
		who := name(p.Address)
		s.reports[who] = s.expect(who, "report")
	}
}

// Letters in.

// A note is a letter being written.
type note struct {
	from, to, subject, id string
	fields                []string // further header lines
	lines                 []string
	text                  string // instead of the lines, with its own Content-Type among the fields
	path                  string // of the envelope
}

// A touch changes a letter before it is posted.
type touch func(*note)

// reply answers a mail as a mail client does.
func reply(m *received) touch {
	return func(n *note) {
		n.to = m.ReplyTo.Addr
		n.subject = "Re: " + m.Subject
		n.fields = append(n.fields, "In-Reply-To: <"+m.MessageID+">", "References: <"+m.MessageID+">")
	}
}

// fresh is a letter that answers nothing: it brings no token.
func fresh() touch { return func(*note) {} }

func from(address string) touch { return func(n *note) { n.from = address } }

func subject(text string) touch {
	return func(n *note) { n.subject = mime.QEncoding.Encode("utf-8", text) }
}

func field(line string) touch { return func(n *note) { n.fields = append(n.fields, line) } }

func messageID(id string) touch { return func(n *note) { n.id = id } }

func envelope(path string) touch { return func(n *note) { n.path = path } }

// in has the text written in a transfer encoding.
func in(encoding string) touch {
	return func(n *note) {
		text := strings.Join(n.lines, "\r\n") + "\r\n"
		n.fields = append(n.fields, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: "+encoding)
		switch encoding {
		case "base64":
			n.text = base64.StdEncoding.EncodeToString([]byte(text)) + "\r\n"
		case "quoted-printable":
			var b strings.Builder
			w := quotedprintable.NewWriter(&b)
			w.Write([]byte(text))
			w.Close()
			n.text = b.String()
		}
	}
}

// attached adds a text file to the letter.
func attached(file, contents string) touch {
	return func(n *note) {
		n.fields = append(n.fields, "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="b0"`)
		n.text = "--b0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(n.lines, "\r\n") +
			"\r\n--b0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename=\"" + file + "\"\r\n\r\n" +
			contents + "\r\n--b0--\r\n"
	}
}

// write makes a letter's bytes: the strings are its lines, the touches are
// applied after all of them.
func (s *story) write(who string, parts ...any) (note, []byte) {
	s.letters++
	n := note{from: who + "@" + domain, to: herald, subject: "ordres", id: fmt.Sprintf("letter-%d@%s", s.letters, who), path: at(who)}
	for _, part := range parts {
		if line, ok := part.(string); ok {
			n.lines = append(n.lines, line)
		}
	}
	for _, part := range parts {
		if touch, ok := part.(touch); ok {
			touch(&n)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s <%s>\r\nTo: <%s>\r\nSubject: %s\r\nDate: %s\r\n", who, n.from, n.to, n.subject, s.now().Format(time.RFC1123Z))
	if n.id != "" {
		fmt.Fprintf(&b, "Message-ID: <%s>\r\n", n.id)
	}
	for _, f := range n.fields {
		b.WriteString(f + "\r\n")
	}
	b.WriteString("\r\n")
	if n.text != "" {
		b.WriteString(n.text)
	} else if len(n.lines) > 0 {
		b.WriteString(strings.Join(n.lines, "\r\n") + "\r\n")
	}
	return n, b.Bytes()
}

// letter posts a letter to the Arbitre by SMTP.
func (s *story) letter(who string, parts ...any) {
	s.Helper()
	n, raw := s.write(who, parts...)
	s.post(n.path, n.to, raw)
}

func (s *story) post(path, to string, raw []byte) {
	s.Helper()
	over := &outbox.SMTP{Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain}
	defer over.Close()
	s.must(over.Send(s.Context(), path, to, raw))
}

// report is the last report that someone got.
func (s *story) report(who string) *received {
	s.Helper()
	m := s.reports[who]
	if m == nil {
		s.Fatalf("%s never got a report", who)
	}
	return m
}

// orders posts a reply to the player's last report, polls, and gives the answer.
func (s *story) orders(who string, lines ...string) *received {
	s.Helper()
	parts := []any{reply(s.report(who))}
	for _, l := range lines {
		parts = append(parts, l)
	}
	s.letter(who, parts...)
	s.poll()
	return s.expect(who, "")
}

// Mail out.

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

// What is on record.

func (s *story) game() (g ledger.Game) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		g, err = tx.Game(game)
		return err
	}))
	return g
}

// list is a seat's list for the season awaited, in canonical form.
func (s *story) list(seat engine.Seat) []string {
	s.Helper()
	return s.listOf(s.game().At.Season, seat)
}

func (s *story) listOf(season int, seat engine.Seat) (lines []string) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) error {
		sheet, err := tx.Sheet(game, season, seat)
		if err != nil {
			return err
		}
		t, err := s.arbitre.table(tx, game)
		if err != nil {
			return err
		}
		for _, o := range sheet.List {
			lines = append(lines, t.reader(seat).Canonical(o, "fr"))
		}
		return nil
	}))
	return lines
}

// expectList compares a seat's list for the season awaited.
func (s *story) expectList(seat engine.Seat, want ...string) {
	s.Helper()
	if got := s.list(seat); !slices.Equal(got, want) {
		s.Errorf("the list of seat %d is %q, want %q", seat, got, want)
	}
}

// record is every letter in the ledger.
func (s *story) record() (letters []ledger.Letter) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		letters, err = tx.Letters()
		return err
	}))
	return letters
}

// expectVerdict looks at the letter recorded last.
func (s *story) expectVerdict(want ledger.Verdict) {
	s.Helper()
	all := s.record()
	if len(all) == 0 || all[len(all)-1].Verdict != want {
		s.Errorf("the last letter on record is %+v, want %s", all, want)
	}
}

// outbox is every mail in the ledger.
func (s *story) outbox() (mails []ledger.Mail) {
	s.Helper()
	s.must(s.book.View(func(tx *ledger.Tx) (err error) {
		mails, err = tx.Mails()
		return err
	}))
	return mails
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

func TestOrdersAreConfirmedAndPlayed(t *testing.T) {
	s := newStory(t, withLords("Harald", "Sigrid"))
	s.letter("harald", reply(s.report("harald")), "CHE 1", "FCO 5 TOUT")
	s.expectNone("harald")
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1", "FCO 5 TOUT"))
	s.expectNone("sigrid")
	s.playOn()
	s.expect("harald", "report", titled("[scan1] Saison 1 : ce qui s'est passé"))
	s.expect("sigrid", "report")
	if g := s.game(); g.At.Season != 2 {
		t.Errorf("season %d is awaited, want 2", g.At.Season)
	}
}
