package mailbot

import (
	"context"
	"strings"
	"time"

	"arbitre/mailbot/letter"
	"arbitre/mailbot/proof"
)

// A Prover tells whether a letter comes from the domain of its author; a
// proof.Checker does. It is asked by several goroutines at once.
type Prover interface {
	Check(ctx context.Context, raw []byte, from string) proof.Verdict
}

// The bounds of what domain proofs may cost: they ask name servers.
const (
	mostAsking  = 4                // letters of a batch that are checked at once
	askingTime  = 20 * time.Second // for all letters of a batch
	mostChecked = 20               // letters of one From address in an hour
)

// An inquiry is the checking of a batch's domains.
type inquiry struct {
	ctx  context.Context
	turn chan struct{}
}

// byDomain asks for the domain proof of a letter from a registered address. Its
// reasons are told whether it holds or not.
//
// A good signature stays good for whoever has the letter, RFC 6376 §8.6: a
// friend who got it could send it on. So the letter must be addressed to the
// Arbitre in its only To field and have a Message-ID, and a signature must
// cover both: then what can be sent again is what was taken already.
func (a *Arbitre) byDomain(q inquiry, raw []byte, l *letter.Letter) (how string, reasons []string) {
	if l.MessageID == "" {
		return "", []string{"domain: the letter has no Message-ID"}
	}
	if !a.isOurs(l.To) {
		return "", []string{"domain: the letter isn't addressed to the arbitre in To"}
	}
	if !a.checks.take(a.now(), strings.ToLower(l.From.Addr)) {
		return "", []string{"domain: too many letters of this address to check in an hour"}
	}
	q.turn <- struct{}{}
	defer func() { <-q.turn }()
	v := a.prover.Check(q.ctx, raw, l.From.Addr)
	if !v.Proven {
		return "", v.Reasons
	}
	for _, reason := range v.Reasons {
		if left, ok := strings.CutPrefix(reason, proof.ReasonPartial+": "); ok && v.How == proof.ByDKIM {
			for field := range strings.SplitSeq(left, ", ") {
				if field == "to" || field == "message-id" {
					return "", append(v.Reasons, "domain: the signature leaves out what keeps the letter from being sent again")
				}
			}
		}
	}
	return v.How, v.Reasons
}

// isOurs says whether one of some addresses is the Arbitre's own, with or
// without a token.
func (a *Arbitre) isOurs(list []letter.Address) bool {
	for _, to := range list {
		if a.Sender.is(to.Addr) {
			return true
		}
	}
	return false
}

// is says whether an address is the sender's own, with or without a detail
// after a plus.
func (s Sender) is(address string) bool {
	local, domain, _ := strings.Cut(address, "@")
	own, home, _ := strings.Cut(s.Address, "@")
	local, _, _ = strings.Cut(local, "+")
	return strings.EqualFold(local, own) && strings.EqualFold(domain, home)
}
