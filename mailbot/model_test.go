package mailbot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbitre/mailbot/inbox"
)

// A told is a letter as the players' guide sees it: what it does to a list, and
// the orders that it brings.
type told struct {
	mode     mode
	orders   []string
	received time.Time
	raw      []byte
}

// obeyed is the list that stands after a letter, by the players' guide. A letter
// older than the newest that counted changes nothing.
func (l told) obeyed(list []string, newest time.Time) ([]string, time.Time) {
	isStanding := func(line string) bool { return strings.HasPrefix(line, "@") }
	if l.mode == keeps || l.received.Before(newest) {
		return list, newest
	}
	switch l.mode {
	case clears:
		list = nil
	case replaces:
		if slices.ContainsFunc(l.orders, isStanding) {
			list = nil
		} else {
			// What was written for this season alone comes before what repeats.
			standing := slices.DeleteFunc(slices.Clone(list), func(line string) bool { return !isStanding(line) })
			return slices.Concat(l.orders, standing), l.received
		}
	}
	return slices.Concat(list, l.orders), l.received
}

func drawLetter(t *rapid.T, s *story, base time.Time) told {
	l := told{
		mode:     rapid.SampledFrom([]mode{replaces, replaces, adds, clears, keeps}).Draw(t, "mode"),
		received: base.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "second")) * time.Second),
	}
	parts := []any{reply(s.report("harald"))}
	switch l.mode {
	case adds:
		parts = append(parts, "AJOUT")
	case clears:
		parts = append(parts, "EFFACER")
	case keeps:
		parts = append(parts, "rien de neuf sous le soleil")
	}
	least := 1
	if l.mode == clears {
		least = 0
	}
	if l.mode != keeps {
		for range rapid.IntRange(least, 3).Draw(t, "orders") {
			line := fmt.Sprintf("CHE %d", rapid.IntRange(1, 5).Draw(t, "number"))
			if rapid.IntRange(0, 3).Draw(t, "standing") == 0 {
				line = "@" + line
			}
			l.orders = append(l.orders, line)
			parts = append(parts, line)
		}
	}
	_, l.raw = s.write("harald", parts...)
	return l
}

// TestAnyCourseOfLettersEndsInTheListThatTheGuidePromises takes letters in any
// order of receipt and in any batches, with copies, mailboxes made anew and
// restarts between them, and compares the list that stands with the guide's.
func TestAnyCourseOfLettersEndsInTheListThatTheGuidePromises(t *testing.T) {
	s := newStory(t)
	validity := uint32(1000)
	rapid.Check(t, func(t *rapid.T) {
		validity++
		s.advance(time.Minute)
		base := s.now()
		begin := told{mode: clears, received: base}
		_, begin.raw = s.write("harald", reply(s.report("harald")), "EFFACER")

		var mailbox []inbox.Message // as it lies on the server
		var list []string
		var newest time.Time
		distinct, next := 0, 0
		put := func(l told) {
			mailbox = append(mailbox, inbox.Message{Mailbox: "INBOX", Validity: validity, UID: uint32(len(mailbox) + 1), Received: l.received, Raw: l.raw})
		}
		take := func(letters []told) {
			for _, l := range letters {
				put(l)
			}
			if err := s.arbitre.Take(slices.Clone(mailbox[next:])); err != nil {
				t.Fatal(err)
			}
			next = len(mailbox)
			slices.SortStableFunc(letters, func(a, b told) int { return cmp.Compare(a.received.Unix(), b.received.Unix()) })
			for _, l := range letters {
				distinct++
				list, newest = l.obeyed(list, newest)
			}
		}
		before := len(s.outbox())
		take([]told{begin})
		for range rapid.IntRange(1, 5).Draw(t, "batches") {
			var batch []told
			for range rapid.IntRange(1, 4).Draw(t, "letters") {
				batch = append(batch, drawLetter(t, s, base))
			}
			take(batch)
			switch rapid.IntRange(0, 5).Draw(t, "accident") {
			case 0: // the host delivers one again
				again := rapid.SampledFrom(mailbox).Draw(t, "copy")
				put(told{received: again.Received, raw: again.Raw})
			case 1: // the mailbox is made anew: all of it has new numbers
				validity++
				next = 0
				for i := range mailbox {
					mailbox[i].Validity = validity
				}
			case 2:
				s.restart()
			}
		}
		if err := s.arbitre.Take(slices.Clone(mailbox[next:])); err != nil {
			t.Fatal(err)
		}
		if got := s.list(1); !slices.Equal(got, list) {
			t.Fatalf("the list is %q, the guide promises %q", got, list)
		}
		if got := len(s.outbox()) - before; got != distinct {
			t.Fatalf("%d letters have %d answers", distinct, got)
		}
	})
}
