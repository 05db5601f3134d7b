package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A piece is what stands between semicolons: one order, as a rule.
type piece struct {
	from, to int // in bytes, without the comment
	col      int // of from, in runes from 0
}

// next takes the first piece off a line whose reading begins at byte from,
// rune col. It gives the byte and the rune after the semicolon; done means
// that the line, or a comment, ended it.
func nextPiece(line string, from, col int) (p piece, after, afterCol int, done bool) {
	p = piece{from: from, col: col}
	for b := from; b < len(line); {
		c := line[b]
		switch {
		case c == ';':
			p.to = b
			return p, b + 1, col + 1, false
		case c == '#' && startsComment(line, from, b):
			p.to = b
			return p, len(line), 0, true
		case c < utf8.RuneSelf && c != '"':
			b, col = b+1, col+1
			continue
		}
		if _, outer, ok := closing(line[b:]); ok {
			col += utf8.RuneCountInString(line[b : b+outer])
			b += outer
			continue
		}
		_, size := utf8.DecodeRuneInString(line[b:])
		b, col = b+size, col+1
	}
	p.to = len(line)
	return p, len(line), 0, true
}

// startsComment says whether the "#" at byte b opens a comment: not before a
// digit, where it begins a number, nor inside a word.
func startsComment(line string, from, b int) bool {
	if b+1 < len(line) && isDigit(line[b+1]) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(line[b+1:])
	if b == from || b+1 == len(line) || isSpace(next) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(line[:b])
	return isSpace(before)
}

// unbullet finds where the order begins behind bullets, numbering, indentation
// and the "@" of a standing order. Quoted text (">") is no order.
func unbullet(line string, p piece) (start int, standing, cited bool) {
	s := line[p.from:p.to]
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '>':
			return p.to - len(s), standing, true
		case r == '@':
			standing = true
		case r == '#', isQuote(r):
			return p.to - len(s), standing, false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			n := numbering(s)
			if n == 0 {
				return p.to - len(s), standing, false
			}
			size = n
		}
		s = s[size:]
	}
	return p.to, standing, false
}

// numbering is the length of the "1.", "2)", "a)" or "iv." that a text begins
// with; 0 if there is none.
func numbering(s string) int {
	n := 0
	for n < len(s) && n < 4 && (isDigit(s[n]) || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 || n == len(s) {
		return 0
	}
	label := strings.ToLower(s[:n])
	number := strings.Trim(label, "0123456789") == ""
	if !number && n > 1 && strings.Trim(label, "ivx") != "" {
		return 0
	}
	end := n
	for number && end < len(s) && s[end] == ' ' {
		end++
	}
	r, size := utf8.DecodeRuneInString(s[end:])
	after, _ := utf8.DecodeRuneInString(s[end+size:])
	switch {
	case r == ')':
	case r == '.' && (!unicode.IsDigit(after) && number || isSpace(after)):
	case number && (r == ':' || r == '/' || r == '°' || isDash(r)) && !unicode.IsDigit(after):
	default:
		return 0
	}
	return end + size
}
