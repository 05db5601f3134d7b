package letter

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContentType(t *testing.T) {
	tests := []struct {
		in, want string
		params   map[string]string
	}{
		{"text/plain; charset=utf-8", "text/plain", map[string]string{"charset": "utf-8"}},
		{`TEXT/Plain; Charset="UTF-8"; format=flowed`, "text/plain", map[string]string{"charset": "UTF-8", "format": "flowed"}},
		{"text/plain; charset=utf-8; charset=latin1", "text/plain", map[string]string{"charset": "utf-8"}},
		{"text/plain; charset = utf-8 ; name=mes ordres.txt", "text/plain", map[string]string{"charset": "utf-8", "name": "mes ordres.txt"}},
		{`application/pdf name="x.pdf"`, "application/pdf", map[string]string{"name": "x.pdf"}},
		{"attachment; filename*=UTF-8''ordres%20%C3%A9t%C3%A9.txt", "attachment", map[string]string{"filename": "ordres été.txt"}},
		{`attachment; filename*0="ord"; filename*1="res.txt"`, "attachment", map[string]string{"filename": "ordres.txt"}},
		{"text", "text", map[string]string{}},
	}
	for _, tt := range tests {
		got, params := contentType(tt.in)
		if got != tt.want {
			t.Errorf("%q: %q", tt.in, got)
		}
		if diff := cmp.Diff(tt.params, params); diff != "" {
			t.Errorf("%q: %s", tt.in, diff)
		}
	}
}

// TestMIME reads bodies of every make; "/" stands for a boundary line, "/." for
// the last one.
func TestMIME(t *testing.T) {
	mixed := "multipart/mixed; boundary=b"
	alternative := "multipart/alternative; boundary=b"
	tests := []struct {
		name, ctype, body, want string
		attached                []string
		remark                  string
	}{
		{"no type", "", "ATT A", "ATT A", nil, ""},
		{"type without subtype", "text", "ATT A", "ATT A", nil, ""},
		{"mixed", mixed, "/\n\nATT A\n/\n\nMOV B\n/.", "ATT A|MOV B", nil, ""},
		{"preamble and epilogue", mixed, "pre\n/\n\nATT A\n/.\npost", "ATT A", nil, ""},
		{"last boundary missing", mixed, "/\n\nATT A", "ATT A", nil, RemarkBrokenMIME},
		{"no boundary at all", mixed, "ATT A", "ATT A", nil, RemarkBrokenMIME},
		{"boundary not declared", "multipart/mixed", "/\nContent-Type: text/plain\n\nATT A\n/.", "ATT A", nil, ""},
		{"blanks after the boundary", mixed, "/  \n\nATT A\n/.\t", "ATT A", nil, ""},
		{"boundary within a line", mixed, "/\n\nATT A x --b\n--bis\n/.", "ATT A x --b|--bis", nil, ""},
		{"plain wins", alternative, "/\n\nATT A\n/\nContent-Type: text/html\n\n<p>MOV B\n/.", "ATT A", nil, ""},
		{"plain comes last", alternative, "/\nContent-Type: text/html\n\n<p>MOV B\n/\n\nATT A\n/.", "ATT A", nil, ""},
		{"plain empty", alternative, "/\n\n \n/\nContent-Type: text/html\n\n<p>MOV B\n/.", "MOV B", nil, ""},
		{"plain says to look elsewhere", alternative, "/\n\nYour mail client does not support HTML.\n/\nContent-Type: text/html\n\n<p>MOV B\n/.", "MOV B", nil, ""},
		{"html only", alternative, "/\nContent-Type: text/html\n\n<p>MOV B\n/.", "MOV B", nil, ""},
		{"plain called html", "text/html", "ATT A\nMOV B &amp; C", "ATT A|MOV B & C", nil, RemarkHTML},
		{"the same text twice", mixed, "/\n\nATT A\nMOV B\n/\nContent-Type: text/html\n\n<p>ATT A<br>MOV B</p>\n/.", "ATT A|MOV B", nil, ""},
		{"html called plain", "text/plain", "<html><body>ATT A<br>MOV B</body></html>", "ATT A|MOV B", nil, RemarkHTML},
		{
			"related in alternative", alternative,
			"/\n\nATT A\n/\nContent-Type: multipart/related; boundary=c\n\n--c\nContent-Type: text/html\n\n<p>x\n--c\nContent-Type: image/png; name=i.png\n\ny\n--c--\n/.",
			"ATT A", []string{"i.png"}, "",
		},
		{
			"html shows the end of an unmarked quote", alternative,
			"/\n\nATT A\n\nLe 3 nov. 2026 à 21:14, X <x@y.fr> a écrit :\nIMP 4\nMOV B\n/\nContent-Type: text/html\n\n<p>ATT A</p>Le 3 nov. 2026 &agrave; 21:14, X &lt;x@y.fr&gt; a &eacute;crit :<blockquote>IMP 4</blockquote><p>MOV B</p>\n/.",
			"ATT A|MOV B", nil, RemarkHTML,
		},
		{
			"html doesn't show more", alternative,
			"/\n\nATT A\n\nLe 3 nov. 2026 à 21:14, X <x@y.fr> a écrit :\nIMP 4\n/\nContent-Type: text/html\n\n<p>ATT A</p>Le 3 nov. 2026 &agrave; 21:14, X &lt;x@y.fr&gt; a &eacute;crit :<blockquote>IMP 4</blockquote>\n/.",
			"ATT A", nil, RemarkUnmarkedQuote,
		},
		{"attached text", mixed, "/\n\nATT A\n/\nContent-Type: text/plain; name=o.txt\nContent-Disposition: attachment\n\nMOV B\n/.", "ATT A", []string{"o.txt=MOV B"}, ""},
		{"inline text with a name", mixed, "/\n\nATT A\n/\nContent-Type: text/plain; name=o.txt\nContent-Disposition: inline\n\nMOV B\n/.", "ATT A", []string{"o.txt=MOV B"}, ""},
		{"only an attached text", mixed, "/\nContent-Type: text/plain\nContent-Disposition: attachment; filename=o.txt\n\nMOV B\n/.", "", []string{"o.txt=MOV B"}, ""},
		{"text file of unknown type", mixed, "/\n\nATT A\n/\nContent-Type: application/octet-stream; name=o.TXT\n\nMOV B\n/.", "ATT A", []string{"o.TXT=MOV B"}, ""},
		{"winmail", mixed, "/\n\nATT A\n/\nContent-Type: application/ms-tnef; name=winmail.dat\n\nx\n/.", "ATT A", []string{"winmail.dat"}, RemarkWinmail},
		{"calendar", alternative, "/\n\nATT A\n/\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n/.", "ATT A", []string{"=BEGIN:VCALENDAR"}, RemarkCalendar},
		{"S/MIME encrypted", "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "x", "", []string{"smime.p7m"}, RemarkEncrypted},
		{"PGP inline encrypted", "text/plain", "Salut\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n", "Salut", nil, RemarkEncrypted},
		{"PGP inline signed", "text/plain", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- -- x\nATT A\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n", "-- x|ATT A", nil, RemarkSigned},
		{"uuencode", "text/plain", "ATT A\nbegin 644 a.txt\n#0V%T\n`\nend\nMOV B\n", "ATT A|MOV B", []string{"a.txt"}, RemarkUuencode},
		{"begin in prose", "text/plain", "begin 644 a.txt\nbonjour à tous\nend\n", "begin 644 a.txt|bonjour à tous|end", nil, ""},
		{"signature ends with its part", mixed, "/\n\nATT A\n-- \nJean\n/\n\nMOV B\n/.", "ATT A|MOV B", nil, ""},
		{"letter attached", mixed, "/\n\nATT A\n/\nContent-Type: message/rfc822\n\nFrom: x@y.fr\n\nMOV B\n/.", "ATT A", []string{""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw := "From: jean@x.fr\nContent-Type: " + tt.ctype + "\n\n" + tt.body + "\n"
			raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\n/.", "\n--b--"), "\n/", "\n--b")
			l := Read([]byte(raw))
			var lines []string
			for _, line := range l.NewText {
				lines = append(lines, line.Text)
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			var attached []string
			for _, a := range l.Attachments {
				s := a.Name
				if a.Text != "" {
					s += "=" + strings.TrimSpace(a.Text)
				}
				attached = append(attached, s)
			}
			if diff := cmp.Diff(tt.attached, attached); diff != "" {
				t.Error(diff)
			}
			if tt.remark != "" && !slices.Contains(kinds(l), tt.remark) || tt.remark == "" && len(l.Remarks) > 0 {
				t.Errorf("remarks %v, want %q", l.Remarks, tt.remark)
			}
		})
	}
}

// TestInnerLetter checks that an attached letter is read, and only as data.
func TestInnerLetter(t *testing.T) {
	raw := "From: anne@x.fr\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nPOUR Lorraine\n--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
		"RnJvbTogamVhbkB4LmZyClN1YmplY3Q6IFQKQXV0by1TdWJtaXR0ZWQ6IGF1dG8tcmVwbGllZAoKQVRUIEEK\n--b--\n"
	l := Read([]byte(raw))
	if l.Automated || len(l.NewText) != 1 || l.From.Addr != "anne@x.fr" {
		t.Errorf("outer: %v %q %v", l.Automated, l.From.Addr, l.NewText)
	}
	f := l.Forwarded
	if f == nil || f.From.Addr != "jean@x.fr" || len(f.NewText) != 1 || f.NewText[0].Text != "ATT A" || !f.Automated {
		t.Fatalf("inner: %+v", f)
	}
}
