package bounce

import (
	"slices"
	"strings"
	"testing"
)

func TestLabelled(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"Message-ID: <a@b.fr>", []string{"a@b.fr"}},
		{"message-id:<a@b.fr>", []string{"a@b.fr"}},
		{"> Message-Id : <a@b.fr> (x)", []string{"a@b.fr"}},
		{"Message-ID:\n <a@b.fr>", []string{"a@b.fr"}},
		{"X-Original-Message-ID: <a@b.fr>", []string{"a@b.fr"}},
		{"Original-Message-ID: a@b.fr", []string{"a@b.fr"}},
		{"ID de message : <a@b.fr>", []string{"a@b.fr"}},
		{"Identifiant du message : <a@b.fr>", []string{"a@b.fr"}},
		{"Nachrichten-ID: <a@b.fr>", []string{"a@b.fr"}},
		{"Message-ID: <a@b.fr>\nx\nMessage-ID: <c@d.fr>", []string{"a@b.fr", "c@d.fr"}},
		{"References: <a@b.fr>", nil},
		{"The Message-ID: <a@b.fr>", nil},
		{"Message-ID: none at all", nil},
		{"Message-ID:", nil},
		{"", nil},
	}
	for _, tt := range tests {
		if got := labelled(strings.Split(tt.text, "\n")); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q", tt.text, got)
		}
	}
}

// The copy that came back is surer than what the report replies to, and the
// report's own identifier is none of them.
func TestOriginalIDs(t *testing.T) {
	const raw = `Return-Path: <>
From: MAILER-DAEMON@x.fr
Subject: failure notice
Message-ID: <report@x.fr>
In-Reply-To: <reply@y.fr>
References: <older@y.fr> <last@y.fr>
Content-Type: multipart/report; boundary=b

--b

undeliverable
Message-ID: <report@x.fr>
Message-ID: <text@y.fr>
--b
Content-Type: text/rfc822-headers

Message-ID: <header@y.fr>
References: <older@y.fr>
--b
Content-Type: message/rfc822

Message-ID: <copy@y.fr>
References: <older@y.fr>

x
--b--
`
	reports, ok := Read([]byte(raw))
	want := []string{"copy@y.fr", "header@y.fr", "text@y.fr", "reply@y.fr", "last@y.fr"}
	if !ok || len(reports) != 1 || !slices.Equal(reports[0].MessageIDs, want) {
		t.Errorf("%+v", reports)
	}
	many := strings.Replace(raw, "undeliverable\n", "undeliverable\n"+strings.Repeat("Message-ID: <a@b>\nMessage-ID: <c@d>\n", 3), 1)
	if reports, _ := Read([]byte(many)); !slices.Contains(reports[0].MessageIDs, "c@d") || len(reports[0].MessageIDs) > maxMessageIDs {
		t.Errorf("%q", reports[0].MessageIDs)
	}
}
