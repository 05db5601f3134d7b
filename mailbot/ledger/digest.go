package ledger

import "time"

// A Digest is how far whoever runs the Arbitre has been told what came.
type Digest struct {
	Day     string    `json:"day"`     // on which it was looked at last, in UTC
	Receipt uint64    `json:"receipt"` // the last letter told
	At      time.Time `json:"at"`
}

// LastDigest returns the latest digest; zero if there was none.
func (t *Tx) LastDigest() (Digest, error) {
	var d Digest
	_, err := get(t, bucketMeta, []byte("digest"), &d)
	return d, err
}

// SetDigest records a digest.
func (t *Tx) SetDigest(d Digest) error { return put(t, bucketMeta, []byte("digest"), d) }
