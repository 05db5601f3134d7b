package letter

import "testing"

func TestDecodeTransfer(t *testing.T) {
	tests := []struct {
		name, encoding, in, want string
		remark                   bool
	}{
		{"quoted-printable", "quoted-printable", "=C3=A9t=c3=a9 =\nsuite=20\n", "été suite \n", false},
		{"soft break with blanks", "Quoted-Printable", "a= \t\r\nb", "ab", false},
		{"bad escape", "quoted-printable", "5 =ZZ 3=", "5 =ZZ 3", true},
		{"lone equals", "quoted-printable", "a = b", "a = b", true},
		{"base64", "base64", "QVRU\r\nIExv\r\n", "ATT Lo", false},
		{"base64 without padding", "base64", "QVRUIA", "ATT ", false},
		{"base64 with dirt", "base64", "QV*RU!", "ATT", true},
		{"base64 in two pieces", "base64", "QVQ=\nVA==\n", "ATT", false},
		{"base64 with a footer", "base64", "QVRUIA==\n____\nlist footer\n", "ATT ", true},
		{"text that claims base64", "base64", "ATT Lorraine Lancelot\nIMP 5\n", "ATT Lorraine Lancelot\nIMP 5\n", true},
		{"none", "", "a=20", "a=20", false},
		{"8bit", "8BIT", "é", "é", false},
		{"unknown", "x-gzip64", "abc", "abc", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			remarked := false
			got := string(decodeTransfer([]byte(tt.in), tt.encoding, 1000, func(string, string, ...any) { remarked = true }))
			if got != tt.want || remarked != tt.remark {
				t.Errorf("%q, remark %v; want %q, %v", got, remarked, tt.want, tt.remark)
			}
		})
	}
}

func TestDecodeTransferLimit(t *testing.T) {
	for _, encoding := range []string{"7bit", "quoted-printable", "base64"} {
		if got := decodeTransfer([]byte("QVRUQVRUQVRUQVRUQVRU"), encoding, 6, silent); len(got) < 6 || len(got) > 9 {
			t.Errorf("%s: %d bytes", encoding, len(got))
		}
	}
}
