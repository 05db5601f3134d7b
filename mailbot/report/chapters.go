package report

import (
	"fmt"
	"strings"

	"arbitre/engine"
	"arbitre/templates"
)

// A chapter is what happened in a phase, each item laid out as lines.
type chapter struct {
	Title string
	Items []string
}

// chapters puts events into words by phase, in the order in which they happened.
func (w *writer) chapters(events []engine.Event) ([]chapter, error) {
	var chapters []chapter
	phase := ""
	for _, e := range events {
		if len(chapters) == 0 || e.Phase != phase {
			phase = e.Phase
			chapters = append(chapters, chapter{Title: w.set.Word(w.Game.Name() + "/phase/" + phase)})
		}
		text, err := w.item(e)
		if err != nil {
			return nil, err
		}
		last := &chapters[len(chapters)-1]
		last.Items = append(last.Items, text)
	}
	return chapters, nil
}

// items puts events into words without regard to their phases.
func (w *writer) items(events []engine.Event) ([]string, error) {
	var items []string
	for _, e := range events {
		text, err := w.item(e)
		if err != nil {
			return nil, err
		}
		items = append(items, text)
	}
	return items, nil
}

// item puts an event into words and lays it out behind a dash.
func (w *writer) item(e engine.Event) (string, error) {
	text, err := w.set.Render(w.Game.Name()+"/event/"+e.Facts.Kind(), e.Facts)
	if err != nil {
		return "", fmt.Errorf("telling an event of phase %q: %w", e.Phase, err)
	}
	first, more, several := strings.Cut(text, "\n")
	item := templates.Wrap("  - "+first, templates.Width, 2)
	if several {
		item += "\n" + templates.Wrap(templates.Indent(more, 4), templates.Width, 2)
	}
	return item, nil
}
