// Package ledger is the Arbitre's memory and the only writer of durable state:
// letters taken, games, players, order sheets, seasons played, and mail to be
// sent. One bbolt file; every change is one transaction, on disk before Update
// returns, so that a kill -9 at any point leaves either all of it or none.
//
// No mail is sent or fetched inside a transaction.
package ledger

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrLocked means that another Arbitre has the ledger open.
var ErrLocked = errors.New("the ledger is in use by another arbitre")

// ErrFull means that the disk has no room for what was to be recorded. Nothing
// of it was; the ledger is as before, and goes on as soon as there is room.
var ErrFull = errors.New("the ledger's disk is full: letters stay in the mailbox, and nothing is sent or played until there is room")

// version is of the layout of the buckets below.
const version = 1

// The buckets, by what they hold; keys are big-endian, so that a cursor walks
// them in order.
var (
	bucketMeta     = []byte("meta")     // "version", "key"
	bucketCursors  = []byte("cursors")  // mailbox → Cursor
	bucketLetters  = []byte("letters")  // receipt → Letter
	bucketRaw      = []byte("raw")      // receipt → the letter's bytes, secrets blanked
	bucketPlaces   = []byte("places")   // mailbox, validity, uid → receipt
	bucketIdentity = []byte("identity") // Message-ID and body hash → receipt
	bucketDeferred = []byte("deferred") // game, receipt → nothing: letters that wait for the next season
	bucketGames    = []byte("games")    // game → Game
	bucketStates   = []byte("states")   // game → the engine's state
	bucketPlayers  = []byte("players")  // game, seat → Player
	bucketAddress  = []byte("address")  // address, game, seat → nothing
	bucketSheets   = []byte("sheets")   // game, season, seat → Sheet
	bucketArchive  = []byte("archive")  // game, line number → a line of the game's archive
	bucketReports  = []byte("reports")  // game, season, seat → Report
	bucketMails    = []byte("mails")    // mail → Mail
	bucketBytes    = []byte("bytes")    // mail → the mail's final bytes
	bucketQueue    = []byte("queue")    // time due, mail → nothing
	bucketThreads  = []byte("threads")  // Message-ID of a mail of ours → mail
	bucketAnswers  = []byte("answers")  // period, what is counted → how often it happened
	bucketRoutes   = []byte("routes")   // address → Route
	bucketSilent   = []byte("silent")   // address, day, receipt → nothing: letters held without asking the address
)

// A Ledger is an open ledger. It is safe for use by several goroutines.
type Ledger struct {
	db *bbolt.DB
}

// A Tx is one transaction. Nothing read through it may be kept in bytes beyond
// its end; the typed records are copies and may.
type Tx struct {
	tx *bbolt.Tx
}

// Open opens or makes the ledger in a file, readable by its owner alone.
// The error is ErrLocked if another process holds it.
func Open(path string) (*Ledger, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the ledger's folder: %w", err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the ledger %s: %w", path, err)
	}
	l := &Ledger{db: db}
	if err := l.Update(prepare); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return l, nil
}

// prepare makes what a new ledger needs and refuses one of another version.
func prepare(tx *Tx) error {
	for _, name := range [][]byte{
		bucketMeta, bucketCursors, bucketLetters, bucketRaw, bucketPlaces, bucketIdentity, bucketDeferred,
		bucketGames, bucketStates, bucketPlayers, bucketAddress, bucketSheets, bucketArchive, bucketReports,
		bucketMails, bucketBytes, bucketQueue, bucketThreads, bucketAnswers, bucketRoutes, bucketSilent,
	} {
		if _, err := tx.tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("making the ledger's bucket %s: %w", name, err)
		}
	}
	var found int
	known, err := get(tx, bucketMeta, []byte("version"), &found)
	if err != nil {
		return err
	}
	if known && found != version {
		return fmt.Errorf("the ledger has layout %d, this arbitre reads layout %d", found, version)
	}
	return put(tx, bucketMeta, []byte("version"), version)
}

// Close ends the ledger's use, after the transaction in hand.
func (l *Ledger) Close() error { return l.db.Close() }

// Update runs one transaction that may write. All of it is on disk when Update
// returns nil, and none of it otherwise.
// The error wraps ErrFull if the disk is full.
func (l *Ledger) Update(do func(*Tx) error) error {
	err := l.db.Update(func(tx *bbolt.Tx) error { return do(&Tx{tx}) })
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w (%w)", ErrFull, err)
	}
	return err
}

// View runs one transaction that only reads.
func (l *Ledger) View(do func(*Tx) error) error {
	return l.db.View(func(tx *bbolt.Tx) error { return do(&Tx{tx}) })
}

// Key returns the 32 bytes from which reply tokens are derived, made from
// entropy at the first call.
func (t *Tx) Key(entropy func([]byte) error) ([32]byte, error) {
	var key [32]byte
	if kept := t.tx.Bucket(bucketMeta).Get([]byte("key")); kept != nil {
		copy(key[:], kept)
		return key, nil
	}
	if entropy == nil {
		entropy = func(b []byte) error { _, err := rand.Read(b); return err }
	}
	if err := entropy(key[:]); err != nil {
		return key, fmt.Errorf("drawing the ledger's key: %w", err)
	}
	return key, t.tx.Bucket(bucketMeta).Put([]byte("key"), key[:])
}

// key joins parts to a key whose order is that of its parts. Text parts hold no NUL.
func key(parts ...any) []byte {
	var k []byte
	for _, part := range parts {
		switch p := part.(type) {
		case string:
			k = append(append(k, p...), 0)
		case uint32:
			k = binary.BigEndian.AppendUint32(k, p)
		case uint64:
			k = binary.BigEndian.AppendUint64(k, p)
		case int:
			k = binary.BigEndian.AppendUint32(k, uint32(p))
		case time.Time:
			k = binary.BigEndian.AppendUint64(k, uint64(p.UnixNano()))
		}
	}
	return k
}

func put(t *Tx, bucket, k []byte, record any) error {
	data, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("writing a record of %s: %w", bucket, err)
	}
	if err := t.tx.Bucket(bucket).Put(k, data); err != nil {
		return fmt.Errorf("writing to %s: %w", bucket, err)
	}
	return nil
}

// get reads a record; it tells whether there is one.
func get(t *Tx, bucket, k []byte, record any) (bool, error) {
	data := t.tx.Bucket(bucket).Get(k)
	if data == nil {
		return false, nil
	}
	if err := json.Unmarshal(data, record); err != nil {
		return true, fmt.Errorf("reading a record of %s: %w", bucket, err)
	}
	return true, nil
}

// each walks the records of a bucket whose keys begin with a prefix, in order.
func each(t *Tx, bucket, prefix []byte, visit func(k, v []byte) error) error {
	c := t.tx.Bucket(bucket).Cursor()
	for k, v := c.Seek(prefix); k != nil && len(k) >= len(prefix) && string(k[:len(prefix)]) == string(prefix); k, v = c.Next() {
		if err := visit(k, v); err != nil {
			return err
		}
	}
	return nil
}

// records collects the records of a bucket whose keys begin with a prefix, in order.
func records[R any](t *Tx, bucket, prefix []byte) ([]R, error) {
	var all []R
	err := each(t, bucket, prefix, func(_, v []byte) error {
		var r R
		if err := json.Unmarshal(v, &r); err != nil {
			return fmt.Errorf("reading a record of %s: %w", bucket, err)
		}
		all = append(all, r)
		return nil
	})
	return all, err
}
