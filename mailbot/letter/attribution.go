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
	joined, wrapped := "", true
	for k := range maxAttribution {
		i := end - k
		if i < 0 || ls[i].depth > 0 || ls[i].blank() || k > 0 && (ls[i+1].newPart || looksLikeOrder(ls[i].text) || endsSentence(ls[i].text, k)) {
			break
		}
		if k > 0 {
			wrapped = wrapped && isWrapped(ls[i].text, ls[i+1].text)
		}
		joined = strings.TrimSpace(ls[i].text + " " + joined)
		if len(joined) > 500 {
			break
		}
		if openerDate(ls[i].text) && (wrapped || isStamp(ls[i].text)) && isAttribution(joined, true, quoted) {
			return i, true
		}
	}
	// Without a dated opening: "X <x@y> a écrit :", perhaps in two lines.
	start = end
	if t := ls[end].text; end > 0 && ls[end-1].depth == 0 && !ls[end-1].blank() && !looksLikeOrder(ls[end-1].text) && (strings.HasPrefix(t, "<") || verbOnly(t)) {
		start = end - 1
	}
	joined = ls[end].text
	if start < end {
		joined = ls[start].text + " " + joined
	}
	return start, isAttribution(joined, false, quoted)
}

// isWrapped reports that a client may have broken a line between a and b: for
// its width, or around an address or the verb.
func isWrapped(a, b string) bool {
	first, _, _ := strings.Cut(b, " ")
	return len(a)+1+len(first) > 60 || strings.HasSuffix(a, ",") || strings.HasSuffix(a, "<") || strings.HasPrefix(b, "<") || verbOnly(b)
}

// endsSentence reports that a line, k above an attribution's last, is none of
// it: it ends in a colon of its own. A sender's name may hold one.
func endsSentence(t string, k int) bool {
	return strings.HasSuffix(t, ":") && (k > 1 || !isStamp(t) || hasVerb(fold(t)))
}

// isStamp reports a line with the day, the year and the time, as clients write
// them and people don't.
func isStamp(t string) bool {
	f := fold(t)
	return reYear.MatchString(f) && hasClock(f)
}

// runOnAttribution looks for an attribution on whose last line, at line end, the
// quoted text goes on, as Yahoo's application for Android writes it: "Le mar.,
// nov. 3, 2026 à 21:14, X<x@y> a écrit :   Messire,".
func runOnAttribution(ls []bodyLine, end int) (start int, ok bool) {
	t := ls[end].text
	at := strings.IndexByte(t, '@')
	if at < 0 || len(t) > 2000 {
		return 0, false
	}
	closed := strings.IndexByte(t[at:], '>')
	if closed < 0 {
		return 0, false
	}
	closed += at
	colon := strings.IndexByte(t[closed:min(len(t), closed+30)], ':')
	if colon < 0 {
		return 0, false
	}
	head := t[:closed+colon+1]
	for start = end; start >= max(0, end-1) && ls[start].depth == 0; start-- {
		if start < end {
			head = ls[start].text + " " + head
		}
		if openerDate(head) && hasClock(fold(head)) && isAttribution(head, true, false) {
			return start, true
		}
	}
	return 0, false
}

// isGroupWise reports GroupWise's attribution, less its first three marks:
// ">>> X <x@y> 03/11/2026 21:14 >>>".
func isGroupWise(t string) bool {
	f := fold(t)
	return strings.HasSuffix(t, ">>>") && hasDate(f) && hasClock(f)
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
	switch {
	case !closed && !(quoted && opener && address && hasClock(f)):
		return false
	case !hasVerb(f):
		// "2026-11-03 21:14 GMT+01:00 X <x@y>:", "Quoting X <x@y>:", and what
		// has a verb in a language that isn't read here.
		foreign := reSender.MatchString(f) && (reYear.MatchString(f) && hasClock(f) || reQuoting.MatchString(f))
		return address && (foreign || hasDate(f) && hasClock(f) || quoted && (hasDate(f) || hasClock(f) || reQuoting.MatchString(f)))
	case !(opener && (address || quoted && hasDate(f) && hasClock(f))) && containsAny(" "+f, wroteToMe...):
		return false
	case opener && (address || hasClock(f) && (quoted || !saysOnly(f))):
		return true
	case quoted:
		return address || len(f) < 80 || hasDate(f)
	}
	return address && reAddressAndVerb.MatchString(f) || isStamp(t) && !saysOnly(f)
}

// openers begin an attribution, before its date.
var openers = map[string]bool{"le": true, "on": true, "am": true, "el": true, "il": true, "em": true, "op": true, "den": true, "at": true, "the": true, "dnia": true, "in": true, "data": true, "giorno": true, "a": true, "la": true, "date": true, "du": true}

// openerDate reports a line that opens as an attribution does and goes on with
// a date: "Le mar. 3 nov. 2026", "On Tue, Nov 3", "2026-11-03", or with a time
// and a date: "At 09:14 PM 11/3/2026".
func openerDate(t string) bool {
	if len(t) > 400 {
		return false
	}
	f := strings.TrimLeft(fold(t), "-*_ ")
	for range 6 {
		if dateAt(f) {
			return true
		}
		n := clockAt(f)
		if n == 0 {
			word := leadingWord(f)
			if !openers[word] && !weekdays[word] {
				return false
			}
			n = len(word)
		}
		f = strings.TrimLeft(f[n:], " .,:")
	}
	return false
}

// verbs end an attribution, or (German, Dutch, "X wrote on …") stand before a
// name and an address. All texts here are folded.
var verbs = []string{"ecrit", "ecrivait", "ecriviez", "a dit", "wrote", "writes", "said", "schrieb", "schrieben", "geschrieben", "escribio", "ha scritto", "escreveu", "schreef", "skrev", "napisal", "napisal(a)", "a envoye le message suivant"}

// wroteToMe tells a player's own sentence, «le duc m'a écrit :», from an
// attribution, which has no object.
var wroteToMe = []string{
	" m'a ", " t'a ", " l'a ", " m'avait ", " t'avait ", " l'avait ", " nous a ", " vous a ", " lui a ", " leur a ", " nous avait ", " vous avez ", " j'ai ", " j'avais ", " on a ", " on m'a ", " qu'on a ",
	" m'ecri", " t'ecri", " nous ecri", " vous ecri", " wrote me", " wrote us", " wrote to ", " schrieb mir", " me escribio", " nos escribio",
}

func hasVerb(f string) bool {
	for _, v := range verbs {
		for rest := f; ; {
			i := strings.Index(rest, v)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(v):]
			if (before == "" || strings.ContainsRune(" ,>)\"", rune(before[len(before)-1]))) && (after == "" || !isWordByte(after[0])) {
				return true
			}
			rest = after
		}
	}
	return false
}

// saysOnly reports a verb that prose uses too, as in «le duc a dit :».
func saysOnly(f string) bool {
	return strings.Contains(f, "a dit") || strings.Contains(f, "said") || strings.Contains(f, "writes")
}

// auxiliaries may stand before the verb on an attribution's last line.
var auxiliaries = map[string]bool{"": true, "a": true, "ha": true, "hat": true, "has": true}

// verbOnly reports a last line that holds only the verb: "a écrit :", or only
// the colon, which a blank parts from it in French.
func verbOnly(t string) bool {
	f := strings.TrimRight(fold(t), " :")
	if f == "" {
		return true
	}
	for _, v := range verbs {
		if before, ok := strings.CutSuffix(f, v); ok && auxiliaries[strings.Trim(before, " ,>")] {
			return true
		}
	}
	return false
}

func hasAddress(f string) bool {
	at := strings.IndexByte(f, '@')
	return at > 0 && at+3 < len(f) && strings.IndexByte(f[at:], '.') > 0
}

var (
	reAddressAndVerb = regexp.MustCompile(`@\S+.{0,40}(?:ecrit|ecrivait|dit|wrote|writes|said|schrieb|escribio|scritto|escreveu|schreef|skrev|napisal|suivant)\b|(?:wrote|schrieb|schreef|skrev)\b.*@`)
	reYear           = regexp.MustCompile(`\b(?:19|20)\d\d\b|\d[-/.]\d{1,2}[-/.]\d`)
	reSender         = regexp.MustCompile(`[<(][^\s<>()]+@[^\s<>()]+[>)]`)
	reQuoting        = regexp.MustCompile(`^(?:quoting|selon|citando|zitat von|en reponse a|in reply to|citation de|replying to)\b`)
)
