package mailbot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// headerOf is a mail's header, unfolded.
func headerOf(m *received) string {
	header, _, _ := strings.Cut(string(m.raw), "\r\n\r\n")
	return strings.ReplaceAll(header, "\r\n ", " ")
}

// TestNothingWrittenEntersAHeader writes line ends wherever the Arbitre repeats
// what was written to it: names, subjects, passwords, identifiers, addresses.
func TestNothingWrittenEntersAHeader(t *testing.T) {
	const bait = "\r\nBcc: quidam@" + domain + "\r\n\r\ninjected"
	encoded := "=?utf-8?Q?" + strings.NewReplacer("\r", "=0D", "\n", "=0A", " ", "_").Replace("ordres"+bait) + "?="
	for name, parts := range map[string][]any{
		"an encoded subject":      {touch(func(n *note) { n.subject = encoded }), "CHE 1"},
		"a lord's new name":       {"REN Harald Harald=0D=0ABcc: quidam", "CHE 1"},
		"a password":              {"MOTDEPASSE x\rBcc: quidam@" + domain, "CHE 1"},
		"a Message-ID":            {messageID("a\r\n\tBcc: quidam@" + domain + "@x"), "CHE 1"},
		"a reference":             {field("References: <a\r\n\tBcc:quidam@" + domain + ">"), "CHE 1"},
		"an attachment's name":    {attached("ordres\\\r\n Bcc: quidam.txt", "CHE 1")},
		"control characters":      {subject("a\x00\x0b\x0c\x1b[31m\u0085\u2028b"), "CHE 1"},
		"a subject with brackets": {subject("[scan1] <script>alert(1)</script>"), "CHE 1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.letter("harald", append([]any{reply(s.report("harald"))}, parts...)...)
			s.poll()
			m := s.expect("harald", "")
			s.expectNone("quidam")
			for line := range strings.SplitSeq(headerOf(m), "\r\n") {
				field, _, ok := strings.Cut(line, ":")
				if !ok || strings.EqualFold(field, "bcc") || strings.ContainsAny(line, "\r\n\x00\x1b") {
					t.Errorf("the header has the line %q", line)
				}
			}
			s.playOn()
			s.expect("harald", "report")
			s.expect("sigrid", "report")
		})
	}
}

// TestReportsHoldNothingThatIsObeyed gives names that a terminal, a
// spreadsheet or a browser would obey, and looks at all that players get.
func TestReportsHoldNothingThatIsObeyed(t *testing.T) {
	s := newStory(t)
	for _, bait := range []string{"=HYPERLINK(1)", "+cmd", "@SUM", "-2+3", "\x1b]0;titre\x07", "\x1b[2J", "<img src=x>", "\u202egnirts", "\u0085x", "a\tb"} {
		s.letter("harald", reply(s.report("harald")), "AJOUT", "REN Harald "+bait, "CHE 2 "+bait, bait)
	}
	s.poll()
	mails := s.unread("harald")
	for range 2 {
		s.playOn()
		mails = append(append(mails, s.expect("harald", "report")), s.expect("sigrid", "report"))
	}
	for _, m := range mails {
		text := m.body
		for _, a := range m.Attachments {
			text += "\n" + a.Text
			if cell, bad := formula(a.Text); bad {
				t.Errorf("%s of %q has the cell %q", a.Name, m.Subject, cell)
			}
		}
		if i := strings.IndexFunc(text, func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x2028
		}); i >= 0 {
			t.Errorf("%q holds %q", m.Subject, text[max(0, i-20):min(len(text), i+20)])
		}
		if strings.Contains(string(m.raw), "text/html") && strings.Contains(string(m.raw), "<img src=x>") {
			t.Errorf("%q holds a tag", m.Subject)
		}
	}
}

// formula finds a cell of a table that a spreadsheet would reckon: what begins
// with a sign and isn't a number.
func formula(table string) (string, bool) {
	for line := range strings.Lines(table) {
		for _, cell := range strings.FieldsFunc(line, func(r rune) bool { return r == '\t' || r == ';' || r == ',' || r == '\n' }) {
			cell = strings.Trim(cell, "\" \r")
			if len(cell) < 2 || !strings.ContainsRune("=+-@", rune(cell[0])) || cell[1] == ' ' { // "- text" is a list's
				continue
			}
			if strings.Trim(cell[1:], "0123456789 ,.%-=+\u202f\u00a0") != "" {
				return cell, true
			}
		}
	}
	return "", false
}

// TestTheLogHoldsNoSecret looks in the log of a whole story, with all its
// details, for passwords, tokens and keys.
func TestTheLogHoldsNoSecret(t *testing.T) {
	s := newStory(t, withMaster(), withPasswords(), withProof(nameServer), withOperator("olaf"))
	right := secretOf("harald")
	s.day()
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE "+right, "CHE 1")
	s.letter("cybercafe", "SEIGNEUR Harald", "MOTDEPASSE faux-secret", "CHE 1")
	s.letter("harald", subject("MOTDEPASSE "+right), "CHE 1")
	s.letter("harald", reply(s.report("harald")), "MOTDEPASSE "+right, "CHE 1", strings.Repeat("CHE 1\r\n", 100))
	s.letter("quidam", reply(s.report("harald")), "CHE 1")
	n, raw := s.signed("sigrid", "CHE 2")
	s.post(n.path, n.to, raw)
	s.letter("sigrid", "CHE 1")
	s.poll()
	s.bounce(s.report("sigrid"), at("sigrid"), "failed", "5.1.1")
	s.unread("harald")
	s.unread("sigrid")
	s.day()
	s.unread("olaf")
	s.must(s.collect(s.Context()))
	s.office.Refuse(func(string, string) error { return fmt.Errorf("no") })
	s.send()
	s.office.Refuse(nil)
	s.playOn()
	s.restart()
	s.advance(time.Hour)
	s.send()
	for _, who := range people {
		s.unread(who)
	}
	log := s.log.String()
	if len(log) < 1000 {
		t.Fatalf("the log has %d bytes: is it the right one?", len(log))
	}
	secrets := map[string]string{
		"the password": right, "the wrong password": "faux-secret", "the mailbox's password": mailPass, "an order": "CHE 1", "a hash": "$argon2id",
		"the ledger's key": fmt.Sprintf("%x", s.arbitre.key), "the season's secret": fmt.Sprintf("%x", s.game().Secret),
	}
	for seat := range 3 {
		secrets[fmt.Sprintf("the token of seat %d", seat)] = replyToken(s.arbitre.key, game, s.opening.Players[seat].Seat, 1)
	}
	for what, secret := range secrets {
		if i := strings.Index(log, secret); i >= 0 {
			t.Errorf("the log holds %s: …%.300q", what, log[max(0, i-150):])
		}
	}
}

// Whatever the Arbitre writes to disk, its owner alone reads it.
func TestFilesAreTheirOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	s := newStory(t, func(s *story) { s.path, s.options.Archives = filepath.Join(dir, "ledger.db"), dir })
	s.orders("harald", "CHE 1")
	s.season()
	files := 0
	s.must(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		if !d.IsDir() {
			files++
		}
		return err
	}))
	if files != 2 {
		t.Errorf("%d files, want the ledger and the archive", files)
	}
}

// Secrets are compared in a time that doesn't hang on how much of them is
// right: the functions that compare them do nothing but call subtle.
func TestSecretsAreComparedInConstantTime(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "identity.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasSuffix(f.Name.Name, "Matches") {
			continue
		}
		found++
		last, _ := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
		constant := false
		ast.Inspect(last, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "ConstantTimeCompare" {
				constant = true
			}
			return true
		})
		if !constant {
			t.Errorf("%s doesn't end with subtle.ConstantTimeCompare", f.Name.Name)
		}
	}
	if found != 2 {
		t.Errorf("%d comparisons of secrets, want those of tokens and passwords", found)
	}
}
