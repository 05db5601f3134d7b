package postoffice

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

func (s *reading) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	reads := func(b *imap.FetchItemBodySection) bool { return !b.Peek }
	readsBinary := func(b *imap.FetchItemBinarySection) bool { return !b.Peek }
	if !s.view.readOnly && (slices.ContainsFunc(options.BodySection, reads) || slices.ContainsFunc(options.BinarySection, readsBinary)) {
		if err := s.markSeen(set); err != nil {
			return err
		}
		options.Flags = true
	}
	messages := s.view.pick(set)
	needsText := len(options.BodySection) > 0 || len(options.BinarySection) > 0 || len(options.BinarySectionSize) > 0 ||
		options.Envelope || options.BodyStructure != nil
	cut := -1
	if len(options.BodySection) > 0 && s.office.takeDrop() {
		cut = len(messages) / 2
	}
	for i, m := range messages {
		var raw []byte
		if needsText {
			var err error
			raw, err = s.office.store.body(s.view.mailbox.validity, &m.message)
			if errors.Is(err, errGone) {
				continue // expunged by another session; sync will say so
			} else if err != nil {
				return err
			}
		}
		if i == cut {
			return s.breakOff(w, m, options, raw)
		}
		if err := writeMessage(w, m, options, raw); err != nil {
			return err
		}
	}
	return nil
}

func (s *reading) markSeen(set imap.NumSet) error {
	unseen := slices.DeleteFunc(s.view.pick(set), func(m sighting) bool { return hasFlag(m.message.flags, imap.FlagSeen) })
	if len(unseen) == 0 {
		return nil
	}
	var uids imap.UIDSet
	for _, m := range unseen {
		uids.AddNum(m.message.uid)
	}
	return s.store(uids, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}})
}

// writeMessage writes one FETCH response. The UID comes first: some clients
// need it before any text.
func writeMessage(w *imapserver.FetchWriter, m sighting, options *imap.FetchOptions, raw []byte) error {
	r := w.CreateMessage(m.seq)
	if options.UID {
		r.WriteUID(m.message.uid)
	}
	if options.Flags {
		r.WriteFlags(m.message.flags)
	}
	if options.InternalDate {
		r.WriteInternalDate(m.message.received)
	}
	if options.RFC822Size {
		r.WriteRFC822Size(m.message.size)
	}
	if options.Envelope {
		r.WriteEnvelope(imapserver.ExtractEnvelope(readHeader(raw)))
	}
	if options.BodyStructure != nil {
		r.WriteBodyStructure(structure(raw))
	}
	for _, want := range options.BodySection {
		text := section(raw, want)
		wc := r.WriteBodySection(want, int64(len(text)))
		wc.Write(text)
		wc.Close()
	}
	for _, want := range options.BinarySection {
		text := imapserver.ExtractBinarySection(bytes.NewReader(raw), want)
		wc := r.WriteBinarySection(want, int64(len(text)))
		wc.Write(text)
		wc.Close()
	}
	for _, want := range options.BinarySectionSize {
		r.WriteBinarySectionSize(want, imapserver.ExtractBinarySectionSize(bytes.NewReader(raw), want))
	}
	return r.Close() // the writers keep the first error
}

// breakOff closes the connection in the middle of a text.
func (s *reading) breakOff(w *imapserver.FetchWriter, m sighting, options *imap.FetchOptions, raw []byte) error {
	r := w.CreateMessage(m.seq)
	r.WriteUID(m.message.uid)
	wc := r.WriteBodySection(options.BodySection[0], int64(len(raw)))
	wc.Write(raw[:len(raw)/2])
	s.conn.NetConn().Close()
	r.Close()
	return errors.New("the connection was cut on purpose")
}

// structure is the tree of a message's parts.
func structure(raw []byte) imap.BodyStructure {
	tree := imapserver.ExtractBodyStructure(bytes.NewReader(raw))
	fillMultiparts(tree)
	return tree
}

// fillMultiparts gives an empty text to each multipart without a part: IMAP
// has no words for one (RFC 9051 §9, body-type-mpart), and the library panics.
func fillMultiparts(part imap.BodyStructure) {
	switch part := part.(type) {
	case *imap.BodyStructureMultiPart:
		if len(part.Children) == 0 {
			part.Children = []imap.BodyStructure{&imap.BodyStructureSinglePart{
				Type: "text", Subtype: "plain", Text: &imap.BodyStructureText{}, Extended: &imap.BodyStructureSinglePartExt{},
			}}
		}
		for _, child := range part.Children {
			fillMultiparts(child)
		}
	case *imap.BodyStructureSinglePart:
		if part.MessageRFC822 != nil {
			fillMultiparts(part.MessageRFC822.BodyStructure)
		}
	}
}

// section is the part of a message that BODY[…] names. Whole messages, headers
// and texts are cut from the bytes as they are, so that a message that no
// parser likes can still be read.
func section(raw []byte, want *imap.FetchItemBodySection) []byte {
	if len(want.Part) > 0 {
		return imapserver.ExtractBodySection(bytes.NewReader(raw), want)
	}
	header, text := split(raw)
	var out []byte
	switch want.Specifier {
	case imap.PartSpecifierHeader:
		out = header
		if len(want.HeaderFields) > 0 || len(want.HeaderFieldsNot) > 0 {
			out = fields(header, want)
		}
	case imap.PartSpecifierText:
		out = text
	default:
		out = raw
	}
	if p := want.Partial; p != nil {
		start := min(max(p.Offset, 0), int64(len(out)))
		out = out[start:]
		out = out[:min(max(p.Size, 0), int64(len(out)))]
	}
	return out
}

// split cuts a message after the empty line that ends its header.
func split(raw []byte) (header, text []byte) {
	if bytes.HasPrefix(raw, []byte("\r\n")) {
		return raw[:2], raw[2:]
	}
	if i := bytes.Index(raw, []byte("\r\n\r\n")); i >= 0 {
		return raw[:i+4], raw[i+4:]
	}
	return raw, nil
}

// fields keeps the header fields that are asked for, folded lines and all, and
// the empty line.
func fields(header []byte, want *imap.FetchItemBodySection) []byte {
	named := func(list []string, name string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
	}
	var out []byte
	keep := false
	for line := range bytes.Lines(header) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		if line[0] != ' ' && line[0] != '\t' {
			name, _, _ := bytes.Cut(line, []byte(":"))
			key := strings.TrimSpace(string(name))
			if len(want.HeaderFields) > 0 {
				keep = named(want.HeaderFields, key)
			} else {
				keep = !named(want.HeaderFieldsNot, key)
			}
		}
		if keep {
			out = append(out, line...)
		}
	}
	return append(out, "\r\n"...)
}

// readHeader reads what can be read of a header.
func readHeader(raw []byte) textproto.Header {
	header, _ := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(raw)))
	return header
}
