package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"pgregory.net/rapid"

	"arbitre/mailbot/postoffice"
)

// A record is a transport that takes every letter, or answers as it is told,
// under a clock that only moves when someone waits.
type record struct {
	mu     sync.Mutex
	now    time.Time
	sent   []string // "12:00:05 gauvain@camelot.example"
	times  map[string][]time.Time
	answer func(to string) error
}

func (r *record) Send(_ context.Context, _, to string, _ []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times == nil {
		r.times = map[string][]time.Time{}
	}
	r.sent = append(r.sent, r.now.Format("15:04:05 ")+to)
	_, domain, _ := strings.Cut(strings.ToLower(to), "@")
	for _, key := range []string{"", domain} {
		r.times[key] = append(r.times[key], r.now)
	}
	if r.answer != nil {
		return r.answer(to)
	}
	return nil
}

func (r *record) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

func (r *record) pass(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

func (r *record) after(d time.Duration) <-chan time.Time {
	r.pass(d)
	fired := make(chan time.Time, 1)
	fired <- r.clock()
	return fired
}

func pacedRecord(perMinute, perDomainMinute int) (*Paced, *record) {
	r := &record{now: time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)}
	return &Paced{Transport: r, PerMinute: perMinute, PerDomainMinute: perDomainMinute, Now: r.clock, After: r.after}, r
}

func TestLettersWaitForTheirTurn(t *testing.T) {
	const gauvain, yvain, orange = "gauvain@camelot.example", "yvain@Camelot.Example", "orange@orkney.example"
	for _, tt := range []struct {
		name                       string
		perMinute, perDomainMinute int
		to                         []string
		want                       string // when each was sent
	}{
		{"no bounds", 0, 0, []string{gauvain, gauvain, gauvain}, "20:00:00 20:00:00 20:00:00"},
		{"within them", 3, 2, []string{gauvain, yvain, orange}, "20:00:00 20:00:00 20:00:00"},
		{"over the whole one", 2, 0, []string{gauvain, orange, yvain, orange, gauvain}, "20:00:00 20:00:00 20:01:00 20:01:00 20:02:00"},
		{"over a domain's", 0, 1, []string{gauvain, orange, yvain, orange}, "20:00:00 20:00:00 20:01:00 20:01:00"},
		{"over both", 2, 1, []string{gauvain, orange, yvain, orange, gauvain}, "20:00:00 20:00:00 20:01:00 20:01:00 20:02:00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := pacedRecord(tt.perMinute, tt.perDomainMinute)
			var at []string
			for i, to := range tt.to {
				if err := p.Send(t.Context(), arbiter, to, []byte(letter)); err != nil {
					t.Fatal(err)
				}
				moment, recipient, _ := strings.Cut(r.sent[i], " ")
				if recipient != to {
					t.Errorf("the letter to %s went to %s", to, recipient)
				}
				at = append(at, moment)
			}
			if got := strings.Join(at, " "); got != tt.want {
				t.Errorf("sent at %s\nwant    %s", got, tt.want)
			}
		})
	}
}

// Whatever is sent when, no minute has more letters than the bounds say.
func TestNoMinuteHasMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perMinute, perDomainMinute := rapid.IntRange(0, 5).Draw(t, "per minute"), rapid.IntRange(0, 3).Draw(t, "per domain")
		p, r := pacedRecord(perMinute, perDomainMinute)
		for range rapid.IntRange(1, 60).Draw(t, "letters") {
			r.pass(time.Duration(rapid.IntRange(0, 20).Draw(t, "pause")) * time.Second)
			to := "x@" + rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "domain")
			began := r.clock()
			if err := p.Send(context.Background(), arbiter, to, nil); err != nil {
				t.Fatal(err)
			}
			if r.clock().Sub(began) > time.Minute {
				t.Fatalf("a letter waited %v", r.clock().Sub(began))
			}
		}
		for domain, times := range r.times {
			most := perDomainMinute
			if domain == "" {
				most = perMinute
			}
			for i := most; most > 0 && i < len(times); i++ {
				if times[i].Sub(times[i-most]) < time.Minute {
					t.Fatalf("%q: %d letters from %v to %v", domain, most+1, times[i-most], times[i])
				}
			}
		}
	})
}

// A domain that asks for patience is left alone for longer and longer, and
// the others aren't.
func TestADomainThatAsksForPatience(t *testing.T) {
	p, r := pacedRecord(0, 0)
	slow := &Failure{Stage: Recipient, Code: 421, Enhanced: "4.7.28", Text: "too fast"}
	r.answer = func(to string) error {
		if strings.HasSuffix(to, "@slow.example") && slow != nil {
			return fmt.Errorf("sending: %w", slow)
		}
		return nil
	}
	for _, pause := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		pause *= time.Minute
		err := p.Send(t.Context(), arbiter, "a@slow.example", nil)
		var f *Failure
		if !errors.As(err, &f) || f.Permanent || f.Text != "too fast" || !f.NotBefore.Equal(r.now.Add(pause)) {
			t.Fatalf("asked to wait, it says %v, not before %v", err, f.NotBefore)
		}
		tried := len(r.sent)
		r.pass(pause - time.Second)
		err = p.Send(t.Context(), arbiter, "b@SLOW.example", nil)
		if !errors.As(err, &f) || f.Permanent || f.Stage != Recipient || f.Code != 421 || !f.NotBefore.Equal(r.now.Add(time.Second)) || !strings.Contains(err.Error(), "said before; not tried again until 2026-03-14T2") {
			t.Errorf("while it waits, it says %v", err)
		}
		if len(r.sent) != tried {
			t.Error("the domain was asked before its time")
		}
		if err := p.Send(t.Context(), arbiter, "c@other.example", nil); err != nil {
			t.Error(err)
		}
		r.pass(time.Second)
	}
	// Once it has taken a letter, all is forgotten.
	slow = nil
	if err := p.Send(t.Context(), arbiter, "a@slow.example", nil); err != nil {
		t.Fatal(err)
	}
	slow = &Failure{Stage: Content, Code: 451, Enhanced: "4.7.0"}
	p.Send(t.Context(), arbiter, "a@slow.example", nil)
	var f *Failure
	if err := p.Send(t.Context(), arbiter, "a@slow.example", nil); !errors.As(err, &f) || !f.NotBefore.Equal(r.now.Add(time.Minute)) {
		t.Errorf("after a success: %v", err)
	}
}

// What the provider says before any recipient is named holds for all.
func TestAProviderThatAsksForPatience(t *testing.T) {
	for _, stage := range []Stage{Connecting, LoggingIn, Sender} {
		p, r := pacedRecord(0, 0)
		r.answer = func(string) error { return &Failure{Stage: stage, Code: 421, Enhanced: "4.7.0", Text: "too fast"} }
		p.Send(t.Context(), arbiter, "a@one.example", nil)
		var f *Failure
		if err := p.Send(t.Context(), arbiter, "b@two.example", nil); !errors.As(err, &f) || f.Stage != stage || f.NotBefore.IsZero() || len(r.sent) != 1 {
			t.Errorf("%s: %v after %v", stage, err, r.sent)
		}
	}
}

func TestWhatIsARequestForPatience(t *testing.T) {
	for _, tt := range []struct {
		code     int
		enhanced string
		want     bool
	}{
		{421, "4.7.0", true}, {421, "", true}, {450, "4.7.1", true}, {451, "4.7.650", true},
		{421, "4.3.2", false}, {450, "", false}, {450, "4.2.0", false}, {451, "4.3.0", false}, {452, "4.7.0", false}, {550, "5.7.1", false}, {0, "", false},
	} {
		if got := (&Failure{Code: tt.code, Enhanced: tt.enhanced}).slowDown(); got != tt.want {
			t.Errorf("%d %s: %v", tt.code, tt.enhanced, got)
		}
	}
}

func TestOtherFailuresPassAsTheyAre(t *testing.T) {
	p, r := pacedRecord(0, 0)
	for _, want := range []error{&Failure{Permanent: true, Stage: Recipient, Code: 550, Enhanced: "5.1.1"}, errors.New("no Failure")} {
		r.answer = func(string) error { return want }
		if err := p.Send(t.Context(), arbiter, player, nil); err != want {
			t.Errorf("%v came back as %v", want, err)
		}
	}
	if len(r.sent) != 2 {
		t.Errorf("%d letters were tried, want 2", len(r.sent))
	}
}

func TestTheContextEndsATurnsWait(t *testing.T) {
	p, r := pacedRecord(1, 0)
	p.After = func(time.Duration) <-chan time.Time { return nil }
	ctx, cancel := context.WithCancel(t.Context())
	if err := p.Send(ctx, arbiter, player, nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	var f *Failure
	if err := p.Send(ctx, arbiter, player, nil); !errors.Is(err, context.Canceled) || !errors.As(err, &f) || f.Permanent || len(r.sent) != 1 {
		t.Errorf("%v after %v", err, r.sent)
	}
}

func TestPacedTogether(t *testing.T) {
	p, r := pacedRecord(5, 2)
	var senders sync.WaitGroup
	for i := range 40 {
		senders.Go(func() {
			if err := p.Send(t.Context(), arbiter, fmt.Sprintf("x@%d.example", i%4), nil); err != nil {
				t.Error(err)
			}
		})
	}
	senders.Wait()
	if len(r.sent) != 40 || r.clock().Sub(time.Date(2026, 3, 14, 20, 7, 0, 0, time.UTC)) < 0 {
		t.Errorf("%d letters were sent by %v", len(r.sent), r.clock())
	}
}

func TestPacesAreForgotten(t *testing.T) {
	p, r := pacedRecord(10, 1)
	for i := range 5000 {
		if err := p.Send(t.Context(), arbiter, fmt.Sprintf("x@%d.example", i), nil); err != nil {
			t.Fatal(err)
		}
		r.pass(time.Minute)
	}
	if len(p.domains) > 200 || len(p.total.sent) > 10 {
		t.Errorf("it remembers %d domains and %d letters", len(p.domains), len(p.total.sent))
	}
}

func TestPacedOverARealServer(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	office.Refuse(func(string, string) error {
		return &smtp.SMTPError{Code: 450, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "Later"}
	})
	_, r := pacedRecord(0, 0)
	p := &Paced{Transport: transport(t, office), Now: r.clock, After: r.after}
	for range 2 {
		var f *Failure
		if err := p.Send(t.Context(), arbiter, player, []byte(letter)); !errors.As(err, &f) || f.Enhanced != "4.7.1" || f.NotBefore.IsZero() {
			t.Errorf("%v", err)
		}
	}
	office.Refuse(nil)
	r.pass(time.Minute)
	if err := p.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
		t.Error(err)
	}
	if n := len(received(t, office, player)); n != 1 {
		t.Errorf("%d letters arrived", n)
	}
}
