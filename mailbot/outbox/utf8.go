package outbox

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
)

var errNoUTF8 = errors.New("the server can't carry addresses outside ASCII (it doesn't offer SMTPUTF8)")

// internationalized says whether a letter must be sent with SMTPUTF8 (RFC 6531):
// if an address of the envelope, or anything of the header, isn't ASCII. Other
// letters go without, since not every server on the way would take them. It
// fails where the server doesn't offer it.
func (s *SMTP) internationalized(l *line, from, to string, raw []byte) (bool, *Failure) {
	inHeader := !ascii(header(raw))
	if ascii(from) && ascii(to) && !inHeader {
		return false, nil
	}
	if offered, _ := l.client.Extension("SMTPUTF8"); offered {
		return true, nil
	}
	f := &Failure{Permanent: true, Stage: Content, Err: errNoUTF8, Text: "the header isn't ASCII: " + errNoUTF8.Error()}
	switch {
	case !ascii(from): // wrong for every letter
		f.Permanent, f.Stage, f.Text = false, Sender, from+": "+errNoUTF8.Error()
	case !ascii(to):
		f.Stage, f.Text = Recipient, to+": "+errNoUTF8.Error()
	}
	return false, f
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
