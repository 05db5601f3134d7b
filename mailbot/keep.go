package mailbot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"slices"
	"strings"

	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// mostKept is how much of a letter's bytes the ledger keeps. The mailbox has the rest.
const mostKept = 1 << 20

// keepable are a letter's bytes as the ledger may keep them: as they came or,
// if they hold a password or what wasn't read may hold one, written anew with
// passwords blanked. Either way the letter reads again as it did.
func keepable(l *letter.Letter, raw []byte) []byte {
	if !holdsSecret(l) && !partlyRead(l) && len(raw) <= mostKept {
		return raw
	}
	var b bytes.Buffer
	header := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, oneLine(value))
		}
	}
	header("From", l.From.Addr)
	header("To", addresses(l.To))
	header("Subject", orders.Blank(l.Subject))
	header("Message-ID", bracketed(l.MessageID))
	header("In-Reply-To", bracketed(l.InReplyTo))
	header("References", bracketed(l.References...))
	if !l.Date.IsZero() {
		header("Date", l.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	}
	sum := sha256.Sum256(raw)
	boundary := "kept-" + hex.EncodeToString(sum[:12])
	part := func(params, disposition, text string) {
		fmt.Fprintf(&b, "--%s\r\nContent-Type: text/plain; charset=utf-8%s\r\nContent-Disposition: %s\r\n\r\n", boundary, params, disposition)
		text = orders.Blank(text)
		b.Write(crlf(text[:min(len(text), max(0, mostKept-b.Len()))]))
		b.WriteString("\r\n")
	}
	fmt.Fprintf(&b, "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n", boundary)
	part("; format=flowed", "inline", stuffed(newText(l))+quoted(l))
	for _, at := range l.Attachments {
		if at.Text != "" {
			part("", mime.FormatMediaType("attachment", map[string]string{"filename": at.Name}), at.Text)
		}
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.Bytes()
}

// newText are the lines that the letter's writer wrote now, at their places:
// where others stood, blank lines do.
func newText(l *letter.Letter) string {
	var b strings.Builder
	at := 1
	for _, line := range l.NewText {
		for ; at < line.Number; at++ {
			b.WriteByte('\n')
		}
		b.WriteString(line.Text + "\n")
		at++
	}
	return b.String()
}

// stuffed has new lines that look like quotations read as what they are: a
// space before them, RFC 3676 §4.4, and none at any line's end.
func stuffed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
			line = " " + line
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// quoted are the lines set aside, marked so that they are set aside again.
func quoted(l *letter.Letter) string {
	var b strings.Builder
	for _, block := range l.SetAside {
		for _, line := range block.Lines {
			line = strings.TrimSpace(line)
			if block.Kind != letter.KindQuote || !strings.HasPrefix(line, ">") {
				line = "> " + line
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String()
}

// partlyRead says whether some of a letter's text was passed over.
func partlyRead(l *letter.Letter) bool {
	return slices.ContainsFunc(l.Remarks, func(r letter.Remark) bool {
		switch r.Kind {
		case letter.RemarkTruncated, letter.RemarkTooDeep, letter.RemarkTooManyParts, letter.RemarkUnknownEncoding, letter.RemarkBrokenEncoding:
			return true
		}
		return false
	})
}

// holdsSecret says whether blanking would change any line of a letter.
func holdsSecret(l *letter.Letter) bool {
	texts := []string{l.Subject, newText(l)}
	for _, block := range l.SetAside {
		texts = append(texts, strings.Join(block.Lines, "\n"))
	}
	for _, at := range l.Attachments {
		texts = append(texts, at.Text)
	}
	for _, text := range texts {
		if orders.Blank(text) != text {
			return true
		}
	}
	return l.Forwarded != nil && holdsSecret(l.Forwarded)
}

func addresses(list []letter.Address) string {
	var all []string
	for _, a := range list {
		all = append(all, a.Addr)
	}
	return strings.Join(all, ", ")
}

func bracketed(ids ...string) string {
	var b strings.Builder
	for _, id := range ids {
		if id != "" {
			b.WriteString("<" + id + "> ")
		}
	}
	return b.String()
}

// bodyOf is what follows the first blank line, whichever line ends are used.
func bodyOf(raw []byte) []byte {
	for _, blank := range []string{"\r\n\r\n", "\n\n", "\r\r"} {
		if i := bytes.Index(raw, []byte(blank)); i >= 0 {
			return raw[i+len(blank):]
		}
	}
	return raw
}
