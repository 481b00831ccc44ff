"""The rules of Diesel Demolition Derby in one sentence each, by number.

DD numbers are the rules of the game, DDR numbers our answers to what they leave open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.words import NOTHING, Text, text

SENTENCES: Final[Mapping[str, Text]] = {
    "DD01": text(
        "Two to six players send 52 combatants into one Derby after another; the first to win "
        "three Derbys wins the game."
    ),
    "DD02": text(
        "The strength of a combatant says its type: 0 Contraption, 1 Ravager, 2 Tank, 3 "
        "Battlemekk, 4 Wunderwaffe."
    ),
    "DD03": text(
        "With fewer than six players the cards that are marked for more players stay in the box."
    ),
    "DD04": text(
        "Each Derby begins with a new deal; the cards that are left over lie aside, face down."
    ),
    "DD05": text(
        "Everybody chooses a card in secret, with two players two cards, and all are turned over "
        "together."
    ),
    "DD06": text(
        "Ongoing abilities and turn abilities apply from the moment the cards are turned over."
    ),
    "DD07": text(
        "Instant abilities act from strength 4 down to strength 0; a combatant discarded before "
        "its turn does not act."
    ),
    "DD08": text("Discarded combatants go face down onto one pile for all players."),
    "DD09": text(
        "Combatants left at the end of a turn stay in front of their players, and every hand "
        "goes to the neighbour on the left."
    ),
    "DD10": text(
        "The turn in which every hand is down to one card is the last, and that card is discarded."
    ),
    "DD11": text(
        "The highest total strength wins the Derby, unless a combatant wins it outright; the more "
        "combatants decide a tie."
    ),
    "DD12": text(
        "Three tokens win the game; if several players are level with three or more, they play "
        "on until one has the most."
    ),
    "DD13": text(
        "A player who gains a combatant lays it face up at the end of the row; only effects "
        "with “may” are optional."
    ),
    "DD14": text(
        "An ongoing ability works while its combatant lies face up, a turn ability to the end "
        "of the turn, an instant ability once, a Derby ability at the end."
    ),
    "DD15": text(
        "In Mekk Mania the Liaison Unit stays out, and a fixed number of cards of each type is "
        "drawn at random."
    ),
    "DDR01": text(
        "Combatants of one strength act at the same time: they choose first, then everything "
        "takes effect together."
    ),
    "DDR02": text("A card that two players want in the same step goes to neither of them."),
    "DDR03": text(
        "The winner of the last Derby is asked first, then the others to the left; choices are "
        "shown when all are made."
    ),
    "DDR04": text("An instant ability acts once in a Derby, even if its card is laid down again."),
    "DDR05": text(
        "A face-down combatant keeps its strength, but it has no name, no type and no ability."
    ),
    "DDR06": text("An ability that finds nobody does nothing."),
    "DDR07": text("A combatant that comes to another player works for that player from then on."),
    "DDR08": text(
        "A combatant that was saved was never discarded, so its instant ability still acts."
    ),
    "DDR09": text(
        "A combatant is the only Tank if no other Tank was laid down face up in this turn."
    ),
    "DDR10": text("Face-down combatants count when a tie is decided by the number of combatants."),
    "DDR11": text("In Mekk Mania the type of the Liaison Unit has one card less to draw from."),
    "DDR12": text(
        "The left neighbour is the next seat that plays; after the last seat comes the first."
    ),
    "DDR13": text(
        "Each player is asked about their combatants from left to right, and only where there is "
        "a choice."
    ),
    "DDR14": text(
        "In one step discards take effect first, then what is gained or swapped, and then what is "
        "turned face down."
    ),
    "DDR15": text(
        "In each step a Decoy is discarded in place of the strongest other combatant of its "
        "player that is hit."
    ),
    "DDR16": text("Decoys stand in first; an Avenger can still gain them after that."),
    "DDR17": text(
        "A player who has revealed an Avenger gains every combatant that would be discarded "
        "until the end of the turn, even if the Avenger has moved."
    ),
    "DDR18": text(
        "A combatant counts as deployed this turn as long as it lies in front of a player; "
        "only those lying face up act."
    ),
    "DDR19": text(
        "A combatant that was turned face down before its turn does not act; turned in the same "
        "step it still does."
    ),
    "DDR20": text(
        "The Liaison Unit counts as every type while it lies face up; its strength stays 0."
    ),
    "DDR21": text("Nobody but its own player can gain a face-up Bulwark."),
    "DDR22": text(
        "A Fortress counts 2 less at the end of a Derby if its player has another face-up "
        "Wunderwaffe."
    ),
    "DDR23": text("A player who wins a Derby in two ways still gets only one token."),
    "DDR24": text(
        "The last card of a hand is no combatant: nothing saves it, and nobody gains it."
    ),
    "DDR25": text(
        "A Copycat that is the only Tank of the turn does what the instant ability of another "
        "face-up combatant of this turn says."
    ),
    "DDR26": text("A turn is carried out only when all cards and choices are right."),
    "DDR27": text("In Mekk Mania the marks on the cards mean nothing."),
    "DDR28": text(
        "A card that several abilities want in one step stays where it is, unless they want the "
        "same thing."
    ),
}
"""The rules in our own words."""

IN_FULL: Final[Mapping[str, tuple[Text, ...]]] = {
    "DD03": (
        text(
            "Unmarked cards are always in play; a card marked 4+, 5+ or 6+ is in play from that "
            "number of players on."
        ),
    ),
    "DD05": (text("With two players the card in slot 1 lies to the left of the one in slot 2."),),
    "DD07": (text("Equal strengths act together, and each ability acts once."),),
    "DD10": (
        text(
            "So there is one turn more than there are players; with two players there are three "
            "turns of two cards."
        ),
    ),
    "DD11": (
        text(
            "Face-down combatants count with their strength. Players who are still level share the "
            "win, and each gets a token."
        ),
    ),
    "DDR02": (
        text("This is true of Raiders, Chameleons and Scouts; an Avenger gains before them."),
    ),
    "DDR13": (
        text(
            "A Copycat says first whose ability it copies, and then makes its choices immediately."
        ),
        text("Questions to every player come last, seat by seat."),
    ),
    "DDR14": (
        text(
            "A card that was discarded or gained by an Avenger is not gained or swapped by "
            "anything else in that step."
        ),
        text("The owner and the side of a card count as they were when the step began."),
    ),
    "DDR15": (
        text("The Decoy that was laid down first goes first. One that is hit itself saves nobody."),
    ),
    "DDR17": (
        text(
            "The card of its own player stays in its place and is turned face up; two Avengers do "
            "not take each other's own cards."
        ),
    ),
    "DDR18": (text("Combatants brought by a Scout or gained from an earlier turn do not count."),),
    "DDR20": (
        text(
            "So Lookouts and Duellists hit it, Raiders can gain it, and a Copycat is not the only "
            "Tank beside it."
        ),
    ),
    "DDR22": (text("Two Fortresses weaken each other. Face down a Fortress counts 4."),),
    "DDR25": (
        text(
            "The other one may act itself, or have acted already. A Copycat that can copy must "
            "do so."
        ),
    ),
    "DDR28": (text("Two Chameleons that choose each other make one swap."),),
}
"""The rest of each rule, to be read in full."""


def why(rule: str) -> Text:
    """Return a rule in one sentence by its number, NOTHING for an unknown one."""
    return SENTENCES.get(rule, NOTHING)


def in_full(rule: str) -> tuple[Text, ...]:
    """Return a rule in sentences with its further cases, () for an unknown number."""
    return tuple(words for words in (why(rule), *IN_FULL.get(rule, ())) if words)
