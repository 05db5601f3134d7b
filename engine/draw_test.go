package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"testing"
)

// An explanation can be followed by hand and leads to the draw that was made.
func TestAnExplanationLeadsToTheDraw(t *testing.T) {
	var key Keyed
	copy(key[:], "a season's key, of thirty-two bytes")
	r := &Recorder{Keyed: key}
	ranges := []int64{1, 2, 3, 6, 100, 1_000_003, math.MaxInt64/2 + 2, math.MaxInt64}
	for i, n := range ranges {
		r.Draw("draw/"+strconv.Itoa(i), n)
	}
	if len(r.Draws) != len(ranges) {
		t.Fatalf("%d draws recorded, want %d", len(r.Draws), len(ranges))
	}
	for _, d := range r.Draws {
		e := key.Explain(d.Name, d.N)
		mac := hmac.New(sha256.New, key[:])
		mac.Write([]byte(e.Message))
		digest := mac.Sum(nil)
		if e.Digest != hex.EncodeToString(digest) || e.Key != hex.EncodeToString(key[:]) {
			t.Errorf("%s: key %s and digest %s aren't those of the draw", d.Name, e.Key, e.Digest)
		}
		number := binary.BigEndian.Uint64(digest[8*(e.Word-1):])
		if number != e.Number || int64(number%uint64(d.N)) != d.Value || e.Value != d.Value {
			t.Errorf("%s: number %d modulo %d gives %d, explained as %d, drawn %d", d.Name, number, d.N, int64(number%uint64(d.N)), e.Value, d.Value)
		}
	}
}
