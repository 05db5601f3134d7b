package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// A Route is what is known of the way to an address: what became of the latest
// mails to it, and whether sending to it is paused.
type Route struct {
	Recent []Fate    `json:"recent,omitempty"` // by the mails' numbers, a few
	Since  time.Time `json:"since,omitzero"`   // when it was paused; zero if it isn't
	Why    string    `json:"why,omitempty"`    // what the last server to refuse said
}

// A Fate is what became of a mail: a server has taken it, or it is undeliverable.
type Fate struct {
	Mail   uint64 `json:"mail"`
	Failed bool   `json:"failed,omitempty"`
}

// mostFates is how many of the latest mails a route remembers.
const mostFates = 12

// Paused says whether nothing is sent there for now.
func (r Route) Paused() bool { return !r.Since.IsZero() }

// Failures is the longest run of mails, one after the other, that failed.
func (r Route) Failures() int {
	longest, run := 0, 0
	for _, f := range r.Recent {
		if run++; !f.Failed {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// Route returns the route to an address; the zero route if nothing is known of it.
func (t *Tx) Route(address string) (Route, error) {
	var r Route
	_, err := get(t, bucketRoutes, routeKey(address), &r)
	return r, err
}

// routeKey is an address as a key; a text part of a key holds no NUL.
func routeKey(address string) []byte { return key(FoldAddress(address)) }

// NoteFate records what became of a mail, and returns the route as it is then.
// What is told later of a mail, as a bounce is, takes the place of what was
// told before.
func (t *Tx) NoteFate(m Mail, failed bool) (Route, error) {
	r, err := t.Route(m.To)
	if err != nil {
		return r, err
	}
	at, known := slices.BinarySearchFunc(r.Recent, m.ID, func(f Fate, id uint64) int { return cmp.Compare(f.Mail, id) })
	if known {
		r.Recent[at].Failed = failed
	} else {
		r.Recent = slices.Insert(r.Recent, at, Fate{m.ID, failed})
	}
	r.Recent = r.Recent[max(0, len(r.Recent)-mostFates):]
	return r, put(t, bucketRoutes, routeKey(m.To), r)
}

// Pause has nothing more be sent to an address: what waits for it leaves the
// queue.
func (t *Tx) Pause(address, why string, at time.Time) error {
	r, err := t.Route(address)
	if err != nil {
		return err
	}
	r.Since, r.Why = at, why
	if err := put(t, bucketRoutes, routeKey(address), r); err != nil {
		return err
	}
	waiting, err := t.Due(time.Unix(0, 1<<62), 1<<30)
	if err != nil {
		return err
	}
	for _, m := range waiting {
		if FoldAddress(m.To) != FoldAddress(address) {
			continue
		}
		if err := t.tx.Bucket(bucketQueue).Delete(key(m.Due, m.ID)); err != nil {
			return fmt.Errorf("taking a mail from the queue: %w", err)
		}
		m.State = Paused
		if err := put(t, bucketMails, key(m.ID), m); err != nil {
			return err
		}
	}
	return nil
}

// Unpause forgets what is known of the way to an address.
func (t *Tx) Unpause(address string) error {
	if err := t.tx.Bucket(bucketRoutes).Delete(routeKey(address)); err != nil {
		return fmt.Errorf("forgetting a route: %w", err)
	}
	return nil
}

// PausedRoutes returns how many addresses are paused.
func (t *Tx) PausedRoutes() (n int, err error) {
	err = each(t, bucketRoutes, nil, func(_, v []byte) error {
		var r Route
		if err := json.Unmarshal(v, &r); err != nil {
			return fmt.Errorf("reading a record of %s: %w", bucketRoutes, err)
		}
		if r.Paused() {
			n++
		}
		return nil
	})
	return n, err
}
