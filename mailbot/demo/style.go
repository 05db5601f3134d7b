package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"arbitre/mailbot/letter"
)

// A style is a player's mail client and his habits.
type style struct {
	client  string
	layout  func(reply) []string // the text's lines, with what is quoted
	encode  func(*bytes.Buffer, []string)
	mistake func([]string) []string // nil: he makes none
	mends   bool                    // he reads the confirmation, and writes again if a line was refused
}

// A reply is what a player answers to, and what he writes.
type reply struct {
	lines  []string // his orders
	quoted []string // the report's text
	when   string   // of the report, as his client writes it
	name   string
}

// styles are the players', in the order of their seats: each writes in a way
// that real mail comes in.
var styles = []style{
	{client: "Thunderbird", layout: above, encode: flowed},
	{client: "Outlook", layout: above, encode: htmlOnly, mistake: misspell, mends: true},
	{client: "mutt", layout: below, encode: plain8},
	{client: "iPhone Mail", layout: fromPhone, encode: inBase64},
	{client: "Roundcube", layout: above, encode: latin1},
	{client: "KMail", layout: between, encode: quoted, mistake: unknownKnight, mends: true},
	{client: "SFR Mail", layout: polite, encode: latin1Quoted},
	{client: "Gmail", layout: above, encode: alternative},
	{client: "K-9 Mail", layout: withoutQuote, encode: quoted, mistake: halfWritten},
	{client: "Orange", layout: polite, encode: htmlOnly},
}

// spoil makes the style's mistake in a list of orders.
func (s style) spoil(lines []string) []string {
	if s.mistake == nil {
		return lines
	}
	return s.mistake(append([]string(nil), lines...))
}

// write makes a letter's bytes, in reply to the player's last report, and says
// to which address it goes.
func (s style) write(p *player, lines []string, season int, now time.Time) (raw []byte, to string) {
	report := letter.Read(p.report)
	r := reply{lines: lines, name: p.name, when: report.Date.Format("02/01/2006 15:04")}
	for i, line := range report.NewText {
		if i == 40 {
			break
		}
		r.quoted = append(r.quoted, line.Text)
	}
	to = report.ReplyTo.Addr
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s <%s>\r\nTo: <%s>\r\nSubject: Re: saison %d\r\nDate: %s\r\n", p.name, p.address, to, season, now.Format(time.RFC1123Z))
	fmt.Fprintf(&b, "Message-ID: <%d.%d@%s>\r\nIn-Reply-To: <%s>\r\nReferences: <%s>\r\n", now.UnixNano(), p.seat, domain, report.MessageID, report.MessageID)
	fmt.Fprintf(&b, "User-Agent: %s\r\nMIME-Version: 1.0\r\n", s.client)
	s.encode(&b, s.layout(r))
	return b.Bytes(), to
}

// The layouts: where the orders stand beside what is quoted.

func above(r reply) []string {
	return append(append(append([]string{}, r.lines...), "", "Le "+r.when+", Le Héraut a écrit :"), marked(r.quoted)...)
}

func below(r reply) []string {
	text := append([]string{"Le " + r.when + ", Le Héraut a écrit :"}, marked(r.quoted)...)
	return append(append(append(text, ""), r.lines...), "", "-- ", r.name)
}

func between(r reply) []string {
	middle := len(r.quoted) / 2
	text := append([]string{"Le " + r.when + ", Le Héraut a écrit :"}, marked(r.quoted[:middle])...)
	text = append(append(append(text, ""), r.lines...), "")
	return append(text, marked(r.quoted[middle:])...)
}

func fromPhone(r reply) []string {
	return append(append(append([]string{}, r.lines...), "", "Envoyé de mon iPhone", "", "Le "+r.when+", Le Héraut a écrit :", ""), marked(r.quoted)...)
}

func polite(r reply) []string {
	return append(append([]string{"Bonjour Héraut,", "", "voici mes ordres pour la saison.", ""}, r.lines...), "", "Bien à vous,", r.name)
}

func withoutQuote(r reply) []string { return r.lines }

func marked(lines []string) []string {
	m := make([]string, len(lines))
	for i, l := range lines {
		m[i] = "> " + l
	}
	return m
}

// The mistakes.

// misspell writes the last letters of the last order the wrong way round.
func misspell(lines []string) []string {
	last := []rune(lines[len(lines)-1])
	for i := len(last) - 1; i > 4; i-- {
		if last[i] != last[i-1] && last[i] > '9' && last[i-1] > '9' {
			last[i], last[i-1] = last[i-1], last[i]
			break
		}
	}
	return append(lines[:len(lines)-1], string(last))
}

// unknownKnight gives an order to a knight that nobody has.
func unknownKnight(lines []string) []string { return append(lines, "MOV Perceval Uppland") }

// halfWritten leaves an order without its arguments.
func halfWritten(lines []string) []string { return append(lines, "ATT") }

// The encodings.

func text(lines []string) string { return strings.Join(lines, "\r\n") + "\r\n" }

func flowed(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=UTF-8; format=flowed\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
	for _, l := range lines {
		l = strings.TrimRight(l, " ")
		if strings.HasPrefix(l, " ") || strings.HasPrefix(l, "From ") {
			l = " " + l // RFC 3676 §4.4
		}
		b.WriteString(l + "\r\n")
	}
}

func plain8(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + text(lines))
}

func quoted(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	quote(b, text(lines))
}

func quote(b *bytes.Buffer, s string) {
	w := quotedprintable.NewWriter(b)
	w.Write([]byte(s)) // to a buffer: never fails
	w.Close()
}

func inBase64(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	code := base64.StdEncoding.EncodeToString([]byte(text(lines)))
	for len(code) > 76 {
		b.WriteString(code[:76] + "\r\n")
		code = code[76:]
	}
	b.WriteString(code + "\r\n")
}

// narrow writes a text in latin-1, as far as it can be.
func narrow(lines []string) string {
	s := strings.NewReplacer("\u202f", "\u00a0", "’", "'", "—", "-", "…", "...", "→", "->").Replace(text(lines))
	var out strings.Builder
	for _, r := range s {
		if b, ok := charmap.ISO8859_1.EncodeRune(r); ok {
			out.WriteByte(b)
		} else {
			out.WriteByte('?')
		}
	}
	return out.String()
}

func latin1(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + narrow(lines))
}

func latin1Quoted(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/plain; charset=\"iso-8859-1\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	quote(b, narrow(lines))
}

func htmlOnly(b *bytes.Buffer, lines []string) {
	b.WriteString("Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	quote(b, asHTML(lines))
}

func asHTML(lines []string) string {
	var page strings.Builder
	page.WriteString("<html><head><style>p{margin:0}</style></head><body>\r\n")
	inQuote := false
	for _, l := range lines {
		text, isQuote := strings.CutPrefix(l, "> ")
		if isQuote != inQuote {
			page.WriteString(map[bool]string{true: "<blockquote type=\"cite\">", false: "</blockquote>"}[isQuote])
			inQuote = isQuote
		}
		if text == "" {
			text = "\u00a0"
		}
		page.WriteString("<p class=\"MsoNormal\">" + html.EscapeString(text) + "</p>\r\n")
	}
	if inQuote {
		page.WriteString("</blockquote>")
	}
	return page.String() + "</body></html>\r\n"
}

func alternative(b *bytes.Buffer, lines []string) {
	const boundary = "000000000000a5b1c2d3"
	fmt.Fprintf(b, "Content-Type: multipart/alternative; boundary=%q\r\n\r\n--%s\r\n", boundary, boundary)
	quoted(b, lines)
	fmt.Fprintf(b, "\r\n--%s\r\n", boundary)
	htmlOnly(b, lines)
	fmt.Fprintf(b, "\r\n--%s--\r\n", boundary)
}
