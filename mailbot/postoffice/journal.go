package postoffice

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
)

// The journal is the only writer. It takes requests one after the other: each
// plans its change against what is in memory, the change is written to disk,
// and only then is it made in memory, where readers see it. New messages don't
// depend on each other, so those that are waiting share a transaction; every
// other change has one for itself.
type journal struct {
	office *PostOffice
	queue  chan *request
	quit   chan struct{}
	ended  sync.WaitGroup

	last uint32 // the last UIDVALIDITY given
}

type request struct {
	// plan adds to the batch and returns what is to be done in memory once the
	// batch is on disk. It is called, as is what it returns, with
	// PostOffice.mu held.
	plan func(b *batch) (apply func(), err error)
	// addsOnly says that the change is new messages and nothing else.
	addsOnly bool
	done     chan error
}

// maxShared bounds how many deliveries share a transaction.
const maxShared = 256

func startJournal(p *PostOffice, last uint32) *journal {
	j := &journal{office: p, queue: make(chan *request, maxShared), quit: make(chan struct{}), last: last}
	j.ended.Go(j.run)
	return j
}

// stop lets the transaction in hand finish and refuses what comes after.
func (j *journal) stop() {
	close(j.quit)
	j.ended.Wait()
}

// do has a change made, and returns when it is on disk and visible.
func (j *journal) do(addsOnly bool, plan func(b *batch) (apply func(), err error)) error {
	r := &request{plan: plan, addsOnly: addsOnly, done: make(chan error, 1)}
	select {
	case j.queue <- r:
	case <-j.quit:
		return ErrClosed
	}
	select {
	case err := <-r.done:
		return err
	case <-j.quit:
		// The journal may have answered in its last breath.
		j.ended.Wait()
		select {
		case err := <-r.done:
			return err
		default:
			return ErrClosed
		}
	}
}

func (j *journal) run() {
	var held *request
	for {
		next := held
		held = nil
		if next == nil {
			select {
			case next = <-j.queue:
			case <-j.quit:
				return
			}
		}
		requests := []*request{next}
		for next.addsOnly && held == nil && len(requests) < maxShared {
			select {
			case r := <-j.queue:
				if r.addsOnly {
					requests = append(requests, r)
				} else {
					held = r
				}
				continue
			default:
			}
			break
		}
		j.commit(requests)
	}
}

func (j *journal) commit(requests []*request) {
	p := j.office
	b := &batch{records: map[uint32]mailboxRecord{}}
	applies := make([]func(), len(requests))
	p.mu.Lock()
	last := j.last
	for i, r := range requests {
		apply, err := r.plan(b)
		if err != nil {
			r.done <- err
			continue
		}
		applies[i] = apply
	}
	p.mu.Unlock()

	err := p.store.write(b)
	if err != nil {
		p.log.Error("writing the post office's file", "error", err)
	}
	p.mu.Lock()
	for i, r := range requests {
		if applies[i] == nil {
			continue
		}
		if err == nil {
			applies[i]()
		}
		r.done <- err
	}
	if err != nil {
		j.last = last
		for _, a := range p.accounts {
			for _, mb := range a.mailboxes {
				mb.assigned = mb.next
			}
		}
	}
	p.mu.Unlock()
}

// newMailbox plans an empty mailbox. Its UIDVALIDITY is the time of its making,
// or a later second when that one is taken, so that neither a mailbox made
// anew nor a data directory begun anew passes for the old one (RFC 9051 §2.3.1.1).
func (j *journal) newMailbox(b *batch, a *account, name string) *mailbox {
	j.last = max(j.last+1, uint32(j.office.now().Unix()))
	b.last = j.last
	mb := &mailbox{validity: j.last, account: a.address, name: name, next: 1, assigned: 1, subscribed: true, views: map[*view]struct{}{}}
	b.records[mb.validity] = mb.record()
	return mb
}

// add plans a new message and returns what makes it visible.
func (j *journal) add(b *batch, mb *mailbox, raw []byte, received time.Time, flags []imap.Flag) (imap.UID, func()) {
	m := &message{uid: mb.assigned, received: received, size: int64(len(raw)), flags: flags, raw: raw}
	mb.assigned++
	b.records[mb.validity] = mb.record()
	b.added = append(b.added, entry{mb.validity, *m})
	if j.office.store.db != nil {
		m.raw = nil
	}
	return m.uid, func() {
		mb.messages = append(mb.messages, m)
		mb.next = m.uid + 1
		mb.wake()
	}
}

// remove plans the end of messages.
func (j *journal) remove(b *batch, mb *mailbox, messages []*message) func() {
	gone := map[imap.UID]bool{}
	for _, m := range messages {
		gone[m.uid] = true
		b.removed = append(b.removed, entry{mb.validity, *m})
	}
	return func() {
		if len(gone) > 0 {
			mb.remove(gone)
		}
	}
}

// folder is a mailbox of an account. One that has a role is made on demand;
// any other must be there.
func (j *journal) folder(a *account, name string) (*mailbox, error) {
	name = mailboxName(name)
	j.office.mu.Lock()
	mb := a.mailboxes[name]
	j.office.mu.Unlock()
	if mb != nil {
		return mb, nil
	}
	if _, ok := roles[name]; !ok {
		return nil, errTryCreate
	}
	err := j.do(false, func(b *batch) (func(), error) {
		if mb = a.mailboxes[name]; mb != nil {
			return func() {}, nil
		}
		mb = j.newMailbox(b, a, name)
		return func() { a.mailboxes[name] = mb }, nil
	})
	return mb, err
}

// children are the mailboxes below a name, in order.
func (a *account) children(name string) []string {
	var names []string
	for _, n := range slices.Sorted(maps.Keys(a.mailboxes)) {
		if len(n) > len(name) && n[:len(name)+1] == name+delimiter {
			names = append(names, n)
		}
	}
	return names
}
