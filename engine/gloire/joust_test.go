package gloire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/engine"
)

func (sc *scene) hold(seat, places, reward int, password string) {
	sc.orders(seat, "ORG", "places", places, "reward", reward, "password", text(password))
}

// ride enters a knight; host 0 is the king.
func (sc *scene) ride(seat, knight, host int, password string) {
	if host == 0 {
		sc.orders(seat, "PAR", "knight", knightNo(knight), "password", text(password))
		return
	}
	sc.orders(seat, "PAR", "knight", knightNo(knight), "lord", lordNo(host), "password", text(password))
}

// jousting dice let the knights of some numbers always draw high in duels.
type jousting []int

func (high jousting) Draw(name string, n int64) int64 {
	parts := strings.Split(name, "/")
	if parts[0] != "joust" {
		return 0
	}
	for _, id := range high {
		if parts[len(parts)-1] == fmt.Sprint(id) {
			return n - 1
		}
	}
	return 0
}

// Rules IV.3.b, worked example: a joust of 6 places costs 1800 écus, with a
// reward of 1200 it takes 3000 from the treasury; under the rule of 2017 1200
// is also the least reward of 6 places.
func TestIV3b_SixPlaces(t *testing.T) {
	for _, options := range [][]string{nil, {"jousts2017"}} {
		sc := newScene(t)
		sc.Charter.Options = options
		sc.hold(1, 6, 1200, "rose")
		p := sc.play()
		if f := only[JoustOpened](p); f != (JoustOpened{6, 1200, 3000}) || sc.Lords[0].Treasury != 2000 || p.moved(1, "joust") != -3000 {
			t.Errorf("%v: %+v", options, f)
		}
		if placeCost*6 != 1800 {
			t.Error("six places don't cost 1800 écus")
		}
	}
}

// Rules IV.3.b: what can't be organised.
func TestIV3b_NoJoust(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  []string
		places   int
		reward   int
		password string
		want     []string
	}{
		{"one place", nil, 1, 500, "rose", []string{"gloire/places-range"}},
		{"a poor reward", nil, 2, 499, "rose", []string{"gloire/reward-low"}},
		{"the least reward", nil, 2, 500, "rose", nil},
		{"2017, a poor reward", []string{"jousts2017"}, 6, 1199, "rose", []string{"gloire/reward-low"}},
		{"2017, two places for 400", []string{"jousts2017"}, 2, 400, "rose", nil},
		{"no password", nil, 2, 500, " ", []string{"gloire/incomplete"}},
		{"too dear", nil, 10, 2001, "rose", []string{"gloire/too-dear"}},
	} {
		sc := newScene(t)
		sc.Charter.Options = c.options
		sc.hold(1, c.places, c.reward, c.password)
		p := sc.play()
		if diff := cmp.Diff(c.want, p.refused()); diff != "" || (len(p.postings) == 0) != (c.want != nil) {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	sc := newScene(t)
	sc.hold(1, 2, 500, "rose")
	sc.hold(1, 2, 500, "lys")
	if diff := cmp.Diff([]string{"gloire/one-joust"}, sc.play().refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.3.c: guests come by the password, without regard to case and
// accents (D14); a knight rides in one joust.
func TestD14_Passwords(t *testing.T) {
	sc := newScene(t)
	k := sc.knight(1, aunis, 50, 0)
	sc.hold(2, 3, 500, "Épée")
	sc.ride(1, 1, 2, "EPEE")
	sc.ride(1, k, 2, "épee2")
	sc.ride(1, k, 3, "épée")
	sc.ride(1, 1, 2, "epee")
	sc.ride(1, 3, 2, "epee")
	sc.ride(2, 2, 2, "épée")
	p := sc.play()
	want := []string{"gloire/not-your-knight", "gloire/wrong-password", "gloire/no-joust", "gloire/rides-already"}
	if diff := cmp.Diff(want, p.refused()); diff != "" || only[JoustWon](p).Riders != 2 {
		t.Error(diff)
	}
}

// Rules IV.3.b: with fewer than two knights nothing happens, and the money is
// gone.
func TestIV3b_NobodyComes(t *testing.T) {
	for riders := range 2 {
		sc := newScene(t)
		sc.hold(1, 2, 500, "rose")
		if riders == 1 {
			sc.ride(2, 2, 1, "rose")
		}
		p := sc.play()
		if f := only[JoustEmpty](p); f.Riders != riders || sc.Lords[0].Treasury != 3900 || len(p.postings) != 1 || len(factsOf[JoustDuel](p)) != 0 {
			t.Errorf("%+v %+v", f, p.postings)
		}
	}
}

// Rules IV.3.b: where there are more guests than places the least renowned stay
// out; between equals the lot decides.
func TestIV3b_TooManyGuests(t *testing.T) {
	sc := newScene(t)
	a, b, c := sc.knight(2, dauphine, 30, 0), sc.knight(2, dauphine, 40, 0), sc.knight(2, dauphine, 40, 0)
	sc.hold(1, 2, 500, "rose")
	for _, k := range []int{a, b, c, 2} {
		sc.ride(2, k, 1, "rose")
	}
	sc.dice = jousting{b} // a high lot comes last
	p := sc.play()
	var out []string
	for _, f := range factsOf[Refused](p) {
		out = append(out, f.Finding.Kind+" "+f.Finding.Facts["knight"])
	}
	if diff := cmp.Diff([]string{"gloire/no-place " + knightNames[b], "gloire/no-place " + knightNames[a]}, out); diff != "" {
		t.Error(diff)
	}
	if d := only[JoustDuel](p); !slices.Contains([]int{c, 2}, d.Knight.ID) || !slices.Contains([]int{c, 2}, d.Beaten.ID) {
		t.Errorf("%+v", d)
	}
}

// Rules IV.3.b: the winner of a duel gains 10 % of the loser's renown × min(2,
// loser/winner), and a loser who was the more renowned loses 7 % of his own.
func TestIV3b_HonourOfADuel(t *testing.T) {
	for _, c := range []struct{ won, lost, wonAfter, lostAfter int }{
		{100_00, 100_00, 110_00, 100_00},
		{50_00, 100_00, 70_00, 93_00},
		{100_00, 50_00, 102_50, 50_00},
		{10_00, 100_00, 30_00, 93_00}, // ten times, but no more than twice counts
		{80_00, 100_00, 92_50, 93_00}, // 10 × 1.25
		{1_00, 1_00, 1_10, 1_00},
	} {
		sc := newScene(t)
		s, err := lay(sc.land, sc.State, nil, sc.dice)
		if err != nil {
			t.Fatal(err)
		}
		a, b := s.knight(1), s.knight(2)
		a.Renown, b.Renown = c.won, c.lost
		gained := s.honour(&joust{}, 1, a, b)
		if a.Renown != c.wonAfter || b.Renown != c.lostAfter || gained != c.wonAfter-c.won {
			t.Errorf("%+v: %d, %d after", c, a.Renown, b.Renown)
		}
	}
}

// Rules IV.3.b: each comes to renown × a number from 0 to 1 + K. A knight whose
// luck is none is beaten by one whose luck is full, unless the two are less than
// a tenth of the higher apart: then they ride again.
func TestIV3b_APassOfTheLance(t *testing.T) {
	sc := newScene(t) // K = 100
	s, err := lay(sc.land, sc.State, nil, jousting{2})
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.knight(1), s.knight(2)
	if won, _ := s.tilt(a, b, "joust/0/1/1-2"); won != b {
		t.Error("200 doesn't beat 100")
	}
	// K = 130.46 and at most 144.06: 9.4 % of the higher, though 10.4 % of the lower.
	a.Renown, b.Renown = 277_78, 13_60
	seen := noting{jousting{2}, map[string]bool{}}
	s.dice = seen
	k := s.meanRenown()
	if won, _ := s.tilt(a, b, "joust/0/1/1-2"); won != b {
		t.Errorf("the higher of the last pass isn't the winner (K %d/%d)", k.sum, k.count)
	}
	if len(seen.names) != 2*mostTilts {
		t.Errorf("%d draws", len(seen.names))
	}
}

type noting struct {
	engine.Dice
	names map[string]bool
}

func (n noting) Draw(name string, of int64) int64 {
	n.names[name] = true
	return n.Dice.Draw(name, of)
}

// D15: a duel ends, whatever the renowns and the dice, after at most 20 passes.
func TestD15_EveryDuelEnds(t *testing.T) {
	sc := newScene(t)
	rapid.Check(t, func(rt *rapid.T) {
		dice := rapid.SampledFrom([]engine.Dice{engine.Lowest{}, engine.Highest{}, engine.Keyed{1}, engine.Keyed{2}, jousting{1}}).Draw(rt, "dice")
		seen := noting{dice, map[string]bool{}}
		s, err := lay(sc.land, sc.State, nil, seen)
		if err != nil {
			rt.Fatal(err)
		}
		renown := rapid.OneOf(rapid.IntRange(leastRenown, 500_00), rapid.IntRange(leastRenown, mostRenown))
		a, b, c := s.knight(1), s.knight(2), s.knight(3)
		a.Renown, b.Renown, c.Renown = renown.Draw(rt, "a"), renown.Draw(rt, "b"), renown.Draw(rt, "c")
		won, lost := s.tilt(a, b, "x")
		if won == lost || won != a && won != b || lost != a && lost != b || len(seen.names) > 2*mostTilts+1 {
			rt.Fatalf("%v beat %v after %d draws", won, lost, len(seen.names))
		}
		before, beaten := won.Renown, lost.Renown
		gained := s.honour(&joust{}, 1, won, lost)
		if gained < 0 || gained > before/5+1 && gained > beaten/5+1 || won.Renown > mostRenown || lost.Renown < leastRenown || lost.Renown > beaten {
			rt.Fatalf("%d → %d, %d → %d", before, won.Renown, beaten, lost.Renown)
		}
	})
}

// Rules IV.3.b: of n riders one is left after n − 1 duels, in ⌈log₂ n⌉ rounds;
// the odd one passes.
func TestIV3b_TheRounds(t *testing.T) {
	for n := 2; n <= 9; n++ {
		sc := newScene(t)
		sc.Lords[0].Treasury = 20_000
		sc.hold(1, n, 500, "rose")
		for range n {
			sc.ride(2, sc.knight(2, dauphine, 50, 0), 1, "rose")
		}
		p := sc.play()
		duels := factsOf[JoustDuel](p)
		rounds := 0
		for 1<<rounds < n {
			rounds++
		}
		beaten := make(map[int]bool)
		for _, d := range duels {
			if beaten[d.Knight.ID] || beaten[d.Beaten.ID] {
				t.Errorf("%d riders: who is out rides again: %+v", n, d)
			}
			beaten[d.Beaten.ID] = true
		}
		if len(duels) != n-1 || duels[len(duels)-1].Round != rounds || only[JoustWon](p).Knight != duels[len(duels)-1].Knight {
			t.Errorf("%d riders: %d duels, %+v", n, len(duels), duels)
		}
	}
}

// Everyone reads who beat whom, and a duel's renowns only its two lords.
func TestWhoReadsOfADuel(t *testing.T) {
	sc := newScene(t)
	sc.hold(1, 3, 500, "rose")
	for seat := 1; seat <= 3; seat++ {
		sc.ride(seat, seat, 1, "rose")
	}
	p := sc.play()
	rounds := factsOf[JoustRound](p)
	if len(rounds) != 2 || len(rounds[0].Tilts) != 1 || rounds[0].Odd.ID == 0 || rounds[1].Odd.ID != 0 || rounds[1].Tilts[0].Won != only[JoustWon](p).Knight {
		t.Errorf("%+v", rounds)
	}
	for _, h := range p.events {
		switch f := h.Facts.(type) {
		case JoustRound:
			if !h.To.All {
				t.Errorf("%+v reads of a round", h.To)
			}
		case JoustDuel:
			if diff := cmp.Diff(both(f.Lord.ID, f.Against.ID), h.To); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// Rules IV.3.b: the host's lord-knight gains 20 % of the renown that others'
// knights won, 15 % if he rode himself.
func TestIV3b_TheHostsShare(t *testing.T) {
	sc := newScene(t)
	sc.hold(1, 2, 500, "rose")
	sc.ride(2, 2, 1, "rose")
	sc.ride(3, 3, 1, "rose")
	p := sc.play()
	// One duel of equals at 100: 10 points, of which 20 % are 2.
	if h := only[HostHonoured](p); h.Share != 20 || h.RenownAfter != 102_00 {
		t.Errorf("%+v", h)
	}
	sc = newScene(t)
	sc.hold(1, 2, 500, "rose")
	sc.ride(1, 1, 1, "rose")
	sc.ride(3, 3, 1, "rose")
	sc.dice = jousting{3}
	p = sc.play()
	if h := only[HostHonoured](p); h.Share != 15 || h.RenownAfter != 101_50 {
		t.Errorf("%+v", h)
	}
	sc = newScene(t)
	sc.hold(1, 2, 500, "rose")
	sc.ride(1, 1, 1, "rose")
	sc.ride(3, 3, 1, "rose")
	sc.dice = jousting{1}
	if p := sc.play(); len(factsOf[HostHonoured](p)) != 0 {
		t.Error("a host gains by his own knight's victories")
	}
}

// Rules IV.3.b: the winner's lord has the reward. Under the rule of 2017 that of
// the host's own knight is lost.
func TestIV3b_TheReward(t *testing.T) {
	for _, c := range []struct {
		options []string
		winner  int
		host    int // his treasury after
		guest   int
	}{
		{nil, 3, 3900, 5500},
		{nil, 1, 4400, 5000},
		{[]string{"jousts2017"}, 3, 3900, 5500},
		{[]string{"jousts2017"}, 1, 3900, 5000},
	} {
		sc := newScene(t)
		sc.Charter.Options = c.options
		sc.hold(1, 2, 500, "rose")
		sc.ride(1, 1, 1, "rose")
		sc.ride(3, 3, 1, "rose")
		sc.dice = jousting{c.winner}
		p := sc.play()
		if sc.Lords[0].Treasury != c.host || sc.Lords[2].Treasury != c.guest {
			t.Errorf("%+v: %d and %d écus", c, sc.Lords[0].Treasury, sc.Lords[2].Treasury)
		}
		if lost := len(factsOf[PrizeLost](p)) > 0; lost != (c.options != nil && c.winner == 1) {
			t.Errorf("%+v: reward lost %v", c, lost)
		}
	}
}

// Rules IV.3.c: the king holds a joust in seasons 5, 10, 15 …, of 15 000 écus,
// before all others; COMMUN tells of it the season before.
func TestIV3c_TheKingsJoust(t *testing.T) {
	for season := 1; season <= 16; season++ {
		sc := newScene(t)
		sc.Season = season
		sc.ride(1, 1, 0, "JOUTE")
		sc.ride(2, 2, 0, "joute")
		sc.ride(3, 3, 0, "tournoi")
		sc.dice = jousting{2}
		p := sc.play()
		held := season%5 == 0
		want := []string{"gloire/no-kings-joust", "gloire/no-kings-joust", "gloire/no-kings-joust"}
		if held {
			want = []string{"gloire/wrong-kings-password"}
		}
		if diff := cmp.Diff(want, p.refused()); diff != "" {
			t.Errorf("season %d: %s", season, diff)
		}
		if held && (sc.Lords[1].Treasury != 20_000 || p.moved(2, "prize") != 15_000 || only[JoustWon](p).Host.ID != 0 || len(factsOf[HostHonoured](p)) != 0) {
			t.Errorf("season %d: %+v", season, p.postings)
		}
		announced := factsOf[JoustAnnounced](p)
		if (len(announced) == 1) != (season%5 == 4) || len(announced) > 0 && announced[0].Season != season+1 {
			t.Errorf("season %d: %+v", season, announced)
		}
	}
}

// Rules VII.2: the king's joust comes first, then the lords' by falling
// prestige; a knight rides in the first that his lord's orders name rightly.
func TestVII2_OrderOfTheJousts(t *testing.T) {
	sc := newScene(t)
	sc.Season = 5
	sc.Lords[0].Treasury, sc.Lords[1].Treasury, sc.Lords[2].Treasury = 6000, 9000, 7500
	for seat := 1; seat <= 3; seat++ {
		a, b := sc.knight(seat, aunis, 10, 0), sc.knight(seat, aunis, 10, 0)
		sc.hold(seat, 2, 500, "rose")
		sc.ride(seat, a, seat, "rose")
		sc.ride(seat, b, seat, "rose")
		sc.ride(seat, seat, 0, "joute")
		sc.ride(seat, a, 0, "joute")
	}
	p := sc.play()
	var hosts []int
	for _, f := range factsOf[JoustWon](p) {
		hosts = append(hosts, f.Host.ID)
	}
	if diff := cmp.Diff([]int{0, 2, 3, 1}, hosts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gloire/rides-already", "gloire/rides-already", "gloire/rides-already"}, p.refused()); diff != "" {
		t.Error(diff)
	}
}

// Rules IV.3.b: renown won in a joust comes after the desertions of a felon's
// knights.
func TestIV3b_JoustsComeAfterDesertion(t *testing.T) {
	sc := newScene(t)
	strong := sc.knight(1, aunis, 101, 0)
	sc.ally(1, 2)
	sc.orders(1, "GUE", "lord", lordNo(2))
	sc.hold(1, 2, 500, "rose")
	sc.ride(1, strong, 1, "rose")
	sc.ride(2, 2, 1, "rose")
	sc.ride(3, 3, 1, "rose")
	p := sc.play()
	if diff := cmp.Diff([]string{"gloire/no-such-knight"}, p.refused()); diff != "" || only[JoustWon](p).Riders != 2 {
		t.Error(diff)
	}
}

// No password leaves its writer's own report.
func TestPasswordsStayWithTheirWriters(t *testing.T) {
	sc := newScene(t)
	sc.hold(1, 2, 500, "secretdesroses")
	sc.hold(1, 2, 500, "secretdesroses")
	sc.ride(2, 2, 1, "motfaux")
	sc.ride(3, 3, 1, "secretdesroses")
	p := sc.play()
	told := 0
	for _, h := range p.events {
		words := fmt.Sprintf("%+v", h.Facts)
		for password, seat := range map[string]engine.Seat{"secretdesroses": 1, "motfaux": 2} {
			if !strings.Contains(words, password) {
				continue
			}
			told++
			if h.To.All || len(h.To.Seats) != 1 || !h.To.Includes(seat) {
				t.Errorf("%+v reads %s", h.To, words)
			}
		}
	}
	if told != 2 { // the second ORG and the wrong password, told to their writers
		t.Errorf("told %d times", told)
	}
}
