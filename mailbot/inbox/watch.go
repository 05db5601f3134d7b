package inbox

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"arbitre/mailbot/link/oauth"
)

// A Watcher keeps a mailbox drained: it connects, drains, waits for news, and
// begins again when the connection dies, after a pause that grows with every
// failure. The zero values of its optional fields are for production.
type Watcher struct {
	Account Account
	// Cursor is where reading goes on; asked before every drain.
	Cursor func() (Cursor, error)
	// Take gets the messages, as for Session.Drain.
	Take func([]Message) error
	// OnError, when set, is told why a connection ended, and how long the
	// pause will be.
	OnError func(err error, pause time.Duration)
	// OnDrained, when set, is told that the mailbox was read to its end.
	OnDrained func()
	// Poll bounds the wait for news; MaxIdle when zero.
	Poll time.Duration
	// After is the clock of the pauses; time.After when nil.
	After func(time.Duration) <-chan time.Time
	// Jitter is a number in [0, 1); random when nil.
	Jitter func() float64

	taken bool // some batch, on the connection in hand
	once  sync.Once
	mu    sync.Mutex
	asked []chan error
	bell  chan struct{}
	ended chan struct{}
}

// ErrStopped answers Collect when the watcher has ended.
var ErrStopped = errors.New("the mailbox is no longer watched")

func (w *Watcher) prepare() {
	w.once.Do(func() {
		w.bell = make(chan struct{}, 1)
		w.ended = make(chan struct{})
	})
}

// Run watches until the context ends, and returns its error. It is called once.
func (w *Watcher) Run(ctx context.Context) error {
	w.prepare()
	defer close(w.ended)
	after, jitter := w.After, w.Jitter
	if after == nil {
		after = time.After
	}
	if jitter == nil {
		jitter = rand.Float64
	}
	failures := 0
	for ctx.Err() == nil {
		w.taken = false
		drained, err := w.attend(ctx)
		if ctx.Err() != nil {
			break
		}
		if drained || w.taken { // a connection that got on is no failure in a row
			failures = 0
		}
		failures++
		refused := errors.Is(err, ErrLogin) || errors.Is(err, oauth.ErrRefused)
		pause := Pause(failures, refused, jitter())
		if w.OnError != nil {
			w.OnError(err, pause)
		}
		select {
		case <-after(pause):
		case <-w.bell:
			w.ring() // Collect doesn't wait for the pause's end, and is still to be served
		case <-ctx.Done():
		}
	}
	w.answer(w.waiting(), ErrStopped)
	return ctx.Err()
}

// attend serves one connection until it fails.
func (w *Watcher) attend(ctx context.Context) (drained bool, err error) {
	s, err := Dial(ctx, w.Account)
	if err != nil {
		w.answer(w.waiting(), err)
		return false, err
	}
	defer s.Close()
	for {
		waiting := w.waiting()
		err := w.drain(ctx, s)
		w.answer(waiting, err)
		if err != nil {
			return drained, err
		}
		drained = true
		if w.OnDrained != nil {
			w.OnDrained()
		}
		if err := s.idle(ctx, w.Poll, w.bell); err != nil {
			return drained, err
		}
	}
}

func (w *Watcher) drain(ctx context.Context, s *Session) error {
	cursor, err := w.Cursor()
	if err != nil {
		return err
	}
	_, err = s.Drain(ctx, cursor, func(batch []Message) error {
		err := w.Take(batch)
		if err == nil {
			w.taken = true
		}
		return err
	})
	return err
}

// Collect drains the mailbox now, on the watcher's connection or a new one,
// and returns when all that the server had at the call was taken, or why not.
func (w *Watcher) Collect(ctx context.Context) error {
	w.prepare()
	answer := make(chan error, 1)
	w.mu.Lock()
	w.asked = append(w.asked, answer)
	w.mu.Unlock()
	w.ring()
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-w.ended:
		return ErrStopped
	}
}

func (w *Watcher) ring() {
	select {
	case w.bell <- struct{}{}:
	default:
	}
}

// waiting takes those who wait for a drain that hasn't begun, and silences the
// bell that they rang.
func (w *Watcher) waiting() []chan error {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.bell:
	default:
	}
	asked := w.asked
	w.asked = nil
	return asked
}

func (w *Watcher) answer(waiting []chan error, err error) {
	for _, answer := range waiting {
		answer <- err
	}
}

// Pause is how long to wait after so many failures in a row: from a second,
// doubling, up to five minutes, less up to half by the jitter in [0, 1). A
// refused login waits a minute at least, lest the provider lock the account.
func Pause(failures int, refused bool, jitter float64) time.Duration {
	const longest = 5 * time.Minute
	pause := time.Second << min(max(failures, 1)-1, 16)
	if refused {
		pause *= 120
	}
	pause = min(pause, longest)
	return pause - time.Duration(jitter*float64(pause)/2)
}
