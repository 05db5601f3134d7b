// Package proof tells whether a letter really comes from the domain of its
// author: the domain proof. Two witnesses count.
//
//   - A DKIM signature (RFC 6376) of the author's domain, checked here.
//   - An Authentication-Results field (RFC 8601) of the one server that the
//     operator trusts, which did the check when the letter arrived.
//
// Both speak for a domain and not for a person: they prove as much as that
// domain's care about who may write under which address.
//
// Checking is pure but for the DNS queries that the caller hands in, and takes
// time linear in the size of the letter. It leans to the safe side: a letter
// that different programs may read differently, with two authors or a header
// that isn't one, is never proven, however well it is signed.
//
// # What a signature must be
//
// It covers From, Subject, and the whole body (no "l=" tag), with rsa-sha256
// and at least 1024 bits or with ed25519-sha256 (RFC 8301, RFC 8463); it hasn't
// expired; its domain is aligned with the author's in the sense of RFC 7489
// §3.1. A field that decides how the letter reads stands in it once, since a
// signature covers the lowest of two and a reader may take the topmost.
//
// A signature stays good for whoever got the letter: it can be sent again, to
// others, for ever, with other values of the fields that it leaves out. That the
// same letter isn't taken twice is the caller's care.
//
// # When Authentication-Results is trusted
//
// Anyone can write such a field into a letter. It counts only if
//
//   - it is the topmost of the letter; the others are never looked at;
//   - its authserv-id is exactly [Checker.TrustedAuthservID], case aside;
//   - it stands above all fields that the author's program wrote, and no more
//     than [Checker.ReceivedAbove] Received fields stand above it. A server puts
//     its fields on top of those that it was handed, so what a stranger wrote
//     lies below the Received fields of the mailbox's own servers.
//
// Position alone doesn't tell everything. Where the trusted server writes its
// Received field above its results, a forgery in a letter for which it wrote no
// results lies in the very same place. So the operator must make sure that his
// server removes every incoming field that bears its own name, as RFC 8601 §5
// asks, on each way into the mailbox: from outside, from its own users, and
// from programs on the host. The large providers do; with OpenDKIM it is
// RemoveARFrom, with Rspamd authentication_results.remove (RFC 8601 §7.1 tells
// more). A test: send the mailbox, from outside, a letter that holds a field
// with the trusted name, and look whether it arrives. When in doubt, trust
// nobody: own checks of signatures go on.
package proof

import (
	"context"
	"fmt"
	"net"
	"time"
)

// A Checker checks letters. The zero value trusts no server, and asks the
// system's resolver for keys. It may be used by several goroutines at once.
type Checker struct {
	// LookupTXT gives the TXT records of a domain name, each record's strings
	// joined. It must return when its context ends. Nil asks the system's
	// resolver.
	LookupTXT func(ctx context.Context, domain string) ([]string, error)

	// TrustedAuthservID is the authserv-id of the server whose results count;
	// "" trusts none.
	TrustedAuthservID string

	// ReceivedAbove is how many Received fields the mailbox's own servers write
	// above their results; a field below more than these isn't theirs. See a
	// letter's verdict for the number: it names what it found.
	ReceivedAbove int

	// ResultsOnly leaves signatures unchecked: only the trusted server's word
	// counts, and no name server is asked.
	ResultsOnly bool

	// Strict wants the very domain of the author rather than one of the same
	// organisation (RFC 7489 §3.1).
	Strict bool

	// MaxSignatures bounds how many aligned signatures are checked, each of
	// which costs a DNS query and a pass over the body; 0 means 4.
	MaxSignatures int

	// Timeout bounds all DNS queries for one letter together; 0 means 10 s.
	Timeout time.Duration

	// Now is the clock by which signatures expire. Nil means time.Now. A
	// signature that has expired by the system's clock isn't accepted either.
	Now func() time.Time
}

// The witnesses of [Verdict.How].
const (
	ByDKIM                  = "dkim"
	ByAuthenticationResults = "authentication-results"
)

// A Verdict says whether a letter is proven to come from its author's domain.
// The zero value proves nothing.
type Verdict struct {
	Proven bool
	How    string // the witness; "" if not proven
	Domain string // that the witness spoke for, in lower-case ASCII; "" if not proven

	// Temporary says that a key couldn't be fetched, so that another check
	// later may prove what this one didn't.
	Temporary bool

	// Reasons tell what was found, as a stable keyword, a colon and a detail in
	// English. What the letter itself says is quoted in them and cut short.
	Reasons []string
}

// The keywords of [Verdict.Reasons].
const (
	ReasonHeader    = "header"         // not a well-formed header, or too large
	ReasonFrom      = "from"           // no author, several, or another than the caller read
	ReasonDuplicate = "duplicate"      // a field that must stand once stands twice
	ReasonNone      = "dkim-none"      // no signature
	ReasonUnaligned = "dkim-unaligned" // signed by another domain
	ReasonRefused   = "dkim-refused"   // the signature covers too little, is weak, or has expired
	ReasonFailed    = "dkim-failed"    // the signature or its key is wrong
	ReasonNoAnswer  = "dkim-no-answer" // the key couldn't be fetched now
	ReasonMany      = "dkim-many"      // more signatures than are checked
	ReasonPass      = "dkim-pass"
	ReasonPartial   = "dkim-partial" // fields that the good signature leaves out
	ReasonAR        = "results"      // why the trusted server's results don't count
	ReasonARPass    = "results-pass"
)

const (
	defaultSignatures = 4
	defaultTimeout    = 10 * time.Second
	maxReasons        = 20
)

// Check checks a letter whose author, as the caller read it, has the address
// from. The letter isn't proven unless its header says the same.
func (c Checker) Check(ctx context.Context, raw []byte, from string) Verdict {
	var v Verdict
	h, body, err := splitHeader(raw)
	if err != nil {
		v.note(ReasonHeader, "%v", err)
		return v
	}
	domain, err := authorDomain(h, from)
	if err != nil {
		v.note(ReasonFrom, "%v", err)
		return v
	}
	if name := duplicate(h); name != "" {
		v.note(ReasonDuplicate, "%s stands more than once", name)
		return v
	}
	ctx, cancel := context.WithTimeout(ctx, orDefault(c.Timeout, defaultTimeout))
	defer cancel()
	if !c.ResultsOnly {
		c.checkSignatures(ctx, h, body, domain, &v)
	}
	if !v.Proven {
		c.checkResults(h, domain, &v)
	}
	return v
}

func (c Checker) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

func (c Checker) lookupTXT(ctx context.Context, domain string) ([]string, error) {
	if c.LookupTXT != nil {
		return c.LookupTXT(ctx, domain)
	}
	return net.DefaultResolver.LookupTXT(ctx, domain)
}

func orDefault[T int | time.Duration](n, otherwise T) T {
	if n <= 0 {
		return otherwise
	}
	return n
}

// note adds a reason.
func (v *Verdict) note(keyword, format string, args ...any) {
	if len(v.Reasons) < maxReasons {
		v.Reasons = append(v.Reasons, keyword+": "+fmt.Sprintf(format, args...))
	}
}

// prove makes the verdict a good one.
func (v *Verdict) prove(how, domain string) {
	v.Proven, v.How, v.Domain, v.Temporary = true, how, domain, false
}

// clip shortens and quotes what a stranger wrote.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return fmt.Sprintf("%q…", s[:most])
	}
	return fmt.Sprintf("%q", s)
}
