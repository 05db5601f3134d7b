package letter

import (
	"regexp"
	"slices"
	"strings"
)

// scan finds, from top to bottom, the lines by which clients announce another
// letter.
func (s *sorter) scan() {
	top := 0 // where a letterhead on top of the letter ends
	for top < len(s.lines) && (s.lines[top].blank() || isLabel(s.lines[top].text)) {
		top++
	}
	for i := 0; i < len(s.lines); {
		next, done := s.announced(i, top)
		if done {
			return
		}
		i = next
	}
}

// announced deals with line i if a marker, a header block or an attribution
// begins or ends there. It returns the line to go on from, or done if the rest
// is dealt with.
func (s *sorter) announced(i, top int) (next int, done bool) {
	l := &s.lines[i]
	switch {
	case l.depth == 3 && isGroupWise(l.text):
		return s.attributed(i, i, false)
	case s.kinds[i] != kindNew || l.blank():
		return i + 1, false
	}
	if m := lineMarker(l.text); m != markNone {
		return s.marked(i, m)
	}
	if isLabel(l.text) {
		t := below
		if l.hint&hintHeader != 0 {
			t = announced
		} else if i < top {
			t = onTop
		}
		if b, ok := findHeaderBlock(s.lines, i, t); ok {
			return b.end, s.restQuoted(s.lookBack(b), s.forwardSubject(), t == announced)
		}
	}
	b, ok := findNotesBlock(s.lines, i)
	if !ok {
		b, ok = findForeignBlock(s.lines, i)
	}
	if ok {
		return b.end, s.restQuoted(s.lookBack(b), s.forwardSubject(), false)
	}
	start, ok := findAttribution(s.lines, i, s.quoted(s.next(i+1)))
	if !ok && l.hint&hintAttribution != 0 && endsAttribution(l.text) {
		start, ok = i, true
		for start > 0 && s.lines[start-1].hint&hintAttribution != 0 && !s.lines[start-1].blank() {
			start--
		}
	}
	if ok {
		return s.attributed(start, i, false)
	}
	if start, ok = runOnAttribution(s.lines, i); ok {
		return s.attributed(start, i, true)
	}
	return i + 1, false
}

// attributed sets aside the attribution on lines start to end and, unless a
// marked quote follows, all below it. runsOn says that the quote begins on the
// attribution's last line.
func (s *sorter) attributed(start, end int, runsOn bool) (next int, done bool) {
	for k := start; k <= end; k++ {
		s.kinds[k] = KindAttribution
	}
	after := s.next(end + 1)
	if !runsOn && (after == len(s.lines) || s.quoted(after) || s.quoteTrimmed(start, after)) {
		return end + 1, false
	}
	s.restUnmarked(end + 1)
	return 0, true
}

// quoteTrimmed reports that the player deleted the quote, or its beginning,
// that stood between the attribution on line start and what he wrote from line
// after on. Only the markup of clients that mark all they quote can show it: if
// there is a marked quote further down, or if his orders come right below and
// nothing new above.
func (s *sorter) quoteTrimmed(start, after int) bool {
	if s.lines[start].hint&hintAttribution == 0 {
		return false
	}
	s.trimmed = after < s.lastQuoted || !s.newAbove(start) && looksLikeOrder(s.lines[after].text)
	return s.trimmed
}

// newAbove reports whether the player wrote anything above line i.
func (s *sorter) newAbove(i int) bool {
	for i--; i >= 0; i-- {
		if s.kinds[i] == kindNew && !s.lines[i].blank() && !isDeviceFooter(s.lines[i].text) {
			return true
		}
	}
	return false
}

// marked deals with the line by which a client announces another letter. It
// returns the line to go on from, or done if the rest is dealt with.
func (s *sorter) marked(i int, m marker) (next int, done bool) {
	after := s.next(i + 1)
	s.kinds[i] = KindHeaderBlock
	if after == len(s.lines) || s.quoted(after) {
		return i + 1, false
	}
	if b, ok := findHeaderBlock(s.lines, after, announced); ok {
		b.start = i
		return b.end, s.restQuoted(b, m == markForwarded || s.forwardSubject(), true)
	}
	for k := after; k < min(after+maxAttribution, len(s.lines)); k++ {
		if _, ok := findAttribution(s.lines, k, s.quoted(s.next(k+1))); ok {
			return i + 1, false // Proton puts a marker over its attribution
		}
	}
	if m == markForwarded {
		s.forward(headerBlock{end: after}, 0, len(s.lines))
		s.rest(i+1, KindForwarded)
	} else {
		s.restUnmarked(i + 1)
	}
	return 0, true
}

// forwardSubject reports a subject by which clients mark a forwarded letter.
func (s *sorter) forwardSubject() bool {
	f := fold(s.subject)
	if strings.HasPrefix(f, "[fwd:") { // Netscape and its heirs: "[Fwd: Tour 12]"
		return true
	}
	if strings.HasPrefix(f, "[") { // a list's or a game's tag
		if _, after, ok := strings.Cut(f, "]"); ok {
			f = strings.TrimLeft(after, " ")
		}
	}
	for _, p := range []string{"fwd:", "fw:", "tr:", "tr :", "wg:", "rv:", "i:", "fwd :", "transf:", "reenv:"} {
		if strings.HasPrefix(f, p) {
			return true
		}
	}
	return false
}

// lookBack takes the ruler above a header block into it, the marker that a
// telephone wrote without rulers, and the name and date that Notes puts there.
func (s *sorter) lookBack(b headerBlock) headerBlock {
	i := b.start - 1
	for blanks := 0; i >= 0 && s.lines[i].depth == 0 && s.kinds[i] == kindNew && blanks < 3; i-- {
		t := s.lines[i].text
		switch {
		case t == "":
			blanks++
		case isRuler(t), isBareMarker(t), reNotes.MatchString(t), b.from == "" && b.start-i < 6 && (hasAddress(t) && !strings.Contains(t, ":") || reOnlyDate.MatchString(fold(t))):
			if b.from == "" && hasAddress(t) {
				b.from = t
			}
			b.start = i
			blanks = 0
		default:
			return b
		}
	}
	return b
}

var (
	// "Le Héraut ---03/11/2026 21:14:05---Bonjour"
	reNotes = regexp.MustCompile(`---\d{1,2}[/.]\d{1,2}[/.]\d{2,4} \d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?---`)
	// "03/11/2026 21:14"
	reOnlyDate = regexp.MustCompile(`^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: [ap]m)?$`)
)

// restQuoted sets aside a header block and what follows it to the end, and
// reports whether it did. Only if a marker or the markup announced the block
// may a marked quote follow it, as with Zimbra, below which the person may write again:
// without one, ">" belongs to the quoted letter.
func (s *sorter) restQuoted(b headerBlock, forwarded, marked bool) bool {
	for k := b.start; k < b.end; k++ {
		s.kinds[k] = KindHeaderBlock
	}
	body := s.next(b.end)
	switch {
	case forwarded:
		s.forward(b, 0, len(s.lines))
		s.rest(b.end, KindForwarded)
		return true
	case body == len(s.lines):
		return true
	case marked && s.quoted(body):
		return false
	}
	s.restUnmarked(b.end)
	return true
}

// restUnmarked takes all from line i on for a quote, as the line above it
// makes likely. A player may have deleted the quote and written his orders in
// its place; that can't be told from an old list of them, so it is only
// remarked.
func (s *sorter) restUnmarked(i int) {
	if !s.newAbove(i) && slices.ContainsFunc(s.lines[i:], func(l bodyLine) bool { return l.depth == 0 && looksLikeOrder(l.text) }) {
		s.remark(RemarkOrdersQuoted, "nothing is new above line %d, and what looks like orders stands below it", s.lines[i-1].number)
	}
	s.rest(i, KindQuote)
	s.unmarked = true
	s.remark(RemarkUnmarkedQuote, "all below line %d is taken for a quote, since nothing marks its end", s.lines[i-1].number)
}

// rest gives every line from i on a kind.
func (s *sorter) rest(i int, kind Kind) {
	for ; i < len(s.lines); i++ {
		s.kinds[i] = kind
	}
}
