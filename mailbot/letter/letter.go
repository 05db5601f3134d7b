// Package letter turns the raw bytes of an e-mail into a [Letter]: who wrote
// it, what proof it carries, whether a person wrote it at all, which lines are
// new and which only quote, sign or advertise.
//
// Reading is pure and never fails. Whatever the bytes, [Read] gives a usable
// Letter and says in its Remarks what was odd. Time and memory grow linearly
// with the input, and what is kept of one letter is bounded.
//
// The package parses headers and MIME itself. The strict parsers at hand
// refuse a whole message for one malformed line, and real mail is full of
// those; here each fault costs only the line or the part that it touches.
package letter

import (
	"fmt"
	"slices"
	"time"
)

// Bounds on what is kept of one letter. What exceeds them is dropped with a
// remark.
const (
	maxText       = 1 << 20 // bytes of decoded text, over all parts
	maxLines      = 20_000  // lines of text
	maxLineBytes  = 16 << 10
	maxParts      = 400
	maxPartDepth  = 24 // MIME parts within parts
	maxNesting    = 4  // letters within letters
	maxRemarks    = 60
	maxAddresses  = 500
	maxReferences = 200
)

// A Letter is an e-mail as the Arbitre understands it. The zero value is an
// empty letter from nobody.
type Letter struct {
	From, Sender, ReplyTo Address
	To, Cc                []Address
	// DeliveredTo holds the addresses of Delivered-To, X-Original-To and
	// Envelope-To, the mailbox's own word on where the letter arrived.
	DeliveredTo []Address

	// ReturnPath is the topmost Return-Path, without its brackets. It is empty
	// both for a null path and for none: HasReturnPath tells them apart.
	ReturnPath    string
	HasReturnPath bool

	Subject string
	// MessageID, InReplyTo and References are without angle brackets, which
	// are not part of the identifier (RFC 5322 §3.6.4).
	MessageID  string
	InReplyTo  string
	References []string
	Date       time.Time // zero if absent or unreadable
	LoopHeader string    // value of X-Arbitre-Loop

	Tokens []Token

	// Automated says that no person wrote this letter, so that it must never
	// be answered. AutomatedReason is a stable keyword, then a detail:
	// "auto-submitted: auto-replied".
	Automated       bool
	AutomatedReason string

	// Bounce is what a report of non-delivery says; nil for other letters.
	Bounce *Bounce

	NewText     []Line
	SetAside    []Block
	Attachments []Attachment

	// Forwarded is the letter inside this one, attached as message/rfc822 or
	// forwarded inline; nil if there is none. It proves nothing: its From is
	// only what the forwarding letter says.
	Forwarded *Letter

	Remarks []Remark
}

// A Line is a line that the writer of the letter wrote now. Number is its
// 1-based place in the whole text as a mail client shows it; blank lines are
// left out, so numbers may jump.
type Line struct {
	Number int
	Text   string
}

// A Kind says why lines were set aside.
type Kind string

// The kinds of lines that are not new text.
const (
	KindQuote       Kind = "quote"
	KindAttribution Kind = "attribution"
	KindSignature   Kind = "signature"
	KindHeaderBlock Kind = "header-block"
	KindForwarded   Kind = "forwarded"
	KindFooter      Kind = "footer"
	KindDisclaimer  Kind = "disclaimer"
)

// A Block is a run of lines set aside for one reason, with their quote marks.
type Block struct {
	Kind  Kind     `json:"kind"`
	Lines []string `json:"lines"`
}

// An Attachment is a part of the letter that is not its text. Text is the
// decoded content of a textual attachment, with "\n" line ends, and is empty
// for the others. Size is in bytes, transfer encoding removed.
type Attachment struct {
	Name string
	Type string
	Size int
	Text string
}

// A Remark is something odd about a letter. Kind is stable; Detail is English
// prose for whoever runs the Arbitre.
type Remark struct {
	Kind   string
	Detail string
}

func (r Remark) String() string {
	if r.Detail == "" {
		return r.Kind
	}
	return r.Kind + ": " + r.Detail
}

// Kinds of remarks.
const (
	RemarkNoHeader         = "no-header"
	RemarkMalformedHeader  = "malformed-header"
	RemarkMissingBlankLine = "missing-blank-line"
	RemarkMboxLine         = "mbox-from-line"
	RemarkDuplicateHeader  = "duplicate-header"
	RemarkBadDate          = "bad-date"
	RemarkNoSender         = "no-sender"
	RemarkCharset          = "charset"
	RemarkBrokenMIME       = "broken-mime"
	RemarkBrokenEncoding   = "broken-encoding"
	RemarkUnknownEncoding  = "unknown-encoding"
	RemarkTooDeep          = "too-deep"
	RemarkTooManyParts     = "too-many-parts"
	RemarkTruncated        = "truncated"
	RemarkControls         = "control-characters"
	RemarkBidi             = "bidi-override"
	RemarkHTML             = "html"
	RemarkEncrypted        = "encrypted"
	RemarkSigned           = "signed"
	RemarkWinmail          = "winmail"
	RemarkCalendar         = "calendar"
	RemarkUuencode         = "uuencode"
	RemarkUnmarkedQuote    = "unmarked-quote"
	// Nothing is new above an attribution or a header block, and what looks like
	// orders stands below it unmarked: perhaps the player wrote it in place of
	// the quote. It isn't new text, but he should be told.
	RemarkOrdersQuoted   = "orders-below-attribution"
	RemarkRewrappedQuote = "rewrapped-quote"
	RemarkOrdersSetAside = "orders-in-signature"
)

// Read reads a letter. It accepts any bytes, keeps no reference to raw, and
// never returns nil.
func Read(raw []byte) *Letter { return read(raw, 0) }

// read is Read for a letter inside nesting others.
func read(raw []byte, nesting int) *Letter {
	l := &Letter{}
	h, body := splitHeader(normaliseLineEnds(raw), true, l.remark)
	l.readHeader(h)
	b := newBody(l, nesting)
	b.part(h, body, 0)
	l.take(b.sortOut())
	l.Tokens = findTokens(l)
	l.AutomatedReason = automatedReason(h, l, b.reportType)
	if l.Automated = l.AutomatedReason != ""; l.Automated {
		l.Bounce = findBounce(h, l)
	}
	return l
}

// take makes what was told apart the letter's own.
func (l *Letter) take(t sorted) {
	l.NewText, l.SetAside = t.newText, t.setAside
	if l.Forwarded == nil {
		l.Forwarded = t.forwarded
	}
	for _, r := range t.remarks {
		l.remark(r.Kind, "%s", r.Detail)
	}
}

// remark notes something odd, once.
func (l *Letter) remark(kind, format string, args ...any) {
	r := Remark{kind, fmt.Sprintf(format, args...)}
	if len(l.Remarks) < maxRemarks && !slices.Contains(l.Remarks, r) {
		l.Remarks = append(l.Remarks, r)
	}
}

// A remarker notes something odd about the letter being read.
type remarker func(kind, format string, args ...any)
