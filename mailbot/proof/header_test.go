package proof

import (
	"strings"
	"testing"
)

func TestSplitHeader(t *testing.T) {
	tests := []struct {
		name, raw, body string
		fields          int
		fault           string // "" is none
	}{
		{"usual", "A: b\r\nC: d\r\n\r\nbody", "body", 2, ""},
		{"line feeds", "A: b\nC: d\n\nbody", "body", 2, ""},
		{"mixed", "A: b\nC: d\r\n\nbody", "body", 2, ""},
		{"folded", "A: b\r\n\tc\r\n d\r\n\r\nbody", "body", 1, ""},
		{"no body", "A: b\r\n\r\n", "", 1, ""},
		{"no end", "A: b\r\n c", "", 1, ""},
		{"blank first line", "\r\nA: b\r\n\r\n", "A: b\r\n\r\n", 0, ""},
		{"largest", strings.Repeat("A: b\r\n", maxFields) + "\r\n", "", maxFields, ""},
		{"most lines", "A: b\n" + strings.Repeat(" c\n", maxFieldLines-1) + "\n", "", 1, ""},

		{"too many fields", strings.Repeat("A: b\r\n", maxFields+1) + "\r\n", "", 0, "more than 1000 fields"},
		{"too many lines", "A: b\n" + strings.Repeat(" c\n", maxFieldLines) + "\n", "", 0, "more than 400 lines"},
		{"a field too long", "A: " + strings.Repeat("b", maxFieldBytes) + "\n\n", "", 0, "a field of more than"},
		{"too long", strings.Repeat("A: "+strings.Repeat("b", maxFieldBytes/2)+"\n", 9) + "\n", "", 0, "longer than"},
		{"continuation of nothing", " A: b\r\n\r\n", "", 0, "a continuation of nothing"},
		{"blank continuation", "A: b\r\n \r\nC: d\r\n\r\n", "", 0, "a line of blanks"},
		{"mailbox separator", "From jean@free.fr Fri Nov 20 12:00:00\r\nA: b\r\n\r\n", "", 0, "not a field's name"},
		{"byte order mark", "\xef\xbb\xbfA: b\r\n\r\n", "", 0, "not a field's name"},
		{"no colon", "A: b\r\nhello\r\n\r\n", "", 0, "no field"},
		{"no name", ": b\r\n\r\n", "", 0, "no field"},
		{"carriage returns alone", "A: b\rC: d\r\rbody", "", 0, "a bare carriage return"},
		{"zero byte", "A: b\x00\r\n\r\n", "", 0, "zero byte"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, body, err := splitHeader([]byte(tt.raw))
			if tt.fault != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fault) {
					t.Fatalf("error %v, want %q", err, tt.fault)
				}
				return
			}
			if err != nil || len(h) != tt.fields || string(body) != tt.body {
				t.Errorf("%d fields, body %q, error %v", len(h), body, err)
			}
		})
	}
	h, _, _ := splitHeader([]byte("A: b\r\nLong:  x\r\n\ty\r\n z \r\n\r\n"))
	if f := h[1]; f.name != "long" || f.value != "x\ty z" || string(f.raw) != "Long:  x\r\n\ty\r\n z \r\n" {
		t.Errorf("%q %q %q", f.name, f.value, f.raw)
	}
}
