package letter

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// TestEncodings sends one text in every charset and transfer encoding, and
// wants the same lines back.
func TestEncodings(t *testing.T) {
	const text = "DÉF Lozère\r\nTSF Åland 500 à Noël\r\nça = là\r\n"
	want := "DÉF Lozère|TSF Åland 500 à Noël|ça = là"
	charsets := map[string]encoding.Encoding{
		"utf-8": encoding.Nop, "UTF8": encoding.Nop, "iso-8859-1": charmap.ISO8859_1, "ISO-8859-15": charmap.ISO8859_15,
		"windows-1252": charmap.Windows1252, "cp850": charmap.CodePage850, "macintosh": charmap.Macintosh,
		"utf-16": unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		// What is declared here is not so.
		"us-ascii": encoding.Nop, "latin1": encoding.Nop, "x-unknown": encoding.Nop, "": charmap.Windows1252, "ascii": charmap.Windows1252,
	}
	transfers := map[string]func([]byte) string{
		"8bit": func(b []byte) string { return string(b) },
		"quoted-printable": func(b []byte) string {
			var s strings.Builder
			w := quotedprintable.NewWriter(&s)
			w.Binary = true
			if _, err := w.Write(b); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			return s.String()
		},
		"base64": func(b []byte) string {
			s := base64.StdEncoding.EncodeToString(b)
			return s[:20] + "\r\n" + s[20:] + "\r\n"
		},
	}
	for name, charset := range charsets {
		data, err := charset.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for transfer, encode := range transfers {
			if transfer == "8bit" && strings.HasPrefix(name, "utf-16") {
				continue // has line ends of its own
			}
			ctype := "text/plain"
			if name != "" {
				ctype += "; charset=" + name
			}
			raw := fmt.Sprintf("From: a@b.fr\r\nContent-Type: %s\r\nContent-Transfer-Encoding: %s\r\n\r\n%s", ctype, transfer, encode(data))
			var lines []string
			for _, line := range Read([]byte(raw)).NewText {
				lines = append(lines, line.Text)
			}
			if got := strings.Join(lines, "|"); got != want {
				t.Errorf("%q in %s: %s", name, transfer, got)
			}
		}
	}
}
