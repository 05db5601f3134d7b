package letter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func silent(string, string, ...any) {}

func TestParseAddresses(t *testing.T) {
	tests := []struct {
		in   string
		want []Address
	}{
		{"", nil},
		{"jean@x.fr", []Address{{"", "jean@x.fr"}}},
		{"Jean Martin <jean@x.fr>", []Address{{"Jean Martin", "jean@x.fr"}}},
		{`"Martin, Jean" <jean@x.fr>, b@y.fr`, []Address{{"Martin, Jean", "jean@x.fr"}, {"", "b@y.fr"}}},
		{"Martin, Jean <jean@x.fr>", []Address{{"Martin, Jean", "jean@x.fr"}}},
		{"Jean [GM] <j@x.fr>", []Address{{"Jean [GM]", "j@x.fr"}}},
		{"jean@x.fr (Jean M.)", []Address{{"Jean M.", "jean@x.fr"}}},
		{"<jean@x.fr>", []Address{{"", "jean@x.fr"}}},
		{"Jean <jean@x.fr", []Address{{"Jean", "jean@x.fr"}}},
		{"a@x.fr; b@y.fr;", []Address{{"", "a@x.fr"}, {"", "b@y.fr"}}},
		{"undisclosed-recipients:;", nil},
		{"Amis: a@x.fr, B <b@y.fr>;", []Address{{"", "a@x.fr"}, {"B", "b@y.fr"}}},
		{"=?utf-8?Q?J=C3=A9r=C3=B4me_Dupont?= <j@x.fr>", []Address{{"Jérôme Dupont", "j@x.fr"}}},
		{`"=?iso-8859-1?B?Suly9G1l?=" <j@x.fr>`, []Address{{"Jérôme", "j@x.fr"}}},
		{"=?utf-8?Q?Jean_=3Cj=40x.fr=3E?=", []Address{{"Jean", "j@x.fr"}}},
		{`"heraut@vrai.fr" <faux@x.fr>`, []Address{{"heraut@vrai.fr", "faux@x.fr"}}},
		{`"Jean \"le Bon\"" <j@x.fr>`, []Address{{`Jean "le Bon"`, "j@x.fr"}}},
		{`"jean.dupont"@x.fr`, []Address{{"", `"jean.dupont"@x.fr`}}},
		{`"'j@x.fr'" <j@x.fr>`, []Address{{"j@x.fr", "j@x.fr"}}},
		{"MAILER-DAEMON (Mail Delivery System)", []Address{{"", "MAILER-DAEMON"}}},
		{"Mail Delivery Subsystem <MAILER-DAEMON>", []Address{{"Mail Delivery Subsystem", "MAILER-DAEMON"}}},
		{"Jean <mailto:jean@x.fr>", []Address{{"Jean", "jean@x.fr"}}},
		{"J\xe9r\xf4me <j@x.fr>", []Address{{"Jérôme", "j@x.fr"}}},
		{"\u202eJean\x00 <j@x.fr>", []Address{{"Jean", "j@x.fr"}}},
		{"arbitre+abc@x.fr,arbitre@x.fr", []Address{{"", "arbitre+abc@x.fr"}, {"", "arbitre@x.fr"}}},
		{"(((", nil},
		{`"`, nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, parseAddresses(tt.in, silent)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}

func TestMessageIDs(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"<a@b>", []string{"a@b"}},
		{"<a@b> <c@d>\t<e@f>", []string{"a@b", "c@d", "e@f"}},
		{"<a@b><c@d>", []string{"a@b", "c@d"}},
		{"<a@b>, <c@d>", []string{"a@b", "c@d"}},
		{"<a @b>", []string{"a@b"}},
		{"<a@b", []string{"a@b"}},
		{"<a@b <c@d>", []string{"a@b", "c@d"}},
		{"a@b c@d", []string{"a@b", "c@d"}},
		{"Your message of Tuesday <a@b>", []string{"a@b"}},
		{"Your message of Tuesday", nil},
		{"<>", nil},
		{"no-at-sign", []string{"no-at-sign"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, messageIDs(tt.in)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}

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
