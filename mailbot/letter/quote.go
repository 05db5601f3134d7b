package letter

import (
	"fmt"
	"regexp"
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
