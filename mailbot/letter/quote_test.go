package letter

import (
	"slices"
	"testing"
)

// TestNewText sorts whole texts. Each case is a form that letters really take.
func TestNewText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"top", "ATT A\n\n> x\n> y\n", "ATT A"},
		{"bottom", "> x\n\nATT A\n", "ATT A"},
		{"between", "> x\nATT A\n> y\n\nMOV B\n>> z\n", "ATT A|MOV B"},
		{"indented marks", " > x\n  >> y\nATT A\n", "ATT A"},
		{"bars", "| un\n| deux\n| trois\nATT A\n", "ATT A"},
		{"a table is no quote", "| a |\n| b |\n| c |\n", "| a ||| b ||| c |"},
		{"initials", "JD> un\nJD> deux\nATT A\n", "ATT A"},
		{"initials, then one line", "JD> un\nJD> deux\nATT A\n\nJD> trois\n\nMOV B\n", "ATT A|MOV B"},
		{"initials once", "JD> un\nATT A\n", "JD> un|ATT A"},
		{"a greater-than sign", "500 > 400\nATT A\n", "500 > 400|ATT A"},
		{"mbox escape", "Salut\n>From the north\nATT A\n", "Salut|From the north|ATT A"},
		{"arrow", "-> ATT A\n", "-> ATT A"},
		{
			"rewrapped quote",
			"> Le duc de Lorraine a quitté la ville hier avec mille hommes et marche sur\nMetz\n> depuis l'aube.\nATT Lorraine Lancelot\n",
			"Metz|ATT Lorraine Lancelot",
		},
		{
			"rewrapped quote in lower case",
			"> Le duc de Lorraine a quitté la ville hier avec mille hommes et marche\ncontre\n> la ville.\nATT Lorraine Lancelot\n",
			"ATT Lorraine Lancelot",
		},
		{"header block", "ATT A\n\nDe : X <x@y.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Z\nObjet : Tour\n\nMOV B\n", "ATT A"},
		{"header block in bold", "ATT A\n\n*De :* X\n*Envoyé :* mardi 3 novembre 2026 21:14\n*À :* Z\n*Objet :* Tour\n\nMOV B\n", "ATT A"},
		{"header block with wrapped recipients", "ATT A\n\nDe : X <x@y.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Z <z@y.fr>;\n W <w@y.fr>\nObjet : un très long objet qui\n continue\n\nMOV B\n", "ATT A"},
		{"header block of names only", "ATT A\n\nDe : Le Héraut\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Jean\nObjet : Tour\nMOV B\n", "ATT A"},
		{"header block quoting a quote", "ATT A\n\nDe : X <x@y.fr>\nÀ : Z\nObjet : Tour\n\n> vieux\nMOV B\n", "ATT A"},
		{"header block in Spanish", "ATT A\n\nDe: X <x@y.es>\nEnviado el: martes, 3 de noviembre de 2026 21:14\nPara: Z\nAsunto: T\n\nMOV B\n", "ATT A"},
		{"header block in German", "ATT A\n\nVon: X <x@y.de>\nGesendet: Dienstag, 3. November 2026 21:14\nAn: Z\nBetreff: T\n\nMOV B\n", "ATT A"},
		{"header block of Outlook for Mac", "ATT A\n\nDe : X <x@y.fr>\nDate : mardi, 3 novembre 2026 à 21:14\nÀ : Z\nObjet : T\n\nMOV B\n", "ATT A"},
		{"header block run together", "ATT A\n\nDe : Le Héraut Envoyé : mardi 3 novembre 2026 21:14 À : Jean Objet : Tour 12\nMOV B\n", "ATT A"},
		{"header block below a label of the player's", "Objet : mes ordres\natt a\nDe : X <x@y.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Z\nObjet : T\n\nMOV B\n", "Objet : mes ordres|att a"},
		{"header block in Polish", "ATT A\n\nOd: X <x@y.pl>\nWysłano: wtorek, 3 listopada 2026 21:14\nDo: Z\nTemat: T\n\nMOV B\n", "ATT A"},
		{"header block in Portuguese", "ATT A\n\nDe: X\nEnviada em: terça-feira, 3 de novembro de 2026 21:14\nPara: Z\nAssunto: T\n\nMOV B\n", "ATT A"},
		{"BlackBerry", "ATT A\n\n  Message d'origine  \nDe: X\nEnvoyé: mardi 3 novembre 2026 21:14\nÀ: Z\nObjet: T\n\nMOV B\n", "ATT A"},
		{"an order like a field", "À : tous\natt Fort : Gotland\nDe : X <x@y.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Z\nObjet : T\n\nMOV B\n", "À : tous|att Fort : Gotland"},
		{"AOL", "ATT A\n\n\n-----E-mail d'origine-----\nDe : X\nA : Z\nEnvoyé le : Ma, 3 Nov 2026 21:14\nSujet : T\n\nMOV B\n", "ATT A"},
		{"header block with an unknown label", "ATT A\n\nDe : X\nKiedy : 03/11/2026 21:14\nÀ : Z\nObjet : T\n\nMOV B\n", "ATT A"},
		{"header block in Turkish", "ATT A\n\nKimden: X <x@y.tr>\nGönderildi: 3 Kasım 2026 Salı 21:14\nKime: Z\nKonu: T\n\nMOV B\n", "ATT A"},
		{"player's own fields", "Contact : jean@x.fr\nVille : Metz\nBut : la paix\nATT A\n", "Contact : jean@x.fr|Ville : Metz|But : la paix|ATT A"},
		{"player's letterhead with a time", "ATT A\nDe : Uppland\nHeure : 21:14\nÀ : Gotland\nMOV B\n", "ATT A|De : Uppland|Heure : 21:14|À : Gotland|MOV B"},
		{"encoded twice", "À l'Ã©tÃ©\nATT A\nNÃO\n\nDe : X <x@y.fr>\nEnvoyÃ© : mardi 3 novembre 2026 21:14\nÃ€ : Z\nObjet : T\n\nMOV B\n", "À l'Ã©tÃ©|ATT A|NÃO"},
		{"Notes, labels alone", "ATT A\n\nLe Héraut/Jeu/FR\n03/11/2026 21:14\n\nA\nz@y.fr\ncc\n\nObjet\nTour 12\n\nMOV B\n", "ATT A"},
		{"a date over words", "ATT A\n\n03/11/2026 21:14\nA\nMOV B\nfin\n", "ATT A|03/11/2026 21:14|A|MOV B|fin"},
		{"eM Client", "ATT A\n\n------ Message d'origine ------\nDe \"X\" <x@y.fr>\nÀ \"Z\" <z@y.fr>\nDate 03/11/2026 21:14:05\nObjet T\n\nMOV B\n", "ATT A"},
		{"marker alone", "ATT A\n\n-----Original Message-----\nMOV B\n", "ATT A"},
		{"bold marker", "ATT A\n\n*----- Original Message -----*\nFrom: X\nMOV B\n", "ATT A"},
		{"Samsung", "ATT A\n\n-------- Message d'origine --------\nDe : X <x@y.fr>\nDate : 03/11/2026 21:14 (GMT+01:00)\nÀ : z@y.fr Objet : T\n\nMOV B\n", "ATT A"},
		{"player's own letterhead", "De : le duc de Lorraine\nÀ : le roi\nObjet : alliance\nATT A\n", "De : le duc de Lorraine|À : le roi|Objet : alliance|ATT A"},
		{"player's dated letterhead", "De : le duc de Lorraine\nDate : 3 novembre 2026\nÀ : le roi\nATT A\n", "De : le duc de Lorraine|Date : 3 novembre 2026|À : le roi|ATT A"},
		{"player's letterhead with addresses", "De : jean@x.fr\nÀ : arbitre@y.fr\nObjet : ordres\nATT A\n", "De : jean@x.fr|À : arbitre@y.fr|Objet : ordres|ATT A"},
		{"nothing above the header block", "De : X <x@y.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : Z\nObjet : T\n\nMOV B\n", ""},
		{"De and A in prose", "De : la part du roi\nATT A\nA : tous\n", "De : la part du roi|ATT A|A : tous"},
		{"ruler between orders", "ATT Lorraine B\n-----\nMOV Lorraine C\n_____\nfin\n", "ATT Lorraine B|-----|MOV Lorraine C|_____|fin"},
		{"dashed title", "--- Mes ordres ---\nATT A\n", "--- Mes ordres ---|ATT A"},
		{"dashed title about a message", "--- Message au roi ---\nATT A\n", "--- Message au roi ---|ATT A"},
		{"nothing new", "> x\n> y\n", ""},
		{"nothing at all", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newText(tt.text); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestNothingVanishes checks that every line that isn't blank is either new or
// set aside.
func TestNothingVanishes(t *testing.T) {
	text := "un\n> deux\ntrois\nLe 3 nov. 2026 à 21:14, X <x@y.fr> a écrit :\n> quatre\ncinq\n-- \nsix\n"
	l := Read([]byte("From: a@b.fr\nContent-Type: text/plain; charset=utf-8\n\n" + text))
	got := len(l.NewText)
	for _, b := range l.SetAside {
		got += len(b.Lines)
	}
	if got != 8 {
		t.Errorf("%d lines of 8: %v %v", got, l.NewText, l.SetAside)
	}
	var where []int
	for _, line := range l.NewText {
		where = append(where, line.Number)
	}
	if !slices.Equal(where, []int{1, 3, 6}) {
		t.Errorf("line numbers %v", where)
	}
}

func TestForwarded(t *testing.T) {
	head := "De : Jean <jean@x.fr>\nEnvoyé : mardi 3 novembre 2026 21:14\nÀ : arbitre@y.fr\nObjet : Ordres\n\n"
	tests := []struct {
		name, subject, text      string
		note, from, inner, title string
	}{
		{"Outlook", "TR: Ordres", "POUR Lorraine\n\n" + head + "ATT A\n", "POUR Lorraine", "jean@x.fr", "ATT A", "Ordres"},
		{"Outlook, tagged subject", "[Scandinavie] TR: Ordres", "POUR Lorraine\n\n" + head + "ATT A\n", "POUR Lorraine", "jean@x.fr", "ATT A", "Ordres"},
		{"Outlook reply", "RE: Ordres", "POUR Lorraine\n\n" + head + "ATT A\n", "POUR Lorraine", "", "", ""},
		{"Outlook, original message", "TR: Ordres", "POUR Lorraine\n\n-----Message d'origine-----\n" + head + "ATT A\n", "POUR Lorraine", "jean@x.fr", "ATT A", "Ordres"},
		{"Netscape", "[Fwd: Ordres]", "POUR Lorraine\n\n-------- Original Message --------\nSubject: \tOrdres\nDate: \tTue, 3 Nov 2026 21:14:05 +0100\nFrom: \tJean <jean@x.fr>\nTo: \tarbitre@y.fr\n\nATT A\n", "POUR Lorraine", "jean@x.fr", "ATT A", "Ordres"},
		{"no text", "TR: Ordres", "POUR Lorraine\n\n" + head, "POUR Lorraine", "jean@x.fr", "", "Ordres"},
		{"Gmail", "Fwd: Ordres", "POUR Lorraine\n\n---------- Forwarded message ---------\n" + head + "ATT A\n\n> vieux\n", "POUR Lorraine", "jean@x.fr", "ATT A", "Ordres"},
		{"Gmail, any subject", "Ordres", "note\n---------- Message transféré ----------\n" + head + "ATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Thunderbird", "Fwd: Ordres", "note\n\n-------- Message transféré --------\nSujet : \tOrdres\nDate : \tTue, 3 Nov 2026 21:14:05 +0100\nDe : \tJean <jean@x.fr>\nPour : \tarbitre@y.fr\n\nATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Apple Mail", "Fwd: Ordres", "note\n\n> Début du message transféré :\n> \n> De: Jean <jean@x.fr>\n> Objet: Ordres\n> Date: 3 novembre 2026 à 21:14:05 UTC+1\n> À: arbitre@y.fr\n> \n> ATT A\n>> vieux\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Apple Mail, unmarked", "Fwd: Ordres", "note\n\nBegin forwarded message:\n\nFrom: Jean <jean@x.fr>\nSubject: Ordres\nDate: 3 November 2026 at 21:14:05 CET\nTo: arbitre@y.fr\n\nATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Apple Mail, marker unmarked", "Fwd: Ordres", "note\n\nDébut du message réexpédié :\n\n> De: Jean <jean@x.fr>\n> Objet: Ordres\n> Date: 3 novembre 2026 à 21:14:05 UTC+1\n> À: arbitre@y.fr\n> \n> ATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Zimbra", "Fwd: Ordres", "note\n\n----- Mail transféré -----\nDe: \"Jean\" <jean@x.fr>\nÀ: \"a\" <arbitre@y.fr>\nEnvoyé: Mardi 3 Novembre 2026 21:14:00\nObjet: Ordres\n\nATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"Proton", "Fw: Ordres", "note\n\n------- Forwarded Message -------\nDe : Jean <jean@x.fr>\nDate : Le mardi 3 novembre 2026 à 21:14\nObjet : Ordres\nÀ : a@y.fr\n\n> ATT A\n>> vieux\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"mailto in brackets", "TR: Ordres", "note\n\nDe : Jean [mailto:jean@x.fr]\nEnvoyé : mardi 3 novembre 2026 21:14\nObjet : Ordres\n\nATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"no marker, header block quoted", "TR : Ordres", "note\n\n> De : Jean <jean@x.fr>\n> Envoyé : 3 novembre 2026\n> Objet : Ordres\n>\n> ATT A\n", "note", "jean@x.fr", "ATT A", "Ordres"},
		{"signed inside", "TR: Ordres", "note\n\n" + head + "ATT A\n-- \nJean\n", "note", "jean@x.fr", "ATT A", "Ordres"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newTextOf(tt.subject, "text/plain", tt.text); got != tt.note {
				t.Errorf("note %q, want %q", got, tt.note)
			}
			l := Read([]byte("From: anne@x.fr\nSubject: " + tt.subject + "\nContent-Type: text/plain; charset=utf-8\n\n" + tt.text))
			f := l.Forwarded
			if f == nil {
				if tt.from != "" {
					t.Fatal("no forwarded letter")
				}
				return
			}
			inner := ""
			for _, line := range f.NewText {
				inner += line.Text
			}
			if f.From.Addr != tt.from || inner != tt.inner || f.Subject != tt.title {
				t.Errorf("forwarded %q %q %q, want %q %q %q", f.From.Addr, f.Subject, inner, tt.from, tt.title, tt.inner)
			}
		})
	}
}
