package letter

import (
	"slices"
	"strings"
)

// wordsReason says what the words of a letter alone betray of a machine. They
// are the weakest sign, so orders on top of the letter outweigh them: silence
// would cost a player his season. The opening of a bounce isn't outweighed, as
// the orders may be those of the letter that bounced.
func wordsReason(h header, l *Letter) string {
	subject := fold(l.Subject)
	bounce := ""
	if !answers(subject) {
		bounce = bounceText(l.NewText)
	}
	if bounce == "" && ordersOnTop(l.NewText) {
		return ""
	}
	for _, s := range []struct {
		reason  string
		phrases []string
	}{
		{"vacation-subject", vacationSubjects},
		{"bounce-subject", bounceSubjects},
		{"receipt-subject", receiptSubjects},
		{"notice-subject", noticeSubjects},
	} {
		if p := cue(subject, s.phrases); p != "" {
			return s.reason + ": " + p
		}
	}
	// Notes: "Jean Martin is out of the office (returning 12/11)".
	if p := anyOf(subject, []string{" is out of the office", " est absent(e)"}); p != "" && !answers(subject) {
		return "vacation-subject:" + p
	}
	if slices.Contains(l.Remarks, Remark{RemarkCalendar, "reply"}) {
		return "calendar-reply: " + cleanLine(subject)
	}
	if bounce != "" {
		return "bounce-text: " + bounce
	}
	if reason := textReason(subject, l.NewText); reason != "" {
		return reason
	}
	if suppressed(h) && machineSubject(subject) {
		return "automatic-header: x-auto-response-suppress"
	}
	return ""
}

// ordersOnTop reports whether the first lines of the new text hold orders: two,
// or half of what there is. One alone may be a name in capitals. Those below a
// word of our letter or its delivery are our letter's, come back.
func ordersOnTop(lines []Line) bool {
	orders, n := 0, 0
	for _, line := range lines[:min(len(lines), 12)] {
		if isBelowBounce(line.Text) || returnsLetter(fold(line.Text)) {
			break
		}
		n++
		if looksLikeOrder(line.Text) && !isProtocolWord(line.Text) {
			orders++
		}
	}
	return orders > 1 || orders == 1 && n <= 2
}

// returnsLetter reports a folded line that tells of a delivery, or announces
// our own letter below.
func returnsLetter(f string) bool {
	return containsAny(f, "deliver", "remis", "distribu", "destinataire", "recipient", "zustell") ||
		strings.HasSuffix(f, ":") && containsAny(f, "votre message", "votre mail", "your message", "your mail", "message original", "original message", "message d'origine")
}

// isProtocolWord reports a line of a report or of a letterhead that has the
// shape of an order.
func isProtocolWord(t string) bool {
	switch leadingWord(fold(t)) {
	case "smtp", "rcpt", "mail", "helo", "ehlo", "data", "rfc", "dns", "tls", "spf", "tel", "fax", "mob", "gsm":
		return true
	}
	return false
}

// Subjects of machines, folded. A person's «Re: …» doesn't begin so.
var (
	vacationSubjects = []string{
		"absence du bureau", "absent du bureau", "absente du bureau", "absent(e) du bureau", "message d'absence", "notification d'absence", "avis d'absence", "reponse automatique", "reponse auto", "auto-reponse", "autoreponse", "repondeur automatique",
		"message automatique", "accuse de reception automatique", "out of office", "out of the office", "out-of-office", "automatic reply", "automatic response", "automated reply", "automated response", "auto reply", "auto-reply", "autoreply",
		"auto response", "auto-response", "autoresponse", "autoresponder", "auto:", "autoreply:", "vacation:", "vacation reply", "vacation response", "away from my mail", "away from the office",
		"abwesenheit", "abwesend", "automatische antwort", "automatische ruckantwort", "autom. antwort", "ich bin abwesend", "nicht im buro", "respuesta automatica", "fuera de la oficina", "fuera de oficina", "ausencia de la oficina", "ausente de la oficina",
		"risposta automatica", "fuori sede", "automatisch antwoord", "afwezig", "fuori ufficio", "assente dall'ufficio", "resposta automatica", "automatisk svar", "automatiskt svar", "autosvar", "automatyczna odpowied", "automatische abwesen",
		"reponse d'absence", "reponse en cas d'absence", "notification de reponse automatique", "rep. automatique", "auto :", "[auto-reply]", "[auto]", "[absence]", "[out of office]",
	}
	bounceSubjects = []string{
		"undelivered mail returned", "undelivered mail", "undeliverable", "undeliverable:", "undelivered:", "undeliverable mail", "mail delivery failed", "mail delivery failure", "mail delivery system", "mail delivery status", "delivery status notification", "delivery notification",
		"delivery failure", "delivery failed", "delivery has failed", "delivery delayed", "delivery report", "failure notice", "failure delivery", "failed delivery", "returned mail", "returned email", "mail returned", "returned to sender", "non-delivery", "nondeliverable",
		"non delivery", "message delivery failure", "message not delivered", "message delayed", "warning: message", "warning: could not send", "mail system error", "mail could not be delivered", "your message could not be delivered", "error sending mail", "rejected mail", "bounce:", "bounced mail",
		"notice: mail delivery", "message delivery status", "message delivery notification", "dsn:", "delivery problem", "delivery error", "delivery unsuccessful", "delivery notice", "mail failure", "mail error", "user unknown", "undelivered message", "unable to deliver", "could not send message",
		"cannot deliver", "can't deliver", "warning: mail", "postmaster notify", "considered unsolicited bulk", "permanent delivery failure", "permanent error", "problem delivering", "error in mail", "message you sent", "email delivery failure", "e-mail delivery failure", "nondelivery",
		"echec de la remise", "echec de remise", "echec de distribution", "echec de livraison", "echec de l'envoi", "non remis", "non distribue", "message non distribue", "message non remis", "message non delivre", "courrier non distribue", "courrier non remis", "courrier non delivre", "avis de non-remise", "avis de non remise", "avis de non-distribution", "notification d'etat de remise",
		"notification d'etat de la distribution", "remise retardee", "remise differee", "retour a l'expediteur", "retour de courrier", "rapport de non-remise", "rapport de remise", "erreur de distribution", "notification d'echec", "impossible de remettre",
		"unzustellbar", "nicht zustellbar", "zustellung fehlgeschlagen", "ihre nachricht konnte nicht", "fehler bei der nachrichtenzustellung", "no se puede entregar", "no entregado", "mensaje no entregado", "error de entrega", "mancato recapito", "mancata consegna", "messaggio non recapitato", "nachricht nicht zustellbar", "zustellung verzogert", "devolucion de correo", "delivery incomplete", "message undeliverable",
		"votre courriel n'a pas", "votre message n'a pas pu etre remis", "impossible d'acheminer",
	}
	noticeSubjects = []string{
		"votre message a bien ete", "votre demande a bien ete", "nous avons bien recu votre", "we have received your", "we received your", "ticket cree", "ticket created", "accuse de reception :", "accuse de reception (",
		"spam detecte", "spam detected", "virus detecte", "virus detected", "virus found", "virus (", "votre message a ete bloque", "message bloque", "message blocked", "banned file", "notification de quarantaine", "quarantine notification",
	}
	receiptSubjects = []string{
		"lu :", "lu:", "read:", "gelesen:", "leido:", "non lu :", "not read:", "accuse de lecture", "read receipt", "return receipt", "disposition notification", "message disposition", "remis :", "delivered:", "relayed:",
	}
)

// bounceStarts begin the text of a report of non-delivery, folded.
var bounceStarts = []string{
	"hi. this is the qmail-send program", "this message was created automatically by mail", "this is the mail system at host", "this is the postfix program at host", "i'm sorry to have to inform you that your message could not", "this is an automatically generated delivery",
	"this is a delivery failure", "your message did not reach", "your message to ", "the following message to ", "the original message was received at", "a message that you sent could not be delivered", "delivery to the following recipient", "delivery has failed to these recipients",
	"the following address", "sorry, we were unable to deliver", "we were unable to deliver your message", "unable to deliver message to", "could not deliver your message", "message could not be delivered", "** address not found **", "** message blocked **", "address not found", "an error occurred while trying to deliver",
	"echec de la remise pour ces destinataires", "echec de remise pour ces destinataires", "votre message n'a pas pu etre", "votre message n'a pu etre", "votre message n'a pas ete remis", "le message suivant n'a pas pu", "la remise a echoue pour", "la remise de votre message", "impossible de remettre votre message", "impossible de delivrer votre message", "ceci est le programme de messagerie",
	"ce message a ete cree automatiquement par", "l'adresse suivante n'a pas pu", "** adresse introuvable **", "** message bloque **", "une erreur s'est produite lors de la tentative de remise", "un message que vous avez envoye n'a pas pu",
	"diese nachricht wurde automatisch vom", "ihre nachricht konnte nicht zugestellt", "die nachricht konnte nicht zugestellt", "este mensaje fue creado automaticamente por", "no se pudo entregar el mensaje",
}

// weakStarts need a second sign, since a person could begin like that.
var weakStarts = map[string]bool{
	"your message to": true, "the following message to": true, "the following address": true, "la remise de votre message": true,
	"votre message n'a pas pu etre": true, "votre message n'a pu etre": true, "address not found": true,
}

// cue gives the phrase with which a folded text begins, or "".
func cue(f string, phrases []string) string {
	f = strings.TrimLeft(f, "*<[ ")
	for _, p := range phrases {
		if strings.HasPrefix(f, strings.TrimLeft(p, "*<[ ")) {
			return strings.TrimRight(p, ": ")
		}
	}
	return ""
}

// bounceText looks for a report's opening in the first lines of the new text.
func bounceText(lines []Line) string {
	for i, line := range lines[:min(len(lines), 3)] {
		f := fold(line.Text)
		p := cue(f, bounceStarts)
		if p == "" {
			continue
		}
		if !weakStarts[p] {
			return p
		}
		for _, next := range lines[i:min(len(lines), i+6)] {
			if f := fold(next.Text); containsAny(f, "could not", "fail", "rejected", "echou") || reStatus.MatchString(f) || reReplyCode.MatchString(f) || p != f && reMailbox.MatchString(f) {
				return p
			}
		}
	}
	return ""
}

// answers reports a subject that a person's client gives an answer or a
// forwarded letter.
func answers(subject string) bool {
	return cue(subject, []string{"re:", "re :", "tr:", "tr :", "fwd:", "fw:", "aw:", "rv:", "r:", "wg:"}) != ""
}

// A textSign is what a machine's text says of itself: a phrase of every group,
// folded. What people write too needs more than one group.
type textSign struct {
	reason string
	groups [][]string
	fresh  bool // never in an answer: people tell of such things in theirs
}

var textSigns = []textSign{
	{"automatic-text", [][]string{{
		"merci de ne pas y repondre", "merci de ne pas repondre a ce m", "merci de ne pas repondre a ce courr", "ne pas repondre a ce m", "ne repondez pas a ce m", "ne repondez pas directement", "please do not reply to this", "do not reply to this", "do not respond to this",
		"ceci est un message automatique", "ceci est un message genere automatiquement", "ceci est un mail automatique", "ceci est un e-mail automatique", "ceci est un courriel automatique", "ceci est une reponse automatique", "ce message est genere automatiquement", "ce message a ete genere automatiquement",
		"cet e-mail a ete envoye automatiquement", "ce message vous a ete envoye automatiquement", "this is an automatic reply", "this is an automated response", "this is an automatic response", "this is an automated message", "this is an automatically generated", "this message is automatically", "this message was automatically generated",
		"dies ist eine automatische", "diese e-mail wurde automatisch", "esta es una respuesta automatica", "este es un mensaje automatico", "questa e una risposta automatica",
	}}, false},
	{"acknowledgement-text", [][]string{
		{"avons bien recu votre", "accusons reception de", "a bien ete recu", "a bien ete enregistre", "a bien ete pris", "have received your", "thank you for contacting", "merci de nous avoir contact", "merci d'avoir contacte"},
		{"meilleurs delais", "brefs delais", "sous 24", "sous 48", "sous 72", "jours ouvres", "ticket", "numero de dossier", "numero de demande", "reference de votre demande", "as soon as possible", "get back to you", "business days", "within 24", "within 48"},
	}, false},
	{"challenge-text", [][]string{
		{"mailinblack", "boxbe", "antispam", "anti-spam", "spam", "indesirable", "quarantaine", "quarantine", "mis en attente", "en attente de", "waitlist", "not yet been delivered", "protege sa messagerie", "protege ma messagerie"},
		{"authentifi", "vous identifier", "confirmer que vous", "prouver que vous", "verify that you", "confirm that you", "prove that you", "guest list", "not a robot", "pas un robot", "etes un humain", "you are human", "cliquer", "cliquez", "click"},
		{"http"},
	}, false},
	{"vacation-text", [][]string{
		away,
		{"cas d'urgence", "en cas urgent", "urgent matter", "for urgent", "if urgent", "in dringenden", "caso de urgencia"},
	}, false},
	{"vacation-text", [][]string{
		away,
		{"prendrai connaissance", "your message", "votre message", "your email", "your e-mail", "votre mail", "votre courriel", "votre e-mail", "ihre nachricht", "ihre e-mail", "su mensaje"},
	}, true},
}

// away says that someone is not there, folded.
var away = []string{
	"absent du bureau", "absente du bureau", "absent(e) du bureau", "actuellement absent", "out of the office", "out of office", "en conges", "en vacances", "je suis absent", "je serai absent",
	"on vacation", "on annual leave", "nicht im buro", "bin abwesend", "fuera de la oficina", "de vacaciones",
}

// textReason recognises a machine by the first lines of its text.
func textReason(subject string, lines []Line) string {
	var b strings.Builder
	for _, line := range lines[:min(len(lines), 12)] {
		b.WriteString(fold(line.Text) + " ")
	}
	text := b.String()
	for _, s := range textSigns {
		if p := s.in(text); p != "" && !(s.fresh && answers(subject)) {
			return s.reason + ": " + p
		}
	}
	// A subject like "Absence Re: Tour 12" is a vacation program's.
	if p := anyOf(text, away); p != "" && !answers(subject) && strings.Contains(subject, "re:") &&
		cue(subject, []string{"absen", "conge", "en conge", "vacances", "en vacances", "out of", "away", "i am away", "i'm away", "on vacation", "holiday", "urlaub", "ausen", "vacaciones"}) != "" {
		return "vacation-text: " + p
	}
	return ""
}

// in gives the phrase of the first group that a text holds, if it holds one of
// each.
func (s textSign) in(text string) string {
	for _, g := range s.groups {
		if anyOf(text, g) == "" {
			return ""
		}
	}
	return anyOf(text, s.groups[0])
}

// anyOf gives the first of the phrases that a text holds, or "".
func anyOf(text string, phrases []string) string {
	for _, p := range phrases {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}

// suppressed reports X-Auto-Response-Suppress as Exchange's own agents set it.
// People's letters may carry it too, so it counts only beside another sign.
func suppressed(h header) bool {
	v := fold(h.get("x-auto-response-suppress"))
	return strings.Contains(v, "all") || strings.Contains(v, "oof") || strings.Contains(v, "autoreply")
}

// machineSubject reports a subject that holds, anywhere, a word of machines', and
// isn't an answer's.
func machineSubject(f string) bool {
	return !answers(f) && anyOf(f, []string{"absence", "automati", "absent", "out of", "notification", "alerte", "alert"}) != ""
}
