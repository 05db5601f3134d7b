package login

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/emersion/go-sasl"
)

// A bearer shows an access token. A server that refuses it first gives its
// reasons as a challenge, and the refusal itself only once that is answered.
type bearer struct {
	mechanism string
	response  []byte
	assent    []byte // what answers the reasons
	reason    string
}

// oauthBearer is RFC 7628.
func oauthBearer(p Proof, addr string) (*bearer, error) {
	host, port := endpoint(addr)
	name := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(p.user) // RFC 5801 §4, saslname
	_, response, err := sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: name, Token: p.secret, Host: host, Port: port}).Start()
	if err != nil {
		return nil, fmt.Errorf("beginning OAUTHBEARER: %w", err)
	}
	return &bearer{mechanism: sasl.OAuthBearer, response: response, assent: []byte{1}}, nil
}

// xoauth2 is what Google and Microsoft had before there was a standard.
func xoauth2(p Proof) *bearer {
	return &bearer{
		mechanism: XOAuth2,
		response:  []byte("user=" + p.user + "\x01auth=Bearer " + p.secret + "\x01\x01"),
		assent:    []byte{},
	}
}

func (b *bearer) Start() (mechanism string, response []byte, err error) {
	return b.mechanism, b.response, nil
}

// Next hears the reasons. It never fails: the refusal follows.
func (b *bearer) Next(challenge []byte) ([]byte, error) {
	var reasons struct {
		Status json.RawMessage `json:"status"`
		Scope  string          `json:"scope"`
	}
	if err := json.Unmarshal(challenge, &reasons); err != nil {
		b.reason = "for reasons that can't be read"
		return b.assent, nil
	}
	b.reason = "status " + shown(strings.Trim(string(reasons.Status), `"`))
	if reasons.Scope != "" {
		b.reason += ", the scope must be " + shown(reasons.Scope)
	}
	return b.assent, nil
}
