package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/orders"
)

// tally is a game as small as can be: each season the dice and the number of
// orders are added up, and after four seasons it is over.
type tally struct{ Game }

type tallyState struct {
	Season int   `json:"season"`
	Sum    int64 `json:"sum"`
}

func (s tallyState) Moment() Moment { return Moment{Season: s.Season} }
func (s tallyState) Over() bool     { return s.Season > 4 }

type counted struct {
	Sum int64 `json:"sum"`
}

func (counted) Kind() string { return "counted" }

func (tally) Name() string { return "tally" }

func (tally) Found(c Charter, d Dice) (State, []Event, error) {
	if len(c.Seats) == 0 {
		return nil, nil, errors.New("nobody plays")
	}
	return tallyState{1, d.Draw("start", 100)}, nil, nil
}

func (tally) Resolve(s State, lists map[Seat]orders.List, d Dice) (State, []Event, error) {
	t := s.(tallyState)
	for _, l := range lists {
		t.Sum += int64(len(l))
	}
	t.Sum += d.Draw("season", 1000)
	t.Season++
	return t, []Event{{Phase: "count", To: Everyone(), Facts: counted{t.Sum}}}, nil
}

// archived plays a game of tally and returns its archive.
func archived(t *testing.T) string {
	t.Helper()
	charter := Charter{Game: "t", Rules: "tally", Seats: []Founder{{1, "Un"}, {2, "Deux <&>"}}}
	secret := Secret{1}
	state, events, err := tally{}.Found(charter, FoundingDice(secret, charter))
	if err != nil {
		t.Fatal(err)
	}
	archive, err := FoundingLine(charter, secret, state, events)
	if err != nil {
		t.Fatal(err)
	}
	three := 3
	for season := 1; season <= 3; season++ {
		secret := Secret{byte(season), 9}
		lists := map[Seat]orders.List{
			2: {{Code: "ADD", Args: []orders.Arg{{Key: "n", Value: orders.Value{N: &three}}}, Line: 7, Source: "ajoute <3>"}},
			1: {{Code: "ADD"}, {Code: "SUB"}},
		}
		at := state.Moment()
		state, events, err = tally{}.Resolve(state, lists, secret.Dice(Digest(lists)))
		if err != nil {
			t.Fatal(err)
		}
		line, err := SeasonLine(at, secret, lists, state, events)
		if err != nil {
			t.Fatal(err)
		}
		archive = append(archive, line...)
	}
	return string(archive)
}

// replay says of each line what differs.
func replay(archive string) (found []string, err error) {
	err = Replay(strings.NewReader(archive), []Game{tally{}}, func(r Replayed) error {
		found = append(found, fmt.Sprintf("%d: season %d: %s", r.Line, r.At.Season, strings.Join(r.Differs, " ")))
		return nil
	})
	return found, err
}

func TestReplay(t *testing.T) {
	found, err := replay(archived(t))
	want := []string{"1: season 0: ", "2: season 1: ", "3: season 2: ", "4: season 3: "}
	if diff := cmp.Diff(want, found); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// Whatever is changed in an archive, replaying names the line and what differs.
func TestReplayOfATamperedArchive(t *testing.T) {
	archive := archived(t)
	lines := strings.SplitAfter(archive, "\n")
	change := func(line int, key string, to string) string {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(lines[line-1]), &fields); err != nil {
			t.Fatal(err)
		}
		if _, ok := fields[key]; !ok {
			t.Fatalf("no %s in %s", key, lines[line-1])
		}
		fields[key] = json.RawMessage(to)
		text, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		changed := append([]string{}, lines...)
		changed[line-1] = string(text) + "\n"
		return strings.Join(changed, "")
	}
	secret := `"` + strings.Repeat("ab", 32) + `"`
	for _, c := range []struct {
		name    string
		archive string
		first   string // line that differs
	}{
		{"another secret", change(3, "secret", secret), "3: season 2: commitment state events"},
		{"another commitment", change(3, "commitment", `"00"`), "3: season 2: commitment"},
		{"an order taken away", change(2, "sheets", `[{"seat":1,"orders":[{"code":"ADD"},{"code":"SUB"}]}]`), "2: season 1: lists letters state events"},
		{"another state", change(4, "state", `"00"`), "4: season 3: state"},
		{"other events", change(4, "events", `"00"`), "4: season 3: events"},
		{"another founding secret", change(1, "secret", secret), "1: season 0: commitment state"},
		{"another charter", change(1, "charter", `{"game":"t","rules":"tally","edition":"","map":"","seats":[{"seat":1,"name":"X"}]}`), "1: season 0: state"},
		{"another moment", change(3, "at", `{"season":5}`), "3: season 5: moment"},
		{"a season left out", lines[0] + lines[1] + lines[3], "3: season 3: moment state events"},
		{"a season twice", lines[0] + lines[1] + lines[1], "3: season 1: moment state events"},
	} {
		found, err := replay(c.archive)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		first := ""
		for _, f := range found {
			if !strings.HasSuffix(f, ": ") {
				first = f
				break
			}
		}
		if first != c.first {
			t.Errorf("%s: first %q, want %q", c.name, first, c.first)
		}
	}
	// What the player wrote and where changes no draw, but is held too.
	if found, err := replay(change(2, "sheets", `[{"seat":1,"orders":[{"code":"ADD","line":99},{"code":"SUB"}]},{"seat":2,"orders":[{"code":"ADD","args":[{"key":"n","n":3}],"source":"?"}]}]`)); err != nil || found[1] != "2: season 1: letters" {
		t.Errorf("%v %v", found, err)
	}
}

func TestReplayRefusesWhatIsNoArchive(t *testing.T) {
	archive := archived(t)
	founding, _, _ := strings.Cut(archive, "\n")
	for name, text := range map[string]string{
		"nothing":         "",
		"no JSON":         "bonjour\n",
		"another version": strings.Replace(archive, `"archive":1`, `"archive":2`, 1),
		"unknown rules":   strings.Replace(archive, `"rules":"tally"`, `"rules":"chess"`, 1),
		"unknown key":     strings.Replace(archive, `{"archive"`, `{"x":1,"archive"`, 1),
		"a broken line":   founding + "\n{\"at\":\n",
		"an empty line":   founding + "\n\n",
		"two foundings":   founding + "\n" + founding + "\n",
	} {
		if found, err := replay(text); err == nil {
			t.Errorf("%s: %v", name, found)
		}
	}
	stop := errors.New("enough")
	if err := Replay(strings.NewReader(archive), []Game{tally{}}, func(Replayed) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

// The digest hangs on what the orders mean, and not on where they were written
// or on seats that wrote none.
func TestDigest(t *testing.T) {
	lists := map[Seat]orders.List{1: {{Code: "A"}, {Code: "B"}}}
	same := map[Seat]orders.List{1: {{Code: "A", Line: 3, Source: "a"}, {Code: "B", Standing: true}}, 2: {}, 3: nil}
	if Digest(lists) != Digest(same) {
		t.Error("the digest hangs on the letter")
	}
	for _, other := range []map[Seat]orders.List{{1: {{Code: "B"}, {Code: "A"}}}, {2: lists[1]}, {}, {1: {{Code: "A"}}}} {
		if Digest(lists) == Digest(other) {
			t.Errorf("%v has the same digest", other)
		}
	}
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"archive":1,"charter":{"game":"t","rules":"tally","edition":"","map":"","seats":[{"seat":1,"name":"Un"}]},"commitment":"","secret":"` + strings.Repeat("00", 32) + `","state":"","events":""}`))
	f.Add([]byte("{}\n{}"))
	f.Fuzz(func(t *testing.T, archive []byte) {
		n := 0
		err := Replay(bytes.NewReader(archive), []Game{tally{}}, func(Replayed) error { n++; return nil })
		if err == nil && n == 0 {
			t.Error("nothing was replayed, and nothing was wrong")
		}
	})
}
