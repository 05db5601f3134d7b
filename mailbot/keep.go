package mailbot

import (
	"bytes"
	"fmt"
	"strings"

	"arbitre/mailbot/letter"
	"arbitre/orders"
)

// mostKept is how much of a letter's bytes the ledger keeps. The mailbox has the rest.
const mostKept = 1 << 20

// keepable are a letter's bytes as the ledger may keep them: as they came or,
// if they hold a password, written anew with the password blanked.
func keepable(l *letter.Letter, raw []byte) []byte {
	if !holdsSecret(l) {
		return raw[:min(len(raw), mostKept)]
	}
	var b bytes.Buffer
	header := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, oneLine(value))
		}
	}
	header("From", l.From.Addr)
	header("Subject", orders.Blank(l.Subject))
	header("Message-ID", bracketed(l.MessageID))
	header("In-Reply-To", bracketed(l.InReplyTo))
	header("References", bracketed(l.References...))
	if !l.Date.IsZero() {
		header("Date", l.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	}
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
	b.Write(crlf(orders.Blank(newText(l))))
	for _, block := range l.SetAside {
		for line := range strings.SplitSeq(orders.Blank(strings.Join(block.Lines, "\n")), "\n") {
			b.WriteString("> " + line + "\r\n")
		}
	}
	return b.Bytes()
}

// newText are the lines that the letter's writer wrote now.
func newText(l *letter.Letter) string {
	var b strings.Builder
	for _, line := range l.NewText {
		b.WriteString(line.Text + "\n")
	}
	return b.String()
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
