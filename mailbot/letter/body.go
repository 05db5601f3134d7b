package letter

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A chunk is the text of one part, decoded and clean.
type chunk struct {
	text          string
	html          bool
	flowed, delSp bool
}

// A body gathers the text and the attachments of a letter while its MIME tree
// is walked.
type body struct {
	letter     *Letter
	nesting    int
	parts      int
	budget     int // bytes of text that may still be kept
	chunks     []chunk
	htmlToo    []chunk // the HTML version of the first chunks, if they were chosen over one
	htmlFor    int     // how many those are
	reportType string  // of multipart/report, or of a report found elsewhere
}

func newBody(l *Letter, nesting int) *body {
	return &body{letter: l, nesting: nesting, budget: 2 * maxText}
}

// part walks a part and those in it.
func (b *body) part(h header, raw []byte, depth int) {
	remark := b.letter.remark
	b.parts++
	if b.parts > maxParts {
		remark(RemarkTooManyParts, "only the first %d parts were read", maxParts)
		return
	}
	p := newPart(h, raw, remark)
	major, _, _ := strings.Cut(p.mediaType, "/")
	switch {
	case major == "multipart":
		if depth >= maxPartDepth {
			remark(RemarkTooDeep, "parts nested deeper than %d were not read", maxPartDepth)
			return
		}
		b.multipart(p, depth)
	case p.mediaType == "message/rfc822" || p.mediaType == "message/global":
		b.inner(p)
	case major == "text" && b.isBodyText(p):
		b.text(p)
	default:
		b.attach(p)
	}
}

func (b *body) multipart(p part, depth int) {
	remark := b.letter.remark
	if p.mediaType == "multipart/report" {
		b.reportType = strings.ToLower(p.params["report-type"])
		if b.reportType == "" {
			b.reportType = "report"
		}
	}
	boundary := strings.TrimRight(p.params["boundary"], " ")
	parts, closed := splitParts(p.body, boundary, maxParts+1)
	if len(parts) == 0 {
		parts, closed = splitParts(p.body, sniffBoundary(p.body), maxParts+1)
	}
	if !closed && len(parts) > 0 {
		remark(RemarkBrokenMIME, "the last boundary is missing")
	}
	if len(parts) == 0 {
		remark(RemarkBrokenMIME, "%s without parts, read as text", p.mediaType)
		p.mediaType = "text/plain"
		b.text(p)
		return
	}
	switch p.mediaType {
	case "multipart/alternative":
		b.alternative(parts, depth)
		return
	case "multipart/encrypted":
		remark(RemarkEncrypted, "%s", p.params["protocol"])
	case "multipart/signed":
		remark(RemarkSigned, "%s", p.params["protocol"])
	}
	for _, raw := range parts {
		h, inner := splitHeader(raw, false, remark)
		b.part(h, inner, depth+1)
	}
}

// alternative reads every version, for the attachments that may be in any, and
// keeps the text of one: the plain one if it says something, else the last
// that does.
func (b *body) alternative(parts [][]byte, depth int) {
	before := b.chunks
	var plain, last []chunk
	for _, raw := range parts {
		h, inner := splitHeader(raw, false, b.letter.remark)
		b.chunks = nil
		b.part(h, inner, depth+1)
		switch {
		case !meaningful(b.chunks):
		case plain == nil && !b.chunks[0].html:
			plain = b.chunks
		default:
			last = b.chunks
		}
	}
	chosen := last
	if plain != nil && (last == nil || !isPlaceholder(plain)) {
		chosen = plain
		if len(before) == 0 {
			b.htmlToo, b.htmlFor = last, len(plain)
		}
	}
	b.chunks = append(before, chosen...)
}

// sortOut tells new text from the rest. A plain version in which nothing marks
// the quote may hide an answer within or below it; if the HTML version marks
// the quote, or shows that it was deleted, and shows more new text, that
// version counts.
func (b *body) sortOut() sorted {
	t := sortOut(b.lines(b.chunks), b.letter.Subject, b.nesting)
	if !t.unmarked || len(b.htmlToo) == 0 || len(b.chunks) != b.htmlFor {
		return t
	}
	h := sortOut(b.lines(b.htmlToo), b.letter.Subject, b.nesting)
	quoted := slices.ContainsFunc(h.setAside, func(s Block) bool { return s.Kind == KindQuote })
	if h.unmarked || !quoted && !h.trimmed || len(h.newText) <= len(t.newText) {
		return t
	}
	b.letter.remark(RemarkHTML, "the HTML version shows where the quote ends")
	return h
}

func meaningful(cs []chunk) bool {
	for _, c := range cs {
		if strings.TrimSpace(c.text) != "" {
			return true
		}
	}
	return false
}

// isPlaceholder reports a plain version that only says to look at the other.
func isPlaceholder(cs []chunk) bool {
	if len(cs) != 1 || len(cs[0].text) > 500 {
		return false
	}
	f := fold(strings.ReplaceAll(cs[0].text, "\n", " "))
	if !strings.Contains(f, "html") {
		return false
	}
	for _, cue := range []string{
		"not support", "doesn't support", "does not display", "does not show", "cannot display", "unable to display", "view this", "html version", "html format",
		"ne supporte pas", "n'affiche pas", "ne peut pas afficher", "ne permet pas", "pas en mesure", "pas compatible", "ne prend pas en charge", "ne gere pas",
		"au format html", "version html", "im html-format", "unterstutzt kein", "no admite", "no soporta",
	} {
		if strings.Contains(f, cue) {
			return true
		}
	}
	return false
}

// isBodyText tells the text of the letter from a text that is attached to it.
func (b *body) isBodyText(p part) bool {
	switch p.mediaType {
	case "text/plain", "text/html", "text/enriched", "text/richtext", "text/x-markdown", "text/markdown":
	default:
		return false
	}
	if p.disposition == "attachment" {
		return false
	}
	// A named text is a file, even if the client shows it inline, unless
	// there is no other text before it.
	return p.name == "" || p.mediaType == "text/html" && len(b.chunks) == 0 || !meaningful(b.chunks) && p.disposition != "inline"
}

// text decodes a part as text of the letter.
func (b *body) text(p part) {
	isHTML := p.mediaType == "text/html"
	text := b.decode(p)
	switch {
	case !isHTML && looksHTML(text):
		b.letter.remark(RemarkHTML, "html declared as %s", p.mediaType)
		isHTML = true
	case isHTML && !reTag.MatchString(text):
		b.letter.remark(RemarkHTML, "plain text declared as html")
		text, isHTML = html.UnescapeString(text), false
		text = cleanText(text, b.letter.remark)
	}
	format := strings.ToLower(p.params["format"])
	b.chunks = append(b.chunks, chunk{
		text: text, html: isHTML,
		flowed: format == "flowed" && p.mediaType == "text/plain",
		delSp:  strings.EqualFold(p.params["delsp"], "yes"),
	})
}

// decode gives the clean text of a textual part, within the budget.
func (b *body) decode(p part) string {
	remark := b.letter.remark
	limit := min(b.budget, maxText)
	data := decodeTransfer(p.body, p.encoding(), limit+4, remark)
	if len(data) > limit {
		remark(RemarkTruncated, "text cut after %d bytes", limit)
		data = trimPartialLine(data[:limit])
	}
	b.budget -= len(data)
	charset := p.params["charset"]
	if charset == "" && p.mediaType == "text/html" {
		charset = metaCharset(data)
	}
	return cleanText(undouble(decodeCharset(data, charset, remark), remark), remark)
}

// trimPartialLine drops an unfinished last line, if there is another.
func trimPartialLine(b []byte) []byte {
	if i := bytes.LastIndexByte(b, '\n'); i > 0 {
		return b[:i]
	}
	return b
}

// reTag is the start of any HTML tag.
var reTag = regexp.MustCompile(`</?[a-zA-Z!]`)

func looksHTML(text string) bool {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

// metaCharset finds the charset that an HTML page names for itself.
func metaCharset(data []byte) string {
	head := bytes.ToLower(data[:min(len(data), 2048)])
	i := bytes.Index(head, []byte("charset="))
	if i < 0 {
		return ""
	}
	name := bytes.TrimLeft(head[i+len("charset="):], `"' `)
	if end := bytes.IndexAny(name, `"' ;/>`); end >= 0 {
		name = name[:end]
	}
	if n := string(name); !strings.HasPrefix(n, "utf-16") { // a page that says so in ASCII isn't
		return n
	}
	return ""
}

// inner reads a letter attached to this one.
func (b *body) inner(p part) {
	b.attach(p)
	if b.letter.Forwarded != nil {
		return
	}
	if b.nesting >= maxNesting {
		b.letter.remark(RemarkTooDeep, "letters nested deeper than %d were not read", maxNesting)
		return
	}
	raw := p.body
	if enc := strings.ToLower(p.encoding()); strings.Contains(enc, "base64") || strings.Contains(enc, "quoted") {
		raw = decodeTransfer(raw, enc, 16*maxText, b.letter.remark)
	}
	b.letter.Forwarded = read(raw, b.nesting+1)
}

// attach keeps a part as an attachment.
func (b *body) attach(p part) {
	remark := b.letter.remark
	a := Attachment{Name: p.name, Type: p.mediaType, Size: decodedSize(p.body, p.encoding())}
	switch p.mediaType {
	case "application/ms-tnef", "application/vnd.ms-tnef":
		remark(RemarkWinmail, "winmail.dat can't be read")
	case "text/calendar":
		remark(RemarkCalendar, "%s", strings.ToLower(p.params["method"]))
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		if strings.EqualFold(p.params["smime-type"], "signed-data") {
			remark(RemarkSigned, "S/MIME with the text inside the signature, which is not read")
		} else {
			remark(RemarkEncrypted, "S/MIME")
		}
	case "message/delivery-status", "message/disposition-notification", "message/global-delivery-status":
		if b.reportType == "" {
			b.reportType = strings.TrimPrefix(strings.TrimPrefix(p.mediaType, "message/"), "global-")
		}
	}
	if strings.EqualFold(a.Name, "winmail.dat") {
		remark(RemarkWinmail, "winmail.dat can't be read")
	}
	if isTextFile(p) {
		a.Text = b.decode(p)
	}
	b.letter.Attachments = append(b.letter.Attachments, a)
}

func isTextFile(p part) bool {
	if strings.HasPrefix(p.mediaType, "text/") || strings.HasSuffix(p.mediaType, "delivery-status") || p.mediaType == "message/disposition-notification" {
		return true
	}
	switch strings.ToLower(path.Ext(p.name)) {
	case ".txt", ".text", ".md", ".ordres", ".orders":
		return p.mediaType == "application/octet-stream"
	}
	return false
}
