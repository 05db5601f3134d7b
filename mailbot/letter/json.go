package letter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// MarshalJSON gives the reading that `arbitre letter --json` prints. Lists are
// never null; a date that couldn't be read is "".
func (l *Letter) MarshalJSON() ([]byte, error) {
	type attachment struct {
		Name string `json:"name"`
		Type string `json:"type"`
		Size int    `json:"size"`
	}
	out := struct {
		From            string       `json:"from"`
		FromName        string       `json:"from_name"`
		To              []string     `json:"to"`
		Subject         string       `json:"subject"`
		MessageID       string       `json:"message_id"`
		InReplyTo       string       `json:"in_reply_to"`
		References      []string     `json:"references"`
		Date            string       `json:"date"`
		Tokens          []Token      `json:"tokens"`
		Automated       bool         `json:"automated"`
		AutomatedReason string       `json:"automated_reason"`
		Bounce          *Bounce      `json:"bounce,omitempty"`
		NewText         []string     `json:"new_text"`
		SetAside        []Block      `json:"set_aside"`
		Attachments     []attachment `json:"attachments"`
		Forwarded       *Letter      `json:"forwarded,omitempty"`
		Remarks         []string     `json:"remarks"`
	}{
		From: l.From.Addr, FromName: l.From.Name, To: []string{},
		Subject: l.Subject, MessageID: l.MessageID, InReplyTo: l.InReplyTo,
		References: append([]string{}, l.References...),
		Tokens:     append([]Token{}, l.Tokens...),
		Automated:  l.Automated, AutomatedReason: l.AutomatedReason, Bounce: l.Bounce,
		NewText: []string{}, SetAside: append([]Block{}, l.SetAside...),
		Attachments: []attachment{}, Forwarded: l.Forwarded, Remarks: []string{},
	}
	for _, a := range l.To {
		out.To = append(out.To, a.Addr)
	}
	if !l.Date.IsZero() {
		out.Date = l.Date.Format(time.RFC3339)
	}
	for _, n := range l.NewText {
		out.NewText = append(out.NewText, n.Text)
	}
	for _, a := range l.Attachments {
		out.Attachments = append(out.Attachments, attachment{a.Name, a.Type, a.Size})
	}
	for _, r := range l.Remarks {
		out.Remarks = append(out.Remarks, r.String())
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		return nil, fmt.Errorf("encoding a reading: %w", err)
	}
	return b.Bytes(), nil
}
