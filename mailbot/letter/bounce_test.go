package letter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBounce(t *testing.T) {
	report := "From: MAILER-DAEMON@x.fr\nSubject: Undelivered Mail Returned to Sender\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\n"
	tests := []struct {
		name, raw string
		want      *Bounce
		permanent bool
	}{
		{
			"RFC 3464", report + "Reporting-MTA: dns; x.fr\n\nFinal-Recipient: rfc822; jean@x.fr\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n no such user\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <a.b@y.fr>\n\nx\n--b--\n",
			&Bounce{"jean@x.fr", "failed", "5.1.1", "550 5.1.1 no such user", "a.b@y.fr"}, true,
		},
		{
			"delayed", report + "Reporting-MTA: dns; x.fr\n\nFinal-Recipient: rfc822; jean@x.fr\nAction: delayed\nStatus: 4.4.1\n--b--\n",
			&Bounce{"jean@x.fr", "delayed", "4.4.1", "", ""}, false,
		},
		{
			"two recipients, header returned", report + "Reporting-MTA: dns; x.fr\n\nFinal-Recipient: rfc822;a@x.fr\nAction: relayed\nStatus: 2.0.0\n\nOriginal-Recipient: rfc822;b@x.fr\nFinal-Recipient: rfc822;c@x.fr\nAction: failed\nStatus: 5.2.2 (full)\n--b\nContent-Type: text/rfc822-headers\n\nSubject: x\nMessage-ID: <a@y.fr>\n--b--\n",
			&Bounce{"b@x.fr", "failed", "5.2.2", "", "a@y.fr"}, true,
		},
		{
			"qmail", "From: MAILER-DAEMON@x.fr\nSubject: failure notice\n\nHi. This is the qmail-send program at x.fr.\n\n<jean@x.fr>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown\n\n--- Below this line is a copy of the message.\n\nTo: other@z.fr\nMessage-ID: <a.b@y.fr>\n",
			&Bounce{"jean@x.fr", "failed", "5.1.1", "Remote host said: 550 5.1.1 unknown", "a.b@y.fr"}, true,
		},
		{
			"Exim", "From: Mailer-Daemon@x.fr\nX-Failed-Recipients: jean@x.fr\nSubject: Mail delivery failed\n\nThis message was created automatically by mail delivery software.\n  SMTP error: 452 mailbox full\n",
			&Bounce{"jean@x.fr", "delayed", "4.0.0", "SMTP error: 452 mailbox full", ""}, false,
		},
		{
			"without any code", "From: x@x.fr\nSubject: =?utf-8?Q?=C3=89chec_de_la_remise?=\n\nVotre message à jean@x.fr n'est pas arrivé.\n",
			&Bounce{"jean@x.fr", "failed", "", "", ""}, true,
		},
		{"vacation with a null path", "Return-Path: <>\nFrom: a@b.fr\nSubject: Absent\n\nJe reviens le 12. Voyez c@d.fr\n", nil, false},
		{"a person", "From: a@b.fr\nSubject: Re: x\n\n550 5.1.1 hommes\n", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Read([]byte(tt.raw)).Bounce
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatal(diff)
			}
			if got != nil && got.Permanent() != tt.permanent {
				t.Errorf("permanent: %v", got.Permanent())
			}
		})
	}
}
