package postoffice

import (
	"slices"
	"testing"

	"github.com/emersion/go-imap/v2"
	"pgregory.net/rapid"
)

// A client believes what it is told.
type client struct {
	session *reading
	lines   []line
}

type line struct {
	uid   imap.UID
	flags []imap.Flag
}

func newClient(t *rapid.T, p *PostOffice) *client {
	s := &reading{office: p}
	if err := s.Login("arbitre", "secret-arbitre"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Select("INBOX", &imap.SelectOptions{}); err != nil {
		t.Fatal(err)
	}
	c := &client{session: s}
	c.learn(t, 1)
	return c
}

// learn fetches the messages from a sequence number on.
func (c *client) learn(t *rapid.T, from int) {
	var set imap.SeqSet
	set.AddRange(uint32(from), 0)
	for _, m := range c.session.view.pick(set) {
		if int(m.seq) < from {
			continue // "n:*" has the last message in it, whatever n is
		}
		for int(m.seq) > len(c.lines) { // one in between may be gone, and not yet said to be
			c.lines = append(c.lines, line{})
		}
		c.lines[m.seq-1] = line{m.message.uid, m.message.flags}
	}
}

// poll hears the updates at the end of a command.
func (c *client) poll(t *rapid.T, expungesToo bool) {
	for _, u := range c.session.view.updates(expungesToo) {
		switch {
		case u.expunged != 0:
			if !expungesToo || int(u.expunged) > len(c.lines) {
				t.Fatalf("EXPUNGE %d with %d messages, allowed: %v", u.expunged, len(c.lines), expungesToo)
			}
			c.lines = slices.Delete(c.lines, int(u.expunged)-1, int(u.expunged))
		case u.flags != nil:
			if int(u.flags.seq) > len(c.lines) {
				t.Fatalf("flags of message %d of %d", u.flags.seq, len(c.lines))
			}
			if l := &c.lines[u.flags.seq-1]; l.uid == u.flags.message.uid {
				l.flags = u.flags.message.flags
			} else {
				t.Fatalf("message %d is UID %d, and was %d", u.flags.seq, u.flags.message.uid, l.uid)
			}
		default:
			if int(u.exists) <= len(c.lines) {
				t.Fatalf("EXISTS %d with %d messages", u.exists, len(c.lines))
			}
			known := len(c.lines)
			c.learn(t, known+1)
			for len(c.lines) < int(u.exists) {
				c.lines = append(c.lines, line{})
			}
		}
	}
}

// pickOne names one of the messages that the client knows.
func (c *client) pickOne(t *rapid.T) (imap.SeqSet, *line) {
	n := rapid.IntRange(1, len(c.lines)).Draw(t, "message")
	return imap.SeqSetNum(uint32(n)), &c.lines[n-1]
}

// TestClientsAreToldTheTruth has two clients and the post do what they like,
// and compares what each client believes with what is there.
func TestClientsAreToldTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := Open(Options{Domain: "jeu.example"})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if err := p.AddAccount("arbitre", "secret-arbitre"); err != nil {
			t.Fatal(err)
		}
		deliver := func(t *rapid.T) {
			if err := p.Deliver("arbitre", "", []byte(letter)); err != nil {
				t.Fatal(err)
			}
		}
		deliver(t)
		clients := []*client{newClient(t, p), newClient(t, p)}
		flags := []imap.Flag{imap.FlagDeleted, imap.FlagSeen, "Lu"}
		someone := func(t *rapid.T) *client { return clients[rapid.IntRange(0, 1).Draw(t, "client")] }
		t.Repeat(map[string]func(*rapid.T){
			"deliver": deliver,
			"store": func(t *rapid.T) {
				c := someone(t)
				if len(c.lines) == 0 {
					t.Skip("nothing to flag")
				}
				set, l := c.pickOne(t)
				change := &imap.StoreFlags{
					Op:    imap.StoreFlagsOp(rapid.IntRange(0, 2).Draw(t, "operation")),
					Flags: []imap.Flag{rapid.SampledFrom(flags).Draw(t, "flag")},
				}
				if err := c.session.store(set, change); err != nil {
					t.Fatal(err)
				}
				for _, m := range c.session.view.pick(set) { // the command's own answer
					l.flags = m.message.flags
				}
				c.poll(t, false)
			},
			"expunge": func(t *rapid.T) {
				c := someone(t)
				if err := c.session.Expunge(nil, nil); err != nil {
					t.Fatal(err)
				}
				c.poll(t, true)
			},
			"fetch": func(t *rapid.T) { someone(t).poll(t, false) },
			"noop":  func(t *rapid.T) { someone(t).poll(t, true) },
		})
		for i, c := range clients {
			c.poll(t, true)
			there, err := p.Messages("arbitre", "INBOX")
			if err != nil {
				t.Fatal(err)
			}
			if len(c.lines) != len(there) {
				t.Fatalf("client %d knows %d messages, there are %d", i, len(c.lines), len(there))
			}
			for j, m := range there {
				if l := c.lines[j]; l.uid != imap.UID(m.UID) || !slices.Equal(l.flags, m.Flags) {
					t.Errorf("client %d believes in UID %d with %v; it is UID %d with %v", i, l.uid, l.flags, m.UID, m.Flags)
				}
			}
			if more := c.session.view.updates(true); len(more) > 0 {
				t.Errorf("client %d is told again: %+v", i, more)
			}
		}
	})
}

func TestOwnFlagsAreNotToldTwice(t *testing.T) {
	p := openOffice(t, Options{})
	if err := p.Deliver("arbitre", "", []byte(letter)); err != nil {
		t.Fatal(err)
	}
	sessions := []*reading{{office: p}, {office: p}}
	for _, s := range sessions {
		if err := s.Login("arbitre", "secret-arbitre"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Select("INBOX", &imap.SelectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := sessions[0].store(imap.UIDSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}); err != nil {
		t.Fatal(err)
	}
	if n := len(sessions[0].view.updates(true)); n != 0 {
		t.Errorf("the client that stored is told %d times", n)
	}
	if n := len(sessions[1].view.updates(true)); n != 1 {
		t.Errorf("the other client is told %d times", n)
	}
}
