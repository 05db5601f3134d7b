package postoffice

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/emersion/go-imap/v2"
	bolt "go.etcd.io/bbolt"
)

// A store is the post office's file. With no directory there is no file, and
// messages keep their text in memory.
//
// Three buckets: mailboxes (UIDVALIDITY → record), messages (UIDVALIDITY, UID →
// record) and bodies (UIDVALIDITY, UID → the message's bytes). Keys are
// big-endian, so a mailbox's messages lie together in order. A UIDVALIDITY is
// never given twice, so it serves as a mailbox's identity; the last one given
// is the mailboxes' sequence number.
type store struct {
	db *bolt.DB
}

var (
	mailboxBucket = []byte("mailboxes")
	messageBucket = []byte("messages")
	bodyBucket    = []byte("bodies")
)

type mailboxRecord struct {
	Account    string   `json:"account"`
	Name       string   `json:"name"`
	Next       imap.UID `json:"next"`
	Subscribed bool     `json:"subscribed,omitempty"`
}

type messageRecord struct {
	Received time.Time   `json:"received"`
	Size     int64       `json:"size"`
	Flags    []imap.Flag `json:"flags,omitempty"`
}

func openStore(dir string) (*store, error) {
	if dir == "" {
		return &store{}, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the post office's directory: %w", err)
	}
	path := filepath.Join(dir, "postoffice.db")
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second, FreelistType: bolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("opening %s (is another post office using it?): %w", path, err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{mailboxBucket, messageBucket, bodyBucket} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("preparing %s: %w", path, err)
	}
	return &store{db: db}, nil
}

func (s *store) close() error {
	if s.db == nil {
		return nil
	}
	return s.db.Close()
}

func mailboxKey(validity uint32) []byte { return binary.BigEndian.AppendUint32(nil, validity) }

func messageKey(validity uint32, uid imap.UID) []byte {
	return binary.BigEndian.AppendUint32(mailboxKey(validity), uint32(uid))
}

// load reads all that is kept but the messages' text, and the last UIDVALIDITY
// given.
func (s *store) load() (mailboxes []*mailbox, last uint32, err error) {
	if s.db == nil {
		return nil, 0, nil
	}
	err = s.db.View(func(tx *bolt.Tx) error {
		last = uint32(tx.Bucket(mailboxBucket).Sequence())
		byValidity := map[uint32]*mailbox{}
		err := tx.Bucket(mailboxBucket).ForEach(func(k, v []byte) error {
			var r mailboxRecord
			if err := json.Unmarshal(v, &r); err != nil {
				return fmt.Errorf("mailbox %x: %w", k, err)
			}
			mb := &mailbox{
				validity:   binary.BigEndian.Uint32(k),
				account:    r.Account,
				name:       r.Name,
				next:       r.Next,
				assigned:   r.Next,
				subscribed: r.Subscribed,
				views:      map[*view]struct{}{},
			}
			mailboxes = append(mailboxes, mb)
			byValidity[mb.validity] = mb
			return nil
		})
		if err != nil {
			return err
		}
		return tx.Bucket(messageBucket).ForEach(func(k, v []byte) error {
			var r messageRecord
			if err := json.Unmarshal(v, &r); err != nil {
				return fmt.Errorf("message %x: %w", k, err)
			}
			mb := byValidity[binary.BigEndian.Uint32(k)]
			if mb == nil {
				return fmt.Errorf("message %x belongs to no mailbox", k)
			}
			mb.messages = append(mb.messages, &message{
				uid:      imap.UID(binary.BigEndian.Uint32(k[4:])),
				received: r.Received,
				size:     r.Size,
				flags:    r.Flags,
			})
			return nil
		})
	})
	if err != nil {
		return nil, 0, fmt.Errorf("reading the post office's file: %w", err)
	}
	return mailboxes, last, nil
}

// errGone says that a message was expunged before its text was asked for.
var errGone = errors.New("the message has been expunged")

// body is the text of a message.
func (s *store) body(validity uint32, m *message) ([]byte, error) {
	if s.db == nil {
		return m.raw, nil
	}
	var raw []byte
	err := s.db.View(func(tx *bolt.Tx) error {
		v := tx.Bucket(bodyBucket).Get(messageKey(validity, m.uid))
		if v == nil {
			return errGone
		}
		raw = bytes.Clone(v)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading message %d: %w", m.uid, err)
	}
	return raw, nil
}

// A batch is what one transaction changes.
type batch struct {
	last    uint32                   // the last UIDVALIDITY given, when it changed
	records map[uint32]mailboxRecord // mailboxes to write
	added   []entry                  // new messages, with their text
	flagged []entry                  // messages whose flags change
	removed []entry                  // messages to forget
	dropped []uint32                 // mailboxes to forget; their messages are in removed
}

type entry struct {
	validity uint32
	message  message
}

// write commits a batch: when it returns nil, the batch is on disk.
func (s *store) write(b *batch) error {
	if s.db == nil {
		return nil
	}
	return s.db.Update(func(tx *bolt.Tx) error {
		mailboxes, messages, bodies := tx.Bucket(mailboxBucket), tx.Bucket(messageBucket), tx.Bucket(bodyBucket)
		if b.last != 0 {
			if err := mailboxes.SetSequence(uint64(b.last)); err != nil {
				return err
			}
		}
		for validity, record := range b.records {
			if err := putJSON(mailboxes, mailboxKey(validity), record); err != nil {
				return err
			}
		}
		for _, e := range b.added {
			if err := bodies.Put(messageKey(e.validity, e.message.uid), e.message.raw); err != nil {
				return err
			}
		}
		for _, entries := range [][]entry{b.added, b.flagged} {
			for _, e := range entries {
				record := messageRecord{e.message.received, e.message.size, e.message.flags}
				if err := putJSON(messages, messageKey(e.validity, e.message.uid), record); err != nil {
					return err
				}
			}
		}
		for _, e := range b.removed {
			key := messageKey(e.validity, e.message.uid)
			if err := messages.Delete(key); err != nil {
				return err
			}
			if err := bodies.Delete(key); err != nil {
				return err
			}
		}
		for _, validity := range b.dropped {
			if err := mailboxes.Delete(mailboxKey(validity)); err != nil {
				return err
			}
		}
		return nil
	})
}

func putJSON(b *bolt.Bucket, key []byte, record any) error {
	value, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return b.Put(key, value)
}
