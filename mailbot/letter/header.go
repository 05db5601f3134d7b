package letter

import (
	"bytes"
	"net/mail"
	"strings"
	"time"
)

// A field is one header field: its name in lower case, and its value unfolded
// but otherwise raw, which may hold encoded-words or bytes in any charset.
type field struct{ name, value string }

// A header is a sequence of fields, topmost first.
type header []field

// get returns the topmost value of a field, or "".
func (h header) get(name string) string {
	for _, f := range h {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

func (h header) has(name string) bool {
	for _, f := range h {
		if f.name == name {
			return true
		}
	}
	return false
}

// all returns every value of a field, topmost first.
func (h header) all(name string) []string {
	var vs []string
	for _, f := range h {
		if f.name == name {
			vs = append(vs, f.value)
		}
	}
	return vs
}

// normaliseLineEnds gives old Macintosh mail, which has only CR, line feeds.
// CRLF and LF are both understood further on, and left alone.
func normaliseLineEnds(raw []byte) []byte {
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') >= 0 {
		return bytes.ReplaceAll(raw, []byte{'\r'}, []byte{'\n'})
	}
	return raw
}

// cutLine splits off the first line, without its end.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return bytes.TrimRight(b, "\r"), nil
	}
	return bytes.TrimRight(b[:i], "\r"), b[i+1:]
}

const (
	maxFields     = 2000
	maxFieldBytes = 64 << 10
)

// splitHeader parses the header in front of a letter (top) or of a MIME part,
// and returns it with what follows. A line that is neither a field nor a
// continuation is skipped if more fields follow, and otherwise taken for the
// body's first line: some programs forget the blank line between.
func splitHeader(raw []byte, top bool, remark remarker) (header, []byte) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	rest := raw
	if top {
		for {
			line, next := cutLine(rest)
			if len(bytes.TrimSpace(line)) > 0 || next == nil {
				break
			}
			rest = next
		}
	}
	var h header
	var value []byte
	name := ""
	flush := func() {
		if name != "" && len(h) < maxFields {
			h = append(h, field{name, strings.TrimSpace(string(value))})
		}
		name, value = "", nil
	}
	for first := true; len(rest) > 0; first = false {
		line, next := cutLine(rest)
		if len(line) == 0 {
			flush()
			return h, next
		}
		if name == "" && len(h) == 0 {
			line = bytes.TrimLeft(line, " \t") // an indented first field
			if len(line) == 0 {
				if !moreFields(next) { // no field at all, and a blank line that holds spaces
					return h, next
				}
				rest = next
				continue
			}
		}
		switch n, v, ok := cutField(line); {
		case top && len(h) == 0 && name == "" && !ok && isMboxLine(line):
			remark(RemarkMboxLine, "an mbox separator precedes the header")
		case (line[0] == ' ' || line[0] == '\t') && name != "":
			if len(bytes.TrimSpace(line)) == 0 && !moreFields(next) {
				flush() // a blank line that holds spaces
				return h, next
			}
			if len(value) < maxFieldBytes {
				value = append(append(value, ' '), bytes.TrimSpace(line)...)
			}
		case ok:
			flush()
			name, value = strings.ToLower(n), append([]byte(nil), v...)
		case first && !moreFields(next):
			if top {
				remark(RemarkNoHeader, "the letter has no header")
			}
			return nil, raw
		case !bytes.HasPrefix(line, []byte("--")) && moreFields(next):
			remark(RemarkMalformedHeader, "skipped %q", clip(line, 60))
		default:
			flush()
			remark(RemarkMissingBlankLine, "no blank line between header and text")
			return h, rest
		}
		rest = next
	}
	flush()
	return h, nil
}

// cutField splits a header line at its colon. Blanks before the colon are
// forgiven (RFC 5322 §4.5).
func cutField(line []byte) (name string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || i > 76 {
		return "", nil, false
	}
	n := bytes.TrimRight(line[:i], " \t")
	if len(n) == 0 {
		return "", nil, false
	}
	for _, c := range n {
		if c <= ' ' || c > '~' {
			return "", nil, false
		}
	}
	return string(n), line[i+1:], true
}

func isMboxLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

// moreFields reports whether the paragraph starting here holds a field of a
// well-known name, within reason.
func moreFields(rest []byte) bool {
	for range 40 {
		if len(rest) == 0 {
			return false
		}
		var line []byte
		line, rest = cutLine(rest)
		if len(line) == 0 {
			return false
		}
		if n, _, ok := cutField(line); ok && knownField(strings.ToLower(n)) {
			return true
		}
	}
	return false
}

func knownField(name string) bool {
	switch name {
	case "from", "to", "cc", "bcc", "subject", "date", "sender", "reply-to", "message-id", "in-reply-to",
		"references", "mime-version", "received", "return-path", "delivered-to", "user-agent",
		"dkim-signature", "authentication-results", "auto-submitted", "precedence", "importance":
		return true
	}
	for _, p := range []string{"x-", "content-", "list-", "resent-", "arc-"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// readHeader fills in the letter's header fields.
func (l *Letter) readHeader(h header) {
	for _, name := range []string{"from", "subject", "date", "message-id", "to", "in-reply-to", "content-type"} {
		if n := len(h.all(name)); n > 1 {
			l.remark(RemarkDuplicateHeader, "%s appears %d times, the first counts", name, n)
		}
	}
	text := func(name string) string { return headerText(h.get(name), l.remark) }
	l.From = firstAddress(h.get("from"), l.remark)
	l.Sender = firstAddress(h.get("sender"), l.remark)
	l.ReplyTo = firstAddress(h.get("reply-to"), l.remark)
	if l.From.Addr == "" {
		l.remark(RemarkNoSender, "no address in From")
	}
	l.To = addresses(h.all("to"), l.remark)
	l.Cc = addresses(h.all("cc"), l.remark)
	for _, name := range []string{"delivered-to", "x-original-to", "envelope-to", "x-envelope-to"} {
		for _, a := range addresses(h.all(name), l.remark) {
			if !containsAddr(l.DeliveredTo, a.Addr) {
				l.DeliveredTo = append(l.DeliveredTo, a)
			}
		}
	}
	if h.has("return-path") {
		l.HasReturnPath = true
		l.ReturnPath = strings.Trim(strings.TrimSpace(h.get("return-path")), "<> \t")
		l.ReturnPath = cleanLine(latin(l.ReturnPath))
	}
	l.Subject = text("subject")
	l.MessageID = firstID(h.get("message-id"))
	l.InReplyTo = firstID(h.get("in-reply-to"))
	for _, v := range h.all("references") {
		l.References = append(l.References, messageIDs(v)...)
	}
	l.References = l.References[:min(len(l.References), maxReferences)]
	l.LoopHeader = text("x-arbitre-loop")
	if v := h.get("date"); v != "" {
		var ok bool
		if l.Date, ok = parseDate(v); !ok {
			l.remark(RemarkBadDate, "the date %q can't be read", clip([]byte(v), 60))
		}
	}
}

// parseDate reads a Date field and the commoner departures from RFC 5322.
func parseDate(v string) (time.Time, bool) {
	if t, err := mail.ParseDate(v); err == nil {
		return t, true
	}
	v, _, _ = strings.Cut(v, "(")
	v = strings.Join(strings.Fields(v), " ")
	for _, layout := range []string{
		"Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05", "2 Jan 2006 15:04:05",
		"Mon, 2 Jan 2006 15:04", time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05", time.ANSIC, time.UnixDate,
	} {
		if t, err := time.Parse(layout, v); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// clip gives a short, printable start of b for a remark.
func clip(b []byte, n int) string {
	s := latin(string(b[:min(len(b), n)]))
	if len(b) > n {
		s += "…"
	}
	return s
}
