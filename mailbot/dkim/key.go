package dkim

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"
)

// The sizes of RSA keys, in bits: less is too weak, and no receiver need bear
// more (RFC 8301 §3.2).
const minBits, maxBits = 2048, 4096

// ReadKey reads a private key from a PEM file: "PRIVATE KEY" (PKCS #8, RSA or
// Ed25519) or "RSA PRIVATE KEY" (PKCS #1). Only its owner may write the file,
// and its owner and group read it.
func ReadKey(path string) (crypto.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("reading the signing key: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o027 != 0 {
		return nil, fmt.Errorf("reading the signing key: others can get at %s (mode %#o): chmod 600", path, mode)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the signing key: %w", err)
	}
	key, err := parseKey(text)
	if err != nil {
		return nil, fmt.Errorf("reading the signing key: %s: %w", path, err)
	}
	return key, nil
}

// parseKey never quotes what it reads.
func parseKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("there is no PEM in it (-----BEGIN PRIVATE KEY-----)")
	}
	var key any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		if block.Headers["DEK-Info"] != "" {
			return nil, errors.New("it is locked with a passphrase: the program can't ask for one")
		}
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "ENCRYPTED PRIVATE KEY":
		return nil, errors.New("it is locked with a passphrase: the program can't ask for one")
	case "PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE":
		return nil, errors.New("it holds a public key; the private one signs")
	default:
		return nil, fmt.Errorf("it holds a %.40q, not a PRIVATE KEY", block.Type)
	}
	if err != nil {
		return nil, errors.New("the key in it is damaged")
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, errKind
	}
	return signer, checkKey(signer)
}

var errKind = errors.New("mail is signed with an RSA or an Ed25519 key, not with this kind")

func checkKey(key crypto.Signer) error {
	switch public := key.Public().(type) {
	case *rsa.PublicKey:
		if bits := public.N.BitLen(); bits < minBits || bits > maxBits {
			return fmt.Errorf("the RSA key has %d bits; it should have 2048, and may have 4096 at most", bits)
		}
	case ed25519.PublicKey:
	default:
		return errKind
	}
	return nil
}

// A Record is what the domain's DNS must hold for the signatures to be checked.
type Record struct {
	Name  string // of the TXT record, fully qualified, without a last dot
	Value string
}

// Record is the public side of the key (RFC 6376 §3.6.1, RFC 8463 §4).
func (s *Signer) Record() (Record, error) {
	kind, public := "ed25519", []byte(nil)
	switch key := s.o.Key.Public().(type) {
	case ed25519.PublicKey:
		public = key
	default:
		kind = "rsa"
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			return Record{}, fmt.Errorf("writing the public key: %w", err)
		}
		public = der
	}
	return Record{
		Name:  s.o.Selector + "._domainkey." + s.o.Domain,
		Value: "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(public),
	}, nil
}

// Strings parts the value for zone files, where one text may have no more than
// 255 bytes (RFC 1035 §3.3).
func (r Record) Strings() []string {
	const longest = 255
	var parts []string
	for rest := r.Value; rest != ""; {
		n := min(longest, len(rest))
		parts = append(parts, rest[:n])
		rest = rest[n:]
	}
	return parts
}

// String is the record's line of a zone file.
func (r Record) String() string {
	return r.Name + `. IN TXT "` + strings.Join(r.Strings(), `" "`) + `"`
}
