package gloire

import (
	"maps"
	"strconv"

	"arbitre/orders"
)

// A figure of one trial season isn't what the season will bring. Findings that
// tell figures are spread over all the trials that say the same.

// spread is the first of findings, of those of its kind, with the figures of all.
func spread(of []orders.Finding) orders.Finding {
	f := of[0]
	f.Facts = maps.Clone(f.Facts)
	if f.Facts == nil {
		f.Facts = make(map[string]string)
	}
	for _, other := range of[1:] {
		if other.Kind == f.Kind {
			widen(f.Facts, other.Facts)
		}
	}
	return f
}

// widen makes facts hold for another trial too. Where they differ in a figure,
// the fact is the least of them and "<fact>_most" the greatest; what else differs
// is left out.
func widen(facts, other map[string]string) {
	for key, text := range other {
		low, told := facts[key]
		most, ranges := facts[key+"_most"]
		if !ranges {
			most = low
		}
		if !told || low == text && most == text {
			continue
		}
		n, notNumber := strconv.Atoi(text)
		lo, notLow := strconv.Atoi(low)
		hi, notMost := strconv.Atoi(most)
		if notNumber != nil || notLow != nil || notMost != nil {
			delete(facts, key)
			continue
		}
		facts[key], facts[key+"_most"] = strconv.Itoa(min(n, lo)), strconv.Itoa(max(n, hi))
	}
}

// remarked are the remarks of the trial seasons, each told once. A levy that is
// cut short in some of them only may be.
func (r *review) remarked() []warning {
	type key struct {
		order int
		kind  string
	}
	var keys []key
	said := make(map[key][]orders.Finding)
	for _, run := range r.runs {
		in := make(map[key]bool)
		for _, n := range run.remarks {
			k := key{n.index, n.Kind}
			if n.seat != r.seat || in[k] {
				continue
			}
			in[k] = true
			if said[k] == nil {
				keys = append(keys, k)
			}
			said[k] = append(said[k], n.Finding)
		}
	}
	warnings := make([]warning, len(keys))
	for i, k := range keys {
		f := spread(said[k])
		if k.kind == "gloire/spends-less" && len(said[k]) < len(r.runs) {
			f.Kind = "gloire/may-spend-less"
		}
		warnings[i] = warning{k.order, f}
	}
	return warnings
}
