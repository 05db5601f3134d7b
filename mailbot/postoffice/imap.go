package postoffice

import (
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-sasl"
)

func (p *PostOffice) newIMAPServer(o Options) *imapserver.Server {
	options := &imapserver.Options{
		NewSession: func(c *imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &reading{office: p, conn: c}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1:    {},
			imap.CapNamespace:    {},
			imap.CapUIDPlus:      {},
			imap.CapESearch:      {},
			imap.CapSearchRes:    {},
			imap.CapListExtended: {},
			imap.CapListStatus:   {},
			imap.CapMove:         {},
			imap.CapStatusSize:   {},
			imap.CapBinary:       {},
			imap.CapChildren:     {},
			imap.CapSpecialUse:   {},
			imap.CapLiteralPlus:  {},
		},
		InsecureAuth: true, // loopback only
		Logger:       slog.NewLogLogger(p.log.Handler(), slog.LevelDebug),
	}
	if !o.ImplicitTLS {
		options.TLSConfig = o.TLS
	}
	return imapserver.New(options)
}

// A reading is one IMAP session (RFC 9051, RFC 3501).
type reading struct {
	office  *PostOffice
	conn    *imapserver.Conn
	account *account
	view    *view // the selected mailbox, or nil
}

var (
	_ imapserver.SessionIMAP4rev2   = (*reading)(nil)
	_ imapserver.SessionAppendLimit = (*reading)(nil)
	_ imapserver.SessionSASL        = (*reading)(nil)
)

func no(code imap.ResponseCode, text string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}

var (
	errNoMailbox = no(imap.ResponseCodeNonExistent, "No such mailbox")
	errTryCreate = no(imap.ResponseCodeTryCreate, "No such mailbox")
	errExists    = no(imap.ResponseCodeAlreadyExists, "There is a mailbox of that name")
	errReadOnly  = no("READ-ONLY", "The mailbox was opened read-only")
)

func (s *reading) Close() error {
	if s.view != nil {
		s.view.close()
	}
	return nil
}

func (s *reading) Login(user, password string) error {
	if !slices.Contains(s.office.mechanisms(), sasl.Login) {
		return no(imap.ResponseCodeCannot, "LOGIN isn't offered")
	}
	if s.account = s.office.login(user, password); s.account == nil {
		return imapserver.ErrAuthFailed
	}
	return nil
}

// AuthenticateMechanisms lists what AUTHENTICATE takes.
func (s *reading) AuthenticateMechanisms() []string { return s.office.mechanisms() }

// Authenticate begins an exchange of AUTHENTICATE.
func (s *reading) Authenticate(mechanism string) (sasl.Server, error) {
	server := s.office.authenticator(mechanism, func(a *account) { s.account = a }, imapserver.ErrAuthFailed)
	if server == nil {
		return nil, no("", "That mechanism isn't offered")
	}
	return server, nil
}

func (s *reading) AppendLimit() uint32 { return uint32(s.office.maxSize) }

func (s *reading) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Delim: rune(delimiter[0])}}}, nil
}

func (s *reading) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	p := s.office
	p.mu.Lock()
	defer p.mu.Unlock()
	mb := s.account.mailboxes[mailboxName(name)]
	if mb == nil {
		return nil, errNoMailbox
	}
	s.view = p.look(mb, options.ReadOnly)
	data := &imap.SelectData{
		Flags:          mb.keywords(),
		PermanentFlags: append(mb.keywords(), imap.FlagWildcard),
		NumMessages:    uint32(len(mb.messages)),
		UIDNext:        mb.next,
		UIDValidity:    mb.validity,
	}
	for i, m := range mb.messages {
		if !hasFlag(m.flags, imap.FlagSeen) {
			data.FirstUnseenSeqNum = uint32(i + 1)
			break
		}
	}
	return data, nil
}

func (s *reading) Unselect() error {
	s.view.close()
	s.view = nil
	return nil
}

func (s *reading) Poll(w *imapserver.UpdateWriter, allowExpunge bool) error {
	if s.view == nil {
		return nil
	}
	return s.view.sync(w, allowExpunge)
}

func (s *reading) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	if s.view == nil {
		<-stop
		return nil
	}
	return s.view.idle(w, stop)
}

// Create makes a mailbox, and those above it (RFC 9051 §6.3.4).
func (s *reading) Create(name string, _ *imap.CreateOptions) error {
	name = mailboxName(name)
	if name == "" || strings.HasPrefix(name, delimiter) || strings.Contains(name, delimiter+delimiter) {
		return no(imap.ResponseCodeCannot, "A mailbox can't have that name")
	}
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		if s.account.mailboxes[name] != nil {
			return nil, errExists
		}
		var made []*mailbox
		for i := range len(name) + 1 {
			if i == len(name) || name[i:i+1] == delimiter {
				if level := mailboxName(name[:i]); s.account.mailboxes[level] == nil {
					made = append(made, s.office.journal.newMailbox(b, s.account, level))
				}
			}
		}
		return func() {
			for _, mb := range made {
				s.account.mailboxes[mb.name] = mb
			}
		}, nil
	})
}

// Delete forgets a mailbox and its mail. One that has others below it stays
// until they are gone.
func (s *reading) Delete(name string) error {
	name = mailboxName(name)
	if name == inbox {
		return no(imap.ResponseCodeCannot, "INBOX can't be deleted")
	}
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		mb := s.account.mailboxes[name]
		if mb == nil {
			return nil, errNoMailbox
		}
		if len(s.account.children(name)) > 0 {
			return nil, no(imap.ResponseCodeHasChildren, "There are mailboxes below it")
		}
		empty := s.office.journal.remove(b, mb, mb.messages)
		b.dropped = append(b.dropped, mb.validity)
		return func() {
			empty()
			delete(s.account.mailboxes, name)
		}, nil
	})
}

// Rename moves a mailbox and those below it.
func (s *reading) Rename(from, to string, _ *imap.RenameOptions) error {
	from, to = mailboxName(from), mailboxName(to)
	if from == inbox || to == "" || strings.HasPrefix(to, from+delimiter) {
		return no(imap.ResponseCodeCannot, "That mailbox can't be renamed so")
	}
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		if s.account.mailboxes[from] == nil {
			return nil, errNoMailbox
		}
		names := append(s.account.children(from), from)
		for _, name := range names {
			if s.account.mailboxes[to+strings.TrimPrefix(name, from)] != nil {
				return nil, errExists
			}
		}
		for _, name := range names {
			mb := s.account.mailboxes[name]
			record := mb.record()
			record.Name = to + strings.TrimPrefix(name, from)
			b.records[mb.validity] = record
		}
		return func() {
			for _, name := range names {
				mb := s.account.mailboxes[name]
				delete(s.account.mailboxes, name)
				mb.name = to + strings.TrimPrefix(name, from)
				s.account.mailboxes[mb.name] = mb
			}
		}, nil
	})
}

func (s *reading) Subscribe(name string) error   { return s.subscribe(name, true) }
func (s *reading) Unsubscribe(name string) error { return s.subscribe(name, false) }

func (s *reading) subscribe(name string, on bool) error {
	return s.office.journal.do(false, func(b *batch) (func(), error) {
		mb := s.account.mailboxes[mailboxName(name)]
		if mb == nil {
			return nil, errNoMailbox
		}
		record := mb.record()
		record.Subscribed = on
		b.records[mb.validity] = record
		return func() { mb.subscribed = on }, nil
	})
}

func (s *reading) List(w *imapserver.ListWriter, ref string, patterns []string, options *imap.ListOptions) error {
	if len(patterns) == 0 { // the client asks for the delimiter
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: rune(delimiter[0])})
	}
	for _, data := range s.list(ref, patterns, options) {
		if err := w.WriteList(&data); err != nil {
			return err
		}
	}
	return nil
}

func (s *reading) list(ref string, patterns []string, options *imap.ListOptions) []imap.ListData {
	s.office.mu.Lock()
	defer s.office.mu.Unlock()
	var list []imap.ListData
	for _, name := range slices.Sorted(maps.Keys(s.account.mailboxes)) {
		mb := s.account.mailboxes[name]
		role, special := roles[name]
		matches := func(pattern string) bool {
			if strings.EqualFold(pattern, inbox) {
				pattern = inbox
			}
			return imapserver.MatchList(name, rune(delimiter[0]), ref, pattern)
		}
		if !slices.ContainsFunc(patterns, matches) || options.SelectSubscribed && !mb.subscribed || options.SelectSpecialUse && !special {
			continue
		}
		data := imap.ListData{Mailbox: name, Delim: rune(delimiter[0])}
		if len(s.account.children(name)) > 0 {
			data.Attrs = append(data.Attrs, imap.MailboxAttrHasChildren)
		} else {
			data.Attrs = append(data.Attrs, imap.MailboxAttrHasNoChildren)
		}
		if mb.subscribed && (options.SelectSubscribed || options.ReturnSubscribed) {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSubscribed)
		}
		if special {
			data.Attrs = append(data.Attrs, role)
		}
		if options.ReturnStatus != nil {
			data.Status = mb.status(options.ReturnStatus)
		}
		list = append(list, data)
	}
	return list
}

func (s *reading) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	s.office.mu.Lock()
	defer s.office.mu.Unlock()
	mb := s.account.mailboxes[mailboxName(name)]
	if mb == nil {
		return nil, errNoMailbox
	}
	return mb.status(options), nil
}

// status answers all that can be asked; the server sends what was.
func (mb *mailbox) status(options *imap.StatusOptions) *imap.StatusData {
	data := &imap.StatusData{Mailbox: mb.name, UIDNext: mb.next, UIDValidity: mb.validity}
	total, recent := uint32(len(mb.messages)), uint32(0)
	data.NumMessages, data.NumRecent = &total, &recent
	if options.NumUnseen {
		unseen := total - mb.count(imap.FlagSeen)
		data.NumUnseen = &unseen
	}
	if options.NumDeleted {
		deleted := mb.count(imap.FlagDeleted)
		data.NumDeleted = &deleted
	}
	if options.Size {
		var size int64
		for _, m := range mb.messages {
			size += m.size
		}
		data.Size = &size
	}
	return data
}

func (s *reading) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	received := options.Time
	if received.IsZero() {
		received = s.office.now()
	}
	mb, err := s.office.journal.folder(s.account, name)
	if err != nil {
		return nil, err
	}
	data := &imap.AppendData{UIDValidity: mb.validity}
	err = s.office.journal.do(true, func(b *batch) (func(), error) {
		if s.account.mailboxes[mb.name] != mb {
			return nil, errTryCreate
		}
		uid, apply := s.office.journal.add(b, mb, raw, received, cleanFlags(options.Flags))
		data.UID = uid
		return apply, nil
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}
