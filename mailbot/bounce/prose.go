package bounce

import (
	"regexp"
	"slices"
	"strings"

	"arbitre/mailbot/letter"
)

// A prose is the text of a report in a mail system's own words, above the copy
// of the letter that it brings back.
type prose struct {
	paragraphs [][]string
	whole      []string // all lines, the copy too, paragraphs parted by blank ones
	aside      []string // lines that look quoted: a dialogue with a server
	own        []string // addresses that are not the failing recipient's
	subject    string   // folded
	head       string   // the beginning of the text, folded
	automated  bool
	copied     bool // the copy of our letter has begun
}

// newProse picks the text out of a letter. Line numbers that jump tell where
// blank lines stood. What looks quoted counts too, after the rest: some systems
// set our letter's subject and date in the middle of their sentence.
func newProse(l *letter.Letter) *prose {
	p := &prose{subject: fold(l.Subject), automated: l.Automated}
	for _, a := range slices.Concat(l.To, l.Cc, l.DeliveredTo, []letter.Address{l.From, l.Sender, l.ReplyTo}) {
		p.own = append(p.own, strings.ToLower(a.Addr))
	}
	next := 0 // the number of a line that follows without a blank one between
	for _, line := range l.NewText[:min(len(l.NewText), maxLines)] {
		if line.Number != next {
			p.add("")
		}
		p.add(line.Text)
		next = line.Number + 1
	}
	for _, b := range l.SetAside {
		p.add("")
		for _, line := range b.Lines {
			if len(p.whole) < 2*maxLines {
				p.add(line)
				p.aside = append(p.aside, strings.TrimSpace(line[:min(len(line), maxLineBytes)]))
			}
		}
	}
	p.head = fold(strings.Join(p.first(15), " "))
	return p
}

// add takes in a line; a blank one ends a paragraph.
func (p *prose) add(line string) {
	line = line[:min(len(line), maxLineBytes)]
	p.whole = append(p.whole, line)
	line = strings.TrimSpace(line)
	n := len(p.paragraphs)
	switch {
	case p.copied:
	case line == "":
		if n > 0 && len(p.paragraphs[n-1]) > 0 {
			p.paragraphs = append(p.paragraphs, nil)
		}
	case n > 0 && isCopy(line):
		p.copied = true
	case n == 0:
		p.paragraphs = [][]string{{line}}
	default:
		p.paragraphs[n-1] = append(p.paragraphs[n-1], line)
	}
}

// first gives the first lines of the text, at most n.
func (p *prose) first(n int) []string {
	var lines []string
	for _, para := range p.paragraphs {
		lines = append(lines, para...)
		if len(lines) >= n {
			return lines[:n]
		}
	}
	return lines
}

var reCopied = regexp.MustCompile(`^(?i:received|return-path|x-[\w-]+|dkim-signature|mime-version): `)

// isCopy reports the line at which the copy of our letter begins.
func isCopy(line string) bool {
	if reCopied.MatchString(line) || reLabel.MatchString(line) {
		return true
	}
	ruled := strings.HasPrefix(line, "--") || strings.HasPrefix(line, "==") || strings.HasPrefix(line, "__")
	return (ruled || strings.HasSuffix(line, ":")) && len(line) < 120 && containsAny(fold(line), copies)
}

// isBounce reports a letter that says in words that another wasn't delivered.
// Persons, too, write of such things, and so do the machines of those who are
// away or who suspect a machine in us.
func (p *prose) isBounce(l *letter.Letter) bool {
	if !l.Automated || strings.HasPrefix(l.AutomatedReason, "list:") || l.AutomatedReason == "precedence: list" {
		return false
	}
	if strings.HasPrefix(p.subject, "re:") || strings.HasPrefix(p.subject, "re :") {
		return false
	}
	if code, _ := p.anywhere(); code == "" && (containsAny(p.subject, absences) || containsAny(p.head+p.subject, challenges)) {
		return false
	}
	return containsAny(p.head, bounceTexts) || containsAny(p.subject, bounceSubjects)
}

// reports reads who wasn't reached, and why. The recipients are those already
// known to have failed or, without any, those that the text names. There is
// always one report.
func (p *prose) reports(failed []string) []Report {
	found := p.named()
	var rs []Report
	for _, addr := range failed {
		r := Report{Recipient: addr}
		for _, f := range found {
			if strings.EqualFold(f.Recipient, addr) {
				r = f
			}
		}
		rs = append(rs, r)
	}
	if rs == nil {
		rs = found
	}
	if len(rs) == 0 {
		rs = []Report{p.mentioned()}
	}
	code, said := p.anywhere()
	kind := KindFailed
	if containsAny(p.subject, delays) || containsAny(p.head, delays) {
		kind = KindDelayed
	}
	for i := range rs {
		if rs[i].Status == "" && code != "" && (len(rs) == 1 || rs[i].Diagnostic == "") {
			rs[i].Status, rs[i].Diagnostic = code, said
		}
		rs[i].Kind = kind
		rs[i].settle()
	}
	return rs[:min(len(rs), maxReports)]
}

// complete adds to reports from a delivery status what only the text says.
func (p *prose) complete(rs []Report) {
	var found []Report
	for i := range rs {
		if rs[i].Diagnostic != "" {
			continue
		}
		if found == nil {
			found = p.named()
		}
		for _, f := range found {
			if strings.EqualFold(f.Recipient, rs[i].Recipient) || strings.EqualFold(f.Recipient, rs[i].Final) {
				rs[i].Diagnostic = f.Diagnostic
				break
			}
		}
	}
}

// named reads the paragraphs in which recipients stand first on a line, each
// followed by what the server said of it. A recipient that is named again, for
// the administrators, gives the better of both.
func (p *prose) named() []Report {
	var rs []Report
	for i, lines := range p.paragraphs {
		for j := 0; j < len(lines); j++ {
			addr, rest := leading(lines[j])
			if addr == "" || p.isOwn(addr) {
				continue
			}
			said := []string{rest}
			for j+1 < len(lines) {
				if next, _ := leading(lines[j+1]); next != "" {
					break
				}
				j++
				said = append(said, lines[j])
			}
			text := strings.Join(said, " ")
			if strings.Trim(text, " :") == "" {
				text = p.below(i)
			}
			r := Report{Recipient: addr, Status: failureCode(text), Diagnostic: clip(strings.TrimLeft(text, " :-*"))}
			at := slices.IndexFunc(rs, func(x Report) bool { return strings.EqualFold(x.Recipient, addr) })
			switch {
			case at < 0 && len(rs) < maxReports:
				rs = append(rs, r)
			case at >= 0 && (rs[at].Diagnostic == "" || rs[at].Status == "" && r.Status != ""):
				rs[at] = r
			}
		}
	}
	return rs
}

// below gives the paragraph under one that ends with a mere address, without
// its heading between rulers, unless it is another recipient's.
func (p *prose) below(i int) string {
	if i+1 >= len(p.paragraphs) {
		return ""
	}
	lines := p.paragraphs[i+1]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "--") {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return ""
	}
	if other, _ := leading(lines[0]); other != "" && !strings.HasPrefix(lines[0], "<"+other+">...") {
		return ""
	}
	return strings.Join(lines, " ")
}

// mentioned makes a report of the first address in the text that may be the
// recipient's, and of the line that names it.
func (p *prose) mentioned() Report {
	for _, lines := range p.paragraphs {
		for _, line := range lines {
			for _, addr := range mailboxes(line) {
				if !p.isOwn(addr) {
					return Report{Recipient: addr, Diagnostic: clip(line)}
				}
			}
		}
	}
	return Report{}
}

// anywhere finds the first status code in the text, or in the dialogue with a
// server, and the words around it.
func (p *prose) anywhere() (code, said string) {
	reply := ""
	for _, lines := range p.paragraphs {
		for i, line := range lines {
			if c := statusCode(line); c != "" && c[0] != '2' {
				return c, clip(strings.Join(lines[i:], " "))
			}
			if c := failureCode(line); c != "" && reply == "" {
				reply, said = c, clip(strings.Join(lines[i:], " "))
			}
		}
	}
	if reply != "" {
		return reply, said
	}
	for _, line := range p.aside {
		if c := failureCode(line); c != "" && (strings.HasPrefix(line, "<<<") || statusCode(line) != "" && reReply.MatchString(line)) {
			return c, clip(strings.TrimLeft(line, "<> "))
		}
	}
	return "", ""
}

// isOwn reports an address that is a party to the report, or a postmaster's.
func (p *prose) isOwn(addr string) bool {
	addr = strings.ToLower(addr)
	local, _, _ := strings.Cut(addr, "@")
	return local == "postmaster" || local == "mailer-daemon" || local == "abuse" || slices.Contains(p.own, addr)
}

const mailboxPattern = `[\pL\pN!#$%&'*+/=?^_{|}~.-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`

var (
	reMailbox = regexp.MustCompile(mailboxPattern)
	reLeading = regexp.MustCompile(`^[*•·"\s-]*([^@<>:;()]{0,60}[<(])?(` + mailboxPattern + `)[>)"]*(?:<mailto:[^>]*>)?(.*)$`)
)

// mailboxes finds the addresses in a text.
func mailboxes(t string) []string {
	if strings.IndexByte(t, '@') < 0 {
		return nil
	}
	found := reMailbox.FindAllString(t, maxReports)
	for i, addr := range found {
		found[i] = strings.Trim(addr, "'.*")
	}
	return found
}

// leading reads a line that begins with an address, alone or before what is
// said of it: "<jean@free.fr>: host said…", "Jean (jean@free.fr)",
// "jean@free.fr... User unknown".
func leading(line string) (addr, rest string) {
	if strings.IndexByte(line, '@') < 0 {
		return "", ""
	}
	m := reLeading.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	name := strings.Trim(m[1], ` "<(`)
	rest = strings.TrimSpace(m[3])
	if rest != "" && (name != "" || !strings.ContainsAny(rest[:1], ":(.[-#,;")) {
		return "", ""
	}
	return strings.Trim(m[2], "'.*"), rest
}

// clip puts a text on one line of bounded length.
func clip(s string) string {
	s = strings.Join(strings.Fields(s[:min(len(s), 4*maxDiagnostic)]), " ")
	if len(s) > maxDiagnostic {
		s = s[:maxDiagnostic]
	}
	return strings.ToValidUTF8(s, "")
}
