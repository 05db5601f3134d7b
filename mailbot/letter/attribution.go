package letter

import (
	"regexp"
	"strings"
)

// maxAttribution is how many lines an attribution may be wrapped over.
const maxAttribution = 4

// findAttribution looks for an attribution ("On …, X wrote:") that ends at
// line end and gives its first line. A line is no attribution for beginning
// like one: it must also end like one and hold a date, a time or an address.
// quoted says that a quote follows, which makes weaker signs enough.
func findAttribution(ls []bodyLine, end int, quoted bool) (start int, ok bool) {
	if !endsAttribution(ls[end].text) {
		return 0, false
	}
	joined := ""
	for k := range maxAttribution {
		i := end - k
		if i < 0 || ls[i].depth > 0 || ls[i].blank() || k > 0 && ls[i+1].newPart {
			break
		}
		joined = strings.TrimSpace(ls[i].text + " " + joined)
		if len(joined) > 500 {
			break
		}
		if openerDate(ls[i].text) && isAttribution(joined, true, quoted) {
			return i, true
		}
	}
	// Without a dated opening: "X <x@y> a écrit :", perhaps in two lines.
	start = end
	if t := ls[end].text; end > 0 && ls[end-1].depth == 0 && !ls[end-1].blank() && (strings.HasPrefix(t, "<") || verbOnly(t)) {
		start = end - 1
	}
	joined = ls[end].text
	if start < end {
		joined = ls[start].text + " " + joined
	}
	return start, isAttribution(joined, false, quoted)
}

// endsAttribution is a quick test on an attribution's last line.
func endsAttribution(t string) bool {
	if len(t) > 400 {
		return false
	}
	t = strings.TrimRight(t, " *_")
	return strings.HasSuffix(t, ":") || strings.HasSuffix(t, "：") || strings.HasSuffix(t, "----") || strings.HasSuffix(t, ">")
}

// isAttribution judges a whole attribution, unwrapped.
func isAttribution(t string, opener, quoted bool) bool {
	f := strings.Trim(fold(t), "-*_ ")
	closed := strings.HasSuffix(f, ":") || strings.HasSuffix(strings.TrimSpace(t), "----")
	address := hasAddress(f)
	date, clock := reDate.MatchString(f), reClock.MatchString(f)
	verb := reWrote.MatchString(f)
	switch {
	case !closed && !(quoted && opener && date && address):
		return false
	case strings.HasPrefix(f, "> "):
		return false
	case !verb:
		// "2026-11-03 21:14 GMT+01:00 X <x@y>:", "Quoting X <x@y>:"
		return address && (date && (clock || quoted) || quoted && reQuoting.MatchString(f))
	case reWroteToMe.MatchString(f) && !address:
		return false
	case opener && date && (clock || address):
		return true
	case quoted:
		return date || address || len(f) < 80
	}
	return address && reAddressThenVerb.MatchString(f)
}

// openerDate reports a line that opens as an attribution does and goes on with
// a date: "Le mar. 3 nov. 2026", "On Tue, Nov 3", "2026-11-03".
func openerDate(t string) bool {
	if len(t) > 400 {
		return false
	}
	f := strings.TrimLeft(fold(t), "-*_ ")
	return reOpener.MatchString(f)
}

func verbOnly(t string) bool {
	return reVerbOnly.MatchString(fold(t))
}

func hasAddress(f string) bool {
	at := strings.IndexByte(f, '@')
	return at > 0 && at+3 < len(f) && strings.IndexByte(f[at:], '.') > 0
}

// Words are in folded form: lower case, no accents.
const (
	months = `(?:janv?|fevr?|mars|mar|avr|apr|mai|may|juin|jun|juil|jul|aout|aou|aug|sept?|oct|okt|nov|dec|dez|ene|abr|ago|set|dic|gen|mag|giu|lug|ott|` +
		`janvier|fevrier|avril|juillet|septembre|octobre|novembre|decembre|january|february|march|april|june|july|august|september|october|november|december|` +
		`januar|februar|marz|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b\.?`
	weekdays = `(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lunes|martes|miercoles|jueves|viernes|sabado|domingo|` +
		`lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday|sunday|` +
		`montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mie|jue|vie|sab|dom)\b[.,]?`
	dates = `(?:\b\d{1,2}(?:er|st|nd|rd|th|\.)?,?(?: de| of)? ` + months + `|\b` + months + ` \d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b)`
	verbs = `(?:a ecrit|ecrivait|ecrit|a dit|wrote|writes|said|schrieb|schrieben sie|geschrieben|escribio|ha scritto|escreveu|schreef|skrev|napisal(?:\(a\))?|a envoye le message suivant)`
)

var (
	reDate   = regexp.MustCompile(dates)
	reClock  = regexp.MustCompile(`\b\d{1,2}(?::|h| h )\d{2}\b|\b\d{1,2} ?(?:am|pm|uhr)\b`)
	reOpener = regexp.MustCompile(`^(?:(?:le|on|am|el|il|em|op|den|at|in data|dnia|w dniu|a la date du)[ ,:]+)?(?:` + weekdays + `,? )?(?:(?:den|the|le) )?` + dates)
	// The verb stands last, or (German, Dutch, "X wrote on …") before a name
	// and address.
	reWrote           = regexp.MustCompile(`(?:^|[ ,>)"])` + verbs + `\b`)
	reWroteToMe       = regexp.MustCompile(`(?:\b[mtl]'|\b(?:nous|vous|lui|leur|me|te|to me|to us|j'|on) ?)(?:a |avait |ai |as )?(?:ecrit|ecrivait|dit|wrote|said)`)
	reAddressThenVerb = regexp.MustCompile(`@\S+.{0,40}` + verbs + `\b|` + verbs + `\b.*@`)
	reVerbOnly        = regexp.MustCompile(`^(?:\S+ ){0,2}` + verbs + ` ?:$`)
	reQuoting         = regexp.MustCompile(`^(?:quoting|selon|citando|zitat von|en reponse a|in reply to|citation de|replying to)\b`)
)
