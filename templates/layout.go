package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks each line of a text at spaces so that none is longer than width,
// in runes. What a line is continued with is indented as the line is, and by
// hang more. A word that is longer than a whole line is cut.
func Wrap(text string, width, hang int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		wrapLine(&b, line, width, hang)
	}
	return b.String()
}

func wrapLine(b *strings.Builder, line string, width, hang int) {
	if utf8.RuneCountInString(line) <= width {
		b.WriteString(line)
		return
	}
	words := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(words)]
	b.WriteString(indent)
	column, start := len(indent), true
	for word := range strings.SplitSeq(words, " ") {
		if word == "" {
			continue
		}
		length := utf8.RuneCountInString(word)
		if !start && column+1+length <= width {
			b.WriteByte(' ')
			column++
		} else if !start {
			b.WriteString("\n" + indent + strings.Repeat(" ", hang))
			column = len(indent) + hang
		}
		for column+length > width && column < width {
			cut := firstRunes(word, width-column)
			b.WriteString(cut + "\n" + indent + strings.Repeat(" ", hang))
			word = word[len(cut):]
			length = utf8.RuneCountInString(word)
			column = len(indent) + hang
		}
		b.WriteString(word)
		column += length
		start = false
	}
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Indent puts blank before each line that isn't empty.
func Indent(text string, by int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = strings.Repeat(" ", by) + line
		}
	}
	return strings.Join(lines, "\n")
}

// Left fills a text up to width columns on its right; a longer one is cut, and ends in "…".
func Left(width int, text string) string {
	text = clip(width, text)
	return text + strings.Repeat(" ", width-utf8.RuneCountInString(text))
}

// Right fills a text up to width columns on its left; a longer one is cut, and ends in "…".
func Right(width int, text string) string {
	text = clip(width, text)
	return strings.Repeat(" ", width-utf8.RuneCountInString(text)) + text
}

func clip(width int, text string) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return firstRunes(text, width-1) + "…"
}

// Caret shows a player's line with carets under its fault, of width runes from
// column (counted from 1); column 0 shows the line alone. Of a line that is too
// long, the part about the fault is shown. Nothing in the line can move the
// carets or what follows: what doesn't print shows as "·".
func Caret(source string, column, width int) string {
	line := []rune(Printable(source))
	const room = Width - 4
	from := 0
	if len(line) > room {
		from = max(0, min(column-1-room/3, len(line)-room))
	}
	shown := line[from:min(len(line), from+room)]
	if from > 0 {
		shown[0] = '…'
	}
	if from+len(shown) < len(line) {
		shown[len(shown)-1] = '…'
	}
	text := strings.TrimRight(string(shown), " ")
	if column < 1 || column > len(line)+1 {
		return text
	}
	column -= from
	width = max(1, min(width, room-column+1))
	return text + "\n" + strings.Repeat(" ", column-1) + strings.Repeat("^", width)
}

// Printable replaces each rune that doesn't print in one place of its own —
// controls, tabs, marks that turn the direction of writing — by one that does.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == '\u00a0' || r == '\u202f' || unicode.IsPrint(r):
			return r
		}
		return '·'
	}, s)
}
