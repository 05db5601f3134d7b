package letter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnflow(t *testing.T) {
	tests := []struct {
		name, in string
		delSp    bool
		want     []string
	}{
		{"fixed", "a\nb", false, []string{"a", "b"}},
		{"joined", "a \nb\nc", false, []string{"a b", "c"}},
		{"deleted space", "lor \nraine", true, []string{"lorraine"}},
		{"stuffed", " From\n >x\n  y", false, []string{"From", ">x", " y"}},
		{"quotes", "> a \n> b\n>> c \n> d", false, []string{"> a b", ">> c", "> d"}},
		{"separator", "a \n-- \nb", false, []string{"a", "--", "b"}},
		{"blank", "a\n \nb", false, []string{"a", "", "b"}},
		{"open end", "a ", false, []string{"a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range unflow(tt.in, tt.delSp) {
				got = append(got, l.shown())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestStuffedGreaterThan checks that a ">" which the writer typed is text.
func TestStuffedGreaterThan(t *testing.T) {
	if got := newTextOf("T", "text/plain; format=flowed", " >500 hommes\n> vieux\n"); got != ">500 hommes" {
		t.Error(got)
	}
}
