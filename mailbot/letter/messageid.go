package letter

import "strings"

// firstID returns the first message identifier of a header value, or "".
func firstID(v string) string {
	if ids := messageIDs(v); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// messageIDs reads the identifiers of Message-ID, In-Reply-To or References,
// without brackets. Blanks inside an identifier, which careless folding puts
// there, are removed. Without any brackets, every word with an "@" counts;
// comments and phrases (RFC 5322 §4.5.4) don't.
func messageIDs(v string) []string {
	var ids []string
	add := func(id string) {
		id = strings.Join(strings.Fields(cleanLine(latin(id))), "")
		if id != "" && len(ids) < maxReferences {
			ids = append(ids, id)
		}
	}
	if !strings.Contains(v, "<") {
		words := strings.Fields(v)
		for _, w := range words {
			if strings.Contains(w, "@") || len(words) == 1 {
				add(strings.Trim(w, ">,;"))
			}
		}
		return ids
	}
	for {
		i := strings.IndexByte(v, '<')
		if i < 0 {
			return ids
		}
		v = v[i+1:]
		end := strings.IndexAny(v, "<>")
		if end < 0 {
			end = len(v)
		}
		add(v[:end])
		v = v[end:]
	}
}
