package proof

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkHostile checks letters made to be slow. Time per byte must not grow
// from a size to the next; where a bound on the header applies, it falls.
func BenchmarkHostile(b *testing.B) {
	signature := func(tags string) string {
		return "DKIM-Signature: v=1; a=rsa-sha256; d=free.fr; s=sel; bh=; b=; " + tags + "\r\n"
	}
	tests := []struct {
		name string
		make func(n int) string
	}{
		{"comments", func(n int) string {
			return "Authentication-Results: mx.example.org" + strings.Repeat("(", n) + strings.Repeat(")", n) + "; none\r\n" + plain
		}},
		{"open comments", func(n int) string {
			return "Authentication-Results: mx.example.org; a=" + strings.Repeat("(", n) + "\r\n" + plain
		}},
		{"quotes", func(n int) string {
			return "Authentication-Results: mx.example.org; a=b c=" + strings.Repeat(`"\""`, n/4) + "\r\n" + plain
		}},
		{"results", func(n int) string {
			return "Authentication-Results: mx.example.org" + strings.Repeat("; a=b", n/5) + "\r\n" + plain
		}},
		{"properties", func(n int) string {
			return "Authentication-Results: mx.example.org; dkim=pass" + strings.Repeat(" a.b=c", n/6) + "\r\n" + plain
		}},
		{"author", func(n int) string { return "From: " + strings.Repeat(`"a" (b) `, n/8) + "<jean@free.fr>\r\n\r\n" }},
		{"folds", func(n int) string { return "X-A: b\r\n" + strings.Repeat(" c\r\n", n/4) + sign(b, plain) }},
		{"folded fields", func(n int) string {
			return strings.Repeat("X-A: b\r\n"+strings.Repeat(" c\r\n", 390), n/1560) + sign(b, plain)
		}},
		{"covered twice and again", func(n int) string {
			return strings.Repeat("A: b\r\n", n/300) + signature("h=from:subject"+strings.Repeat(":a", 90)) + sign(b, plain)
		}},
		{"fields", func(n int) string { return strings.Repeat("A: b\r\n", n/6) + sign(b, plain) }},
		{"signatures", func(n int) string {
			s := signature("h=from:subject")
			return strings.Repeat(s, n/len(s)) + plain
		}},
		{"covered fields", func(n int) string {
			return signature("h=from:subject"+strings.Repeat(":a", n/2)) + plain
		}},
		{"blank body", func(n int) string {
			return signature("h=from:subject") + sign(b, plain+strings.Repeat("\r\n", 8*n)+"x\r\n", simple)
		}},
		{"body of spaces", func(n int) string { return signature("h=from:subject") + sign(b, plain+strings.Repeat(" ", 8*n)) }},
	}
	c := Checker{LookupTXT: dns().lookup, Now: clock, TrustedAuthservID: "mx.example.org"}
	for _, tt := range tests {
		for _, n := range []int{15 << 10, 60 << 10, 240 << 10} {
			raw := []byte(tt.make(n))
			b.Run(fmt.Sprintf("%s/%dkB", tt.name, len(raw)>>10), func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					c.Check(b.Context(), raw, "jean@free.fr")
				}
			})
		}
	}
}
