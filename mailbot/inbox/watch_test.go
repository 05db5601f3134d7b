package inbox

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"arbitre/mailbot/link/linktest"
	"arbitre/mailbot/postoffice"
)

// A watched is a watcher over a ledger, with pauses that end when the test says.
type watched struct {
	*Watcher
	mu     sync.Mutex
	ledger ledger

	paused chan time.Duration
	resume chan time.Time
	drains chan struct{}
}

func watch(t *testing.T, a Account) *watched {
	t.Helper()
	w := &watched{paused: make(chan time.Duration, 1), resume: make(chan time.Time), drains: make(chan struct{}, 100)}
	w.Watcher = &Watcher{
		Account: a,
		Cursor: func() (Cursor, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.ledger.cursor, nil
		},
		Take: func(batch []Message) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.ledger.take(batch)
		},
		OnDrained: func() { w.drains <- struct{}{} },
		After: func(d time.Duration) <-chan time.Time {
			w.paused <- d
			return w.resume
		},
		Jitter: func() float64 { return 0 },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the watcher ended with %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Error("the watcher didn't stop within five seconds")
		}
		if err := w.Collect(context.Background()); !errors.Is(err, ErrStopped) {
			t.Errorf("collecting after the end: %v", err)
		}
	})
	return w
}

func (w *watched) has(t *testing.T, first, last int) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ledger.has(t, first, last)
}

func TestAWatcherTakesMailAsItComes(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 3)
	w := watch(t, account(p))
	<-w.drains
	w.has(t, 1, 3)
	deliver(t, p, 4, 4)
	<-w.drains
	w.has(t, 1, 4)
}

func TestCollectGetsAllThatIsThere(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	w := watch(t, account(p))
	<-w.drains
	for n := 1; n <= 20; n++ {
		deliver(t, p, n, n)
		if err := w.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.has(t, 1, n)
	}
}

func TestAWatcherComesBack(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	deliver(t, p, 1, 2)
	w := watch(t, account(p))
	<-w.drains
	p.Hangup()
	if pause := <-w.paused; pause != time.Second {
		t.Errorf("the first pause is %v", pause)
	}
	deliver(t, p, 3, 3)
	w.resume <- time.Time{}
	<-w.drains
	w.has(t, 1, 3)

	// A last collection doesn't wait for the pause.
	p.Hangup()
	<-w.paused
	deliver(t, p, 4, 4)
	if err := w.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.has(t, 1, 4)
}

func TestCollectSaysThatItCannot(t *testing.T) {
	p := openOffice(t, postoffice.Options{})
	a := account(p)
	a.Password = password("wrong")
	w := watch(t, a)
	if pause := <-w.paused; pause < time.Minute {
		t.Errorf("after a refused login the pause is %v", pause)
	}
	if err := w.Collect(t.Context()); !errors.Is(err, ErrLogin) {
		t.Errorf("%v", err)
	}
	<-w.paused
}

// A token endpoint isn't asked again and again for what it has refused.
func TestAWatcherRespectsATokenEndpoint(t *testing.T) {
	e := linktest.NewEndpoint(t, "arbitre@jeu.example")
	p := openOffice(t, postoffice.Options{Tokens: e.Accepts})
	a := account(p)
	a.Tokens = tokensFrom(t, e)
	e.Replace("another")
	w := watch(t, a)
	if pause := <-w.paused; pause < time.Minute {
		t.Errorf("after a refused token the pause is %v", pause)
	}
}

func TestPause(t *testing.T) {
	for _, tt := range []struct {
		failures int
		refused  bool
		jitter   float64
		want     time.Duration
	}{
		{1, false, 0, time.Second},
		{2, false, 0, 2 * time.Second},
		{3, false, 0.5, 3 * time.Second},
		{9, false, 0, 256 * time.Second},
		{1000, false, 0, 5 * time.Minute},
		{1, true, 0, 2 * time.Minute},
		{1, true, 1, time.Minute},
		{1000, true, 1, 150 * time.Second},
	} {
		if got := Pause(tt.failures, tt.refused, tt.jitter); got != tt.want {
			t.Errorf("after %d failures (refused: %v, jitter %v): %v, want %v", tt.failures, tt.refused, tt.jitter, got, tt.want)
		}
	}
}
