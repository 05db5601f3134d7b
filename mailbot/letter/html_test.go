package letter

import "testing"

func TestHTML(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"breaks", "ATT A<br>MOV B<br/>GAR C<br />fin", "ATT A|MOV B|GAR C|fin"},
		{"paragraphs", "<p>ATT A</p><p>MOV\n B</p>fin", "ATT A|MOV B|fin"},
		{"divisions", "<div>ATT A<div>MOV B</div>GAR C</div>", "ATT A|MOV B|GAR C"},
		{"unclosed", "<p>ATT A<p>MOV B<li>GAR C<li>REN D", "ATT A|MOV B|GAR C|REN D"},
		{"spaces", "ATT \n\t <b> A</b>&nbsp;<i>B</i>C", "ATT A BC"},
		{"entities", "500&nbsp;&euro; &lt;x&gt; &eacute;&#8217;&amp;lt;", "500 € <x> é’&lt;"},
		{"preformatted", "<pre>ATT A\nMOV  B</pre>", "ATT A|MOV  B"},
		{"pre-wrap", "<div style='white-space: pre-wrap'>ATT A\nMOV B</div>", "ATT A|MOV B"},
		{"lists", "<ul><li>ATT A</li><li>MOV B</li></ul><ol><li>GAR C</ol>", "ATT A|MOV B|GAR C"},
		{"table", "<table><tr><th>ATT</th><td>A</td></tr><tr><td><p>MOV</p></td><td><div>B</div></td></tr></table>", "ATT A|MOV B"},
		{"layout table", "<table><tr><td><div>ATT A</div><div>MOV B</div></td></tr></table>", "ATT A|MOV B"},
		{"table in table", "<table><tr><td><table><tr><td>ATT</td><td>A</td></tr><tr><td>MOV</td><td>B</td></tr></table></td></tr></table>", "ATT A|MOV B"},
		{"rows unclosed", "<table><tr><td>ATT<td>A<tr><td>MOV<td>B</table>", "ATT A|MOV B"},
		{"style and script", "<head><title>x</title><style>p{}</style></head><script>y</script>ATT A", "ATT A"},
		{"hidden", "<div style='display:none'>x</div><span style='font-size:0px'>y</span><div hidden>z</div>ATT A", "ATT A"},
		{"conditional comment", "<!--[if mso]><p>x</p><![endif]--><![if !mso]>ATT A<![endif]>", "ATT A"},
		{"Outlook list", "<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>ATT A</p>", "ATT A"},
		{"picture", "ATT<img src=x>A", "ATT A"},
		{"stray ends", "</td></tr></table></div></p>ATT A</blockquote>", "ATT A"},
		{"blockquote", "ATT A<blockquote type=cite>MOV B<blockquote>x</blockquote></blockquote>GAR C", "ATT A|GAR C"},
		{"indentation", "ATT A<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>MOV B</blockquote>", "ATT A|MOV B"},
		{"yahoo_quoted", "ATT A<div class='yahoo_quoted'>x a écrit :<div>MOV B</div></div>", "ATT A"},
		{"divRplyFwdMsg", "ATT A<hr><div id=divRplyFwdMsg><b>De :</b> X<br><b>Objet :</b> T</div><div>MOV B</div>", "ATT A"},
		{"x_divRplyFwdMsg", "ATT A<hr><div id=x_divRplyFwdMsg><b>From:</b> X<br><b>Subject:</b> T</div><div>MOV B</div>", "ATT A"},
		{"Zimbra, answered below", "<hr id=zwchr><div><b>De: </b>X &lt;x@y.fr&gt;<br><b>Objet: </b>T</div><blockquote>MOV B</blockquote><div>ATT A</div>", "ATT A"},
		{"Outlook rule", "ATT A<div style='border:none;border-top:solid #B5C4DF 1.0pt'><p><b>De :</b> X<br><b>Objet :</b> T</p></div>MOV B", "ATT A"},
		{"Windows Mail", "<div>ATT A</div><div style='border-top-color: rgb(229, 229, 229); border-top-width: 1px'><b>De :</b>&nbsp;X<br><b>Envoyé :</b>&nbsp;jeudi 26 juin 2026 15:05</div><div>MOV B</div>", "ATT A"},
		{"the rule alone", "ATT A<div style='border-top:solid #E1E1E1 1.0pt'>MOV B</div>", "ATT A|MOV B"},
		{"cite prefix in any language", "ATT A<div class=moz-cite-prefix>Dne 3. 11. v 21:14 X napsal(a):<br></div><blockquote type=cite>MOV B</blockquote>", "ATT A"},
		{"moz-signature with a motto like an order", "ATT A<pre class=moz-signature>-- \nJean\nMOV Lorraine</pre>", "ATT A"},
		{"quote deleted, answered below", "<div class=gmail_attr>Le 3 nov. 2026 à 21:14, X &lt;x@y.fr&gt; a écrit :<br></div><div>ATT Lorraine Lancelot</div>", "ATT Lorraine Lancelot"},
		{"quote deleted, nothing but orders proves it", "<div class=gmail_attr>Le 3 nov. 2026 à 21:14, X &lt;x@y.fr&gt; a écrit :<br></div><div>Messire,</div><div>ATT Lorraine Lancelot</div>", ""},
		{"quote deleted below an answer", "MOV B<div class=gmail_attr>Le 3 nov. 2026 à 21:14, X &lt;x@y.fr&gt; a écrit :<br></div><div>ATT Lorraine Lancelot</div>", "MOV B"},
		{"top of the quote deleted", "<div class=moz-cite-prefix>Le 3 nov. 2026 à 21:14, X a écrit :<br></div><p>D'accord.</p><blockquote type=cite>MOV B</blockquote><p>ATT A</p>", "D'accord.|ATT A"},
		{"notice in one paragraph with a name", "ATT Lorraine A<p class=MsoNormal>Bien à vous,</p><p class=MsoNormal>Jean</p><p class=MsoNormal>Ce message et ses pièces jointes sont confidentiels et destinés à leurs seuls destinataires ; reçus par erreur, détruisez-les.</p>", "ATT Lorraine A|Bien à vous,|Jean"},
		{"gmail_signature", "ATT A<div class=gmail_signature>Jean<br>06 12</div>", "ATT A"},
		{"orders typed into the signature", "Salut<div class=gmail_signature>ATT Lorraine Lancelot<br>Jean</div>", "Salut|ATT Lorraine Lancelot|Jean"},
		{"mobile signature", "ATT A<div id='ms-outlook-mobile-signature'>Télécharger <a href=x>Outlook pour iOS</a></div>", "ATT A"},
		{"Proton", "ATT A<div class='protonmail_signature_block'>Envoyé avec Proton</div><div class=protonmail_quote>Le mardi 3 novembre 2026 à 21:14, X &lt;x@y.fr&gt; a écrit :<br><blockquote class=protonmail_quote type=cite>MOV B</blockquote>GAR C</div>", "ATT A|GAR C"},
		{"Roundcube", "<p id=reply-intro>Le 2026-11-03 21:14, X a écrit :</p><blockquote>MOV B</blockquote><p>ATT A</p><div id=_rc_sig>-- <br>Jean</div>", "ATT A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newTextOf("Re: T", "text/html", tt.page); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
