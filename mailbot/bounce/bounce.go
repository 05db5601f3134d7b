// Package bounce reads what mail systems report about a letter that we sent:
// delivery status notifications (RFC 3464), and the prose that servers write
// instead of them or beside them, in English, French, German and some others.
//
// A report proves nothing: anyone can write one. It is worth believing if one
// of its [Report.MessageIDs] is that of a letter sent to its recipient, since
// strangers don't know our identifiers.
//
// Reading is pure, takes any bytes, and needs time linear in their number.
package bounce

import (
	"bytes"
	"slices"
	"strings"

	"arbitre/mailbot/letter"
)

// What became of a letter, as [Report.Kind]. The first five are the actions of
// RFC 3464 §2.3.3.
const (
	KindFailed    = "failed"    // given up
	KindDelayed   = "delayed"   // not delivered so far; the server goes on trying
	KindDelivered = "delivered" // in the mailbox
	KindRelayed   = "relayed"   // handed to a server that reports no success
	KindExpanded  = "expanded"  // sent on to several addresses
	KindRead      = "read"      // shown, deleted or otherwise disposed of by its reader (RFC 8098)
	KindUnknown   = "unknown"   // a report that doesn't say
)

// Bounds on what is kept of one letter.
const (
	maxReports    = 100
	maxMessageIDs = 20
	maxDiagnostic = 500 // bytes
	maxLines      = 2000
	maxLineBytes  = 2000
)

// A Report says what became of a letter on its way to one recipient. Texts are
// "" where nothing is said.
type Report struct {
	Kind string `json:"kind"`

	// Permanent says that the next letter to this recipient will fare no
	// better: it failed, and not for a reason that passes (RFC 3463 §3.1).
	Permanent bool `json:"permanent"`

	Status string `json:"status"` // enhanced status code (RFC 3463), "5.1.1"

	// Recipient is the address as we wrote it if the report tells, else as it
	// was in the end. Final is the latter, if it differs.
	Recipient string `json:"recipient"`
	Final     string `json:"final,omitempty"`

	Diagnostic string `json:"diagnostic"` // words of the server that refused, on one line

	// EnvelopeID is the ENVID of RFC 3461 §4.4 that came with the letter.
	EnvelopeID string `json:"envelope_id,omitempty"`

	// MessageIDs are what the letter's Message-ID may be, without brackets,
	// the likeliest first.
	MessageIDs []string `json:"message_ids"`
}

// Read reads a letter that may be a report. It is false if the letter
// says nothing about the delivery of another: a person's letter, a vacation
// notice, a challenge to prove that one is a person. A read receipt is no
// bounce either; its report comes with false.
func Read(raw []byte) ([]Report, bool) {
	l := letter.Read(raw)
	if rs := receipts(l); rs != nil {
		return tie(rs, l, raw), false
	}
	p := newProse(l)
	rs := deliveryReports(l, p)
	if rs == nil {
		failed := failedRecipients(raw)
		if len(failed) == 0 && !p.isBounce(l) {
			return nil, false
		}
		rs = p.reports(failed)
	}
	return tie(rs, l, raw), true
}

// tie names in each report the letter that it is about.
func tie(rs []Report, l *letter.Letter, raw []byte) []Report {
	ids := originalIDs(l, raw)
	for i := range rs {
		rs[i].MessageIDs = unique(append(rs[i].MessageIDs, ids...), maxMessageIDs)
	}
	return rs
}

// unique drops repetitions, and what exceeds a number.
func unique(ss []string, most int) []string {
	out := make([]string, 0, min(len(ss), most))
	for _, s := range ss {
		if s != "" && len(out) < most && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// settle fills in what follows from the rest.
func (r *Report) settle() {
	r.Status = refine(r.Status, r.Diagnostic)
	if r.Kind == "" {
		switch {
		case strings.HasPrefix(r.Status, "5"):
			r.Kind = KindFailed
		case strings.HasPrefix(r.Status, "4"):
			r.Kind = KindDelayed
		case strings.HasPrefix(r.Status, "2"):
			r.Kind = KindDelivered
		default:
			r.Kind = KindUnknown
		}
	}
	r.Permanent = r.Kind == KindFailed && !strings.HasPrefix(r.Status, "4")
	if strings.EqualFold(r.Final, r.Recipient) {
		r.Final = ""
	}
}

// failedRecipients reads the X-Failed-Recipients fields of Exim and Gmail.
func failedRecipients(raw []byte) []string {
	const name = "x-failed-recipients:"
	var found []string
	in := false
	for len(raw) > 0 && len(found) < maxReports {
		var line []byte
		line, raw, _ = bytes.Cut(raw, []byte{'\n'})
		line = bytes.TrimRight(line, "\r")
		switch {
		case len(line) == 0:
			return unique(found, maxReports)
		case len(line) > len(name) && strings.EqualFold(string(line[:len(name)]), name):
			in, line = true, line[len(name):]
		case line[0] != ' ' && line[0] != '\t':
			in = false
		}
		if in {
			found = append(found, mailboxes(string(line[:min(len(line), maxLineBytes)]))...)
		}
	}
	return unique(found, maxReports)
}
