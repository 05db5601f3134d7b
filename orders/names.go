package orders

import (
	"slices"
	"strconv"
	"strings"
)

// names finds what a player may name by any of its spellings.
type names struct {
	all     []Name
	keys    map[string][]spelling
	longest map[string]int // first word → words of the longest name that begins with it
	words   int            // words of the longest name of all
	byID    map[thing]int  // → index in all
	list    []spelled      // every spelling, for slips
}

// A thing is one knight, one province: whatever has a number of its own.
type thing struct {
	class string
	id    int
}

// A spelling leads from a folded text to a name; own tells the name's Text
// from its aliases, which yield to it.
type spelling struct {
	name int
	own  bool
}

type spelled struct {
	key  []rune
	name int
}

func indexNames(all []Name) names {
	ns := names{all: all, keys: make(map[string][]spelling, len(all)), longest: make(map[string]int, len(all)), byID: make(map[thing]int, len(all))}
	for i, n := range all {
		if _, twice := ns.byID[thing{n.Class, n.ID}]; !twice {
			ns.byID[thing{n.Class, n.ID}] = i
		}
		ns.add(i, n.Text, true)
		for _, a := range n.Aliases {
			ns.add(i, a, false)
		}
	}
	return ns
}

func (ns *names) add(name int, text string, own bool) {
	key := nameKey(text)
	if key == "" {
		return
	}
	first, _, _ := strings.Cut(key, " ")
	count := strings.Count(key, " ") + 1
	ns.keys[key] = append(ns.keys[key], spelling{name, own})
	ns.longest[first] = max(ns.longest[first], count)
	ns.words = max(ns.words, count)
	ns.list = append(ns.list, spelled{[]rune(key), name})
}

// find looks an exact spelling up in the first of the classes that has it.
// With several things of that spelling in the class it gives them all.
func (ns *names) find(key string, classes []string) (name int, same []int) {
	known := ns.keys[key]
	if len(known) == 0 {
		return -1, nil
	}
	for _, class := range classes {
		name, own, count := -1, false, 0
		for _, s := range known {
			n := ns.all[s.name]
			if n.Class != class || name >= 0 && n.ID == ns.all[name].ID {
				own = own || n.Class == class && s.own
				continue
			}
			switch {
			case name < 0 || s.own && !own:
				name, own, count = s.name, s.own, 1
			case s.own == own:
				count++
			}
		}
		if count == 1 {
			return name, nil
		}
		if count > 1 {
			for _, s := range known {
				n := ns.all[s.name]
				if n.Class == class && s.own == own && !slices.ContainsFunc(same, func(i int) bool { return ns.all[i].ID == n.ID }) {
					same = append(same, s.name)
				}
			}
			slices.SortFunc(same, func(a, b int) int { return ns.all[a].ID - ns.all[b].ID })
			return -1, same
		}
	}
	return -1, nil
}

// number looks a thing up by its number, in the first of the classes that has it.
func (ns *names) number(id int, classes []string) int {
	for _, class := range classes {
		if i, ok := ns.byID[thing{class, id}]; ok {
			return i
		}
	}
	return -1
}

// shortestSlip is the length, in runes, from which a name may be misspelt.
const shortestSlip = 5

// slipped finds the one name of the classes that is a slip away from a key; -1
// if there is none or more than one, or if the key is a name of another kind.
func (ns *names) slipped(key string, classes []string) int {
	if len(key) < shortestSlip-1 || len(ns.keys[key]) > 0 {
		return -1
	}
	written := []rune(key)
	found := -1
	for _, s := range ns.list {
		if len(s.key) < shortestSlip || !oneSlip(written, s.key) || !slices.Contains(classes, ns.all[s.name].Class) {
			continue
		}
		if found >= 0 && (ns.all[found].Class != ns.all[s.name].Class || ns.all[found].ID != ns.all[s.name].ID) {
			return -1
		}
		found = s.name
	}
	return found
}

// most suggestions made for one fault.
const suggestions = 3

// near gives the names of the classes that a key may have meant, nearest
// first, as they may be written.
func (ns *names) near(key string, classes []string) []string {
	written := []rune(key)
	if len(written) == 0 || len(written) > MaxText {
		return nil
	}
	limit := min(3, (len(written)+1)/3)
	type guess struct{ slips, name int }
	var guesses []guess
	for _, s := range ns.list {
		if !slices.Contains(classes, ns.all[s.name].Class) {
			continue
		}
		d := distance(written, s.key, limit)
		if d > limit && len(written) >= 3 && wordOf(key, string(s.key)) {
			d = limit
		}
		if d <= limit {
			guesses = append(guesses, guess{d, s.name})
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return a.slips - b.slips })
	var out []string
	for _, g := range guesses {
		if text := ns.sure(g.name); len(out) < suggestions && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// wordOf says whether a key is one or more whole words of another.
func wordOf(part, whole string) bool {
	return strings.Contains(" "+whole+" ", " "+part+" ")
}

// sure is how a name can be written without doubt: its text, or its number
// where another thing of its class is called the same.
func (ns *names) sure(name int) string {
	n := ns.all[name]
	if i, _ := ns.find(nameKey(n.Text), []string{n.Class}); i < 0 || ns.all[i].ID != n.ID {
		return "#" + strconv.Itoa(n.ID)
	}
	return n.Text
}
