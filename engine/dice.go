package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Dice are named draws. A draw depends on its name alone, never on which draws
// were made before it, so that taking an order away changes no other's luck.
type Dice interface {
	// Draw returns a whole number from 0 to n-1, each as likely; n ≥ 1.
	Draw(name string, n int64) int64
}

// Between draws a whole number from lo to hi, both included; lo if hi < lo.
func Between(d Dice, name string, lo, hi int64) int64 {
	if hi < lo {
		return lo
	}
	return lo + d.Draw(name, hi-lo+1)
}

// Keyed are the dice of a season: a draw is HMAC-SHA256(key, name), read as
// four big-endian 64-bit numbers; the first below the greatest multiple of n is
// taken modulo n, so that no value is favoured. Should all four fail, the name
// with "#1", "#2" … appended is drawn.
type Keyed [sha256.Size]byte

// Draw implements Dice.
func (k Keyed) Draw(name string, n int64) int64 {
	if n <= 1 {
		return 0
	}
	_, _, _, number := k.find(name, n)
	return int64(number % uint64(n))
}

// find looks for the first number of a draw's digests that favours no value:
// the message that was digested, the digest, which of its numbers, from 1, and
// the number.
func (k Keyed) find(name string, n int64) (message string, digest []byte, word int, number uint64) {
	limit := math.MaxUint64 - math.MaxUint64%uint64(n)
	for try := 0; ; try++ {
		message = name
		if try > 0 {
			message = fmt.Sprintf("%s#%d", name, try)
		}
		digest = k.digest(message)
		for i := 0; i < sha256.Size; i += 8 {
			if number = binary.BigEndian.Uint64(digest[i:]); number < limit {
				return message, digest, i/8 + 1, number
			}
		}
	}
}

func (k Keyed) digest(message string) []byte {
	mac := hmac.New(sha256.New, k[:])
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

// Lowest and Highest are dice that always fall on one side: a forecast plays a
// season with each to find the range of chance.
type (
	Lowest  struct{}
	Highest struct{}
)

// Draw implements Dice.
func (Lowest) Draw(string, int64) int64 { return 0 }

// Draw implements Dice.
func (Highest) Draw(_ string, n int64) int64 { return max(n-1, 0) }

// A Secret makes a season's dice together with the orders that were given, so
// that neither the Arbitre nor a player can choose the luck: its Commitment is
// published with the season before, the secret itself with the result.
type Secret [32]byte

// Commitment is the SHA-256 of the secret, in hexadecimal.
func (s Secret) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Dice are HMAC-SHA256(secret, digest of the canonical order lists).
func (s Secret) Dice(lists [sha256.Size]byte) Keyed {
	mac := hmac.New(sha256.New, s[:])
	mac.Write(lists[:])
	return Keyed(mac.Sum(nil))
}

// MarshalText writes the secret in hexadecimal.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(s[:])), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (s *Secret) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(s) {
		return fmt.Errorf("a secret has %d hexadecimal digits, not %d", 2*len(s), len(text))
	}
	if _, err := hex.Decode(s[:], text); err != nil {
		return fmt.Errorf("reading a secret: %w", err)
	}
	return nil
}
