package letter

import (
	"slices"
	"testing"
	"time"
)

// TestSplitHeader reads headers as they should be and as they are.
func TestSplitHeader(t *testing.T) {
	tests := []struct {
		name, raw     string
		from, subject string
		first         string // first line of the text
		remark        string
	}{
		{"CRLF", "From: a@b.fr\r\nSubject: S\r\n\r\nATT\r\n", "a@b.fr", "S", "ATT", ""},
		{"LF", "From: a@b.fr\nSubject: S\n\nATT\n", "a@b.fr", "S", "ATT", ""},
		{"CR", "From: a@b.fr\rSubject: S\r\rATT\r", "a@b.fr", "S", "ATT", ""},
		{"CR CR LF", "From: a@b.fr\r\r\nSubject: S\r\r\n\r\r\nATT\r\r\n", "a@b.fr", "S", "ATT", ""},
		{"byte order mark", "\xef\xbb\xbfFrom: a@b.fr\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", ""},
		{"blank lines before", "\n\r\nFrom: a@b.fr\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", ""},
		{"mbox line", "From a@b.fr Wed Nov  4 08:12:31 2026\nFrom: a@b.fr\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", RemarkMboxLine},
		{"folded", "From: a@b.fr\nSubject: one\n\ttwo\n  three\n\nATT", "a@b.fr", "one two three", "ATT", ""},
		{"blank before colon", "From : a@b.fr\nSUBJECT\t: S\n\nATT", "a@b.fr", "S", "ATT", ""},
		{"broken line among fields", "From: a@b.fr\nbroken here\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", RemarkMalformedHeader},
		{"no blank line", "From: a@b.fr\nSubject: S\nATT Lorraine\nMOV\n", "a@b.fr", "S", "ATT Lorraine", RemarkMissingBlankLine},
		{"blank line with spaces", "From: a@b.fr\nSubject: S\n  \nATT", "a@b.fr", "S", "ATT", ""},
		{"indented first field", " From: a@b.fr\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", ""},
		{"no header", "ATT Lorraine\nIMP 5\n", "", "", "ATT Lorraine", RemarkNoHeader},
		{"latin-1 in a field", "From: a@b.fr\nSubject: \xe9t\xe9\n\nATT", "a@b.fr", "été", "ATT", ""},
		{"twice the same field", "From: a@b.fr\nFrom: c@d.fr\nSubject: S\nSubject: T\n\nATT", "a@b.fr", "S", "ATT", RemarkDuplicateHeader},
		{"override in a name", "From: \u202eX <a@b.fr>\nSubject: S\n\nATT", "a@b.fr", "S", "ATT", RemarkBidi},
		{"header only", "From: a@b.fr\nSubject: S", "a@b.fr", "S", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Read([]byte(tt.raw))
			if l.From.Addr != tt.from || l.Subject != tt.subject {
				t.Errorf("from %q subject %q, want %q %q", l.From.Addr, l.Subject, tt.from, tt.subject)
			}
			first := ""
			if len(l.NewText) > 0 {
				first = l.NewText[0].Text
			}
			if first != tt.first {
				t.Errorf("first line %q, want %q", first, tt.first)
			}
			if tt.remark != "" && !slices.Contains(kinds(l), tt.remark) {
				t.Errorf("remarks %v, want %s", l.Remarks, tt.remark)
			}
			if tt.remark == "" && len(l.Remarks) > 0 {
				t.Errorf("remarks %v, want none", l.Remarks)
			}
		})
	}
}

func TestReturnPath(t *testing.T) {
	tests := []struct {
		raw  string
		path string
		has  bool
	}{
		{"From: a@b.fr\n\n", "", false},
		{"Return-Path: <>\nFrom: a@b.fr\n\n", "", true},
		{"Return-Path: < >\nReturn-Path: <x@y.fr>\n\n", "", true},
		{"Return-Path: <a@b.fr>\n\n", "a@b.fr", true},
		{"Return-path: a@b.fr\n\n", "a@b.fr", true},
	}
	for _, tt := range tests {
		l := Read([]byte(tt.raw))
		if l.ReturnPath != tt.path || l.HasReturnPath != tt.has {
			t.Errorf("%q: %q, %v", tt.raw, l.ReturnPath, l.HasReturnPath)
		}
	}
}

func TestParseDate(t *testing.T) {
	want := time.Date(2026, 11, 4, 8, 12, 31, 0, time.FixedZone("", 3600))
	for _, v := range []string{
		"Wed, 4 Nov 2026 08:12:31 +0100",
		"Wed,  4 Nov 2026 08:12:31 +0100 (CET)",
		"4 Nov 2026 07:12:31 GMT",
		"2026-11-04T08:12:31+01:00",
		"Wed, 4 Nov 2026 07:12:31",
	} {
		if got, ok := parseDate(v); !ok || !got.Equal(want) {
			t.Errorf("%q: %v, %v", v, got, ok)
		}
	}
	if _, ok := parseDate("mercredi"); ok {
		t.Error("read a date where there is none")
	}
}
