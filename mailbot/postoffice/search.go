package postoffice

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	gomessage "github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // texts are searched in any charset
	"github.com/emersion/go-message/mail"
)

func (s *reading) Search(kind imapserver.NumKind, criteria *imap.SearchCriteria, options *imap.SearchOptions) (*imap.SearchData, error) {
	s.office.mu.Lock()
	s.view.resolveCriteria(criteria)
	messages := s.view.all()
	s.office.mu.Unlock()

	var data imap.SearchData
	var seqs imap.SeqSet
	var uids imap.UIDSet
	for _, m := range messages {
		found := candidate{sighting: m, text: func() ([]byte, error) {
			return s.office.store.body(s.view.mailbox.validity, &m.message)
		}}
		if !found.matches(criteria) {
			continue
		}
		seqs.AddNum(m.seq)
		uids.AddNum(m.message.uid)
		n := m.seq
		if kind == imapserver.NumKindUID {
			n = uint32(m.message.uid)
		}
		if data.Count == 0 {
			data.Min = n
		}
		data.Max = n
		data.Count++
	}
	if kind == imapserver.NumKindUID {
		data.All = uids
	} else {
		data.All = seqs
	}
	if options.ReturnSave {
		s.view.saved = uids
	}
	return &data, nil
}

// resolveCriteria gives "*" and "$" their values all through.
func (v *view) resolveCriteria(c *imap.SearchCriteria) {
	var seqs []imap.SeqSet
	for _, set := range c.SeqNum {
		switch set := v.resolve(set).(type) {
		case imap.SeqSet:
			seqs = append(seqs, set)
		case imap.UIDSet: // "$" stands for messages, whatever their numbers
			c.UID = append(c.UID, set)
		}
	}
	c.SeqNum = seqs
	for i, set := range c.UID {
		c.UID[i], _ = v.resolve(set).(imap.UIDSet)
	}
	for i := range c.Not {
		v.resolveCriteria(&c.Not[i])
	}
	for i := range c.Or {
		v.resolveCriteria(&c.Or[i][0])
		v.resolveCriteria(&c.Or[i][1])
	}
}

// A candidate is a message that is being looked at by SEARCH; its text is read
// only if a criterion needs it.
type candidate struct {
	sighting
	text   func() ([]byte, error)
	parsed *gomessage.Entity
	raw    []byte
}

// entity reads the message anew: a body can be read once only.
func (c *candidate) entity() *gomessage.Entity {
	if c.raw == nil {
		raw, err := c.text()
		if err != nil {
			raw = []byte{}
		}
		c.raw = raw
	}
	e, _ := gomessage.Read(bytes.NewReader(c.raw))
	if e == nil {
		e, _ = gomessage.New(gomessage.Header{}, bytes.NewReader(c.raw))
	}
	return e
}

func (c *candidate) header() mail.Header {
	if c.parsed == nil {
		c.parsed = c.entity()
	}
	return mail.Header{Header: c.parsed.Header}
}

func (c *candidate) matches(want *imap.SearchCriteria) bool {
	m := c.message
	for _, set := range want.SeqNum {
		if !set.Contains(c.seq) {
			return false
		}
	}
	for _, set := range want.UID {
		if !set.Contains(m.uid) {
			return false
		}
	}
	for _, f := range want.Flag {
		if !hasFlag(m.flags, f) {
			return false
		}
	}
	for _, f := range want.NotFlag {
		if hasFlag(m.flags, f) {
			return false
		}
	}
	if want.Larger != 0 && m.size <= want.Larger || want.Smaller != 0 && m.size >= want.Smaller {
		return false
	}
	if !between(m.received, want.Since, want.Before) {
		return false
	}
	if !want.SentSince.IsZero() || !want.SentBefore.IsZero() {
		header := c.header()
		sent, err := header.Date()
		if err != nil || !between(sent, want.SentSince, want.SentBefore) {
			return false
		}
	}
	for _, field := range want.Header {
		header := c.header()
		if !inFields(header.FieldsByKey(field.Key), field.Value) {
			return false
		}
	}
	for _, text := range want.Text {
		header := c.header()
		if !inFields(header.Fields(), text) && !inBody(c.entity(), text) {
			return false
		}
	}
	for _, text := range want.Body {
		if !inBody(c.entity(), text) {
			return false
		}
	}
	for i := range want.Not {
		if c.matches(&want.Not[i]) {
			return false
		}
	}
	return !slices.ContainsFunc(want.Or, func(or [2]imap.SearchCriteria) bool {
		return !c.matches(&or[0]) && !c.matches(&or[1])
	})
}

// between compares dates without regard to time and zone (RFC 9051 §6.4.4).
func between(t, since, before time.Time) bool {
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return (since.IsZero() || !day.Before(since)) && (before.IsZero() || day.Before(before))
}

// inFields looks for a text in header fields; the empty text asks whether
// there is any field at all.
func inFields(fields gomessage.HeaderFields, text string) bool {
	for fields.Next() {
		value, _ := fields.Text()
		if strings.Contains(strings.ToLower(value), strings.ToLower(text)) {
			return true
		}
	}
	return false
}

// inBody looks for a text in the decoded parts that are text.
func inBody(e *gomessage.Entity, text string) bool {
	if parts := e.MultipartReader(); parts != nil {
		for {
			part, err := parts.NextPart()
			if err != nil && !gomessage.IsUnknownCharset(err) {
				return false
			}
			if inBody(part, text) {
				return true
			}
		}
	}
	kind, _, _ := e.Header.ContentType()
	if kind != "" && !strings.HasPrefix(kind, "text/") && !strings.HasPrefix(kind, "message/") {
		return false
	}
	body, _ := io.ReadAll(e.Body)
	return strings.Contains(strings.ToLower(string(body)), strings.ToLower(text))
}
