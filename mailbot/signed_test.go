package mailbot

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/emersion/go-smtp"
)

// withSignature signs each mail with the number of the signature.
func withSignature() premise {
	return func(s *story) {
		n := 0
		s.options.Sign = func(raw []byte) ([]byte, error) {
			n++
			return append(fmt.Appendf(nil, "X-Signature: %d\r\n", n), raw...), nil
		}
	}
}

func TestAMailIsSignedOnce(t *testing.T) {
	s := newStory(t, withSignature())
	s.office.Refuse(func(_, to string) error {
		if to != at("harald") {
			return nil
		}
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
	})
	s.letter("harald", reply(s.report("harald")), "CHE 1")
	s.poll()
	s.office.Refuse(nil)
	s.advanceTo(s.outbox()[2].Due)
	s.send()
	got := s.expect("harald", "confirmation")
	if !bytes.Contains(got.raw, []byte("X-Signature: 3\r\n")) { // after two founding reports
		t.Errorf("what was sent at the second attempt isn't what was signed:\n%s", got.raw)
	}
}
