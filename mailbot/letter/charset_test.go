package letter

import "testing"

// TestDecodeCharset reads bytes under true, missing and false declarations.
func TestDecodeCharset(t *testing.T) {
	tests := []struct {
		label, in, want string
		remark          bool
	}{
		{"utf-8", "é", "é", false},
		{"UTF8", "\xef\xbb\xbfé", "é", false},
		{"", "abc", "abc", false},
		{"", "é", "é", false},
		{"", "\xe9t\xe9", "été", true},
		{"us-ascii", "é", "é", true},
		{"us-ascii", "\xe9", "é", true},
		{"utf-8", "\xe9t\xe9", "été", true},
		{"utf-8", "é et \xe9", "é et é", true},
		{"iso-8859-1", "\xe9 \x80 \x92", "é € ’", false},
		{"ISO-8859-1", "é", "é", true},
		{"latin1", "\xe9", "é", false},
		{"iso-8859-15", "\xe9 \xa4 \xbd", "é € œ", false},
		{"windows-1252", "\x9c", "œ", false},
		{"windows-1250", "\xb3", "ł", false},
		{"koi8-r", "\xf2", "Р", false},
		{"macintosh", "\x8e", "é", false},
		{"x-mac-roman", "\x8e", "é", false},
		{"cp850", "\x82", "é", false},
		{"utf-16", "\xff\xfeA\x00\xe9\x00", "Aé", false},
		{"utf-16", "\xfe\xff\x00A\x00\xe9", "Aé", false},
		{"utf-16le", "A\x00\xe9\x00", "Aé", false},
		{"utf-16be", "\x00A\x00\xe9", "Aé", false},
		{"utf-16", "A\x00b\x00c\x00", "Abc", false},
		{"utf-7", "D+AOk-f +- 5 +IKw-", "Déf + 5 €", false},
		{"utf-7", "a+b", "a+b", false},
		{"shift_jis", "\x83A", "ア", false},
		{"gb2312", "\xc4\xe3", "你", false},
		{"iso-2022-jp", "\x1b$B$\"\x1b(B", "あ", false},
		{"charset=iso-8859-1", "\xe9", "é", false},
		{"klingon", "\xe9", "é", true},
		{"unknown-8bit", "é", "é", false},
		{"replacement", "abc", "abc", true},
	}
	for _, tt := range tests {
		remarked := false
		got := decodeCharset([]byte(tt.in), tt.label, func(string, string, ...any) { remarked = true })
		if got != tt.want || remarked != tt.remark {
			t.Errorf("%s %q: %q, remark %v; want %q, %v", tt.label, tt.in, got, remarked, tt.want, tt.remark)
		}
	}
}

func TestUndouble(t *testing.T) {
	for s, want := range map[string]string{
		"l'Ã©tÃ© Ã\u00a0 Metz": "l'été à Metz",
		"â‚¬ et lâ€™or":        "€ et l’or",
		"NÃO":                  "NÃO",
		"été et Ã©tÃ©":         "été et Ã©tÃ©",
		"Ã©\nété\n":            "é\nété\n",
	} {
		if got := undouble(s, func(string, string, ...any) {}); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestHeaderText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain", "plain"},
		{"=?utf-8?Q?=C3=A9t=C3=A9?=", "été"},
		{"=?UTF-8?B?w6l0w6k=?=", "été"},
		{"=?iso-8859-1?q?=E9_t=E9?=", "é té"},
		{"Re: =?utf-8?Q?=C3=A9?= suite", "Re: é suite"},
		{"=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"},
		{"=?utf-8?Q?a?= b =?utf-8?Q?c?=", "a b c"},
		{"=?utf-8?Q?=C3?= =?utf-8?Q?=A9?=", "é"},
		{"x=?utf-8?Q?=C3=A9?=y", "xéy"},
		{"=?utf-8?Q?with space?=", "with space"},
		{"=?utf-8*fr?Q?=C3=A9?=", "é"},
		{"=?klingon?Q?=E9?=", "é"},
		{"=?utf-8?X?abc?=", "=?utf-8?X?abc?="},
		{"=?utf-8?Q?open", "=?utf-8?Q?open"},
		{"\xe9t\xe9", "été"},
		{"a\x00b\u202ec\td", "abc d"},
	}
	for _, tt := range tests {
		if got := headerText(tt.in, silent); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestCleanText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"a\r\nb\rc\n", "a\nb\nc\n"},
		{"a\u00a0b\u202fc\td", "a b c d"},
		{"e\u0301", "é"},
		{"a\x00\x07\x7fb", "ab"},
		{"a\u202eb\u2066c", "abc"},
		{"soft\u00adhyphen\u200b\ufeff", "softhyphen"},
		{"l\u0092arme\u2028suite", "l’arme\nsuite"},
		{"“x” — y", "“x” — y"},
	}
	for _, tt := range tests {
		if got := cleanText(tt.in, silent); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
