package letter

import (
	"regexp"
	"strings"
)

// A Bounce is what a report of non-delivery says (RFC 3464, or free text).
// Fields are "" where the report says nothing.
type Bounce struct {
	Recipient  string `json:"recipient"`  // whom the letter didn't reach
	Action     string `json:"action"`     // failed, delayed, delivered, relayed or expanded
	Status     string `json:"status"`     // enhanced status code (RFC 3463), "5.1.1"
	Diagnostic string `json:"diagnostic"` // what the server that refused said
	MessageID  string `json:"message_id"` // of the letter that bounced
}

// Permanent reports whether sending the same letter again is useless.
func (b *Bounce) Permanent() bool {
	if b.Status != "" {
		return b.Status[0] == '5' && b.Action != "delayed"
	}
	return b.Action == "failed"
}

// findBounce reads the report in an automated letter, or gives nil.
func findBounce(h header, l *Letter) *Bounce {
	b := deliveryStatus(l.Attachments)
	if b == nil {
		b = freeTextBounce(h, l)
	}
	if b == nil {
		return nil
	}
	b.MessageID = bouncedID(l)
	return b
}

// deliveryStatus reads the per-recipient fields of a message/delivery-status
// part (RFC 3464 §2.3): of the first recipient that failed, else of the first.
func deliveryStatus(as []Attachment) *Bounce {
	var first *Bounce
	for _, a := range as {
		if !strings.HasSuffix(a.Type, "delivery-status") {
			continue
		}
		for rest := []byte(a.Text); len(rest) > 0; {
			var h header
			h, rest = splitHeader(rest, true, func(string, string, ...any) {})
			if !h.has("final-recipient") && !h.has("original-recipient") && !h.has("action") {
				if len(h) == 0 {
					break
				}
				continue
			}
			b := &Bounce{
				Recipient:  typedValue(h.get("final-recipient")),
				Action:     strings.ToLower(cleanLine(h.get("action"))),
				Status:     reStatus.FindString(h.get("status")),
				Diagnostic: typedValue(h.get("diagnostic-code")),
			}
			if original := typedValue(h.get("original-recipient")); strings.Contains(original, "@") {
				b.Recipient = original // as we wrote it, before any alias
			}
			if b.Action == "failed" {
				return b
			}
			if first == nil {
				first = b
			}
		}
	}
	return first
}

// typedValue drops the type before a value: "rfc822; a@b", "smtp; 550 no".
func typedValue(v string) string {
	if before, after, ok := strings.Cut(v, ";"); ok && !strings.ContainsAny(before, " @") {
		v = after
	}
	return strings.Trim(cleanLine(v), "<>")
}

var (
	reStatus    = regexp.MustCompile(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
	reReplyCode = regexp.MustCompile(`(?:^|[^\d.])([45]\d\d)(?:[ :-]|$)`)
	reMailbox   = regexp.MustCompile(`[\w.+=-]+@[\w-]+(?:\.[\w-]+)+`)
)

// freeTextBounce reads a report that is only prose. Vacation notices come with
// a null return path too, so the letter must say that it is a bounce.
func freeTextBounce(h header, l *Letter) *Bounce {
	failed := firstAddress(h.get("x-failed-recipients"), l.remark).Addr
	bounce := failed != "" || bounceText(l.NewText) != "" || cue(fold(l.Subject), bounceSubjects) != ""
	if !bounce || strings.HasPrefix(l.AutomatedReason, "report: disposition") {
		return nil
	}
	b := &Bounce{Recipient: failed, Action: "failed"}
	for _, line := range l.NewText[:min(len(l.NewText), 60)] {
		t := line.Text
		if isBelowBounce(t) {
			break
		}
		if b.Recipient == "" {
			b.Recipient = reMailbox.FindString(t)
		}
		if b.Status == "" {
			if b.Status = reStatus.FindString(t); b.Status != "" {
				b.Diagnostic = strings.TrimSpace(t)
			} else if m := reReplyCode.FindStringSubmatch(t); m != nil {
				b.Status, b.Diagnostic = m[1][:1]+".0.0", strings.TrimSpace(t)
			}
		}
	}
	if b.Status != "" && b.Status[0] == '4' || containsAny(fold(l.Subject), "delay", "retard", "differe", "warning") {
		b.Action = "delayed"
	}
	return b
}

// isBelowBounce reports the line over the copy of the letter that bounced.
func isBelowBounce(t string) bool {
	return strings.HasPrefix(t, "---") && containsAny(fold(t), "copy of", "original", "copie", "kopie", "copia", "returned", "message")
}

// bouncedID finds the identifier of the letter that bounced: in its attached
// copy, in its attached header, or in the text of the report.
func bouncedID(l *Letter) string {
	if f := l.Forwarded; f != nil && f.MessageID != "" {
		return f.MessageID
	}
	for _, a := range l.Attachments {
		if strings.HasSuffix(a.Type, "rfc822-headers") {
			h, _ := splitHeader([]byte(a.Text), true, func(string, string, ...any) {})
			if id := firstID(h.get("message-id")); id != "" {
				return id
			}
		}
	}
	find := func(t string) string {
		if len(t) > 11 && strings.EqualFold(t[:11], "message-id:") {
			return firstID(t[11:])
		}
		return ""
	}
	for _, line := range l.NewText {
		if id := find(line.Text); id != "" {
			return id
		}
	}
	for _, block := range l.SetAside {
		for _, t := range block.Lines {
			if id := find(strings.TrimLeft(t, "> ")); id != "" {
				return id
			}
		}
	}
	return ""
}
