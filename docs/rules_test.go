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

	"arbitre/engine"
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

// Every decision is told as a house rule, where it applies and in the list; the
// list has all that the engine says it rests on.
func TestTheRuleBookMarksItsHouseRules(t *testing.T) {
	told, list, found := strings.Cut(readRulebook(t), "\n## Les règles maison\n")
	if !found {
		t.Fatalf("%s has lost its list of house rules", rulebook)
	}
	listed := make(map[string]bool)
	for i, m := range regexp.MustCompile(`(?m)^\| (D\d+) \| `).FindAllStringSubmatch(list, -1) {
		listed[m[1]] = true
		if want := fmt.Sprintf("D%d", i+1); m[1] != want {
			t.Errorf("the list has %s in the place of %s", m[1], want)
		}
		marked := regexp.MustCompile(`[Rr]ègle maison\W+` + m[1] + `\b|\b` + m[1] + `\W+règle maison`)
		if !marked.MatchString(told) {
			t.Errorf("%s doesn't mark %s as a house rule where it applies", rulebook, m[1])
		}
	}
	design, err := os.ReadFile(rulesDir + "/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^//   - (D\d+) `).FindAllSubmatch(design, -1) {
		if !listed[string(m[1])] {
			t.Errorf("%s doesn't list %s, on which the engine rests", rulebook, m[1])
		}
	}
	if len(listed) < 12 {
		t.Errorf("%s lists %d decisions", rulebook, len(listed))
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

// The rule book says that the edition "classique" isn't played yet, for as long
// as it isn't.
func TestTheRuleBookSaysWhichEditionsArePlayed(t *testing.T) {
	charter := engine.Charter{Game: "docs", Rules: "gloire", Edition: "classique", Map: "scandinavie", Seats: []engine.Founder{
		{Seat: 1, Name: "Lancelot"}, {Seat: 2, Name: "Gauvain"},
	}}
	_, _, err := gloire.Game{}.Found(charter, engine.Lowest{})
	said := strings.Contains(readRulebook(t), "*L'Arbitre ne joue pas encore cette édition.*")
	if said != (err != nil) {
		t.Errorf("%s says that the classic edition isn't played yet: %t; founding a game of it: %v", rulebook, said, err)
	}
}
