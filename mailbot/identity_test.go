package mailbot

import (
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/mailbot/letter"
)

func TestReplyTokensTellSeatsApart(t *testing.T) {
	var key, other [32]byte
	other[31] = 1
	tokens := map[string]string{}
	for _, tt := range []struct {
		name       string
		key        [32]byte
		game       string
		seat       engine.Seat
		generation int
	}{
		{"a seat", key, "scan1", 1, 1},
		{"another ledger", other, "scan1", 1, 1},
		{"another game", key, "scan2", 1, 1},
		{"another seat", key, "scan1", 2, 1},
		{"another generation", key, "scan1", 1, 2},
		{"digits that run together", key, "scan1", 11, 1},
		{"digits that run together otherwise", key, "scan1", 1, 11},
	} {
		token := replyToken(tt.key, tt.game, tt.seat, tt.generation)
		if before, ok := tokens[token]; ok {
			t.Errorf("%s has the token of %s", tt.name, before)
		}
		tokens[token] = tt.name
		// What letter looks for is what is written here.
		l := letter.Read([]byte("From: a@x\r\nTo: heraut+" + strings.ToUpper(token) + "@x\r\n\r\n"))
		if len(l.Tokens) != 1 || !tokenMatches(l.Tokens[0].Value, token) {
			t.Errorf("%s: %q is read as %v", tt.name, token, l.Tokens)
		}
		if tokenMatches(token[:25], token) || tokenMatches("", token) {
			t.Errorf("%s: a part of the token passes for it", tt.name)
		}
	}
}

func TestPasswordHashes(t *testing.T) {
	hash := HashPassword("hydromel")
	if again := HashPassword("hydromel"); again == hash {
		t.Error("two hashes of a password are the same: no salt")
	}
	for _, tt := range []struct {
		password, hash string
		want           bool
	}{
		{"hydromel", hash, true},
		{"Hydromel", hash, false},
		{"", hash, false},
		{"hydromel", "", false},
		{"", "", false},
		{"hydromel", "hydromel", false},
		{"hydromel", strings.Replace(hash, "argon2id", "argon2i", 1), false},
		{"hydromel", strings.Replace(hash, "v=19", "v=16", 1), false},
		{"hydromel", strings.Replace(hash, "t=2", "t=0", 1), false},
		{"hydromel", strings.Replace(hash, "p=1", "p=0", 1), false},
		{"hydromel", hash[:strings.LastIndex(hash, "$")+1], false},
		{"hydromel", hash + "!", false},
	} {
		if got := passwordMatches(tt.password, tt.hash); got != tt.want {
			t.Errorf("%q against %q: %v, want %v", tt.password, tt.hash, got, tt.want)
		}
	}
}
