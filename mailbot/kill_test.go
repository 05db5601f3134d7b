package mailbot_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
	"arbitre/mailbot/letter"
	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
)

// The sample game's Harald, as arbitre serve opens it.
const (
	sampleHerald = "heraut@arbitre.localhost"
	sampleHarald = "harald@arbitre.localhost"
	samplePass   = "runes"
)

// A daemon is the built binary serving the sample game, which is killed again
// and again.
type daemon struct {
	t          *testing.T
	binary     string
	data       string
	smtp, imap string
	log        bytes.Buffer
	process    *exec.Cmd
}

func (d *daemon) start() {
	d.t.Helper()
	d.process = exec.Command(d.binary, "serve", "--data", d.data, "--smtp", d.smtp, "--imap", d.imap)
	d.process.Stderr = &d.log
	if err := d.process.Start(); err != nil {
		d.t.Fatal(err)
	}
}

func (d *daemon) stop(how os.Signal) {
	d.process.Process.Signal(how)
	d.process.Wait()
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestKillLosesAndRepeatsNothing posts letters one after the other, each until
// the host has taken it, while the daemon (with its post office) is killed at
// moments of chance. In the end every letter is on record once, its orders
// stand in their place, and it is confirmed under one Message-ID.
func TestKillLosesAndRepeatsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the daemon")
	}
	const kills, letters = 10, 40
	dir := t.TempDir()
	d := &daemon{t: t, binary: filepath.Join(dir, "arbitre"), data: filepath.Join(dir, "data"), smtp: freeAddress(t), imap: freeAddress(t)}
	if out, err := exec.Command("go", "build", "-o", d.binary, "arbitre/cmd/arbitre").CombinedOutput(); err != nil {
		t.Fatalf("building the daemon: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()

	posted := make(chan error, 1)
	var taken atomic.Int32
	go func() { posted <- postAll(ctx, d.smtp, letters, &taken) }()
	chance := rand.New(rand.NewPCG(2, 15))
	for range kills {
		d.start()
		time.Sleep(time.Duration(80+chance.IntN(350)) * time.Millisecond)
		d.stop(os.Kill)
		t.Logf("killed when %d letters were taken", taken.Load())
	}
	if n := taken.Load(); n == 0 {
		t.Errorf("%d letters of %d came while the daemon was being killed", n, letters)
	}
	d.start()
	defer func() { d.stop(syscall.SIGTERM) }()
	if err := <-posted; err != nil {
		t.Fatal(err)
	}
	confirmed := map[string][]string{} // Message-IDs of the answers, by the letter's
	for len(confirmed) < letters {
		if ctx.Err() != nil {
			t.Fatalf("%d letters of %d are confirmed; the daemon says:\n%s", len(confirmed), letters, d.log.Bytes())
		}
		time.Sleep(20 * time.Millisecond)
		read, err := confirmations(ctx, d.imap)
		if err != nil {
			continue // still opening
		}
		confirmed = read
	}
	for id, answers := range confirmed {
		if answers = slices.Compact(slices.Sorted(slices.Values(answers))); len(answers) != 1 {
			t.Errorf("letter %s is confirmed under %v", id, answers)
		}
	}
	d.stop(syscall.SIGTERM)
	checkRecord(t, filepath.Join(d.data, "ledger.db"), letters)
}

// postAll posts letters in their order, each until it is taken.
func postAll(ctx context.Context, smtp string, letters int, taken *atomic.Int32) error {
	over := &outbox.SMTP{Addr: smtp, TLS: link.Plain, Hello: "arbitre.localhost"}
	defer over.Close()
	for i := range letters {
		raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: lettre %d\r\nMessage-ID: <%d@harald>\r\n\r\nMOTDEPASSE %s\r\nAJOUT\r\nREN Harald Harald %s\r\n",
			sampleHarald, sampleHerald, i, i, samplePass, numeral(i))
		for over.Send(ctx, sampleHarald, sampleHerald, raw) != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("letter %d was never taken", i)
			}
			time.Sleep(5 * time.Millisecond)
		}
		taken.Add(1)
		time.Sleep(time.Duration(i%7) * 20 * time.Millisecond)
	}
	return nil
}

// numeral spells a number, as names hold letters.
func numeral(i int) string { return fmt.Sprintf("%c%c", 'A'+i/26, 'a'+i%26) }

// confirmations are the Message-IDs of the answers in Harald's mailbox, by the
// Message-ID of the letter that they answer.
func confirmations(ctx context.Context, imap string) (map[string][]string, error) {
	session, err := inbox.Dial(ctx, inbox.Account{
		Addr: imap, TLS: link.Plain, User: sampleHarald, Password: func(context.Context) (string, error) { return samplePass, nil },
	})
	if err != nil {
		return nil, err
	}
	defer session.Close()
	answers := map[string][]string{}
	_, err = session.Drain(ctx, inbox.Cursor{}, func(batch []inbox.Message) error {
		for _, m := range batch {
			if l := letter.Read(m.Raw); l.InReplyTo != "" {
				answers[l.InReplyTo] = append(answers[l.InReplyTo], l.MessageID)
			}
		}
		return nil
	})
	return answers, err
}

func checkRecord(t *testing.T, path string, letters int) {
	t.Helper()
	book, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	err = book.View(func(tx *ledger.Tx) error {
		all, err := tx.Letters()
		if err != nil {
			return err
		}
		times := map[string]int{}
		for _, l := range all {
			times[l.MessageID]++
		}
		for i := range letters {
			if n := times[fmt.Sprintf("%d@harald", i)]; n != 1 {
				t.Errorf("letter %d is on record %d times", i, n)
			}
		}
		sheet, err := tx.Sheet("scan1", 1, 1)
		if err != nil {
			return err
		}
		for i := range max(letters, len(sheet.List)) {
			want := "Harald " + numeral(i)
			if i >= len(sheet.List) || i >= letters {
				t.Errorf("%d orders stand, want %d", len(sheet.List), letters)
				break
			}
			if name, _ := sheet.List[i].Arg("name"); name.Text != want {
				t.Errorf("order %d gives the name %q, want %q", i, name.Text, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
