package gloire_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/engine"
	"arbitre/engine/gloire"
	"arbitre/orders"
)

// section is a section of a table, its columns and its rows.
type section struct {
	columns []string
	rows    [][]string
}

func sections(t *testing.T, text string) map[string]section {
	t.Helper()
	found := make(map[string]section)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		name, version, ok := strings.Cut(strings.TrimPrefix(lines[i], "#"), " ")
		if !strings.HasPrefix(lines[i], "#") || !ok || version != "1" || i+1 == len(lines) {
			t.Fatalf("line %d begins no section: %q", i+1, lines[i])
		}
		i++
		s := section{columns: strings.Split(lines[i], "\t")}
		for i+1 < len(lines) && !strings.HasPrefix(lines[i+1], "#") {
			i++
			row := strings.Split(lines[i], "\t")
			if len(row) != len(s.columns) {
				t.Errorf("%s: %d values under %d columns: %q", name, len(row), len(s.columns), row)
			}
			s.rows = append(s.rows, row)
		}
		found[name] = s
	}
	return found
}

// Every section and column is in docs/formats.md.
func TestTablesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(doc), "### ")
	for i, table := range game.Tables(midGame(t, 7), 1, nil) {
		documented := parts[i+1]
		if !strings.HasPrefix(documented, table.File) {
			t.Fatalf("%s isn't documented in its place", table.File)
		}
		for name, s := range sections(t, table.Text) {
			row := regexp.MustCompile("(?m)^\\| `" + name + "` \\|.*$").FindString(documented)
			for _, column := range s.columns {
				if !strings.Contains(row, "`"+column+"`") {
					t.Errorf("%s: %s.%s isn't documented", table.File, name, column)
				}
			}
		}
	}
}

// The movements of TRESOR are exactly what the treasury moved by.
func TestTreasuryTableAddsUp(t *testing.T) {
	playBots(t, 8, 12, 4, func(before engine.State, _ map[engine.Seat]orders.List, after engine.State, events []engine.Event) {
		for _, seat := range game.Awaited(after) {
			tables := game.Tables(after, seat, events)
			sum := 0
			for _, row := range sections(t, tables[1].Text)["TRESOR"].rows {
				amount, err := strconv.Atoi(row[3])
				if err != nil {
					t.Error(err)
				}
				sum += amount
			}
			was, is := before.(*gloire.State).Lords[seat-1].Treasury, after.(*gloire.State).Lords[seat-1].Treasury
			if is-was != sum {
				t.Errorf("season %d, seat %d: %d écus became %d, and the table moves %d", before.Moment().Season, seat, was, is, sum)
			}
		}
	})
}

// The public has no BILAN, and nobody's name is a formula or breaks a row.
func TestTablesAreHarmless(t *testing.T) {
	s := found(t, 3, 1).(*gloire.State)
	s.Lords[0].Name, s.Lords[1].Name, s.Lords[2].Name = "=HYPERLINK(\"x\")", "-2\tB\nC", "+@"
	if tables := game.Tables(s, 0, nil); len(tables) != 1 || tables[0].File != "PARTIE.txt" {
		t.Errorf("%+v", tables)
	}
	names := map[string]bool{}
	for _, row := range sections(t, game.Tables(s, 1, nil)[0].Text)["SEIGNEURS"].rows {
		names[row[2]] = true
	}
	if diff := cmp.Diff(map[string]bool{"'=HYPERLINK(\"x\")": true, "'-2 B C": true, "'+@": true}, names); diff != "" {
		t.Error(diff)
	}
}
