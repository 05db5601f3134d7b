package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The pages of the documentation point at files that exist, and at headings
// that they have.
func TestLinksHold(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pages := []string{"../README.md", "joueur.md", "arbitre.md", "exploitation.md", "formats.md", "architecture.md"}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		base := page[:strings.LastIndex(page, "/")+1]
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			found, err := os.ReadFile(base + target)
			if target == "" {
				found, err = text, nil
			}
			if err != nil {
				t.Errorf("%s points at %s: %v", page, m[1], err)
				continue
			}
			if heading != "" && !hasHeading(string(found), heading) {
				t.Errorf("%s points at %s, which has no such heading", page, m[1])
			}
		}
	}
}

// hasHeading says whether a page has a heading of an anchor's name: in lower
// case, without signs, hyphens for spaces.
func hasHeading(page, anchor string) bool {
	signs := regexp.MustCompile(`[^\p{L}\p{N} -]`)
	for line := range strings.Lines(page) {
		title, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "#"), " ")
		if ok && strings.HasPrefix(line, "#") && strings.ReplaceAll(signs.ReplaceAllString(strings.ToLower(title), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}
