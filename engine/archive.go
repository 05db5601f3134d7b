package engine

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"arbitre/orders"
)

// An archive is all that it takes to replay a game, as JSON Lines: the first
// line tells the founding, each other one a step. A line holds what went in
// (charter or order lists, and the secret) and the SHA-256 of what came out
// (the saved state, and the JSON array of the events). A step's dice are
// Secret.Dice(Digest(lists)), the founding's FoundingDice.

// archiveVersion is raised whenever a line changes its meaning.
const archiveVersion = 1

// maxLine is the longest line that is read from an archive, in bytes.
const maxLine = 64 << 20

type foundingLine struct {
	Archive    int     `json:"archive"`
	Charter    Charter `json:"charter"`
	Commitment string  `json:"commitment"`
	Secret     Secret  `json:"secret"`
	outcome
}

type stepLine struct {
	At         Moment      `json:"at"`
	Commitment string      `json:"commitment"`
	Secret     Secret      `json:"secret"`
	Sheets     []sheetLine `json:"sheets"`
	Lists      string      `json:"lists"`   // SHA-256 of the canonical lists, which keys the dice
	Letters    string      `json:"letters"` // SHA-256 of the sheets as they stand here, to the last word of the players
	outcome
}

type sheetLine struct {
	Seat   Seat        `json:"seat"`
	Orders orders.List `json:"orders"`
}

// An outcome is what a step came to, by the SHA-256 of its bytes.
type outcome struct {
	State  string `json:"state"`
	Events string `json:"events"`
}

func outcomeOf(state State, events []Event) (outcome, error) {
	saved, err := json.Marshal(state)
	if err != nil {
		return outcome{}, fmt.Errorf("saving a state: %w", err)
	}
	told, err := json.Marshal(append([]Event{}, events...))
	if err != nil {
		return outcome{}, fmt.Errorf("saving the events of a step: %w", err)
	}
	return outcome{digest(saved), digest(told)}, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// FoundingLine is the archive's first line, with its line end: the game as
// Found gave it with FoundingDice(secret, charter).
func FoundingLine(charter Charter, secret Secret, state State, events []Event) ([]byte, error) {
	out, err := outcomeOf(state, events)
	if err != nil {
		return nil, err
	}
	return append(mustMarshal(foundingLine{archiveVersion, charter, secret.Commitment(), secret, out}), '\n'), nil
}

// SeasonLine is the archive's line of one step, with its line end: the step
// that at names, played with secret.Dice(Digest(lists)), and what came of it.
// Orders are kept as the players wrote them.
func SeasonLine(at Moment, secret Secret, lists map[Seat]orders.List, state State, events []Event) ([]byte, error) {
	out, err := outcomeOf(state, events)
	if err != nil {
		return nil, err
	}
	sum := Digest(lists)
	line := stepLine{At: at, Commitment: secret.Commitment(), Secret: secret, Sheets: []sheetLine{},
		Lists: hex.EncodeToString(sum[:]), outcome: out}
	for _, seat := range slices.Sorted(maps.Keys(lists)) {
		if len(lists[seat]) > 0 {
			line.Sheets = append(line.Sheets, sheetLine{seat, lists[seat]})
		}
	}
	line.Letters = digest(mustMarshal(line.Sheets))
	return append(mustMarshal(line), '\n'), nil
}

// A Replayed is what Replay makes of one line of an archive.
type Replayed struct {
	Line    int      // in the archive, from 1
	At      Moment   // the step; zero for the founding
	Differs []string // what doesn't agree: "commitment", "lists", "letters", "moment", "state", "events", "over"; none: every byte does
	State   State    // as replayed now
	Events  []Event
	Dice    Keyed  // of the step
	Draws   []Draw // made in it, in order
}

// Replay plays a game again from its archive, and hands each line to see as it
// is done. It goes on from what it played itself, so that a line that was
// tampered with shows as the first that differs; those after it may differ in
// consequence. see may stop it with an error. An archive that can't be read as
// one, or that a game can't play, is an error naming the line.
func Replay(archive io.Reader, games []Game, see func(Replayed) error) error {
	lines := bufio.NewScanner(archive)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	var game Game
	var state State
	n := 0
	for lines.Scan() {
		n++
		var r Replayed
		var err error
		if game == nil {
			game, r, err = refound(lines.Bytes(), games)
		} else {
			r, err = replayStep(lines.Bytes(), game, state)
		}
		if err != nil {
			return fmt.Errorf("replaying line %d of the archive: %w", n, err)
		}
		r.Line, state = n, r.State
		if err := see(r); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading line %d of the archive: %w", n+1, err)
	}
	if n == 0 {
		return errors.New("replaying an archive: it is empty")
	}
	return nil
}

func refound(text []byte, games []Game) (Game, Replayed, error) {
	var line foundingLine
	if err := decodeLine(text, &line); err != nil {
		return nil, Replayed{}, fmt.Errorf("reading the founding: %w", err)
	}
	if line.Archive != archiveVersion {
		return nil, Replayed{}, fmt.Errorf("the archive is of version %d, and this Arbitre reads version %d", line.Archive, archiveVersion)
	}
	i := slices.IndexFunc(games, func(g Game) bool { return g.Name() == line.Charter.Rules })
	if i < 0 {
		return nil, Replayed{}, fmt.Errorf("no rules %q", line.Charter.Rules)
	}
	dice := &Recorder{Keyed: FoundingDice(line.Secret, line.Charter)}
	r := Replayed{Dice: dice.Keyed}
	var err error
	r.State, r.Events, err = games[i].Found(line.Charter, dice)
	r.Draws = dice.Draws
	if err != nil {
		return nil, Replayed{}, err
	}
	return games[i], r, r.compare(line.Secret, line.Commitment, line.outcome)
}

func replayStep(text []byte, game Game, state State) (Replayed, error) {
	var line stepLine
	if err := decodeLine(text, &line); err != nil {
		return Replayed{}, fmt.Errorf("reading a season: %w", err)
	}
	lists := make(map[Seat]orders.List, len(line.Sheets))
	for _, s := range line.Sheets {
		lists[s.Seat] = append(lists[s.Seat], s.Orders...)
	}
	sum := Digest(lists)
	r := Replayed{At: line.At}
	if hex.EncodeToString(sum[:]) != line.Lists {
		r.Differs = append(r.Differs, "lists")
	}
	if digest(mustMarshal(line.Sheets)) != line.Letters {
		r.Differs = append(r.Differs, "letters")
	}
	if state.Moment() != line.At {
		r.Differs = append(r.Differs, "moment")
	}
	if state.Over() {
		r.Differs = append(r.Differs, "over")
		r.State = state
		return r, nil
	}
	dice := &Recorder{Keyed: line.Secret.Dice(sum)}
	var err error
	r.State, r.Events, err = game.Resolve(state, lists, dice)
	r.Dice, r.Draws = dice.Keyed, dice.Draws
	if err != nil {
		return Replayed{}, err
	}
	return r, r.compare(line.Secret, line.Commitment, line.outcome)
}

// compare holds what was replayed against what the archive says of it.
func (r *Replayed) compare(secret Secret, commitment string, archived outcome) error {
	now, err := outcomeOf(r.State, r.Events)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what          string
		now, archived string
	}{
		{"commitment", secret.Commitment(), commitment},
		{"state", now.State, archived.State},
		{"events", now.Events, archived.Events},
	} {
		if c.now != c.archived {
			r.Differs = append(r.Differs, c.what)
		}
	}
	return nil
}

// decodeLine reads a line strictly: an unknown key is a line from elsewhere.
func decodeLine(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
