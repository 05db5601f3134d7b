package letter

import (
	"slices"
	"strings"
	"testing"
)

// TestAttributions holds the forms in which clients attribute a quote. Each is
// tried above a marked quote, and must leave the new text alone.
func TestAttributions(t *testing.T) {
	for _, a := range []string{
		"Le mar. 3 nov. 2026 à 21:14, Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le mar. 3 nov. 2026 à 21:14, Le Héraut\n<heraut@jeu.example.org> a écrit :",
		"Le mar. 3 nov. 2026 à 21:14,\nLe Héraut <heraut@jeu.example.org> a écrit :",
		"Le mar. 3 nov. 2026 à 21:14, Le Héraut <heraut@jeu.example.org> a\nécrit :",
		"Le mar. 3 nov. 2026 à 21:14, Le grand Héraut des royaumes du Nord\net du Sud <\nheraut-des-royaumes-du-nord@jeu.example.org> a écrit :",
		"Le mardi 3 novembre 2026, Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le mardi 3 novembre 2026 à 21:14:00 UTC+1, Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le 3 nov. 2026 à 21:14, heraut@jeu.example.org a écrit :",
		"Le 1er novembre 2026 21h14, Le Héraut a écrit :",
		"Le 03/11/2026 à 21:14, Le Héraut a écrit :",
		"Le 2026-11-03 21:14, Le Héraut a écrit :",
		"Le 3 novembre 2026 21:14:00 GMT+01:00, \"Le Héraut\" <heraut@jeu.example.org> a écrit :",
		"Le Mardi, Novembre 03, 2026 21:14 CET, Le Héraut <heraut@jeu.example.org> a écrit:",
		"Le Tue, 3 Nov 2026 21:14:05 +0100,\nLe Héraut <heraut@jeu.example.org> a écrit :",
		"3 novembre 2026 à 21:14 \"Le Héraut\" <heraut@jeu.example.org> a écrit:",
		"Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le Héraut a écrit :",
		"Selon Le Héraut <heraut@jeu.example.org>:",
		"*Le 3 nov. 2026 à 21:14, Le Héraut a écrit :*",
		"On Tue, Nov 3, 2026 at 9:14 PM Le Héraut <heraut@jeu.example.org> wrote:",
		"On Tue, Nov 3, 2026 at 9:14 PM Le Héraut <heraut@jeu.example.org>\nwrote:",
		"On 3 Nov 2026, at 21:14, Le Héraut <heraut@jeu.example.org> wrote:",
		"On 11/3/26 9:14 PM, Le Héraut wrote:",
		"On Tuesday, November 3rd, 2026 at 9:14 PM, Le Héraut <heraut@jeu.example.org> wrote:",
		"On Tue, Nov 03, 2026 at 09:14:05PM +0100, Le Héraut wrote:",
		"At 21:14 03/11/2026, you wrote:",
		"À 21:14 03/11/2026 +0100, vous avez écrit :",
		"At 09:14:05 PM 11/3/2026, you wrote:",
		"Mardi 3 novembre 2026, 21:14:05, vous écriviez:",
		"Le mar. 3 nov. 2026 à 21:14, Le Héraut <heraut@jeu.example.org> a écrit\n:",
		"Le mar. 3 nov. 2026 à 21:14, Gloire & Pouvoir :\nle Héraut <heraut@jeu.example.org> a écrit :",
		"Le Héraut wrote on 03/11/2026 21:14:",
		"Le Héraut <heraut@jeu.example.org> writes:",
		"Quoting Le Héraut <heraut@jeu.example.org>:",
		"2026-11-03 21:14 GMT+01:00 Le Héraut <heraut@jeu.example.org>:",
		"---- Le mar., 03 nov. 2026 21:14:05 +0100 Le Héraut <heraut@jeu.example.org> a écrit ----",
		"Am 03.11.2026 um 21:14 schrieb Le Héraut <heraut@jeu.example.org>:",
		"Am Di., 3. Nov. 2026 um 21:14 Uhr schrieb Le Héraut <\nheraut@jeu.example.org>:",
		"Le Héraut <heraut@jeu.example.org> schrieb am Di., 3. Nov. 2026 um 21:14 Uhr:",
		"El mar, 3 nov 2026 a las 21:14, Le Héraut (<heraut@jeu.example.org>) escribió:",
		"El 3 de noviembre de 2026 a las 21:14, Le Héraut <heraut@jeu.example.org> escribió:",
		"Il giorno mar 3 nov 2026 alle ore 21:14 Le Héraut <heraut@jeu.example.org> ha scritto:",
		"Op di 3 nov 2026 om 21:14 schreef Le Héraut <heraut@jeu.example.org>:",
		"Em ter., 3 de nov. de 2026 às 21:14, Le Héraut <heraut@jeu.example.org> escreveu:",
	} {
		got := newText("ATT Lorraine Lancelot\nMOV Gauvain Uppland\n" + a + "\n\n> IMP 4 TOUT\n\nGAR Uppland 200\n")
		if want := "ATT Lorraine Lancelot|MOV Gauvain Uppland|GAR Uppland 200"; got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", a, got, want)
		}
	}
}

// TestUnmarkedQuotes holds attributions that are certain enough to take all
// below them for a quote, though nothing marks it.
func TestUnmarkedQuotes(t *testing.T) {
	for _, a := range []string{
		"Le mardi 3 novembre 2026 à 21:14:00 UTC+1, Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le 3 nov. 2026 21:14, Le Héraut a écrit :",
		"Le 3 nov. 2026 21:14, Simon a écrit :",
		"Simon le Baron <baron@jeu.example.org> a écrit :",
		"Le lun. 15 nov. 2021 à 19:42, Le Héraut <heraut@jeu.example.org>\na écrit :",
		"On 24 Jul 2013, at 15:58, the Herald <heraut@jeu.example.org>\nwrote:",
		"Le Héraut <heraut@jeu.example.org> a écrit :",
		"Le mar., nov. 3, 2026 à 21:14, Le Héraut<heraut@jeu.example.org> a écrit :   Messire,",
		"On Tue, Nov 3, 2026 at 9:14 PM, Le Héraut\n<heraut@jeu.example.org> wrote:   Messire,",
		"Am Di., Nov. 3, 2026 at 21:14 schrieb Le Héraut<heraut@jeu.example.org>:   Messire,",
		">>> Le Héraut <heraut@jeu.example.org> 03/11/2026 21:14 >>>",
		"Le Héraut a écrit le 03/11/2026 21:14 :",
		"Le 3 novembre 2026 à 21 h 14, Le Héraut a écrit :",
		"Dans son message du 03/11/2026 21:14, Le Héraut a écrit :",
		"Quoting Le Héraut <heraut@jeu.example.org>:",
		"En réponse à Le Héraut <heraut@jeu.example.org> :",
		"вт, 3 нояб. 2026 г. в 21:14, Le Héraut <heraut@jeu.example.org>:",
		"wt., 3 lis 2026 o 21:14 Le Héraut <heraut@jeu.example.org> napisał(a):",
		"2026年11月3日(火) 21:14 Le Héraut <heraut@jeu.example.org>:",
		"Le Héraut <heraut@jeu.example.org> ezt írta (időpont: 2026. nov. 3., K, 21:14):",
		"------------------ Original ------------------",
	} {
		if got := newText("ATT Lorraine Lancelot\n\n" + a + "\n\nMessire,\nIMP 4 TOUT\n"); got != "ATT Lorraine Lancelot" {
			t.Errorf("%q: %s", a, got)
		}
	}
}

// TestNoAttribution holds what players write themselves and must not lose.
func TestNoAttribution(t *testing.T) {
	for _, s := range []string{
		"Le duc attaque demain",
		"Le duc attaque demain à 21h00 :",
		"Le 3 novembre, j'attaque :",
		"Le 3 novembre 2026 à 21:14, le duc m'a écrit :",
		"Le 3 novembre, Gauvain a écrit :",
		"Le 3 novembre à 21h, le roi a dit :",
		"Le roi nous a écrit :",
		"On Monday I attack:",
		"On Monday, the duke wrote:",
		"Am Montag greife ich an:",
		"El rey escribió:",
		"J'ai écrit au roi <roi@cour.example.org> :",
		"I wrote to the king <king@court.example.org>:",
		"Le roi <roi@cour.example.org> m'a écrit :",
		"J'écris au roi (roi@cour.example.org) :",
		"Mes ordres du 03/11/2026 21:14 :",
		"À 21h14, le 3 novembre, nous partons :",
		"Le 3 novembre 2026 à 21:14, j'ai dit au roi (roi@cour.example.org) : assez !",
	} {
		got := newText("Bonjour\n\n" + s + "\n\nATT Lorraine Lancelot\n")
		if want := "Bonjour|" + s + "|ATT Lorraine Lancelot"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestOrderAboveAttribution checks that nothing of the player's is taken for
// the first lines of a wrapped attribution.
func TestOrderAboveAttribution(t *testing.T) {
	for _, above := range []string{
		"Le 3 nov. je pars\nATT Lorraine Lancelot",
		"Le 3 novembre, nous marchons sur Metz\natt lorraine lancelot",
		"Le 3 novembre à 21h, nous attaquons\nattaquer la Lorraine",
		"Le 4/11/2026 à 8:12, je décide :\natt lorraine lancelot",
		"attaquer la Lorraine avec Lancelot",
		"att lorraine lancelot",
	} {
		for _, a := range []string{"Simon <s@x.fr> a écrit :", "Le Héraut wrote:", "Le mar. 3 nov. 2026 à 21:14, Le Héraut a écrit :"} {
			if got := newText(above + "\n" + a + "\n> vieux\n"); got != bars(above) {
				t.Errorf("above %q: got %s, want %s", a, got, bars(above))
			}
		}
	}
}

// TestAnswerBelowAttribution holds letters in which nothing marks the quote, and
// nothing is new above it: what stands there may be old, and is only remarked.
func TestAnswerBelowAttribution(t *testing.T) {
	for _, text := range []string{
		"Le 3 nov. 2026 à 21:14, Le Héraut <h@x.fr> a écrit :\n\nATT Lorraine Lancelot\n",
		"De : Le Héraut <h@x.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Jean\nObjet : Tour\n\nATT Lorraine Lancelot\n",
		"Envoyé de mon iPhone\n\nLe 3 nov. 2026 à 21:14, Le Héraut <h@x.fr> a écrit :\n\nATT Lorraine Lancelot\n",
	} {
		l := Read([]byte("From: a@b.fr\nContent-Type: text/plain; charset=utf-8\n\n" + text))
		if len(l.NewText) != 0 || !slices.Contains(kinds(l), RemarkOrdersQuoted) {
			t.Errorf("%q: new text %v, remarks %v", text, l.NewText, l.Remarks)
		}
	}
	l := Read([]byte("From: a@b.fr\n\nMOV Gauvain Uppland\n\nOn 3 Nov 2026 at 21:14, X <h@x.fr> wrote:\n\nATT Lorraine Lancelot\n"))
	if slices.Contains(kinds(l), RemarkOrdersQuoted) {
		t.Errorf("remarks %v", l.Remarks)
	}
}

func TestDates(t *testing.T) {
	for _, s := range []string{"3 nov", "le 3 novembre 2026", "nov 3, 2026", "november 3rd", "1er mars", "3. nov.", "3 de noviembre", "03/11/26", "3.11.2026", "2026-11-03", "2026/1/3"} {
		if !hasDate(s) {
			t.Errorf("no date in %q", s)
		}
	}
	for _, s := range []string{"", "le 3", "mars attaque", "3 hommes", "1/2", "500.000", "12/13/hommes", "a1 nov", "marseille 3"} {
		if hasDate(s) {
			t.Errorf("a date in %q", s)
		}
	}
	for _, s := range []string{"21:14", "a 9 pm", "21h14", "21 h 14", "9pm", "21 uhr"} {
		if !hasClock(s) {
			t.Errorf("no time in %q", s)
		}
	}
	for _, s := range []string{"", "21", "21:1", "121:14", "5 hommes", "5h", "5 h", "5 h 1", "a:14"} {
		if hasClock(s) {
			t.Errorf("a time in %q", s)
		}
	}
}

// newText reads a plain text and gives its new lines, joined by bars.
func newText(text string) string { return newTextOf("Re: Tour 12", "text/plain", text) }

func newTextOf(subject, mediaType, text string) string {
	l := Read([]byte("From: jean@example.fr\nSubject: " + subject + "\nContent-Type: " + mediaType + "; charset=utf-8\n\n" + text))
	var lines []string
	for _, line := range l.NewText {
		lines = append(lines, strings.TrimSpace(line.Text))
	}
	return strings.Join(lines, "|")
}
