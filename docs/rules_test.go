package docs

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbitre/engine/gloire"
)

const (
	rulebook = "regles.md"
	rulesDir = "../engine/gloire"
)

func readRulebook(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(rulebook)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rulesTests are the tests of the game's engine, with the file of each.
func rulesTests(t *testing.T) map[string]string {
	t.Helper()
	tests, declared := make(map[string]string), regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(rulesDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			tests[string(m[1])] = filepath.Base(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

// The rule book and the tests hold each other: every test that it names exists,
// and it names every worked example, and every test that is called after a
// clause of the rules or a decision.
func TestTheRuleBookNamesItsTests(t *testing.T) {
	tests := rulesTests(t)
	named := make(map[string]bool)
	for _, name := range regexp.MustCompile(`\bTest\w+`).FindAllString(readRulebook(t), -1) {
		named[name] = true
		if _, exists := tests[name]; !exists && name != "TestExample" {
			t.Errorf("%s names %s, which is no test of %s", rulebook, name, rulesDir)
		}
	}
	ofClause := regexp.MustCompile(`^Test(Example)?([IVX]+\d?[a-z]?|RC\d+|D\d+)_`)
	for name, file := range tests {
		if (strings.HasPrefix(file, "examples") || ofClause.MatchString(name)) && !named[name] {
			t.Errorf("%s holds a clause (%s), and %s doesn't name it: add it to its clause", name, file, rulebook)
		}
	}
}

// Every decision is told as a house rule, where it applies and in the list.
func TestTheRuleBookMarksItsHouseRules(t *testing.T) {
	told, list, found := strings.Cut(readRulebook(t), "\n## Les règles maison\n")
	if !found {
		t.Fatalf("%s has lost its list of house rules", rulebook)
	}
	for n := 1; n <= 17; n++ {
		decision := fmt.Sprintf("D%d", n)
		marked := regexp.MustCompile(`(?s)(règle maison\W+` + decision + `\b|` + decision + `\W+règle maison|\*\*[Rr]ègle maison\s\(` + decision + `\)\*\*)`)
		if !marked.MatchString(strings.ReplaceAll(told, "Règle", "règle")) {
			t.Errorf("%s doesn't mark %s as a house rule where it applies", rulebook, decision)
		}
		if !strings.Contains(list, "\n| "+decision+" | ") {
			t.Errorf("%s doesn't list %s among the house rules", rulebook, decision)
		}
	}
}

// The rule book's order of play is the engine's.
func TestTheRuleBookPlaysInOrder(t *testing.T) {
	rows := make(map[string]string)
	last := 0
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+)(?:–(\d+))? \| [^|]+ \| ?([A-Z ]*)\|$`).FindAllStringSubmatch(readRulebook(t), -1) {
		rows[m[1]] = strings.TrimSpace(m[3])
		var number int
		if _, err := fmt.Sscan(m[1], &number); err != nil || number <= last {
			t.Errorf("phase %s is out of order", m[1])
		}
		last = number
	}
	for _, p := range gloire.Phases() {
		row, told := rows[fmt.Sprint(p.Number)]
		if !told {
			t.Errorf("phase %d, %s, isn't in the table", p.Number, p.Key)
		}
		if codes := strings.Fields(row); !slices.Equal(codes, p.Codes) && len(codes)+len(p.Codes) > 0 {
			t.Errorf("phase %d carries out %v, and the table says %v", p.Number, p.Codes, codes)
		}
	}
}

// The rule book's figures of the maps are those that are played with.
func TestTheRuleBookKnowsTheMaps(t *testing.T) {
	var maps []struct {
		Name      string `json:"name"`
		Titles    [6]int `json:"titles"`
		Prestige  int    `json:"prestige_victory"`
		Conquest  int    `json:"conquest"`
		Diplomacy int    `json:"diplomacy"`
		Lords     int    `json:"lords"`
	}
	text, err := os.ReadFile(rulesDir + "/atlas/maps.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &maps); err != nil {
		t.Fatal(err)
	}
	page := readRulebook(t)
	if len(maps) != 4 {
		t.Errorf("%d maps", len(maps))
	}
	for _, m := range maps {
		titles := fmt.Sprintf("| %s | %s |", m.Name, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(m.Titles), "[]")), " | "))
		victory := fmt.Sprintf("| %s | %d | %d provinces | tous les vivants | %d %% | %d", m.Name, m.Prestige, m.Conquest, m.Diplomacy, m.Lords)
		for _, row := range []string{titles, victory} {
			if !strings.Contains(page, "\n"+row) {
				t.Errorf("%s has no row %q", rulebook, row)
			}
		}
	}
}
