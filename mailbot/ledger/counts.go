package ledger

import (
	"fmt"
	"time"
)

// DayOf names the day of a time, in UTC: a period over which things are counted.
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// WeekOf names the week of a time, in UTC and by ISO 8601.
func WeekOf(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, week)
}

// Count counts one more of something in a period, and returns how many there are now.
func (t *Tx) Count(period, what string) (int, error) {
	n, err := t.Counted(period, what)
	if err != nil {
		return 0, err
	}
	n++
	return n, put(t, bucketAnswers, key(period, what), n)
}

// Counted returns how often something was counted in a period.
func (t *Tx) Counted(period, what string) (int, error) {
	var n int
	_, err := get(t, bucketAnswers, key(period, what), &n)
	return n, err
}
