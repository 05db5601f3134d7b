package gloire

import (
	"strconv"
	"strings"

	"arbitre/engine"
)

// Tables implements engine.Game: PARTIE.txt for everyone, and for a seat from 1
// BILAN.txt too. docs/formats.md describes them; a section's version is raised
// whenever its columns change.
func (Game) Tables(state engine.State, seat engine.Seat, events []engine.Event) []engine.Table {
	b := Game{}.Brief(state, seat).(Brief)
	tables := []engine.Table{{File: "PARTIE.txt", Text: publicSheet(b)}}
	if b.Own != nil {
		tables = append(tables, engine.Table{File: "BILAN.txt", Text: ownSheet(b, seat, events)})
	}
	return tables
}

// A sheet is a file of sections, each a line "#NAME version", a line of column
// keys and its rows, separated by tabs.
type sheet struct{ strings.Builder }

func (s *sheet) section(name string, columns ...string) {
	s.WriteString("#" + name + " 1\n" + strings.Join(columns, "\t") + "\n")
}

// row writes values: numbers, hundredths and thousandths as decimals with a
// point, yes and no as 1 and 0, and texts.
func (s *sheet) row(values ...any) {
	for i, v := range values {
		if i > 0 {
			s.WriteByte('\t')
		}
		switch v := v.(type) {
		case int:
			s.WriteString(strconv.Itoa(v))
		case hundredths:
			s.WriteString(decimal(int(v), 2))
		case thousandths:
			s.WriteString(decimal(int(v), 3))
		case bool:
			s.WriteString(map[bool]string{false: "0", true: "1"}[v])
		case string:
			s.WriteString(cell(v))
		}
	}
	s.WriteByte('\n')
}

type (
	hundredths  int
	thousandths int
)

func decimal(n, places int) string {
	digits := strconv.Itoa(max(n, -n))
	for len(digits) <= places {
		digits = "0" + digits
	}
	sign := ""
	if n < 0 {
		sign = "-"
	}
	return sign + digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}

// cell makes a text harmless to a spreadsheet: no tabs or line ends, and
// nothing at the start that would make it a formula.
func cell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text != "" && strings.ContainsRune("=+-@'", rune(text[0])) {
		text = "'" + text
	}
	return text
}

// publicSheet is PARTIE.txt.
func publicSheet(b Brief) string {
	var s sheet
	s.section("PARTIE", "game", "map", "edition", "season", "mean_happiness", "mean_renown")
	s.row(b.Game, b.Map, b.Edition, b.At.Season, hundredths(b.MeanHappiness), hundredths(b.MeanRenown))

	s.section("SEIGNEURS", "place", "lord", "name", "alive", "title", "prestige", "knights", "men", "provinces", "treasury")
	for _, r := range b.Ranking {
		s.row(r.Place, r.Lord.ID, r.Lord.Name, r.Alive, int(r.Title), hundredths(r.Prestige), r.Knights, r.Men, r.Provinces, r.Treasury)
	}
	s.section("PROVINCES", "province", "name", "owner", "owner_name", "population", "happiness", "neighbours")
	for _, p := range b.Provinces {
		near := make([]string, len(p.Neighbours))
		for i, id := range p.Neighbours {
			near[i] = strconv.Itoa(id)
		}
		s.row(p.ID, p.Name, p.Owner.ID, p.Owner.Name, p.Population, hundredths(p.Happiness), strings.Join(near, " "))
	}
	s.section("CHEVALIERS", "knight", "name", "lord", "lord_name", "renown", "province", "province_name", "is_lord")
	for _, k := range b.Knights {
		s.row(k.ID, k.Name, k.Lord.ID, k.Lord.Name, hundredths(k.Renown), k.Province.ID, k.Province.Name, k.IsLord)
	}
	s.section("RELATIONS", "lord", "relation", "other")
	for _, pair := range b.Alliances {
		s.row(pair[0].ID, string(Ally), pair[1].ID)
	}
	for _, pair := range b.Wars {
		s.row(pair[0].ID, string(Enemy), pair[1].ID)
	}
	s.section("PRETENDANTS", "lord", "name", "condition")
	for _, c := range b.Claims {
		s.row(c.Lord.ID, c.Lord.Name, c.How)
	}
	return s.String()
}

// ownSheet is BILAN.txt.
func ownSheet(b Brief, seat engine.Seat, events []engine.Event) string {
	var s sheet
	own := b.Own
	s.section("BILAN", "game", "season", "lord", "name", "alive", "title", "prestige", "treasury", "pay_due",
		"retreat_peasants", "retreat_garrisons", "retreat_knights")
	s.row(b.Game, b.At.Season, own.Lord.ID, own.Lord.Name, own.Alive, int(own.Title), hundredths(own.Prestige),
		own.Treasury, own.PayDue, own.Retreats.Peasants, own.Retreats.Garrisons, own.Retreats.Knights)

	s.section("PROVINCES", "province", "name", "population", "happiness", "wealth", "walls")
	for _, p := range own.Provinces {
		s.row(p.ID, p.Name, p.Population, hundredths(p.Happiness), thousandths(p.Wealth), int(p.Walls))
	}
	s.section("CHEVALIERS", "knight", "name", "renown", "province", "province_name", "pay", "army", "men", "is_lord")
	for _, k := range own.Knights {
		s.row(k.ID, k.Name, hundredths(k.Renown), k.Province.ID, k.Province.Name, k.Pay, k.Army, k.Men, k.IsLord)
	}
	s.section("GARNISONS", "army", "men", "province", "province_name")
	for _, g := range own.Garrisons {
		s.row(g.ID, g.Men, g.Province.ID, g.Province.Name)
	}
	s.section("ESPIONS", "province", "name", "owner", "population", "happiness", "wealth", "walls", "peasants")
	forces := sheet{}
	forces.section("TROUPES", "province", "lord", "knight", "name", "renown", "men")
	for _, e := range events {
		f, spied := e.Facts.(Spied)
		if !spied || !e.To.Includes(seat) {
			continue
		}
		s.row(f.Province.ID, f.Province.Name, f.Owner.ID, f.Population, hundredths(f.Happiness), thousandths(f.Wealth), int(f.Walls), f.Peasants)
		for _, seen := range f.Forces {
			forces.row(f.Province.ID, seen.Lord.ID, seen.Knight.ID, seen.Knight.Name, hundredths(seen.Renown), seen.Men)
		}
	}
	s.WriteString(forces.String())
	s.section("TRESOR", "movement", "province", "knight", "amount")
	for _, e := range events {
		if e.To.Includes(seat) {
			s.movement(e.Facts)
		}
	}
	return s.String()
}

// movement writes what an event did to the treasury, if it did anything.
func (s *sheet) movement(facts engine.Facts) {
	line := func(key string, province, knight Ref, amount int) {
		if amount != 0 {
			s.row(key, province.ID, knight.ID, amount)
		}
	}
	switch f := facts.(type) {
	case Taxed:
		line("tax", f.Province, Ref{}, f.Income)
	case Redistributed:
		line("redistribution", f.Province, Ref{}, -f.Given)
	case Annuity:
		line("annuity", Ref{}, Ref{}, f.Amount)
	case KnightCalled:
		line("call", f.Province, f.Knight, -f.Cost)
	case ArmyRaised:
		line("levy", f.Province, f.Knight, -f.Spent)
	case Sold:
		line("sale", f.Province, Ref{}, f.Price)
	case Bought:
		line("purchase", f.Province, Ref{}, -f.Price)
	case Spied:
		line("spy", f.Province, Ref{}, -f.Cost)
	case SpyLost:
		line("spy", f.Province, Ref{}, -f.Cost)
	case Fortified:
		line("fortify", f.Province, Ref{}, -f.Cost)
	case Paid:
		line("pay-knights", Ref{}, Ref{}, -f.Knights)
		line("pay-armies", Ref{}, Ref{}, -f.Armies)
	case JoustOpened:
		line("joust", Ref{}, Ref{}, -f.Cost)
	case PrizeWon:
		line("prize", Ref{}, f.Knight, f.Amount)
	case GiftGiven:
		line("gift", Ref{}, Ref{}, -f.Amount)
	case EstateLost:
		line("estate", Ref{}, Ref{}, -f.Amount)
	case GiftReceived:
		line("gift-received", Ref{}, Ref{}, f.Amount)
	}
}
