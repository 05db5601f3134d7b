package gloire

import (
	"slices"
	"strconv"

	"arbitre/engine"
	"arbitre/orders"
)

// classes are what players call the things that they may name.
var classes = []orders.Word{
	{Key: "knight", Forms: []string{"chevalier", "knight"}, English: "knight"},
	{Key: "rider", Forms: []string{"chevalier", "knight"}, English: "knight"},
	{Key: "army", Forms: []string{"armée", "garnison", "army", "garrison"}, English: "army"},
	{Key: "province", Forms: []string{"province", "territoire", "terre", "territory"}, English: "province"},
	{Key: "lord", Forms: []string{"seigneur", "lord"}, English: "lord"},
}

// Grammar implements engine.Game: the forms are the same for all; the names are
// a lord's own knights and armies, the knights of others as "rider", all lords
// and all provinces. An army is named by its number, a garrison also by its
// province and a command also by its knight.
func (Game) Grammar(state engine.State, seat engine.Seat) orders.Grammar {
	s := state.(*State)
	g := orders.Grammar{Forms: slices.Clone(forms), Classes: classes}
	if e := editionOf(s.Charter.Edition); e != nil {
		for i := range g.Forms {
			g.Forms[i].Played = len(e.phasesOf[g.Forms[i].Code]) > 0
		}
	}
	land, err := landOf(s.Charter.Map)
	if err != nil {
		return g
	}
	name := func(class string, id int, text string, aliases ...string) {
		g.Names = append(g.Names, orders.Name{Class: class, ID: id, Text: text, Aliases: aliases})
	}
	for _, k := range s.Knights {
		switch {
		case k.Lord != int(seat):
			name("rider", k.ID, k.Name)
			continue
		case k.Army != 0:
			name("army", k.Army, strconv.Itoa(k.Army), k.Name)
		}
		name("knight", k.ID, k.Name)
	}
	for _, a := range s.Garrisons {
		if a.Lord == int(seat) {
			name("army", a.ID, strconv.Itoa(a.ID), land.Province(a.Province).Name)
		}
	}
	for _, l := range s.Lords {
		name("lord", l.Seat, l.Name)
	}
	for _, p := range land.Provinces {
		name("province", p.ID, p.Name)
	}
	return g
}
