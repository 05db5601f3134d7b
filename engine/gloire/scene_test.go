package gloire

import (
	"testing"

	"arbitre/engine"
	"arbitre/engine/gloire/atlas"
	"arbitre/orders"
)

// A scene is a small game in which a rule can be seen at work. Its map has a
// centre with five neighbours, and a road of eight steps that leaves it:
//
//	2 Aunis, 3 Berry, 4 Comminges, 5 Dauphiné, 6 Forez around 1 Milieu;
//	6 – 7 Gascogne – 8 Hainaut – 9 Joinville – 10 Kercado – 11 Luxeuil – 12 Nevers – 13 Orange
//
// Lords 1, 2 and 3 hold Aunis, Dauphiné and Orange; each stands there himself,
// as knight 1, 2 and 3.
type scene struct {
	*State
	t    *testing.T
	land *atlas.Map
	dice engine.Dice
	list map[engine.Seat]orders.List
}

const (
	milieu = iota + 1
	aunis
	berry
	comminges
	dauphine
	forez
	gascogne
	hainaut
	joinville
	kercado
	luxeuil
	nevers
	orange
)

func newScene(t *testing.T) *scene {
	t.Helper()
	names := []string{"Milieu", "Aunis", "Berry", "Comminges", "Dauphiné", "Forez", "Gascogne", "Hainaut", "Joinville", "Kercado", "Luxeuil", "Nevers", "Orange"}
	around := map[int][]int{milieu: {2, 3, 4, 5, 6}, forez: {1, 7}}
	var provinces []atlas.Province
	for i, name := range names {
		p := atlas.Province{ID: i + 1, Name: name, Lon: i * 100, Lat: 4500, Wealth: 500, Start: true, Neighbours: []int{milieu}}
		if near := around[p.ID]; near != nil {
			p.Neighbours = near
		} else if p.ID >= gascogne {
			p.Neighbours = []int{p.ID - 1, p.ID + 1}
		}
		if p.ID == orange {
			p.Neighbours = []int{nevers}
		}
		provinces = append(provinces, p)
	}
	land, err := atlas.New(atlas.Figures{ID: "scene", Name: "Scène", Lords: 3, LordsMax: 3,
		Titles: [6]int{150, 200, 250, 350, 500, 800}, PrestigeVictory: 1000, Conquest: 16, Diplomacy: 10}, provinces, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &State{Version: stateVersion, Charter: engine.Charter{Edition: "2.15"}, Season: 1, LastNumber: 3, Garrisons: []Garrison{}}
	for i := range names {
		s.Provinces = append(s.Provinces, Province{ID: i + 1, Population: startPopulation, Happiness: startHappiness, Wealth: 500})
	}
	for i, home := range []int{aunis, dauphine, orange} {
		seat, name := i+1, []string{"Arthur", "Bohort", "Claudas"}[i]
		s.Provinces[home-1].Owner = seat
		s.Knights = append(s.Knights, Knight{ID: seat, Name: name, Lord: seat, Renown: startRenown, Province: home})
		s.Lords = append(s.Lords, Lord{Seat: seat, Name: name, Alive: true, Knight: seat, Treasury: startTreasury, Retreats: RetreatsSet{50, 50, 80}})
	}
	return &scene{State: s, t: t, land: land, dice: engine.Keyed{7}, list: map[engine.Seat]orders.List{}}
}

// knight adds a knight with men; his number is returned, his army's is the next.
func (sc *scene) knight(lord, province, renown, men int) int {
	sc.LastNumber++
	k := Knight{ID: sc.LastNumber, Name: knightNames[sc.LastNumber], Lord: lord, Renown: renown * 100, Pay: renown, Province: province, Men: men}
	if men > 0 {
		sc.LastNumber++
		k.Army = sc.LastNumber
	}
	sc.Knights = append(sc.Knights, k)
	return k.ID
}

// arm gives a knight who is there men.
func (sc *scene) arm(knight, men int) {
	for i := range sc.Knights {
		if sc.Knights[i].ID == knight {
			sc.LastNumber++
			sc.Knights[i].Army, sc.Knights[i].Men = sc.LastNumber, men
		}
	}
}

func (sc *scene) garrison(lord, province, men int) int {
	sc.LastNumber++
	sc.Garrisons = append(sc.Garrisons, Garrison{ID: sc.LastNumber, Lord: lord, Province: province, Men: men})
	return sc.LastNumber
}

func (sc *scene) own(lord int, provinces ...int) {
	for _, p := range provinces {
		sc.Provinces[p-1].Owner = lord
	}
}

func (sc *scene) ally(a, b int) {
	sc.Lords[a-1].Allies, sc.Lords[b-1].Allies = with(sc.Lords[a-1].Allies, b), with(sc.Lords[b-1].Allies, a)
}

func (sc *scene) war(a, b int) {
	sc.Lords[a-1].Enemies, sc.Lords[b-1].Enemies = with(sc.Lords[a-1].Enemies, b), with(sc.Lords[b-1].Enemies, a)
}

// orders adds an order of a seat. Arguments come in pairs of key and value: a
// number of men, écus or the like, a word, or the id of a thing as a "class".
func (sc *scene) orders(seat int, code string, pairs ...any) {
	sc.t.Helper()
	o := orders.Order{Code: code, Line: len(sc.list[engine.Seat(seat)]) + 1, Source: code}
	for i := 0; i < len(pairs); i += 2 {
		a := orders.Arg{Key: pairs[i].(string)}
		switch v := pairs[i+1].(type) {
		case int:
			a.N = &v
		case thing:
			a.Class, a.ID = v.class, v.id
		case string:
			a.Word = v
		case text:
			a.Text = string(v)
		}
		o.Args = append(o.Args, a)
	}
	sc.list[engine.Seat(seat)] = append(sc.list[engine.Seat(seat)], o)
}

type (
	thing struct {
		class string
		id    int
	}
	text string
)

func knightNo(id int) thing   { return thing{"knight", id} }
func riderNo(id int) thing    { return thing{"rider", id} }
func armyNo(id int) thing     { return thing{"army", id} }
func provinceNo(id int) thing { return thing{"province", id} }

// play plays the season, and clears the lists.
func (sc *scene) play() *spectacle {
	sc.t.Helper()
	s, err := lay(sc.land, sc.State, sc.list, sc.dice)
	if err != nil {
		sc.t.Fatal(err)
	}
	s.play()
	sc.list = map[engine.Seat]orders.List{}
	sc.State = s.rest()
	return &spectacle{sc.t, s}
}

// A spectacle is a season that can be asked what happened.
type spectacle struct {
	t *testing.T
	*season
}

// refused are the kinds of the refusals, in their order.
func (p *spectacle) refused() (kinds []string) {
	for _, f := range factsOf[Refused](p) {
		kinds = append(kinds, f.Finding.Kind)
	}
	return kinds
}

// factsOf are the events of one kind, in their order.
func factsOf[F engine.Facts](p *spectacle) (found []F) {
	for _, h := range p.events {
		if f, ok := h.Facts.(F); ok {
			found = append(found, f)
		}
	}
	return found
}

// only is the one event of its kind.
func only[F engine.Facts](p *spectacle) F {
	p.t.Helper()
	found := factsOf[F](p)
	if len(found) != 1 {
		var zero F
		p.t.Fatalf("%d events %q, want 1: %+v; refused: %v", len(found), zero.Kind(), found, p.refused())
	}
	return found[0]
}
