package proof

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseResults(t *testing.T) {
	prop := func(kv ...string) (ps []property) {
		for i := 0; i < len(kv); i += 2 {
			ps = append(ps, property{kv[i], kv[i+1]})
		}
		return ps
	}
	tests := []struct {
		name, value string
		want        results
		fails       bool
	}{
		{"nothing to say", "mx.example.org; none", results{"mx.example.org", nil}, false},
		{"nothing to say, version", "mx.example.org 1; none", results{"mx.example.org", nil}, false},
		{"only a name", "mx.example.org", results{"mx.example.org", nil}, false},
		{"Gmail", "mx.google.com; dkim=pass header.i=@free.fr header.s=smtp-2022 header.b=Ab/+12cd; spf=pass (google.com: domain of jean@free.fr designates 212.27.42.1 as permitted sender) smtp.mailfrom=jean@free.fr; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=free.fr",
			results{"mx.google.com", []result{
				{"dkim", "pass", prop("header.i", "@free.fr", "header.s", "smtp-2022", "header.b", "Ab/+12cd")},
				{"spf", "pass", prop("smtp.mailfrom", "jean@free.fr")},
				{"dmarc", "pass", prop("header.from", "free.fr")},
			}}, false},
		{"words without a type, as of Exchange", "mx.example.org 1; dkim=pass (signature was verified) header.d=free.fr;dmarc=pass action=none header.from=free.fr;compauth=pass reason=100",
			results{"mx.example.org", []result{
				{"dkim", "pass", prop("header.d", "free.fr")},
				{"dmarc", "pass", prop("action", "none", "header.from", "free.fr")},
				{"compauth", "pass", prop("reason", "100")},
			}}, false},
		{"a last semicolon, as of Yahoo", "atlas.yahoo.com; dmarc=pass(p=NONE,sp=QUARANTINE) header.from=free.fr; ",
			results{"atlas.yahoo.com", []result{{"dmarc", "pass", prop("header.from", "free.fr")}}}, false},
		{"comments nest and quote nothing", `mx.example.org (a (b; dkim=pass header.d=free.fr) \) ") (c); spf (x) / (y) 1 = (z) fail (dkim=pass)`,
			results{"mx.example.org", []result{{"spf", "fail", nil}}}, false},
		{"RFC 8601 §B.7, blanks and comments everywhere", `foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462`,
			results{"foo.example.net", []result{{"dkim", "fail", prop("policy.expired", "1362471462")}}}, false},
		{"semicolons and parentheses in quotes", `mx.example.org; dkim=fail reason="x; dkim=pass (" header.d=evil.com; spf=pass smtp.mailfrom="a; dkim=pass header.d=free.fr"@evil.com`,
			results{"mx.example.org", []result{
				{"dkim", "fail", prop("reason", "x; dkim=pass (", "header.d", "evil.com")},
				{"spf", "pass", prop("smtp.mailfrom", "a; dkim=pass header.d=free.fr@evil.com")},
			}}, false},
		{"escapes in quotes", `mx.example.org; dkim=fail reason="a\"; dkim=pass header.d=\\"`,
			results{"mx.example.org", []result{{"dkim", "fail", prop("reason", `a"; dkim=pass header.d=\`)}}}, false},
		{"a quoted name", `"mx.example.org"; none`, results{"mx.example.org", nil}, false},
		{"case", "MX.example.org; DKIM=Pass Header.D=Free.fr", results{"MX.example.org", []result{{"dkim", "pass", prop("header.d", "Free.fr")}}}, false},
		{"a later version of a method", "mx.example.org; dkim/2=pass header.d=free.fr", results{"mx.example.org", nil}, false},

		{"a later version of all", "mx.example.org 2; dkim=pass header.d=free.fr", results{}, true},
		{"no name", "; dkim=pass", results{}, true},
		{"no name, as of Exchange", "spf=pass smtp.mailfrom=free.fr; dkim=pass header.d=free.fr", results{}, true},
		{"a comment without its end", "mx.example.org; dkim=pass header.d=free.fr (", results{}, true},
		{"a quote without its end", `mx.example.org; dkim=pass header.d="free.fr`, results{}, true},
		{"an end without its comment", "mx.example.org; spf=fail x) dkim=pass", results{}, true},
		{"a method without result", "mx.example.org; dkim", results{}, true},
		{"a property without value", "mx.example.org; dkim=pass header.d=", results{}, true},
		{"a word between", "mx.example.org; dkim=pass header.d=free.fr hello; spf=pass", results{}, true},
		{"none among results", "mx.example.org; none dkim=pass", results{}, true},
		{"text after the name", "mx.example.org dkim=pass", results{}, true},
		{"nothing", "", results{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseResults(tt.value)
			if (err != nil) != tt.fails {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(results{}, result{}, property{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzAuthenticationResults holds that what is in a comment or in quotes is
// never read as a result: changing it changes nothing.
func FuzzAuthenticationResults(f *testing.F) {
	for _, s := range []string{
		"mx.example.org; none", "mx.example.org 1; dkim=pass (x (y) z) header.d=free.fr; spf=pass smtp.mailfrom=\"a b\"@c.fr",
		"(", ")", "\"", ";", "a;b=c d.e=f", "a;b/1=c", "a 2;b=c", "a;b=c \\", "a (\\) ; b=c", "a;b=c d=\"\\\"\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, v string) {
		r, err := parseResults(v)
		if err != nil {
			return
		}
		for _, res := range r.all {
			if res.method == "" || res.value == "" || strings.ContainsAny(res.method+res.value, " ;()\"=.") {
				t.Errorf("%+v", res)
			}
		}
		if strings.ContainsAny(v, "\r\n\x00\"\\") {
			return
		}
		// Without quotes, results are what is left when comments are gone.
		var bare strings.Builder
		depth := 0
		for _, c := range []byte(v) {
			switch {
			case c == '(':
				depth++
				bare.WriteByte(' ')
			case c == ')':
				depth--
			case depth == 0:
				bare.WriteByte(c)
			}
		}
		again, err := parseResults(bare.String())
		if diff := cmp.Diff(r, again, cmp.AllowUnexported(results{}, result{}, property{})); err != nil || diff != "" {
			t.Errorf("%q: %v %s", v, err, diff)
		}
	})
}
