package letter

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds on HTML, which hostile letters nest without end. Elements beyond
// them are read, but not told apart from what surrounds them.
const (
	maxElements = 200
	maxRows     = 12
)

// htmlLines turns an HTML page into the lines that a person sees, keeping from
// the markup what tells quotes, signatures and header blocks apart. It reads
// tokens, not a tree, so its time is linear whatever the nesting.
func htmlLines(page string, remark remarker) []bodyLine {
	c := converter{remark: remark}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return c.finish()
		case html.TextToken:
			if c.hidden == 0 {
				c.text(string(z.Text()))
			}
		case html.StartTagToken:
			name, more := z.TagName()
			c.open(atom.Lookup(name), attributes(z, more))
		case html.SelfClosingTagToken:
			name, more := z.TagName()
			a := atom.Lookup(name)
			c.open(a, attributes(z, more))
			if !isVoid(a) {
				c.close(a)
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			c.close(atom.Lookup(name))
		}
	}
}

// attrs holds the attributes that bear on reading, in lower case.
type attrs struct{ class, id, style, kind, cite string }

func attributes(z *html.Tokenizer, more bool) (a attrs) {
	for more {
		var k, v []byte
		k, v, more = z.TagAttr()
		switch string(k) {
		case "class":
			a.class = strings.ToLower(string(v))
		case "id":
			a.id = strings.ToLower(string(v))
		case "style":
			a.style = strings.ReplaceAll(strings.ToLower(string(v)), " ", "")
		case "type":
			a.kind = strings.ToLower(string(v))
		case "cite":
			a.cite = "cite"
		case "hidden":
			a.style += ";display:none"
		}
	}
	return a
}

// An element is an open element whose end changes something.
type element struct {
	tag    atom.Atom
	hidden bool
	quote  bool
	pre    bool
	margin bool // a blank line follows
	row    bool // closes a table row
	cell   bool
	hint   hint
}

// A row gathers the cells of a table row, each a run of lines.
type row struct{ cells [][]bodyLine }

// A converter is an HTML page half read.
type converter struct {
	out   []bodyLine
	rows  []row // open table rows, outermost first
	line  strings.Builder
	blank bool // a space is due before the next word
	// spaced says that the line holds a no-break space, by which editors keep
	// an otherwise empty line open.
	spaced bool
	remark remarker

	stack       []element
	hidden, pre int
	depth       int
	hints       [3]int // how many open elements give each hint
	once        hint   // hint for the next line that holds text
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Meta, atom.Link, atom.Col, atom.Base, atom.Area, atom.Wbr, atom.Embed, atom.Source, atom.Param:
		return true
	}
	return false
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Blockquote, atom.Ul, atom.Ol, atom.Li, atom.Dl, atom.Dt, atom.Dd, atom.Table, atom.Tr,
		atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Section, atom.Article, atom.Header, atom.Footer, atom.Nav, atom.Aside, atom.Main, atom.Center, atom.Form,
		atom.Fieldset, atom.Address, atom.Figure, atom.Body, atom.Html:
		return true
	}
	return false
}

func (c *converter) open(tag atom.Atom, a attrs) {
	switch tag {
	case atom.Br:
		if c.hidden == 0 {
			c.breakLine(true)
		}
		return
	case atom.Hr:
		c.breakLine(false)
		if a.id == "stopspelling" || a.id == "zwchr" {
			c.once |= hintHeader
		}
		return
	case atom.Img:
		if c.hidden == 0 {
			c.blank = c.blank || c.line.Len() > 0
		}
		return
	}
	if isVoid(tag) {
		return
	}
	e := element{tag: tag, hidden: isHidden(tag, a), quote: isQuote(tag, a), hint: elementHint(tag, a)}
	e.pre = tag == atom.Pre || strings.Contains(a.style, "white-space:pre")
	switch tag {
	case atom.Tr:
		c.closeOpen(atom.Table, atom.Tr)
	case atom.Td, atom.Th:
		c.closeOpen(atom.Tr, atom.Td, atom.Th)
	}
	block := isBlock(tag)
	if block {
		c.breakLine(false)
	}
	if tag == atom.P || tag == atom.H1 || tag == atom.H2 || tag == atom.H3 {
		e.margin = !strings.Contains(a.class, "msonormal") && !strings.Contains(a.class, "msolistparagraph") && !zeroMargin(a.style)
	}
	switch tag {
	case atom.Tr:
		if len(c.rows) < maxRows && len(c.stack) < maxElements {
			e.row = true
			c.rows = append(c.rows, row{})
		}
	case atom.Td, atom.Th:
		c.breakLine(false)
		if e.cell = c.inRow(); e.cell {
			r := &c.rows[len(c.rows)-1]
			r.cells = append(r.cells, nil)
		}
	}
	if startsHeader(a) {
		c.once |= hintHeader
	}
	if !block && !e.hidden && !e.quote && !e.pre && !e.cell && e.hint == 0 && tag != atom.Span && tag != atom.Td && tag != atom.Th {
		return // nothing to undo at its end
	}
	if len(c.stack) >= maxElements {
		return
	}
	c.enter(e, 1)
	c.stack = append(c.stack, e)
}

// enter counts an element in (n = 1) or out (n = -1).
func (c *converter) enter(e element, n int) {
	if e.hidden {
		c.hidden += n
	}
	if e.quote {
		c.depth += n
	}
	if e.pre {
		c.pre += n
	}
	for i := range c.hints {
		if e.hint&(1<<i) != 0 {
			c.hints[i] += n
		}
	}
}

// close ends the innermost open element of this tag, and those inside it.
func (c *converter) close(tag atom.Atom) {
	if tag == atom.Br { // "</br>" is a line break to browsers
		c.open(atom.Br, attrs{})
		return
	}
	at := len(c.stack) - 1
	for at >= 0 && c.stack[at].tag != tag {
		if t := c.stack[at].tag; (t == atom.Td || t == atom.Th || t == atom.Table) && !isTablePart(tag) {
			return // a stray end tag doesn't reach out of its cell
		}
		at--
	}
	if at < 0 {
		return
	}
	for i := len(c.stack) - 1; i >= at; i-- {
		e := c.stack[i]
		if isBlock(e.tag) || e.cell {
			c.breakLine(false)
		}
		c.stack = c.stack[:i]
		c.enter(e, -1)
		if e.row {
			c.closeRow()
		}
		if e.margin && c.hidden == 0 {
			c.emit(bodyLine{depth: c.depth})
		}
	}
}

// closeOpen ends the innermost of the given elements that is still open inside
// the innermost outer: HTML leaves out the end tags of rows and cells.
func (c *converter) closeOpen(outer atom.Atom, tags ...atom.Atom) {
	for i := len(c.stack) - 1; i >= 0 && c.stack[i].tag != outer && c.stack[i].tag != atom.Table; i-- {
		if slices.Contains(tags, c.stack[i].tag) {
			c.close(c.stack[i].tag)
			return
		}
	}
}

func isTablePart(tag atom.Atom) bool {
	switch tag {
	case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Table, atom.Body, atom.Html:
		return true
	}
	return false
}

// text adds character data, with blanks collapsed unless preformatted.
func (c *converter) text(s string) {
	if c.line.Len() == 0 && strings.Contains(s, "\u00a0") {
		c.spaced = true
	}
	s = cleanText(s, c.remark)
	if c.pre > 0 {
		for i, part := range strings.Split(s, "\n") {
			if i > 0 {
				c.breakLine(true)
			}
			c.line.WriteString(part)
		}
		return
	}
	for i, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if i > 0 || c.blank || s[0] == ' ' || s[0] == '\n' {
			if c.line.Len() > 0 {
				c.line.WriteByte(' ')
			}
		}
		c.blank = false
		c.line.WriteString(w)
	}
	if s != "" && (s[len(s)-1] == ' ' || s[len(s)-1] == '\n') {
		c.blank = true
	}
}

// breakLine ends the current line; an empty one counts only if forced.
func (c *converter) breakLine(force bool) {
	force = force || c.spaced
	c.blank, c.spaced = false, false
	t := strings.TrimRight(c.line.String(), " ")
	c.line.Reset()
	if t == "" && !force {
		return
	}
	l := bodyLine{text: t, depth: min(c.depth, maxQuoteDepth)}
	for i, n := range c.hints {
		if n > 0 {
			l.hint |= 1 << i
		}
	}
	if t != "" {
		l.hint |= c.once
		c.once = 0
	}
	c.emit(l)
}

// emit gives a line to the innermost open cell, or to the page.
func (c *converter) emit(l bodyLine) {
	for i := len(c.rows) - 1; i >= 0; i-- {
		if cells := c.rows[i].cells; len(cells) > 0 {
			cells[len(cells)-1] = append(cells[len(cells)-1], l)
			return
		}
	}
	if len(c.out) <= maxLines {
		c.out = append(c.out, l)
	}
}

// inRow reports whether the innermost open row is one whose cells are kept
// apart, rather than nested too deep for that.
func (c *converter) inRow() bool {
	for i := len(c.stack) - 1; i >= 0; i-- {
		if c.stack[i].tag == atom.Tr {
			return c.stack[i].row
		}
	}
	return false
}

// closeRow makes one line of a table row whose cells hold one line each, and
// puts the cells of any other row below each other.
func (c *converter) closeRow() {
	if len(c.rows) == 0 {
		return
	}
	cells := c.rows[len(c.rows)-1].cells
	c.rows = c.rows[:len(c.rows)-1]
	var joined bodyLine
	single := true
	for _, cell := range cells {
		n := 0
		for _, l := range cell {
			if l.blank() {
				continue
			}
			if n++; n > 1 {
				single = false
				break
			}
			if joined.text == "" {
				joined = l
			} else {
				joined.text += " " + l.text
			}
		}
		if !single {
			break
		}
	}
	if single {
		if joined.text != "" {
			c.emit(joined)
		}
		return
	}
	for _, cell := range cells {
		for _, l := range cell {
			c.emit(l)
		}
	}
}

func (c *converter) finish() []bodyLine {
	c.breakLine(false)
	for len(c.rows) > 0 {
		c.closeRow()
	}
	for i := range c.out {
		l := &c.out[i]
		l.marks = strings.Repeat(">", l.depth)
		if l.depth > 0 && l.text != "" {
			l.marks += " "
		}
	}
	return c.out
}
