package letter

import "strings"

// forward reads the letter that is forwarded inline below a header block: the
// lines from b.end to end, with depth quote marks taken off. The first one
// found counts.
func (s *sorter) forward(b headerBlock, depth, end int) {
	if s.forwarded != nil || s.nesting >= maxNesting {
		return
	}
	l := &Letter{}
	l.From = firstAddress(plainLinks(b.from), l.remark)
	if l.From.Addr == "" || !strings.Contains(l.From.Addr, "@") {
		l.From = Address{Name: cleanLine(strings.Trim(b.from, `"`))}
	}
	l.To = addresses([]string{plainLinks(b.to)}, l.remark)
	l.Subject = b.subject
	l.Date, _ = parseDate(b.date)
	depth = max(depth, leastDepth(s.lines[b.end:end])) // some clients mark all that they forward
	lines := make([]bodyLine, 0, end-b.end)
	for _, line := range s.lines[b.end:end] {
		taken := min(depth, line.depth)
		line.depth -= taken
		line.marks = cutMarks(line.marks, taken)
		lines = append(lines, line)
	}
	t := sortOut(lines, l.Subject, s.nesting+1)
	l.take(t)
	s.forwarded = l
}

// leastDepth is the quote depth that all lines share, blank ones aside.
func leastDepth(ls []bodyLine) int {
	least := -1
	for i := range ls {
		if l := &ls[i]; !l.blank() && (least < 0 || l.depth < least) {
			least = l.depth
		}
	}
	return max(least, 0)
}

// plainLinks undoes what clients make of a linked address when they turn HTML
// into text: "X [mailto:x@y]", "x@y <mailto:x@y>".
func plainLinks(v string) string {
	if i := strings.Index(strings.ToLower(v), "[mailto:"); i >= 0 {
		if end := strings.IndexByte(v[i:], ']'); end > 0 {
			return v[:i] + "<" + v[i+len("[mailto:"):i+end] + ">"
		}
	}
	if i := strings.Index(strings.ToLower(v), "<mailto:"); i > 0 {
		return strings.TrimSpace(v[:i])
	}
	return v
}

// cutMarks takes n quote marks off, with the blanks behind them.
func cutMarks(marks string, n int) string {
	for ; n > 0; n-- {
		i := strings.IndexByte(marks, '>')
		if i < 0 {
			return ""
		}
		marks = strings.TrimLeft(marks[i+1:], " ")
	}
	return marks
}

// quotedForward finds a letter forwarded as a quote, as Apple Mail does: a run
// of marked lines that begins with its marker, or with a header block under a
// subject that says so.
func (s *sorter) quotedForward() {
	for i := 0; i < len(s.lines) && s.forwarded == nil; i++ {
		if s.kinds[i] != KindQuote || i > 0 && s.kinds[i-1] == KindQuote && !s.lines[i-1].blank() {
			continue
		}
		first := i
		for first < len(s.lines) && s.kinds[first] == KindQuote && s.lines[first].blank() {
			first++
		}
		if first == len(s.lines) || s.kinds[first] != KindQuote {
			continue
		}
		t := below
		if lineMarker(s.lines[first].text) == markForwarded || i > 0 && s.markedAbove(i) {
			t = announced
		}
		at := first
		if lineMarker(s.lines[first].text) == markForwarded {
			at = s.next(first + 1)
		}
		if at == len(s.lines) || t != announced && !s.forwardSubject() {
			continue
		}
		b, ok := findHeaderBlock(s.lines, at, t)
		if !ok {
			continue
		}
		end := b.end
		for end < len(s.lines) && (s.kinds[end] == KindQuote || s.lines[end].blank()) {
			end++
		}
		s.forward(b, s.lines[at].depth, end)
		for k := i; k < end; k++ {
			if s.kinds[k] == KindQuote {
				s.kinds[k] = KindForwarded
			}
		}
	}
}

// markedAbove reports whether the line above i that isn't blank announces a
// forwarded letter, and if so sets it aside.
func (s *sorter) markedAbove(i int) bool {
	for i--; i >= 0; i-- {
		if s.lines[i].blank() {
			continue
		}
		if s.lines[i].depth == 0 && lineMarker(s.lines[i].text) == markForwarded {
			s.kinds[i] = KindHeaderBlock
			return true
		}
		return false
	}
	return false
}
