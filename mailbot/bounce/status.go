package bounce

import (
	"regexp"
	"strings"

	"arbitre/mailbot/letter"
)

// deliveryReports reads the reports of a delivery status notification (RFC
// 3464): those in its message/delivery-status part or, if a broken letter has
// lost its parts, in its text. It gives nil if there is none.
func deliveryReports(l *letter.Letter, p *prose) []Report {
	var rs []Report
	notified := false
	for _, a := range l.Attachments {
		if strings.HasSuffix(a.Type, "delivery-status") {
			notified = true
			rs = append(rs, statusReports(strings.Split(a.Text, "\n"))...)
		}
	}
	if len(rs) == 0 && p.automated {
		rs = statusReports(p.whole)
	}
	if len(rs) == 0 {
		if !notified {
			return nil
		}
		if rs = p.reports(nil); rs[0].Recipient == "" && rs[0].Status == "" {
			rs = []Report{{Kind: KindUnknown}}
		}
		return rs
	}
	rs = rs[:min(len(rs), maxReports)]
	p.complete(rs)
	for i := range rs {
		rs[i].settle()
	}
	return rs
}

// statusReports reads per-message and per-recipient fields (RFC 3464 §2.2 and
// §2.3). A blank line ends a group, and so does a field that the group has
// already, for writers that forget the line.
func statusReports(lines []string) []Report {
	var rs []Report
	envelope := ""
	group := map[string]string{}
	flush := func() {
		if r, ok := recipientReport(group); ok && len(rs) < maxReports {
			rs = append(rs, r)
		}
		if id := group["original-envelope-id"]; id != "" && envelope == "" {
			envelope = clip(id)
		}
		clear(group)
	}
	last := ""
	for _, line := range lines[:min(len(lines), 4*maxLines)] {
		line = line[:min(len(line), maxLineBytes)]
		switch name, value, ok := statusField(line); {
		case strings.TrimSpace(line) == "":
			flush()
			last = ""
		case ok:
			if _, seen := group[name]; seen {
				flush()
			}
			group[name] = value
			last = name
		case last != "" && (line[0] == ' ' || line[0] == '\t'):
			if len(group[last]) < 4*maxDiagnostic {
				group[last] += " " + strings.TrimSpace(line)
			}
		default:
			last = ""
		}
	}
	flush()
	for i := range rs {
		rs[i].EnvelopeID = envelope
	}
	return rs
}

// statusField reads a line that begins one of the fields that matter.
func statusField(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	if !ok {
		return "", "", false
	}
	switch name = strings.ToLower(strings.TrimSpace(name)); name {
	case "original-envelope-id", "reporting-mta", "dsn-gateway", "arrival-date", "original-recipient", "final-recipient", "action", "status",
		"remote-mta", "diagnostic-code", "last-attempt-date", "will-retry-until", "final-log-id", "original-message-id", "disposition", "failure", "error":
		return name, strings.TrimSpace(value), true
	}
	return "", "", false
}

// recipientReport makes a report of a group of fields, if it is about a
// recipient.
func recipientReport(g map[string]string) (Report, bool) {
	final, original := address(typed(g["final-recipient"])), address(typed(g["original-recipient"]))
	if final == "" && original == "" {
		return Report{}, false
	}
	r := Report{Recipient: final, Final: final, Status: statusCode(g["status"]), Diagnostic: clip(typed(g["diagnostic-code"]))}
	if strings.Contains(original, "@") || final == "" {
		r.Recipient = xtext.Replace(original)
	}
	action, _, _ := strings.Cut(strings.ToLower(g["action"]), " ")
	switch action = strings.Trim(action, ";,."); action {
	case KindFailed, KindDelayed, KindDelivered, KindRelayed, KindExpanded:
		r.Kind = action
	case "failure":
		r.Kind = KindFailed
	}
	return r, true
}

// xtext undoes the encoding of RFC 3461 §4 where a server left it in; in an
// address only these two characters need it.
var xtext = strings.NewReplacer("+2B", "+", "+3D", "=")

// typed drops the type in front of a value: "rfc822; a@b.fr", "smtp; 550 no".
func typed(v string) string {
	if before, after, ok := strings.Cut(v, ";"); ok && !strings.ContainsAny(strings.TrimSpace(before), " @<") {
		v = after
	}
	return strings.TrimSpace(v)
}

// address gives the address in a value of RFC 3464, which may be a mere user's
// name.
func address(v string) string {
	if found := mailboxes(v); len(found) > 0 {
		return found[0]
	}
	v, _, _ = strings.Cut(strings.Trim(v, "<> "), " ")
	return clip(v)
}

var (
	// Subjects of status codes go from 0 to 7 (RFC 3463 §3), which tells them
	// from the versions of programs.
	reStatus = regexp.MustCompile(`(?:^|[^\w.])([245]\.[0-7]\.\d{1,3})(?:[^\w.]|\.\W|\.?$)`)
	reReply  = regexp.MustCompile(`(?:^|[^\w.,-])([45][0-7]\d)(?:[ :#-]|$)`)
)

// statusCode finds an enhanced status code (RFC 3463 §2) in a text.
func statusCode(t string) string {
	if m := reStatus.FindStringSubmatch(t); m != nil {
		return m[1]
	}
	return ""
}

// failureCode finds in a text an enhanced status code of a failure, or makes
// one of a reply code (RFC 5321 §4.2).
func failureCode(t string) string {
	if code := statusCode(t); code != "" && code[0] != '2' {
		return code
	}
	if m := reReply.FindStringSubmatch(t); m != nil {
		return m[1][:1] + ".0.0"
	}
	return ""
}

// refine gives the more precise of a status and what the diagnostic says, if
// they agree on what is permanent.
func refine(status, diagnostic string) string {
	found := failureCode(diagnostic)
	if status == "" || found != "" && found[0] == status[0] && strings.HasSuffix(status, ".0.0") {
		return max(status, found)
	}
	return status
}
