package letter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// checkReading holds a reading against what must be true of any.
func checkReading(t *testing.T, l *Letter, size int) {
	t.Helper()
	text := 0
	last := 0
	for _, line := range l.NewText {
		checkText(t, line.Text)
		if strings.TrimSpace(line.Text) == "" {
			t.Errorf("blank line %d in the new text", line.Number)
		}
		if line.Number <= last {
			t.Errorf("line %d follows line %d", line.Number, last)
		}
		last = line.Number
		text += len(line.Text)
	}
	for _, b := range l.SetAside {
		if len(b.Lines) == 0 || b.Kind == kindNew {
			t.Errorf("empty block %+v", b)
		}
		for _, line := range b.Lines {
			checkText(t, line)
			text += len(line)
		}
	}
	// A byte becomes at most three (windows-1252), NFC at most triples, and a
	// quote's marks are repeated on the lines of HTML.
	if text > 16*size+64<<10 {
		t.Errorf("%d bytes of text from %d", text, size)
	}
	for _, s := range []string{l.Subject, l.From.Name, l.From.Addr, l.MessageID, l.InReplyTo, l.ReturnPath, l.LoopHeader} {
		checkText(t, s)
	}
	for _, tok := range l.Tokens {
		if !isToken(tok.Value) {
			t.Errorf("token %q", tok.Value)
		}
	}
	if l.Automated != (l.AutomatedReason != "") {
		t.Errorf("automated %v for %q", l.Automated, l.AutomatedReason)
	}
	if _, err := l.MarshalJSON(); err != nil {
		t.Error(err)
	}
	if l.Forwarded != nil {
		checkReading(t, l.Forwarded, size)
	}
}

func checkText(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("not UTF-8: %q", s)
	}
	for _, r := range s {
		if unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			t.Errorf("character %U in %q", r, s)
			return
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(""))
	f.Add([]byte("\r\r\n:\n"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=a\n\n--a\n--a--"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkReading(t, Read(raw), len(raw))
	})
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"", "<p>a<p>b", "<table><tr><td>a<td>b<tr><td>c</table>", "<blockquote><blockquote>a</blockquote></p>b",
		"<div style='display:none'>x</div>y", "<pre>a\n b</pre>", "</td></tr></table>", "<li>a<br><br/>b</br>", "<![if x]>a<![endif]><!--[if mso]>b<![endif]-->",
		"<div id=divRplyFwdMsg><b>De :</b> x@y.fr<br><b>Objet :</b> z</div>w", "&#8238;&#0;&nbsp;", "<script>a</script><title>b</title><textarea>c",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, page string) {
		raw := "From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n" + page
		checkReading(t, Read([]byte(raw)), len(raw))
	})
}

func FuzzFlowed(f *testing.F) {
	for _, s := range []string{"", "a \nb", "> a \n> b\n>> c", "-- \nx", " >a\n From b", "a \n-- \n b ", " \n \n", ">\n> \n>>  \n"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, delSp bool) {
		text = strings.ToValidUTF8(text, "\uFFFD") // as decoded text is
		kept := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r == ' ' || r == '\n' || r == '>' {
					return -1
				}
				return r
			}, s)
		}
		var got strings.Builder
		for _, l := range unflow(text, delSp) {
			if strings.Contains(l.text, "\n") || strings.HasSuffix(l.text, " ") {
				t.Errorf("line %q", l.text)
			}
			got.WriteString(l.text)
		}
		if kept(got.String()) != kept(text) {
			t.Errorf("text changed from %q to %q", text, got.String())
		}
	})
}
