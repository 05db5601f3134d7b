package config

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDKIMKeys(t *testing.T) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ domain, selector, file, want string }{
		{"example.org", "arbitre", file, ""},
		{"EXAMPLE.org", "arbitre", file, ""},
		{"mail.example.org", "arbitre", file, ""},
		{"", "", "", ""},
		{"example.org", "", file, "must all be given"},
		{"", "arbitre", "", "must all be given"},
		{"example.net", "arbitre", file, "can't vouch for the sender"},
		{"ample.org", "arbitre", file, "can't vouch for the sender"},
		{"example.org", "arbitre", file + "x", "no such file"},
		{"example.org", "not a name", file, "no selector"},
	} {
		c, err := Parse(fmt.Appendf(nil, "%s\n[dkim]\ndomain = %q\nselector = %q\nkey_file = %q\n", minimal, tt.domain, tt.selector, tt.file))
		if err == nil {
			signer, bad := c.Signer(nil)
			if err = bad; err == nil && (signer != nil) != (tt.domain != "") {
				t.Errorf("%+v: the signer is %v", tt, signer)
			}
		}
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

func TestPacesAreNotNegative(t *testing.T) {
	for _, key := range []string{"per_minute", "per_domain_minute"} {
		if _, err := Parse([]byte(with("[smtp]", key+" = -1"))); err == nil || !strings.Contains(err.Error(), "smtp."+key) && !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
