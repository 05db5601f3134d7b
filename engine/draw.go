package engine

import "encoding/hex"

// A Draw is one draw as it was made.
type Draw struct {
	Name  string
	N     int64 // the value is from 0 to N-1
	Value int64
}

// A Recorder are dice that remember every draw made with them, in order.
type Recorder struct {
	Keyed
	Draws []Draw
}

// Draw implements Dice.
func (r *Recorder) Draw(name string, n int64) int64 {
	v := r.Keyed.Draw(name, n)
	r.Draws = append(r.Draws, Draw{name, n, v})
	return v
}

// An Explanation is all that it takes to recompute a draw by hand.
type Explanation struct {
	Key     string // of the season, hexadecimal
	Message string // the draw's name, with "#1", "#2" … after tries that gave nothing
	Digest  string // HMAC-SHA256(key, message), hexadecimal
	Word    int    // which of the digest's four 64-bit numbers was taken, from 1
	Number  uint64 // that number
	N       int64
	Value   int64 // Number modulo N
}

// Explain tells how a draw comes about; n ≥ 1.
func (k Keyed) Explain(name string, n int64) Explanation {
	message, digest, word, number := k.find(name, n)
	return Explanation{
		Key: hex.EncodeToString(k[:]), Message: message, Digest: hex.EncodeToString(digest),
		Word: word, Number: number, N: n, Value: int64(number % uint64(n)),
	}
}
