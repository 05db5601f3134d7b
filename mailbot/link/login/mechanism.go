package login

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-sasl"
)

// The mechanisms, by their names in IANA's registry; PLAIN, LOGIN and
// OAUTHBEARER are those of package sasl.
const (
	CRAMMD5 = "CRAM-MD5"
	XOAuth2 = "XOAUTH2"
)

// An Offer is what a server has said of itself before the login.
type Offer struct {
	Addr       string   // host:port
	Mechanisms []string // SASL names, any case, in any order
	// Encrypted says that the connection is, so that a password may be sent.
	// Without it the server must be on this machine.
	Encrypted bool
	Loopback  bool
}

// choices lists the mechanisms that serve, best first. Under encryption PLAIN
// comes before CRAM-MD5: every server can check it, while many that announce
// CRAM-MD5 hold only hashes that it can't be checked against. In the clear, to
// this machine, the one that doesn't show the password comes first.
func (p Proof) choices(o Offer) []string {
	switch {
	case p.token:
		return []string{sasl.OAuthBearer, XOAuth2}
	case o.Encrypted:
		return []string{sasl.Plain, sasl.Login, CRAMMD5}
	default:
		return []string{CRAMMD5, sasl.Plain, sasl.Login}
	}
}

// Enter picks the best mechanism that is offered and has authenticate carry
// the exchange. The words of a server's refusal come back without the secret.
func (p Proof) Enter(o Offer, authenticate func(sasl.Client) error) error {
	client, err := p.client(o)
	if err != nil {
		return err
	}
	err = authenticate(client)
	if b, ok := client.(*bearer); ok && err != nil && b.reason != "" {
		return &Refusal{Reason: p.Hide(b.reason), Err: err}
	}
	return err
}

// A Refusal is a failed login of which the server gave reasons beforehand.
type Refusal struct {
	Reason string // one line, without secrets
	Err    error
}

func (r *Refusal) Error() string { return fmt.Sprintf("%v (%s)", r.Err, r.Reason) }

func (r *Refusal) Unwrap() error { return r.Err }

// Serves says whether there is a mechanism for this proof in an offer.
func (p Proof) Serves(o Offer) bool {
	_, err := p.choose(o)
	return err == nil
}

func (p Proof) client(o Offer) (sasl.Client, error) {
	mechanism, err := p.choose(o)
	if err != nil {
		return nil, err
	}
	// NUL parts the fields of PLAIN, ^A those of the tokens' mechanisms.
	if p.user == "" || strings.ContainsFunc(p.user, isControl) {
		return nil, fmt.Errorf("%w: it is empty or has control characters", ErrUser)
	}
	if p.secret == "" || strings.ContainsFunc(p.secret, isControl) {
		return nil, fmt.Errorf("%w: it is empty or has control characters", ErrSecret)
	}
	switch mechanism {
	case sasl.Plain:
		return sasl.NewPlainClient("", p.user, p.secret), nil
	case sasl.Login:
		return &loginClient{answers: [][]byte{[]byte(p.user), []byte(p.secret)}}, nil
	case CRAMMD5:
		return cramClient{p}, nil
	case sasl.OAuthBearer:
		return oauthBearer(p, o.Addr)
	default:
		return xoauth2(p), nil
	}
}

// choose names the mechanism, or says why there is none.
func (p Proof) choose(o Offer) (string, error) {
	if !o.Encrypted && !o.Loopback {
		return "", fmt.Errorf("%w: the connection isn't encrypted, and a %s isn't sent in the clear to another machine", ErrMechanism, p.kind())
	}
	offered := make([]string, 0, len(o.Mechanisms))
	for _, m := range o.Mechanisms {
		offered = append(offered, strings.ToUpper(m))
	}
	choices := p.choices(o)
	for _, m := range choices {
		if slices.Contains(offered, m) {
			return m, nil
		}
	}
	slices.Sort(offered)
	offers := "it offers none"
	if offered = slices.Compact(offered); len(offered) > 0 {
		offers = "it offers " + strings.Join(offered, ", ")
	}
	err := fmt.Errorf("%w: %s; with a %s it would take %s", ErrMechanism, shown(offers), p.kind(), strings.Join(choices, " or "))
	other := Proof{token: !p.token}
	if slices.ContainsFunc(other.choices(o), func(m string) bool { return slices.Contains(offered, m) }) {
		err = fmt.Errorf(`%w; the server wants auth = %q`, err, map[bool]string{true: "oauth2", false: "password"}[other.token])
	}
	return "", err
}

func (p Proof) kind() string {
	if p.token {
		return "token"
	}
	return "password"
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// shown makes a server's words fit for a line of the log: printable, and not endless.
func shown(s string) string {
	const longest = 300
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	if len(s) > longest {
		s = s[:longest] + "…"
	}
	return s
}

// endpoint takes an address apart; the port is 0 if there is none.
func endpoint(addr string) (host string, port int) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return addr, 0
	}
	if port, err = strconv.Atoi(text); err != nil {
		return host, 0
	}
	return host, port
}
