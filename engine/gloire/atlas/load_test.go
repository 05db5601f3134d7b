package atlas

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestLoad(t *testing.T) {
	m, err := Load("scandinavie")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Load("scandinavie"); again != m {
		t.Error("the map was read twice")
	}
	if diff := cmp.Diff([]string{"scandinavie"}, All()); diff != "" {
		t.Errorf("All (-want +got):\n%s", diff)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		id   string
		want error
	}{
		{"france", ErrNoProvinces},
		{"moyen-orient", ErrNoProvinces},
		{"europe", ErrNoProvinces},
		{"atlantide", ErrUnknown},
		{"Scandinavie", ErrUnknown},
		{"../atlas/scandinavie", ErrUnknown},
		{"maps", ErrUnknown},
		{"", ErrUnknown},
	} {
		m, err := Load(c.id)
		if !errors.Is(err, c.want) || m != nil {
			t.Errorf("Load(%q) = %v, %v, want %v", c.id, m, err, c.want)
			continue
		}
		if !strings.Contains(err.Error(), "maps at hand: scandinavie") {
			t.Errorf("Load(%q) doesn't name the maps at hand: %v", c.id, err)
		}
	}
}

// The table of rules-gloire §11.
func TestFigures(t *testing.T) {
	have, err := shelf()
	if err != nil {
		t.Fatal(err)
	}
	want := []Figures{
		{"france", "France", 6, 6, [6]int{145, 180, 215, 285, 390, 500}, 600, 10, 2},
		{"scandinavie", "Scandinavie", 10, 10, [6]int{150, 200, 250, 350, 500, 800}, 1000, 16, 10},
		{"moyen-orient", "Moyen-Orient", 15, 15, [6]int{225, 300, 375, 525, 750, 1200}, 1500, 20, 7},
		{"europe", "Europe", 30, 100, [6]int{300, 400, 500, 700, 1000, 1600}, 2000, 31, 5},
	}
	if diff := cmp.Diff(want, have.figures); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

func TestReadFaults(t *testing.T) {
	const table = `[{"id": "a", "name": "A", "lords": 1, "lords_max": 1, "titles": [1, 2, 3, 4, 5, 6], "prestige_victory": 7, "conquest": 1, "diplomacy": 1}]`
	const sound = `{"provinces": [
		{"id": 1, "name": "Agder", "lon": 0, "lat": 0, "wealth": 500, "start": true, "borders": []},
		{"id": 2, "name": "Rogaland", "lon": 0, "lat": 0, "wealth": 500, "borders": []}],
		"straits": [["Rogaland", "Agder"]]}`
	got, err := readAll(fstest.MapFS{"maps.json": {Data: []byte(table)}, "a.json": {Data: []byte(sound)}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Strait{{1, 2}}, got.maps[0].Straits); diff != "" {
		t.Errorf("straits (-want +got):\n%s", diff)
	}
	if !got.maps[0].Adjacent(1, 2) {
		t.Error("a strait makes no neighbours")
	}

	for name, c := range map[string]struct{ table, sheet, want string }{
		"broken table":         {table[1:], sound, "table of maps"},
		"broken sheet":         {table, sound[1:], `reading the map "a"`},
		"unknown field":        {table, strings.Replace(sound, "wealth", "welth", 1), `unknown field "welth"`},
		"text after the end":   {table, sound + "{}", "more text after the end"},
		"border with a ghost":  {table, strings.Replace(sound, "[]", `["Avalon"]`, 1), `Agder: no province "Avalon"`},
		"strait with a ghost":  {table, strings.Replace(sound, `["Rogaland", "Agder"]`, `["Rogaland", "Avalon"]`, 1), `straits: no province "Avalon"`},
		"unsound map":          {table, strings.Replace(sound, "500", "5", 1), `wealth of Agder is 5`},
		"border and strait":    {table, strings.ReplaceAll(strings.Replace(sound, "[]}]", `["Agder"]}]`, 1), `"borders": []}`, `"borders": ["Rogaland"]}`), "don't rise"},
		"the same name twice":  {table, strings.Replace(sound, `"name": "Agder"`, `"name": "Rogaland"`, 1), "no province"},
		"figures out of order": {strings.Replace(table, "1, 2, 3", "3, 2, 1", 1), sound, "doesn't rise"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readAll(fstest.MapFS{"maps.json": {Data: []byte(c.table)}, "a.json": {Data: []byte(c.sheet)}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, not %q", err, c.want)
			}
		})
	}
	if _, err := readAll(fstest.MapFS{}); err == nil {
		t.Error("no table of maps, and no error")
	}
}
