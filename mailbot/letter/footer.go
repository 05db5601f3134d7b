package letter

import (
	"regexp"
	"strings"
)

// maxLooseSignature is how many lines may follow "--" without the blank that
// makes it a signature separator, and still be a signature.
const maxLooseSignature = 6

// setAsideEnd finds the signature, footers and disclaimers of a run of new
// lines [start, end).
func (s *sorter) setAsideEnd(start, end int) {
	for i := start; i < end; i++ {
		switch l := &s.lines[i]; {
		case s.kinds[i] != kindNew || l.blank():
		case l.hint&hintSignature != 0:
			i = s.clientSignature(i, end) - 1
		case s.deviceFooter(i, end):
		case rePicture.MatchString(l.text):
			s.kinds[i] = KindFooter
		case isSeparator(l.text):
			s.signature(start, i, end)
		}
	}
	last := start // nothing above the last order is a footer
	for i := start; i < end; i++ {
		if s.kinds[i] == kindNew && looksLikeOrder(s.lines[i].text) {
			last = i + 1
		}
	}
	s.banners(last, end)
	s.disclaimer(last, end)
	s.serverNote(last, end)
}

// clientSignature sets aside the lines in the element in which the client puts
// the signature, unless orders were typed there, and returns the line after.
// Below a separator in it, what looks like orders is part of the signature.
func (s *sorter) clientSignature(i, end int) int {
	j, orders := i, false
	for j < end && (s.lines[j].hint&hintSignature != 0 || s.lines[j].blank()) {
		orders = orders || looksLikeOrder(s.lines[j].text)
		j++
	}
	switch {
	case isSeparator(s.lines[i].text):
		s.lines[i].sigDash = true
		s.signature(i, i, j)
	case orders:
		for k := i; k < j; k++ {
			s.deviceFooter(k, j)
		}
	default:
		for k := i; k < j; k++ {
			s.kinds[k] = KindSignature
		}
	}
	return j
}

// signature sets aside what follows a separator, up to the next part. After
// the true separator "-- " that is the rule (RFC 3676 §4.3). A bare "--" may be
// a ruler between orders: it must be the last, end a text begun at start, and
// have few lines and no orders below.
func (s *sorter) signature(start, i, end int) {
	exact := s.lines[i].sigDash
	lines, orders := 0, false
	j := i + 1
	for ; j < end && !s.lines[j].newPart; j++ {
		t := s.lines[j].text
		if t == "" {
			continue
		}
		lines++
		orders = orders || looksLikeOrder(t)
		if !exact && (orders || reLowerOrder.MatchString(t) || lines > maxLooseSignature || isSeparator(t)) {
			return
		}
	}
	if !exact && s.next(start) == i {
		return
	}
	if orders {
		s.remark(RemarkOrdersSetAside, "what looks like orders stands below the signature separator on line %d", s.lines[i].number)
	}
	for k := i; k < j; k++ {
		s.kinds[k] = KindSignature
	}
}

// reLowerOrder is the shape of an order in small letters, which many sentences
// have too, but hardly a signature.
var reLowerOrder = regexp.MustCompile(`^[ *•·–—-]*(?:\d{1,2}[.)] ?)?@? ?[a-z]{3,4} [^ ]`)

// isSeparator reports a bare signature separator, blanks trimmed.
func isSeparator(t string) bool { return t == "--" || t == "—" || t == "- --" }

// deviceFooter sets aside «Envoyé de mon iPhone» and the like at line i.
func (s *sorter) deviceFooter(i, end int) bool {
	if !isDeviceFooter(s.lines[i].text) {
		return false
	}
	s.kinds[i] = KindFooter
	// K-9's apology may be wrapped.
	if i+1 < end {
		if f := fold(s.lines[i+1].text); len(f) < 60 && (strings.Contains(f, "brievete") || strings.Contains(f, "brevity")) {
			s.kinds[i+1] = KindFooter
		}
	}
	return true
}

// rePicture is the place of a picture in a text made from HTML, such as the
// logo of a signature.
var rePicture = regexp.MustCompile(`^ *\[(?:cid:|image: |https?://)[^\]]*\](?:<[^>]*>)? *$`)

var sentBy = []string{
	"envoye de ", "envoye d'", "envoye depuis ", "envoye a partir d", "envoye avec ", "envoye par ", "envoye via ", "envoye gratuitement avec ", "envoye a l'aide d", "expedie de", "expedie a partir ",
	"sent from ", "sent with ", "sent via ", "sent by ", "sent using ",
	"provenance : courrier", "provenance : mail", "provenance: courrier", "gesendet von ", "gesendet mit ", "von meinem ", "von meinem/", "diese nachricht wurde von ", "outlook fur ", "enviado desde ", "enviado con ", "enviado de ",
	"inviato da ", "inviato dal ", "inviato con ", "enviado do ", "enviado pelo ", "verstuurd v", "verzonden v", "skickat fran ", "sendt fra ", "wysłane z ", "отправлено ", "ce message a ete envoye depuis ", "ce mail a ete envoye depuis ", "message envoye depuis ", "mail envoye depuis ", "courriel envoye depuis ", "this message was sent from ",
}

// reDevice names what letters are sent from, as against castles and camps.
var reDevice = regexp.MustCompile(`\b(?:iphone|ipad|ipod|mobile|smartphone|telephone|phone|appareil|device|android|samsung|galaxy|huawei|xiaomi|redmi|honor|pixel|oneplus|oppo|nokia|wiko|htc|sony|xperia|motorola|blackberry|` +
	`portable|tablette|tablet|ordinateur|mac|macbook|windows|outlook|yahoo|mail|gmail|e-mail|email|webmail|proton|protonmail|bluemail|aquamail|fairemail|k-9|thunderbird|spark|airmail|aol|gmx|orange|sfr|bouygues|free|laposte|` +
	`la poste|handy|mobilgerat|android-mobiltelefon|ios|messagerie|movil|telefono|application|appli|tutanota|tuta|newton|zimbra|zoho|hey|watch|pc|vivo|realme|alcatel|infomaniak|mailo|icloud|ionos|em client|mailspring|spike|canary|superhuman|shortwave|hushmail|posteo|fastmail|myyahoo)\b`)

// reGetApp is an invitation to install a mail client, folded.
var reGetApp = regexp.MustCompile(`^(?:get|download|telecharger?z?|obten(?:ir|ez)|holen sie sich|laden sie|obtener|descargar?|scarica|ottieni) [^.,;:!?]{3,30} (?:pour|for|fur|para|per|voor) (?:android|ios|iphone|ipad|mobile|mac|windows)\b`)

func isDeviceFooter(t string) bool {
	if len(t) < 10 || len(t) > 240 {
		return false
	}
	if i := strings.IndexByte(t, '<'); i > 0 {
		t = t[:i] // the link that HTML turned into text
	}
	f := strings.Trim(fold(strings.ReplaceAll(t, "[", "")), "*_()<> .")
	if len(f) > 130 {
		return false
	}
	if reGetApp.MatchString(f) {
		return true
	}
	for _, p := range sentBy {
		if strings.HasPrefix(f, p) {
			return reDevice.MatchString(f[len(p)-1:])
		}
	}
	return false
}

// bannerCues open the advertisements that servers and antivirus programs put
// below a letter.
var bannerCues = []string{
	"garanti sans virus", "sans virus", "virus-free", "virenfrei", "libre de virus", "l'absence de virus dans ce courrier", "cet e-mail a ete verifie par le logiciel antivirus", "cet email a ete verifie par",
	"ce courrier electronique ne contient aucun virus", "ce message a ete verifie par", "this email has been checked for viruses", "this e-mail has been checked for viruses", "diese e-mail wurde von avast",
	"https://www.avast.com", "http://www.avast.com", "www.avast.com", "www.avg.com", "une messagerie gratuite, garantie a vie", "je cree ma boite mail", "creez votre adresse electronique", "creez votre adresse e-mail",
	"yahoo mail :", "yahoo mail:", "pensez a l'environnement avant d'imprimer", "pensez environnement", "n'imprimez ce message", "n'imprimez ce mail", "avant d'imprimer", "please consider the environment",
	"afin de contribuer au respect de l'environnement", "mail gratuit", "accedez au courrier electronique de la poste", "you received this message because you are subscribed", "vous recevez ce message, car vous etes abonne",
	"pour vous desabonner", "pour se desabonner", "to unsubscribe from this group", "do you yahoo", "message securise par",
}

func isBanner(t string) bool {
	f := strings.Trim(fold(t), "*_<>[]() ")
	for _, c := range bannerCues {
		if strings.HasPrefix(f, c) {
			return true
		}
	}
	return false
}

// banners sets aside the advertisements that end [start, end), with the ruler
// above them.
func (s *sorter) banners(start, end int) {
	for i := start; i < end; i++ {
		if s.kinds[i] != kindNew || !isBanner(s.lines[i].text) {
			continue
		}
		s.footers(start, i, end, KindFooter)
		return
	}
}

// footers gives the new lines of [i, end) a kind, with the ruler above them
// that separates them from the text begun at start.
func (s *sorter) footers(start, i, end int, kind Kind) {
	above := i - 1
	for above >= start && s.lines[above].blank() {
		above--
	}
	if above >= start && strings.Trim(s.lines[above].text, "-_*= ") == "" {
		i = above
	}
	for ; i < end; i++ {
		if s.kinds[i] == kindNew {
			s.kinds[i] = kind
		}
	}
}

// disclaimerCues are words of which a confidentiality notice holds several.
var disclaimerCues = []string{
	"confidentiel", "confidential", "destinataire", "intended recipient", "addressee", "par erreur", "in error", "pieces jointes", "piece jointe", "fichiers joints", "attachment", "privileged", "virus",
	"toute utilisation", "divulgation", "diffusion", "disclosure", "unauthorised", "unauthorized", "decline toute responsabilite", "liability", "vertraulich", "adressaten", "usage exclusif",
}

// disclaimer sets aside a confidentiality notice that ends [start, end): a
// paragraph with at least three of the cues, and what follows it.
func (s *sorter) disclaimer(start, end int) {
	for i := start; i < end; i++ {
		if s.kinds[i] != kindNew || s.lines[i].blank() || i > start && !s.lines[i-1].blank() && !isRuler(s.lines[i-1].text) && s.kinds[i-1] == kindNew {
			continue
		}
		j, words := i, strings.Builder{}
		for j < end && !s.lines[j].blank() && !isRuler(s.lines[j].text) && words.Len() < 4000 {
			words.WriteString(s.lines[j].text + " ")
			j++
		}
		if words.Len() < 100 || disclaimerWords(words.String()) < 3 {
			continue
		}
		for i+1 < j && len(s.lines[i].text) < 50 && disclaimerWords(s.lines[i].text) == 0 {
			i++ // a name that the markup didn't part from the notice
		}
		s.footers(start, i, end, KindDisclaimer)
		return
	}
}

// disclaimerWords counts the cues that a text holds.
func disclaimerWords(t string) (n int) {
	f := fold(t)
	for _, c := range disclaimerCues {
		if strings.Contains(f, c) {
			n++
		}
	}
	return n
}

// maxServerNote is how many lines a list or a webmail adds below its ruler.
const maxServerNote = 8

// reServerNote is what such a note says, folded: where it comes from.
var reServerNote = regexp.MustCompile(`https?://|www\.|` + reMailbox.String() + `|mailing list|liste de diffusion|\bce (?:message|mail|courriel) (?:a ete )?envoye|this (?:message|mail) was sent`)

// serverNote sets aside the note below a long ruler that ends [start, end), in
// which a list server or a webmail names itself.
func (s *sorter) serverNote(start, end int) {
	for i, lines, named := end-1, 0, false; i >= start && lines <= maxServerNote; i-- {
		t := s.lines[i].text
		switch {
		case t == "" || s.kinds[i] != kindNew:
		case isRuler(t):
			if named && len(t) >= 20 {
				s.footers(start, i, end, KindFooter)
				return
			}
		default:
			lines++
			named = named || reServerNote.MatchString(fold(t))
		}
	}
}
