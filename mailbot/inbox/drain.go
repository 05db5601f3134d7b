package inbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// A batch is at most this many messages and, but for a single larger message,
// this many bytes.
const (
	batchMessages = 64
	batchBytes    = 4 << 20
)

// Drain gives take every message from the cursor on, in order of UID, until
// there are no more, and returns where it stopped. When take returns nil the
// batch must be durable: its messages are then flagged \Seen and Keyword, and
// moved to DoneMailbox. A mailbox whose UIDVALIDITY isn't the cursor's is read
// from its beginning. After an error the cursor returned is still true: all
// before it was taken. A batch whose flagging that error cut short keeps the
// flags and the place that it has: the cursor is what counts.
func (s *Session) Drain(ctx context.Context, from Cursor, take func([]Message) error) (Cursor, error) {
	if from.Validity != s.validity {
		from = Cursor{Validity: s.validity}
	}
	from.Next = max(from.Next, 1)
	for {
		// A server may show only those messages that it has announced, and it
		// announces them at the end of a command.
		if err := s.do(ctx, ErrRefused, func() error { return s.client.Noop().Wait() }); err != nil {
			return from, fmt.Errorf("asking for news: %w", err)
		}
		select {
		case <-s.news:
		default:
		}
		listed, err := s.list(ctx, from.Next)
		if err != nil || len(listed) == 0 {
			return from, err
		}
		for len(listed) > 0 {
			n := s.batch(listed)
			if from, err = s.takeBatch(ctx, from, listed[:n], take); err != nil {
				return from, err
			}
			listed = listed[n:]
		}
	}
}

// batch is how many of the listed messages make the next one.
func (s *Session) batch(listed []Message) int {
	var bytes int64
	for i, m := range listed {
		bytes += min(m.Size, s.account.MaxSize)
		if i > 0 && bytes > batchBytes || i == batchMessages {
			return i
		}
	}
	return len(listed)
}

func (s *Session) takeBatch(ctx context.Context, from Cursor, listed []Message, take func([]Message) error) (Cursor, error) {
	messages, lost := s.read(ctx, listed)
	if err := ctx.Err(); err != nil {
		return from, err
	}
	if len(messages) > 0 {
		if err := take(messages); err != nil {
			return from, fmt.Errorf("taking %d messages: %w", len(messages), err)
		}
		from.Next = messages[len(messages)-1].UID + 1
	}
	if lost != nil {
		return from, lost
	}
	from.Next = listed[len(listed)-1].UID + 1
	return from, s.mark(ctx, messages)
}

// list gives the number, size and date of every message from a UID on.
func (s *Session) list(ctx context.Context, next uint32) ([]Message, error) {
	var all imap.UIDSet
	all.AddRange(imap.UID(next), 0)
	listed, err := s.listSet(ctx, all)
	if err != nil {
		return nil, err
	}
	for i, m := range listed {
		if m.Size == 0 && m.Received.IsZero() {
			// A change of flags by someone else passed for the answer.
			again, err := s.listSet(ctx, imap.UIDSetNum(imap.UID(m.UID)))
			if err != nil {
				return nil, err
			}
			if len(again) == 1 {
				listed[i] = again[0]
			}
		}
	}
	// "n:*" with nothing new names the last old message (RFC 9051 §9).
	listed = slices.DeleteFunc(listed, func(m Message) bool { return m.UID < next })
	slices.SortFunc(listed, func(a, b Message) int { return cmp.Compare(a.UID, b.UID) })
	return slices.CompactFunc(listed, func(a, b Message) bool { return a.UID == b.UID }), nil
}

func (s *Session) listSet(ctx context.Context, set imap.UIDSet) ([]Message, error) {
	var listed []Message
	err := s.do(ctx, ErrRefused, func() error {
		cmd := s.client.Fetch(set, &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true})
		for data := cmd.Next(); data != nil; data = cmd.Next() {
			s.patience.Reset(s.account.CommandTimeout)
			m := Message{Mailbox: s.account.Mailbox, Validity: s.validity}
			for item := data.Next(); item != nil; item = data.Next() {
				switch item := item.(type) {
				case imapclient.FetchItemDataUID:
					m.UID = uint32(item.UID)
				case imapclient.FetchItemDataRFC822Size:
					m.Size = item.Size
				case imapclient.FetchItemDataInternalDate:
					m.Received = item.Time
				}
			}
			if m.UID != 0 {
				listed = append(listed, m)
			}
		}
		return cmd.Close()
	})
	if err != nil {
		return nil, fmt.Errorf("listing the new messages: %w", err)
	}
	return listed, nil
}

// read gets the text of the listed messages: the ordinary ones in one command,
// the large ones, and whatever that command didn't give, one by one. Messages
// that are no longer there are left out. With an error come those that had
// arrived whole, up to the first that had not: on a connection that keeps
// breaking, each try gets further.
func (s *Session) read(ctx context.Context, listed []Message) ([]Message, error) {
	texts := map[uint32]text{}
	var lost error
	var ordinary imap.UIDSet
	for _, m := range listed {
		if m.Size <= s.account.MaxSize {
			ordinary.AddNum(imap.UID(m.UID))
		}
	}
	if len(ordinary) > 0 {
		// A refusal may be about one message only: each gets its own chance below.
		if err := s.fetch(ctx, ordinary, nil, texts); err != nil && !errors.Is(err, ErrRefused) {
			lost = err
		}
	}
	messages := make([]Message, 0, len(listed))
	for _, m := range listed {
		if _, ok := texts[m.UID]; !ok {
			if lost != nil {
				return messages, lost
			}
			there, err := s.readAlone(ctx, &m, texts)
			if err != nil {
				return messages, err
			}
			if !there {
				continue
			}
		}
		m.Raw = texts[m.UID].raw
		m.TooLarge = texts[m.UID].cut || m.Size > s.account.MaxSize
		messages = append(messages, m)
	}
	return messages, lost
}

// readAlone gets the text of one message, or the reason why it has none.
func (s *Session) readAlone(ctx context.Context, m *Message, texts map[uint32]text) (there bool, err error) {
	one := imap.UIDSetNum(imap.UID(m.UID))
	var partial *imap.SectionPartial
	if m.Size > s.account.MaxSize {
		partial = &imap.SectionPartial{Size: s.account.MaxSize}
	}
	err = s.fetch(ctx, one, partial, texts)
	if err != nil && !errors.Is(err, ErrRefused) {
		return false, err
	}
	if _, ok := texts[m.UID]; ok {
		return true, nil
	}
	listed, listErr := s.listSet(ctx, one)
	if listErr != nil {
		return false, listErr
	}
	if len(listed) == 0 {
		return false, nil
	}
	m.Unreadable = err
	if err == nil {
		m.Unreadable = fmt.Errorf("message %d: the server lists it and sends no text", m.UID)
	}
	s.account.Logger.Warn("a message can't be read", "uid", m.UID, "error", m.Unreadable)
	return true, nil
}

type text struct {
	raw []byte
	cut bool
}

// fetch reads BODY.PEEK[] of a set of messages. The answer is consumed to its
// end: until then the client reads nothing else.
func (s *Session) fetch(ctx context.Context, set imap.UIDSet, partial *imap.SectionPartial, texts map[uint32]text) error {
	err := s.do(ctx, ErrRefused, func() error {
		whole := &imap.FetchItemBodySection{Peek: true, Partial: partial}
		cmd := s.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}})
		var failed error
		for data := cmd.Next(); data != nil; data = cmd.Next() {
			var uid uint32
			var got *text
			for item := data.Next(); item != nil; item = data.Next() {
				switch item := item.(type) {
				case imapclient.FetchItemDataUID:
					uid = uint32(item.UID)
				case imapclient.FetchItemDataBodySection:
					if item.Literal == nil { // NIL for the text
						continue
					}
					read, err := s.readText(item.Literal)
					if err != nil {
						failed = err
						continue
					}
					got = read
				}
			}
			if uid != 0 && got != nil {
				texts[uid] = *got
			}
		}
		return cmp.Or(cmd.Close(), failed)
	})
	if err != nil {
		return fmt.Errorf("reading messages %v: %w", set, err)
	}
	return nil
}

// readText reads a text up to MaxSize, whatever size the server announced
// before, and throws the rest away.
func (s *Session) readText(literal imap.LiteralReader) (*text, error) {
	size := literal.Size()
	kept := min(size, s.account.MaxSize)
	raw := make([]byte, 0, kept)
	chunk := make([]byte, 32<<10)
	for {
		n, err := literal.Read(chunk)
		if n > 0 {
			s.patience.Reset(s.account.CommandTimeout)
			raw = append(raw, chunk[:min(int64(n), kept-int64(len(raw)))]...)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if int64(len(raw)) < kept {
		return nil, io.ErrUnexpectedEOF
	}
	return &text{raw: raw, cut: size > kept}, nil
}

// mark flags the messages that were taken, and moves them. The server's
// refusal isn't an error: the cursor knows better. It is told once.
func (s *Session) mark(ctx context.Context, messages []Message) error {
	var taken imap.UIDSet
	for _, m := range messages {
		taken.AddNum(imap.UID(m.UID))
	}
	if len(taken) == 0 {
		return nil
	}
	if len(s.marks) > 0 {
		err := s.do(ctx, ErrRefused, func() error {
			return s.client.Store(taken, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: s.marks}, nil).Close()
		})
		if errors.Is(err, ErrRefused) {
			s.account.Logger.Warn("the messages taken can't be flagged", "error", err)
			s.marks = nil
		} else if err != nil {
			return fmt.Errorf("flagging the messages taken: %w", err)
		}
	}
	if !s.moves {
		return nil
	}
	err := s.move(ctx, taken)
	var answer *imap.Error
	if errors.As(err, &answer) && answer.Code == imap.ResponseCodeTryCreate {
		if err = s.Create(ctx, s.account.DoneMailbox); err == nil {
			err = s.move(ctx, taken)
		}
	}
	if errors.Is(err, ErrRefused) {
		s.account.Logger.Warn("the messages taken can't be moved", "to", s.account.DoneMailbox, "error", err)
		s.moves = false
	} else if err != nil {
		return fmt.Errorf("moving the messages taken: %w", err)
	}
	return nil
}

func (s *Session) move(ctx context.Context, taken imap.UIDSet) error {
	return s.do(ctx, ErrRefused, func() error {
		_, err := s.client.Move(taken, s.account.DoneMailbox).Wait()
		return err
	})
}
