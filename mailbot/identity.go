package mailbot

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"arbitre/engine"
	"arbitre/mailbot/ledger"
)

// A token is 128 bits in 26 letters that survive any mail client: addresses
// lose their case on the way, so base32 in lower case.
var tokenLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// replyToken is what a mail to a seat's player carries in Reply-To and
// Message-ID, and what his reply brings back: an HMAC over game, seat and the
// seat's generation, so that giving the seat to another kills the old ones.
func replyToken(key [32]byte, game string, seat engine.Seat, generation int) string {
	mac := hmac.New(sha256.New, key[:])
	fmt.Fprintf(mac, "reply\x00%s\x00%d\x00%d", game, seat, generation)
	return tokenLetters.EncodeToString(mac.Sum(nil)[:16])
}

// tokenMatches compares in constant time.
func tokenMatches(given, wanted string) bool {
	return subtle.ConstantTimeCompare([]byte(strings.ToLower(given)), []byte(wanted)) == 1
}

// The cost of a password check: 19 MiB and two passes, OWASP's advice for argon2id.
const (
	argonMemory = 19 * 1024 // KiB
	argonPasses = 2
	argonLanes  = 1
	argonLength = 32
)

// HashPassword returns the argon2id hash of a password, in the PHC string form.
func HashPassword(password string) string {
	salt := make([]byte, 16)
	rand.Read(salt) // never fails: crypto/rand ends the process instead
	sum := argon2.IDKey([]byte(password), salt, argonPasses, argonMemory, argonLanes, argonLength)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, argonMemory, argonPasses, argonLanes, b64.EncodeToString(salt), b64.EncodeToString(sum))
}

// passwordMatches checks a password against its hash, in constant time. No
// password matches an empty or broken hash.
func passwordMatches(password, hash string) bool {
	var version int
	var memory, passes uint32
	var lanes uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil || passes == 0 || lanes == 0 {
		return false
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(want) == 0 {
		return false
	}
	got := argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1
}

// A claim is what a letter says of who wrote it: all that identification needs.
type claim struct {
	from     string   // the From address
	tokens   []string // reply tokens that it brings back
	game     string   // named by PARTIE; "" if none is
	tags     []string // [of the subject]: one of them may name the game
	seat     string   // named by SEIGNEUR: a name or #number; "" if none is
	password string   // of a MOTDEPASSE line
}

// A trust is how sure it is who wrote a letter.
type trust int

const (
	unknown    trust = iota // nobody we know, or nothing that shows it
	unclear                 // the From address is registered, but not for one seat in particular
	registered              // the From address is registered, and that is all: anybody can write it
	proven                  // by token or domain and registered address, or by seat and password
)

// The proofs there are, as the ledger's record of a letter names them; a domain
// proof goes by its witness (proof.ByDKIM, proof.ByAuthenticationResults).
const (
	byToken    = "token"
	byPassword = "password"
)

// An identity is what a claim comes to.
type identity struct {
	player ledger.Player // the zero player if unknown
	trust  trust
	proof  string // what proved it; "" if nothing did

	// claimed is the seat whose password the letter has to know; nil if it has
	// no password, or names no seat, or is proven already.
	claimed *ledger.Player
	// elsewhere says that the letter names another seat than the player's.
	elsewhere bool
}

// identify finds the player who wrote a letter, and how sure that is
// (mail.md, "Identity"). Where an address holds several seats, the token or the
// game named tells which; without them it is unclear, and the player is the
// first of those that the letter may be from. Passwords and domains take time,
// and are checked by whoever called, outside of any transaction.
func identify(tx *ledger.Tx, key [32]byte, c claim, byName func(game, lord string) (engine.Seat, bool)) (identity, error) {
	mine, err := tx.PlayersAt(c.from)
	if err != nil {
		return identity{}, err
	}
	for _, given := range c.tokens {
		for _, p := range mine {
			if !tokenMatches(given, replyToken(key, p.Game, p.Seat, p.Generation)) {
				continue
			}
			if c.namesAnother(p, byName) {
				return identity{player: p, trust: unclear}, nil
			}
			return identity{player: p, trust: proven, proof: byToken}, nil
		}
	}
	for _, tag := range c.tags {
		if _, err := tx.Game(tag); err == nil && c.game == "" {
			c.game = tag
		}
	}
	var who identity
	if c.password != "" {
		p, ok, err := claimedSeat(tx, c, mine, byName)
		if err != nil {
			return identity{}, err
		}
		if ok {
			who.claimed = &p
		}
	}
	if p, ok := only(mine, c.game); ok {
		who.player, who.trust = p, registered
		who.elsewhere = c.namesAnother(p, byName)
	} else if len(mine) > 0 {
		who.player, who.trust = mine[0], unclear
	}
	return who, nil
}

// namesAnother says whether a letter names a game or a lord that isn't the
// player's: then its words and its token contradict each other, and neither
// may be chosen for its writer.
func (c claim) namesAnother(p ledger.Player, byName func(game, lord string) (engine.Seat, bool)) bool {
	if c.game != "" && c.game != p.Game {
		return true
	}
	if c.seat == "" {
		return false
	}
	seat, ok := byName(p.Game, c.seat)
	return !ok || seat != p.Seat
}

// claimedSeat is the seat that a letter with a password says it is for: the one
// it names, or the only one that its From address holds.
func claimedSeat(tx *ledger.Tx, c claim, mine []ledger.Player, byName func(game, lord string) (engine.Seat, bool)) (ledger.Player, bool, error) {
	if c.seat == "" {
		p, ok := only(mine, c.game)
		return p, ok, nil
	}
	games := []string{c.game}
	if c.game == "" {
		all, err := tx.Games()
		if err != nil {
			return ledger.Player{}, false, err
		}
		games = games[:0]
		for _, g := range all {
			games = append(games, g.ID())
		}
	}
	var found []ledger.Player
	for _, game := range games {
		seat, ok := byName(game, c.seat)
		if !ok {
			continue
		}
		p, ok, err := tx.Player(game, seat)
		if err != nil {
			return ledger.Player{}, false, err
		}
		if ok {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return ledger.Player{}, false, nil
	}
	return found[0], true, nil
}

// only returns the single player among some, of a game if one is named.
func only(players []ledger.Player, game string) (ledger.Player, bool) {
	var found []ledger.Player
	for _, p := range players {
		if game == "" || p.Game == game {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return ledger.Player{}, false
	}
	return found[0], true
}
