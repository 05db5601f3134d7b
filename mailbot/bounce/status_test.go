package bounce

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStatusReports(t *testing.T) {
	tests := []struct {
		name, fields string
		want         []Report
	}{
		{"per-message fields alone", "Reporting-MTA: dns; x.fr\nOriginal-Envelope-Id: e1\n", nil},
		{"envelope", "Original-Envelope-Id: e1\n\nFinal-Recipient: rfc822; a@b.fr\nAction: failed\n",
			[]Report{{Kind: "failed", Recipient: "a@b.fr", Final: "a@b.fr", EnvelopeID: "e1"}}},
		{"original recipient", "Original-Recipient: rfc822; a@b.fr\nFinal-Recipient: rfc822; <c@d.fr>\nAction: Failed (bounced)\n",
			[]Report{{Kind: "failed", Recipient: "a@b.fr", Final: "c@d.fr"}}},
		{"original recipient in xtext", "Original-Recipient: rfc822; a+2Bx+3Dy@b.fr\nAction: delayed\n",
			[]Report{{Kind: "delayed", Recipient: "a+x=y@b.fr"}}},
		{"a user's name", "Final-Recipient: LOCAL; <root>\nAction: relayed\n",
			[]Report{{Kind: "relayed", Recipient: "root", Final: "root"}}},
		{"types left out", "Final-Recipient: a@b.fr\nDiagnostic-Code: 550 no; really\n",
			[]Report{{Recipient: "a@b.fr", Final: "a@b.fr", Diagnostic: "550 no; really"}}},
		{"folded", "Final-Recipient: rfc822;\n a@b.fr\nDiagnostic-Code: smtp;\n\t550\n  no\nStatus: 5.1.1\n (bad)\n",
			[]Report{{Recipient: "a@b.fr", Final: "a@b.fr", Status: "5.1.1", Diagnostic: "550 no"}}},
		{"no blank line between", "Reporting-MTA: dns; x.fr\nFinal-Recipient: a@b.fr\nAction: failed\nFinal-Recipient: c@b.fr\nAction: delayed\n",
			[]Report{{Kind: "failed", Recipient: "a@b.fr", Final: "a@b.fr"}, {Kind: "delayed", Recipient: "c@b.fr", Final: "c@b.fr"}}},
		{"an action of its own", "Final-Recipient: a@b.fr\nAction: sulking\n", []Report{{Recipient: "a@b.fr", Final: "a@b.fr"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, statusReports(strings.Split(tt.fields, "\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
	many := strings.Split(strings.Repeat("Final-Recipient: a@b.fr\n\n", 3*maxReports), "\n")
	if n := len(statusReports(many)); n != maxReports {
		t.Errorf("%d reports", n)
	}
}

func TestSettle(t *testing.T) {
	tests := []struct {
		kind, status, diagnostic string
		wantKind, wantStatus     string
		permanent                bool
	}{
		{"failed", "5.1.1", "", "failed", "5.1.1", true},
		{"failed", "", "", "failed", "", true},
		{"failed", "4.4.7", "", "failed", "4.4.7", false},
		{"delayed", "5.1.1", "", "delayed", "5.1.1", false},
		{"delivered", "2.0.0", "", "delivered", "2.0.0", false},
		{"", "5.1.1", "", "failed", "5.1.1", true},
		{"", "4.1.1", "", "delayed", "4.1.1", false},
		{"", "2.1.5", "", "delivered", "2.1.5", false},
		{"", "", "", "unknown", "", false},
		{"failed", "5.0.0", "smtp; 550 5.1.1 no such user", "failed", "5.1.1", true},
		{"failed", "", "452 mailbox full", "failed", "4.0.0", false},
		{"failed", "5.2.2", "550 5.1.1 no", "failed", "5.2.2", true},
		{"failed", "5.0.0", "451 4.7.1 later", "failed", "5.0.0", true},
	}
	for _, tt := range tests {
		r := Report{Kind: tt.kind, Status: tt.status, Diagnostic: tt.diagnostic}
		if r.settle(); r.Kind != tt.wantKind || r.Status != tt.wantStatus || r.Permanent != tt.permanent {
			t.Errorf("%+v: %+v", tt, r)
		}
	}
}

func TestFailureCode(t *testing.T) {
	tests := []struct{ text, want string }{
		{"550 5.1.1 no such user", "5.1.1"},
		{"no mailbox here by that name. (#5.1.1)", "5.1.1"},
		{"ERROR_CODE :550, ERROR_CODE :5.1.1", "5.1.1"},
		{"smtp;550 5.7.606 Access denied", "5.7.606"},
		{"552-5.2.2 full", "5.2.2"},
		{"It says 4.4.1.", "4.4.1"},
		{"554: delivery error", "5.0.0"},
		{"said: 451 later", "4.0.0"},
		{"421", "4.0.0"},

		{"250 2.0.0 ok", ""},
		{"Exim 4.94.2", ""},
		{"qmail 5.1.1.2", ""},
		{"host 192.0.5.1", ""},
		{"from 5.1.1.9", ""},
		{"port 587", ""},
		{"v5.1.10x", ""},
		{"a550 b", ""},
		{"1 550,00", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := failureCode(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
