package dkim

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	judge "github.com/emersion/go-msgauth/dkim"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// keys are made once: they take a while.
var rsaKey = sync.OnceValue(func() crypto.Signer { return makeRSA(2048) })

func makeRSA(bits int) crypto.Signer {
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		panic(err)
	}
	return key
}

var edKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

func keys() map[string]crypto.Signer {
	return map[string]crypto.Signer{"rsa": rsaKey(), "ed25519": edKey}
}

func signer(t testing.TB, key crypto.Signer) *Signer {
	t.Helper()
	s, err := New(Options{Domain: "Jeu.Example", Selector: "s2026", Identity: "heraut@jeu.example", Key: key, Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const mail = "Received: by nobody\r\n" +
	"From: =?utf-8?q?Le_H=C3=A9raut?= <heraut@jeu.example>\r\n" +
	"To:  <lancelot@camelot.example>\r\n" +
	"Reply-To: Le Heraut\r\n <heraut+TOKEN@jeu.example>\r\n" +
	"Subject: [scan1] Saison 12 \r\n" +
	"Date: Sat, 14 Mar 2026 12:00:00 +0000\r\n" +
	"Message-ID: <1.x@jeu.example>\r\n" +
	"In-Reply-To: <a@camelot.example>\r\n" +
	"References: <a@camelot.example>\r\n\t<b@camelot.example>\r\n" +
	"Auto-Submitted: auto-generated\r\n" +
	"List-Id: <scan1.jeu.example>\r\n" +
	"list-unsubscribe: <mailto:heraut@jeu.example>\r\n" +
	"X-Odd: not signed\r\n" +
	"MIME-Version: 1.0\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n" +
	"Content-Transfer-Encoding: quoted-printable\r\n" +
	"\r\n" +
	"Sire,\r\n\r\n  vos   ordres  \r\n.\r\nsont\tpris.=C3=A9\r\n\r\n\r\n"

// check has the judge look at a signed mail, with the record in the DNS.
func check(t testing.TB, s *Signer, raw []byte) (*judge.Verification, error) {
	t.Helper()
	record, err := s.Record()
	if err != nil {
		t.Fatal(err)
	}
	verifications, err := judge.VerifyWithOptions(bytes.NewReader(raw), &judge.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name != record.Name {
			return nil, fmt.Errorf("%s isn't in the DNS", name)
		}
		return []string{record.Value}, nil
	}})
	if err != nil {
		return nil, err
	}
	if len(verifications) == 0 {
		return nil, fmt.Errorf("no signature")
	}
	return verifications[0], verifications[0].Err
}

func TestASignedMailIsVerified(t *testing.T) {
	for kind, key := range keys() {
		t.Run(kind, func(t *testing.T) {
			s := signer(t, key)
			for name, raw := range map[string]string{
				"a whole mail":       mail,
				"no body":            "From: a@jeu.example\r\n\r\n",
				"only empty lines":   "From: a@jeu.example\r\n\r\n\r\n \r\n\t\r\n",
				"no last end":        "From: a@jeu.example\r\n\r\ntext",
				"bare line feeds":    strings.ReplaceAll(mail, "\r\n", "\n"),
				"an empty field":     "Subject:\r\nFrom: a@jeu.example\r\n\r\ntext\r\n",
				"two of a field":     "List-Id: <a>\r\nList-Id: <b>\r\nFrom: a@jeu.example\r\nTo: b\r\nTo: c\r\n\r\ntext\r\n",
				"a long References":  "From: a@jeu.example\r\nReferences: " + strings.Repeat("<aaaaaaaaaa@jeu.example>\r\n ", 50) + "<z@x>\r\n\r\n",
				"8 bits in the body": "From: a@jeu.example\r\n\r\n\xe9t\xc3\xa9\r\n",
				"signed before":      "DKIM-Signature: v=1; a=rsa-sha256; b=x\r\nFrom: a@jeu.example\r\n\r\ntext\r\n",
			} {
				raw, err := s.Sign([]byte(raw))
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				v, err := check(t, s, raw)
				if err != nil {
					t.Errorf("%s: %v\n%s", name, err, raw)
					continue
				}
				if v.Domain != "jeu.example" || v.Identifier != "heraut@jeu.example" || !v.Time.Equal(noon) {
					t.Errorf("%s: signed by %s as %s at %v", name, v.Domain, v.Identifier, v.Time)
				}
			}
		})
	}
}

func TestTheMailFollowsTheSignature(t *testing.T) {
	raw, err := signer(t, rsaKey()).Sign([]byte(mail))
	if err != nil {
		t.Fatal(err)
	}
	field, rest, _ := strings.Cut(string(raw), "\r\nReceived:")
	if !strings.HasPrefix(field, "DKIM-Signature: v=1; a=rsa-sha256; ") || "Received:"+rest != mail {
		t.Errorf("signed:\n%s", raw)
	}
	for line := range strings.SplitSeq(field, "\r\n") {
		if len(line) > 78 {
			t.Errorf("a line has %d characters: %s", len(line), line)
		}
	}
	const names = "h=From:To:Subject:Date:Message-ID:In-Reply-To:References:Reply-To:MIME-Version:Content-Type:" +
		"Content-Transfer-Encoding:Auto-Submitted:List-Id:list-unsubscribe:From;"
	if !strings.Contains(strings.NewReplacer("\r\n", "", "\t", "").Replace(field), names) {
		t.Errorf("it covers\n%s", field)
	}
}

// A mail sent again is the same bytes, and so is one rendered again at the
// same time; the time is the caller's.
func TestSignaturesAreDeterministic(t *testing.T) {
	for kind, key := range keys() {
		s := signer(t, key)
		first, err := s.Sign([]byte(mail))
		if err != nil {
			t.Fatal(err)
		}
		again, err := signer(t, key).Sign([]byte(mail))
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: two signatures differ (%v)", kind, err)
		}
		s.o.Now = func() time.Time { return noon.Add(time.Second) }
		later, err := s.Sign([]byte(mail))
		if err != nil || bytes.Equal(first, later) || !bytes.Contains(later, fmt.Appendf(nil, "t=%d;", noon.Unix()+1)) {
			t.Errorf("%s: a second later (%v)\n%s", kind, err, later)
		}
	}
}

func TestTheMailIsNotTouched(t *testing.T) {
	raw := append(make([]byte, 0, 1<<16), mail...)
	if _, err := signer(t, edKey).Sign(raw); err != nil || string(raw) != mail {
		t.Errorf("Sign changed its argument (%v)", err)
	}
}

// What others may do on the way, and what they may not.
func TestChangesOnTheWay(t *testing.T) {
	s := signer(t, rsaKey())
	raw, err := s.Sign([]byte(mail))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, old, new string
		good           bool
	}{
		{"a Received on top", "DKIM-Signature:", "Received: from x\r\nDKIM-Signature:", true},
		{"a field that isn't signed", "not signed", "changed", true},
		{"a field folded", "[scan1] Saison", "[scan1]\r\n Saison", true},
		{"blanks at the end of a line", "sont\tpris", "sont \t pris", true},
		{"empty lines at the end", "\r\n\r\n\r\n", "\r\n", true},
		{"the text", "vos   ordres", "mes   ordres", false},
		{"a second From on top", "DKIM-Signature:", "From: mordred@jeu.example\r\nDKIM-Signature:", false},
		{"a second From below", "X-Odd:", "From: mordred@jeu.example\r\nX-Odd:", false},
		{"From", "<heraut@", "<mordred@", false},
		{"To", "<lancelot@", "<mordred@", false},
		{"Reply-To", "TOKEN", "OTHER", false},
		{"Subject", "Saison 12", "Saison 13", false},
		{"Date", "12:00:00", "13:00:00", false},
		{"Message-ID", "<1.x@", "<2.x@", false},
		{"In-Reply-To", "In-Reply-To: <a@", "In-Reply-To: <c@", false},
		{"References", "\t<b@", "\t<c@", false},
		{"Auto-Submitted", "auto-generated", "no", false},
		{"List-Id", "<scan1.", "<scan2.", false},
		{"List-Unsubscribe", "<mailto:heraut", "<mailto:mordred", false},
		{"Content-Type", "charset=utf-8", "charset=utf-7", false},
		{"MIME-Version", "MIME-Version: 1.0", "MIME-Version: 2.0", false},
		{"Content-Transfer-Encoding", "quoted-printable", "base64", false},
	} {
		changed := strings.Replace(string(raw), tt.old, tt.new, 1)
		if changed == string(raw) {
			t.Errorf("%s: nothing is changed", tt.name)
		}
		if _, err := check(t, s, []byte(changed)); (err == nil) != tt.good {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestWhatIsNotSigned(t *testing.T) {
	s := signer(t, edKey)
	for name, raw := range map[string]string{
		"nothing":                  "",
		"no header":                "\r\n\r\ntext",
		"no end of the header":     "From: a@jeu.example\r\n",
		"no From":                  "To: a@jeu.example\r\n\r\ntext\r\n",
		"two From":                 "From: a@jeu.example\r\nfrom: b@jeu.example\r\n\r\ntext\r\n",
		"a line that is no field":  "From: a@jeu.example\r\nnonsense\r\n\r\ntext\r\n",
		"a name with a blank":      "From : a@jeu.example\r\n\r\ntext\r\n",
		"begins with a fold":       " From: a@jeu.example\r\n\r\ntext\r\n",
		"a fold with nothing":      "From: a@jeu.example\r\n \r\n\r\ntext\r\n",
		"a carriage return, alone": "From: a@jeu.example\r\n\r\nte\rxt\r\n",
		"a NUL":                    "From: a@jeu.example\r\n\r\nte\x00xt\r\n",
	} {
		if raw, err := s.Sign([]byte(raw)); err == nil {
			t.Errorf("%s is signed:\n%s", name, raw)
		}
	}
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(*Options)
		want   string
	}{
		{func(*Options) {}, ""},
		{func(o *Options) { o.Identity = "" }, ""},
		{func(o *Options) { o.Identity = "a@sub.jeu.example" }, ""},
		{func(o *Options) { o.Selector = "a.b-c" }, ""},
		{func(o *Options) { o.Domain = "" }, "no domain"},
		{func(o *Options) { o.Domain = "jeu" }, "no domain"},
		{func(o *Options) { o.Domain = "jeu.example; b=x" }, "no domain"},
		{func(o *Options) { o.Domain = "château.example" }, "no domain"},
		{func(o *Options) { o.Selector = "" }, "no selector"},
		{func(o *Options) { o.Selector = "a\r\nb" }, "no selector"},
		{func(o *Options) { o.Identity = "a@notjeu.example" }, "no address of"},
		{func(o *Options) { o.Identity = "a;b=c@jeu.example" }, "no address of"},
		{func(o *Options) { o.Key = nil }, "no key"},
		{func(o *Options) { o.Key = ec }, "RSA or an Ed25519"},
		{func(o *Options) { o.Key = makeRSA(1024) }, "1024 bits"},
	} {
		o := Options{Domain: "jeu.example", Selector: "s", Identity: "a@jeu.example", Key: edKey}
		tt.change(&o)
		_, err := New(o)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: %v, want %q", o, err, tt.want)
		}
	}
}

func TestRecords(t *testing.T) {
	ed, err := signer(t, edKey).Record()
	if err != nil {
		t.Fatal(err)
	}
	// RFC 8463 §4: the key's 32 bytes themselves, without a wrapping.
	want := "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(edKey[ed25519.SeedSize:])
	if ed.Name != "s2026._domainkey.jeu.example" || ed.Value != want || len(ed.Strings()) != 1 {
		t.Errorf("%+v", ed)
	}
	long, err := signer(t, rsaKey()).Record()
	if err != nil {
		t.Fatal(err)
	}
	parts := long.Strings()
	if strings.Join(parts, "") != long.Value || len(parts) != 2 || len(parts[0]) != 255 {
		t.Errorf("%d parts of %q", len(parts), long.Value)
	}
	if want := `s2026._domainkey.jeu.example. IN TXT "` + parts[0] + `" "` + parts[1] + `"`; long.String() != want {
		t.Errorf("%s", long)
	}
}

func TestReadKey(t *testing.T) {
	pkcs8 := func(key any) []byte {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return der
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	dir := t.TempDir()
	for _, tt := range []struct {
		name, text string
		mode       os.FileMode
		want       string // words of the error; none for a good key
	}{
		{"RSA", block("PRIVATE KEY", pkcs8(rsaKey())), 0o600, ""},
		{"RSA, for the group", block("PRIVATE KEY", pkcs8(rsaKey())), 0o640, ""},
		{"RSA in PKCS #1", block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey().(*rsa.PrivateKey))), 0o400, ""},
		{"Ed25519", block("PRIVATE KEY", pkcs8(edKey)), 0o600, ""},
		{"for everyone", block("PRIVATE KEY", pkcs8(edKey)), 0o644, "chmod 600"},
		{"writable by the group", block("PRIVATE KEY", pkcs8(edKey)), 0o660, "chmod 600"},
		{"too short", block("PRIVATE KEY", pkcs8(makeRSA(1024))), 0o600, "1024 bits"},
		{"an elliptic curve", block("PRIVATE KEY", pkcs8(ec)), 0o600, "RSA or an Ed25519"},
		{"public", block("PUBLIC KEY", []byte("x")), 0o600, "the private one signs"},
		{"locked", block("ENCRYPTED PRIVATE KEY", []byte("x")), 0o600, "passphrase"},
		{"damaged", block("PRIVATE KEY", []byte("sesame")), 0o600, "damaged"},
		{"something else", block("OPENSSH PRIVATE KEY", []byte("sesame")), 0o600, "OPENSSH"},
		{"no PEM", "sesame", 0o600, "no PEM"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(tt.name, " ", "-"))
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, tt.mode); err != nil {
				t.Fatal(err)
			}
			key, err := ReadKey(path)
			if tt.want == "" && (err != nil || key == nil) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "sesame") {
				t.Errorf("the error quotes the file: %v", err)
			}
		})
	}
}

// Whatever is signed, the judge finds it signed; what can't be is refused.
func FuzzSign(f *testing.F) {
	f.Add([]byte(mail))
	f.Add([]byte("From: a\n\n \t x \t\n\n"))
	f.Add([]byte("List-: x\r\nFrom:\r\n\t.\r\n\r\n\r\n"))
	f.Add([]byte("from:a\r\nFrom-X: b\r\nLIST-ID: c\r\nlist-id: d\r\n\r\n\xff\r\n"))
	s := signer(f, edKey)
	f.Fuzz(func(t *testing.T, raw []byte) {
		signed, err := s.Sign(raw)
		if err != nil {
			return
		}
		if _, err := check(t, s, signed); err != nil {
			t.Errorf("%v\n%q", err, signed)
		}
	})
}

func BenchmarkSign(b *testing.B) {
	for kind, key := range keys() {
		b.Run(kind, func(b *testing.B) {
			s := signer(b, key)
			for b.Loop() {
				if _, err := s.Sign([]byte(mail)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
