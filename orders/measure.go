package orders

// A Measure is a number of an order that its place alone tells, and that a
// reader may take for something else: the threshold of «ATT Lancelot Lorraine 300».
type Measure struct {
	Key   string // of the parameter; the templates' label key
	Label string // as the grammar calls it in the language: "seuil"
	Unit  string // "men"
	N     int
}

// Measures gives the numbers of an order whose parameters have a label, in the
// order of the form, so that they can be told beside it.
func (r *Reader) Measures(o Order, lang string) []Measure {
	var out []Measure
	for _, a := range o.Args {
		if p := r.param(o.Code, a.Key); a.N != nil && p != nil && p.Label.Forms != nil {
			out = append(out, Measure{p.Key, p.Label.In(lang), p.Unit, *a.N})
		}
	}
	return out
}

func (r *Reader) param(code, key string) *param {
	i, ok := r.byCode[code]
	if !ok {
		return nil
	}
	for p := range r.forms[i].params {
		if q := &r.forms[i].params[p]; q.Key == key {
			return q
		}
	}
	return nil
}
