package login

import (
	"crypto/hmac"
	"crypto/md5"
	"encoding/hex"
	"errors"

	"github.com/emersion/go-sasl"
)

// A loginClient does LOGIN: the server asks twice, in words of its own, and is
// told the name and then the password. The name isn't sent before it is asked
// for, which some servers can't bear.
type loginClient struct{ answers [][]byte }

func (c *loginClient) Start() (mechanism string, response []byte, err error) {
	return sasl.Login, nil, nil
}

func (c *loginClient) Next([]byte) ([]byte, error) {
	if len(c.answers) == 0 {
		return nil, errors.New("the server asks for more than a name and a password")
	}
	answer := c.answers[0]
	c.answers = c.answers[1:]
	return answer, nil
}

// A cramClient does CRAM-MD5 (RFC 2195 §2): the password is the key of an HMAC
// of what the server says. Its MD5 is the protocol's.
type cramClient struct{ Proof }

func (c cramClient) Start() (mechanism string, response []byte, err error) {
	return CRAMMD5, nil, nil
}

func (c cramClient) Next(challenge []byte) ([]byte, error) {
	mac := hmac.New(md5.New, []byte(c.secret))
	mac.Write(challenge)
	return []byte(c.user + " " + hex.EncodeToString(mac.Sum(nil))), nil
}
