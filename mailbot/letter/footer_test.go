package letter

import (
	"slices"
	"testing"
)

// TestFooters holds what clients and servers write below a letter: each must
// go, and take nothing with it.
func TestFooters(t *testing.T) {
	for _, f := range []string{
		"Envoyé de mon iPhone",
		"Envoyé de mon iPad",
		"Envoyé depuis mon mobile Orange",
		"Envoyé depuis mon appareil Galaxy",
		"Envoyé depuis mon smartphone Samsung Galaxy.",
		"Envoyé depuis l’application Mail Orange",
		"Envoyé depuis Yahoo Mail pour iPhone",
		"Envoyé depuis Outlook pour Android<https://aka.ms/AAb9ysg>",
		"Envoyé à partir de Outlook pour iOS",
		"Envoyé avec la messagerie sécurisée [Proton Mail](https://proton.me/).",
		"Envoyé avec Proton Mail",
		"Télécharger Outlook pour iOS<https://aka.ms/o0ukef>",
		"Obtenir Outlook pour Android",
		"Télécharger BlueMail pour Android",
		"\u2063Télécharger BlueMail pour Android \u200b",
		"Get Spike for iOS",
		"Envoyé de mon Apple Watch",
		"Envoyé à l'aide de l'application Courrier pour Windows",
		"Verstuurd vanaf mijn iPhone",
		"Inviato dal mio iPad",
		"Enviado do meu iPhone",
		"Skickat från min iPhone",
		"Holen Sie sich Outlook für Android",
		"Provenance : Courrier pour Windows 10",
		"Sent from my iPhone",
		"[cid:image001.png@01D9A0B0.12345670]",
		"[image: image.png]",
		"[https://www.example.fr/logo.png]<https://www.example.fr>",
		"Sent from Mail for Windows",
		"Sent with Proton Mail secure email.",
		"Get Outlook for iOS",
		"Von meinem iPhone gesendet",
		"Gesendet mit der GMX iPhone App",
		"Enviado desde mi iPhone",
		"Garanti sans virus. www.avast.com",
		"Une messagerie gratuite, garantie à vie et des services en plus, ça vous tente ?\nJe crée ma boîte mail www.laposte.net",
		"Envoyé depuis mon appareil Android avec Courriel K-9 Mail. Veuillez\nexcuser ma brièveté.",
		"---\nCet e-mail a été vérifié par le logiciel antivirus d'Avast.\nwww.avast.com",
		"_____________________________________\nCe message et ses pièces jointes peuvent contenir des informations confidentielles.\nSi vous l'avez reçu par erreur, merci de le détruire.",
		"This message and its attachments may contain confidential or privileged information\nthat may be protected by law; they should not be distributed without authorisation.\nIf you have received this email in error, please notify the sender.",
		"----------------------------------------------------------------\nCe message a ete envoye par IMP",
		"_______________________________________________\nScandinavie mailing list\nscandinavie@listes.example.org\nhttps://listes.example.org/mailman/listinfo/scandinavie",
		"-- \nJean Martin\n06 12 34 56 78",
		"--\nJean Martin",
		"—\nJean",
		"-- \nUne devise fort longue\nsur\nplusieurs\nlignes\net\nencore\net\nencore\net\nencore\net\nencore\nfin",
	} {
		if got := newText("ATT Lorraine Lancelot\n\n" + f + "\n\n"); got != "ATT Lorraine Lancelot" {
			t.Errorf("%q: %s", f, got)
		}
		if got := newText("ATT Lorraine Lancelot\n\n" + f + "\n\nLe 3 nov. 2026 à 21:14, X <x@y.fr> a écrit :\n> vieux\n"); got != "ATT Lorraine Lancelot" {
			t.Errorf("%q above a quote: %s", f, got)
		}
	}
}

// TestNoFooter holds lines that begin like footers, signatures or notices, and
// are the player's.
func TestNoFooter(t *testing.T) {
	for _, s := range []string{
		"Envoyé de mon château, le 3 mars.",
		"Envoyé de Lorraine avec mille hommes",
		"Sent from my castle with love",
		"Von meinem Schloss gesendet",
		"Le message du roi est confidentiel.",
		"--\nATT Lorraine Lancelot",
		"--\natt lorraine lancelot\nmov gauvain uppland",
		"--\n@att lorraine lancelot",
		"------------------------------\n@att lorraine lancelot. fin.",
		"------------------------------\nLe message envoyé au roi reste sans réponse.",
		"--\nattaquer Lorraine avec Lancelot\n--\nmerci, et que je n'oublie pas\nd'imposer\npartout\nen\nmon\nroyaume\nsans exception",
		"Ce message est confidentiel : le destinataire recevra 500 pièces d'or de ma main, et la reine n'en saura rien.",
		"Cordialement,\nJean",
		"____________________\nPS : que le roi me réponde.",
		"-----\nVoir https://jeu.example.org/carte",
		"Obtenir la paix pour Metz et Toul",
	} {
		got := newText("MOV Gauvain Uppland\n\n" + s + "\n")
		want := "MOV Gauvain Uppland|" + bars(s)
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := newText("Envoyé de mon iPhone\n\nATT Lorraine Lancelot\n"); got != "ATT Lorraine Lancelot" {
		t.Errorf("below the footer: %s", got)
	}
	if got := newText("--\nattaquer Lorraine\n"); got != "--|attaquer Lorraine" {
		t.Errorf("separator on top: %s", got)
	}
	if got := newText("Garanti sans virus\n\nATT Lorraine Lancelot\n"); got != "Garanti sans virus|ATT Lorraine Lancelot" {
		t.Errorf("above an order: %s", got)
	}
}

func bars(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c == '\n' {
			b[i] = '|'
		}
	}
	return string(b)
}

func TestOrdersBelowSeparator(t *testing.T) {
	l := Read([]byte("From: a@b.fr\n\nBonjour\n-- \nATT Lorraine Lancelot\n"))
	if len(l.NewText) != 1 || !slices.Contains(kinds(l), RemarkOrdersSetAside) {
		t.Errorf("%v, remarks %v", l.NewText, l.Remarks)
	}
}
