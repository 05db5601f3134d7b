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
