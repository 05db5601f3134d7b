package docs

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// Every package has its line in the architecture's table.
func TestTheArchitectureNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	err = fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case !d.IsDir() && path.Ext(name) == ".go":
			folders = append(folders, path.Dir(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	folders = slices.Compact(folders)
	if len(folders) == 0 {
		t.Fatal("no package is found")
	}
	for _, folder := range folders {
		if !strings.Contains(string(text), "`"+folder+"`") {
			t.Errorf("architecture.md doesn't say what %s is", folder)
		}
	}
}
