"""The rules of Cardbot Derby in one sentence each, by number.

CB numbers are the rules of the game, CBR numbers our answers to what they leave open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.words import NOTHING, Text, text

SENTENCES: Final[Mapping[str, Text]] = {
    "CB01": text(
        "In each round everybody chooses five commands, the robots carry them out, and the reset "
        "clears up."
    ),
    "CB02": text(
        "Each player draws five cards, puts them in order in secret and passes them to the player "
        "on the left."
    ),
    "CB03": text(
        "The first player who is ready starts the timer for all the others; late players hand on "
        "their cards as they are."
    ),
    "CB04": text(
        "The player who received a robot's cards drives it, and also decides where its way "
        "leaves a choice."
    ),
    "CB05": text(
        "The cards of one command are turned up together and played from high to low: the ace "
        "first, the 2 last."
    ),
    "CB06": text(
        "If two cards are equal, the robot that had the higher card in the command before goes "
        "first."
    ),
    "CB07": text(
        "An ace, king, queen, jack or 10 takes the robot one place straight on. West of column A "
        "lies column G again."
    ),
    "CB08": text(
        "A card from 2 to 9 turns the robot right by that many quarters; it stays on its place."
    ),
    "CB09": text("Two robots never stand on one place."),
    "CB10": text(
        "A robot that drives onto a taken place shoves the robot there one place on, in its "
        "own direction."
    ),
    "CB11": text(
        "A robot that cannot be shoved on pings to a free place at its side. The driver of the "
        "moving robot picks the side."
    ),
    "CB12": text("If the robot in the way has no free place to go to, both stay where they are."),
    "CB13": text(
        "After each command a belt carries every robot on it one place along, away from its ace. "
        "The robot faces as before."
    ),
    "CB14": text("On a belt the robot farthest from the ace is carried first."),
    "CB15": text(
        "The last place of a belt carries the robot off, straight on, and it shoves a robot "
        "that stands there."
    ),
    "CB16": text(
        "At the end of a round the five cards go face down under their own pile, and nobody looks "
        "at them."
    ),
    "CB17": text(
        "A robot that was on its next target wins that target: its own card of the same rank "
        "leaves the pile, and the rest is shuffled."
    ),
    "CB18": text(
        "A robot that has all three targets when a round ends has won; robots that get there in "
        "the same round share the win."
    ),
    "CBR01": text(
        "After the cards of a command come the belts, then the teleports, then the robots stuck "
        "on slippery places, and last the targets."
    ),
    "CBR02": text(
        "If two robots had equal cards in every command, the seats decide: the first seat goes "
        "first, then the next ones. Each round another seat is the first."
    ),
    "CBR03": text("The cards of a late player are played in the order in which they were drawn."),
    "CBR04": text(
        "The north and the south side of the grid are closed: a robot that drives against them "
        "stays."
    ),
    "CBR05": text(
        "Only one robot is shoved at a time: if a second one stands behind the first, the "
        "first one pings."
    ),
    "CBR06": text(
        "A robot pings to either side of the way, also across the seam of the grid. With "
        "two free sides the driver has ten seconds to pick one; after that it is the "
        "right-hand side."
    ),
    "CBR07": text(
        "A robot that is shoved or pings onto a slippery place slides on at once, and a target "
        "that it comes to counts."
    ),
    "CBR08": text("A robot that is carried onto a taken place of a belt collides like any other."),
    "CBR09": text(
        "A belt that is a ring carries all its robots together, so none of them collide."
    ),
    "CBR10": text(
        "The belt of clubs runs first, then the belt of spades. A robot displaced by the first "
        "is not carried by the second."
    ),
    "CBR11": text(
        "A robot that comes from one belt onto another is carried on after the next command."
    ),
    "CBR12": text(
        "A robot on a slippery place slides on the way it came, place by place, until it comes "
        "onto firm ground or is stopped."
    ),
    "CBR13": text(
        "A robot that faces the closed side on a sticky place cannot free itself; another one has "
        "to shove it away."
    ),
    "CBR14": text(
        "A target counts no matter how the robot came onto it, even if the round began there."
    ),
    "CBR15": text("The five cards go back as they were played, with the first command on top."),
    "CBR16": text(
        "With three players a fourth robot takes part. Its pile is shuffled every round, and its "
        "top five cards are played as they lie."
    ),
    "CBR17": text("With two players each has two robots, each with its own pile and program."),
    "CBR18": text("From the fifth player on the suits come from a third deck with another back."),
    "CBR19": text(
        "If the command before does not decide between equal cards, the commands still to come "
        "do, the nearest first."
    ),
    "CBR20": text(
        "In a collision the robot in the way moves first and ends its own slide; then the other "
        "one follows."
    ),
    "CBR21": text(
        "The driver of the robot that slides or is carried picks the side of a ping. Right and "
        "left are as seen in its direction of travel."
    ),
    "CBR22": text(
        "A robot that was shoved, pinged or slid away in this step of the belts counts as "
        "displaced. A robot that was stopped does not."
    ),
    "CBR23": text(
        "If not all robots on a belt that is a ring may be carried, they go one after another, "
        "with collisions."
    ),
    "CBR24": text(
        "A belt does not carry anybody over the north or the south side: the robot on its last "
        "place stays."
    ),
    "CBR25": text(
        "A robot that is stuck on a slippery place tries to get off once after every command, in "
        "the order of the cards."
    ),
    "CBR26": text(
        "A robot on a black jack after the belts goes to the other black jack. Two robots there "
        "change places."
    ),
    "CBR27": text("A place holds one card, so it does only one thing."),
    "CBR28": text(
        "Special places that are switched on lie where the full layout has them; those switched "
        "off are plain places."
    ),
    "CBR29": text(
        "Seats have the suits hearts, clubs, diamonds and spades in this order, and each robot "
        "has its own place to start from."
    ),
    "CBR30": text(
        "With two players seats 1 and 3 belong to one and seats 2 and 4 to the other. With three, "
        "seat 1 drives the robots of seats 3 and 4."
    ),
    "CBR31": text(
        "A player who draws seven cards plays five; the other two go under the pile, and the five "
        "follow at the end of the round."
    ),
    "CBR32": text(
        "To win, a robot with all three targets has to stand on target 3 when a round ends."
    ),
    "CBR33": text("Both red jacks lie on the grid, and each of them counts as target 1."),
    "CBR34": text(
        "A program is five different cards of one pile, without those of reached targets, and "
        "nothing starts before all programs are right."
    ),
    "CBR35": text(
        "On a sticky place a robot cannot turn, but its card still counts for the order."
    ),
    "CBR36": text(
        "A robot visits a place when it gets there, or when it stands there as the round begins."
    ),
}
"""The rules in our own words."""

OF_CARDS: Final[Mapping[tuple[str, str], Text]] = {
    **{
        ("CB08", value): text("A 2 or a 6 turns the robot to face the other way.") for value in "26"
    },
    **{
        ("CB08", value): text("A 3 or a 7 turns the robot a quarter to the left.") for value in "37"
    },
    **{
        ("CB08", value): text(
            "A 4 or an 8 turns the robot until it faces as before, so nothing changes."
        )
        for value in "48"
    },
    **{
        ("CB08", value): text("A 5 or a 9 turns the robot a quarter to the right.")
        for value in "59"
    },
    ("CB07", "A"): text("An ace takes the robot one place straight on, before every other card."),
    ("CB07", "T"): text(
        "A 10 takes the robot one place straight on, as the last of the cards that move it."
    ),
}
"""The words of a rule about one card, by its value, if that is more exact."""

IN_FULL: Final[Mapping[str, tuple[Text, ...]]] = {
    "CB02": (text("Nobody else sees the cards, and the first command lies on top."),),
    "CB04": (text("So you never drive your own robot, but you choose its commands."),),
    "CB05": (text("Robots never act at the same time, except on a belt that is a ring."),),
    "CB06": (
        text(
            "If those were equal too, or in the first command, the next commands decide, one "
            "after another."
        ),
        text("If even these are equal, the seats decide."),
    ),
    "CB07": (
        text(
            "The closed sides in the north and the south stop it; a robot on its way is shoved on."
        ),
    ),
    "CB08": (text("On a sticky place such a card does nothing."),),
    "CB10": (
        text(
            "It keeps its heading. Only one robot is shoved; with another one behind it, it pings."
        ),
    ),
    "CB11": (
        text(
            "It keeps its heading. There is no place beyond the closed sides, but there is one "
            "across the seam."
        ),
        text("If only one side is free it goes there, and nobody is asked."),
    ),
    "CB12": (text("The same is true of belts and slides."),),
    "CB13": (
        text(
            "A robot that stood on a belt when the command began, but has left it, is not carried."
        ),
    ),
    "CB15": (text("If it cannot get off, it stays, and the robots behind it collide with it."),),
    "CB17": (
        text(
            "It goes face up under the target, so that everybody sees the robots that have been "
            "there."
        ),
        text("Jack and queen may be won in one round, in this order."),
    ),
    "CBR12": (
        text("After a teleport it slides the way it faces."),
        text(
            "At a closed side, or before a robot that cannot be shoved away, it stops and stays "
            "on the slippery place."
        ),
    ),
    "CBR25": (text("A robot that has never been displaced goes the way it faces."),),
    "CBR26": (text("A robot still there after the next command goes back again."),),
}
"""The rest of each rule, to be read in full."""


def why(rule: str, move: str = "") -> Text:
    """Return a rule in one sentence by its number, NOTHING for an unknown one.

    With `move`, the text of the played card such as "AH", the sentence is about that card.
    """
    return OF_CARDS.get((rule, move[:1])) or SENTENCES.get(rule, NOTHING)


def in_full(rule: str, move: str = "") -> tuple[Text, ...]:
    """Return a rule in sentences: about the played card, in general, and its further cases."""
    paragraphs = (why(rule, move), why(rule), *IN_FULL.get(rule, ()))
    return tuple(dict.fromkeys(words for words in paragraphs if words))
