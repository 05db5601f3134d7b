// Package gloire plays Gloire & Pouvoir, edition 2.15.
//
// A season is a table of phases (phases.go), each in a file of its own, phase01
// to phase36, in the order of play. What one edition of the rules doesn't share
// with others, the table too, is data (edition.go). Beside the phases stand what
// several of them share: the exact arithmetic (exact.go), the values that are
// recomputed whenever they are used (values.go), the finances' formulas, the
// battle, the joust, the ceiling, felony, flight and death. Review plays the same
// phases on a copy; Brief and Tables tell what a seat may know.
//
// "Rules" followed by a Roman numeral is a clause of the official rules 2.15.0;
// "rules-gloire" is this project's digest of them, with its decisions where they
// are silent:
//
//   - D1 The state holds whole numbers only. A formula is evaluated exactly and
//     rounded half up once, where it is stored. Nothing goes below 0, and a
//     living knight's renown not below 1.
//   - D2 Wealth stays between 0.10 and 1.00.
//   - D3 The mean happiness is that of all provinces, neutral ones too.
//   - D4 An order that can't be carried out when its turn comes does nothing and
//     costs nothing, and its lord is told why. RED and ARM spend what is left.
//   - D5 Imposition and redistribution count with happiness, wealth and mean
//     happiness as they stood before imposition.
//   - D6 A knight who can't be paid for when he is called rides off and ends the
//     order.
//   - D7 Untouched men are the first to be transferred and garrisoned.
//   - D8 Knights are paid by falling renown, then armies by falling size.
//   - D9 The attacker's own allies don't defend against him.
//   - D10 If both sides of a battle would break in one pass, its loser does.
//   - D13 A lord whom a province drove out can't buy it either, as long as he may
//     not attack it.
//   - D14 The password of a joust is compared without regard to case and accents.
//   - D15 A duel is undecided while the two values are less than a tenth of the
//     higher apart; after 20 passes the higher wins, and a last tie is drawn.
//   - D16 All organisers pay, and all knights enter, before the first joust; a
//     knight rides in the first that his lord's orders name rightly. A joust whose
//     reward could pass the ceiling isn't held.
//   - D17 If all lords die in one season, nobody wins. Between claims of the same
//     condition and prestige the lot decides.
//
// And of this package, where the digest is silent too:
//
//   - The full redistribution is whole écus, and the share of it that was given
//     is reckoned on these. A province is taxed once a season and given gold
//     once; TOUT means those that no other order of the same phase names; an
//     amount with TOUT goes to each.
//   - AFF moves only the men who stood in the garrison before this season.
//   - A fixed number of men that aren't all free to go moves nobody.
//   - FCO gives only where it taxes: where another order taxes first, it does
//     nothing.
//   - Of defenders of equal renown a draw tells who fights first.
//   - An army keeps its number as long as it is whole; parts of it that join
//     others take theirs.
//   - A prize counts the loser's renown after the last pass. Captains without a
//     name, and a knight who dies in winning, gain none.
//   - A knight's ATT keeps him from defending until the last of his ATT orders
//     is tried or one conquers.
//   - Who has no province to flee to loses his men and stays where he is, until
//     his lord's end in phase 28.
//   - An alliance is made, and a peace, by the first of the two orders to be
//     carried out. Walls of one season each bring their share of the happiness
//     that there was before the first.
//   - Of several ACH the first that can be carried out is the season's purchase;
//     a province may be sold for nothing.
//   - With the option jousts2017 the least reward is 200 écus a place, also where
//     that is less than 500.
//   - The host's share counts the renown gained in duels, not what losers lost.
//   - Happiness and renown stop at ten million, which no game reaches.
package gloire
