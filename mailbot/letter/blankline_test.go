package letter

import "testing"

// A line of blanks where a header should begin ends it, or is passed over.
func TestBlanksInThePlaceOfAHeader(t *testing.T) {
	for raw, want := range map[string]string{
		" ":                            "",
		" \n":                          "",
		" \nIMP 5 TOUT\n":              "IMP 5 TOUT",
		"\t \nFrom: a@x\n\nIMP 5 TOUT": "IMP 5 TOUT",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n \nIMP 5 TOUT\n--b--\n": "IMP 5 TOUT",
	} {
		got := ""
		for _, line := range Read([]byte(raw)).NewText {
			got += line.Text
		}
		if got != want {
			t.Errorf("%q reads as %q, want %q", raw, got, want)
		}
	}
}
