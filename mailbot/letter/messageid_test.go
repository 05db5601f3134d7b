package letter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessageIDs(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"<a@b>", []string{"a@b"}},
		{"<a@b> <c@d>\t<e@f>", []string{"a@b", "c@d", "e@f"}},
		{"<a@b><c@d>", []string{"a@b", "c@d"}},
		{"<a@b>, <c@d>", []string{"a@b", "c@d"}},
		{"<a @b>", []string{"a@b"}},
		{"<a@b", []string{"a@b"}},
		{"<a@b <c@d>", []string{"a@b", "c@d"}},
		{"a@b c@d", []string{"a@b", "c@d"}},
		{"Your message of Tuesday <a@b>", []string{"a@b"}},
		{"Your message of Tuesday", nil},
		{"<>", nil},
		{"no-at-sign", []string{"no-at-sign"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, messageIDs(tt.in)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}
