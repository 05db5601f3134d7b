package postoffice

import (
	"bufio"
	"fmt"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// summary is what a client would see of an account.
func summary(t *testing.T, p *PostOffice, user string) string {
	t.Helper()
	p.mu.Lock()
	boxes := p.accounts[p.canonical(user)].mailboxes
	lines := map[string]string{}
	for name, mb := range boxes {
		lines[name] = fmt.Sprintf("%s validity %d next %d subscribed %v:", name, mb.validity, mb.next, mb.subscribed)
	}
	p.mu.Unlock()
	var out []string
	for name, line := range lines {
		for _, m := range stored(t, p, user, name) {
			_, text := split(m.Raw)
			line += fmt.Sprintf(" %d%v%q", m.UID, m.Flags, text)
		}
		out = append(out, line)
	}
	// The order of a map is no matter here.
	sorted := ""
	for _, name := range []string{"INBOX", "Sent", "Trash", "Jeux", "Jeux/2026", "Vieux", "Vieux/2026"} {
		for _, line := range out {
			if strings.HasPrefix(line, name+" ") {
				sorted += line + "\n"
			}
		}
	}
	return sorted
}

// TestARestartKeepsEverything does all that changes a mailbox, and looks at it
// before and after a restart.
func TestARestartKeepsEverything(t *testing.T) {
	dir := t.TempDir()
	p := openOffice(t, Options{Dir: dir})
	for i := range 6 {
		if err := post(p, "lancelot@jeu.example", "arbitre@jeu.example", fmt.Sprintf("Subject: %d\r\n\r\nletter %d\r\n", i+1, i+1)); err != nil {
			t.Fatal(err)
		}
	}
	c := reader(t, p, "arbitre", "INBOX", nil)
	step := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	flag := func(op imap.StoreFlagsOp, uid imap.UID, flags ...imap.Flag) {
		t.Helper()
		step("STORE", c.Store(imap.UIDSetNum(uid), &imap.StoreFlags{Op: op, Silent: true, Flags: flags}, nil).Close())
	}
	flag(imap.StoreFlagsAdd, 1, imap.FlagSeen, "Lu")
	flag(imap.StoreFlagsSet, 2, imap.FlagFlagged)
	flag(imap.StoreFlagsAdd, 3, imap.FlagSeen, imap.FlagAnswered)
	flag(imap.StoreFlagsDel, 3, `\seen`)
	step("CREATE", c.Create("Jeux/2026", nil).Wait())
	_, err := c.Copy(imap.UIDSetNum(1), "Jeux/2026").Wait()
	step("COPY", err)
	_, err = c.Move(imap.UIDSetNum(4), "Trash").Wait() // made on demand
	step("MOVE", err)
	step("RENAME", c.Rename("Jeux", "Vieux", nil).Wait())
	step("UNSUBSCRIBE", c.Unsubscribe("Vieux").Wait())
	draft := c.Append("Sent", int64(len(letter)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}, Time: noon})
	draft.Write([]byte(letter))
	step("APPEND", draft.Close())
	_, err = draft.Wait()
	step("APPEND", err)
	flag(imap.StoreFlagsAdd, 5, imap.FlagDeleted)
	flag(imap.StoreFlagsAdd, 6, imap.FlagDeleted)
	step("EXPUNGE", c.Expunge().Close())

	before := summary(t, p, "arbitre")
	want := fmt.Sprintf(`INBOX validity %d next 7 subscribed true: 1[Lu \Seen]"letter 1\r\n" 2[\Flagged]"letter 2\r\n" 3[\Answered]"letter 3\r\n"`, noon.Unix())
	if !strings.HasPrefix(before, want+"\n") {
		t.Errorf("the inbox is\n%s\nwant\n%s", before, want)
	}
	for _, part := range []string{`Sent validity`, `Trash validity`, `: 1[]"letter 4\r\n"`, `Vieux/2026 validity`, `: 1[Lu \Seen]"letter 1\r\n"`, "Vieux validity"} {
		if !strings.Contains(before, part) {
			t.Errorf("%q is missing from\n%s", part, before)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	p = openOffice(t, Options{Dir: dir})
	if after := summary(t, p, "arbitre"); after != before {
		t.Errorf("before the restart\n%s\nafter it\n%s", before, after)
	}
	// A UID is never given twice, though its message is gone.
	if err := p.Deliver("arbitre", "", []byte(letter)); err != nil {
		t.Fatal(err)
	}
	if got := stored(t, p, "arbitre", "INBOX"); got[len(got)-1].UID != 7 {
		t.Errorf("the next UID is %d, want 7", got[len(got)-1].UID)
	}
}

func TestAMailboxMadeAnewHasAnotherValidity(t *testing.T) {
	dir := t.TempDir()
	validity := func(p *PostOffice) uint32 {
		c := reader(t, p, "arbitre", "INBOX", nil)
		c.Delete("Jeux").Wait()
		if err := c.Create("Jeux", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		data, err := c.Select("Jeux", nil).Wait()
		if err != nil {
			t.Fatal(err)
		}
		return data.UIDValidity
	}
	p := openOffice(t, Options{Dir: dir})
	first, second := validity(p), validity(p)
	p.Close()
	third := validity(openOffice(t, Options{Dir: dir}))
	if first >= second || second >= third {
		t.Errorf("validities %d, %d, %d in the same second; each must be greater", first, second, third)
	}
}

func TestTheFileIsPrivate(t *testing.T) {
	dir := t.TempDir()
	openOffice(t, Options{Dir: dir})
	info, err := os.Stat(filepath.Join(dir, "postoffice.db"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v: %v", info.Mode(), err)
	}
	if _, err := Open(Options{Dir: dir}); err == nil {
		t.Error("two post offices share a directory")
	}
}

// TestKillLosesNothing has another process serve, kills it while letters are
// coming in from all sides, and looks for every letter that was answered 250.
func TestKillLosesNothing(t *testing.T) {
	const senders = 8
	if dir := os.Getenv("POSTOFFICE_TEST_DIR"); dir != "" {
		p := openOffice(t, Options{Dir: dir})
		fmt.Println("listening", p.SMTPAddr())
		select {}
	}
	dir := t.TempDir()
	server := exec.Command(os.Args[0], "-test.run=^TestKillLosesNothing$")
	server.Env = append(os.Environ(), "POSTOFFICE_TEST_DIR="+dir)
	stdout, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Process.Kill()
	var addr string
	for lines := bufio.NewScanner(stdout); addr == "" && lines.Scan(); {
		addr, _ = strings.CutPrefix(lines.Text(), "listening ")
	}
	if addr == "" {
		t.Fatal("the server didn't say where it listens")
	}

	var mu sync.Mutex
	var kept []string
	var wg sync.WaitGroup
	enough := make(chan struct{})
	for i := range senders {
		wg.Go(func() {
			for n := 0; ; n++ {
				text := fmt.Sprintf("letter %d of sender %d", n, i)
				if smtp.SendMail(addr, nil, "lancelot@jeu.example", []string{"arbitre@jeu.example"}, []byte("Subject: x\r\n\r\n"+text+"\r\n")) != nil {
					return
				}
				mu.Lock()
				kept = append(kept, text)
				if len(kept) == 100 {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	<-enough
	server.Process.Kill()
	wg.Wait()
	server.Wait()

	p := openOffice(t, Options{Dir: dir})
	found := map[string]int{}
	for _, m := range stored(t, p, "arbitre", "INBOX") {
		_, text := split(m.Raw)
		found[strings.TrimSpace(string(text))]++
	}
	for _, text := range kept {
		if found[text] != 1 {
			t.Errorf("%q was answered 250 and is there %d times", text, found[text])
		}
	}
}

// BenchmarkDelivery posts letters over SMTP into a post office on disk.
func BenchmarkDelivery(b *testing.B) {
	for _, senders := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("senders=%d", senders), func(b *testing.B) {
			p := openOffice(b, Options{Dir: b.TempDir()})
			work := make(chan struct{})
			var wg sync.WaitGroup
			for range senders {
				c, err := smtp.Dial(p.SMTPAddr())
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close()
				wg.Go(func() {
					for range work {
						if err := postOn(c); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			for b.Loop() {
				work <- struct{}{}
			}
			close(work)
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
		})
	}
}

func postOn(c *smtp.Client) error {
	if err := c.Mail("lancelot@jeu.example"); err != nil {
		return err
	}
	if err := c.Rcpt("arbitre@jeu.example"); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(letter + strings.Repeat("GAR Bretagne 100\r\n", 60))); err != nil {
		return err
	}
	return w.Close()
}
