package ledger

import (
	"testing"
	"time"
)

// Fates are told in the order in which they become known, which isn't that of
// the mails: a bounce may come days after the server took the mail.
func TestFailuresInARow(t *testing.T) {
	for name, tt := range map[string]struct {
		fates []Fate
		want  int
	}{
		"none":                              {nil, 0},
		"all arrived":                       {[]Fate{{1, false}, {2, false}}, 0},
		"three in a row":                    {[]Fate{{1, true}, {2, true}, {3, true}}, 3},
		"one arrived between":               {[]Fate{{1, true}, {2, false}, {3, true}, {4, true}}, 2},
		"the same mail bounced three times": {[]Fate{{1, true}, {1, true}, {1, true}}, 1},
		"bounces that come late":            {[]Fate{{1, false}, {2, false}, {3, false}, {3, true}, {1, true}, {2, true}}, 3},
		"long ago":                          {[]Fate{{1, true}, {2, true}, {3, true}, {4, false}, {5, false}}, 3},
	} {
		l, _ := open(t)
		write(t, l, func(tx *Tx) error {
			var r Route
			for _, f := range tt.fates {
				var err error
				if r, err = tx.NoteFate(Mail{ID: f.Mail, To: "A@x"}, f.Failed); err != nil {
					return err
				}
			}
			if got := r.Failures(); got != tt.want {
				t.Errorf("%s: %d in a row, want %d", name, got, tt.want)
			}
			return nil
		})
	}
}

func TestPausedAddressHasNothingQueued(t *testing.T) {
	l, _ := open(t)
	write(t, l, func(tx *Tx) error {
		for id, to := range []string{"a@x", "b@x", "A@X"} {
			if err := tx.AddMail(Mail{ID: uint64(id + 1), To: to, MessageID: to, Due: noon}, nil); err != nil {
				return err
			}
		}
		return tx.Pause("a@x", "no such user", noon)
	})
	write(t, l, func(tx *Tx) error {
		if err := tx.AddMail(Mail{ID: 4, To: "a@x", MessageID: "4", Due: noon}, nil); err != nil {
			return err
		}
		due, err := tx.Due(noon, 10)
		if len(due) != 1 || due[0].ID != 2 {
			t.Errorf("due are %+v, want the mail to b@x alone", due)
		}
		if n, err := tx.PausedRoutes(); n != 1 || err != nil {
			t.Errorf("%d addresses are paused, %v", n, err)
		}
		return err
	})
	write(t, l, func(tx *Tx) error {
		if err := tx.Unpause("a@x"); err != nil {
			return err
		}
		mails, err := tx.MailsTo("a@x")
		if err != nil {
			return err
		}
		for _, m := range mails {
			if m.State != Paused {
				t.Errorf("mail %d is %s", m.ID, m.State)
			}
		}
		if err := tx.Requeue(mails[2], noon.Add(time.Minute)); err != nil {
			return err
		}
		due, err := tx.Due(noon.Add(time.Hour), 10)
		if len(due) != 2 || due[1].ID != 4 {
			t.Errorf("due are %+v", due)
		}
		return err
	})
}
