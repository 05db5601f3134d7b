package letter

import "strings"

// unflow undoes format=flowed (RFC 3676): it joins the lines that end in a
// space with those that follow at the same quote depth, and unstuffs all. With
// delSp the space that marks the break is not part of the text.
//
// A signature separator is never joined (§4.3).
func unflow(text string, delSp bool) []bodyLine {
	var out []bodyLine
	var paragraph strings.Builder
	depth, open := 0, false
	flush := func() {
		out = append(out, flowedLine(paragraph.String(), depth))
		paragraph.Reset()
	}
	for line := range strings.SplitSeq(text, "\n") {
		d := 0
		for d < len(line) && line[d] == '>' {
			d++
		}
		line = strings.TrimPrefix(line[d:], " ")
		if open && (d != depth || line == "-- " || paragraph.Len() >= maxLineBytes) {
			flush()
		}
		depth = d
		open = strings.HasSuffix(line, " ") && line != "-- "
		if open && delSp {
			line = line[:len(line)-1]
		}
		paragraph.WriteString(line)
		if !open {
			flush()
		}
	}
	if open {
		flush()
	}
	return out
}

func flowedLine(text string, depth int) bodyLine {
	l := bodyLine{text: strings.TrimRight(text, " "), depth: depth, sigDash: text == "-- "}
	l.marks = strings.Repeat(">", min(depth, maxQuoteDepth))
	if depth > 0 && l.text != "" {
		l.marks += " "
	}
	return l
}
