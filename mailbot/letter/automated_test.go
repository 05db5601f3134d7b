package letter

import "testing"

// TestAutomated holds the signs of machines, with the reason given for each.
func TestAutomated(t *testing.T) {
	const from = "From: Jean <jean@x.fr>\n"
	tests := []struct{ name, raw, want string }{
		{"auto-replied", from + "Auto-Submitted: auto-replied (vacation)\n\n", "auto-submitted: auto-replied"},
		{"auto-generated", from + "Auto-Submitted: auto-generated; type=x\n\n", "auto-submitted: auto-generated"},
		{"null path", from + "Return-Path: <>\n\n", "null-return-path"},
		{"daemon", "From: MAILER-DAEMON@x.fr\n\n", "system-sender: mailer-daemon@x.fr"},
		{"daemon without domain", "From: MAILER-DAEMON (Mail Delivery System)\n\n", "system-sender: mailer-daemon"},
		{"postmaster", "From: \"X\" <postmaster@x.fr>\n\n", "system-sender: postmaster@x.fr"},
		{"daemon's path", from + "Return-Path: <MAILER-DAEMON@x.fr>\n\n", "system-sender: mailer-daemon@x.fr"},
		{"bulk", from + "Precedence: Bulk\n\n", "precedence: bulk"},
		{"junk", from + "Precedence: junk\n\n", "precedence: junk"},
		{"list precedence", from + "Precedence: list\n\n", "precedence: list"},
		{"auto_reply", from + "Precedence: auto_reply\n\n", "precedence: auto_reply"},
		{"x-autoreply", from + "X-Autoreply: yes\n\n", "automatic-header: x-autoreply"},
		{"x-autorespond", from + "X-Autorespond: 1\n\n", "automatic-header: x-autorespond"},
		{"failed recipients", from + "X-Failed-Recipients: a@b.fr\n\n", "automatic-header: x-failed-recipients"},
		{"list", from + "List-Unsubscribe: <mailto:x@y.fr>\n\n", "list: list-unsubscribe"},
		{"report", from + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nx\n--b--\n", "report: delivery-status"},
		{"report without boundary", from + "Content-Type: multipart/report; report-type=delivery-status\n\nx\n", "report: delivery-status"},
		{"receipt", from + "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nx\n--b--\n", "report: disposition-notification"},
		{"delivery status alone", from + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nStatus: 5.1.1\n--b--\n", "report: delivery-status"},
		{"no-reply", "From: No-Reply@x.fr\n\n", "noreply-sender: no-reply@x.fr"},
		{"ne pas répondre", "From: ne_pas_repondre@x.fr\n\n", "noreply-sender: ne_pas_repondre@x.fr"},
		{"vacation", from + "Subject: Absence du bureau\n\n", "vacation-subject: absence du bureau"},
		{"vacation, Exchange", from + "Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_Tour?=\n\n", "vacation-subject: reponse automatique"},
		{"vacation, English", from + "Subject: Out of Office: Re: Tour\n\n", "vacation-subject: out of office"},
		{"vacation, German", from + "Subject: Abwesenheitsnotiz: Tour\n\n", "vacation-subject: abwesenheit"},
		{"vacation, Spanish", from + "Subject: Respuesta =?utf-8?Q?autom=C3=A1tica?=\n\n", "vacation-subject: respuesta automatica"},
		{"vacation, by its text", from + "Subject: Absence Re: Tour 12\n\nJe suis absent jusqu'au 12.\n", "vacation-text: je suis absent"},
		{"vacation, by two signs in its text", from + "Subject: Merci\n\nBonjour,\nJe suis absent du bureau. En cas d'urgence, voyez Anne.\n", "vacation-text: absent du bureau"},
		{"vacation, answering", from + "Subject: Re: Tour 12\n\nJe suis absent du bureau. En cas d'urgence, voyez Anne.\n", "vacation-text: absent du bureau"},
		{"bounce subject", from + "Subject: Mail delivery failed: returning message to sender\n\n", "bounce-subject: mail delivery failed"},
		{"bounce subject, French", from + "Subject: =?utf-8?Q?=C3=89chec_de_la_remise?=\n\n", "bounce-subject: echec de la remise"},
		{"receipt subject", from + "Subject: Lu : Tour 12\n\nVotre message a été lu.\n", "receipt-subject: lu"},
		{"bounce text, qmail", from + "Subject: x\n\nHi. This is the qmail-send program at x.fr.\n", "bounce-text: hi. this is the qmail-send program"},
		{"bounce text, Gmail", from + "Subject: x\n\n** Address not found **\n", "bounce-text: ** address not found **"},
		{"acknowledgement, by two signs", from + "Subject: Re: Tour\n\nNous avons bien reçu votre message et vous répondrons dans les meilleurs délais.\n", "acknowledgement-text: avons bien recu votre"},
		{"challenge", from + "Subject: En attente\n\nMailinblack protège cette boîte : authentifiez-vous sur https://x.fr/a\n", "challenge-text: mailinblack"},
		{"says so", from + "Subject: Sujet\n\nBonjour,\nMerci de ne pas répondre à ce message.\n", "automatic-text: merci de ne pas repondre a ce m"},
		{"bounce that quotes orders", from + "Subject: Erreur\n\nVotre message n'a pas pu être remis :\n550 inconnu\nATT Lorraine Lancelot\nIMP 5 TOUT\n", "bounce-text: votre message n'a pas pu etre"},
		{"bounce's copy is no orders", from + "Subject: Mail delivery failed\n\njean@x.fr\n--- Copie du message ---\nATT Lorraine Lancelot\nIMP 5 TOUT\n", "bounce-subject: mail delivery failed"},
		{"returned orders are no orders", from + "Subject: Delivery failure\n\nYour letter wasn't delivered.\n\nATT Lorraine Lancelot\nIMP 5 TOUT\n", "bounce-subject: delivery failure"},
		{"vacation that returns orders", from + "Subject: =?utf-8?Q?R=C3=A9ponse?= automatique\n\nAbsent. Votre message :\nATT Lorraine Lancelot\nIMP 5 TOUT\n", "vacation-subject: reponse automatique"},
		{"SMTP is no orders", from + "Subject: Delivery failure\n\nSMTP error\nRCPT TO:<a@b.fr>\nDATA refused\n", "bounce-subject: delivery failure"},
		{"acknowledgement by its subject", from + "Subject: Nous avons bien =?utf-8?Q?re=C3=A7u?= votre demande\n\nx\n", "notice-subject: nous avons bien recu votre"},
		{"vacation, Notes", from + "Subject: Jean Martin is out of the office (returning 12/11)\n\nx\n", "vacation-subject: is out of the office"},
		{"vacation, Swedish", from + "Subject: Autosvar: Tour\n\nx\n", "vacation-subject: autosvar"},
		{"accepts a meeting", from + "Subject: =?utf-8?Q?Accept=C3=A9_:_Conseil?=\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n", "calendar-reply: accepte : conseil"},
		{"robot", "From: autoreply@x.fr\n\n", "system-sender: autoreply@x.fr"},
		{"Exchange's own", from + "Subject: Notification\nX-Auto-Response-Suppress: All\n\n", "automatic-header: x-auto-response-suppress"},

		{"a person", from + "Subject: Re: Tour 12\nReturn-Path: <jean@x.fr>\n\nATT Lorraine Lancelot\n", ""},
		{"auto-submitted no", from + "Auto-Submitted: no\n\n", ""},
		{"precedence normal", from + "Precedence: normal\n\n", ""},
		{"on Exchange", from + "Subject: RE: Tour 12\nX-Auto-Response-Suppress: DR, OOF, AutoReply\n\nATT Lorraine Lancelot\n", ""},
		{"answers a vacation", from + "Subject: =?utf-8?Q?Re:_R=C3=A9ponse_automatique_:_Tour?=\n\nbon retour\n", ""},
		{"forwards a bounce", from + "Subject: Tr: Undelivered Mail Returned to Sender\n\nTu as vu ?\n\n> This is the mail system at host x.fr.\n", ""},
		{"announces an absence", from + "Subject: Absence la semaine prochaine\n\nJe suis absent la semaine prochaine, je jouerai samedi.\n", ""},
		{"orders before leaving", from + "Subject: Vacances\n\nJe suis en vacances, votre message m'a plu.\nATT Lorraine Lancelot\n", ""},
		{"asks for a receipt", from + "Subject: =?utf-8?Q?Accus=C3=A9_de_r=C3=A9ception_de_mes_ordres_=3F?=\n\nLes avez-vous ?\n", ""},
		{"asks for a receipt in other words", from + "Subject: Confirmation de =?utf-8?Q?r=C3=A9ception?= de mes ordres ?\n\nLes avez-vous ?\n", ""},
		{"answers who is away", from + "Subject: Re: Jean est absent(e) ?\n\nOui.\n", ""},
		{"announces a holiday", from + "Subject: On vacation next week\n\nI will play on Monday.\n", ""},
		{"talks of a bounce", from + "Subject: Souci\n\nJ'ai reçu ceci :\nvoyez vous-même\net aussi ceci\nThis message was created automatically by mail delivery software.\n", ""},
		{"writes orders below a vacation's subject", from + "Subject: Absent du bureau\n\nATT Lorraine Lancelot\nIMP 5 TOUT\n", ""},
		{"writes orders and complains", from + "Subject: =?utf-8?Q?=C3=89chec_de_l'envoi?=\n\nLes revoici :\nATT Lorraine Lancelot\nIMP 5 TOUT\n", ""},
		{"could not open our letter", from + "Subject: Tour 12\n\nVotre message n'a pas pu être ouvert.\n", ""},
		{"quotes a bounce on top of an answer", from + "Subject: Re: Tour 12\n\nThis is the mail system at host x.fr: voilà ce que je reçois !\n", ""},
		{"thanks for an automatic answer", from + "Subject: Tour 12\n\nMerci de votre réponse automatique.\n", ""},
		{"through a relay that collects bounces", from + "Return-Path: <bounces@relay.x.fr>\n\nATT Lorraine Lancelot\n", ""},
		{"through a relay that lets one unsubscribe", from + "In-Reply-To: <t.k3v7q2m5x4n6b7c2d3f4g5h6ja@x.fr>\nList-Unsubscribe: <mailto:u@relay.x.fr>\n\nATT Lorraine Lancelot\n", ""},
		{"named like a daemon", "From: Paul Master <paul.master@x.fr>\n\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Read([]byte(tt.raw))
			if l.AutomatedReason != tt.want || l.Automated != (tt.want != "") {
				t.Errorf("%v, %q; want %q", l.Automated, l.AutomatedReason, tt.want)
			}
		})
	}
}
