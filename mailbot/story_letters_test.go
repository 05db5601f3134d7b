package mailbot

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"

	"arbitre/mailbot/link"
	"arbitre/mailbot/outbox"
)

// A note is a letter being written.
type note struct {
	from, to, subject, id string
	fields                []string // further header lines
	lines                 []string
	text                  string // instead of the lines, with its own Content-Type among the fields
	path                  string // of the envelope
}

// A touch changes a letter before it is posted.
type touch func(*note)

// reply answers a mail as a mail client does.
func reply(m *received) touch {
	return func(n *note) {
		n.to = m.ReplyTo.Addr
		n.subject = "Re: " + m.Subject
		n.fields = append(n.fields, "In-Reply-To: <"+m.MessageID+">", "References: <"+m.MessageID+">")
	}
}

func from(address string) touch { return func(n *note) { n.from = address } }

func subject(text string) touch {
	return func(n *note) { n.subject = mime.QEncoding.Encode("utf-8", text) }
}

func field(line string) touch { return func(n *note) { n.fields = append(n.fields, line) } }

func messageID(id string) touch { return func(n *note) { n.id = id } }

func envelope(path string) touch { return func(n *note) { n.path = path } }

// in has the text written in a transfer encoding.
func in(encoding string) touch {
	return func(n *note) {
		text := strings.Join(n.lines, "\r\n") + "\r\n"
		n.fields = append(n.fields, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: "+encoding)
		switch encoding {
		case "base64":
			n.text = base64.StdEncoding.EncodeToString([]byte(text)) + "\r\n"
		case "quoted-printable":
			var b strings.Builder
			w := quotedprintable.NewWriter(&b)
			w.Write([]byte(text))
			w.Close()
			n.text = b.String()
		}
	}
}

// attached adds a text file to the letter.
func attached(file, contents string) touch {
	return func(n *note) {
		n.fields = append(n.fields, "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="b0"`)
		n.text = "--b0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(n.lines, "\r\n") +
			"\r\n--b0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename=\"" + file + "\"\r\n\r\n" +
			contents + "\r\n--b0--\r\n"
	}
}

// write makes a letter's bytes: the strings are its lines, the touches are
// applied after all of them.
func (s *story) write(who string, parts ...any) (note, []byte) {
	s.letters++
	n := note{from: who + "@" + domain, to: herald, subject: "ordres", id: fmt.Sprintf("letter-%d@%s", s.letters, who), path: at(who)}
	for _, part := range parts {
		if line, ok := part.(string); ok {
			n.lines = append(n.lines, line)
		}
	}
	for _, part := range parts {
		if touch, ok := part.(touch); ok {
			touch(&n)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s <%s>\r\nTo: <%s>\r\nSubject: %s\r\nDate: %s\r\n", who, n.from, n.to, n.subject, s.now().Format(time.RFC1123Z))
	if n.id != "" {
		fmt.Fprintf(&b, "Message-ID: <%s>\r\n", n.id)
	}
	for _, f := range n.fields {
		b.WriteString(f + "\r\n")
	}
	b.WriteString("\r\n")
	if n.text != "" {
		b.WriteString(n.text)
	} else if len(n.lines) > 0 {
		b.WriteString(strings.Join(n.lines, "\r\n") + "\r\n")
	}
	return n, b.Bytes()
}

// letter posts a letter to the Arbitre by SMTP.
func (s *story) letter(who string, parts ...any) {
	s.Helper()
	n, raw := s.write(who, parts...)
	s.post(n.path, n.to, raw)
}

func (s *story) post(path, to string, raw []byte) {
	s.Helper()
	over := &outbox.SMTP{Addr: s.office.SMTPAddr(), TLS: link.Plain, Hello: domain}
	defer over.Close()
	s.must(over.Send(s.Context(), path, to, raw))
}

// report is the last report that someone got.
func (s *story) report(who string) *received {
	s.Helper()
	m := s.reports[who]
	if m == nil {
		s.Fatalf("%s never got a report", who)
	}
	return m
}

// orders posts a reply to the player's last report, polls, and gives the answer.
func (s *story) orders(who string, lines ...string) *received {
	s.Helper()
	parts := []any{reply(s.report(who))}
	for _, l := range lines {
		parts = append(parts, l)
	}
	s.letter(who, parts...)
	s.poll()
	return s.expect(who, "")
}
