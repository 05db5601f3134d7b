package bounce

import (
	"strings"

	"arbitre/mailbot/letter"
)

// receipts reads message disposition notifications (RFC 8098 §3.2), by which a
// reader's program says that he has seen a letter. It gives nil if there are
// none.
func receipts(l *letter.Letter) []Report {
	var rs []Report
	for _, a := range l.Attachments {
		if a.Type != "message/disposition-notification" || len(rs) == maxReports {
			continue
		}
		var r Report
		if fields := statusReports(strings.Split(a.Text, "\n")); len(fields) > 0 {
			r = fields[0]
		}
		r.Kind, r.Permanent, r.Status = KindRead, false, ""
		for line := range strings.Lines(a.Text) {
			switch name, value, _ := statusField(line); name {
			case "disposition":
				r.Diagnostic = clip(value)
			case "original-message-id":
				r.MessageIDs = identifiers(value)
			}
		}
		if strings.EqualFold(r.Final, r.Recipient) {
			r.Final = ""
		}
		rs = append(rs, r)
	}
	return rs
}
