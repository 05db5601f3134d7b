package bounce

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLeading(t *testing.T) {
	tests := []struct{ line, addr, rest string }{
		{"<jean@free.fr>: host said no", "jean@free.fr", ": host said no"},
		{"<jean@free.fr>:", "jean@free.fr", ":"},
		{"jean@free.fr", "jean@free.fr", ""},
		{"  * jean@free.fr", "jean@free.fr", ""},
		{`"jean@free.fr":`, "jean@free.fr", ":"},
		{"jean@free.fr (unknown)", "jean@free.fr", "(unknown)"},
		{"<jean@free.fr>... Deferred", "jean@free.fr", "... Deferred"},
		{"jean@free.fr<mailto:jean@free.fr>", "jean@free.fr", ""},
		{"Jean Dupont (jean@free.fr)", "jean@free.fr", ""},
		{"Jean Dupont (jean@free.fr)<mailto:jean@free.fr>", "jean@free.fr", ""},
		{`"Jean Dupont" <jean@free.fr>`, "jean@free.fr", ""},
		{"- jérôme@été.example.fr", "jérôme@été.example.fr", ""},
		{"prvs=1234abcd=jean+jeu@free.fr", "prvs=1234abcd=jean+jeu@free.fr", ""},

		{"550 5.1.1 <jean@free.fr>: no", "", ""},
		{"Your message to jean@free.fr couldn't be delivered", "", ""},
		{"jean@free.fr wrote something", "", ""},
		{"RCPT TO:<jean@free.fr>", "", ""},
		{"jean@localhost", "", ""},
		{"@free.fr", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		if addr, rest := leading(tt.line); addr != tt.addr || rest != tt.rest {
			t.Errorf("%q: %q, %q", tt.line, addr, rest)
		}
	}
}

// Free text, of which only the wording varies.
func TestFreeText(t *testing.T) {
	const machine = "Return-Path: <>\nFrom: MAILER-DAEMON@mta.example.net\nTo: heraut@jeu.example.org\n"
	failed := func(status, recipient, said string) []Report {
		return []Report{{Kind: KindFailed, Permanent: true, Status: status, Recipient: recipient, Diagnostic: said, MessageIDs: []string{}}}
	}
	tests := []struct {
		name, raw string
		want      []Report // nil is no bounce
	}{
		{"prose", machine + "Subject: Undeliverable\n\nYour message to jean@free.fr couldn't be delivered.\n",
			failed("", "jean@free.fr", "Your message to jean@free.fr couldn't be delivered.")},
		{"subject alone", machine + "Subject: =?utf-8?Q?Non_remis=C2=A0:_Tour_12?=\n\nDésolé.\n", failed("", "", "")},
		{"text alone", machine + "Subject: Tour 12\n\nImpossible de délivrer votre message :\n\njean@free.fr\n", failed("", "jean@free.fr", "")},
		{"our own address is nobody's failure", machine + "Subject: failure notice\n\nheraut@jeu.example.org wrote to postmaster@free.fr, jean@free.fr.\n",
			failed("", "jean@free.fr", "heraut@jeu.example.org wrote to postmaster@free.fr, jean@free.fr.")},
		{"numbers of our letter are no codes", machine + "Subject: failure notice\n\n<jean@free.fr>:\nno mailbox\n\n--- Below this line is a copy of the message.\n\nPayer 550 écus\n5.1.1\n",
			failed("", "jean@free.fr", "no mailbox")},
		{"delayed", machine + "Subject: Message retardé\n\n<jean@free.fr>: 451 4.7.1 plus tard\n",
			[]Report{{Kind: KindDelayed, Status: "4.7.1", Recipient: "jean@free.fr", Diagnostic: "451 4.7.1 plus tard", MessageIDs: []string{}}}},
		{"given up for a reason that passes", machine + "Subject: failure notice\n\n<jean@free.fr>:\n452 4.2.2 full\n",
			[]Report{{Kind: KindFailed, Status: "4.2.2", Recipient: "jean@free.fr", Diagnostic: "452 4.2.2 full", MessageIDs: []string{}}}},

		{"a null path alone", machine + "Subject: Bonjour\n\nMerci de votre message, jean@free.fr le lira.\n", nil},
		{"an absence", machine + "Subject: Out of Office: Tour 12\n\nYour message was not delivered to anyone else.\n", nil},
		{"a challenge", machine + "Subject: Undelivered\n\nYour message has not been delivered yet. Please confirm your address.\n", nil},
		{"an answer", "From: jean@free.fr\nAuto-Submitted: auto-replied\nSubject: Re: failure notice\n\nVotre message n'a pas pu être remis\n", nil},
		{"a person", "From: jean@free.fr\nSubject: Tour 12\n\nMon messager n'est pas arrivé : 550 hommes perdus.\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Read([]byte(tt.raw))
			if ok != (tt.want != nil) {
				t.Fatalf("a bounce: %v", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
