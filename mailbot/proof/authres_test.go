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

// What the server says of a letter whose author is jean@free.fr.
func TestWhatResultsProve(t *testing.T) {
	tests := []struct {
		results string
		domain  string // "" is unproven
	}{
		{"dkim=pass header.d=free.fr", "free.fr"},
		{"dkim=pass header.i=@free.fr", "free.fr"},
		{"dkim=pass header.d=smtp.free.fr", "smtp.free.fr"},
		{"dkim=pass header.d=evil.com; dkim=pass header.d=free.fr", "free.fr"},
		{"dmarc=pass header.from=free.fr", "free.fr"},
		{"dmarc=pass header.from=jean@free.fr", "free.fr"},
		{"dkim=fail header.d=free.fr; dmarc=pass header.from=FREE.fr", "free.fr"},

		{"spf=pass smtp.mailfrom=jean@free.fr", ""},
		{"spf=pass smtp.mailfrom=free.fr header.d=free.fr header.from=free.fr", ""},
		{"dkim=pass", ""},
		{"dkim=pass header.d=evil.com", ""},
		{"dkim=pass header.d=evil.com header.i=@free.fr", ""},
		{"dkim=pass header.d=evil.com header.d=free.fr", ""},
		{"dkim=pass header.d=evil.com header.d=evil.com header.i=@free.fr", ""},
		{"dkim=pass header.d=free.fr.evil.com", ""},
		{"dkim=pass header.d=fr", ""},
		{"dkim=pass header.i=free.fr@evil.com", ""},
		{"dkim=pass smtp.d=free.fr", ""},
		{"dkim=fail header.d=free.fr", ""},
		{"dkim=neutral (dkim=pass header.d=free.fr)", ""},
		{`dkim=fail reason="x; dkim=pass header.d=free.fr"`, ""},
		{`spf=pass smtp.mailfrom="x; dkim=pass header.d=free.fr"@evil.com`, ""},
		{"x-dkim=pass header.d=free.fr", ""},
		{"dkim-atps=pass header.from=free.fr", ""},
		{"arc=pass header.d=free.fr", ""},
		{"dmarc=pass header.from=evil.com", ""},
		{"dmarc=pass header.from=smtp.free.fr", ""},
		{"dmarc=pass header.d=free.fr", ""},
		{"dmarc=pass header.from=evil.com header.from=free.fr", ""},
		{"dkim=pass header.d=free.fr; dmarc=fail header.from=free.fr", ""},
		{"dkim=pass header.d=free.fr; dmarc=fail", ""},
		{"dmarc=pass header.from=free.fr; dmarc=fail header.from=free.fr", ""},
		{"none", ""},
	}
	for _, tt := range tests {
		raw := "Authentication-Results: mx.example.org; " + tt.results + "\r\n" + plain
		v := trusting.Check(t.Context(), []byte(raw), "jean@free.fr")
		if v.Domain != tt.domain || v.Proven != (tt.domain != "") || v.Proven && v.How != ByAuthenticationResults {
			t.Errorf("%s: %+v, want it proven by %q", tt.results, v, tt.domain)
		}
	}
}

var trusting = Checker{LookupTXT: zone{}.lookup, Now: clock, TrustedAuthservID: "mx.example.org"}

func TestWhichResultsAreTrusted(t *testing.T) {
	const (
		ours     = "Authentication-Results: mx.example.org; dkim=pass header.d=free.fr\r\n"
		failed   = "Authentication-Results: mx.example.org; dkim=fail header.d=free.fr\r\n"
		theirs   = "Authentication-Results: mx.evil.com; dkim=pass header.d=free.fr\r\n"
		received = "Received: from a.example by b.example; Fri, 20 Nov 2026 12:00:00 +0100\r\n"
	)
	tests := []struct {
		name, raw string
		above     int // ReceivedAbove
		proven    bool
		reason    string
	}{
		{"on top", ours + received + plain, 0, true, "results-pass: dkim=pass for free.fr"},
		{"on top of others", ours + received + theirs + failed + plain, 0, true, ""},
		{"folded", "Authentication-Results: MX.Example.ORG\r\n (x)\r\n\t1;\r\n dkim=pass\r\n header.d=free.fr\r\n" + plain, 0, true, ""},
		{"below what the mailbox's servers received", "Return-Path: <jean@free.fr>\r\nDelivered-To: jeu\r\n" + received + received + ours + received + plain, 2, true, ""},

		{"below more than they received", received + received + ours + plain, 1, false, "results: the topmost stands below 2 Received fields, where 1 are allowed"},
		{"written by the sender, below the server's", failed + received + ours + plain, 1, false, "results: no result vouches"},
		{"written by the sender, below a server that says nothing", "Authentication-Results: mx.example.org; none\r\n" + received + ours + plain, 1, false, "results: no result vouches"},
		{"written by the sender, where the server writes none", received + ours + plain, 0, false, "results: the topmost stands below"},
		{"below another server's", theirs + ours + plain, 0, false, `results: the topmost is of "mx.evil.com"`},
		{"below a broken one", "Authentication-Results: (\r\n" + ours + plain, 0, false, "results: the topmost is malformed"},
		{"of another server", theirs + plain, 0, false, "results: the topmost is of"},
		{"of a server below ours", strings.Replace(ours, "mx.", "a.mx.", 1) + plain, 0, false, "results: the topmost is of"},
		{"of a server above ours", strings.Replace(ours, "mx.", "", 1) + plain, 0, false, "results: the topmost is of"},
		{"our name in a comment", "Authentication-Results: (mx.example.org;) mx.evil.com; dkim=pass header.d=free.fr\r\n" + plain, 0, false, "results: the topmost is of"},
		{"below the author's fields", strings.Replace(plain, "\r\n\r\n", "\r\n"+ours+"\r\n", 1), 0, false, "results: none above the author's"},
		{"in the body", plain + ours, 0, false, "results: none above the author's"},
		{"of the old name", "X-" + ours + plain, 0, false, "results: none above the author's"},
		{"of a chain", "ARC-" + ours + plain, 0, false, "results: none above the author's"},
		{"two authors", "From: jean@free.fr\r\n" + ours + plain, 0, false, "from: 2 From fields"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := trusting
			c.ReceivedAbove = tt.above
			v := c.Check(t.Context(), []byte(tt.raw), "jean@free.fr")
			if v.Proven != tt.proven {
				t.Errorf("%+v", v)
			}
			if tt.reason != "" && !hasReason(v, tt.reason) {
				t.Errorf("reasons %q lack %q", v.Reasons, tt.reason)
			}
			c.TrustedAuthservID = ""
			if v := c.Check(t.Context(), []byte(tt.raw), "jean@free.fr"); v.Proven {
				t.Errorf("trusting nobody: %+v", v)
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
