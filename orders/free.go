package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxText is the longest free text of an order, in runes.
const MaxText = 40

// maxWord is the longest secret, and the longest text for the Arbitre, in runes.
const maxWord = 100

// text reads free text from token i to the end of the piece: where it stands,
// and what it says without the quotation marks around it.
func (m *matcher) text(i int) (string, int) {
	t := m.t
	from := t.all[i].b0
	if i > 0 {
		from = t.all[i-1].b1
	}
	s := t.line[from:m.to]
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return isBlank(r) || isDash(r) || strings.ContainsRune(":=,>→➔", r)
	})
	s = strings.TrimRightFunc(s, func(r rune) bool { return isBlank(r) || r == ',' || r == ':' })
	if _, outer, ok := closing(s); ok && outer == len(s) {
		_, size := utf8.DecodeRuneInString(s)
		_, last := utf8.DecodeLastRuneInString(s)
		return strings.TrimFunc(s[size:len(s)-last], isBlank), len(t.all)
	}
	if i+1 < len(t.all) && t.all[i].kind == word && renamed[t.key(i)] && m.f.Class == ForGame {
		return m.text(i + 1)
	}
	return s, len(t.all)
}

// tidy brings a text to one form: composed accents, single plain spaces.
func tidy(s string) string {
	s = norm.NFC.String(s)
	return strings.Join(strings.FieldsFunc(s, isBlank), " ")
}

// isBlank is isSpace without the control characters.
func isBlank(r rune) bool { return isSpace(r) && !isControl(r) }

func isControl(r rune) bool { return unicode.Is(unicode.Cc, r) && r != '\t' }

// longest is the length that a text or a secret may have, in runes.
func longest(class Class, kind Kind) int {
	if class == ForGame && kind == Text {
		return MaxText
	}
	return maxWord
}

// flaw tells what makes a text unfit to be shown to others; "" if nothing does.
func flaw(s string, class Class, kind Kind) string {
	named := class == ForGame && kind == Text // it becomes the name of something
	letters, double, angle := false, false, false
	for _, r := range s {
		switch {
		case isControl(r):
			return "control"
		case r == utf8.RuneError || unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
			return "invisible" // also turns the direction of writing
		case r == ';' && kind == Text:
			return "separator"
		case r == '#' && named:
			return "number"
		case r == '«' || r == '»':
			angle = true
		case isQuote(r):
			double = true
		case unicode.IsLetter(r):
			letters = true
		}
	}
	switch {
	case utf8.RuneCountInString(s) > longest(class, kind):
		return "long"
	case named && !letters:
		return "letters"
	case double && angle:
		return "quotes"
	}
	return ""
}

// secret reads one word as it stands, up to the next space: where the reading
// goes on, and the word. It has none if token i is the middle of a word.
func (m *matcher) secret(i int) (string, int, bool) {
	t := m.t
	tok := t.all[i]
	if tok.kind == quoted {
		_, open := utf8.DecodeRuneInString(t.line[tok.b0:])
		_, shut := utf8.DecodeLastRuneInString(t.line[:tok.b1])
		s := t.line[tok.b0+open : tok.b1-shut]
		return s, i + 1, s != "" && !strings.ContainsFunc(s, isSpace)
	}
	floor := 0
	if i > 0 {
		floor = t.all[i-1].b1
	}
	from := tok.b0
	for from > floor {
		r, size := utf8.DecodeLastRuneInString(t.line[:from])
		if isSpace(r) {
			break
		}
		from -= size
	}
	if from == floor && i > 0 { // glued to what stands before: "ORG:secret"
		rest := strings.TrimLeft(t.line[from:tok.b0], ":,=")
		if len(rest) == tok.b0-from && t.all[i-1].kind != quoted {
			return "", 0, false
		}
		from = tok.b0 - len(rest)
	}
	s := t.line[from:m.to]
	if n := strings.IndexFunc(s, isSpace); n >= 0 {
		s = s[:n]
	}
	end := i
	for end < len(t.all) && t.all[end].b0 < from+len(s) {
		end++
	}
	return s, end, true
}

// announced skips the words that may announce a secret: "mot de passe", "mdp".
func (m *matcher) announced(i int) int {
	t := m.t
	for j := i; j < len(t.all) && j < i+3; j++ {
		if secretWords[t.span(i, j+1)] {
			return j + 1
		}
	}
	return i
}

// secretWords are what passwords are called, folded.
var secretWords = map[string]bool{
	"motdepasse": true, "mot de passe": true, "mot passe": true, "mdp": true,
	"password": true, "passwd": true, "pwd": true, "passphrase": true,
}
