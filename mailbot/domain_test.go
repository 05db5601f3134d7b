package mailbot

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"arbitre/mailbot/ledger"
	"arbitre/mailbot/proof"
)

var signerKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// nameServer answers for the players' domain.
func nameServer(ctx context.Context, name string) ([]string, error) {
	if name != "sel._domainkey."+domain {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(signerKey.Public().(ed25519.PublicKey))}, nil
}

// withProof has signatures checked against a name server.
func withProof(lookup func(context.Context, string) ([]string, error)) premise {
	return func(s *story) { s.options.Proof = proof.Checker{LookupTXT: lookup, Now: s.now} }
}

// signed is a letter with the signature of its author's domain.
func (s *story) signed(who string, parts ...any) (n note, raw []byte) {
	s.Helper()
	n, raw = s.write(who, parts...)
	return n, s.sign(raw, "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To")
}

func (s *story) sign(raw []byte, fields ...string) []byte {
	s.Helper()
	var out bytes.Buffer
	s.must(dkim.Sign(&out, bytes.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: "sel", Signer: signerKey, HeaderKeys: fields}))
	return out.Bytes()
}

func (s *story) last() ledger.Letter {
	s.Helper()
	all := s.record()
	if len(all) == 0 {
		s.Fatal("no letter is on record")
	}
	return all[len(all)-1]
}

func TestASignedLetterNeedsNoToken(t *testing.T) {
	s := newStory(t, withProof(nameServer))
	n, raw := s.signed("harald", "CHE 1")
	s.post(n.path, n.to, raw)
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
	s.expectList(1, "CHE 1")
	l := s.last()
	if l.Proof != proof.ByDKIM || !slices.ContainsFunc(l.Checks, func(c string) bool { return strings.HasPrefix(c, proof.ReasonPass) }) {
		t.Errorf("on record as proven by %q: %q", l.Proof, l.Checks)
	}
	s.orders("harald", "CHE 2")
	if l := s.last(); l.Proof != "token" {
		t.Errorf("a reply is proven by %q", l.Proof)
	}
}

func TestWhatASignatureDoesNotProve(t *testing.T) {
	for name, tt := range map[string]struct {
		write func(*story) (note, []byte)
		who   string // is asked; "" for nobody
		why   string // among the checks or the reason
	}{
		"no signature": {func(s *story) (note, []byte) { return s.write("harald", "CHE 1") }, "harald", "dkim-none"},
		"a body that was changed": {func(s *story) (note, []byte) {
			n, raw := s.signed("harald", "CHE 1")
			return n, bytes.Replace(raw, []byte("CHE 1"), []byte("CHE 5"), 1)
		}, "harald", "dkim-failed"},
		"a stranger of the same domain": {func(s *story) (note, []byte) { return s.signed("quidam", "CHE 1") }, "", "no seat is proven"},
		"a letter to a friend, sent on": {func(s *story) (note, []byte) {
			n, raw := s.signed("harald", to(at("sigrid")), "CHE 1")
			n.to = herald
			return n, raw
		}, "harald", "isn't addressed to the arbitre"},
		"a letter to a friend, with our address above his": {func(s *story) (note, []byte) {
			n, raw := s.signed("harald", to(at("sigrid")), "CHE 1")
			n.to = herald
			return n, append([]byte("To: <"+herald+">\r\n"), raw...)
		}, "harald", "duplicate: to"},
		"a recipient that isn't signed": {func(s *story) (note, []byte) {
			n, raw := s.write("harald", "CHE 1")
			return n, s.sign(raw, "From", "Subject", "Date", "Message-ID")
		}, "harald", "leaves out"},
		"a Message-ID that isn't signed": {func(s *story) (note, []byte) {
			n, raw := s.write("harald", "CHE 1")
			return n, s.sign(raw, "From", "To", "Subject", "Date")
		}, "harald", "leaves out"},
		"no Message-ID": {func(s *story) (note, []byte) { return s.signed("harald", messageID(""), "CHE 1") }, "harald", "no Message-ID"},
		"a wrong password beside it": {func(s *story) (note, []byte) {
			return s.signed("harald", "MOTDEPASSE abracadabra", "CHE 1")
		}, "harald", "wrong password"},
		"another's seat named": {func(s *story) (note, []byte) { return s.signed("harald", "SEIGNEUR Sigrid", "CHE 1") }, "harald", "no proof"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t, withProof(nameServer))
			n, raw := tt.write(s)
			s.post(n.path, n.to, raw)
			s.poll()
			if tt.who != "" {
				s.expect(tt.who, "challenge")
			}
			s.expectList(1)
			s.expectList(2)
			if l := s.last(); l.Verdict == ledger.Obeyed || !strings.Contains(strings.Join(append(l.Checks, l.Reason), "\n"), tt.why) {
				t.Errorf("on record as %s: %s %q, want %q", l.Verdict, l.Reason, l.Checks, tt.why)
			}
		})
	}
}

// The same signed letter, sent again by whoever has it, is known.
func TestASignedLetterSentAgainCountsOnce(t *testing.T) {
	s := newStory(t, withProof(nameServer))
	n, raw := s.signed("harald", "AJOUT", "CHE 1")
	s.post(n.path, n.to, raw)
	s.poll()
	s.expect("harald", "confirmation")
	s.post(at("quidam"), herald, append([]byte("Received: by elsewhere.example\r\nX-Again: yes\r\n"), raw...))
	s.poll()
	s.expectNone(people...)
	s.expectList(1, "CHE 1")
}

func TestALetterIsHeldWhileTheNameServerIsDown(t *testing.T) {
	s := newStory(t, withProof(func(context.Context, string) ([]string, error) {
		return nil, &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	}))
	n, raw := s.signed("harald", "CHE 1")
	s.post(n.path, n.to, raw)
	s.poll()
	challenge := s.expect("harald", "challenge")
	if l := s.last(); l.Verdict != ledger.Held || !strings.Contains(strings.Join(l.Checks, " "), proof.ReasonNoAnswer) {
		t.Errorf("on record as %s: %q", l.Verdict, l.Checks)
	}
	s.letter("harald", reply(challenge))
	s.poll()
	s.expect("harald", "confirmation", contains("CHE 1"))
}

func TestATrustedServersWordCounts(t *testing.T) {
	const results = "Authentication-Results: mx.jeu.example; dmarc=pass header.from=" + domain
	for name, tt := range map[string]struct {
		trusted string
		above   string
		want    ledger.Verdict
	}{
		"the one that is trusted": {"mx.jeu.example", results, ledger.Obeyed},
		"nobody is trusted":       {"", results, ledger.Held},
		"another":                 {"mx.jeu.example", strings.Replace(results, "mx.", "mx.evil.", 1), ledger.Held},
		"below a foreign server":  {"mx.jeu.example", "Received: by evil.example\r\nReceived: by evil.example\r\n" + results, ledger.Held},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t, func(s *story) {
				s.options.Proof = proof.Checker{LookupTXT: nameServer, TrustedAuthservID: tt.trusted, ReceivedAbove: 1}
			})
			n, raw := s.write("harald", "CHE 1")
			s.post(n.path, n.to, append([]byte(tt.above+"\r\n"), raw...))
			s.poll()
			s.unread("harald")
			s.expectVerdict(tt.want)
		})
	}
}

// silentServer never answers.
type silentServer struct{ asked chan struct{} }

func (p silentServer) Check(ctx context.Context, raw []byte, from string) proof.Verdict {
	p.asked <- struct{}{}
	return proof.Verdict{Temporary: true, Reasons: []string{"dkim-no-answer: the name server is silent"}}
}

func TestChecksOfOneAddressAreLimitedInAnHour(t *testing.T) {
	asked := make(chan struct{}, 1000)
	s := newStory(t, func(s *story) { s.options.Proof = silentServer{asked} })
	for range mostChecked + 10 {
		s.letter("harald", "CHE 1")
	}
	s.poll()
	s.expectAll("harald", "challenge", "challenge", "last-challenge")
	if n := len(asked); n != mostChecked {
		t.Errorf("%d letters were checked, want %d", n, mostChecked)
	}
	s.advance(time.Hour)
	s.letter("harald", "CHE 1")
	s.poll()
	if n := len(asked); n != mostChecked+1 {
		t.Errorf("%d letters were checked an hour later", n)
	}
}

func TestAProverThatFailsIsNoProof(t *testing.T) {
	s := newStory(t, withProof(func(context.Context, string) ([]string, error) { return nil, errors.New("no idea") }))
	n, raw := s.signed("harald", "CHE 1")
	s.post(n.path, n.to, raw)
	s.poll()
	s.expect("harald", "challenge")
}
