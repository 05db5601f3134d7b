package letter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// kindNew marks lines that are not set aside.
const kindNew Kind = ""

// sorted is what became of the lines of a text.
type sorted struct {
	newText   []Line
	setAside  []Block
	forwarded *Letter
	remarks   []Remark
	// unmarked says that all to the end was taken for a quote because nothing
	// marked where the quote ends.
	unmarked bool
	// trimmed says that the markup shows where the player deleted a quote.
	trimmed bool
}

// A sorter decides line by line what is new. kinds runs beside lines.
type sorter struct {
	lines   []bodyLine
	kinds   []Kind
	subject string
	nesting int

	forwarded  *Letter
	remarks    []Remark
	unmarked   bool
	trimmed    bool
	lastQuoted int // the last line with a quote mark, or -1
}

// sortOut tells new text from what a letter quotes, signs or forwards.
//
// It goes from the certain to the likely: marked quotes; then, from top to
// bottom, attributions and header blocks, which may turn all that follows into
// a quote; then signatures and footers within what is left.
func sortOut(lines []bodyLine, subject string, nesting int) sorted {
	s := sorter{lines: lines, kinds: make([]Kind, len(lines)), subject: subject, nesting: nesting, lastQuoted: -1}
	s.markQuotes()
	s.scan()
	s.quotedForward()
	s.joinRewrapped()
	for start, end := range s.segments() {
		s.setAsideEnd(start, end)
	}
	return s.result()
}

func (s *sorter) remark(kind, format string, args ...any) {
	if len(s.remarks) < maxRemarks {
		s.remarks = append(s.remarks, Remark{kind, fmt.Sprintf(format, args...)})
	}
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

// markQuotes sets aside the lines that bear a quote mark.
func (s *sorter) markQuotes() {
	for i := range s.lines {
		l := &s.lines[i]
		if l.depth == 0 {
			continue
		}
		// Mailboxes on disk put ">" before a line that begins with "From ".
		if l.marks == ">" && strings.HasPrefix(l.text, "From ") && !s.quoted(i-1) && !s.quoted(i+1) {
			l.marks, l.depth = "", 0
			continue
		}
		s.kinds[i], s.lastQuoted = KindQuote, i
	}
	s.markRuns(func(t string) bool { return strings.HasPrefix(t, "| ") && !strings.HasSuffix(t, "|") }, 3)
	s.markInitials()
}

// reInitials is a quote mark with its author's initials: "JD> ".
var reInitials = regexp.MustCompile(`^ ?[A-Z]{1,3}>`)

// markInitials sets aside what is quoted with initials. Two lines together show
// that a client put them; then a single line with the same ones is a quote too.
func (s *sorter) markInitials() {
	s.markRuns(reInitials.MatchString, 2)
	known := map[string]bool{}
	for i := range s.lines {
		if s.kinds[i] == KindQuote && s.lines[i].depth == 0 {
			known[reInitials.FindString(s.lines[i].text)] = true
		}
	}
	if delete(known, ""); len(known) > 0 {
		s.markRuns(func(t string) bool { return known[reInitials.FindString(t)] }, 1)
	}
}

// markRuns sets aside runs of at least n lines with an unusual quote mark.
func (s *sorter) markRuns(marked func(string) bool, n int) {
	for i := 0; i < len(s.lines); i++ {
		j := i
		for j < len(s.lines) && s.kinds[j] == kindNew && marked(s.lines[j].text) {
			j++
		}
		if j-i >= n {
			for k := i; k < j; k++ {
				s.kinds[k] = KindQuote
			}
		}
		i = max(i, j-1)
	}
}

// quoted reports whether line i exists and bears a quote mark.
func (s *sorter) quoted(i int) bool {
	return i >= 0 && i < len(s.lines) && (s.lines[i].depth > 0 || s.kinds[i] == KindQuote)
}

// next gives the first line from i on that isn't blank, or len(lines).
func (s *sorter) next(i int) int {
	for i < len(s.lines) && s.lines[i].blank() {
		i++
	}
	return i
}

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

// rest gives every line from i on a kind.
func (s *sorter) rest(i int, kind Kind) {
	for ; i < len(s.lines); i++ {
		s.kinds[i] = kind
	}
}

// joinRewrapped finds the ends of quoted lines that some server broke, leaving
// them without a mark, and gives them back to the quote.
func (s *sorter) joinRewrapped() {
	for i := 1; i < len(s.lines); i++ {
		l := &s.lines[i]
		if s.kinds[i] != kindNew || l.blank() || !s.quoted(i-1) || i+1 < len(s.lines) && !s.quoted(i+1) {
			continue
		}
		prev := &s.lines[i-1]
		first, _, _ := strings.Cut(l.text, " ")
		if len(prev.marks)+len(prev.text) < 60 || len(l.text) > 40 || len(prev.shown())+1+len(first) < 72 || strings.ContainsAny(prev.text[len(prev.text)-1:], ".!?:;") {
			continue
		}
		if c := l.text[0]; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 {
			s.kinds[i] = KindQuote
			s.remark(RemarkRewrappedQuote, "line %d is taken for the end of a quoted line", l.number)
		}
	}
}

// segments gives the runs of lines not set aside, as [start, end).
func (s *sorter) segments() func(yield func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i := 0; i < len(s.lines); {
			j := i
			for j < len(s.lines) && s.kinds[j] == kindNew {
				j++
			}
			if j > i && !yield(i, j) {
				return
			}
			i = j + 1
		}
	}
}

// result gathers new lines and blocks. A blank line belongs to the block
// around it; between new lines it counts for nothing.
func (s *sorter) result() sorted {
	r := sorted{forwarded: s.forwarded, remarks: s.remarks, unmarked: s.unmarked, trimmed: s.trimmed}
	var block *Block
	blanks := 0
	for i := range s.lines {
		l, kind := &s.lines[i], s.kinds[i]
		if l.blank() && l.depth == 0 {
			blanks++
			continue
		}
		if kind == kindNew {
			r.newText = append(r.newText, Line{l.number, l.text})
			block, blanks = nil, 0
			continue
		}
		if block == nil || block.Kind != kind {
			r.setAside = append(r.setAside, Block{Kind: kind})
			block, blanks = &r.setAside[len(r.setAside)-1], 0
		}
		for ; blanks > 0; blanks-- {
			block.Lines = append(block.Lines, "")
		}
		block.Lines = append(block.Lines, l.shown())
	}
	return r
}

// reOrder is the shape of an order: a code of three or four capitals, or one
// repeated with "@", before a word, after the bullets that people like.
var reOrder = regexp.MustCompile(`^[ *•·–—-]*(?:\d{1,2}[.)] ?)?@? ?[A-Z]{3,4}(?: |: ?|\t)[^ ]`)

func looksLikeOrder(t string) bool {
	return len(t) < 160 && reOrder.MatchString(t)
}
