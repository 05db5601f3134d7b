package letter

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// What the markup of mail clients says: which elements hide, quote, sign, or
// announce a quote.

// isHidden reports elements that the reader never sees: code, and the
// preheaders that newsletters hide.
func isHidden(tag atom.Atom, a attrs) bool {
	switch tag {
	case atom.Style, atom.Script, atom.Head, atom.Title, atom.Template, atom.Svg, atom.Noscript, atom.Select, atom.Object:
		return true
	}
	if a.style == "" {
		return false
	}
	for _, s := range []string{"display:none", "visibility:hidden", "mso-hide:all", "mso-list:ignore", "max-height:0", "opacity:0;", "font-size:0;", "font-size:0px"} {
		if strings.Contains(a.style, s) {
			return true
		}
	}
	return false
}

// isQuote tells the elements in which clients put what they quote. Gmail's
// gmail_quote and Proton's protonmail_quote aren't among them when they are
// plain divisions: people write between the blockquotes inside.
func isQuote(tag atom.Atom, a attrs) bool {
	if tag == atom.Blockquote {
		// Editors indent with a borderless blockquote.
		indent := strings.Contains(a.style, "border:none") || strings.Contains(a.style, "margin-left:40px") || strings.Contains(a.style, "margin:0px0px0px40px") || strings.Contains(a.style, "margin:00040px")
		return a.kind == "cite" || a.cite != "" || strings.Contains(a.class, "quote") || !indent
	}
	return strings.Contains(a.class, "yahoo_quoted") || strings.Contains(a.id, "yahoo_quoted") ||
		a.id == "olk_src_body_section" || strings.Contains(a.style, "border-left:solidblue") ||
		tag == atom.Div && strings.Contains(a.class, "zmail_extra")
}

// startsHeader tells the elements that clients put around, or before, the
// header block of the letter replied to.
func startsHeader(a attrs) bool {
	if strings.HasSuffix(a.id, "divrplyfwdmsg") || a.id == "mail-editor-reference-message-container" {
		return true
	}
	return strings.Contains(a.style, "border-top:solid#e1e1e1") || strings.Contains(a.style, "border-top:solid#b5c4df") ||
		strings.Contains(a.style, "border-top:1pxsolid#e1e1e1") || strings.Contains(a.style, "border-top-color:rgb(229,229,229)")
}

func elementHint(tag atom.Atom, a attrs) hint {
	switch {
	case strings.Contains(a.class, "moz-cite-prefix") || strings.Contains(a.class, "gmail_attr") || a.id == "reply-intro":
		return hintAttribution
	case strings.Contains(a.class, "gmail_signature") || strings.Contains(a.class, "moz-signature") || strings.Contains(a.class, "protonmail_signature") ||
		tag == atom.Div && (a.id == "signature" || strings.HasPrefix(a.id, "ms-outlook-mobile-signature") || a.id == "applemailsignature" || a.id == "_rc_sig" || a.id == "ymail_android_signature"):
		return hintSignature
	}
	return 0
}

func zeroMargin(style string) bool {
	for _, s := range []string{"margin:0;", "margin:0px", "margin:0cm", "margin:0in", "margin-bottom:0", "margin:0pt"} {
		if strings.Contains(style, s) {
			return true
		}
	}
	return style == "margin:0"
}
