package proof

import (
	"errors"
	"fmt"
	"strings"
)

// checkResults asks the trusted server's results.
func (c Checker) checkResults(h header, author string, v *Verdict) {
	if c.TrustedAuthservID == "" {
		return
	}
	r, err := c.trusted(h)
	if err != nil {
		v.note(ReasonAR, "%v", err)
		return
	}
	for _, res := range r.all {
		d, ok := asciiDomain(domainOf(res.property("header.from")))
		if res.method == "dmarc" && res.value == "fail" && (!ok || d == author) {
			v.note(ReasonAR, "dmarc=fail")
			return
		}
	}
	for _, res := range r.all {
		d, ok := res.vouches(author, c.Strict)
		if !ok {
			continue
		}
		v.note(ReasonARPass, "%s=pass for %s", res.method, d)
		v.prove(ByAuthenticationResults, d)
		return
	}
	v.note(ReasonAR, "no result vouches for %s", author)
}

// vouches gives the domain for which a result speaks, if that proves the
// author's: a passed DMARC check of that very domain, or a passed DKIM check of
// an aligned one. The signer is "header.d"; where a server leaves it out,
// "header.i" is an address in the signer's domain or below (RFC 6376 §3.5).
func (r result) vouches(author string, strict bool) (string, bool) {
	if r.value != "pass" {
		return "", false
	}
	switch r.method {
	case "dmarc":
		d, ok := asciiDomain(domainOf(r.property("header.from")))
		return d, ok && d == author
	case "dkim":
		signer := r.property("header.d")
		if signer == "" && !r.has("header.d") {
			signer = domainOf(r.property("header.i"))
		}
		d, ok := asciiDomain(signer)
		return d, ok && aligned(d, author, strict)
	}
	return "", false
}

// domainOf gives what follows the last "@", or all if there is none.
func domainOf(addr string) string { return addr[strings.LastIndexByte(addr, '@')+1:] }

// trusted finds and reads the one field that counts, by the rule in the
// package's comment.
func (c Checker) trusted(h header) (results, error) {
	received := 0
	for _, f := range h {
		switch f.name {
		case "received":
			received++
		case "from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references", "mime-version", "content-type":
			return results{}, errors.New("none above the author's own fields")
		case "authentication-results":
			r, err := parseResults(f.value)
			switch {
			case err != nil:
				return results{}, fmt.Errorf("the topmost is %w", err)
			case !strings.EqualFold(r.id, c.TrustedAuthservID):
				return results{}, fmt.Errorf("the topmost is of %s, not of %s", clip(r.id), clip(c.TrustedAuthservID))
			case received > c.ReceivedAbove:
				return results{}, fmt.Errorf("the topmost stands below %d Received fields, where %d are allowed", received, c.ReceivedAbove)
			}
			return r, nil
		}
	}
	return results{}, errors.New("none")
}
