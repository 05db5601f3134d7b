package postoffice

import (
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// A view is what one IMAP client has been told about the mailbox that it has
// selected: sequence numbers are places in its own list. The mailbox may be
// ahead of it; sync tells the client the difference.
type view struct {
	office   *PostOffice
	mailbox  *mailbox
	readOnly bool
	saved    imap.UIDSet // the result kept for "$" (RFC 5182)

	uids            []imap.UID
	last            imap.UID // the last UID told, expunged since or not
	changes, losses uint64
	own             map[imap.UID]uint64 // changes of flags that this client made itself
	news            chan struct{}
}

// A sighting is a message at its place in a view.
type sighting struct {
	seq     uint32
	message message
}

// look opens a view; the caller holds PostOffice.mu.
func (p *PostOffice) look(mb *mailbox, readOnly bool) *view {
	v := &view{
		office:   p,
		mailbox:  mb,
		readOnly: readOnly,
		last:     mb.next - 1,
		changes:  mb.changes,
		losses:   mb.losses,
		own:      map[imap.UID]uint64{},
		news:     make(chan struct{}, 1),
	}
	for _, m := range mb.messages {
		v.uids = append(v.uids, m.uid)
	}
	mb.views[v] = struct{}{}
	return v
}

func (v *view) close() {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	delete(v.mailbox.views, v)
}

// An update is one thing that a client is told out of turn.
type update struct {
	expunged uint32
	exists   uint32
	flags    *sighting
}

// sync tells the client what it doesn't know yet. Expunges wait for a command
// during which sequence numbers may move (RFC 9051 §7.5.1).
func (v *view) sync(w *imapserver.UpdateWriter, expungesToo bool) error {
	for _, u := range v.updates(expungesToo) {
		var err error
		switch {
		case u.expunged != 0:
			err = w.WriteExpunge(u.expunged)
		case u.flags != nil:
			err = w.WriteMessageFlags(u.flags.seq, u.flags.message.uid, u.flags.message.flags)
		default:
			err = w.WriteNumMessages(u.exists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *view) updates(expungesToo bool) []update {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	mb := v.mailbox
	var updates []update
	if expungesToo && v.losses != mb.losses {
		v.losses = mb.losses
		// From the last to the first, so that each number is true when it is read.
		for i := len(v.uids) - 1; i >= 0; i-- {
			if mb.find(v.uids[i]) == nil {
				updates = append(updates, update{expunged: uint32(i + 1)})
				v.uids = slices.Delete(v.uids, i, i+1)
			}
		}
	}
	arrived := mb.since(v.last + 1)
	for _, m := range arrived {
		v.uids = append(v.uids, m.uid)
	}
	v.last = mb.next - 1
	if len(arrived) > 0 {
		updates = append(updates, update{exists: uint32(len(v.uids))})
	}
	if v.changes != mb.changes {
		for _, s := range v.all() {
			if s.message.change > v.changes && v.own[s.message.uid] != s.message.change {
				updates = append(updates, update{flags: &s})
			}
		}
		clear(v.own)
		v.changes = mb.changes
	}
	return updates
}

// all lists the messages that the client knows and that are still there; the
// caller holds PostOffice.mu.
func (v *view) all() []sighting {
	sightings := make([]sighting, 0, len(v.uids))
	messages := v.mailbox.messages
	for i, uid := range v.uids {
		for len(messages) > 0 && messages[0].uid < uid {
			messages = messages[1:]
		}
		if len(messages) > 0 && messages[0].uid == uid {
			sightings = append(sightings, sighting{uint32(i + 1), *messages[0]})
		}
	}
	return sightings
}

// pick lists the messages that a client names.
func (v *view) pick(set imap.NumSet) []sighting {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	return v.pickLocked(set)
}

func (v *view) pickLocked(set imap.NumSet) []sighting {
	set = v.resolve(set)
	return slices.DeleteFunc(v.all(), func(s sighting) bool {
		switch set := set.(type) {
		case imap.UIDSet:
			return !set.Contains(s.message.uid)
		case imap.SeqSet:
			return !set.Contains(s.seq)
		default:
			return true
		}
	})
}

// resolve gives "*" and "$" their values. "n:*" always has the last message
// in it, even when n is beyond (RFC 9051 §9, seq-range).
func (v *view) resolve(set imap.NumSet) imap.NumSet {
	if imap.IsSearchRes(set) {
		return v.saved
	}
	switch set := set.(type) {
	case imap.UIDSet:
		var star imap.UID
		if len(v.uids) > 0 {
			star = v.uids[len(v.uids)-1]
		}
		var fixed imap.UIDSet
		for _, r := range set {
			start, stop := ends(r.Start, r.Stop, star)
			if stop != 0 {
				fixed.AddRange(start, stop)
			}
		}
		return fixed
	case imap.SeqSet:
		star := uint32(len(v.uids))
		var fixed imap.SeqSet
		for _, r := range set {
			start, stop := ends(r.Start, r.Stop, star)
			if stop != 0 {
				fixed.AddRange(start, stop)
			}
		}
		return fixed
	default:
		return set
	}
}

// ends puts a range in order, with zero standing for "*". In an empty mailbox
// "*" is nothing.
func ends[N imap.UID | uint32](start, stop, star N) (N, N) {
	if (start == 0 || stop == 0) && star == 0 {
		return 0, 0
	}
	if start == 0 {
		start = star
	}
	if stop == 0 {
		stop = star
	}
	return min(start, stop), max(start, stop)
}

// idle tells the client what happens, as it happens.
func (v *view) idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		if err := v.sync(w, true); err != nil {
			return err
		}
		select {
		case <-v.news:
		case <-stop:
			return nil
		}
	}
}
