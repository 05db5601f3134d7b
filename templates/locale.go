package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Spaces on which no line breaks.
const (
	nbsp       = "\u00a0"
	narrowNBSP = "\u202f"
)

// A locale is what the template functions need to know of a language.
type locale struct {
	code      string
	thousands string // between groups of three digits
	decimal   string
	percent   string // the sign, with what stands before it
	and, or   string // before a list's last item, with its spaces
	open      string // quotation marks
	close     string
	singular  func(n int64) bool            // whether n takes the singular
	ordinal   func(n int64) string          // "2e"
	of        func(name string) string      // "d'Uppland"
	date      func(t time.Time) string      // "samedi 21 novembre 2026"
	clock     func(t time.Time) string      // "20 h 00"
	moment    string                        // a date, a clock and a zone together, by their verbs
	zone      func(z *time.Location) string // "heure de Paris"
	finish    func(text string) string      // typography
}

var french = &locale{
	code:      "fr",
	thousands: narrowNBSP,
	decimal:   ",",
	percent:   nbsp + "%",
	and:       " et ",
	or:        " ou ",
	open:      "«" + nbsp,
	close:     nbsp + "»",
	singular:  func(n int64) bool { return -2 < n && n < 2 },
	ordinal: func(n int64) string {
		if n == 1 {
			return "1er"
		}
		return fmt.Sprintf("%de", n)
	},
	of: func(name string) string {
		if elides(name) {
			return "d'" + name
		}
		return "de " + name
	},
	date: func(t time.Time) string {
		day := fmt.Sprint(t.Day())
		if t.Day() == 1 {
			day = "1er"
		}
		return fmt.Sprintf("%s %s %s %d", frenchDays[t.Weekday()], day, frenchMonths[t.Month()-1], t.Year())
	},
	clock:  func(t time.Time) string { return t.Format("15" + nbsp + "h" + nbsp + "04") },
	moment: "%s à %s (%s)",
	zone: func(z *time.Location) string {
		if z == time.UTC || z.String() == "UTC" {
			return "temps universel"
		}
		city := zoneCity(z)
		if elides(city) {
			return "heure d'" + city
		}
		return "heure de " + city
	},
	finish: frenchSpaces,
}

var english = &locale{
	code:      "en",
	thousands: ",",
	decimal:   ".",
	percent:   "%",
	and:       " and ",
	or:        " or ",
	open:      "“",
	close:     "”",
	singular:  func(n int64) bool { return n == 1 || n == -1 },
	ordinal: func(n int64) string {
		suffix := "th"
		if n/10%10 != 1 {
			switch n % 10 {
			case 1:
				suffix = "st"
			case 2:
				suffix = "nd"
			case 3:
				suffix = "rd"
			}
		}
		return fmt.Sprintf("%d%s", n, suffix)
	},
	of:     func(name string) string { return "of " + name },
	date:   func(t time.Time) string { return t.Format("Monday 2 January 2006") },
	clock:  func(t time.Time) string { return t.Format("15:04") },
	moment: "%s at %s (%s)",
	zone: func(z *time.Location) string {
		if z == time.UTC || z.String() == "UTC" {
			return "universal time"
		}
		return zoneCity(z) + " time"
	},
	finish: func(text string) string { return text },
}

var (
	frenchDays   = [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	frenchMonths = [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
)

// zoneCity is the city that a time zone is called after: "New York" for
// America/New_York. A zone with another sort of name shows it as it is.
func zoneCity(z *time.Location) string {
	name := z.String()
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '/')+1:], "_", " ")
}

// elides tells whether "de" loses its vowel before a French or foreign name. A
// y does so only before a consonant: d'Ystad, de York. An h does so where it is
// surely mute: d'Hélène; elsewhere it may be aspirated, and the full form is
// never wrong to read: de Harald, de Hedmark.
func elides(name string) bool {
	letters := []rune(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name)))
	switch {
	case len(letters) == 0:
		return false
	case letters[0] == 'h':
		return slices.ContainsFunc(muteH, func(start string) bool { return strings.HasPrefix(string(letters), start) })
	case letters[0] == 'y':
		return len(letters) > 1 && !strings.ContainsRune("aeiou", letters[1])
	}
	return strings.ContainsRune("aeiouœæø", letters[0])
}

// muteH are the beginnings of names whose h is mute.
var muteH = []string{
	"hadrien", "hector", "helen", "helin", "helois", "henri", "herbert", "herman", "herv", "hilai", "hilde", "hippol",
	"honor", "horac", "hubert", "hugu", "hyacin",
}

// frenchSpaces makes the spaces before : ; ! ? » and after « unbreakable. It
// only ever replaces a space that is written, so that an address, a clock time
// or a code keeps its bytes, and the columns of a table or of a caret theirs.
func frenchSpaces(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if r != ' ' {
			continue
		}
		beforeMark := i+1 < len(runes) && strings.ContainsRune(":;!?»", runes[i+1]) && i > 0 && runes[i-1] != ' ' && runes[i-1] != '\n'
		if beforeMark || i > 0 && runes[i-1] == '«' {
			runes[i] = '\u00a0'
		}
	}
	return string(runes)
}
