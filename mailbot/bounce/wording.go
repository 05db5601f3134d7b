package bounce

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold makes words comparable: lower case, without accents, with plain
// apostrophes and blanks.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '’' || r == 'ʼ' || r == '`':
			return '\''
		case unicode.IsSpace(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}

func containsAny(s string, subs []string) bool {
	for _, sub := range subs {
		if strings.Contains(s, sub) {
			return true
		}
	}
	return false
}

// What mail systems write, folded. Each list is searched for anywhere in a
// text.
var (
	bounceSubjects = []string{
		"undeliver", "delivery status notification", "delivery notification", "delivery failure", "delivery failed", "delivery error", "delivery problem", "delivery report", "delivery delayed", "delivery status", "delivery unsuccessful",
		"mail delivery", "failure notice", "failed mail", "mail failure", "returned mail", "returned to sender", "mail returned", "non-delivery", "nondelivery", "nondeliverable", "not delivered", "could not be delivered", "couldn't be delivered", "message delayed", "delayed mail",
		"could not send message", "warning: message", "unable to deliver", "cannot deliver", "mail system error", "message rejected", "rejected mail",
		"echec de la remise", "echec de remise", "echec de distribution", "echec de la distribution", "echec de livraison", "echec de l'envoi", "echec d'envoi", "echec d'acheminement", "non remis", "non distribu", "non delivr", "non-remise", "non-distribution", "retour a l'expediteur", "retour a l'envoyeur", "message retourne", "mail retourne",
		"n'a pas pu etre", "n'a pu etre", "remise differee", "remise retardee", "message retarde", "message differe", "erreur de distribution", "erreur de remise", "erreur d'envoi", "impossible de remettre", "impossible de delivrer", "etat de remise", "etat de la distribution", "rapport de remise", "courrier en erreur",
		"unzustellbar", "nicht zustellbar", "nicht zugestellt", "zustellung fehlgeschlagen", "zustellung verzogert", "zustellungsfehler", "ubermittlungsstatus", "zustellbericht", "nicht ubermittelt",
		"no se puede entregar", "no se pudo entregar", "no entregado", "error de entrega", "mancato recapito", "mancata consegna", "onbestelbaar", "niet bezorgd",
	}
	bounceTexts = []string{
		"could not be delivered", "couldn't be delivered", "cannot be delivered", "can't be delivered", "wasn't delivered", "was not delivered", "not been delivered", "hasn't been delivered", "be undeliverable", "is undeliverable", "undeliverable message", "unable to deliver", "not able to deliver", "wasn't able to deliver", "delivery has failed", "delivery failed",
		"delivery to the following", "did not reach", "didn't reach", "permanent fatal errors", "transient non-fatal errors", "address not found", "could not deliver", "couldn't deliver", "problem delivering", "trying to deliver", "error delivering", "delivery failure", "failed to deliver", "was rejected by", "has been rejected by", "undelivered mail", "delivery delayed", "has been delayed",
		"n'a pas pu etre remis", "n'a pas pu etre delivre", "n'a pas pu etre distribue", "n'a pas pu etre achemine", "n'a pas pu etre envoye", "n'a pas pu etre transmis", "n'a pu etre remis", "n'a pu etre delivre", "n'a pu etre distribue", "n'ont pas pu etre", "n'a pas ete remis", "n'a pas ete delivre", "n'a pas ete distribue", "n'a pas encore ete", "n'a pas encore pu etre",
		"echec de la remise", "echec de remise", "la remise a echoue", "remise impossible", "impossible de remettre", "impossible de delivrer", "impossible de distribuer", "n'avons pas pu remettre", "n'avons pas pu delivrer", "n'avons pas pu distribuer", "n'est pas arrive", "adresse introuvable", "message bloque", "boite de reception saturee", "n'est pas parvenu", "a ete rejete par", "a ete refuse par", "remise incomplete",
		"konnte nicht zugestellt", "konnte nicht an", "nicht zugestellt werden", "fehler bei der zustellung", "zustellung ist fehlgeschlagen", "fehler bei der ubermittlung", "nicht ubermittelt werden", "ist unzustellbar", "noch nicht zugestellt", "adresse nicht gefunden",
		"no se pudo entregar", "no se ha podido entregar", "no ha podido ser entregado", "impossibile recapitare", "non e stato recapitato", "non e stato consegnato", "kon niet worden bezorgd", "kon niet worden afgeleverd",
	}
	delays = []string{
		"warning message only", "delay", "do not need to resend", "don't need to resend", "not yet been delivered", "hasn't been delivered yet", "will be retried", "will keep trying", "will continue to try", "will retry", "transient non-fatal", "still undelivered", "could not send message for past", "delivery incomplete",
		"retard", "differe", "pas encore ete", "pas encore pu", "nouvelle tentative sera", "nouvelles tentatives", "continuera d'essayer", "inutile de renvoyer", "remise incomplete",
		"verzoger", "noch nicht zugestellt", "wird weiterhin versuch", "demora", "retraso", "ritard", "vertraag",
	}
	// absences are subjects of those who are away.
	absences = []string{
		"absence", "absent", "en conge", "vacances", "reponse automatique", "repondeur", "out of office", "out of the office", "automatic reply", "auto-reply", "autoreply", "auto reply", "autoresponse", "vacation", "holiday", "i am away", "i'm away",
		"abwesen", "automatische antwort", "nicht im buro", "fuera de la oficina", "respuesta automatica", "fuori sede", "risposta automatica", "afwezig",
	}
	// challenges ask the writer to prove something before his letter goes on.
	challenges = []string{
		"mailinblack", "boxbe", "spamarrest", "spam arrest", "tmda", "captcha", "bluebottle", "chooseyourmail", "confirm that you are", "verify that you are", "prove that you are", "prove you are", "please confirm your", "confirm your message", "to confirm your e", "verification link", "sender verification", "verify your address", "authenticate yourself", "approved sender", "guest list",
		"authentifier", "authentifiez", "en attente de validation", "en attente de confirmation", "confirmer votre adresse", "confirmer votre envoi", "confirmer que vous", "cliquez ici pour", "cliquer sur le lien", "cliquez sur le lien", "prouver que vous", "vous n'etes pas un robot", "liste blanche", "anti-spam qui",
		"bestatigen sie", "confirme su",
	}
	// copies head the copy of the letter that a report brings back.
	copies = []string{
		"copy of the message", "copy of your message", "copy of my message", "copy of the original", "original message", "message header", "message follows", "returned message", "unsent message", "undelivered message", "text of your message", "headers of the",
		"copie du message", "copie de votre message", "message d'origine", "message original", "message initial", "en-tetes", "entetes", "texte de votre message", "message non remis",
		"ursprungliche", "originalnachricht", "kopie der nachricht", "nachrichtenkopf", "mensaje original", "encabezados", "messaggio originale", "intestazioni",
	}
)
