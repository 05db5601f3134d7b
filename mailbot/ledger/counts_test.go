package ledger

import (
	"testing"
	"time"
)

func TestThingsAreCountedByPeriod(t *testing.T) {
	l, _ := open(t)
	for _, tt := range []struct {
		what string
		at   time.Time
		want int
	}{
		{"a@x", noon, 1},
		{"a@x", noon.Add(time.Hour), 2},
		{"b@x", noon, 1},
		{"a@x", noon.Add(24 * time.Hour), 1},
		{"a@x", noon.In(time.FixedZone("", 13*3600)), 3}, // the same moment, where it is tomorrow
	} {
		write(t, l, func(tx *Tx) error {
			n, err := tx.Count(DayOf(tt.at), tt.what)
			if n != tt.want {
				t.Errorf("%s at %v: %d, want %d", tt.what, tt.at, n, tt.want)
			}
			return err
		})
	}
}

func TestWeeksAreNamedByISO8601(t *testing.T) {
	for day, want := range map[string]string{"2026-10-07": "2026-W41", "2027-01-01": "2026-W53", "2027-01-04": "2027-W01"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := WeekOf(at); got != want {
			t.Errorf("%s is in %s, want %s", day, got, want)
		}
	}
}
