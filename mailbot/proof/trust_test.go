package proof

import (
	"strings"
	"testing"
)

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
