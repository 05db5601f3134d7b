// Package link opens connections to mail servers: with TLS from the first
// byte, with STARTTLS, or in the clear to this machine only. It knows neither
// IMAP nor SMTP; who asked for STARTTLS carries it out with Config.
package link

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"
)

// A Mode says how a connection is protected. The zero value is the safest.
type Mode int

const (
	// TLS from the first byte (RFC 8314), ports 993 and 465.
	TLS Mode = iota
	// StartTLS begins in the clear and must change to TLS before anything
	// else is said, ports 143 and 587. A server that doesn't offer it is an error.
	StartTLS
	// Plain is never protected, so it goes to this machine only.
	Plain
)

var modeNames = [...]string{TLS: "tls", StartTLS: "starttls", Plain: "plain"}

func (m Mode) String() string {
	if m < 0 || int(m) >= len(modeNames) {
		return fmt.Sprintf("Mode(%d)", int(m))
	}
	return modeNames[m]
}

// UnmarshalText reads "tls", "starttls" or "plain".
func (m *Mode) UnmarshalText(text []byte) error {
	for mode, name := range modeNames {
		if string(text) == name {
			*m = Mode(mode)
			return nil
		}
	}
	return fmt.Errorf("%q is not a way to connect; write tls, starttls or plain", text)
}

// MarshalText writes what UnmarshalText reads.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// The kinds of failure, for errors.Is.
var (
	ErrAddress = errors.New("the server's address is not host:port")
	ErrDial    = errors.New("the server can't be reached")
	ErrTLS     = errors.New("the encrypted connection failed")
	ErrPlain   = errors.New("refusing to speak in the clear to another machine; use tls or starttls")
)

// dialTimeout bounds connecting and, apart from that, the TLS handshake.
const dialTimeout = 30 * time.Second

// Open connects to addr, host:port. In mode TLS the handshake is done; in mode
// StartTLS the connection is still in the clear. Roots replace the system's
// certificate authorities when not nil.
func Open(ctx context.Context, addr string, mode Mode, roots *x509.CertPool) (net.Conn, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, fmt.Errorf("%w: %q: %w", ErrAddress, addr, err)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDial, err)
	}
	switch mode {
	case Plain:
		if remote, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !remote.IP.IsLoopback() {
			conn.Close()
			return nil, fmt.Errorf("%w: %s", ErrPlain, addr)
		}
	case TLS:
		secure := tls.Client(conn, Config(addr, roots))
		if err := secure.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, fmt.Errorf("%w: %s: %w", ErrTLS, addr, err)
		}
		return secure, nil
	}
	return conn, nil
}

// Config is the client's side of TLS with the server at addr: its certificate
// must be for the host's name and from a known authority.
func Config(addr string, roots *x509.CertPool) *tls.Config {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	return &tls.Config{ServerName: host, RootCAs: roots, MinVersion: tls.VersionTLS12}
}
