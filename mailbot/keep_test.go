package mailbot

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/mailbot/letter"
)

// TestKeptLetterReadsAsItDid gives every letter of the corpus a password, and
// reads it again from what the ledger would keep of it.
func TestKeptLetterReadsAsItDid(t *testing.T) {
	const secret = "Tr0ub4dor"
	files, err := filepath.Glob("letter/testdata/*.eml")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d letters to read: %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw = append([]byte("Subject: MOTDEPASSE "+secret+"\r\n"), bytes.ReplaceAll(raw, []byte("Subject:"), []byte("X-Subject:"))...)
		was := letter.Read(raw)
		kept := keepable(was, raw)
		is := letter.Read(kept)
		if bytes.Contains(kept, []byte(secret)) {
			t.Errorf("%s: the password is kept", file)
		}
		if diff := cmp.Diff(was.NewText, is.NewText); diff != "" {
			t.Errorf("%s: the new text (-was +is):\n%s", file, diff)
		}
		if diff := cmp.Diff(texts(was), texts(is)); diff != "" {
			t.Errorf("%s: the attachments (-was +is):\n%s", file, diff)
		}
		if diff := cmp.Diff(marked(was), marked(is)); diff != "" {
			t.Errorf("%s: the marked lines (-was +is):\n%s", file, diff)
		}
		if is.MessageID != was.MessageID || is.From.Addr != was.From.Addr || is.InReplyTo != was.InReplyTo {
			t.Errorf("%s: from %s, %s answering %s; was %s, %s answering %s", file, is.From.Addr, is.MessageID, is.InReplyTo, was.From.Addr, was.MessageID, was.InReplyTo)
		}
	}
}

func texts(l *letter.Letter) (all []string) {
	for _, at := range l.Attachments {
		if at.Text != "" {
			all = append(all, at.Name+": "+strings.TrimSpace(at.Text))
		}
	}
	return all
}

func TestLetterWithoutSecretIsKeptAsItCame(t *testing.T) {
	raw := []byte("From: a@x\r\nX-Odd: yes\r\n\r\nCHE 1\r\n")
	if kept := keepable(letter.Read(raw), raw); !bytes.Equal(kept, raw) {
		t.Errorf("kept as %q", kept)
	}
}

func TestLongLetterIsKeptInPart(t *testing.T) {
	raw := append([]byte("From: a@x\r\n\r\nCHE 1\r\n"), bytes.Repeat([]byte("bla bla bla\r\n"), 1<<18)...)
	kept := keepable(letter.Read(raw), raw)
	if len(kept) > mostKept+1000 {
		t.Errorf("%d bytes are kept", len(kept))
	}
	if l := letter.Read(kept); len(l.NewText) == 0 || l.NewText[0].Text != "CHE 1" {
		t.Error("its beginning isn't what it was")
	}
}
