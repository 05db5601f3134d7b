package letter

import (
	"regexp"
	"strings"
)

// A label is the role of a line in the header block that clients put above the
// letter they quote or forward.
type label uint8

const (
	labelNone label = iota
	labelFrom
	labelTo
	labelDate
	labelSubject
	labelOther
)

// labels holds the folded labels that clients use, French ones first.
var labels = map[string]label{
	"de": labelFrom, "expediteur": labelFrom, "emetteur": labelFrom, "from": labelFrom, "sender": labelFrom, "von": labelFrom, "da": labelFrom, "van": labelFrom,
	"a": labelTo, "pour": labelTo, "destinataire": labelTo, "destinataires": labelTo, "to": labelTo, "an": labelTo, "para": labelTo, "aan": labelTo,
	"date": labelDate, "envoye": labelDate, "envoye le": labelDate, "message du": labelDate, "date d'envoi": labelDate, "sent": labelDate, "date/heure": labelDate,
	"gesendet": labelDate, "datum": labelDate, "enviado": labelDate, "enviado el": labelDate, "fecha": labelDate, "inviato": labelDate, "verzonden": labelDate,
	"objet": labelSubject, "sujet": labelSubject, "subject": labelSubject, "betreff": labelSubject, "asunto": labelSubject, "oggetto": labelSubject, "onderwerp": labelSubject,
	"enviada em": labelDate, "enviada": labelDate, "enviado em": labelDate, "assunto": labelSubject,
	"fran": labelFrom, "skickat": labelDate, "till": labelTo, "amne": labelSubject, "fra": labelFrom, "sendt": labelDate, "til": labelTo, "emne": labelSubject,
	"od": labelFrom, "wysłano": labelDate, "do": labelTo, "temat": labelSubject, "odeslano": labelDate, "komu": labelTo, "předmět": labelSubject,
	"de la": labelFrom, "trimis": labelDate, "către": labelTo, "subiect": labelSubject, "lahettaja": labelFrom, "lahetetty": labelDate, "vastaanottaja": labelTo, "aihe": labelSubject,
	"от": labelFrom, "отправлено": labelDate, "дата": labelDate, "кому": labelTo, "тема": labelSubject,
	"cc": labelOther, "cci": labelOther, "bcc": labelOther, "copie": labelOther, "copie a": labelOther, "copie cachee": labelOther, "kopie": labelOther, "reply-to": labelOther,
	"repondre a": labelOther, "importance": labelOther, "priorite": labelOther, "pieces jointes": labelOther, "attachments": labelOther, "organisation": labelOther,
	"organization": labelOther, "envoye par": labelOther, "in-reply-to": labelOther, "message-id": labelOther, "references": labelOther, "resent-from": labelOther, "wichtigkeit": labelOther,
}

// lineLabel reads "*De :* X" into its label and value.
func lineLabel(t string) (label, string) {
	t = strings.TrimLeft(t, " *_")
	i := strings.IndexByte(t, ':')
	if i < 1 || i > 24 {
		// La Poste and Orange: "Message du 03/11/26 21:14".
		if f := fold(t[:min(len(t), 40)]); strings.HasPrefix(f, "message du ") && hasClock(f) {
			return labelDate, t[len("message du "):]
		}
		return labelNone, ""
	}
	name := t[:i]
	if fold(name[:min(len(name), 10)]) == "message du" && i > 12 {
		return labelDate, t[len("message du "):]
	}
	l := labels[strings.TrimRight(fold(name), " *_")]
	return l, strings.Trim(t[i+1:], " *_")
}

// A headerBlock is such a block: lines [start, end) and what they say.
type headerBlock struct {
	start, end        int
	from, to, subject string
	date              string
}

// A trust says how much speaks for a header block before it is read.
type trust uint8

const (
	onTop     trust = iota // it begins the letter, so it may be the player's letterhead
	below                  // there is text above it
	announced              // a marker or the markup announces it
)

// findHeaderBlock looks for a header block whose first label is at line i. Two
// labels are not enough by themselves, since players write «De : …» and
// «À : …» over their own prose: there must be a time of day, or an address.
func findHeaderBlock(ls []bodyLine, i int, t trust) (headerBlock, bool) {
	b := headerBlock{start: i, end: i}
	depth := ls[i].depth
	var e evidence
	last := labelNone
lines:
	for j := i; j < len(ls) && j < i+40 && ls[j].depth == depth; j++ {
		l, value := lineLabel(ls[j].text)
		switch {
		case l == labelFrom && e.seen[labelFrom], j > i && ls[j].hint&hintHeader != 0:
			break lines // another letter's block
		case l != labelNone:
			e.add(l, value)
			b.set(l, value)
			last = l
			b.end = j + 1
		case ls[j].blank():
			// Some clients leave a blank line between fields; but a sender below
			// one begins another block.
			if j+1 >= len(ls) || ls[j+1].depth != depth || e.seen[labelSubject] && e.labels > 3 {
				break lines
			}
			if next, _ := lineLabel(ls[j+1].text); next == labelNone || next == labelFrom {
				break lines
			}
		case last == labelNone:
			return b, false
		case continuesField(ls, j, last), e.seen[labelFrom] && unknownField(ls, j):
			e.address = e.address || hasAddress(ls[j].text)
			e.clock = e.clock || isStamp(ls[j].text)
			if last == labelSubject {
				b.subject += " " + ls[j].text
			}
			b.end = j + 1
		default:
			break lines
		}
	}
	return b, e.proves(t)
}

// reField is a line of a header block, whatever its label says. Labels begin
// with a capital, where a language has them.
var reField = regexp.MustCompile(`^[ *]*[^\s:\p{Ll}][^\s:]{0,15}(?: [^\s:]{1,8})?\*? ?:\*? \S`)

// unknownField reports a field whose label isn't known, in a language or an
// encoding that isn't read here, between a sender and others that are.
func unknownField(ls []bodyLine, j int) bool {
	for range 3 {
		if !reField.MatchString(ls[j].text) || looksLikeOrder(ls[j].text) {
			return false
		}
		if j++; j >= len(ls) || ls[j].depth != ls[j-1].depth {
			return false
		}
		if isLabel(ls[j].text) {
			return true
		}
	}
	return false
}

// findForeignBlock looks for a header block of which no label is known, whose
// sender's address is on line i: at least three fields, and one that holds the
// day, the year and the time.
func findForeignBlock(ls []bodyLine, i int) (headerBlock, bool) {
	b := headerBlock{start: i, end: i}
	if !hasAddress(ls[i].text) {
		return b, false
	}
	dated := false
	for ; b.end < min(len(ls), i+5) && ls[b.end].depth == ls[i].depth && reField.MatchString(ls[b.end].text); b.end++ {
		dated = dated || isStamp(ls[b.end].text)
	}
	if _, value, ok := strings.Cut(ls[i].text, ":"); ok {
		b.from = strings.TrimSpace(value)
	}
	return b, dated && b.end-b.start >= 3
}

// findNotesBlock looks for the header block of Notes whose date is on line i and
// whose labels, without colons, stand on lines of their own: a table turned
// into text. The sender is on the line above.
func findNotesBlock(ls []bodyLine, i int) (headerBlock, bool) {
	b := headerBlock{start: i, date: strings.TrimSpace(ls[i].text)}
	if len(b.date) < 10 || len(b.date) > 24 || !isDigit(b.date[0]) || !reOnlyDate.MatchString(fold(b.date)) {
		return b, false
	}
	var e evidence
	var last label
	for j := i + 1; j < min(len(ls), i+16) && ls[j].depth == ls[i].depth; j++ {
		t := strings.TrimSpace(ls[j].text)
		switch l := labels[fold(t)]; {
		case t == "":
		case l != labelNone:
			e.add(l, "")
			last = l
		case last == labelNone:
			return b, false
		default:
			b.set(last, t)
			if b.end = j + 1; last == labelSubject {
				if i > 0 && !ls[i-1].blank() && ls[i-1].depth == ls[i].depth {
					b.start, b.from = i-1, ls[i-1].text
				}
				return b, e.seen[labelTo]
			}
		}
	}
	return b, false
}

// evidence is what speaks for a header block.
type evidence struct {
	seen           [labelOther + 1]bool
	labels         int
	clock, address bool
}

func (e *evidence) add(l label, value string) {
	e.seen[l] = true
	inner := innerLabels(value)
	e.labels += 1 + inner
	f := fold(value)
	e.address = e.address || hasAddress(f)
	e.clock = e.clock || (l == labelDate || inner > 1) && hasClock(f)
}

func (e *evidence) proves(t trust) bool {
	switch {
	case e.labels < 2:
		return t == announced && e.seen[labelFrom]
	case t == announced:
		return true
	case !e.clock && (!e.address || t == onTop):
		return false
	}
	return e.seen[labelFrom] || e.seen[labelSubject] && (e.seen[labelDate] || e.seen[labelTo])
}

// innerLabels counts the labels that stand within a value: some clients run the
// whole block together on one line.
func innerLabels(value string) int {
	if strings.IndexByte(value, ':') < 0 {
		return 0
	}
	n := 0
	f := strings.ReplaceAll(fold(value), " :", ":")
	for _, l := range []string{" envoye:", " sent:", " date:", " a:", " to:", " objet:", " subject:", " cc:"} {
		if strings.Contains(f, l) {
			n++
		}
	}
	return n
}

func (b *headerBlock) set(l label, value string) {
	var field *string
	switch l {
	case labelFrom:
		field = &b.from
	case labelTo:
		field = &b.to
	case labelSubject:
		field = &b.subject
	case labelDate:
		field = &b.date
	default:
		return
	}
	if *field == "" {
		*field = value
	}
}

func isLabel(t string) bool {
	l, _ := lineLabel(t)
	return l != labelNone
}

// minWrapped is the length in bytes of the shortest line that clients wrap.
const minWrapped = 50

// continuesField reports a line on which a field of the block was wrapped: a
// further address, or a line between a field and the next label.
func continuesField(ls []bodyLine, j int, last label) bool {
	t := ls[j].text
	if last == labelTo || last == labelOther || last == labelFrom {
		if prev := ls[j-1].text; strings.HasSuffix(prev, ",") || strings.HasSuffix(prev, ";") || strings.HasPrefix(strings.TrimSpace(t), "<") {
			return true
		}
	}
	// Only a long field is wrapped, or one that is indented where it goes on.
	if !strings.HasPrefix(t, " ") && len(ls[j-1].text) < minWrapped {
		return false
	}
	return !looksLikeOrder(t) && j+1 < len(ls) && ls[j+1].depth == ls[j].depth && isLabel(ls[j+1].text)
}

// A marker is a line by which a client announces the letter below.
type marker uint8

const (
	markNone marker = iota
	markOriginal
	markForwarded
)

// lineMarker recognises "-----Message d'origine-----", "---------- Forwarded
// message ---------", «Début du message réexpédié :» and their kin.
func lineMarker(t string) marker {
	if len(t) < 12 || len(t) > 160 {
		return markNone
	}
	switch t[0] {
	case '-', '*', '_', '=', ' ':
		if strings.Contains(t, "--") || strings.Contains(t, "__") || strings.Contains(t, "==") {
			return ruledMarker(strings.Trim(fold(t), "-*_= :"))
		}
	case 'D', 'B', 'd', 'b', 'A', 'a':
		switch strings.TrimRight(fold(t), " :") {
		case "debut du message reexpedie", "debut du message transfere", "debut du mail transfere", "debut du courriel transfere",
			"begin forwarded message", "anfang der weitergeleiteten nachricht":
			return markForwarded
		}
	}
	return markNone
}

// ruledMarker judges the folded words between two rulers: a word for a letter,
// and one for what became of it.
func ruledMarker(f string) marker {
	if len(f) > 100 {
		return markNone
	}
	if strings.HasPrefix(f, "forwarded by ") || strings.HasPrefix(f, "transfere par ") || strings.HasPrefix(f, "reexpedie par ") {
		return markForwarded // Notes
	}
	if f == "original" { // QQ
		return markOriginal
	}
	if !containsAny(f, "message", "mail", "courriel", "nachricht", "mensaje", "messaggio", "bericht", "rendez-vous") || strings.Contains(f, "ecrit") || strings.Contains(f, "wrote") {
		return markNone
	}
	switch {
	case containsAny(f, "transfer", "transmis", "reexpedi", "forwarded", "weitergeleitet", "reenviado", "inoltrat", "suivi"):
		return markForwarded
	case containsAny(f, "origin", "initial", "precedent", "reply message", "ursprunglich", "oorspronkelijk"):
		return markOriginal
	}
	return markNone
}

// isBareMarker reports the words of a marker alone on a line: «Message
// d'origine». Without rulers they mean something above a header block only.
func isBareMarker(t string) bool {
	t = strings.TrimSpace(t)
	return len(t) < 32 && strings.Count(t, " ") == 1 && ruledMarker(fold(t)) != markNone
}

func containsAny(s string, subs ...string) bool {
	for _, sub := range subs {
		if strings.Contains(s, sub) {
			return true
		}
	}
	return false
}

// isRuler reports a line drawn across the page.
func isRuler(t string) bool {
	t = strings.TrimSpace(t)
	return len(t) >= 5 && (strings.Trim(t, "_") == "" || strings.Trim(t, "-") == "" || strings.Trim(t, "=") == "" || strings.Trim(t, "*") == "" || strings.Trim(t, "—–─") == "")
}
