package orders

// lead is the token before token i that forbids parameter p there: a
// preposition of a sense that isn't among its ways. «200 hommes à Lancelot de
// Gauvain» doesn't come from Lancelot. It gives -1 if none does.
func (m *matcher) lead(i, p int) int {
	ways := m.f.params[p].Ways
	for k := i - 1; k >= m.from && m.t.all[k].kind == word; k-- {
		key := m.t.key(k)
		if way := prepositions[key]; way != 0 {
			if way&ways == 0 {
				return k
			}
			continue
		}
		if !skippable(key) || unitAfter[key] != "" && k > m.from && m.t.all[k-1].kind == digits {
			break
		}
	}
	return -1
}

// labelFirst says whether the form's labels stand before their numbers,
// «paysans 50», and not after them, «50 pour les paysans». The first tells.
func (m *matcher) labelFirst() bool {
	for i := m.from; i < len(m.t.all); i++ {
		if m.t.all[i].kind == digits {
			return false
		}
		if m.f.labels[m.t.key(i)] != 0 {
			return true
		}
	}
	return false
}

// label is the set of the parameters that the words around a figure at token i
// name, and the token after them; 0 if they name none.
func (m *matcher) label(i int, f figure) (params uint32, end int) {
	if len(m.f.labels) == 0 {
		return 0, f.end
	}
	if m.first {
		for k := i - 1; k >= m.from && m.t.all[k].kind == word; k-- {
			if params := m.f.labels[m.t.key(k)]; params != 0 {
				return params, f.end
			}
			if !skippable(m.t.key(k)) {
				break
			}
		}
		return 0, f.end
	}
	for k := f.end; k < len(m.t.all) && m.t.all[k].kind == word; k++ {
		if params := m.f.labels[m.t.key(k)]; params != 0 {
			return params, k + 1
		}
		if !small[m.t.key(k)] {
			break
		}
	}
	return 0, f.end
}

// announces says whether the label at token i stands before a number, which
// it tells; any other says nothing that may be passed over.
func (m *matcher) announces(i int) bool {
	params := m.f.labels[m.t.key(i)]
	if params == 0 || !m.first {
		return false
	}
	for k := i + 1; k < len(m.t.all); k++ {
		key := m.t.key(k)
		switch {
		case m.t.all[k].kind == digits:
			return true
		case m.f.labels[key]&params == 0 && !skippable(key):
			return false
		}
	}
	return false
}

// unsaid says whether a number without its label may mean something else than
// its parameter: «avec 300 hommes» is no threshold.
func (m *matcher) unsaid(i, p int, f figure) bool {
	return m.f.params[p].Ways&Bare != 0 && (m.lead(i, p) >= 0 || !m.ordered && f.unit == "men")
}
