package letter

import "strings"

// Dates are looked for by hand rather than by regular expression, since it is
// done for every line that might end an attribution. All texts are folded.

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

var (
	months = wordSet(`jan janv janvier january januar januari ene enero gen gennaio janeiro
		fev fevr fevrier feb february februar febrero febbraio fevereiro mar mars march marz marzo maart marco mrt
		avr avril apr april abr abril aprile mai may mayo maggio maio mei jun juin june juni junio giugno junho
		jui juil juillet jul july juli julio luglio julho aou aout aug august ago agosto augustus sep sept septembre september septiembre settembre setembro set
		oct octobre october okt oktober octubre ottobre outubro out nov novembre november noviembre novembro dec decembre december dez dezember dic diciembre dicembre dezembro`)
	weekdays = wordSet(`lun lundi mar mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche
		mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday
		mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag so sonntag
		lunes martes mie miercoles jue jueves vie viernes sab sabado dom domingo
		gio seg ter qua qui sex ma wo vr za zo`)
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'z' || c >= 0x80 }

// leadingWord is the run of letters and digits at the start of f.
func leadingWord(f string) string {
	i := 0
	for i < len(f) && isWordByte(f[i]) {
		i++
	}
	return f[:i]
}

func leadingDigits(f string) string {
	i := 0
	for i < len(f) && isDigit(f[i]) {
		i++
	}
	return f[:i]
}

// hasDate reports a day with its month, in words or in figures.
func hasDate(f string) bool {
	for i := range len(f) {
		if isWordByte(f[i]) && (i == 0 || !isWordByte(f[i-1])) && dateAt(f[i:]) {
			return true
		}
	}
	return false
}

// dateAt reports a date at the start of f: "3 nov", "3 de noviembre",
// "november 3", "03/11/26", "2026-11-03".
func dateAt(f string) bool {
	d := leadingDigits(f)
	if d == "" {
		w := leadingWord(f)
		if !months[w] {
			return false
		}
		day := leadingDigits(strings.TrimLeft(f[len(w):], ". "))
		return len(day) == 1 || len(day) == 2
	}
	rest := f[len(d):]
	if len(d) <= 2 || len(d) == 4 {
		if rest != "" && strings.IndexByte("-/.", rest[0]) >= 0 {
			d2 := leadingDigits(rest[1:])
			if after := rest[1+len(d2):]; (len(d2) == 1 || len(d2) == 2) && after != "" && after[0] == rest[0] {
				d3 := leadingDigits(after[1:])
				return len(d) <= 2 && (len(d3) == 2 || len(d3) == 4) || len(d) == 4 && d3 != "" && len(d3) <= 2
			}
		}
	}
	if len(d) > 2 {
		return false
	}
	switch w := leadingWord(rest); w {
	case "er", "st", "nd", "rd", "th":
		rest = rest[len(w):]
	}
	rest = strings.TrimLeft(rest, "., -")
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "de "), "of ")
	return months[leadingWord(rest)]
}

// hasClock reports a time of day: "21:14", "21h14", "21 h 14", "9 pm",
// "21 uhr".
func hasClock(f string) bool {
	for i := range len(f) {
		if isDigit(f[i]) && (i == 0 || !isWordByte(f[i-1])) && clockAt(f[i:]) > 0 {
			return true
		}
	}
	return false
}

// clockAt gives the length of the time of day at the start of f, or 0.
func clockAt(f string) int {
	d := leadingDigits(f)
	if d == "" || len(d) > 2 {
		return 0
	}
	n, rest := len(d), f[len(d):]
	if spaced := strings.TrimLeft(rest, " "); strings.HasPrefix(spaced, "h ") && len(leadingDigits(spaced[2:])) == 2 { // "21 h 14"
		return len(f) - len(spaced) + 4
	}
	if rest != "" && (rest[0] == ':' || rest[0] == 'h') && len(leadingDigits(rest[1:])) == 2 {
		n, rest = n+3, rest[3:]
		if strings.HasPrefix(rest, ":") && len(leadingDigits(rest[1:])) == 2 {
			n, rest = n+3, rest[3:]
		}
	}
	after := strings.TrimLeft(rest, " ")
	switch w := leadingWord(after); w {
	case "am", "pm", "uhr":
		return n + len(rest) - len(after) + len(w)
	}
	if n > len(d) {
		return n
	}
	return 0
}
