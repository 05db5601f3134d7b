// Package dkim signs what is sent (RFC 6376), so that the receivers can tell it
// from what others send in the same name.
//
// A mail is signed once, when it is rendered: what is sent again is the same
// bytes. For that the signature hangs on nothing but the mail, the key and the
// clock that the caller gives.
//
// The signing is here and not in go-msgauth because that library's signatures
// take their time from the system's clock alone. Its verifier is the tests' judge.
//
// Canonicalization is relaxed/relaxed, since servers on the way fold and trim.
// The mail's text should be 7-bit (quoted-printable or base64): a server that
// has to convert it breaks the signature (RFC 6376 §5.3).
package dkim

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Options are what a signer needs to know.
type Options struct {
	// Domain answers for the mail (d=), and has the public key in its DNS under
	// Selector (s=). Both in ASCII.
	Domain, Selector string
	// Identity is in whose name it is signed (i=): an address of the domain or
	// of one below it. Empty says only the domain.
	Identity string
	// Key is an *rsa.PrivateKey or an ed25519.PrivateKey; see ReadKey.
	Key crypto.Signer
	// Now dates the signature (t=); time.Now when nil.
	Now func() time.Time
}

// A Signer signs mails. It is safe for concurrent use.
type Signer struct {
	o         Options
	algorithm string
	hash      crypto.Hash // what Key.Sign is told: none for Ed25519, RFC 8463 §3
}

var (
	hostName = regexp.MustCompile(`^(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?))*$`)
	address  = regexp.MustCompile(`^[A-Za-z0-9!#$%&'*+/?^_{|}~.-]+@([A-Za-z0-9.-]+)$`)
)

// New refuses what would make no valid signature, naming the trouble.
func New(o Options) (*Signer, error) {
	s := &Signer{o: o}
	s.o.Domain = strings.ToLower(o.Domain)
	if !hostName.MatchString(o.Domain) || !strings.Contains(o.Domain, ".") {
		return nil, fmt.Errorf("signing mail: %q is no domain", o.Domain)
	}
	if !hostName.MatchString(o.Selector) {
		return nil, fmt.Errorf("signing mail: %q is no selector: letters, digits and hyphens, as in a host's name", o.Selector)
	}
	if o.Identity != "" {
		m := address.FindStringSubmatch(o.Identity)
		if m == nil || !within(strings.ToLower(m[1]), s.o.Domain) {
			return nil, fmt.Errorf("signing mail: %q is no address of %s", o.Identity, o.Domain)
		}
	}
	if o.Key == nil {
		return nil, errors.New("signing mail: there is no key")
	}
	if err := checkKey(o.Key); err != nil {
		return nil, fmt.Errorf("signing mail: %w", err)
	}
	s.algorithm, s.hash = "rsa-sha256", crypto.SHA256
	if _, ok := o.Key.Public().(ed25519.PublicKey); ok {
		s.algorithm, s.hash = "ed25519-sha256", 0
	}
	if o.Now == nil {
		s.o.Now = time.Now
	}
	return s, nil
}

// within says that a domain is another, or below it.
func within(domain, above string) bool {
	return domain == above || strings.HasSuffix(domain, "."+above)
}

// signed are the fields that are signed where they are there, each as often as
// it is there; those that begin with List- are, too. From is signed once more
// than it is there, so that nobody can add another (RFC 6376 §8.15).
var signed = []string{
	"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To",
	"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted",
}

// Sign puts the signature on top of a whole mail. Lines that end with LF alone
// are given their CRLF, as they are on the way.
func (s *Signer) Sign(raw []byte) ([]byte, error) {
	raw = crlf(raw)
	fields, body, err := split(raw)
	if err != nil {
		return nil, fmt.Errorf("signing a mail: %w", err)
	}
	names, covered := cover(fields)
	if n := len(instances(fields, "from")); n != 1 {
		return nil, fmt.Errorf("signing a mail: it has %d fields From, and must have one", n)
	}
	bodyHash := sha256.Sum256(canonicalBody(body))
	field := s.unsigned(names, base64.StdEncoding.EncodeToString(bodyHash[:]))
	var text bytes.Buffer
	for _, f := range covered {
		text.WriteString(canonicalField(f) + "\r\n")
	}
	text.WriteString(canonicalField(field))
	digest := sha256.Sum256(text.Bytes())
	signature, err := s.o.Key.Sign(nil, digest[:], s.hash)
	if err != nil {
		return nil, fmt.Errorf("signing a mail: %w", err)
	}
	field += folded(base64.StdEncoding.EncodeToString(signature)) + "\r\n"
	return append([]byte(field), raw...), nil
}

// unsigned is the field DKIM-Signature up to "b=".
func (s *Signer) unsigned(names []string, bodyHash string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "DKIM-Signature: v=1; a=%s; c=relaxed/relaxed;\r\n\td=%s; s=%s;\r\n\t", s.algorithm, s.o.Domain, s.o.Selector)
	if s.o.Identity != "" {
		fmt.Fprintf(&b, "i=%s;\r\n\t", s.o.Identity)
	}
	fmt.Fprintf(&b, "t=%d;\r\n\th=", s.o.Now().Unix())
	const width = 70
	line := len("h=")
	for i, name := range names {
		if i > 0 {
			b.WriteString(":")
			if line+len(name) > width {
				b.WriteString("\r\n\t")
				line = 0
			}
		}
		b.WriteString(name)
		line += len(name) + len(":")
	}
	fmt.Fprintf(&b, ";\r\n\tbh=%s;\r\n\tb=", bodyHash)
	return b.String()
}

// folded breaks a long text into lines of a header.
func folded(text string) string {
	const width = 72
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width] + "\r\n\t")
		text = text[width:]
	}
	b.WriteString(text)
	return b.String()
}
