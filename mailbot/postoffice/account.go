package postoffice

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"strings"
)

type account struct {
	address   string
	password  string
	mailboxes map[string]*mailbox
}

// AddAccount opens an account, with the mail that it already has on disk. The
// aliases deliver to it too, and so does local+detail@domain for each of its
// addresses. An address without a domain takes the office's. Adding an account
// again changes its password and adds the aliases.
func (p *PostOffice) AddAccount(address, password string, aliases ...string) error {
	address = p.canonical(address)
	p.mu.Lock()
	for _, name := range append([]string{address}, aliases...) {
		if other := p.names[p.canonical(name)]; other != nil && other.address != address {
			p.mu.Unlock()
			return fmt.Errorf("adding the account %s: %s already belongs to %s", address, name, other.address)
		}
	}
	a := p.accounts[address]
	if a == nil {
		a = &account{address: address, mailboxes: map[string]*mailbox{}}
		for _, mb := range p.dormant[address] {
			a.mailboxes[mb.name] = mb
		}
		delete(p.dormant, address)
		p.accounts[address] = a
	}
	a.password = password
	p.names[address] = a
	for _, alias := range aliases {
		p.names[p.canonical(alias)] = a
	}
	p.mu.Unlock()

	err := p.journal.do(false, func(b *batch) (func(), error) {
		if a.mailboxes[inbox] != nil {
			return func() {}, nil
		}
		mb := p.journal.newMailbox(b, a, inbox)
		return func() { a.mailboxes[inbox] = mb }, nil
	})
	if err != nil {
		return fmt.Errorf("opening the mailbox of %s: %w", address, err)
	}
	return nil
}

// canonical is an address as the office compares it: with a domain, in lower case.
func (p *PostOffice) canonical(address string) string {
	address = strings.ToLower(strings.TrimSpace(address))
	if !strings.Contains(address, "@") {
		address += "@" + strings.ToLower(p.domain)
	}
	return address
}

// recipient is the account that an address delivers to, or nil.
func (p *PostOffice) recipient(address string) *account {
	address = p.canonical(address)
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.names[address]; a != nil {
		return a
	}
	at := strings.LastIndex(address, "@")
	if plus := strings.Index(address[:at], "+"); plus > 0 {
		return p.names[address[:plus]+address[at:]]
	}
	return nil
}

// login is the account that a user name and a password open, or nil. The user
// name is any of the account's addresses; the office's own domain may be left out.
func (p *PostOffice) login(user, password string) *account {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.names[p.canonical(user)]
	if a == nil || subtle.ConstantTimeCompare([]byte(a.password), []byte(password)) != 1 {
		return nil
	}
	return a
}

// Deliver puts a message into the inbox of a recipient, as the last step of a
// delivery does (RFC 5321 §4.4): with Return-Path and Delivered-To on top. It
// returns when the message is on disk.
func (p *PostOffice) Deliver(rcpt, envelopeFrom string, raw []byte) error {
	return p.deliver([]string{rcpt}, envelopeFrom, "", raw)
}

// deliver gives each recipient a copy, all in one transaction.
func (p *PostOffice) deliver(rcpts []string, from, trace string, raw []byte) error {
	raw = crlf(raw)
	var accounts []*account
	for _, rcpt := range rcpts {
		a := p.recipient(rcpt)
		if a == nil {
			return fmt.Errorf("delivering to %s: no such account", rcpt)
		}
		accounts = append(accounts, a)
	}
	received := p.now()
	err := p.journal.do(true, func(b *batch) (func(), error) {
		var applies []func()
		for i, a := range accounts {
			mb := a.mailboxes[inbox]
			if mb == nil {
				return nil, fmt.Errorf("%s has no inbox", a.address)
			}
			head := "Return-Path: <" + from + ">\r\nDelivered-To: " + rcpts[i] + "\r\n" + trace
			_, apply := p.journal.add(b, mb, append([]byte(head), raw...), received, nil)
			applies = append(applies, apply)
		}
		return func() {
			for _, apply := range applies {
				apply()
			}
		}, nil
	})
	if err != nil {
		return fmt.Errorf("delivering to %s: %w", strings.Join(rcpts, ", "), err)
	}
	return nil
}

// crlf ends every line as the wire does.
func crlf(raw []byte) []byte {
	if bytes.Count(raw, []byte("\n")) == bytes.Count(raw, []byte("\r\n")) {
		return raw
	}
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}
