package ledger

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestMailLife(t *testing.T) {
	l, _ := open(t)
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	due := func(minutes, limit int) (ids []uint64) {
		write(t, l, func(tx *Tx) error {
			mails, err := tx.Due(at(minutes), limit)
			ids = nil
			for _, m := range mails {
				ids = append(ids, m.ID)
			}
			return err
		})
		return ids
	}
	expect := func(what string, got []uint64, want ...uint64) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: mails %v are due, want %v", what, got, want)
		}
	}
	change := func(id uint64, do func(*Tx, Mail) error) {
		t.Helper()
		write(t, l, func(tx *Tx) error {
			m, ok, err := tx.Mail(id)
			if !ok || err != nil {
				t.Fatalf("mail %d: %v", id, err)
			}
			return do(tx, m)
		})
	}
	write(t, l, func(tx *Tx) error {
		for i, minute := range []int{3, 1, 2, 1} {
			id, err := tx.NewMailID()
			if err != nil {
				return err
			}
			if err := tx.AddMail(Mail{ID: id, MessageID: string(rune('a'+i)) + "@x", Due: at(minute)}, []byte{byte(i)}); err != nil {
				return err
			}
		}
		return nil
	})
	expect("before all", due(0, 10))
	expect("the most urgent first, then the oldest", due(3, 10), 2, 4, 3, 1)
	expect("no more than asked for", due(3, 2), 2, 4)

	change(2, func(tx *Tx, m Mail) error { return tx.Postpone(m, at(60), "greylisted") })
	expect("one postponed", due(3, 10), 4, 3, 1)
	change(4, func(tx *Tx, m Mail) error { return tx.MarkSent(m, at(4)) })
	change(3, func(tx *Tx, m Mail) error { return tx.MarkFailed(m, at(4), "no such user") })
	expect("one sent, one failed", due(59, 10), 1)
	expect("the one postponed, in time", due(60, 10), 1, 2)
	change(2, func(tx *Tx, m Mail) error { return tx.MarkSent(m, at(61)) })
	write(t, l, func(tx *Tx) error {
		mails, err := tx.Mails()
		type life struct {
			state    MailState
			attempts int
			why      string
		}
		want := []life{{Waiting, 0, ""}, {Sent, 2, ""}, {Failed, 1, "no such user"}, {Sent, 1, ""}}
		for i, m := range mails {
			if got := (life{m.State, m.Attempts, m.LastError}); got != want[i] || (m.State != Waiting) == m.Done.IsZero() {
				t.Errorf("mail %d: %+v, want %+v", m.ID, m, want[i])
			}
			if string(tx.MailBytes(m.ID)) != string([]byte{byte(i)}) {
				t.Errorf("mail %d has other bytes", m.ID)
			}
		}
		m, ok, _ := tx.MailByMessageID("c@x")
		_, none, _ := tx.MailByMessageID("z@x")
		if !ok || m.ID != 3 || none {
			t.Errorf("by Message-ID: %+v %v %v", m, ok, none)
		}
		next, ok := tx.NextDue()
		if !ok || !next.Equal(at(3)) {
			t.Errorf("the next is due %v", next)
		}
		return err
	})
}

// TestQueueHoldsTheWaitingMails does anything that happens to mails, in any
// order, and compares the queue with the records.
func TestQueueHoldsTheWaitingMails(t *testing.T) {
	l, _ := open(t)
	l.db.NoSync = true // this test is about order, not about disks
	rapid.Check(t, func(r *rapid.T) {
		write(t, l, func(tx *Tx) error {
			var err error
			for _, bucket := range [][]byte{bucketMails, bucketBytes, bucketQueue, bucketThreads} {
				gone := tx.tx.DeleteBucket(bucket)
				_, made := tx.tx.CreateBucket(bucket)
				err = errors.Join(err, gone, made)
			}
			return err
		})
		pick := func(tx *Tx) (Mail, bool) {
			all, err := tx.Mails()
			if err != nil {
				r.Fatal(err)
			}
			all = slices.DeleteFunc(all, func(m Mail) bool { return m.State != Waiting })
			if len(all) == 0 {
				return Mail{}, false
			}
			return rapid.SampledFrom(all).Draw(r, "mail"), true
		}
		moment := func() time.Time {
			return noon.Add(time.Duration(rapid.IntRange(0, 100).Draw(r, "minute")) * time.Minute)
		}
		update := func(do func(*Tx) error) {
			if err := l.Update(do); err != nil {
				r.Fatal(err)
			}
		}
		settle := func(how func(*Tx, Mail) error) func(*rapid.T) {
			return func(*rapid.T) {
				update(func(tx *Tx) error {
					if m, ok := pick(tx); ok {
						return how(tx, m)
					}
					return nil
				})
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"add": func(*rapid.T) {
				update(func(tx *Tx) error {
					id, err := tx.NewMailID()
					return errors.Join(err, tx.AddMail(Mail{ID: id, MessageID: "m@x", Due: moment()}, nil))
				})
			},
			"sent":     settle(func(tx *Tx, m Mail) error { return tx.MarkSent(m, noon) }),
			"failed":   settle(func(tx *Tx, m Mail) error { return tx.MarkFailed(m, noon, "no") }),
			"postpone": settle(func(tx *Tx, m Mail) error { return tx.Postpone(m, moment(), "later") }),
			"": func(r *rapid.T) {
				update(func(tx *Tx) error {
					all, err := tx.Mails()
					waiting := map[uint64]time.Time{}
					for _, m := range all {
						if m.State == Waiting {
							waiting[m.ID] = m.Due
						}
					}
					queued, err2 := tx.Due(noon.Add(1000*time.Hour), 1<<30)
					for i, m := range queued {
						if due, ok := waiting[m.ID]; !ok || !due.Equal(m.Due) || i > 0 && m.Due.Before(queued[i-1].Due) {
							r.Fatalf("queued at %d: %+v, on record due %v", i, m, due)
						}
						delete(waiting, m.ID)
					}
					if len(waiting) > 0 {
						r.Fatalf("not queued: %v", waiting)
					}
					return errors.Join(err, err2)
				})
			},
		})
	})
}

// A mail queued by a clock that was a year ahead doesn't wait for a year.
func TestMailOfAClockSetBackIsDue(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		for id, due := range map[uint64]time.Time{1: noon.AddDate(1, 0, 0), 2: noon.Add(time.Hour), 3: noon} {
			if err := tx.AddMail(Mail{ID: id, To: "a@x", MessageID: due.String(), Due: due}, nil); err != nil {
				return err
			}
		}
		due, err := tx.Due(noon, 10)
		if len(due) != 2 || due[0].ID != 3 || due[1].ID != 1 {
			t.Errorf("due are %+v, want 3 and 1", due)
		}
		return err
	})
}
