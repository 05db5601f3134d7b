package config

import (
	"strings"
	"time"

	"arbitre/mailbot/dkim"
)

// Signer signs what is sent; nil if it isn't to be signed. Now dates the
// signatures; time.Now when nil.
func (c Config) Signer(now func() time.Time) (*dkim.Signer, error) {
	if c.DKIM == (DKIM{}) {
		return nil, nil
	}
	key, err := dkim.ReadKey(c.DKIM.KeyFile)
	if err != nil {
		return nil, err
	}
	o := dkim.Options{Domain: c.DKIM.Domain, Selector: c.DKIM.Selector, Key: key, Now: now}
	return dkim.New(o)
}

// checkDKIM refuses a signature that wouldn't vouch for the sender: receivers
// compare its domain with that of From, and let one be below the other (RFC
// 7489 §3.1.1).
func (c Config) checkDKIM(fault func(string, ...any)) {
	if c.DKIM == (DKIM{}) {
		return
	}
	if count(c.DKIM.Domain, c.DKIM.Selector, c.DKIM.KeyFile) < 3 {
		fault("dkim: domain, selector and key_file must all be given, or none")
		return
	}
	_, sender, _ := strings.Cut(strings.ToLower(c.Sender.Address), "@")
	domain := strings.ToLower(c.DKIM.Domain)
	if sender != domain && !strings.HasSuffix(sender, "."+domain) && !strings.HasSuffix(domain, "."+sender) {
		fault("dkim.domain: %s can't vouch for the sender, %s", c.DKIM.Domain, c.Sender.Address)
	}
}
