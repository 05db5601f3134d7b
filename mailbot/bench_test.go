package mailbot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/engine/gloire/bots"
	"arbitre/mailbot/inbox"
	"arbitre/mailbot/ledger"
)

// benchLords are the players of a full Scandinavie.
var benchLords = []string{"Harald", "Sigrid", "Olaf", "Astrid", "Birger", "Dagmar", "Erling", "Freydis", "Gorm", "Ingeborg"}

// orderLetters are letters such as players send: about eight orders above what
// they quote of the report, thirty lines in all.
func orderLetters(s *story, n int) [][]byte {
	s.Helper()
	view, err := s.arbitre.View(game)
	s.must(err)
	var orders [][]any
	for i, name := range benchLords {
		who := strings.ToLower(name)
		report := s.report(who)
		parts := []any{reply(report), subject("Re: " + report.Subject)}
		lines := bots.Play(view.State, s.opening.Charter.Seats[i].Seat, view.Game.Secret.Dice([32]byte{byte(i)}))
		lines = append(lines, "INI 30 40 60", "DEF "+name+" 100", "GAR "+name+" 50", "REN "+name+" "+name+" le Grand")
		for _, line := range lines[:min(len(lines), 8)] {
			parts = append(parts, line)
		}
		parts = append(parts, "", "Le mer. 7 oct. 2026 à 20:00, Le Héraut <"+herald+"> a écrit :")
		for _, line := range strings.SplitN(report.body, "\n", 21)[:20] {
			parts = append(parts, "> "+line)
		}
		orders = append(orders, parts)
	}
	letters := make([][]byte, n)
	for i := range letters {
		who := i % len(benchLords)
		_, letters[i] = s.write(strings.ToLower(benchLords[who]), orders[who]...)
	}
	return letters
}

// fill delivers letters to the Arbitre's mailbox, many at a time.
func fill(s *story, letters [][]byte) {
	var wait sync.WaitGroup
	for part := range 50 {
		wait.Go(func() {
			for i := part; i < len(letters); i += 50 {
				if err := s.office.Deliver(herald, "player@"+domain, letters[i]); err != nil {
					s.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// BenchmarkDrain takes a thousand order letters from a post office on disk into
// the ledger, each durable before it is flagged, with its confirmation in the
// outbox; and then, in the second, sends the confirmations back into the post
// office.
func BenchmarkDrain(b *testing.B) {
	const letters = 1000
	for _, sends := range []bool{false, true} {
		name := "ledger"
		if sends {
			name = "ledger+sending"
		}
		b.Run(name, func(b *testing.B) {
			s := newStory(b, withLords(benchLords...), onDisk())
			for b.Loop() {
				b.StopTimer()
				fill(s, orderLetters(s, letters))
				s.advance(time.Minute)
				b.StartTimer()
				s.must(s.collect(b.Context()))
				if sends {
					s.send()
				}
				b.StopTimer()
				s.send()
				b.StartTimer()
			}
			b.StopTimer()
			taken, confirmed := 0, 0
			for _, l := range s.record() {
				if l.Verdict == ledger.Obeyed {
					taken++
				}
			}
			for _, m := range s.outbox() {
				if m.Kind == "confirmation" {
					confirmed++
				}
			}
			if taken != letters*b.N || confirmed != taken {
				b.Errorf("%d letters obeyed and %d confirmed of %d", taken, confirmed, letters*b.N)
			}
			b.ReportMetric(float64(letters*b.N)/b.Elapsed().Seconds(), "letters/s")
			clear(s.seen)
			for _, who := range people {
				s.unread(who)
			}
		})
	}
}

// BenchmarkLetter takes one order letter: read, proven, reviewed, confirmed and
// recorded, without the mailbox, in a transaction of its own and among 64.
func BenchmarkLetter(b *testing.B) {
	for _, batch := range []int{1, 64} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) {
			s := newStory(b, withLords(benchLords...))
			uid := uint32(0)
			for b.Loop() {
				b.StopTimer()
				messages := make([]inbox.Message, batch)
				for i, raw := range orderLetters(s, batch) {
					uid++
					messages[i] = inbox.Message{Mailbox: "INBOX", Validity: 1, UID: uid, Received: s.now(), Raw: raw}
				}
				b.StartTimer()
				s.must(s.arbitre.Take(messages))
			}
			b.ReportMetric(float64(batch*b.N)/b.Elapsed().Seconds(), "letters/s")
		})
	}
}
