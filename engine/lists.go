package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"arbitre/orders"
)

// Digest is the SHA-256 of the canonical order lists (orders.Canonicalise),
// from which a season's dice are made together with its secret.
func Digest(lists map[Seat]orders.List) [sha256.Size]byte {
	bySeat := make(map[int]orders.List, len(lists))
	for seat, list := range lists {
		bySeat[int(seat)] = list
	}
	return orders.Digest(bySeat)
}

// FoundingDice are the dice that a game is founded with: those of the secret
// and of the SHA-256 of the charter's JSON.
func FoundingDice(secret Secret, charter Charter) Keyed {
	return secret.Dice(sha256.Sum256(mustMarshal(charter)))
}

// mustMarshal writes values of plain types, which JSON can always hold.
func mustMarshal(v any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("encoding %T: %v", v, err))
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
