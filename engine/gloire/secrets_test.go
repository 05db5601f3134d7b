package gloire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// fieldsOf are all the values in a JSON text, each under its path without
// indices: "own.provinces.wealth".
func fieldsOf(t testing.TB, text string) map[string][]string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	fields := make(map[string][]string)
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, w := range v {
				walk(strings.TrimPrefix(path+"."+key, "."), w)
			}
		case []any:
			for _, w := range v {
				walk(path, w)
			}
		default:
			fields[path] = append(fields[path], fmt.Sprint(v))
		}
	}
	walk("", v)
	return fields
}

// marked gives every secret of every lord a number that occurs nowhere else,
// and tells whose it is.
func marked(t testing.TB, s engine.State) (*gloire.State, map[string]int) {
	t.Helper()
	loaded, err := game.Load([]byte(saved(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	m := loaded.(*gloire.State)
	secrets := make(map[string]int)
	next := 0
	mark := func(seat, base int) int {
		next++
		secrets[fmt.Sprint(base+next)] = seat
		return base + next
	}
	for i := range m.Knights {
		k := &m.Knights[i]
		if k.Army == 0 {
			m.LastNumber++
			k.Army = m.LastNumber
		}
		k.Men = mark(k.Lord, 7_310_000)
		k.Pay = mark(k.Lord, 8_310_000)
	}
	for i := range m.Garrisons {
		m.Garrisons[i].Men = mark(m.Garrisons[i].Lord, 9_310_000)
	}
	for i := range m.Lords {
		m.Lords[i].Treasury = 50_000_000 // public: not marked
		m.Lords[i].Retreats = gloire.RetreatsSet{Peasants: mark(m.Lords[i].Seat, 6_310_000), Garrisons: mark(m.Lords[i].Seat, 6_310_000), Knights: mark(m.Lords[i].Seat, 6_310_000)}
	}
	for i := range m.Provinces {
		p := &m.Provinces[i]
		p.Wealth = mark(p.Owner, 5_310_000)
		p.Memories = []gloire.Memory{{Lord: 1, Happiness: mark(p.Owner, 4_310_000), Season: 1}}
	}
	return m, secrets
}

// A brief holds no secret of another: every size of army, pay, retreat, wealth
// and memory is given a number of its own, and each brief searched for them.
func TestBriefsKeepSecrets(t *testing.T) {
	for _, seasons := range []int{2, 5, 8} {
		m, secrets := marked(t, midGame(t, seasons))
		for seat := engine.Seat(0); int(seat) <= len(m.Lords); seat++ {
			own := 0
			texts := []string{saved(t, game.Brief(m, seat))}
			for _, table := range game.Tables(m, seat, nil) {
				texts = append(texts, saved(t, strings.Fields(table.Text)))
			}
			texts = append(texts, saved(t, game.Grammar(m, seat)))
			for _, text := range texts {
				for path, values := range fieldsOf(t, text) {
					for _, v := range values {
						whose, secret := secrets[plain(v)]
						if secret && (whose != int(seat) || seat == 0) {
							t.Errorf("seat %d reads a secret of %d under %s", seat, whose, path)
						}
						if secret {
							own++
						}
					}
				}
			}
			if seat > 0 && m.Lords[seat-1].Alive && own == 0 {
				t.Errorf("the search finds not even seat %d's own secrets", seat)
			}
		}
	}
}

// plain turns a number in JSON's floating form back into digits.
func plain(v string) string {
	var f float64
	if _, err := fmt.Sscan(v, &f); err != nil {
		return v
	}
	return fmt.Sprintf("%.0f", f)
}

// What is told to everyone and what to one lord hold no size of an army, no
// threshold and no order of another: over whole games, events go only to those
// whom they concern, and a battle shows the other's threshold to nobody.
func TestEventsKeepSecrets(t *testing.T) {
	public := map[string]bool{"renamed": true, "knight-left": true, "knights-called": true, "attack": true, "felony": true, "war-began": true,
		"alliance-ended": true, "lord-died": true, "moved": true, "titled": true,
		"alliance-made": true, "peace-made": true, "ally-called": true, "call-ignored": true, "revolted": true,
		"province-sold": true, "joust-round": true, "joust-won": true, "joust-empty": true, "host-honoured": true, "joust-announced": true,
		"victory-near": true, "crowned": true, "nobody-left": true}
	playBots(t, 10, 15, 2, func(_ engine.State, _ map[engine.Seat]orders.List, _ engine.State, events []engine.Event) {
		for _, e := range events {
			kind := e.Facts.Kind()
			if e.To.All != public[kind] || e.To.GM || e.To.All == (len(e.To.Seats) > 0) {
				t.Errorf("%s goes to %+v", kind, e.To)
			}
			if e.To.All {
				for path := range fieldsOf(t, saved(t, e.Facts)) {
					for _, secret := range []string{"men", "threshold", "wealth", "walls", "army", "treasury", "finding", "order"} {
						if strings.Contains(path, secret) {
							t.Errorf("everyone reads %s of %s", path, kind)
						}
					}
				}
				continue
			}
			for _, seat := range e.To.Seats {
				if f, ok := e.Facts.(gloire.Battle); ok {
					if f.Attacker.Lord.ID != int(seat) && f.Attacker.Threshold >= 0 || f.Defender.Lord.ID != int(seat) && f.Defender.Threshold >= 0 {
						t.Errorf("seat %d reads the other's threshold: %+v", seat, f)
					}
					if f.Attacker.Lord.ID != int(seat) && f.Defender.Lord.ID != int(seat) {
						t.Errorf("seat %d reads of a battle of others", seat)
					}
				}
			}
		}
	})
}
