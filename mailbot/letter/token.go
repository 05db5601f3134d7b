package letter

import (
	"slices"
	"strings"
)

// Where a reply token was found.
const (
	InRecipient  = "to"
	InReferences = "references"
)

// tokenLen is the length of a reply token: 128 bits in base32.
const tokenLen = 26

// A Token is a candidate reply token, in lower case. It has the right form;
// whether it is genuine is for the caller to check. Where is [InRecipient] if
// it came as plus detail of a recipient, [InReferences] if inside a message
// identifier.
type Token struct {
	Value string `json:"value"`
	Where string `json:"where"`
}

// findTokens collects the candidates, recipients first, each once.
func findTokens(l *Letter) []Token {
	var ts []Token
	add := func(s, where string) {
		s = strings.ToLower(s)
		if t := (Token{s, where}); isToken(s) && !slices.Contains(ts, t) {
			ts = append(ts, t)
		}
	}
	for _, list := range [][]Address{l.To, l.Cc, l.DeliveredTo} {
		for _, a := range list {
			_, detail, _ := strings.Cut(a.Local(), "+")
			for d := range strings.SplitSeq(detail, "+") {
				add(d, InRecipient)
			}
		}
	}
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		add(TokenInID(id), InReferences)
	}
	return ts
}

// TokenInID gives the candidate token that a message identifier of ours carries,
// or "". It serves to tie a [Bounce] to whom the letter was for.
func TokenInID(id string) string {
	local, _, _ := strings.Cut(id, "@")
	token := strings.ToLower(local[strings.LastIndexByte(local, '.')+1:])
	if len(token) == len(local) || !isToken(token) {
		return ""
	}
	return token
}

func isToken(s string) bool {
	if len(s) != tokenLen {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}
