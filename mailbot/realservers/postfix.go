//go:build integration

package realservers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/mailbot/link/linktest"
)

// A Postfix takes mail by SMTP for the users of a Dovecot, which it asks about
// passwords and hands the mail to by LMTP.
type Postfix struct {
	SMTPAddr    string // in the clear, with STARTTLS offered
	SMTPSAddr   string // TLS from the first byte
	Certificate *linktest.Certificate
}

// StartPostfix takes mail for the users of d.
func StartPostfix(t testing.TB, d *Dovecot) *Postfix {
	t.Helper()
	binary := program(t, "postfix", "postfix")
	if os.Getuid() != 0 {
		t.Skip("Postfix can be started by root only")
	}
	daemons, err := exec.Command(program(t, "postconf", "postfix"), "-dh", "daemon_directory").Output()
	if err != nil {
		t.Fatal(err)
	}
	p := &Postfix{SMTPAddr: freeAddr(t), SMTPSAddr: freeAddr(t), Certificate: d.Certificate}
	dir := directory(t)
	config := filepath.Join(dir, "config")
	for _, sub := range []string{"config", "queue"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var users strings.Builder
	for _, address := range d.users {
		fmt.Fprintf(&users, "%s there\n", address)
	}
	write(t, filepath.Join(config, "users"), users.String(), 0o644)
	write(t, filepath.Join(config, "cert.pem"), string(p.Certificate.CertPEM), 0o644)
	write(t, filepath.Join(config, "key.pem"), string(p.Certificate.KeyPEM), 0o600)
	names := strings.NewReplacer(
		"DIR", dir, "DAEMONS", strings.TrimSpace(string(daemons)), "DOMAIN", Domain,
		"LMTPADDR", d.LMTPAddr, "AUTHADDR", d.AuthAddr, "SMTPADDR", p.SMTPAddr, "SMTPSADDR", p.SMTPSAddr,
	)
	write(t, filepath.Join(config, "main.cf"), names.Replace(mainConfig), 0o644)
	write(t, filepath.Join(config, "master.cf"), names.Replace(masterConfig), 0o644)
	daemon{
		dir:   dir,
		addrs: []string{p.SMTPAddr, p.SMTPSAddr},
		start: []string{binary, "-c", config, "start-fg"},
		stop:  []string{binary, "-c", config, "stop"},
	}.run(t)
	return p
}

const mainConfig = `
compatibility_level = 3.6
daemon_directory = DAEMONS
queue_directory = DIR/queue
data_directory = DIR/data
maillog_file = DIR/log
maillog_file_prefixes = DIR
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.DOMAIN
mydestination =
recipient_delimiter = +
virtual_mailbox_domains = DOMAIN
virtual_mailbox_maps = texthash:DIR/config/users
virtual_transport = lmtp:inet:LMTPADDR
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_tls_cert_file = DIR/config/cert.pem
smtpd_tls_key_file = DIR/config/key.pem
smtpd_tls_security_level = may
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:AUTHADDR
message_size_limit = 1000000
mailbox_size_limit = 0
`

const masterConfig = `
SMTPADDR  inet n - n - - smtpd
SMTPSADDR inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
postlog   unix-dgram n - n - 1 postlogd
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
error     unix - - n - - error
retry     unix - - n - - error
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
`
