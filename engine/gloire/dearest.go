package gloire

import "sort"

// What a lord's calls can cost him at most hangs on their order: cheap knights
// lower the mean renown, and those who follow are dearer for it. A dearest trial
// finds how many cheap ones come first, and then the best that he can pay for.

// callsAsked is how many knights a seat's orders call in all.
func (s *season) callsAsked(seat int) (count int) {
	for _, o := range s.orders[seat] {
		if n, ok := o.Number("count"); ok && o.Code == "CHE" && n >= 1 && count+n <= mostCalls {
			count += n
		}
	}
	return count
}

// cheapCalls is how many of so many calls are to be of the lowest renown, so
// that all together cost the most of a treasury.
func cheapCalls(count, top, treasury int, k mean) (cheap int) {
	most := -1
	for c := range count {
		if spent := spentOnCalls(count, c, top, treasury, k); spent > most {
			cheap, most = c, spent
		}
	}
	return cheap
}

func spentOnCalls(count, cheap, top, treasury int, k mean) (spent int) {
	for i := range count {
		points := 1
		if i >= cheap {
			points = dearestCall(top, treasury-spent, k)
		}
		cost := callCost(points, k)
		if cost > treasury-spent {
			break
		}
		spent += cost
		k.sum, k.count = k.sum+points*100, k.count+1
	}
	return spent
}

// dearestCall is the highest renown, up to the top, that écus pay for; at least 1.
func dearestCall(top, ecus int, k mean) int {
	return max(1, sort.Search(top, func(i int) bool { return callCost(i+1, k) > ecus }))
}
