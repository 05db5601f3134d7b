package orders

import (
	"regexp"
	"strings"
)

// tag is a "[scan1]" of a subject.
var tag = regexp.MustCompile(`\[([^\[\]]{1,64})\]`)

// answered is what mail programs put before the subject of an answer or of a
// forwarded letter: "Re:", "RE[2] :", "Tr :", "Réf. :".
var answered = regexp.MustCompile(`^(?i:re|r[eé]f\.?|fwd?|tr|aw|wg|sv|vs|rv|antw)(?:\[\d+\])?[\s\x{A0}\x{202F}]*[::]`)

// SubjectTags gives the tags of a subject, "[scan1]" as "scan1", in order.
func SubjectTags(subject string) []string {
	var out []string
	for _, m := range tag.FindAllStringSubmatch(subject, -1) {
		if s := strings.TrimFunc(m[1], isSpace); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// bareSubject is a subject without the marks of answers and without tags.
func bareSubject(subject string) string {
	for {
		s := strings.TrimFunc(subject, isSpace)
		if m := answered.FindString(s); m != "" {
			s = s[len(m):]
		} else if m := tag.FindStringIndex(s); m != nil && m[0] == 0 {
			s = s[m[1]:]
		} else {
			return strings.TrimFunc(tag.ReplaceAllString(s, " "), isSpace)
		}
		subject = s
	}
}

// ReadSubject reads a mail's subject: words for the Arbitre that make up all of
// it, behind "Re:" and tags. Any other subject says nothing, and no finding
// comes of it. Line is 0 in what is read.
func (r *Reader) ReadSubject(subject string) Reading {
	bare := bareSubject(subject)
	if len(bare) > MaxLine {
		return Reading{}
	}
	out := r.Read([]Line{{Text: bare}})
	if len(out.Orders)+len(out.Findings)+len(out.Prose) > 0 {
		return Reading{}
	}
	return out
}

// ReadSubject is Reader.ReadSubject for a grammar read once.
func ReadSubject(g Grammar, subject string) Reading { return NewReader(g).ReadSubject(subject) }
