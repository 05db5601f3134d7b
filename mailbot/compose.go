package mailbot

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

// LoopHeader marks every mail of an Arbitre; a letter that bears it is never answered.
const LoopHeader = "X-Arbitre-Loop"

// Sender is who the Arbitre is in the mail's world.
type Sender struct {
	Name    string // "Le Héraut": shown beside the address
	Address string // "heraut@example.org": where players write
	Domain  string // of Message-IDs and of the loop header: fully qualified
}

// A draft is a mail before it has its number.
type draft struct {
	player  ledger.Player // to whom: his first address, his token
	kind    string        // "confirmation", "report", …
	subject string
	body    string         // UTF-8 text, complete on its own
	files   []engine.Table // attached after the body
	answers *answered      // the letter that it answers; nil for what the Arbitre writes of its own accord
	cause   uint64         // receipt of that letter
	thread  string         // the conversation that it goes on with

	seatless bool // an answer to it doesn't prove to be from the seat
}

// answered is what a reply needs of the letter before it, RFC 5322 §3.6.4.
type answered struct {
	messageID  string
	references []string
}

// post renders a draft once and for all and puts it into the outbox.
func (a *Arbitre) post(tx *ledger.Tx, d draft) error {
	if len(d.player.Addresses) == 0 {
		return nil
	}
	id, err := tx.NewMailID()
	if err != nil {
		return err
	}
	now := a.now()
	token := replyToken(a.key, d.player.Game, d.player.Seat, d.player.Generation)
	m := ledger.Mail{
		ID: id, To: d.player.Addresses[0], Kind: d.kind, Game: d.player.Game, Seat: d.player.Seat, Cause: d.cause, Thread: d.thread,
		Created: now, Due: now,
	}
	if d.seatless {
		token = ""
	}
	m.MessageID = fmt.Sprintf("%d.%s.%s@%s", id, a.stamp(id, d), cmp.Or(token, "any"), a.Sender.Domain)
	raw, err := a.render(d, m, token, now)
	if err != nil {
		return fmt.Errorf("writing a %s for %s: %w", d.kind, d.player.Lord, err)
	}
	if a.sign != nil {
		if raw, err = a.sign(raw); err != nil {
			return fmt.Errorf("signing a %s for %s: %w", d.kind, d.player.Lord, err)
		}
	}
	return tx.AddMail(m, raw)
}

// stamp keeps a Message-ID unique should a ledger be begun anew under the same
// name and key: it hangs on what the mail says.
func (a *Arbitre) stamp(id uint64, d draft) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%d", id, d.subject, d.body, a.now().UnixNano()))
	return hex.EncodeToString(sum[:6])
}

// render writes the mail's final bytes.
func (a *Arbitre) render(d draft, m ledger.Mail, token string, now time.Time) ([]byte, error) {
	local, domain, _ := strings.Cut(a.Sender.Address, "@")
	// A field is put above those that are there: the last one set is read first.
	var h mail.Header
	h.Set("MIME-Version", "1.0")
	if d.kind == "report" {
		h.Set("List-Id", fmt.Sprintf("<%s.%s>", d.player.Game, a.Sender.Domain))
	}
	h.Set(LoopHeader, a.Sender.Domain)
	h.Set("X-Auto-Response-Suppress", "OOF, AutoReply")
	auto := "auto-generated" // RFC 3834 §5
	if d.answers != nil {
		auto = "auto-replied"
		if id := d.answers.messageID; id != "" && len(id) <= longestID {
			h.SetMsgIDList("References", append(lastReferences(d.answers.references), id))
			h.SetMsgIDList("In-Reply-To", []string{id})
		}
	}
	h.Set("Auto-Submitted", auto)
	h.SetMessageID(m.MessageID)
	h.SetDate(now)
	h.SetSubject(oneLine(d.subject))
	if token != "" {
		local += "+" + token
	}
	h.SetAddressList("Reply-To", []*mail.Address{{Name: a.Sender.Name, Address: local + "@" + domain}})
	h.SetAddressList("To", []*mail.Address{{Address: m.To}})
	h.SetAddressList("From", []*mail.Address{{Name: a.Sender.Name, Address: a.Sender.Address}})

	var out bytes.Buffer
	if len(d.files) == 0 {
		setText(&h.Header)
		err := writeEntity(&out, h.Header, d.body)
		return out.Bytes(), err
	}
	h.SetContentType("multipart/mixed", map[string]string{"boundary": boundary(m)})
	w, err := message.CreateWriter(&out, h.Header)
	if err != nil {
		return nil, fmt.Errorf("writing the header: %w", err)
	}
	if err := writePart(w, textPart(""), d.body); err != nil {
		return nil, err
	}
	for _, f := range d.files {
		if err := writePart(w, textPart(f.File), f.Text); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("closing the mail: %w", err)
	}
	return out.Bytes(), nil
}

// boundary derives a multipart boundary from the mail's number, so that the
// same mail is always the same bytes.
func boundary(m ledger.Mail) string {
	sum := sha256.Sum256([]byte(m.MessageID))
	return "arbitre-" + hex.EncodeToString(sum[:12])
}

func setText(h *message.Header) {
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
}

func textPart(file string) message.Header {
	var h message.Header
	setText(&h)
	if file == "" {
		h.Set("Content-Disposition", "inline")
	} else {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file}))
	}
	return h
}

func writePart(w *message.Writer, h message.Header, text string) error {
	part, err := w.CreatePart(h)
	if err != nil {
		return fmt.Errorf("beginning a part: %w", err)
	}
	if _, err := part.Write(crlf(text)); err != nil {
		return fmt.Errorf("writing a part: %w", err)
	}
	if err := part.Close(); err != nil {
		return fmt.Errorf("closing a part: %w", err)
	}
	return nil
}

func writeEntity(out *bytes.Buffer, h message.Header, text string) error {
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return fmt.Errorf("writing the header: %w", err)
	}
	if _, err := w.Write(crlf(text)); err != nil {
		return fmt.Errorf("writing the text: %w", err)
	}
	return w.Close()
}

// crlf gives a text the line ends of mail.
func crlf(text string) []byte {
	return []byte(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n"))
}

// lastReferences keeps a thread's References from growing for ever: its root
// and its latest, RFC 5322 §3.6.4 allowing that the line be shortened.
func lastReferences(ids []string) []string {
	const kept = 20
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return len(id) > longestID })
	if len(ids) <= kept {
		return ids
	}
	return append([]string{ids[0]}, ids[len(ids)-kept+1:]...)
}

// oneLine takes out of a header's text whatever could end the line.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
