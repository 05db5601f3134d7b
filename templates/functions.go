package templates

import (
	"fmt"
	"strings"
	"text/template"
	"time"
)

// functions are what a template may call besides text/template's own. A figure
// may be of any integer type, or digits in a string.
func (s *Set) functions() template.FuncMap {
	l := s.locale
	return template.FuncMap{
		// Figures.
		"num":    l.number,                                                     // 1 592
		"signed": l.signed,                                                     // +1 592
		"points": func(v any) string { return l.scaled(v, 100, 0) },            // hundredths, whole
		"tenths": func(v any) string { return l.scaled(v, 100, 1) },            // hundredths, to a tenth
		"wealth": func(v any) string { return l.scaled(v, 1000, 3) },           // thousandths
		"pct":    func(v any) string { return l.number(v) + l.percent },        // 80 %
		"nth":    func(v any) string { n, _ := whole(v); return l.ordinal(n) }, // 2e
		"plural": l.plural,                                                     // plural .Men "homme" "hommes"
		"count":  l.count,                                                      // count .Men "homme" "hommes"
		"less":   func(a, b any) int64 { m, _ := whole(a); n, _ := whole(b); return m - n },
		"more":   func(a, b any) int64 { m, _ := whole(a); n, _ := whole(b); return m + n },

		// Words.
		"word":    func(parts ...any) string { return s.Word(path(parts)) }, // word "gloire/title" .New
		"hasword": func(parts ...any) bool { return s.Has(path(parts)) },
		"words":   s.words,                                                  // list (words "label" "level province")
		"of":      l.of,                                                     // d'Uppland
		"quote":   func(v any) string { return l.open + text(v) + l.close }, // « Uppland »
		"list":    func(items []string) string { return join(items, l.and) },
		"either":  l.either,
		"include": s.include,
		"upper":   strings.ToUpper,
		"first":   upperFirst,

		// Times.
		"date":   func(t time.Time) string { return l.date(t) },
		"moment": l.inWords,

		// Layout.
		"left":    func(width int, v any) string { return Left(width, text(v)) },
		"right":   func(width int, v any) string { return Right(width, text(v)) },
		"rule":    func(mark string, width int) string { return strings.Repeat(mark, width) },
		"under":   func(mark, title string) string { return title + "\n" + strings.Repeat(mark, len([]rune(title))) },
		"indent":  func(by int, text string) string { return Indent(text, by) },
		"wrap":    func(hang int, text string) string { return Wrap(l.finish(text), Width, hang) },
		"comment": func(hang int, text string) string { return comment(Wrap(l.finish(text), Width-2, hang)) },
		"cited":   func(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") },
		"caret":   Caret,
		"shown":   Printable,
	}
}

// words are the short entries of several keys, parted by spaces, under one name.
func (s *Set) words(under, keys string) []string {
	var list []string
	for _, key := range strings.Fields(keys) {
		list = append(list, s.Word(under+"/"+key))
	}
	return list
}

// include puts another entry's words inside one, its name being computed. One
// that is missing shows as its name, as in Word.
func (s *Set) include(data any, parts ...any) (string, error) {
	name := path(parts)
	if !s.Has(name) {
		return name, nil
	}
	return s.Render(name, data)
}

// path joins the parts of an entry's name: path("gloire/title", 3) is "gloire/title/3".
func path(parts []any) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = text(p)
	}
	return strings.Join(names, "/")
}

// text is a value as plain text; an integer type's own String isn't asked, so
// that an entry's name doesn't hang on it.
func text(v any) string {
	if v == nil {
		return ""
	}
	if s, ok := v.(string); ok {
		return s
	}
	if n, ok := whole(v); ok {
		return fmt.Sprint(n)
	}
	return fmt.Sprint(v)
}

// join lists items, the last after a word of its own: A, B et C.
func join(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	end := len(items) - 1
	return strings.Join(items[:end], ", ") + last + items[end]
}

// comment makes every line of a text one that the order reader passes over.
func comment(text string) string { return "# " + strings.ReplaceAll(text, "\n", "\n# ") }

// either lists suggestions, each in quotation marks: « A », « B » ou « C ».
func (l *locale) either(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = l.open + item + l.close
	}
	return join(quoted, l.or)
}

// upperFirst makes a sentence of a phrase.
func upperFirst(phrase string) string {
	first := firstRunes(phrase, 1)
	return strings.ToUpper(first) + phrase[len(first):]
}

// inWords is a point in time as it is said in a time zone:
// samedi 21 novembre 2026 à 20 h 00 (heure de Paris).
func (l *locale) inWords(t time.Time, z *time.Location) string {
	if z == nil {
		z = time.UTC
	}
	t = t.In(z)
	return fmt.Sprintf(l.moment, l.date(t), l.clock(t), l.zone(z))
}
