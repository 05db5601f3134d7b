package report

import (
	"fmt"
	"slices"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
	"arbitre/templates"
)

// Form is the blank order form of a seat for the season to come: its date, and
// as comments the orders there are, the names that they take, and how to write.
// Sent back as it is, it orders nothing.
func Form(i Issue, seat engine.Seat, lang string) (string, error) {
	w, err := newWriter(i, seat, lang)
	if err != nil {
		return "", err
	}
	return w.form()
}

// A blank is what the form's template fills in.
type blank struct {
	sheet
	Groups    []group
	Unplayed  []string // codes of orders that the Arbitre doesn't carry out yet
	Standing  []string
	Provinces []land
}

// A group is a family of orders on the form.
type group struct {
	Key    string // gloire/form/<key>
	Models []string
}

// A land is a province of the lord's, with those around it.
type land struct {
	gloire.OwnProvince
	Around []neighbour
}

// A neighbour is a province next to one of the lord's; Mine tells his own.
type neighbour struct {
	gloire.ProvinceView
	Mine bool
}

// families are the orders as a player thinks of them, each code in one.
var families = []struct {
	key   string
	codes []string
}{
	{"finances", []string{"IMP", "RED", "FCO"}},
	{"knights", []string{"CHE", "REN", "LIB"}},
	{"armies", []string{"ARM", "AFF", "TSF", "GAR", "DEM"}},
	{"war", []string{"ATT", "MOV", "DEF", "INI"}},
	{"diplomacy", []string{"GUE", "ALL", "PAI", "ANN", "APP"}},
	{"realm", []string{"ESP", "FOR", "VND", "ACH", "DON"}},
	{"jousts", []string{"ORG", "PAR"}},
}

func (w *writer) form() (string, error) {
	b := blank{sheet: w.sheet(), Standing: w.Issue.Standing[w.seat]}
	grammar := w.Game.Grammar(w.Next, w.seat)
	for _, family := range families {
		g := group{Key: family.key}
		for _, code := range family.codes {
			f, known := grammar.Form(code)
			switch {
			case !known:
			case f.Played:
				g.Models = append(g.Models, Synopsis(w.set, f))
			default:
				b.Unplayed = append(b.Unplayed, code)
			}
		}
		if len(g.Models) > 0 {
			b.Groups = append(b.Groups, g)
		}
	}
	if w.brief.Own != nil {
		for _, p := range w.brief.Own.Provinces {
			b.Provinces = append(b.Provinces, land{p, w.around(p)})
		}
	}
	return w.set.Render("gloire/form", b)
}

// Synopsis shows how an order is written, with its arguments in the words of a
// language and the range of those that have a narrow one: <niveau 0-10>.
func Synopsis(set *templates.Set, f orders.Form) string {
	return orders.SynopsisIn(set.Lang(), f, func(key string) string {
		label := set.Word("label/" + key)
		at := slices.IndexFunc(f.Params, func(p orders.Param) bool { return p.Key == key })
		if p := f.Params[at]; p.Kind == orders.Number && p.Max <= widest {
			label += fmt.Sprintf(" %d-%d", p.Min, p.Max)
		}
		return label
	})
}

// widest is the greatest number of a range that is worth showing.
const widest = 100

// around are a province's neighbours, in the order in which it names them.
func (w *writer) around(p gloire.OwnProvince) []neighbour {
	var views []neighbour
	for _, id := range p.Neighbours {
		at := slices.IndexFunc(w.brief.Provinces, func(v gloire.ProvinceView) bool { return v.ID == id })
		if at >= 0 {
			v := w.brief.Provinces[at]
			views = append(views, neighbour{v, v.Owner.ID == w.brief.Own.Lord.ID})
		}
	}
	return views
}
