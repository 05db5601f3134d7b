package postoffice

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// oddMessages are letters that no program should have sent.
func oddMessages() map[string]string {
	nested := ""
	for i := range 200 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return map[string]string{
		"empty":                     "",
		"an empty line":             "\r\n",
		"no header":                 "just text\r\nmore text\r\n",
		"no body":                   "Subject: x\r\n",
		"no end of line":            "Subject: x",
		"bare line feeds":           "Subject: x\n\ntext\n",
		"NUL and control":           "Subject: \x00\x01\x7f\r\n\r\n\x00\x1b[2J\r\n",
		"latin-1 in the header":     "Subject: \xe9t\xe9\r\nFrom: Ren\xe9 <rene@jeu.example>\r\n\r\n\xe9\r\n",
		"no colon":                  "Subject: x\r\nnonsense\r\nFrom: a@b.example\r\n\r\ntext\r\n",
		"no addresses in addresses": "From: ,;<<>>\r\nTo: undisclosed-recipients:;\r\nCc: @\r\n\r\n",
		"bad dates and ids":         "Date: yesterday\r\nMessage-ID: none\r\nIn-Reply-To: <<<>\r\nReferences: a b c\r\n\r\n",
		"a type without a subtype":  "Content-Type: text\r\n\r\ntext\r\n",
		"an empty type":             "Content-Type: ;;;\r\nContent-Disposition: ;\r\n\r\ntext\r\n",
		"a multipart of no parts":   "Content-Type: multipart/mixed; boundary=b\r\n\r\ntext\r\n",
		"a multipart, no boundary":  "Content-Type: multipart/mixed\r\n\r\n--\r\n\r\n----\r\n",
		"a part left open":          "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext",
		"a letter in a letter":      "Content-Type: message/rfc822\r\n\r\nno header\r\n",
		"no parts in the letter":    "Content-Type: message/rfc822\r\n\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
		"nested":                    nested,
		"a bad transfer encoding":   "Content-Transfer-Encoding: x-odd\r\n\r\ntext\r\n",
		"quotes in parameters":      "Content-Type: text/plain; name=\"a\\\"b\\\\c\"; charset=\"\r\n\r\ntext\r\n",
	}
}

func TestOddMessagesCanBeRead(t *testing.T) {
	for name, raw := range oddMessages() {
		t.Run(name, func(t *testing.T) {
			p := openOffice(t, Options{})
			if err := p.Deliver("arbitre", "", []byte(raw)); err != nil {
				t.Fatal(err)
			}
			c := reader(t, p, "arbitre", "INBOX", nil)
			cmd := c.Append("INBOX", int64(len(raw)), nil) // as it is, with no header of ours
			cmd.Write([]byte(raw))
			if err := cmd.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			want := stored(t, p, "arbitre", "INBOX")
			for i, m := range want {
				got, err := c.Fetch(imap.UIDSetNum(imap.UID(m.UID)), &imap.FetchOptions{
					Envelope:      true,
					BodyStructure: &imap.FetchItemBodyStructure{Extended: true},
					BodySection:   []*imap.FetchItemBodySection{{}, {Part: []int{1}, Peek: true}},
				}).Collect()
				if err != nil || len(got) != 1 || !bytes.Equal(got[0].FindBodySection(&imap.FetchItemBodySection{}), m.Raw) {
					t.Errorf("message %d: got %d messages: %v", i+1, len(got), err)
				}
			}
			if _, err := c.UIDSearch(&imap.SearchCriteria{Text: []string{"zzz"}, Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "z"}}}, nil).Wait(); err != nil {
				t.Errorf("searching: %v", err)
			}
		})
	}
}

// FuzzSection cuts any bytes into any sections.
func FuzzSection(f *testing.F) {
	for _, raw := range oddMessages() {
		f.Add([]byte(raw), int64(3), int64(5))
	}
	f.Fuzz(func(t *testing.T, raw []byte, offset, size int64) {
		header, text := split(raw)
		if !bytes.Equal(append(bytes.Clone(header), text...), raw) {
			t.Errorf("%q is cut into %q and %q", raw, header, text)
		}
		part := section(raw, &imap.FetchItemBodySection{Partial: &imap.SectionPartial{Offset: offset, Size: size}})
		if size >= 0 && int64(len(part)) > size || !bytes.Contains(raw, part) {
			t.Errorf("%d bytes from %d of %q are %q", size, offset, raw, part)
		}
		for _, names := range [][]string{{"Subject"}, {"From", "To"}} {
			kept := section(raw, &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, HeaderFields: names})
			rest := section(raw, &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, HeaderFieldsNot: names})
			if !bytes.HasSuffix(kept, []byte("\r\n")) || len(kept)+len(rest) > len(header)+4 {
				t.Errorf("%q has the fields %q and %q", header, kept, rest)
			}
		}
		if lines := crlf(raw); bytes.Count(lines, []byte("\n")) != bytes.Count(lines, []byte("\r\n")) {
			t.Errorf("%q has bare line feeds", lines)
		}
	})
}

// FuzzRecipient finds accounts for any address.
func FuzzRecipient(f *testing.F) {
	for _, address := range []string{"arbitre", "arbitre+x@jeu.example", "+@", "@", "", "a@b@jeu.example", "alias-arbitre+@JEU.EXAMPLE"} {
		f.Add(address)
	}
	p := openOffice(f, Options{})
	f.Fuzz(func(t *testing.T, address string) {
		if a := p.recipient(address); a != nil && !strings.HasSuffix(p.canonical(address), "@jeu.example") {
			t.Errorf("%q delivers to %s", address, a.address)
		}
	})
}
