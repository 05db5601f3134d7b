package docs

import (
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arbitre/engine"
)

// recipe is the part of the game masters' guide that recomputes a draw: the
// commands, and what they print.
func recipe(t *testing.T) (commands, printed string) {
	t.Helper()
	text, err := os.ReadFile("arbitre.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```bash\n(secret=.*?)```\n.*?```text\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatal("arbitre.md has lost the commands that recompute a draw, or their output")
	}
	return string(m[1]), string(m[2])
}

// The output shown in the guide is what the dice themselves give.
func TestTheGuidesDrawIsTheDicesOwn(t *testing.T) {
	commands, printed := recipe(t)
	value := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(commands)
		if m == nil {
			t.Fatalf("the commands have nothing like %s", pattern)
		}
		return m[1]
	}
	var secret engine.Secret
	if err := secret.UnmarshalText([]byte(value(`secret=(\w+)`))); err != nil {
		t.Fatal(err)
	}
	var lists [32]byte
	if _, err := hex.Decode(lists[:], []byte(value(`listes=(\w+)`))); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	if len(lines) != 4 {
		t.Fatalf("the commands print %d lines, want commitment, key, draw and renown", len(lines))
	}
	if commitment, _, _ := strings.Cut(lines[0], " "); commitment != secret.Commitment() {
		t.Errorf("the commitment is %s, and the guide shows %s", secret.Commitment(), commitment)
	}
	dice := secret.Dice(lists)
	if key := hex.EncodeToString(dice[:]); key != lines[1] {
		t.Errorf("the key is %s, and the guide shows %s", key, lines[1])
	}
	const name, most = "call/1/1/renown", 101
	if value(`printf %s (\S+)`) != name {
		t.Errorf("the commands draw another name than %s", name)
	}
	if got := engine.Between(dice, name, 1, most); lines[3] != strconv.FormatInt(got, 10) {
		t.Errorf("the draw is %d, and the guide shows %s", got, lines[3])
	}
}

// A game master who pastes the guide's commands gets what the guide shows.
func TestTheGuidesCommandsRun(t *testing.T) {
	for _, program := range []string{"bash", "openssl", "xxd"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("this machine has no %s", program)
		}
	}
	commands, printed := recipe(t)
	out, err := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", commands).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if string(out) != printed {
		t.Errorf("the commands print\n%s\nand the guide shows\n%s", out, printed)
	}
}
