package login

import (
	"encoding/base64"
	"regexp"
	"strings"
)

const hidden = "[hidden]"

var encoded = regexp.MustCompile(`[A-Za-z0-9+/]{4,}={0,2}`)

// Hide takes the secret out of a server's words, as it stands and in base64:
// some servers repeat a command that they don't understand.
func (p Proof) Hide(text string) string {
	if p.secret == "" {
		return text
	}
	text = strings.ReplaceAll(text, p.secret, hidden)
	return encoded.ReplaceAllStringFunc(text, func(word string) string {
		plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(word, "="))
		if err == nil && strings.Contains(string(plain), p.secret) {
			return hidden
		}
		return word
	})
}
