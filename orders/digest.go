package orders

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Canonicalise gives the bytes that stand for all the seats' lists of a season:
// a line of JSON for each seat that wrote any orders, by rising number, each
// order with its code and arguments alone, in the order written. Whatever tells
// where an order came from (its line, its source, that it repeats) is left out.
func Canonicalise(lists map[int]List) []byte {
	type order struct {
		Code string `json:"code"`
		Args []Arg  `json:"args,omitempty"`
	}
	type seat struct {
		Seat   int     `json:"seat"`
		Orders []order `json:"orders"`
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, n := range slices.Sorted(maps.Keys(lists)) {
		if len(lists[n]) == 0 {
			continue
		}
		s := seat{Seat: n}
		for _, o := range lists[n] {
			s.Orders = append(s.Orders, order{o.Code, o.Args})
		}
		if err := enc.Encode(s); err != nil {
			panic(fmt.Sprintf("encode orders: %v", err)) // strings and integers always encode
		}
	}
	return out.Bytes()
}

// Digest is the SHA-256 of Canonicalise, which keys a season's dice.
func Digest(lists map[int]List) [sha256.Size]byte { return sha256.Sum256(Canonicalise(lists)) }
