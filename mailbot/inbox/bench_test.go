package inbox

import (
	"fmt"
	"testing"

	"arbitre/mailbot/postoffice"
)

// BenchmarkDrain reads small letters from the embedded host.
func BenchmarkDrain(b *testing.B) {
	const letters = 1000
	for _, kind := range []string{"memory", "disk"} {
		b.Run(kind, func(b *testing.B) {
			var o postoffice.Options
			if kind == "disk" {
				o.Dir = b.TempDir()
			}
			p := openOffice(b, o)
			if kind == "memory" {
				deliver(b, p, 1, letters)
			} else {
				fill(b, p, letters)
			}
			for b.Loop() {
				s := dial(b, account(p))
				var l ledger
				if err := l.drain(b, s); err != nil || len(l.letters) != letters {
					b.Fatalf("%d letters: %v", len(l.letters), err)
				}
				s.Close()
			}
			b.ReportMetric(float64(b.N*letters)/b.Elapsed().Seconds(), "letters/s")
		})
	}
}

// fill delivers from all sides, as it is quicker on disk.
func fill(b *testing.B, p *postoffice.PostOffice, letters int) {
	const sides = 50
	done := make(chan error, sides)
	for side := range sides {
		go func() {
			for n := side; n < letters; n += sides {
				if err := p.Deliver("arbitre", "", fmt.Appendf(nil, "Subject: %d\r\n\r\nletter %d\r\n", n, n)); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range sides {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
}
