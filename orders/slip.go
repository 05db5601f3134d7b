package orders

// oneSlip says whether two texts differ by exactly one typing slip: a rune
// more, less, other, or two neighbours swapped. A slip never touches a digit.
func oneSlip(a, b []rune) bool {
	if len(a) > len(b)+1 || len(b) > len(a)+1 {
		return false
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	for _, part := range [2][]rune{a, b} {
		for _, r := range part {
			if '0' <= r && r <= '9' {
				return false
			}
		}
	}
	switch {
	case len(a)+len(b) == 1, len(a) == 1 && len(b) == 1:
		return true
	case len(a) == 2 && len(b) == 2:
		return a[0] == b[1] && a[1] == b[0]
	}
	return false
}

// distance counts the slips between two texts (optimal string alignment), up
// to limit; any more are limit + 1.
func distance(a, b []rune, limit int) int {
	if len(a) > len(b)+limit || len(b) > len(a)+limit {
		return limit + 1
	}
	rows := make([]int, 3*(len(b)+1))
	two, one, now := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(one[j]+1, now[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, two[j-2]+1)
			}
			now[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		two, one, now = one, now, two
	}
	return min(one[len(b)], limit+1)
}
