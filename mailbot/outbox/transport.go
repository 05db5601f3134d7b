// Package outbox sends letters, one recipient at a time, and says of every
// failure whether it is worth trying again.
package outbox

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A Transport sends one letter to one recipient. The error is nil when someone
// else has taken charge of the letter, and otherwise wraps a *Failure. It is
// safe for concurrent use.
type Transport interface {
	// Send hands over raw, a whole message, with the envelope's sender
	// (empty for "<>") and recipient.
	Send(ctx context.Context, from, to string, raw []byte) error
}

// A Stage is how far a letter got.
type Stage string

// The stages, in the order of SMTP.
const (
	Connecting Stage = "connecting"
	LoggingIn  Stage = "logging in"
	Sender     Stage = "naming the sender"
	Recipient  Stage = "naming the recipient"
	Content    Stage = "handing over the letter"
)

// A Failure is why a letter wasn't sent; find it with errors.As.
type Failure struct {
	// Permanent says that this letter to this recipient will never pass: a 5xx
	// to the recipient or to the content, a letter over the server's size limit
	// (RFC 5321 §4.2.1), or one that needs SMTPUTF8 where there is none. What is
	// wrong with the connection, the login or the sender is wrong for every
	// letter until someone mends it, so that is never permanent, nor is a failure
	// of the network, nor a recipient refused by policy, which may be our own
	// configuration's fault.
	Permanent bool
	Stage     Stage
	Code      int    // the server's answer, 0 if there was none
	Enhanced  string // such as "5.1.1" (RFC 3463), empty if there was none
	Text      string // the answer's words, or what happened
	Err       error  // the cause
	// NotBefore is when it makes sense to try this recipient again, as far as
	// that is known; zero if it isn't.
	NotBefore time.Time
}

func (f *Failure) Error() string {
	answer := f.Text
	if f.Enhanced != "" {
		answer = f.Enhanced + " " + answer
	}
	if f.Code != 0 {
		answer = fmt.Sprintf("the server answers %d %s", f.Code, answer)
	}
	return fmt.Sprintf("%s: %s", f.Stage, answer)
}

func (f *Failure) Unwrap() error { return f.Err }

// lasting says whether an answer is of the kind that repeats itself. RFC 3463
// has the statuses of security and policy under x.7 (§3.8): relaying denied, no
// login, a sender that isn't trusted. Congestion, x.4.5 (§3.5), passes, though
// providers say so with a 5xx when the day's quota is used up.
func (f *Failure) lasting() bool {
	switch {
	case f.Code < 500, f.Enhanced == "5.4.5":
		return false
	case f.Stage == Recipient:
		return f.Code != codeLoginWanted && !strings.HasPrefix(f.Enhanced, "5.7.")
	case f.Stage == Sender:
		return f.Code == codeTooBig
	default:
		return f.Stage == Content
	}
}

const (
	codeLoginWanted = 530 // RFC 4954 §6
	codeTooBig      = 552 // RFC 1870 §6.1
)

// The bounds of Backoff.
const (
	minBackoff = time.Minute
	maxBackoff = 6 * time.Hour
)

// Backoff is how long to wait after the attempt-th failure of a letter, the
// first being 1: about twice as long each time, from one minute to six hours.
// Within a step it is the jitter, in [0, 1), that chooses, so that letters that
// failed together aren't tried together.
func Backoff(attempt int, jitter float64) time.Duration {
	low := min(minBackoff<<min(max(attempt, 1)-1, 16), maxBackoff/2)
	return low + time.Duration(jitter*float64(low))
}
