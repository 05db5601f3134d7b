package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Anyone can recompute a draw:
//
//	printf battle/87/3/attacker | openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf '00%.0s' $(seq 32))
//
// gives the digest whose first eight bytes, read as a number, are taken modulo n.
func TestADrawCanBeRecomputed(t *testing.T) {
	const name, digest = "battle/87/3/attacker", "cb9a503f0464ba2e5488e584fbda99f9fdf81f44838c8927cba72418114685b2"
	var key Keyed
	if got := hex.EncodeToString(key.digest(name)); got != digest {
		t.Fatalf("HMAC-SHA256 of %q is %s", name, got)
	}
	var first uint64
	if _, err := fmt.Sscanf(digest[:16], "%x", &first); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{1, 2, 10, 1000, 999_983, math.MaxInt64 / 3} {
		if got := key.Draw(name, n); uint64(got) != first%uint64(n) {
			t.Errorf("of %d: %d, want %d", n, got, first%uint64(n))
		}
	}
}

// A chi-square test with 9 degrees of freedom: above 27.88 once in a thousand
// fair dice, and these are always the same.
func TestDrawsAreEvenlySpread(t *testing.T) {
	const draws = 20000
	var count [10]float64
	for i := range draws {
		count[Keyed{1}.Draw(fmt.Sprint(i), 10)]++
	}
	chi := 0.0
	for _, c := range count {
		chi += (c - draws/10) * (c - draws/10) / (draws / 10)
	}
	if chi > 27.88 {
		t.Errorf("chi-square %.1f: %v", chi, count)
	}
}

func TestDrawsStayWithinTheirRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		n := rapid.Int64Range(-5, math.MaxInt64).Draw(t, "n")
		for _, d := range []Dice{Keyed{2}, Lowest{}, Highest{}} {
			if v := d.Draw(name, n); v < 0 || v > max(n-1, 0) {
				t.Fatalf("%T drew %d of %d", d, v, n)
			}
		}
		lo, hi := rapid.Int64Range(-1000, 1000).Draw(t, "lo"), rapid.Int64Range(-1000, 1000).Draw(t, "hi")
		if v := Between(Keyed{2}, name, lo, hi); v < lo || v > max(lo, hi) {
			t.Fatalf("%d between %d and %d", v, lo, hi)
		}
	})
}

// Changing the secret, the lists or the name changes the luck.
func TestDiceHangOnSecretListsAndName(t *testing.T) {
	one, other := Secret{1}, Secret{2}
	lists, otherLists := sha256.Sum256([]byte("a")), sha256.Sum256([]byte("b"))
	const n = math.MaxInt64
	reference := one.Dice(lists).Draw("x", n)
	for what, v := range map[string]int64{
		"secret": other.Dice(lists).Draw("x", n), "lists": one.Dice(otherLists).Draw("x", n), "name": one.Dice(lists).Draw("y", n),
	} {
		if v == reference {
			t.Errorf("another %s gives the same draw", what)
		}
	}
	if one.Dice(lists).Draw("x", n) != reference {
		t.Error("the same gives another draw")
	}
}

func TestSecretText(t *testing.T) {
	s := Secret{0xab, 31: 0xcd}
	text, err := s.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var back Secret
	if err := back.UnmarshalText(text); err != nil || back != s {
		t.Errorf("%s reads back as %x: %v", text, back, err)
	}
	sum := sha256.Sum256(s[:])
	if s.Commitment() != hex.EncodeToString(sum[:]) {
		t.Error("the commitment isn't the SHA-256 of the secret")
	}
	for _, bad := range []string{"", "ab", string(text) + "00", "zz" + string(text[2:])} {
		if back.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q was read as a secret", bad)
		}
	}
}
