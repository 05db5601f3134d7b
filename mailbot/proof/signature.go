package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

const (
	maxCovered     = 100     // fields that one signature covers
	maxRecordBytes = 4 << 10 // a key of 8192 bits has some 1400
)

// A signature is what must be known of a DKIM-Signature field before the check
// is worth its price. All tags are in RFC 6376 §3.5.
type signature struct {
	at        int // index of its field
	domain    string
	selector  string
	algorithm string
	covers    []string // names of fields, in lower case
	partial   bool     // not the whole body
	expires   string   // seconds since 1970, or ""
}

// readSignature reads the tags of a DKIM-Signature value.
func readSignature(value string) (signature, error) {
	tags := map[string]string{}
	for part := range strings.SplitSeq(value, ";") {
		name, v, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); !ok {
			if name == "" {
				continue
			}
			return signature{}, errors.New("malformed tags")
		}
		if _, seen := tags[name]; seen {
			return signature{}, fmt.Errorf("the tag %s twice", clip(name))
		}
		tags[name] = strings.Join(strings.Fields(v), "")
	}
	_, partial := tags["l"]
	s := signature{selector: tags["s"], algorithm: tags["a"], partial: partial, expires: tags["x"]}
	for name := range strings.SplitSeq(strings.ToLower(tags["h"]), ":") {
		if s.covers = append(s.covers, name); len(s.covers) > maxCovered {
			return signature{}, fmt.Errorf("it names more than %d fields", maxCovered)
		}
	}
	var ok bool
	if s.domain, ok = asciiDomain(tags["d"]); !ok || !isHostName(tags["d"]) {
		return signature{}, fmt.Errorf("no domain: %s", clip(tags["d"]))
	}
	return s, nil
}

// acceptable tells why a signature proves nothing, even if it is right.
func (s signature) acceptable(h header, now time.Time) error {
	switch {
	case s.algorithm != "rsa-sha256" && s.algorithm != "ed25519-sha256":
		return fmt.Errorf("algorithm %s", clip(s.algorithm)) // RFC 8301 §3.1
	case s.partial:
		return errors.New("it covers only a part of the body")
	case !slices.Contains(s.covers, "from"):
		return errors.New("it doesn't cover From")
	case h.has("subject") && !slices.Contains(s.covers, "subject"):
		return errors.New("it doesn't cover Subject")
	case !isHostName(s.selector):
		return fmt.Errorf("selector %s", clip(s.selector))
	}
	if s.expires != "" {
		x, err := strconv.ParseInt(s.expires, 10, 64)
		if err != nil || !now.Before(time.Unix(x, 0)) {
			return errors.New("it has expired")
		}
	}
	return nil
}

// leavesOut names the letter's fields that matter to a reader and that whoever
// has the letter may change. Large providers do leave out some.
func (s signature) leavesOut(h header) []string {
	var out []string
	for _, name := range []string{"to", "date", "message-id", "in-reply-to", "content-type", "content-transfer-encoding"} {
		if h.has(name) && !slices.Contains(s.covers, name) {
			out = append(out, name)
		}
	}
	return out
}

// isHostName reports whether s can be asked of a name server as it stands.
func isHostName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	return s != "" && len(s) <= 253 && strings.Trim(s, letters) == ""
}

// checkSignatures looks for a good signature of the author's domain. Those of
// other domains cost nothing, so that a letter can't make us query strangers'
// name servers.
func (c Checker) checkSignatures(ctx context.Context, h header, body []byte, author string, v *Verdict) {
	found, checked := false, 0
	most := orDefault(c.MaxSignatures, defaultSignatures)
	for i, f := range h {
		if f.name != "dkim-signature" {
			continue
		}
		found = true
		s, err := readSignature(f.value)
		if err != nil {
			v.note(ReasonRefused, "%v", err)
			continue
		}
		s.at = i
		if !aligned(s.domain, author, c.Strict) {
			v.note(ReasonUnaligned, "%s signed for an author at %s", clip(s.domain), clip(author))
			continue
		}
		if err := s.acceptable(h, c.now()); err != nil {
			v.note(ReasonRefused, "%s: %v", s.domain, err)
			continue
		}
		if checked++; checked > most {
			v.note(ReasonMany, "only %d were checked", most)
			return
		}
		if c.verify(ctx, h, body, s, v) {
			v.note(ReasonPass, "%s, selector %s", s.domain, s.selector)
			if out := s.leavesOut(h); len(out) > 0 {
				v.note(ReasonPartial, "%s", strings.Join(out, ", "))
			}
			v.prove(ByDKIM, s.domain)
			return
		}
	}
	if !found {
		v.note(ReasonNone, "no signature")
	}
}

// verify checks one signature. The library checks the topmost ones, several at
// once, through pipes that make long blank bodies slow: so it gets the letter
// with this signature on top and is told to check one. Moving it is harmless:
// fields are told apart by their order from below among those of one name, and
// a signature covers none above itself.
func (c Checker) verify(ctx context.Context, h header, body []byte, s signature, v *Verdict) bool {
	var head bytes.Buffer
	write := func(f field) {
		head.Write(bytes.TrimRight(f.raw, "\r\n"))
		head.WriteString("\r\n")
	}
	write(h[s.at])
	for i, f := range h {
		if i != s.at {
			write(f)
		}
	}
	head.WriteString("\r\n")

	unanswered := false
	checks, err := dkim.VerifyWithOptions(io.MultiReader(&head, bytes.NewReader(body)), &dkim.VerifyOptions{
		MaxVerifications: 1,
		LookupTXT: func(name string) ([]string, error) {
			records, err := c.key(ctx, name)
			unanswered = isTemporary(err)
			return records, err
		},
	})
	if err == nil || errors.Is(err, dkim.ErrTooManySignatures) {
		err = errors.New("not checked")
		if len(checks) == 1 {
			err = checks[0].Err
		}
	}
	switch {
	case err == nil:
		return true
	case unanswered:
		v.Temporary = true
		v.note(ReasonNoAnswer, "%s: %v", s.domain, err)
	default:
		v.note(ReasonFailed, "%s: %v", s.domain, err)
	}
	return false
}

// key fetches the record of a signer's key.
func (c Checker) key(ctx context.Context, name string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	records, err := c.lookupTXT(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("fetching %s: %w", name, err)
	}
	for _, r := range records {
		if len(r) > maxRecordBytes {
			return nil, fmt.Errorf("fetching %s: a record of %d bytes", name, len(r))
		}
	}
	return records, nil
}

// isTemporary reports an error that another query may not meet. That there is
// no such name is an answer.
func isTemporary(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return true
	}
	var dns *net.DNSError
	return errors.As(err, &dns) && !dns.IsNotFound
}
