package outbox

import (
	"errors"
	"strings"
	"testing"
)

func TestSMTPUTF8OnlyWhenNeeded(t *testing.T) {
	const (
		renee  = "renée@jeu.example"
		named  = "To: " + renee + "\r\n\r\nune lettre\r\n"
		plain  = "To: lancelot@jeu.example\r\n\r\nÀ l'été : 8 bits, mais pas dans l'en-tête\r\n"
		latin1 = "Subject: \xe9t\xe9\n\ntext\n"
		raw8   = "Subject: été@loin\r\nFrom: Renée <renee@jeu.example>\r\n\r\nune lettre de rené@jeu.example\r\n"
		folded = "From: a@jeu.example\r\nCC: Yvain <yvain@jeu.example>,\r\n\t\"René\" <rené@jeu.example>\r\n\r\n\r\n"
	)
	for _, tt := range []struct {
		name, from, to, raw string
		needed              bool
		stage               Stage // of the failure where SMTPUTF8 isn't offered
		permanent           bool
	}{
		{"all in ASCII", arbiter, player, letter, false, "", false},
		{"a text in UTF-8", arbiter, player, plain, false, "", false},
		{"no sender", "", player, letter, false, "", false},
		{"the recipient", arbiter, renee, letter, true, Recipient, true},
		{"names and subjects, which many send so", arbiter, player, raw8, false, "", false},
		{"a subject in another charset", arbiter, player, latin1, false, "", false},
		{"an address of the header", arbiter, player, named, true, Content, true},
		{"an address of a folded field", arbiter, player, folded, true, Content, true},
		{"the sender", "hérault@jeu.example", player, letter, true, Sender, false},
		{"sender and recipient", "hérault@jeu.example", renee, named, true, Sender, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			offers := serveOddly(t, map[string][]string{"EHLO": {"250-odd\r\n250-AUTH PLAIN\r\n250 SMTPUTF8"}})
			s := offers.transport()
			defer s.Close()
			if err := s.Send(t.Context(), tt.from, tt.to, []byte(tt.raw)); err != nil {
				t.Fatal(err)
			}
			for range len(offers.commands) {
				if command := <-offers.commands; strings.HasPrefix(command, "MAIL") && strings.Contains(command, "SMTPUTF8") != tt.needed {
					t.Errorf("offered: %s", command)
				}
			}

			without := serveOddly(t, nil)
			s = without.transport()
			defer s.Close()
			err := s.Send(t.Context(), tt.from, tt.to, []byte(tt.raw))
			if !tt.needed {
				if err != nil {
					t.Errorf("not offered: %v", err)
				}
				return
			}
			var f *Failure
			if !errors.As(err, &f) || f.Permanent != tt.permanent || f.Stage != tt.stage || !strings.Contains(f.Text, "SMTPUTF8") {
				t.Errorf("not offered: %v", err)
			}
			if err := s.Send(t.Context(), arbiter, player, []byte(letter)); err != nil {
				t.Errorf("the next letter: %v", err)
			}
		})
	}
}
