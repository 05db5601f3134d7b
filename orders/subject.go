package orders

import (
	"regexp"
	"slices"
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

// bareSubject is a subject without its tags; ok is false for the subject of an
// answer or of a forwarded letter.
func bareSubject(subject string) (bare string, ok bool) {
	for {
		s := strings.TrimFunc(subject, isSpace)
		if answered.MatchString(s) {
			return "", false
		}
		m := tag.FindStringIndex(s)
		if m == nil || m[0] != 0 {
			return strings.TrimFunc(tag.ReplaceAllString(s, " "), isSpace), true
		}
		subject = s[m[1]:]
	}
}

// ReadSubject reads a mail's subject: words for the Arbitre that make up all of
// it, but for tags. Any other subject says nothing, and no finding comes of it;
// only Fumbled tells that it spoke of adding or emptying. Behind "Re:" and its
// like a subject says nothing at all: a word that is written once must not
// count in every letter of the thread. Line is 0 in what is read.
func (r *Reader) ReadSubject(subject string) Reading {
	bare, ok := bareSubject(subject)
	if !ok || len(bare) > MaxLine {
		return Reading{}
	}
	out := r.Read([]Line{{Text: bare}})
	if len(out.Orders)+len(out.Findings)+len(out.Prose) == 0 {
		return out
	}
	var told Reading
	for _, code := range []string{adds, empties} {
		if slices.Contains(out.Fumbled, code) || slices.ContainsFunc(out.Directives, func(o Order) bool { return o.Code == code }) {
			told.Fumbled = append(told.Fumbled, code)
		}
	}
	return told
}
