package mailbot

import (
	"regexp"

	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// markedLine is a line of the quoted report, quoted once, in which the player
// put "!" in the place of the form's "#". The Arbitre writes no such line
// itself, so it is the player who changed it.
var markedLine = regexp.MustCompile(`^\s?[>|]\s?!\s*(\S.*)$`)

// unquotedMark is the same line from a client that doesn't mark what it quotes.
var unquotedMark = regexp.MustCompile(`^\s*!\s*(\S.*)$`)

// marked are the lines that a player filled in inside the report that he
// quotes. They have no number: what was quoted isn't counted.
func marked(l *letter.Letter) []orders.Line {
	var lines []orders.Line
	for _, block := range l.SetAside {
		if block.Kind != letter.KindQuote {
			continue
		}
		for _, line := range block.Lines {
			if m := markedLine.FindStringSubmatch(line); m != nil {
				lines = append(lines, orders.Line{Text: m[1]})
			}
		}
	}
	return lines
}
