package orders

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A fault is what is wrong with one stretch of an order's tokens.
type fault struct {
	kind     string
	from, to int // tokens
	facts    map[string]string
	suggest  []string
}

// What each liberty costs the reading that takes it. The cheapest reading of a
// refused line is the one whose faults are told.
const (
	costDisorder = 1
	costSlip     = 2
	costValue    = 3 // the right kind of thing, the wrong value
	costNumber   = 4
	costUnknown  = 6
	costWord     = 7 // a word where a number is asked for
	costExtra    = 8
	costMissing  = 10
)

// decimal is a number that may have thousands behind its comma, or decimals.
var decimal = regexp.MustCompile(`^[1-9]\d{0,2},\d{3}$`)

// maxDiagnosed is how many tokens of a refused line are looked at closely.
const maxDiagnosed = 24

// A diagnosis finds the reading of a refused line that asks for least change.
type diagnosis struct {
	*matcher
	end   int                    // tokens looked at
	runs  []int                  // by token: end of the unknown words that begin there; 0 if the token is known
	known map[[2]int]step        // (token, parameters used) → the cheapest way on
	tried map[[2]int][]candidate // (token, parameter) → candidates
}

// A step is the cheapest way on from a token.
type step struct {
	cost  int
	param int // -1: none
	end   int
	cand  candidate
	kind  string // of the fault; "" if there is none
}

// diagnose tells what is wrong with arguments that can't be read.
func (m *matcher) diagnose() []fault {
	d := diagnosis{matcher: m, end: min(len(m.t.all), m.from+maxDiagnosed), known: map[[2]int]step{}, tried: map[[2]int][]candidate{}}
	m.slips, m.ordered, m.lenient, m.scratch, m.used = true, false, true, m.scratch[:0], 0
	defer func() { m.lenient = false }()
	d.findRuns()
	d.cheapest(m.from, 0)
	return d.faults()
}

// findRuns marks the stretches of words that mean nothing to the form.
func (d *diagnosis) findRuns() {
	d.runs = make([]int, len(d.t.all)+1)
	unknown := func(i int) bool {
		if kind := d.t.all[i].kind; kind != word && kind != quoted || d.skip(i) {
			return false
		}
		for p := range d.f.params {
			if k := d.f.params[p].Kind; k == Text || k == Secret {
				continue
			}
			if len(d.readings(i, p, false)) > 0 || len(d.same(i, p)) > 0 {
				return false
			}
		}
		return true
	}
	for i := d.end - 1; i >= d.from; i-- {
		if !unknown(i) {
			continue
		}
		d.runs[i] = i + 1
		j := i + 1
		for j < d.end && d.skip(j) {
			j++
		}
		if j < d.end && d.runs[j] > 0 {
			d.runs[i] = d.runs[j]
		}
	}
}

// same gives the things of one name that parameter p may mean at token i.
func (d *diagnosis) same(i, p int) (same []int) {
	if d.f.params[p].Kind != Named {
		return nil
	}
	for l := min(d.r.names.words, len(d.t.all)-i); l > 0 && same == nil; l-- {
		_, same = d.r.names.find(d.t.span(i, i+l), d.f.params[p].Of)
	}
	return same
}

// cheapest is the cost of reading on from token i with the parameters used.
func (d *diagnosis) cheapest(i int, used uint32) int {
	if i >= d.end {
		d.used = used
		cost := 0
		for p := range d.f.params {
			if d.missing()&(1<<p) != 0 {
				cost += costMissing
			}
		}
		return cost
	}
	at := [2]int{i, int(used)}
	if s, ok := d.known[at]; ok {
		return s.cost
	}
	best := step{cost: 1 << 30}
	try := func(cost int, s step) {
		next := used
		if s.param >= 0 {
			next |= 1 << s.param
			if used>>s.param != 0 {
				cost += costDisorder
			}
		}
		if cost += d.cheapest(s.end, next); cost < best.cost {
			s.cost = cost
			best = s
		}
	}
	d.used = used
	skip := d.skip(i)
	if skip {
		try(0, step{param: -1, end: i + 1})
	}
	for p := range d.f.params {
		if used&(1<<p) == 0 {
			d.attempts(i, p, used, try)
		}
	}
	switch {
	case d.runs[i] > 0:
		try(costExtra, step{param: -1, end: d.runs[i], kind: ExtraWords})
	case !skip:
		try(costExtra, step{param: -1, end: d.after(i), kind: ExtraWords})
	}
	d.known[at] = best
	return best.cost
}

// after is the token after a number, or after a name that no parameter wants.
func (d *diagnosis) after(i int) int {
	d.figs = d.figures(i, d.figs[:0])
	if n := len(d.figs); n > 0 {
		return min(d.figs[n-1].end, d.end)
	}
	return i + 1
}

// readings gives the candidates for parameter p at token i.
func (d *diagnosis) readings(i, p int, ordered bool) []candidate {
	at := [2]int{i, 2 * p}
	if ordered {
		at[1]++
	}
	kind := d.f.params[p].Kind
	fixed := kind != Text && kind != Secret // whatever else has been read
	if found, ok := d.tried[at]; ok && fixed {
		return found
	}
	start := len(d.scratch)
	d.ordered = ordered
	d.candidates(i, p)
	d.ordered = false
	found := slices.Clone(d.scratch[start:])
	d.scratch = d.scratch[:start]
	if fixed {
		d.tried[at] = found
	}
	return found
}

// attempts tries every way, right or wrong, to read parameter p at token i.
func (d *diagnosis) attempts(i, p int, used uint32, try func(int, step)) {
	q := &d.f.params[p]
	d.used = used
	found := d.readings(i, p, used>>p == 0)
	for _, c := range found {
		if d.rightful(i, p, c) {
			continue
		}
		cost := 0
		if c.slip {
			cost = costSlip
		}
		try(cost, step{param: p, end: c.end, cand: c})
	}
	switch q.Kind {
	case Named:
		for l := min(d.r.names.words, len(d.t.all)-i); l > 0; l-- {
			if _, same := d.r.names.find(d.t.span(i, i+l), q.Of); same != nil {
				try(costValue, step{param: p, end: i + l, kind: SameName})
				break
			}
		}
		switch {
		case len(found) > 0:
		case d.t.all[i].kind == ref:
			try(costUnknown, step{param: p, end: i + 1, kind: UnknownName})
		case d.t.all[i].kind == digits && used>>p == 0 && d.plain(i):
			try(costWord, step{param: p, end: i + 1, kind: UnknownName})
		case d.runs[i] > 0:
			try(costUnknown, step{param: p, end: d.runs[i], kind: UnknownName})
		}
	case Choice:
		if d.runs[i] > 0 {
			try(costUnknown, step{param: p, end: d.runs[i], kind: UnknownChoice})
		}
	case Number:
		figs := d.figures(i, nil)
		for _, f := range figs {
			s := step{param: p, end: f.end}
			switch {
			case !f.agrees(q.Unit):
				s.kind = WrongUnit
				try(costNumber, s)
			case f.bad == NotANumber:
				s.kind = NotANumber
				try(costNumber, s)
			case f.bad != "" || f.n < q.Min || f.n > q.Max:
				s.kind = OutOfRange
				try(costValue, s)
			}
		}
		if d.runs[i] > 0 && !q.Optional {
			try(costWord, step{param: p, end: d.runs[i], kind: NotANumber})
		}
	case Text:
		if d.missing()&^(1<<p) == 0 && len(found) == 0 {
			try(costValue, step{param: p, end: d.end, kind: BadName})
		}
	case Secret:
		if s, end, ok := d.secret(i); ok && len(found) == 0 && flaw(s, d.f.Class, Secret) != "" {
			try(costValue, step{param: p, end: end, kind: BadName})
		}
	}
}

// faults walks the cheapest way and tells its faults.
func (d *diagnosis) faults() []fault {
	var out []fault
	var used uint32
	extraFrom, extraTo := -1, -1
	for i := d.from; i < d.end; {
		s := d.known[[2]int{i, int(used)}]
		switch {
		case s.kind == ExtraWords:
			if extraFrom < 0 {
				extraFrom = i
			}
			extraTo = s.end
		case s.kind != "":
			out = append(out, d.fault(i, s))
		}
		if s.param >= 0 {
			used |= 1 << s.param
		}
		i = s.end
	}
	if d.end < len(d.t.all) && (used == 0 || len(out) == 0) {
		if extraFrom < 0 {
			extraFrom = d.end
		}
		extraTo = len(d.t.all)
	}
	if extraFrom >= 0 && len(out) == 0 {
		out = append(out, fault{kind: ExtraWords, from: extraFrom, to: extraTo, facts: map[string]string{
			"code": d.f.Code, "words": d.written(extraFrom, extraTo)}})
	}
	d.used = used
	var missing []string
	for p := range d.f.params {
		if d.missing()&(1<<p) != 0 {
			missing = append(missing, d.f.params[p].Key)
		}
	}
	if len(missing) > 0 && (len(out) == 0 || out[0].kind != UnknownName && out[0].kind != ExtraWords) {
		out = append(out, fault{kind: MissingArgument, facts: map[string]string{
			"code": d.f.Code, "key": missing[0], "missing": strings.Join(missing, " ")}})
	}
	return out
}

// fault is the fault of one step at token i.
func (d *diagnosis) fault(i int, s step) fault {
	q := &d.f.params[s.param]
	written := d.written(i, s.end)
	f := fault{kind: s.kind, from: i, to: s.end, facts: map[string]string{"code": d.f.Code, "key": q.Key}}
	switch s.kind {
	case SameName:
		_, same := d.r.names.find(d.t.span(i, s.end), q.Of)
		f.facts["name"], f.facts["count"] = written, strconv.Itoa(len(same))
		f.facts["class"] = d.r.names.all[same[0]].Class
		for _, n := range same {
			if len(f.suggest) < suggestions {
				f.suggest = append(f.suggest, "#"+strconv.Itoa(d.r.names.all[n].ID))
			}
		}
	case UnknownName:
		f.facts["class"], f.facts["name"] = strings.Join(q.Of, " "), written
		key := d.t.span(i, s.end)
		if known := d.r.names.keys[key]; len(known) > 0 {
			f.facts["other"] = d.r.names.all[known[0].name].Class
		}
		if kind := d.t.all[i].kind; kind != ref && kind != digits {
			f.suggest = d.r.names.near(key, q.Of)
			for l := 1; len(f.suggest) == 0 && i+l < s.end && l < 4; l++ {
				f.suggest = d.r.names.near(d.t.span(i, i+l), q.Of)
			}
		}
	case UnknownChoice:
		f.facts["word"] = written
		for _, w := range q.Words {
			f.suggest = append(f.suggest, w.Forms[0])
		}
	case OutOfRange, NotANumber:
		f.facts["unit"] = q.Unit
		f.facts["min"], f.facts["max"] = strconv.Itoa(q.Min), strconv.Itoa(q.Max)
		f.facts["got"] = written
		if decimal.MatchString(written) {
			f.suggest = []string{strings.ReplaceAll(written, ",", "")}
		}
		if d.t.all[i].negative {
			f.facts["got"] = "-" + written
		}
	case WrongUnit:
		figs := d.figures(i, nil)
		f.facts["unit"], f.facts["got"] = q.Unit, written
		f.facts["written"] = figs[0].unit
		if figs[0].unit == "" || figs[0].unit == q.Unit {
			f.facts["written"] = figs[0].other
		}
	case BadName:
		var text string
		if q.Kind == Text {
			text, _ = d.text(i)
		} else {
			text, _, _ = d.secret(i)
		}
		f.facts["reason"], f.facts["max"] = flaw(text, d.f.Class, q.Kind), strconv.Itoa(longest(d.f.Class, q.Kind))
	}
	return f
}
