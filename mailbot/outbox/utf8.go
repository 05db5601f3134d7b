package outbox

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
)

var errNoUTF8 = errors.New("the server can't carry addresses outside ASCII (it doesn't offer SMTPUTF8)")

// internationalized says whether a letter must be sent with SMTPUTF8 (RFC 6531):
// if an address of the envelope, or of the header, isn't ASCII. Other letters go
// without, since not every server on the way would take them. It fails where the
// server doesn't offer it.
func (s *SMTP) internationalized(l *line, from, to string, raw []byte) (bool, *Failure) {
	written := foreignAddress(raw)
	if ascii(from) && ascii(to) && written == "" {
		return false, nil
	}
	if offered, _ := l.client.Extension("SMTPUTF8"); offered {
		return true, nil
	}
	f := &Failure{Permanent: true, Err: errNoUTF8}
	address := written
	switch {
	case !ascii(from): // wrong for every letter
		f.Permanent, f.Stage, address = false, Sender, from
	case !ascii(to):
		f.Stage, address = Recipient, to
	default:
		f.Stage = Content
	}
	f.Text = address + ": " + errNoUTF8.Error()
	return false, f
}

// addressFields are those in which a server may look for addresses (RFC 5322 §3.6).
var addressFields = map[string]bool{
	"from": true, "sender": true, "reply-to": true, "to": true, "cc": true, "bcc": true,
}

// foreignAddress is the first address of the header that isn't ASCII, or empty.
func foreignAddress(raw []byte) string {
	head := header(raw)
	if ascii(head) {
		return ""
	}
	concerned := false
	for line := range bytes.Lines(head) {
		if line[0] != ' ' && line[0] != '\t' {
			name, rest, _ := bytes.Cut(line, []byte(":"))
			concerned = addressFields[strings.ToLower(string(bytes.TrimSpace(name)))]
			line = rest
		}
		if !concerned {
			continue
		}
		words := strings.FieldsFunc(string(line), func(r rune) bool { return r <= ' ' || strings.ContainsRune(`<>,;:"()`, r) })
		for _, word := range words {
			if strings.Contains(word, "@") && !ascii(word) {
				return word
			}
		}
	}
	return ""
}

func ascii[T string | []byte](text T) bool {
	return strings.IndexFunc(string(text), func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// header is all above the first empty line.
func header(raw []byte) []byte {
	end := len(raw)
	for _, mark := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw[:end], []byte(mark)); i >= 0 {
			end = i
		}
	}
	return raw[:end]
}
