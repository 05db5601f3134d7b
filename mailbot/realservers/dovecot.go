//go:build integration

package realservers

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"arbitre/mailbot/link/linktest"
)

// A Dovecot serves IMAP, and takes mail by LMTP.
type Dovecot struct {
	IMAPAddr    string // in the clear, with STARTTLS offered
	IMAPSAddr   string // TLS from the first byte
	LMTPAddr    string
	AuthAddr    string // where Postfix asks about passwords
	Certificate *linktest.Certificate
	users       []string
}

// Logins are how a Dovecot, and a Postfix that asks it, let users in.
type Logins struct {
	// Mechanisms are those offered, by Dovecot's names; "plain login" when empty.
	Mechanisms string
	// IntrospectURL is where access tokens are checked (RFC 7662), for
	// "oauthbearer" and "xoauth2". Its answers name the user in "username".
	IntrospectURL string
}

// StartDovecot serves the users, local part to password, who log in by PLAIN
// or LOGIN.
func StartDovecot(t testing.TB, users map[string]string) *Dovecot {
	t.Helper()
	return StartDovecotWith(t, users, Logins{})
}

// StartDovecotWith serves the users, who log in as is said.
func StartDovecotWith(t testing.TB, users map[string]string, logins Logins) *Dovecot {
	t.Helper()
	if logins.Mechanisms == "" {
		logins.Mechanisms = "plain login"
	}
	binary := program(t, "dovecot", "dovecot-imapd dovecot-lmtpd")
	version, err := exec.Command(binary, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(version), "2.3.") {
		t.Fatalf("this is Dovecot %s; the tests' configuration is written for 2.3", strings.TrimSpace(string(version)))
	}
	d := &Dovecot{
		IMAPAddr:    freeAddr(t),
		IMAPSAddr:   freeAddr(t),
		LMTPAddr:    freeAddr(t),
		AuthAddr:    freeAddr(t),
		Certificate: linktest.NewCertificate(t),
	}
	dir := directory(t)
	mail := filepath.Join(dir, "mail")
	if err := os.Mkdir(mail, 0o700); err != nil {
		t.Fatal(err)
	}
	owner, daemonUsers := mailOwner(t, mail)
	var passwords strings.Builder
	for name, password := range users {
		fmt.Fprintf(&passwords, "%s@%s:{PLAIN}%s::::::\n", name, Domain, password)
		d.users = append(d.users, name+"@"+Domain)
	}
	write(t, filepath.Join(dir, "users"), passwords.String(), 0o644)
	write(t, filepath.Join(dir, "cert.pem"), string(d.Certificate.CertPEM), 0o644)
	write(t, filepath.Join(dir, "key.pem"), string(d.Certificate.KeyPEM), 0o600)
	var tokens string
	if logins.IntrospectURL != "" {
		write(t, filepath.Join(dir, "oauth2.conf"), strings.ReplaceAll(oauthConfig, "URL", logins.IntrospectURL), 0o644)
		tokens = tokenConfig
	}
	config := strings.NewReplacer(
		"MECHANISMS", logins.Mechanisms, "TOKENS", strings.ReplaceAll(tokens, "DIR", dir), "DIR", dir, "OWNER", owner, "DAEMONS", daemonUsers,
		"IMAPPORT", port(d.IMAPAddr), "IMAPSPORT", port(d.IMAPSAddr), "LMTPPORT", port(d.LMTPAddr), "AUTHPORT", port(d.AuthAddr),
	).Replace(dovecotConfig)
	write(t, filepath.Join(dir, "dovecot.conf"), config, 0o644)
	daemon{
		dir:   dir,
		addrs: []string{d.IMAPAddr, d.IMAPSAddr, d.LMTPAddr, d.AuthAddr},
		start: []string{binary, "-F", "-c", filepath.Join(dir, "dovecot.conf")},
	}.run(t)
	return d
}

// mailOwner says under whom the mail is kept, since Dovecot won't do it as
// root, and how the daemons' users are to be configured.
func mailOwner(t testing.TB, dir string) (owner, daemons string) {
	t.Helper()
	if os.Getuid() == 0 {
		if err := os.Chown(dir, 65534, 65534); err != nil {
			t.Fatal(err)
		}
		return "uid=65534 gid=65534", "first_valid_uid = 1"
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	group, err := user.LookupGroupId(me.Gid)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("uid=%s gid=%s", me.Uid, me.Gid),
		fmt.Sprintf("default_internal_user = %[1]s\ndefault_login_user = %[1]s\ndefault_internal_group = %[2]s\nfirst_valid_uid = 1", me.Username, group.Name)
}

const dovecotConfig = `
DAEMONS
base_dir = DIR/run
state_dir = DIR/state
log_path = DIR/log
listen = 127.0.0.1
protocols = imap lmtp
mail_location = maildir:DIR/mail/%u
recipient_delimiter = +
auth_mechanisms = MECHANISMS
auth_username_format = %Lu
disable_plaintext_auth = no
ssl = yes
ssl_cert = <DIR/cert.pem
ssl_key = <DIR/key.pem
TOKENS
passdb {
  driver = passwd-file
  args = DIR/users
}
userdb {
  driver = static
  args = OWNER home=DIR/mail/home/%u
}
auth_failure_delay = 0
service anvil {
  chroot =
  # Whoever guesses wrong again and again would be made to wait.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = IMAPPORT
  }
  inet_listener imaps {
    port = IMAPSPORT
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = LMTPPORT
  }
}
service auth {
  inet_listener postfix {
    address = 127.0.0.1
    port = AUTHPORT
  }
}
`

const tokenConfig = `
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = DIR/oauth2.conf
}
`

const oauthConfig = `
introspection_mode = post
introspection_url = URL
active_attribute = active
active_value = true
username_attribute = username
`

// Deliver hands letters to Dovecot by LMTP for one of its users, all on one
// connection.
func (d *Dovecot) Deliver(t testing.TB, to string, letters ...[]byte) {
	t.Helper()
	conn, err := net.Dial("tcp", d.LMTPAddr)
	if err != nil {
		t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	for _, raw := range letters {
		if err := c.SendMail("", []string{to + "@" + Domain}, bytes.NewReader(raw)); err != nil {
			t.Fatal(err)
		}
		// The library counts on for ever the recipients whose answers it awaits.
		if err := c.Reset(); err != nil {
			t.Fatal(err)
		}
	}
}
