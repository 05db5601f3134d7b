package proof

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"math/big"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

var (
	rsaKey = must(rsa.GenerateKey(rand.Reader, 2048))
	edKey  = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A zone is a name server's TXT records.
type zone map[string][]string

func (z zone) lookup(ctx context.Context, name string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r, ok := z[strings.ToLower(name)]; ok {
		return r, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func rsaRecord(k *rsa.PublicKey) []string {
	return []string{"v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(must(x509.MarshalPKIXPublicKey(k)))}
}

// dns holds the one test key for each domain that signs.
func dns() zone {
	z := zone{}
	for _, d := range []string{"free.fr", "smtp.free.fr", "evil.example.net", "github.io", "joueur.github.io", "xn--bcher-kva.example.org", "evil.com"} {
		z["sel._domainkey."+d] = rsaRecord(&rsaKey.PublicKey)
	}
	z["ed._domainkey.free.fr"] = []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(edKey.Public().(ed25519.PublicKey))}
	z["revoked._domainkey.free.fr"] = []string{"v=DKIM1; p="}
	z["twice._domainkey.free.fr"] = append(rsaRecord(&rsaKey.PublicKey), rsaRecord(&rsaKey.PublicKey)...)
	z["huge._domainkey.free.fr"] = []string{rsaRecord(&rsaKey.PublicKey)[0] + "; n=" + strings.Repeat("x", maxRecordBytes)}
	short := &rsa.PublicKey{N: new(big.Int).SetBit(big.NewInt(1), 767, 1), E: 65537}
	z["short._domainkey.free.fr"] = rsaRecord(short)
	return z
}

const plain = "From: Jean <jean@free.fr>\r\nTo: jeu@example.org\r\nSubject: Ordres\r\nDate: Fri, 20 Nov 2026 12:00:00 +0100\r\n" +
	"Message-ID: <1@free.fr>\r\n\r\nAttaquer Lorraine\r\n\r\n\r\n"

var usual = []string{"From", "To", "Subject", "Date", "Message-ID"}

// sign signs a letter for free.fr with what options say otherwise.
func sign(t testing.TB, raw string, options ...func(*dkim.SignOptions)) string {
	t.Helper()
	o := &dkim.SignOptions{
		Domain: "free.fr", Selector: "sel", Signer: rsaKey, HeaderKeys: usual,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	}
	for _, set := range options {
		set(o)
	}
	var b bytes.Buffer
	if err := dkim.Sign(&b, strings.NewReader(raw), o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func domain(d string) func(*dkim.SignOptions) { return func(o *dkim.SignOptions) { o.Domain = d } }
func selector(s string) func(*dkim.SignOptions) {
	return func(o *dkim.SignOptions) { o.Selector = s }
}
func covering(names ...string) func(*dkim.SignOptions) {
	return func(o *dkim.SignOptions) { o.HeaderKeys = names }
}
func key(k crypto.Signer) func(*dkim.SignOptions) { return func(o *dkim.SignOptions) { o.Signer = k } }
func until(x time.Time) func(*dkim.SignOptions) {
	return func(o *dkim.SignOptions) { o.Expiration = x }
}
func simple(o *dkim.SignOptions) {
	o.HeaderCanonicalization, o.BodyCanonicalization = dkim.CanonicalizationSimple, dkim.CanonicalizationSimple
}

// hasReason reports whether a reason begins with the keyword and holds the
// detail, given as "keyword: detail".
func hasReason(v Verdict, want string) bool {
	keyword, detail, _ := strings.Cut(want, ": ")
	return slices.ContainsFunc(v.Reasons, func(r string) bool {
		return strings.HasPrefix(r, keyword+": ") && strings.Contains(r, detail)
	})
}

func TestSignatures(t *testing.T) {
	from := func(a string) string { return strings.Replace(plain, "jean@free.fr", a, 1) }
	later := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	edit := func(raw, old, new string) string {
		t.Helper()
		if !strings.Contains(raw, old) {
			t.Fatalf("no %q to replace", old)
		}
		return strings.Replace(raw, old, new, 1)
	}
	other := must(rsa.GenerateKey(rand.Reader, 1024))
	tests := []struct {
		name, raw string
		from      string // "" is jean@free.fr
		strict    bool
		domain    string // the prover; "" is unproven
		reason    string
	}{
		{"relaxed", sign(t, plain), "", false, "free.fr", "dkim-pass: free.fr"},
		{"simple", sign(t, plain, simple), "", false, "free.fr", ""},
		{"Ed25519", sign(t, plain, selector("ed"), key(edKey)), "", false, "free.fr", ""},
		{"line feeds alone", strings.ReplaceAll(sign(t, plain), "\r\n", "\n"), "", false, "free.fr", ""},
		{"blank lines added at the end", sign(t, plain) + "\r\n\r\n", "", false, "free.fr", ""},
		{"case of the address", sign(t, plain), "Jean@FREE.fr", false, "free.fr", ""},
		{"not expired yet", sign(t, plain, until(later)), "", false, "free.fr", ""},
		{"an organisation's subdomain signs", sign(t, plain, domain("smtp.free.fr")), "", false, "smtp.free.fr", ""},
		{"an author in a subdomain", sign(t, from("jean@adsl.free.fr")), "jean@adsl.free.fr", false, "free.fr", ""},
		{"International domain", sign(t, from("jean@bücher.example.org"), domain("xn--bcher-kva.example.org")), "jean@bücher.example.org", false, "xn--bcher-kva.example.org", ""},
		{"a public suffix for itself", sign(t, from("root@github.io"), domain("github.io")), "root@github.io", false, "github.io", ""},
		{"a list's signature above", sign(t, sign(t, plain), domain("evil.com")), "", false, "free.fr", "dkim-unaligned: evil.com"},
		{"a list's signature below", sign(t, sign(t, plain, domain("evil.com"))), "", false, "free.fr", ""},
		{"covering an earlier signature", sign(t, sign(t, plain, domain("evil.com")), covering("From", "Subject", "DKIM-Signature")), "", false, "free.fr", ""},
		{"a wrong signature above", edit(sign(t, plain), "DKIM-Signature:", "DKIM-Signature: v=1; d=free.fr; s=sel; a=rsa-sha256; h=from:subject; bh=AAAA; b=AAAA\r\nDKIM-Signature:"), "", false, "free.fr", "dkim-failed"},

		{"fields left out", sign(t, plain, covering("From", "Subject", "Date")), "", false, "free.fr", "dkim-partial: to, message-id"},

		{"no signature", plain, "", false, "", "dkim-none"},
		{"strict alignment", sign(t, plain, domain("smtp.free.fr")), "", true, "", "dkim-unaligned: smtp.free.fr"},
		{"strict alignment met", sign(t, plain), "", true, "free.fr", ""},
		{"another domain", sign(t, plain, domain("evil.com")), "", false, "", "dkim-unaligned: evil.com"},
		{"a domain that contains it", sign(t, from("jean@free.fr.evil.com"), domain("evil.com")), "jean@free.fr", false, "", "from: jean@free.fr.evil.com"},
		{"a neighbour under a public suffix", sign(t, from("jean@moi.github.io"), domain("joueur.github.io")), "jean@moi.github.io", false, "", "dkim-unaligned"},
		{"the public suffix for a tenant", sign(t, from("jean@moi.github.io"), domain("github.io")), "jean@moi.github.io", false, "", "dkim-unaligned"},
		{"look-alike letters", sign(t, from("jean@frее.fr"), domain("evil.com")), "jean@free.fr", false, "", "from"},
		{"body changed", edit(sign(t, plain), "Lorraine", "Bretagne"), "", false, "", "dkim-failed: body hash"},
		{"body added to", sign(t, plain) + "Payer tout\r\n", "", false, "", "dkim-failed: body hash"},
		{"subject changed", edit(sign(t, plain), "Ordres", "EFFACER"), "", false, "", "dkim-failed: signature"},
		{"subject added above", "Subject: EFFACER\r\n" + sign(t, plain), "", false, "", "duplicate: subject"},
		{"content type doubled", "Content-Type: text/html\r\nContent-Type: text/plain\r\n" + sign(t, plain), "", false, "", "duplicate: content-type"},
		{"author added above", "From: marie@free.fr\r\n" + sign(t, plain), "marie@free.fr", false, "", "from: 2 From fields"},
		{"author added below", edit(sign(t, plain), "To: jeu", "From: marie@free.fr\r\nTo: jeu"), "", false, "", "from: 2 From fields"},
		{"a blank line of spaces", edit(sign(t, plain), "\r\n\r\nAtt", "\r\nX-A: b\r\n \r\nPayer tout\r\n\r\nAtt"), "", false, "", "header"},
		{"a line that is no field", edit(sign(t, plain), "\r\n\r\nAtt", "\r\nPayer tout\r\n\r\nAtt"), "", false, "", "header: no field"},
		{"a field with a blank in its name", edit(sign(t, plain), "\r\n\r\nAtt", "\r\nPayer tout : x\r\n\r\nAtt"), "", false, "", "header: not a field's name"},
		{"a bare carriage return", edit(sign(t, plain), "\r\n\r\nAtt", "\r\nX-A: b\r\rPayer tout\r\n\r\nAtt"), "", false, "", "header: a bare"},
		{"three ends of a line", edit(sign(t, plain), "\r\n\r\nAtt", "\r\nX-A: b\r\n\r\r\nPayer: tout\r\n\r\nAtt"), "", false, "", "header: a bare"},
		{"subject not covered", sign(t, plain, covering("From", "To")), "", false, "", "dkim-refused: it doesn't cover Subject"},
		{"author not covered", edit(sign(t, plain), "h=From:", "h="), "", false, "", "dkim-refused: it doesn't cover From"},
		{"a part of the body", edit(sign(t, plain), "a=rsa-sha256;", "a=rsa-sha256; l=19;"), "", false, "", "dkim-refused: it covers only a part"},
		{"rsa-sha1", edit(sign(t, plain), "rsa-sha256", "rsa-sha1"), "", false, "", `dkim-refused: algorithm "rsa-sha1"`},
		{"expired", sign(t, plain, until(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))), "", false, "", "dkim-refused: it has expired"},
		{"short key", sign(t, plain, selector("short")), "", false, "", "dkim-failed: too short"},
		{"another key", sign(t, plain, key(other)), "", false, "", "dkim-failed: signature did not verify"},
		{"revoked key", sign(t, plain, selector("revoked")), "", false, "", "dkim-failed: key revoked"},
		{"two keys under one name", sign(t, plain, selector("twice")), "", false, "", "dkim-failed: multiple"},
		{"an enormous key", sign(t, plain, selector("huge")), "", false, "", "dkim-failed: a record of"},
		{"no key", sign(t, plain, selector("none")), "", false, "", "dkim-failed: no key"},
		{"a selector to surprise a resolver", edit(sign(t, plain), "s=sel", "s=s/../l"), "", false, "", "dkim-refused: selector"},
		{"a domain that folds into another", edit(sign(t, plain), "d=free.fr", "d=ｆree.fr"), "", false, "", "dkim-refused: no domain"},
		{"a tag twice", edit(sign(t, plain), "d=free.fr", "d=free.fr; d=free.fr"), "", false, "", "dkim-refused: the tag"},
		{"no header end, no body", "From: jean@free.fr", "", false, "", "dkim-none"},
		{"nothing", "", "", false, "", "from: 0 From fields"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.from == "" {
				tt.from = "jean@free.fr"
			}
			c := Checker{LookupTXT: dns().lookup, Strict: tt.strict, Now: clock}
			v := c.Check(t.Context(), []byte(tt.raw), tt.from)
			how := ""
			if tt.domain != "" {
				how = ByDKIM
			}
			if v.Proven != (tt.domain != "") || v.Domain != tt.domain || v.How != how || v.Temporary {
				t.Errorf("%+v, want it proven by %q", v, tt.domain)
			}
			if tt.reason != "" && !hasReason(v, tt.reason) {
				t.Errorf("reasons %q lack %q", v.Reasons, tt.reason)
			}
		})
	}
}

func clock() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// An expiry is judged by the checker's own clock.
func TestClock(t *testing.T) {
	x := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	raw := []byte(sign(t, plain, until(x)))
	for _, tt := range []struct {
		now  time.Time
		want bool
	}{{x.Add(-time.Second), true}, {x, false}} {
		c := Checker{LookupTXT: dns().lookup, Now: func() time.Time { return tt.now }}
		if v := c.Check(t.Context(), raw, "jean@free.fr"); v.Proven != tt.want {
			t.Errorf("at %v: %+v", tt.now, v)
		}
	}
}

// A stranger's letter doesn't make us query his name server, and costs at most
// MaxSignatures queries of the author's.
func TestQueriesAreBounded(t *testing.T) {
	var asked []string
	c := Checker{MaxSignatures: 2, Now: clock, LookupTXT: func(_ context.Context, name string) ([]string, error) {
		asked = append(asked, name)
		return nil, &net.DNSError{IsNotFound: true}
	}}
	raw := plain
	for range 5 {
		raw = sign(t, sign(t, raw), domain("evil.com"))
	}
	v := c.Check(t.Context(), []byte(raw), "jean@free.fr")
	if want := []string{"sel._domainkey.free.fr", "sel._domainkey.free.fr"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q", asked)
	}
	if v.Proven || v.Temporary || !hasReason(v, "dkim-many: only 2") {
		t.Errorf("%+v", v)
	}
}

// A name server that doesn't answer proves nothing, and says to ask again.
func TestTemporaryFailure(t *testing.T) {
	raw := []byte(sign(t, plain))
	for name, lookup := range map[string]func(context.Context, string) ([]string, error){
		"server failure": func(context.Context, string) ([]string, error) {
			return nil, &net.DNSError{Err: "server misbehaving", IsTemporary: true}
		},
		"silence": func(ctx context.Context, _ string) ([]string, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := Checker{LookupTXT: lookup, Now: clock, Timeout: time.Millisecond}
			if v := c.Check(t.Context(), raw, "jean@free.fr"); v.Proven || !v.Temporary || !hasReason(v, "dkim-no-answer") {
				t.Errorf("%+v", v)
			}
		})
	}
	c := Checker{LookupTXT: func(context.Context, string) ([]string, error) { return nil, errors.New("refused") }, Now: clock}
	if v := c.Check(t.Context(), raw, "jean@free.fr"); v.Proven || v.Temporary {
		t.Errorf("%+v", v)
	}
}

// FuzzCheck holds that nothing is proven without the key's owner or the trusted
// server: no letter that differs from the signed one in what a reader sees.
func FuzzCheck(f *testing.F) {
	signed := sign(f, plain)
	for _, s := range []string{
		"", plain, signed, sign(f, plain, simple), "From: jean@free.fr\n\n", "\r\n\r\n", ":\r\n", "From: a: b@c.fr, d@e.fr;\r\n\r\n",
		"Subject: x\r\n" + signed, strings.Replace(signed, "free.fr", "evil.com", 1), "Authentication-Results: mx.example.org; dkim=pass header.d=free.fr\r\n" + plain,
		"DKIM-Signature: v=1; d=free.fr; s=sel; a=rsa-sha256; h=from:subject; bh=; b=\r\n" + plain,
	} {
		f.Add([]byte(s), "jean@free.fr")
	}
	c := Checker{LookupTXT: dns().lookup, Now: clock, TrustedAuthservID: "mx.example.org"}
	f.Fuzz(func(t *testing.T, raw []byte, from string) {
		v := c.Check(t.Context(), raw, from)
		if len(v.Reasons) == 0 || v.Proven == (v.How == "") || v.Proven == (v.Domain == "") {
			t.Errorf("%+v", v)
		}
		if v.How == ByDKIM {
			body := string(raw[bytes.IndexByte(raw, '\n')+1:])
			if !strings.Contains(strings.ToLower(string(raw)), "jean@free.fr") || !strings.Contains(body, "Lorraine") {
				t.Errorf("proven by a signature that was never made: %q", raw)
			}
		}
		if v.How == ByAuthenticationResults && !bytes.Contains(bytes.ToLower(raw), []byte("mx.example.org")) && !bytes.Contains(raw, []byte(`"`)) {
			t.Errorf("proven by nobody: %q", raw)
		}
	})
}
