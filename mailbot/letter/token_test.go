package letter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	const one, two = "abcdefghijklmnopqrstuvwx23", "zzzzzzzzzzzzzzzzzzzzzzzzz7"
	tests := []struct {
		name, header string
		want         []Token
	}{
		{"recipient", "To: arbitre+" + one + "@x.fr", []Token{{one, InRecipient}}},
		{"capitals", "To: Arbitre+ABCDEFGHIJKLMNOPQRSTUVWX23@x.fr", []Token{{one, InRecipient}}},
		{"copy and delivery", "Cc: a+" + one + "@x.fr\nDelivered-To: a+" + two + "@x.fr", []Token{{one, InRecipient}, {two, InRecipient}}},
		{"original recipient", "X-Original-To: a+" + one + "@x.fr", []Token{{one, InRecipient}}},
		{"in-reply-to", "In-Reply-To: <tour12." + one + "@x.fr>", []Token{{one, InReferences}}},
		{"references", "References: <a@b> <c.1." + one + "@x.fr> <c." + two + "@x.fr>", []Token{{one, InReferences}, {two, InReferences}}},
		{"both places", "To: a+" + one + "@x.fr\nIn-Reply-To: <a." + one + "@x.fr>\nReferences: <a." + one + "@x.fr>", []Token{{one, InRecipient}, {one, InReferences}}},
		{"too short", "To: a+" + one[1:] + "@x.fr", nil},
		{"too long", "To: a+a" + one + "@x.fr", nil},
		{"not base32", "To: a+" + one[:25] + "1@x.fr", nil},
		{"no plus", "To: " + one + "@x.fr", nil},
		{"own message id", "Message-ID: <a." + one + "@x.fr>", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Read([]byte("From: a@b.fr\n" + tt.header + "\n\n"))
			if diff := cmp.Diff(tt.want, l.Tokens); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTokenInID(t *testing.T) {
	const token = "abcdefghijklmnopqrstuvwx23"
	for id, want := range map[string]string{
		"tour12." + token + "@x.fr": token,
		"a.b." + token + "@x.fr":    token,
		token + "@x.fr":             "",
		"a." + token + "b@x.fr":     "",
		"a." + token:                token,
		"":                          "",
		"...@x.fr":                  "",
	} {
		if got := TokenInID(id); got != want {
			t.Errorf("%q: %q", id, got)
		}
	}
}
