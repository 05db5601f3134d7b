package mailbot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbitre/mailbot/ledger"
)

// onSmallDisk has the ledger on a small disk; it takes the right
// to mount one.
func onSmallDisk() premise {
	return func(s *story) {
		s.Helper()
		dir := s.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=32m"); err != nil {
			s.Skipf("no disk to fill: %v", err)
		}
		s.Cleanup(func() { s.must(syscall.Unmount(dir, syscall.MNT_DETACH)) })
		s.path = filepath.Join(dir, "ledger.db")
	}
}

// fill leaves no room on the ledger's disk, until the file is removed.
func (s *story) fill() (ballast string) {
	s.Helper()
	ballast = filepath.Join(filepath.Dir(s.path), "ballast")
	f, err := os.Create(ballast)
	s.must(err)
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		s.Fatalf("the disk isn't full: %v", err)
	}
	return ballast
}

// TestAFullDiskLosesNothing has the disk full when letters come, when mail is
// sent, and at the deadline. Nothing is taken, and nothing is sent twice.
func TestAFullDiskLosesNothing(t *testing.T) {
	s := newStory(t, onSmallDisk())
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.must(s.collect(s.Context())) // the confirmation waits in the outbox

	ballast := s.fill()
	for i := range 20 { // what room the ledger has left runs out
		s.letter("sigrid", reply(s.report("sigrid")), "CHE 2", strings.Repeat("bla bla bla\r\n", 20_000), string(rune('a'+i)))
	}
	err := s.collect(s.Context())
	if !errors.Is(err, ledger.ErrFull) || !strings.Contains(err.Error(), "disk is full: letters stay in the mailbox") {
		t.Fatalf("taking letters with a full disk: %v", err)
	}
	taken := len(s.record())
	for range 3 {
		if err := s.arbitre.Send(s.Context(), s.over); err != nil && !errors.Is(err, ledger.ErrFull) {
			t.Fatal(err)
		}
	}
	s.advanceTo(s.deadline().Add(1))
	if err := s.arbitre.Tick(s.Context(), s.collect); err != nil && !errors.Is(err, ledger.ErrFull) {
		t.Fatal(err)
	}
	if at := s.game().At.Season; at != 1 {
		t.Errorf("season %d is awaited: one was played without its letters", at)
	}
	if n := len(s.record()); n < taken {
		t.Errorf("%d letters are on record, and %d were", n, taken)
	}

	s.must(os.Remove(ballast))
	s.must(s.collect(s.Context()))
	s.tick()
	if n := len(s.record()); n != 21 {
		t.Errorf("%d letters are on record, want 21", n)
	}
	if got := len(s.listOf(1, 2)); got != 1 || s.game().At.Season != 2 {
		t.Errorf("season %d is awaited, and the first was played with %d orders", s.game().At.Season, got)
	}
	for _, who := range []string{"harald", "sigrid"} {
		times := map[string]int{}
		for _, m := range s.unread(who) {
			if times[m.MessageID]++; times[m.MessageID] > 1 {
				t.Errorf("%s got %s %d times", who, m.MessageID, times[m.MessageID])
			}
		}
		if len(times) == 0 {
			t.Errorf("%s got nothing", who)
		}
	}
}

// A ledger that fails after mail was handed over doesn't have it sent again.
func TestMailIsNotSentAgainWhileItsFateCannotBeRecorded(t *testing.T) {
	s := newStory(t)
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.must(s.collect(s.Context()))
	a := s.arbitre
	failing := true
	a.unrecorded = append(a.unrecorded, func(*ledger.Tx) error {
		if failing {
			return syscall.ENOSPC
		}
		return nil
	})
	for range 3 {
		if err := a.Send(s.Context(), s.over); !errors.Is(err, ledger.ErrFull) {
			t.Fatalf("sending: %v", err)
		}
	}
	s.expectNone("harald")
	failing = false
	s.send()
	s.send()
	s.expect("harald", "confirmation")
}

func TestASecondArbitreOnTheSameLedgerIsRefused(t *testing.T) {
	s := newStory(t)
	_, err := ledger.Open(s.path)
	if !errors.Is(err, ledger.ErrLocked) || !strings.Contains(err.Error(), s.path) || !strings.Contains(err.Error(), "in use by another arbitre") {
		t.Errorf("a second opening: %v", err)
	}
	s.orders("harald", "CHE 1") // the first goes on
}
