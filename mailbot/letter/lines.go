package letter

import "strings"

const maxQuoteDepth = 60

// A hint is what HTML says about a line beyond its text.
type hint uint8

const (
	hintAttribution hint = 1 << iota // the client's own "X wrote" element
	hintHeader                       // starts the client's own header block
	hintSignature                    // inside the client's signature element
)

// A bodyLine is one line of the letter's text.
type bodyLine struct {
	text    string // without quote marks and trailing blanks
	marks   string // the quote marks before it, as shown
	depth   int    // of quoting, 0 for none
	number  int    // 1-based
	hint    hint
	sigDash bool // exactly "-- ", the signature separator of RFC 3676 §4.3
	newPart bool // first line of another MIME part
}

func (l *bodyLine) blank() bool { return l.text == "" }

// shown is the line with its quote marks.
func (l *bodyLine) shown() string {
	if l.blank() {
		return strings.TrimRight(l.marks, " ")
	}
	return l.marks + l.text
}

// lines puts the text of all chunks one below the other.
func (b *body) lines(chunks []chunk) []bodyLine {
	var all []bodyLine
	for i, c := range chunks {
		if c.text == "" {
			continue
		}
		var ls []bodyLine
		switch {
		case c.html:
			ls = htmlLines(c.text, b.letter.remark)
		case c.flowed:
			ls = unflow(c.text, c.delSp)
		default:
			ls = plainLines(c.text)
		}
		if !c.html {
			ls = unwrapArmor(ls, b.letter.remark)
			ls = b.dropUuencode(ls)
		}
		if i > 0 {
			if c.html && sameWords(ls, all) {
				continue // an alternative that is declared as mixed
			}
			if len(ls) > 0 {
				ls[0].newPart = true
			}
		}
		all = append(all, ls...)
	}
	for i := range all {
		all[i].number = i + 1
	}
	if len(all) > maxLines {
		b.letter.remark(RemarkTruncated, "text cut after %d lines", maxLines)
		all = all[:maxLines]
	}
	for i := range all {
		if t := all[i].text; len(t) > maxLineBytes {
			b.letter.remark(RemarkTruncated, "a line was cut after %d bytes", maxLineBytes)
			all[i].text = strings.ToValidUTF8(t[:maxLineBytes], "")
		}
	}
	return all
}

// sameWords reports whether two texts hold the same words in the same order.
func sameWords(a, b []bodyLine) bool {
	words := func(ls []bodyLine) string {
		var s strings.Builder
		for i := range ls {
			for w := range strings.FieldsSeq(ls[i].text) {
				s.WriteString(w + " ")
			}
		}
		return s.String()
	}
	return words(a) == words(b)
}

// plainLines splits unflowed text and takes the quote marks off each line.
func plainLines(text string) []bodyLine {
	out := make([]bodyLine, 0, strings.Count(text, "\n")+1)
	for line := range strings.SplitSeq(text, "\n") {
		l := bodyLine{sigDash: line == "-- "}
		line = strings.TrimRight(line, " ")
		n := 0
		l.depth, n = quoteMarks(line)
		l.marks, l.text = line[:n], line[n:]
		out = append(out, l)
	}
	return out
}

// quoteMarks counts the ">" in front of a line and the bytes that they and
// the blanks around them take.
func quoteMarks(line string) (depth, length int) {
	for i := 0; i < len(line) && depth < maxQuoteDepth; i++ {
		switch line[i] {
		case '>':
			depth++
			length = i + 1
		case ' ':
			if depth == 0 && i > 3 || depth > 0 && i > length {
				return depth, afterBlank(line, length)
			}
		default:
			return depth, afterBlank(line, length)
		}
	}
	return depth, afterBlank(line, length)
}

// afterBlank passes the one blank that usually follows a quote mark.
func afterBlank(line string, i int) int {
	if i > 0 && i < len(line) && line[i] == ' ' {
		return i + 1
	}
	return i
}

// unwrapArmor takes the signed text out of its PGP armour (RFC 9580 §7) and
// drops what is encrypted.
func unwrapArmor(ls []bodyLine, remark remarker) []bodyLine {
	const text, header, signed, skip = 0, 1, 2, 3
	state := text
	out := ls[:0]
	for _, l := range ls {
		armor := strings.HasPrefix(l.text, "-----") && strings.HasSuffix(l.text, "-----") && l.depth == 0
		switch {
		case armor && l.text == "-----BEGIN PGP SIGNED MESSAGE-----":
			remark(RemarkSigned, "PGP")
			state = header
			continue
		case armor && l.text == "-----BEGIN PGP MESSAGE-----":
			remark(RemarkEncrypted, "PGP")
			state = skip
			continue
		case armor && (l.text == "-----BEGIN PGP SIGNATURE-----" || l.text == "-----BEGIN PGP PUBLIC KEY BLOCK-----"):
			state = skip
			continue
		case armor && strings.HasPrefix(l.text, "-----END PGP "):
			state = text
			continue
		case state == skip:
			continue
		case state == header:
			if l.blank() {
				state = signed
			}
			continue
		case state == signed:
			l.text = strings.TrimPrefix(l.text, "- ")
		}
		out = append(out, l)
	}
	return out
}

// dropUuencode turns files encoded within the text, as clients did before
// MIME, into attachments that are not read.
func (b *body) dropUuencode(ls []bodyLine) []bodyLine {
	out := ls[:0]
	for i := 0; i < len(ls); i++ {
		name, end := uuencoded(ls, i)
		if end == 0 {
			out = append(out, ls[i])
			continue
		}
		b.letter.remark(RemarkUuencode, "file %q left out", name)
		b.letter.Attachments = append(b.letter.Attachments, Attachment{Name: name, Type: "application/octet-stream", Size: (end - i) * 45})
		i = end
	}
	return out
}

// uuencoded reports the name and the last line of the file that begins at i;
// end is 0 if there is none.
func uuencoded(ls []bodyLine, i int) (name string, end int) {
	rest, ok := strings.CutPrefix(ls[i].text, "begin ")
	mode, name, ok2 := strings.Cut(rest, " ")
	if !ok || !ok2 || len(mode) != 3 || strings.Trim(mode, "01234567") != "" {
		return "", 0
	}
	for j := i + 1; j < len(ls); j++ {
		switch t := ls[j].shown(); {
		case t == "end":
			return name, j
		case t == "" || t == "`":
		case t[0] < ' ' || t[0] > '`' || len(t) > 62:
			return "", 0
		}
	}
	return "", 0
}
