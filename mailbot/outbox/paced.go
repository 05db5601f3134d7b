package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Paced spares a mail provider: it bounds how many letters go out in any minute,
// over all and to each recipient's domain, and leaves a domain alone that has
// asked for patience. It remembers in memory only: a restart begins anew. Its
// fields aren't changed after the first use.
//
// A letter over a bound waits for its turn, a minute at most for as long as
// letters come one after the other. A letter to a domain that is being left
// alone isn't offered to it: it fails at once, for now, with Failure.NotBefore.
type Paced struct {
	Transport
	// PerMinute and PerDomainMinute are the most letters in a minute; 0 is no bound.
	PerMinute, PerDomainMinute int
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// After is the clock's alarm; time.After when nil.
	After func(time.Duration) <-chan time.Time

	mu      sync.Mutex
	total   pace
	domains map[string]*pace
}

var _ Transport = (*Paced)(nil)

// A pace is what is remembered of one domain, or of all together.
type pace struct {
	sent []time.Time // when the letters of the last minute went out, or are to
	// The domain asked for patience so many times in a row, the last time with
	// this answer, and is left alone until then.
	slowed int
	answer Failure
	until  time.Time
}

// The bounds of how long a domain is left alone.
const (
	shortestPause = time.Minute
	longestPause  = time.Hour
)

// Send hands the letter on when its turn has come.
func (p *Paced) Send(ctx context.Context, from, to string, raw []byte) error {
	turn, err := p.reserve(to)
	if err != nil {
		return err
	}
	if err := p.wait(ctx, turn); err != nil {
		return fmt.Errorf("waiting to send a letter to %s: %w", to, fail(ctx, Connecting, err))
	}
	err = p.Transport.Send(ctx, from, to, raw)
	return p.learn(to, err)
}

// reserve is when a letter may go, which then counts as sent at that time.
func (p *Paced) reserve(to string) (turn time.Time, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	domain := p.domain(to, now)
	for _, one := range []*pace{&p.total, domain} {
		if now.Before(one.until) {
			f := one.answer
			f.NotBefore = one.until
			f.Text += fmt.Sprintf(" (said before; not tried again until %s)", one.until.UTC().Format(time.RFC3339))
			return time.Time{}, fmt.Errorf("sparing the server of %s: %w", to, &f)
		}
	}
	turn = p.total.turn(p.PerMinute, now)
	turn = domain.turn(p.PerDomainMinute, turn)
	p.total.take(p.PerMinute, turn)
	domain.take(p.PerDomainMinute, turn)
	return turn, nil
}

// turn is the first moment from then on at which one letter more keeps within
// the bound. Turns are given in order of time: any later one will do as well.
func (one *pace) turn(most int, then time.Time) time.Time {
	if most <= 0 || len(one.sent) == 0 {
		return then
	}
	free := one.sent[len(one.sent)-1]
	if len(one.sent) >= most {
		if next := one.sent[len(one.sent)-most].Add(time.Minute); next.After(free) {
			free = next
		}
	}
	if free.After(then) {
		return free
	}
	return then
}

// take notes a letter, and forgets those that no longer matter.
func (one *pace) take(most int, turn time.Time) {
	if most <= 0 {
		return
	}
	one.sent = append(one.sent, turn)
	if extra := len(one.sent) - most; extra > 0 {
		one.sent = append(one.sent[:0], one.sent[extra:]...)
	}
}

// domain is what is remembered of a recipient's domain. Those of which nothing
// matters any more are forgotten on the way.
func (p *Paced) domain(to string, now time.Time) *pace {
	const many = 100
	if len(p.domains) > many {
		for name, one := range p.domains {
			last := len(one.sent) - 1
			if (last < 0 || now.Sub(one.sent[last]) >= time.Minute) && now.Sub(one.until) > longestPause {
				delete(p.domains, name)
			}
		}
	}
	name := strings.ToLower(to[strings.LastIndex(to, "@")+1:])
	if p.domains == nil {
		p.domains = map[string]*pace{}
	}
	if p.domains[name] == nil {
		p.domains[name] = &pace{}
	}
	return p.domains[name]
}

func (p *Paced) wait(ctx context.Context, turn time.Time) error {
	pause := turn.Sub(p.now())
	if pause <= 0 {
		return nil
	}
	after := p.After
	if after == nil {
		after = time.After
	}
	select {
	case <-after(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// learn keeps what a server's answer says of its patience: each time in a row
// that it asks for some, it is left alone for twice as long. An answer to the
// recipient or the letter is taken for the recipient's domain; one before that
// comes from the provider itself, and holds for all.
func (p *Paced) learn(to string, err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	domain := p.domain(to, now)
	if err == nil {
		p.total.slowed, domain.slowed = 0, 0
		return nil
	}
	var f *Failure
	if !errors.As(err, &f) || !f.slowDown() {
		return err
	}
	one := domain
	if f.Stage != Recipient && f.Stage != Content {
		one = &p.total
	}
	pause := min(shortestPause<<min(one.slowed, 16), longestPause)
	one.slowed++
	one.answer, one.until = *f, now.Add(pause)
	told := *f
	told.NotBefore = one.until
	return fmt.Errorf("sending a letter to %s: %w", to, &told)
}

// slowDown says whether a server asks for patience: 421, 450 or 451 with an
// enhanced status of policy (RFC 3463 §3.8), or 421 with none.
func (f *Failure) slowDown() bool {
	switch f.Code {
	case 421:
		return f.Enhanced == "" || strings.HasPrefix(f.Enhanced, "4.7.")
	case 450, 451:
		return strings.HasPrefix(f.Enhanced, "4.7.")
	default:
		return false
	}
}

func (p *Paced) now() time.Time {
	if p.Now == nil {
		return time.Now()
	}
	return p.Now()
}
