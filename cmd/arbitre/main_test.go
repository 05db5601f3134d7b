package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arbitre": main})
}

// The scripts in testdata are the tools as one uses them.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: func(env *testscript.Env) error { env.Setenv("LANG", "fr_FR.UTF-8"); return nil },
	})
}
