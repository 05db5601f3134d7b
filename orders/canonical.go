package orders

import (
	"slices"
	"strconv"
	"strings"
)

// Canonical writes an order as the Arbitre repeats it: the code and the
// arguments in the table's order, "ATT Lancelot Lorraine 300". It reads back to
// the same order in either language. A password for the Arbitre is blanked.
func (g Grammar) Canonical(o Order, lang string) string { return NewReader(g).Canonical(o, lang) }

// Canonical is Grammar.Canonical with the names already indexed.
func (r *Reader) Canonical(o Order, lang string) string {
	i, ok := r.byCode[o.Code]
	if !ok {
		return o.Code
	}
	f := &r.forms[i]
	if f.Class == Directive && f.hasSecret() {
		return f.Code + " " + Blanked
	}
	text, _ := r.readable(f, o, lang, false)
	return text
}

// labelled is Canonical with the numbers' labels: "ATT Lancelot Lorraine seuil 300".
func (r *Reader) labelled(o Order, lang string) string {
	text, ok := r.readable(&r.forms[r.byCode[o.Code]], o, lang, true)
	if !ok {
		return r.Canonical(o, lang)
	}
	return text
}

// readable writes an order as plainly as it can be read back; ok is false if
// it can't be.
func (r *Reader) readable(f *form, o Order, lang string, labels bool) (text string, ok bool) {
	for _, c := range []care{bare, quoting, numbered, classed} {
		text = r.write(f, o, lang, c, labels)
		back, ok := r.parse(text)
		if ok && back.Standing == o.Standing && back.Code == o.Code && slices.EqualFunc(back.Args, o.Args, equalArg) {
			return text, true
		}
	}
	return text, false
}

// care is how carefully an order is written so that it can't be misread.
type care int

const (
	bare     care = iota
	quoting       // free text between quotation marks
	numbered      // things by number
	classed       // things by class and number
)

func (r *Reader) write(f *form, o Order, lang string, c care, labels bool) string {
	parts := []string{f.Code}
	for _, p := range f.params {
		v, ok := o.Arg(p.Key)
		if !ok {
			continue
		}
		switch {
		case v.Class != "":
			parts = append(parts, r.writeName(v, lang, c))
		case v.N != nil && labels && p.Label.Forms != nil:
			parts = append(parts, p.Label.In(lang), strconv.Itoa(*v.N))
		case v.N != nil:
			parts = append(parts, strconv.Itoa(*v.N))
		case v.Word != "":
			parts = append(parts, p.word(v.Word, lang))
		case c >= quoting:
			parts = append(parts, quote(v.Text))
		default:
			parts = append(parts, v.Text)
		}
	}
	text := strings.Join(parts, " ")
	if o.Standing {
		text = "@" + text
	}
	return text
}

func (r *Reader) writeName(v Value, lang string, c care) string {
	number := "#" + strconv.Itoa(v.ID)
	i, known := r.names.byID[thing{v.Class, v.ID}]
	switch {
	case c >= classed:
		return r.classWord(v.Class, lang) + " " + number
	case c >= numbered || !known:
		return number
	}
	return r.names.sure(i)
}

// classWord is what a class is called.
func (r *Reader) classWord(class, lang string) string {
	for _, w := range r.classNames {
		if w.Key == class && len(w.Forms) > 0 {
			return w.In(lang)
		}
	}
	return class
}

func (p *param) word(key, lang string) string {
	for _, w := range p.Words {
		if w.Key == key && len(w.Forms) > 0 {
			return w.In(lang)
		}
	}
	return key
}

// In is the word as canonically written in a language.
func (w Word) In(lang string) string {
	if lang == "en" && w.English != "" {
		return w.English
	}
	return w.Forms[0]
}

func quote(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return isQuote(r) && r != '«' && r != '»' }) {
		return "«" + s + "»"
	}
	return `"` + s + `"`
}
