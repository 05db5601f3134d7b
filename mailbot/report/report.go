// Package report writes what a season's players are sent: TOUR.txt, which is
// one lord's own, COMMUN.txt, which is everyone's, the tables for spreadsheets,
// and the mail's text with the blank order form. It chooses what is told and in
// which order; the words are in the templates, under the game's name.
//
// The same issue always gives the same bytes. What a reader may know is settled
// here in one place: his brief, the public's events, and those of his seat.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/templates"
)

// An Issue is a season just played, or a founding, about to be told.
type Issue struct {
	Game    engine.Game
	Charter engine.Charter
	Played  engine.Moment // the season just played; season 0 is the founding
	Next    engine.State  // where it left the game
	Events  []engine.Event

	Commitment string // of the next season's secret, SHA-256 in hexadecimal
	Secret     string // of the season played, in hexadecimal; empty at the founding
	Digest     string // SHA-256 of the canonical order lists, in hexadecimal

	Deadline time.Time // of the next season's orders
	Zone     *time.Location
	Standing map[engine.Seat][]string // orders that a seat already has for the next season, canonical
}

// A Report is what one reader is sent. The public's, seat 0, has no Tour.
type Report struct {
	Lang         string
	Tour, Commun string         // TOUR.txt and COMMUN.txt
	Tables       []engine.Table // BILAN.txt, PARTIE.txt
	Body         string         // the mail's text: TOUR and the blank order form
}

// A sheet is what the templates of a report fill in.
type sheet struct {
	Issue
	Realm    gloire.Brief // as the reader may know it
	Over     bool         // nothing more will be played
	Season   int          // the season played
	Chapters []chapter
	Refused  []string  // orders that did nothing, each with its reason
	Spies    []string  // what they brought back
	Treasury *treasury // nil at the founding, and for those who died in an earlier season
}

// Write makes the report of a seat in a language; seat 0 is the public, and the
// game master.
func Write(i Issue, seat engine.Seat, lang string) (Report, error) {
	w, err := newWriter(i, seat, lang)
	if err != nil {
		return Report{}, err
	}
	r := Report{Lang: w.set.Lang()}
	if r.Commun, err = w.commun(); err != nil {
		return Report{}, err
	}
	r.Tables = i.Game.Tables(i.Next, seat, w.told(w.knows))
	if w.brief.Own == nil {
		r.Body = r.Commun
		return r, nil
	}
	if r.Tour, err = w.tour(); err != nil {
		return Report{}, err
	}
	r.Body, err = w.body(r.Tour)
	return r, err
}

// State puts a brief into words as it stands: a lord's own fief, or the realm
// for a brief of the public.
func State(rules engine.Game, brief engine.Brief, lang string) (string, error) {
	b, err := briefOf(rules, brief)
	if err != nil {
		return "", err
	}
	name := "gloire/realm"
	if b.Own != nil {
		name = "gloire/fief"
	}
	return templates.In(lang).Render(name, b)
}

// A writer writes one reader's report.
type writer struct {
	Issue
	seat  engine.Seat
	set   *templates.Set
	brief gloire.Brief
}

func newWriter(i Issue, seat engine.Seat, lang string) (*writer, error) {
	brief, err := briefOf(i.Game, i.Game.Brief(i.Next, seat))
	if err != nil {
		return nil, err
	}
	if i.Zone == nil {
		i.Zone = time.UTC
	}
	return &writer{Issue: i, seat: seat, set: templates.In(lang), brief: brief}, nil
}

// briefOf is the brief of a game that has words for its reports, with everyone's
// knights under their lords.
func briefOf(rules engine.Game, brief engine.Brief) (gloire.Brief, error) {
	b, ok := brief.(gloire.Brief)
	if !ok {
		return gloire.Brief{}, fmt.Errorf("no report is written for the rules %q, whose briefs are of type %T", rules.Name(), brief)
	}
	place := map[int]int{}
	for i, r := range b.Ranking {
		place[r.Lord.ID] = i
	}
	b.Knights = slices.Clone(b.Knights)
	slices.SortStableFunc(b.Knights, func(x, y gloire.KnightView) int {
		return cmp.Or(cmp.Compare(place[x.Lord.ID], place[y.Lord.ID]), cmp.Compare(y.Renown, x.Renown), cmp.Compare(x.ID, y.ID))
	})
	return b, nil
}

func (w *writer) sheet() sheet {
	return sheet{Issue: w.Issue, Realm: w.brief, Over: w.Next.Over(), Season: w.Played.Season}
}

// commun writes COMMUN.txt, from nothing but what is public.
func (w *writer) commun() (string, error) {
	public, err := briefOf(w.Game, w.Game.Brief(w.Next, 0))
	if err != nil {
		return "", err
	}
	s := w.sheet()
	s.Realm = public
	if s.Chapters, err = w.chapters(w.told(isPublic)); err != nil {
		return "", err
	}
	return w.file("gloire/commun", s)
}

// tour writes TOUR.txt: the seat's own season.
func (w *writer) tour() (string, error) {
	own := w.told(w.concerns)
	s := w.sheet()
	var err error
	if s.Chapters, err = w.chapters(without(own, refused, spied)); err != nil {
		return "", err
	}
	if s.Refused, err = w.items(only(own, refused)); err != nil {
		return "", err
	}
	if s.Spies, err = w.items(only(own, spied)); err != nil {
		return "", err
	}
	if w.Played.Season > 0 && (w.brief.Own.Alive || len(only(own, w.ownDeath)) > 0) {
		s.Treasury = account(own, w.brief.Own.Treasury)
	}
	return w.file("gloire/tour", s)
}

// ownDeath tells of the death of the reader's lord.
func (w *writer) ownDeath(e engine.Event) bool {
	died, ok := e.Facts.(gloire.LordDied)
	return ok && died.Lord.ID == int(w.seat)
}

// body writes the mail's text.
func (w *writer) body(tour string) (string, error) {
	greeting, err := w.set.Render("gloire/greeting", w.sheet())
	if err != nil {
		return "", err
	}
	parts := []string{greeting, strings.TrimSpace(tour)}
	if w.writes() {
		form, err := w.form()
		if err != nil {
			return "", err
		}
		parts = append(parts, form)
	}
	return strings.Join(parts, "\n\n") + "\n", nil
}

// writes tells whether the reader has orders to give next season.
func (w *writer) writes() bool {
	return w.brief.Own != nil && w.brief.Own.Alive && !w.Next.Over()
}

// file renders a file, which ends with a newline.
func (w *writer) file(entry string, s sheet) (string, error) {
	text, err := w.set.Render(entry, s)
	return text + "\n", err
}
