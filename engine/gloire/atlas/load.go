package atlas

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

var (
	// ErrUnknown: there is no map of this id.
	ErrUnknown = errors.New("no such map")
	// ErrNoProvinces: the map's figures are known, but its provinces aren't
	// drawn up yet.
	ErrNoProvinces = errors.New("a map without provinces yet")
)

//go:embed *.json
var files embed.FS

// Load gives the map of this id. It is read and checked once, and the same
// *Map is given to all. The error wraps ErrUnknown or ErrNoProvinces and names
// the maps at hand.
func Load(id string) (*Map, error) {
	have, err := shelf()
	if err != nil {
		return nil, err
	}
	for _, m := range have.maps {
		if m.ID == id {
			return m, nil
		}
	}
	reason := ErrUnknown
	if slices.ContainsFunc(have.figures, func(f Figures) bool { return f.ID == id }) {
		reason = ErrNoProvinces
	}
	return nil, fmt.Errorf("loading the map %q: %w (maps at hand: %s)", id, reason, strings.Join(All(), ", "))
}

// All gives the ids of the maps that can be loaded, in the order of the rules'
// table.
func All() []string {
	have, err := shelf()
	if err != nil {
		return nil
	}
	var ids []string
	for _, m := range have.maps {
		ids = append(ids, m.ID)
	}
	return ids
}

// collection is every map that the rules know, and those that can be played.
type collection struct {
	figures []Figures
	maps    []*Map
}

var shelf = sync.OnceValues(func() (collection, error) { return readAll(files) })

func readAll(files fs.FS) (collection, error) {
	var all collection
	table, err := fs.ReadFile(files, "maps.json")
	if err != nil {
		return collection{}, fmt.Errorf("reading the table of maps: %w", err)
	}
	if err := decode(table, &all.figures); err != nil {
		return collection{}, fmt.Errorf("reading the table of maps: %w", err)
	}
	for _, figures := range all.figures {
		sheet, err := fs.ReadFile(files, figures.ID+".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return collection{}, fmt.Errorf("reading the map %q: %w", figures.ID, err)
		}
		m, err := read(figures, sheet)
		if err != nil {
			return collection{}, err
		}
		all.maps = append(all.maps, m)
	}
	return all, nil
}

// sheet is a map's file.
type sheet struct {
	Provinces []struct {
		ID      int      `json:"id"`
		Name    string   `json:"name"`
		Lon     int      `json:"lon"`
		Lat     int      `json:"lat"`
		Wealth  int      `json:"wealth"`
		Start   bool     `json:"start"`
		Borders []string `json:"borders"`
	} `json:"provinces"`
	Straits [][2]string `json:"straits"`
}

// read turns a map's file into a map, exchanging the names of neighbours for
// their ids.
func read(figures Figures, text []byte) (*Map, error) {
	var in sheet
	if err := decode(text, &in); err != nil {
		return nil, fmt.Errorf("reading the map %q: %w", figures.ID, err)
	}

	place := make(map[string]int, len(in.Provinces)) // name → index
	for i, p := range in.Provinces {
		place[p.Name] = i
	}
	var unknown []error
	find := func(name, where string) (int, bool) {
		i, ok := place[name]
		if !ok {
			unknown = append(unknown, fmt.Errorf("%s: no province %q", where, name))
		}
		return i, ok
	}

	provinces := make([]Province, len(in.Provinces))
	for i, p := range in.Provinces {
		provinces[i] = Province{ID: p.ID, Name: p.Name, Lon: p.Lon, Lat: p.Lat, Wealth: p.Wealth, Start: p.Start}
		for _, name := range p.Borders {
			if j, ok := find(name, p.Name); ok {
				provinces[i].Neighbours = append(provinces[i].Neighbours, in.Provinces[j].ID)
			}
		}
	}
	var straits []Strait
	for _, pair := range in.Straits {
		i, okA := find(pair[0], "straits")
		j, okB := find(pair[1], "straits")
		if !okA || !okB {
			continue
		}
		a, b := &provinces[i], &provinces[j]
		a.Neighbours = append(a.Neighbours, b.ID)
		b.Neighbours = append(b.Neighbours, a.ID)
		straits = append(straits, Strait{min(a.ID, b.ID), max(a.ID, b.ID)})
	}
	if err := errors.Join(unknown...); err != nil {
		return nil, fmt.Errorf("reading the map %q: %w", figures.ID, err)
	}

	for i := range provinces {
		slices.Sort(provinces[i].Neighbours)
	}
	slices.SortFunc(straits, func(s, t Strait) int {
		return cmp.Or(cmp.Compare(s.A, t.A), cmp.Compare(s.B, t.B))
	})
	return New(figures, provinces, straits)
}

// decode reads one JSON value strictly: a field that we don't know is a slip
// of the pen.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more text after the end")
	}
	return nil
}
