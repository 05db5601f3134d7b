package letter

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// What players write that looks like something else.
var tricky = []string{
	"ATT Lorraine Lancelot",
	"- IMP 5 TOUT",
	"DE Gauvain",
	"A l'assaut !",
	"Le duc attaque demain",
	"Le 3 novembre, nous marchons sur Metz",
	"On Monday I attack",
	"On 3 November we march:",
	"De : la part du roi",
	"À : tous les seigneurs",
	"Objet : la guerre",
	"Date : demain",
	"Envoyé de mon château",
	"--> MOV Gauvain Uppland",
	"---",
	"12:30, rendez-vous à Metz",
	"Am Ende siegen wir",
	"El rey ha muerto",
	"From now on we fight",
	"| Lorraine | 500 |",
	"jean@example.fr m'a écrit hier",
	"Bien à vous, Jean",
}

const (
	old    = "Messire,\n\nATT Gotland Lancelot\nIMP 4 TOUT\n\nLe Héraut\n"
	oldFR  = "De : Le Héraut <heraut@jeu.example.org>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Jean Martin\nObjet : Tour 12\n\n" + old
	oldEN  = "From: Herald <heraut@jeu.example.org>\nSent: Tuesday, November 3, 2026 9:14 PM\nTo: Jean\nSubject: Turn 12\n\n" + old
	wrote  = "Le mar. 3 nov. 2026 à 21:14, Le Héraut <heraut@jeu.example.org>\na écrit :\n"
	signed = "\n-- \nJean Martin\n06 12 34 56 78\n"
)

func marked(s string) string {
	return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
}

// TestForms puts every tricky line, and all of them, into every form of reply.
func TestForms(t *testing.T) {
	// Each tail follows the new text; below says that new text may follow it.
	tails := []struct {
		name, tail string
		below      bool
	}{
		{"nothing", "", false},
		{"marked", "\n" + wrote + "\n" + marked(old), true},
		{"marked, English", "\nOn Tue, Nov 3, 2026 at 9:14 PM Herald <heraut@jeu.example.org> wrote:\n\n" + marked(old), true},
		{"marked without attribution", "\n" + marked(old), true},
		{"attribution inside the quote", "\n" + marked(wrote+"\n"+old), true},
		{"iPhone", "\nEnvoyé de mon iPhone\n\n" + marked(wrote+"\n"+old), true},
		{"signed, then marked", signed + "\n" + wrote + marked(old), true},
		{"signed", signed, false},
		{"Yahoo", "\n    " + strings.ReplaceAll(wrote, "\n", " ") + " \n \n " + strings.ReplaceAll(old, "\n", "\n "), false},
		{"Outlook", "\n" + oldFR, false},
		{"Outlook, English", "\n\n________________________________\n" + oldEN, false},
		{"Outlook, original message", "\n-----Message d'origine-----\n" + oldFR, false},
		{"Outlook for Android", "\nTélécharger Outlook pour Android<https://aka.ms/AAb9ysg>\n________________________________\n" + oldEN, false},
		{"Zimbra", "\n----- Mail original -----\n" + oldFR, false},
		{"Orange", "\n\n> Message du 03/11/26 21:14\n> De : \"Le Héraut\" <heraut@jeu.example.org>\n> A : jean\n> Copie à : \n> Objet : Tour 12\n> \n" + marked(old), true},
		{"SFR", "\n========================================\n\nMessage du : 03/11/2026 21:14\nDe : \"Le Héraut\" <heraut@jeu.example.org>\nA : jean\nSujet : Tour 12\n\n" + old, false},
		{"Proton", "\n\nEnvoyé avec la messagerie sécurisée Proton Mail.\n\n" + strings.ReplaceAll(wrote, "\na", " a") + "\n" + marked(old), true},
		{"disclaimer", "\n\nCe message et ses pièces jointes peuvent contenir des informations confidentielles.\nSi vous l'avez reçu par erreur, merci de prévenir l'expéditeur.\n", false},
	}
	sets := [][]string{tricky}
	for _, line := range tricky {
		if line != "---" { // alone, it would belong to a notice below
			sets = append(sets, []string{line})
		}
	}
	for _, tt := range tails {
		t.Run(tt.name, func(t *testing.T) {
			for _, lines := range sets {
				text := strings.Join(lines, "\n") + "\n"
				checkNew(t, text+tt.tail, lines)
				if tt.below {
					checkNew(t, strings.TrimLeft(tt.tail, "\n")+"\n"+text, lines)
					checkNew(t, text+tt.tail+"\n"+text, append(slices.Clone(lines), lines...))
				}
			}
		})
	}
}

// TestHTMLForms does the same to the forms that replies take in HTML.
func TestHTMLForms(t *testing.T) {
	header := "<b>De&nbsp;:</b> Le Héraut &lt;heraut@jeu.example.org&gt;<br><b>Envoyé&nbsp;:</b> mardi 3 novembre 2026 21:14<br><b>À&nbsp;:</b> Jean<br><b>Objet&nbsp;:</b> Tour 12"
	wrote := "Le mar. 3 nov. 2026 à 21:14, Le Héraut &lt;<a href=x>heraut@jeu.example.org</a>&gt; a écrit :<br>"
	old := "<div>Messire,</div><div><br></div><div>ATT Gotland Lancelot</div><div>IMP 4 TOUT</div>"
	tails := []struct {
		name, tail string
		below      bool
	}{
		{"nothing", "", false},
		{"Gmail", "<br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">" + wrote + "</div><blockquote class=\"gmail_quote\" style=\"border-left:1px solid #ccc\">" + old + "</blockquote></div>", true},
		{"Gmail, signed", "<div class=\"gmail_signature\">-- <br>Jean</div><div class=\"gmail_quote\"><div class=\"gmail_attr\">" + wrote + "</div><blockquote class=\"gmail_quote\">" + old + "</blockquote></div>", true},
		{"Outlook", "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>" + header + "<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>" + old, false},
		{"Outlook on the web", "<div id=\"appendonsend\"></div><hr style=\"width:98%\" tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><font>" + header + "</font><div>&nbsp;</div></div>" + old, false},
		{"Outlook, names only", "<hr><div id=\"divRplyFwdMsg\"><b>De :</b> Héraut<br><b>Objet :</b> Tour</div>" + old, false},
		{"Outlook for iOS", "<div id=\"ms-outlook-mobile-signature\">Télécharger <a href=x>Outlook pour iOS</a></div><hr><div id=\"divRplyFwdMsg\">" + header + "</div>" + old, false},
		{"Apple", "<br><div dir=\"ltr\">Envoyé de mon iPhone</div><div dir=\"ltr\"><br><blockquote type=\"cite\">" + wrote + "<br></blockquote></div><blockquote type=\"cite\"><div dir=\"ltr\">" + old + "</div></blockquote>", true},
		{"Thunderbird", "<div class=\"moz-cite-prefix\">Le 03/11/2026 à 21:14, Le Héraut a écrit :<br></div><blockquote type=\"cite\" cite=\"mid:x\">" + old + "</blockquote>", true},
		{"Yahoo", "<div id=\"ydpyahoo_quoted_1\" class=\"yahoo_quoted\"><div><div>" + wrote + "</div><div><br></div>" + old + "</div></div>", false},
		{"Zimbra", "<hr id=\"zwchr\"><div data-marker=\"__HEADERS__\">" + header + "</div><div data-marker=\"__QUOTED_TEXT__\">" + old + "</div>", false},
		{"Proton", "<div class=\"protonmail_signature_block\">Envoyé avec la messagerie sécurisée <a href=x>Proton Mail.</a></div><div class=\"protonmail_quote\">" + wrote + "<br><blockquote class=\"protonmail_quote\" type=\"cite\">" + old + "</blockquote></div>", true},
		{"Roundcube", "<p id=\"reply-intro\">Le 2026-11-03 21:14, Le Héraut a écrit :</p><blockquote type=\"cite\">" + old + "</blockquote>", true},
		{"Samsung", "<div>Envoyé depuis mon appareil Galaxy</div><div><br></div><div>-------- Message d'origine --------</div><div>De : Le Héraut &lt;heraut@jeu.example.org&gt; </div><div>Date : 03/11/2026  21:14  (GMT+01:00) </div><div>À : jean@example.fr </div><div>Objet : Tour 12 </div>" + old, false},
	}
	wraps := []func(lines []string) string{
		func(lines []string) string { return "<div>" + strings.Join(lines, "</div>\n<div>") + "</div>" },
		func(lines []string) string { return "<p>" + strings.Join(lines, "<br>\n") + "</p>" },
		func(lines []string) string {
			return "<p class=MsoNormal>" + strings.Join(lines, "<o:p></o:p></p><p class=MsoNormal>") + "</p>"
		},
		func(lines []string) string { return "<ul><li>" + strings.Join(lines, "</li><li>") + "</li></ul>" },
	}
	for _, tt := range tails {
		t.Run(tt.name, func(t *testing.T) {
			for _, wrap := range wraps {
				text := wrap(escaped(tricky))
				checkNewIn(t, "text/html", "<html><body>"+text+tt.tail+"</body></html>", tricky)
				if tt.below {
					checkNewIn(t, "text/html", tt.tail+text, tricky)
					checkNewIn(t, "text/html", text+tt.tail+text, append(slices.Clone(tricky), tricky...))
				}
			}
		})
	}
}

func escaped(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, html.EscapeString(line))
	}
	return out
}

func checkNew(t *testing.T, text string, want []string) {
	t.Helper()
	checkNewIn(t, "text/plain", text, want)
}

func checkNewIn(t *testing.T, mediaType, text string, want []string) {
	t.Helper()
	l := Read([]byte("From: jean@example.fr\nSubject: Re: Tour 12\nContent-Type: " + mediaType + "; charset=utf-8\n\n" + text))
	var got []string
	for _, line := range l.NewText {
		got = append(got, line.Text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("new text %q, want %q, of\n%s", got, want, text)
	}
	if l.Automated {
		t.Errorf("automated: %s", l.AutomatedReason)
	}
}
