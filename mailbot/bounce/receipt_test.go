package bounce

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReceipts(t *testing.T) {
	const head = "From: jean@free.fr\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nLu\n--b\nContent-Type: message/disposition-notification\n\n"
	tests := []struct {
		name, fields string
		want         Report
	}{
		{"displayed", "Final-Recipient: rfc822; jean@free.fr\nOriginal-Message-ID: <a@b.fr>\nDisposition: manual-action/MDN-sent-manually; displayed\n",
			Report{Kind: KindRead, Recipient: "jean@free.fr", Diagnostic: "manual-action/MDN-sent-manually; displayed", MessageIDs: []string{"a@b.fr"}}},
		{"deleted", "Original-Recipient: rfc822; jean@free.fr\nFinal-Recipient: rfc822; jd@free.fr\nDisposition: automatic-action/MDN-sent-automatically; deleted\n",
			Report{Kind: KindRead, Recipient: "jean@free.fr", Final: "jd@free.fr", Diagnostic: "automatic-action/MDN-sent-automatically; deleted", MessageIDs: []string{}}},
		{"nothing", "Reporting-UA: x\n", Report{Kind: KindRead, MessageIDs: []string{}}},
	}
	for _, tt := range tests {
		got, ok := Read([]byte(head + tt.fields + "--b--\n"))
		if ok {
			t.Errorf("%s: a bounce", tt.name)
		}
		if diff := cmp.Diff([]Report{tt.want}, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
