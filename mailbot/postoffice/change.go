package postoffice

import (
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// The commands that change the messages of the selected mailbox.

func (s *reading) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, _ *imap.StoreOptions) error {
	if s.view.readOnly {
		return errReadOnly
	}
	if err := s.store(set, flags); err != nil {
		return err
	}
	if flags.Silent {
		return nil
	}
	for _, m := range s.view.pick(set) {
		if err := writeMessage(w, m, &imap.FetchOptions{UID: true, Flags: true}, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *reading) store(set imap.NumSet, flags *imap.StoreFlags) error {
	v := s.view
	mb := v.mailbox
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		var changed []entry
		for _, seen := range v.pickLocked(set) {
			m := seen.message
			m.flags = applyFlags(m.flags, flags)
			changed = append(changed, entry{mb.validity, m})
		}
		b.flagged = changed
		return func() {
			if len(changed) == 0 {
				return
			}
			mb.changes++
			for _, e := range changed {
				m := mb.find(e.message.uid)
				m.flags, m.change = e.message.flags, mb.changes
				v.own[m.uid] = mb.changes
			}
			mb.wake()
		}, nil
	})
}

// Expunge removes what is flagged \Deleted. The client is told at the end of
// the command, by sync.
func (s *reading) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	if s.view.readOnly {
		return nil // CLOSE of a mailbox opened by EXAMINE expunges nothing
	}
	v := s.view
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		var only imap.UIDSet
		if uids != nil {
			only, _ = v.resolve(*uids).(imap.UIDSet)
		}
		var gone []*message
		for _, m := range v.mailbox.messages {
			if hasFlag(m.flags, imap.FlagDeleted) && (uids == nil || only.Contains(m.uid)) {
				gone = append(gone, m)
			}
		}
		return s.office.journal.remove(b, v.mailbox, gone), nil
	})
}

func (s *reading) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	return s.transfer(set, dest, false)
}

func (s *reading) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	if s.view.readOnly {
		return errReadOnly
	}
	data, err := s.transfer(set, dest, true)
	if err != nil || data == nil {
		return err
	}
	return w.WriteCopyData(data)
}

// transfer copies messages with their flags and dates, and removes them here
// in the same transaction if they move. Nil data says that there was nothing
// to take.
func (s *reading) transfer(set imap.NumSet, dest string, move bool) (*imap.CopyData, error) {
	j := s.office.journal
	to, err := j.folder(s.account, dest)
	if err != nil {
		return nil, err
	}
	from := s.view.mailbox
	if to == from {
		return nil, no(imap.ResponseCodeCannot, "That is the mailbox they are in")
	}
	texts := map[imap.UID][]byte{}
	for _, seen := range s.view.pick(set) {
		raw, err := s.office.store.body(from.validity, &seen.message)
		if err != nil {
			return nil, err
		}
		texts[seen.message.uid] = raw
	}
	if len(texts) == 0 {
		return nil, nil
	}
	data := &imap.CopyData{UIDValidity: to.validity}
	err = j.do(false, func(b *batch) (func(), error) {
		if s.account.mailboxes[to.name] != to {
			return nil, errTryCreate
		}
		var applies []func()
		var moved []*message
		for _, m := range from.messages {
			raw, ok := texts[m.uid]
			if !ok {
				continue
			}
			uid, apply := j.add(b, to, raw, m.received, m.flags)
			applies = append(applies, apply)
			data.SourceUIDs.AddNum(m.uid)
			data.DestUIDs.AddNum(uid)
			moved = append(moved, m)
		}
		if move {
			applies = append(applies, j.remove(b, from, moved))
		}
		return func() {
			for _, apply := range applies {
				apply()
			}
		}, nil
	})
	if err != nil || len(data.SourceUIDs) == 0 {
		return nil, err
	}
	return data, nil
}
