package gloire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// champion are dice by which one knight rides better than all others.
type champion int

func (c champion) Draw(name string, n int64) int64 {
	if strings.HasSuffix(name, fmt.Sprintf("/%d", int(c))) {
		return n - 1
	}
	return 0
}

// holds has a lord hold a joust; rides sends knights to it, as of the lords
// whom they serve.
func (sc *scene) holds(host, places, reward int) {
	sc.orders(host, "ORG", "places", places, "reward", reward, "password", text("rose"))
}

func (sc *scene) rides(host int, knights ...int) {
	for _, id := range knights {
		for _, k := range sc.Knights {
			if k.ID == id {
				sc.orders(k.Lord, "PAR", "knight", knightNo(id), "lord", lordNo(host), "password", text("rose"))
			}
		}
	}
}

// Rules IV.3.b, the examples: 6 places cost 1800 écus; with a reward of 1200,
// 3000, however many come. A reward is of 500 at least; with the option
// jousts2017 of 200 a place.
func TestExampleIV3b_SixPlaces(t *testing.T) {
	for _, c := range []struct {
		reward, cost int
		option       bool
	}{{500, 2300, false}, {499, 0, false}, {1200, 3000, false}, {1200, 3000, true}, {1199, 0, true}, {500, 0, true}} {
		for _, riders := range [][]int{{2, 3}, {2}, nil} {
			sc := newScene(t)
			if c.option {
				sc.Charter.Options = []string{"jousts2017"}
			}
			sc.holds(1, 6, c.reward)
			sc.rides(1, riders...)
			p := sc.play()
			if got := 5000 - sc.Lords[0].Treasury; got != c.cost {
				t.Errorf("%+v: %d écus for %d riders, refused %v", c, got, len(riders), p.refused())
			}
			if held := len(factsOf[JoustWon](p)) == 1; held != (c.cost > 0 && len(riders) == 2) {
				t.Errorf("%+v: held for %d riders %t", c, len(riders), held)
			}
		}
	}
}

// Rules IV.3.b: with more guests than places the least renowned stay out.
func TestExampleIV3b_TheLeastRenownedStayOut(t *testing.T) {
	sc := newScene(t)
	low, high := sc.knight(2, dauphine, 40, 0), sc.knight(3, orange, 60, 0)
	sc.dice = champion(low)
	sc.holds(1, 2, 500)
	sc.rides(1, low, high, 2)
	p := sc.play()
	if won := only[JoustWon](p); won.Riders != 2 || won.Knight.ID == low || len(p.refused()) != 1 {
		t.Errorf("%+v, refused %v", won, p.refused())
	}
}

// Rules IV.3.b: with the option jousts2017 a host can't win his own reward.
func TestExampleIV3b_AHostCantWinHisOwnReward(t *testing.T) {
	for _, c := range []struct {
		option   bool
		treasury int
	}{{false, 5000 - 600}, {true, 5000 - 1600}} {
		sc := newScene(t)
		if c.option {
			sc.Charter.Options = []string{"jousts2017"}
		}
		sc.dice = champion(1)
		sc.holds(1, 2, 1000)
		sc.rides(1, 1, 2)
		p := sc.play()
		if won := only[JoustWon](p); won.Knight.ID != 1 || sc.Lords[0].Treasury != c.treasury {
			t.Errorf("option %t: %+v, %d écus", c.option, won, sc.Lords[0].Treasury)
		}
	}
}

// Rules IV.3.c: the host's lord-knight gains 20 % of the renown that others'
// knights win, 15 % if he rides himself, and nothing of what his own win.
func TestExampleIV3c_TheHostsShare(t *testing.T) {
	for _, c := range []struct {
		name     string
		riders   func(*scene) (first, second int) // the first wins
		honoured int
	}{
		{"others' knights", func(sc *scene) (int, int) { return 2, 3 }, 100_00 + 2_00},
		{"himself among them", func(sc *scene) (int, int) { return 2, 1 }, 100_00 + 1_50},
		{"his own knight wins", func(sc *scene) (int, int) { return sc.knight(1, aunis, 100, 0), 2 }, 100_00},
	} {
		sc := newScene(t)
		first, second := c.riders(sc)
		sc.dice = champion(first)
		sc.holds(1, 2, 500)
		sc.rides(1, first, second)
		p := sc.play()
		if duel := only[JoustDuel](p); duel.Knight.ID != first || duel.RenownAfter != 110_00 {
			t.Fatalf("%s: %+v", c.name, duel)
		}
		if got := p.knight(1).Renown; got != c.honoured {
			t.Errorf("%s: the host's renown is %d, want %d", c.name, got, c.honoured)
		}
	}
}

// Rules IV.3.c: a duel brings 10 % of the loser's renown × loser/winner, which
// counts up to 2; a loser who was the more renowned loses 7 % of his own.
func TestExampleIV3c_WhatADuelBrings(t *testing.T) {
	for _, c := range []struct{ winner, loser, winnerAfter, loserAfter int }{
		{100, 100, 110_00, 100_00},
		{100, 50, 102_50, 50_00},
		{50, 100, 70_00, 93_00},
		{50, 200, 90_00, 186_00},
	} {
		sc := newScene(t)
		sc.Knights[1].Renown, sc.Knights[2].Renown = c.winner*100, c.loser*100
		sc.dice = champion(2)
		sc.holds(1, 2, 500)
		sc.rides(1, 2, 3)
		duel := only[JoustDuel](sc.play())
		if duel.Knight.ID != 2 || duel.RenownAfter != c.winnerAfter || duel.BeatenAfter != c.loserAfter {
			t.Errorf("%+v: %+v", c, duel)
		}
	}
}

// script are dice that are told what to give by the end of a draw's name, in
// per cent of its range.
type script map[string]int64

func (d script) Draw(name string, n int64) int64 {
	for end, percent := range d {
		if strings.HasSuffix(name, end) {
			return (n - 1) * percent / 100
		}
	}
	return 0
}

// Rules IV.3.c: less than a tenth apart, two knights ride again. At a K of 100,
// 5 % of a renown of 100 make 105 to 100; 12 % make 112.
func TestExampleIV3c_LessThanATenthApartTheyRideAgain(t *testing.T) {
	for percent, winner := range map[int64]int{5: 3, 12: 2} {
		sc := newScene(t)
		sc.dice = script{"/1/2": percent, "/2/3": 100} // pass 1 to knight 2, pass 2 to knight 3
		sc.holds(1, 2, 500)
		sc.rides(1, 2, 3)
		if duel := only[JoustDuel](sc.play()); duel.Knight.ID != winner {
			t.Errorf("at %d %%: %+v", percent, duel)
		}
	}
}

// Rules IV.3.c: in seasons 5, 10, 15 … the king's joust, for 15 000 écus, by the
// password "joute" and without a host; COMMUN tells of it the season before.
func TestExampleIV3c_TheKingsJoust(t *testing.T) {
	for season := 1; season <= 15; season++ {
		sc := newScene(t)
		sc.Season = season
		sc.dice = champion(2)
		for seat := 1; seat <= 3; seat++ {
			password := "joute"
			if seat == 3 {
				password = "rose"
			}
			sc.orders(seat, "PAR", "knight", knightNo(seat), "password", text(password))
		}
		p := sc.play()
		won := factsOf[JoustWon](p)
		if held := len(won) == 1; held != (season%5 == 0) {
			t.Errorf("season %d: held %t, refused %v", season, held, p.refused())
		} else if held && (won[0].Host.ID != 0 || won[0].Knight.ID != 2 || won[0].Riders != 2 || sc.Lords[1].Treasury != 20_000 || len(factsOf[HostHonoured](p)) != 0) {
			t.Errorf("season %d: %+v, %d écus", season, won[0], sc.Lords[1].Treasury)
		}
		if told := len(factsOf[JoustAnnounced](p)) == 1; told != (season%5 == 4) {
			t.Errorf("season %d: announced %t", season, told)
		}
	}
}

// Rules VII.2, NB: the king's joust comes first, then those of the lords by
// falling prestige.
func TestExampleVII2_JoustsByFallingPrestige(t *testing.T) {
	sc := newScene(t)
	sc.Season = 5
	sc.Lords[1].Treasury = 20_000
	var riders []int
	for range 4 {
		riders = append(riders, sc.knight(3, orange, 20, 0))
	}
	sc.holds(1, 2, 500)
	sc.holds(2, 2, 500)
	sc.rides(1, riders[:2]...)
	sc.rides(2, riders[2:]...)
	for seat := 1; seat <= 3; seat++ {
		sc.orders(seat, "PAR", "knight", knightNo(seat), "password", text("joute"))
	}
	var hosts []int
	for _, won := range factsOf[JoustWon](sc.play()) {
		hosts = append(hosts, won.Host.ID)
	}
	if !slices.Equal(hosts, []int{0, 2, 1}) {
		t.Errorf("held by %v", hosts)
	}
}

// Rules IV.3.c: a knight rides in one joust a season, several of a lord may ride
// in several; and who rides may attack and move too.
func TestExampleIV3c_OneJoustAKnight(t *testing.T) {
	sc := newScene(t)
	sc.arm(1, 5000)
	other := sc.knight(1, aunis, 20, 0)
	sc.holds(2, 2, 500)
	sc.holds(3, 2, 500)
	sc.rides(2, 1, 2)
	sc.rides(3, other, 3, 1)
	sc.orders(1, "ATT", "knight", knightNo(1), "province", provinceNo(milieu))
	sc.orders(1, "MOV", "knight", knightNo(other), "province", provinceNo(aunis))
	p := sc.play()
	if won := factsOf[JoustWon](p); len(won) != 2 || won[0].Riders != 2 || won[1].Riders != 2 {
		t.Errorf("%+v", won)
	}
	if diff := cmp.Diff([]string{"gloire/rides-already"}, p.refused()); diff != "" {
		t.Error(diff)
	}
	if only[Attack](p).Outcome != "conquered" || only[Moved](p).Knight.ID != other {
		t.Error("riding in a joust kept them from it")
	}
}

// Rules IV.3.b: jousts come after desertion: a felon's knights leave him before
// one gives him his renown back.
func TestExampleIV3b_AJoustComesTooLateForAFelon(t *testing.T) {
	sc := newScene(t)
	sc.Season = 5
	sc.Knights[1].Renown = 500_00
	leaves := sc.knight(1, aunis, 70, 0)
	sc.ally(1, 3)
	sc.dice = champion(1)
	sc.orders(1, "GUE", "lord", lordNo(3))
	for seat := 1; seat <= 2; seat++ {
		sc.orders(seat, "PAR", "knight", knightNo(seat), "password", text("joute"))
	}
	p := sc.play()
	if f, duel := only[Felony](p), only[JoustDuel](p); f.RenownAfter != 33_33 || 2*duel.RenownAfter < 70_00 {
		t.Errorf("%+v %+v", f, duel)
	}
	if left := only[KnightLeft](p); left.Knight.ID != leaves || left.Why != "deserted" {
		t.Errorf("%+v", left)
	}
}
