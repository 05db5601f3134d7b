package letter

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

// TestReplies composes replies at random, of what a person writes, the form
// that a client gives them and the encoding in which they travel, and wants
// the new text exact and none of the old in it.
func TestReplies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReply(t)
		raw := "From: jean@example.fr\nTo: heraut@jeu.example.org\nSubject: Re: Tour 12\nMIME-Version: 1.0\n" + r.encoded(t)
		l := Read([]byte(raw))
		var got []string
		for _, line := range l.NewText {
			got = append(got, strings.Join(strings.Fields(line.Text), " "))
			for _, old := range r.old {
				if len(old) > 12 && strings.Contains(line.Text, old) {
					t.Errorf("old line taken for new: %q", line.Text)
				}
			}
		}
		var want []string
		for _, line := range r.new {
			want = append(want, strings.Join(strings.Fields(line), " "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("new text\n%q\nwant\n%q", got, want)
		}
		if l.Automated {
			t.Errorf("automated: %s", l.AutomatedReason)
		}
		if t.Failed() {
			t.Logf("of\n%s", r.text)
		}
	})
}

// TestAlternatives gives a reply in both versions that its client makes, and
// wants the same of it.
func TestAlternatives(t *testing.T) {
	form := func(name string) replyForm {
		i := slices.IndexFunc(replyForms, func(f replyForm) bool { return f.name == name })
		return replyForms[i]
	}
	pairs := [][2]replyForm{
		{form("attribution over a marked quote"), form("HTML attribution")},
		{form("attribution over an unmarked quote"), form("HTML attribution")},
		{form("attribution over an unmarked quote"), form("Yahoo in HTML")},
		{form("header block"), form("HTML header block")},
		{form("text after the attribution"), form("Yahoo in HTML")},
	}
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "pair")
		lines, old := newLines(t), oldLines(t)
		plain := reply{text: pair[0].write(t, lines) + pair[0].quote(t, old)}
		page := reply{text: pair[1].write(t, lines) + pair[1].quote(t, old), html: true}
		raw := "From: jean@example.fr\nSubject: Re: Tour 12\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n" +
			"--b\n" + plain.encoded(t) + "\n--b\n" + page.encoded(t) + "\n--b--\n"
		var got, want []string
		for _, line := range Read([]byte(raw)).NewText {
			got = append(got, strings.Join(strings.Fields(line.Text), " "))
		}
		for _, line := range lines {
			want = append(want, strings.Join(strings.Fields(line), " "))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("new text\n%q\nwant\n%q, of\n%s\n%s", got, want, plain.text, page.text)
		}
	})
}

// A reply is what its writer wrote, what it answers, and the text that his
// client made of both.
type reply struct {
	new, old []string
	text     string
	html     bool
}

func drawReply(t *rapid.T) reply {
	r := reply{old: oldLines(t)}
	f := rapid.SampledFrom(replyForms).Draw(t, "form")
	above := newLines(t)
	if !f.below || rapid.Bool().Draw(t, "top") {
		r.new = above
		r.text = f.write(t, above) + f.quote(t, r.old)
		r.html = f.html
		return r
	}
	if rapid.Bool().Draw(t, "above too") {
		r.new = append(r.new, above...)
		r.text = f.write(t, above)
	}
	r.text += f.quote(t, r.old)
	for i := range rapid.IntRange(1, 3).Draw(t, "answers") {
		if i > 0 {
			r.text += f.again(t, r.old)
		}
		answer := newLines(t)
		r.new = append(r.new, answer...)
		r.text += f.write(t, answer)
	}
	r.html = f.html
	return r
}

// again quotes some more, without an attribution.
func (f replyForm) again(t *rapid.T, old []string) string {
	if f.html {
		return "<blockquote type=cite>" + strings.Join(escaped(old), "<br>") + "</blockquote>"
	}
	return markedBy(t, old) + "\n"
}

// orderLine draws an order as players type it.
func orderLine(t *rapid.T) string {
	bullet := rapid.SampledFrom([]string{"", "", "", "- ", "* ", "• ", "1) ", "2. ", "@", "-> "}).Draw(t, "bullet")
	verb := rapid.SampledFrom([]string{"ATT", "IMP", "MOV", "att", "Attaquer", "REC", "CON", "DE"}).Draw(t, "verb")
	rest := rapid.SampledFrom([]string{"Lorraine Lancelot", "5 TOUT", "Gauvain Uppland", "300 Uppsala # comme le 3 nov.", "Fort : Gotland", "#14 Metz; IMP 3", "Le Mans", "Uppland > Gotland", "À-Côté Élise", "On Wrote"}).Draw(t, "rest")
	return bullet + verb + " " + rest
}

// newLines draws what a person writes: orders, prose, and what looks like
// something else.
func newLines(t *rapid.T) []string {
	var lines []string
	for range rapid.IntRange(1, 6).Draw(t, "new lines") {
		if rapid.Bool().Draw(t, "order") {
			lines = append(lines, orderLine(t))
			continue
		}
		line := rapid.SampledFrom(append(slices.Clone(tricky), prose...)).Draw(t, "prose")
		if line != "---" { // a ruler above a form's own footer belongs to it
			lines = append(lines, line)
		}
	}
	return append(lines, orderLine(t))
}

// prose holds more sentences that begin or end like a client's own.
var prose = []string{
	"Bonjour Héraut,",
	"Le Héraut l'a bien dit :",
	"Le 3 novembre à 21h, le roi m'a écrit :",
	"On l'a écrit : la guerre est finie.",
	"À samedi, 20h !",
	"Mardi 3 novembre, nous verrons",
	"Objet : mes ordres",
	"Sujet : la Lorraine",
	"Sent 300 men to Metz",
	"To: the king, with love",
	"Von Metz nach Lorraine",
	"Gesendet werden 300 Mann",
	"Message au roi : tenez bon",
	"Message original, n'est-ce pas",
	"J'avais écrit ATT Metz Gauvain, je me ravise",
	"500 > 300, donc nous gagnons",
	"mes ordres <voir plus bas>",
	"jean@example.fr est ma nouvelle adresse",
	"=> tout le monde à Metz",
	"Cordialement, Jean",
	"fin des ordres.",
	"Cc : personne",
	"Date limite : samedi 20:00",
	"Das Königreich hat am 3. Nov. verloren:",
	"El 3 de noviembre atacamos:",
	"Quoting the king: never surrender",
	"Selon le roi :",
}

func oldLines(t *rapid.T) []string {
	return rapid.SampledFrom([][]string{
		{"Messire,", "", "ATT Gotland Perceval", "IMP 4 TOUT Vieux", "", "Le Héraut"},
		{"ATT Gotland Perceval", "MOV Perceval Skane"},
		{"Bulletin de la saison 12", "", "De : Gotland", "Vers : Skane", "ATT Gotland Perceval", "-----", "fin du bulletin"},
		{"My lord, season 12 is over.", "", "  Uppland       820 crowns", "* ATT Gotland Perceval", "", "Reply before Saturday."},
		{"Reçu :", "> ATT Gotland Perceval", "> IMP 4 TOUT Vieux", "-- ", "Le Héraut du jeu"},
	}).Draw(t, "old")
}

// A replyForm is how a client puts new text beside old. below says that the
// client marks what it quotes, so that new text may follow it.
type replyForm struct {
	name  string
	html  bool
	below bool
	quote func(t *rapid.T, old []string) string
}

func (f replyForm) write(t *rapid.T, lines []string) string {
	if !f.html {
		sep := rapid.SampledFrom([]string{"\n", "\n\n"}).Draw(t, "spacing")
		return strings.Join(lines, sep) + "\n\n"
	}
	lines = escaped(lines)
	switch rapid.IntRange(0, 4).Draw(t, "markup") {
	case 0:
		return "<div>" + strings.Join(lines, "</div>\n<div>") + "</div>"
	case 1:
		return "<p>" + strings.Join(lines, "<br>\n") + "</p>"
	case 2:
		return "<p class=MsoNormal><span>" + strings.Join(lines, "<o:p></o:p></span></p>\n<p class=MsoNormal><span>") + "</span></p>"
	case 3:
		return "<table><tr><td>" + strings.Join(lines, "</td></tr><tr><td>") + "</td></tr></table>"
	}
	return "<pre>" + strings.Join(lines, "\n") + "</pre>"
}

var replyForms = []replyForm{
	{"attribution over a marked quote", false, true, func(t *rapid.T, old []string) string {
		return attribution(t, true) + "\n" + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "gap") + markedBy(t, old) + "\n"
	}},
	{"attribution over an unmarked quote", false, false, func(t *rapid.T, old []string) string {
		return attribution(t, false) + "\n\n" + strings.Join(old, "\n") + "\n"
	}},
	{"attribution within the quote", false, true, func(t *rapid.T, old []string) string {
		return footer(t) + markedBy(t, append([]string{oneLine(attribution(t, false)), ""}, old...)) + "\n"
	}},
	{"text after the attribution", false, false, func(t *rapid.T, old []string) string {
		return "  Le mar., nov. 3, 2026 à 21:14, Le Héraut<heraut@jeu.example.org> a écrit :   " + strings.Join(old, "\n") + "\n"
	}},
	{"GroupWise", false, false, func(t *rapid.T, old []string) string {
		return ">>> Le Héraut <heraut@jeu.example.org> 03/11/2026 21:14 >>>\n" + strings.Join(old, "\n") + "\n"
	}},
	{"message marker over an attribution", false, false, func(t *rapid.T, old []string) string {
		return footer(t) + "------- Original Message -------\n" + oneLine(attribution(t, false)) + "\n\n" + strings.Join(old, "\n") + "\n"
	}},
	{"bare marker", false, false, func(t *rapid.T, old []string) string {
		return "Envoyé de mon smartphone BlackBerry 10.\n  Message d'origine  \n" + fields(t, ":") + "\n" + strings.Join(old, "\n") + "\n"
	}},
	{"marked quote alone", false, true, func(t *rapid.T, old []string) string { return markedBy(t, old) + "\n" }},
	{"header block", false, false, func(t *rapid.T, old []string) string {
		return footer(t) + ruler(t) + fields(t, ": ") + "\n" + strings.Join(old, "\n") + "\n"
	}},
	{"signature, then attribution", false, true, func(t *rapid.T, old []string) string {
		return "-- \nJean Martin\nSire de Metz\n\n" + attribution(t, true) + "\n" + markedBy(t, old) + "\n"
	}},
	{"HTML attribution", true, true, func(t *rapid.T, old []string) string {
		class := rapid.SampledFrom([]string{"gmail_attr", "moz-cite-prefix", "x"}).Draw(t, "class")
		return "<div class=" + class + ">" + html.EscapeString(oneLine(attribution(t, true))) + "<br></div><blockquote type=cite class=gmail_quote>" + strings.Join(escaped(old), "<br>") + "</blockquote>"
	}},
	{"HTML header block", true, false, func(t *rapid.T, old []string) string {
		open := rapid.SampledFrom([]string{"<div id=appendonsend></div><hr><div id=divRplyFwdMsg>", "<div style='border:none;border-top:solid #E1E1E1 1.0pt'>", "<hr id=stopSpelling><div>", "<div name=quote style='margin:10px'>"}).Draw(t, "open")
		return open + strings.ReplaceAll(strings.TrimSpace(html.EscapeString(fields(t, ": "))), "\n", "<br>") + "</div><div>" + strings.Join(escaped(old), "</div><div>") + "</div>"
	}},
	{"Yahoo in HTML", true, false, func(t *rapid.T, old []string) string {
		return "<div class='ydp1yahoo_quoted'><div>" + html.EscapeString(oneLine(attribution(t, false))) + "</div><div>" + strings.Join(escaped(old), "</div><div>") + "</div></div>"
	}},
}

func markedBy(t *rapid.T, old []string) string {
	mark := rapid.SampledFrom([]string{"> ", ">", " > ", ">> "}).Draw(t, "mark")
	var b strings.Builder
	for _, line := range old {
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
	return b.String()
}

// attribution draws a client's attribution in one of its languages, perhaps
// wrapped. Over a marked quote it may hold less.
func attribution(t *rapid.T, marked bool) string {
	who := rapid.SampledFrom([]string{"Le Héraut <heraut@jeu.example.org>", "\"Héraut, Le\" <heraut@jeu.example.org>", "Gloire & Pouvoir : l'Arbitre <arbitre+k3v7q2m5x4n6b7c2d3f4g5h6ja@jeu.example.org>", "heraut@jeu.example.org", "Le Héraut"}).Draw(t, "who")
	forms := []string{
		"Le mar. 3 nov. 2026 à 21:14, %s a écrit :",
		"Le mardi 3 novembre 2026 à 21:14:05 UTC+1, %s a écrit :",
		"Le 03/11/2026 à 21:14, %s a écrit :",
		"Le 3 nov. 2026 à 21:14 +0100, %s, a écrit :",
		"Le 2026-11-03 21:14, %s a écrit :",
		"Le 3 novembre 2026 21:14:05 GMT+01:00, %s a écrit :",
		"On Tue, Nov 3, 2026 at 9:14 PM %s wrote:",
		"On 3 Nov 2026, at 21:14, %s wrote:",
		"On 11/3/26 9:14 PM, %s wrote:",
		"Am Di., 3. Nov. 2026 um 21:14 Uhr schrieb %s:",
		"Am 03.11.26 um 21:14 schrieb %s:",
		"El mar, 3 nov 2026 a las 21:14, %s escribió:",
		"Il giorno mar 3 nov 2026 alle ore 21:14 %s ha scritto:",
		"Op di 3 nov 2026 om 21:14 schreef %s:",
		"Em ter., 3 de nov. de 2026 às 21:14, %s escreveu:",
	}
	if marked {
		forms = append(forms, "%s a écrit :", "%s wrote:", "Quoting %s:", "At 09:14 PM 11/3/2026, you wrote:", "À 21:14 03/11/2026, vous avez écrit :")
	}
	form := rapid.SampledFrom(forms).Draw(t, "attribution")
	if strings.HasPrefix(form, "Quoting") && !strings.Contains(who, "@") {
		who = "heraut@jeu.example.org" // Horde always has it
	}
	if strings.HasSuffix(form, "%s:") && strings.Contains(who, " : ") {
		who = "Le Héraut <heraut@jeu.example.org>" // a colon in a name hides the one that ends the attribution
	}
	line := form
	if strings.Contains(form, "%s") {
		line = fmt.Sprintf(form, who)
	}
	if before, after, ok := strings.Cut(line, " <"); ok && rapid.Bool().Draw(t, "broken before the address") {
		return before + "\n<" + after
	}
	if before, after, ok := strings.Cut(line, ", "); ok && len(before) > 25 && rapid.Bool().Draw(t, "broken after the date") {
		return before + ",\n" + after
	}
	if width := rapid.IntRange(60, 80).Draw(t, "width"); len(line) > width {
		if i := strings.LastIndexByte(line[:width], ' '); i > 40 {
			line = line[:i] + "\n" + line[i+1:]
		}
	}
	return line
}

// fields draws the header block of a client.
func fields(t *rapid.T, colon string) string {
	labels := rapid.SampledFrom([][4]string{
		{"De", "Envoyé", "À", "Objet"}, {"From", "Sent", "To", "Subject"}, {"Von", "Gesendet", "An", "Betreff"}, {"De", "Enviado el", "Para", "Asunto"}, {"Da", "Inviato", "A", "Oggetto"},
		{"De", "Date", "À", "Objet"}, {"From", "Date", "To", "Subject"}, {"Van", "Verzonden", "Aan", "Onderwerp"}, {"De", "Enviada em", "Para", "Assunto"},
	}).Draw(t, "labels")
	who := rapid.SampledFrom([]string{"Le Héraut <heraut@jeu.example.org>", "Le Héraut", "heraut@jeu.example.org", "Le Héraut [mailto:heraut@jeu.example.org]"}).Draw(t, "sender")
	date := rapid.SampledFrom([]string{"mardi 3 novembre 2026 21:14", "Tuesday, November 3, 2026 9:14 PM", "Dienstag, 3. November 2026 21:14", "03/11/2026 21:14", "Tue, 3 Nov 2026 21:14:05 +0100"}).Draw(t, "date")
	values := []string{who, date, "Jean Martin", "[Scandinavie] Tour 12"}
	var b strings.Builder
	bold := rapid.SampledFrom([]string{"", "", "*"}).Draw(t, "bold")
	space := rapid.SampledFrom([]string{"", " "}).Draw(t, "space before colon")
	// Outlook's order, that of GMX, and Thunderbird's.
	for _, i := range rapid.SampledFrom([][]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {3, 1, 0, 2}, {0, 3, 1, 2}}).Draw(t, "order of fields") {
		label := labels[i]
		b.WriteString(bold + label + space + strings.TrimSpace(colon) + bold + " " + values[i] + "\n")
	}
	return b.String()
}

func ruler(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "________________________________\n", "-----Message d'origine-----\n", "-----Original Message-----\n", "----- Mail original -----\n", "-------- Message d'origine --------\n", "-----Ursprüngliche Nachricht-----\n"}).Draw(t, "ruler")
}

func footer(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "Envoyé de mon iPhone\n\n", "Sent from my iPad\n\n", "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>\n", "Envoyé avec Proton Mail\n\n"}).Draw(t, "footer")
}

// encoded gives the text as a MIME part with its header, in a charset that can
// hold it.
func (r reply) encoded(t *rapid.T) string {
	charsets := []struct {
		name string
		enc  encoding.Encoding
	}{
		{"utf-8", unicode.UTF8},
		{"iso-8859-1", charmap.Windows1252},
		{"windows-1252", charmap.Windows1252},
		{"iso-8859-15", charmap.ISO8859_15},
		{"us-ascii", charmap.Windows1252},
		{"", unicode.UTF8},
		{"utf-16", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		{"macintosh", charmap.Macintosh},
	}
	c := rapid.SampledFrom(charsets).Draw(t, "charset")
	text := r.text
	if rapid.Bool().Draw(t, "crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	data, err := c.enc.NewEncoder().String(text)
	if err != nil {
		c = charsets[0]
		data = text
	}
	cte := rapid.SampledFrom([]string{"8bit", "quoted-printable", "base64"}).Draw(t, "encoding")
	if c.name == "utf-16" {
		cte = "base64"
	}
	mediaType := "text/plain"
	if r.html {
		mediaType = "text/html"
	}
	head := "Content-Type: " + mediaType
	if c.name != "" {
		head += "; charset=" + c.name
	}
	head += "\nContent-Transfer-Encoding: " + cte + "\n\n"
	var b strings.Builder
	switch cte {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		if _, err := w.Write([]byte(data)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		data = b.String()
	case "base64":
		s := base64.StdEncoding.EncodeToString([]byte(data))
		for ; len(s) > 76; s = s[76:] {
			b.WriteString(s[:76] + "\r\n")
		}
		data = b.String() + s + "\r\n"
	}
	return head + data
}
