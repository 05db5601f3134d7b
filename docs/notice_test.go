package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var required = regexp.MustCompile(`(?m)^(?:require)?\s+([a-z0-9.]+\.[a-z]+/\S+) v\S+`)

// Every module that this one requires has its notice.
func TestTheNoticeNamesEveryModule(t *testing.T) {
	module, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	notice, err := os.ReadFile("../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	modules := required.FindAllStringSubmatch(string(module), -1)
	if len(modules) == 0 {
		t.Fatal("no module is found in go.mod")
	}
	for _, m := range modules {
		if !strings.Contains(string(notice), m[1]) {
			t.Errorf("NOTICE doesn't name %s, which go.mod requires", m[1])
		}
	}
}
