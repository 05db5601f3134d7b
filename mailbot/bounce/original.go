package bounce

import (
	"regexp"
	"strings"

	"arbitre/mailbot/letter"
)

// maxSearched is how many bytes of a letter are searched as they came.
const maxSearched = 1 << 20

// originalIDs gathers what may be the Message-ID of the letter that a report
// is about, likeliest first: that of the copy or of the header which came back,
// those that stand in the text, and those to which the report is a reply.
func originalIDs(l *letter.Letter, raw []byte) []string {
	var ids []string
	if l.Forwarded != nil {
		ids = append(ids, l.Forwarded.MessageID)
	}
	for _, a := range l.Attachments {
		if strings.HasSuffix(a.Type, "-headers") {
			ids = append(ids, labelled(strings.Split(a.Text, "\n"))...)
		}
	}
	var text []string
	for _, line := range l.NewText {
		text = append(text, line.Text)
	}
	for _, b := range l.SetAside {
		text = append(text, b.Lines...)
	}
	for _, a := range l.Attachments {
		if !strings.HasSuffix(a.Type, "-headers") {
			text = append(text, strings.Split(a.Text, "\n")...)
		}
	}
	ids = append(ids, labelled(text)...)
	if len(unique(ids, 1)) == 0 {
		// The copy is in a part of an unknown type, or of a letter cut short.
		ids = labelled(strings.Split(string(raw[:min(len(raw), maxSearched)]), "\n"))
	}
	if l.InReplyTo != "" {
		ids = append(ids, l.InReplyTo)
	}
	if n := len(l.References); n > 0 {
		ids = append(ids, l.References[n-1])
	}
	var others []string
	for _, id := range ids {
		if id != l.MessageID {
			others = append(others, id)
		}
	}
	return unique(others, maxMessageIDs)
}

var (
	reLabel      = regexp.MustCompile(`(?i)^[>|*\s]*(?:x-)?(?:original[ -])?(?:message[ -]?id|id d[eu] (?:la )?message|identifiant (?:du|de) message|nachrichten-?id|id del mensaje)\s*:\s*(.*)$`)
	reIdentifier = regexp.MustCompile(`<([^<>\s]{3,250})>`)
)

// labelled finds the identifiers after «Message-ID:» and its translations, on
// the same line or folded onto the next.
func labelled(lines []string) []string {
	var ids []string
	for i, line := range lines {
		if strings.IndexByte(line, ':') < 0 || len(line) > maxLineBytes {
			continue
		}
		m := reLabel.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		value := m[1]
		if strings.TrimSpace(value) == "" && i+1 < len(lines) {
			value = lines[i+1]
		}
		if ids = append(ids, identifiers(value)...); len(ids) >= maxMessageIDs {
			break
		}
	}
	return ids
}

// identifiers reads Message-IDs in brackets, or a single one without.
func identifiers(v string) []string {
	var ids []string
	v = v[:min(len(v), maxLineBytes)]
	for _, m := range reIdentifier.FindAllStringSubmatch(v, maxMessageIDs) {
		ids = append(ids, m[1])
	}
	if v = strings.Trim(v, "<> \t\r"); ids == nil && strings.Contains(v, "@") && !strings.ContainsAny(v, " <>") && len(v) <= 250 {
		ids = append(ids, v)
	}
	return ids
}
