package config

import (
	"encoding"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

const examplePath = "../../config.example.toml"

func example(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheExampleParses(t *testing.T) {
	c, err := Load(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Games) != 1 || len(c.Games[0].Seats) != 3 || c.Games[0].Master.Address == "" {
		t.Errorf("the example's game is read as %+v", c.Games)
	}
}

// The example explains every key that there is, and none that there isn't.
func TestTheExampleHasEveryKey(t *testing.T) {
	var text map[string]any
	if err := toml.Unmarshal(example(t), &text); err != nil {
		t.Fatal(err)
	}
	wanted := keysOf(reflect.TypeFor[Config](), "")
	wanted = slices.DeleteFunc(wanted, func(k string) bool { return k == "game.master.lord" }) // a master plays no lord
	if diff := cmp.Diff(wanted, keysIn(text, "")); diff != "" {
		t.Errorf("the keys of the program (-) and of the example (+):\n%s", diff)
	}
}

// What the example says of a key names the default that is filled in.
func TestTheExampleTellsTheDefaults(t *testing.T) {
	c := mustParse(t, minimal)
	for key, value := range map[string]any{
		"data": c.Data, "language": c.Language, "log_level": c.LogLevel, "name": c.Sender.Name,
		"security": c.IMAP.Security, "folder": c.IMAP.Folder, "poll": short(c.IMAP.Poll),
		"grace": short(c.Conduct.Grace), "absent_share": c.Conduct.AbsentShare, "daily_answers": c.Conduct.DailyAnswers,
		"seat_answers": c.Conduct.SeatAnswers, "thread_answers": c.Conduct.ThreadAnswers, "idle_answers": c.Conduct.IdleAnswers,
		"dkim": c.Identity.DKIM, "received_above": c.Identity.ReceivedAbove,
		"auth": text(t, c.IMAP.Auth), "per_minute": c.SMTP.PerMinute, "per_domain_minute": c.SMTP.PerDomainMinute,
		"rules": c.Games[0].Rules, "edition": c.Games[0].Edition, "map": c.Games[0].Map,
		"schedule": c.Games[0].Schedule, "zone": c.Games[0].Zone,
	} {
		if said := explanation(t, key); !strings.Contains(said, fmt.Sprint(value)) {
			t.Errorf("%s is %v by default, and the example says:\n%s", key, value, said)
		}
	}
}

func text(t *testing.T, v encoding.TextMarshaler) string {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// short writes a duration without its noughts: 12h, not 12h0m0s.
func short(d Duration) string {
	return strings.TrimSuffix(strings.TrimSuffix(time.Duration(d).String(), "0s"), "0m")
}

// explanation is what the example says of a key: the comment over the first
// line that sets it or, if there is none, over the lines that it stands with.
func explanation(t testing.TB, key string) string {
	lines := strings.Split(string(example(t)), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, key+" = ") })
	if at < 0 {
		t.Fatalf("the example has no line for %s", key)
	}
	top := at
	for top > 0 && lines[top-1] != "" && !strings.HasPrefix(lines[top-1], "#") && !strings.HasPrefix(lines[top-1], "[") {
		top--
	}
	for top > 0 && strings.HasPrefix(lines[top-1], "#") {
		top--
	}
	return strings.Join(lines[top:at+1], "\n")
}

// keysOf lists the keys of a type, "imap.poll", sorted.
func keysOf(t reflect.Type, prefix string) []string {
	var keys []string
	for _, f := range reflect.VisibleFields(t) {
		name := f.Tag.Get("toml")
		if name == "" {
			continue // embedded: its fields are visible themselves
		}
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			keys = append(keys, keysOf(inner, prefix+name+".")...)
			continue
		}
		keys = append(keys, prefix+name)
	}
	slices.Sort(keys)
	return keys
}

// keysIn lists the keys of a file, each once, sorted.
func keysIn(table map[string]any, prefix string) []string {
	var keys []string
	for name, value := range table {
		switch v := value.(type) {
		case map[string]any:
			keys = append(keys, keysIn(v, prefix+name+".")...)
		case []any:
			tables := 0
			for _, one := range v {
				if inner, ok := one.(map[string]any); ok {
					tables++
					keys = append(keys, keysIn(inner, prefix+name+".")...)
				}
			}
			if tables == 0 {
				keys = append(keys, prefix+name)
			}
		default:
			keys = append(keys, prefix+name)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
