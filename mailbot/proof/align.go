package proof

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// asciiDomain gives a domain name in lower-case ASCII (RFC 5890), or false if
// it is no name of two labels or more that could be registered. Names that only
// look alike differ in it.
func asciiDomain(s string) (string, bool) {
	if s == "" || len(s) > 253 {
		return "", false
	}
	d, err := idna.Lookup.ToASCII(s)
	if err != nil || len(d) > 253 {
		return "", false
	}
	d = strings.ToLower(d)
	labels := strings.Split(d, ".")
	if len(labels) < 2 {
		return "", false
	}
	for _, l := range labels {
		if l == "" || len(l) > 63 {
			return "", false
		}
	}
	// A last label of digits is that of an IPv4 address (RFC 3696 §2).
	if strings.Trim(labels[len(labels)-1], "0123456789") == "" {
		return "", false
	}
	return d, true
}

// aligned reports whether the domain that a witness spoke for stands for the
// author's (RFC 7489 §3.1). Both are as asciiDomain gives them. Relaxed, they
// belong to the same organisation: the same public suffix and the label before
// it. A public suffix, under which strangers register, stands for itself alone.
func aligned(witness, author string, strict bool) bool {
	if witness == author {
		return true
	}
	if strict {
		return false
	}
	w, err := publicsuffix.EffectiveTLDPlusOne(witness)
	if err != nil {
		return false
	}
	a, err := publicsuffix.EffectiveTLDPlusOne(author)
	return err == nil && w == a
}
