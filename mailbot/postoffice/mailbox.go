package postoffice

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// delimiter separates the levels of a mailbox's name.
const delimiter = "/"

const inbox = "INBOX"

// roles are the folders that mail clients expect to find or to make (RFC 6154).
// Putting a message into one that isn't there yet creates it.
var roles = map[string]imap.MailboxAttr{
	"Sent":    imap.MailboxAttrSent,
	"Drafts":  imap.MailboxAttrDrafts,
	"Trash":   imap.MailboxAttrTrash,
	"Junk":    imap.MailboxAttrJunk,
	"Archive": imap.MailboxAttrArchive,
}

// A mailbox as it is on disk, held in memory but for the text of its messages.
// Only the journal changes it, with PostOffice.mu held.
type mailbox struct {
	validity   uint32 // UIDVALIDITY, and the mailbox's identity
	account    string
	name       string
	next       imap.UID // the UID after the last visible message's (UIDNEXT)
	assigned   imap.UID // the UID after the last one promised to a delivery in hand
	subscribed bool
	messages   []*message // by UID

	// What changed since a view last looked: changes counts changes of flags,
	// losses counts expunges.
	changes, losses uint64
	views           map[*view]struct{}
}

type message struct {
	uid      imap.UID
	received time.Time
	size     int64
	flags    []imap.Flag // replaced, never modified
	change   uint64      // mailbox.changes when the flags last changed
	raw      []byte      // nil when the text is on disk
}

// mailboxName gives INBOX its one spelling (RFC 9051 §5.1) and drops the
// trailing delimiter that some clients write.
func mailboxName(name string) string {
	name = strings.TrimRight(name, delimiter)
	if strings.EqualFold(name, inbox) {
		return inbox
	}
	return name
}

// find is the message with a UID, or nil.
func (mb *mailbox) find(uid imap.UID) *message {
	i, ok := slices.BinarySearchFunc(mb.messages, uid, compareUID)
	if !ok {
		return nil
	}
	return mb.messages[i]
}

// since lists the messages from a UID on.
func (mb *mailbox) since(uid imap.UID) []*message {
	i, _ := slices.BinarySearchFunc(mb.messages, uid, compareUID)
	return mb.messages[i:]
}

func compareUID(m *message, uid imap.UID) int { return cmp.Compare(m.uid, uid) }

// record is the mailbox as it is to be written, with the UIDs that the batch in
// hand gives out.
func (mb *mailbox) record() mailboxRecord {
	return mailboxRecord{Account: mb.account, Name: mb.name, Next: mb.assigned, Subscribed: mb.subscribed}
}

func (mb *mailbox) remove(gone map[imap.UID]bool) {
	mb.messages = slices.DeleteFunc(mb.messages, func(m *message) bool { return gone[m.uid] })
	mb.losses++
	mb.wake()
}

// wake tells the idle clients that there is something to look at.
func (mb *mailbox) wake() {
	for v := range mb.views {
		select {
		case v.news <- struct{}{}:
		default:
		}
	}
}

func (mb *mailbox) count(flag imap.Flag) uint32 {
	var n uint32
	for _, m := range mb.messages {
		if hasFlag(m.flags, flag) {
			n++
		}
	}
	return n
}

// keywords are the flags in use, the system's first.
func (mb *mailbox) keywords() []imap.Flag {
	flags := []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft}
	for _, m := range mb.messages {
		for _, f := range m.flags {
			if !hasFlag(flags, f) {
				flags = append(flags, f)
			}
		}
	}
	slices.Sort(flags[5:])
	return flags
}

func hasFlag(flags []imap.Flag, flag imap.Flag) bool {
	return slices.ContainsFunc(flags, func(f imap.Flag) bool { return strings.EqualFold(string(f), string(flag)) })
}

// cleanFlags drops repeats and what a client can't set (RFC 9051 §2.3.2), and
// gives system flags their usual spelling.
func cleanFlags(flags []imap.Flag) []imap.Flag {
	var clean []imap.Flag
	for _, f := range flags {
		if strings.EqualFold(string(f), `\Recent`) || f == imap.FlagWildcard {
			continue
		}
		for _, system := range []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft} {
			if strings.EqualFold(string(f), string(system)) {
				f = system
			}
		}
		if !hasFlag(clean, f) {
			clean = append(clean, f)
		}
	}
	slices.Sort(clean)
	return clean
}

// applyFlags is what a message's flags become by a STORE.
func applyFlags(old []imap.Flag, s *imap.StoreFlags) []imap.Flag {
	switch s.Op {
	case imap.StoreFlagsAdd:
		return cleanFlags(slices.Concat(old, s.Flags))
	case imap.StoreFlagsDel:
		return slices.DeleteFunc(slices.Clone(old), func(f imap.Flag) bool { return hasFlag(s.Flags, f) })
	default:
		return cleanFlags(s.Flags)
	}
}
