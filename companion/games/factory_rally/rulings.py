"""The rules of Factory Rally in one sentence each, by the ids of its document.

Rules shared with Clockwork Derby are in `companion.games.programmed.rulings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.rule_words import section_of
from companion.games.programmed.rulings import SENTENCES as SHARED
from companion.games.programmed.rulings import sentence as shared
from companion.words import Text, text

SENTENCES: Final[Mapping[str, Text]] = {
    "M1": text(
        "Last standing: flags do not count. The last robot that is not out wins; if nobody is "
        "left, nobody wins."
    ),
    "M2": text(
        "Free order: every flag counts once, in any order. The first robot to touch them all wins."
    ),
    "M3": text(
        "Teams: every flag counts once for a team, in any order. The first team whose robots "
        "have touched all flags together wins."
    ),
    "6.3.4": text(
        "A slot that locks while it is empty stays empty, and nothing is played in its step."
    ),
    "7.2.1": text("The cards of a step are played one after another, the highest number first."),
    "7.2.2": text(
        "A slot without a card does nothing, and the cards of a destroyed robot are not played."
    ),
    "7.2.5": text(
        "A wall or the parking row ends the card: the robot stops there and takes no damage."
    ),
    "7.2.6": text(
        "A robot that enters a pit is destroyed at once, and the rest of its card is lost."
    ),
    "7.3.1": text(
        "A robot that drives into another pushes it one square, and that one may push the next."
    ),
    "7.3.2": text(
        "A row of robots moves together or not at all: a wall in front of one stops them all."
    ),
    "7.4.3": text("Nobody is moved into a wall or onto a robot that has to stay."),
    "7.5.4": text("A belt that carries a robot round a corner turns it a quarter, too."),
    "7.6": text(
        "A pusher pushes the robot on its square one square away from its wall, in its own steps."
    ),
    "7.6.3": text("A pusher also pushes robots that stand in the way."),
    "7.6.4": text("Two pushers that act on one square cancel out, and its robot stays."),
    "7.7": text("A rotator turns the robot on it a quarter in every step."),
    "7.8": text("A crusher destroys the robot on its square, in its own steps."),
    "7.9": text(
        "A board laser hits every robot in its line, up to the next wall: 1 damage for each beam."
    ),
    "8.2": text("Pits, open edges and crushers destroy a robot, however little damage it has."),
    "12.2": text(
        "A robot may be put on any square of the board that is not a pit and where no other "
        "robot stands."
    ),
    "13.1": text("A robot that goes over an open edge of the board is destroyed, as in a pit."),
    "13.2": text(
        "A belt does not push a robot that stands on a belt, not even on one that is idle or "
        "jammed."
    ),
    "13.7": text(
        "When two robots would be brought onto one square at the same time, neither moves."
    ),
    "6.2.1": text("Nine cards are dealt, one fewer for each point of damage."),
    "6.5.2": text(
        "Pushing the handle announces a rest: the robot plays this round, loses all its damage "
        "at its end, and sits out the next round."
    ),
    "7.1": text(
        "Each step plays cards, oil, slow belts, double belts, gears, board lasers and robot "
        "lasers."
    ),
    "7.5.1": text(
        "Slow belts carry one square, double belts two squares in a separate part; all robots "
        "on them at the same time."
    ),
    "7.5.2": text("A belt pushes a robot that stands in its way, unless it stands on a belt, too."),
    "7.11": text("Only the next flag in order counts, and it counts at once, also in passing."),
    "7.11.1": text("Only the next flag in order counts, and it counts at once, also in passing."),
    "7.11.2": text("Every flag is a backup: a robot comes back on the newest one."),
    "8.1": text("The ninth point of damage destroys a robot."),
    "8.3": text("A destroyed robot leaves the board at once. It pays a life when it comes back."),
    "10.1": text("The first robot to touch all flags in order wins."),
    "IDF03": text(
        "At the end of the round a repair point is a backup and removes 1 damage, or 2 if it "
        "shows a gear."
    ),
    "IDF04": text(
        "Slow belts carry one square, double belts two squares in a separate part; all robots "
        "on them at the same time."
    ),
    "IDF08": text(
        "A robot moved onto oil by a card slides on to the first square without oil. It pushes "
        "nobody and stops before another robot."
    ),
    "IDR03": text(
        "Every robot that does not rest shoots straight ahead once. It hits the first robot in "
        "line for 1 damage."
    ),
    "IDR10": text("Twinbore's laser has two barrels: a shot does 2 damage."),
    "IDR11": text("Boilerplate repairs 1 damage by itself at the end of every round."),
    "IDR12": text(
        "Looking-Glass carries a mirror on its back: a shot from behind hits the robot that fired "
        "it."
    ),
    "IDR13": text("A Pause does nothing, and is played after all other cards."),
    "IDS05": text(
        "Abacus may throw its whole hand away once a round, before its handle is pulled, and is "
        "dealt as many new cards. Burnt slots stay."
    ),
    "REQ-P2": text(
        "A rest removes all damage at the end of the round in which it was announced; the "
        "robot sits out the next round."
    ),
    "REQ-R1": text(
        "At the beginning of a round destroyed robots that have a life left come back, and cards "
        "are dealt."
    ),
    "REQ-R8": text(
        "The race ends when a robot has touched all flags in order, or when all others are out."
    ),
    "REQ-C5": text(
        "A robot that comes back pays a life. It stands on its newest backup; if that is "
        "taken, on its start; if that is taken too, on the nearest free square."
    ),
    "no. 5": text("A robot comes back with 2 damage, unless the settings change that."),
    "no. 27": text(
        "The last robot that is not out wins, even while it waits to come back. If nobody is "
        "left, nobody wins."
    ),
    "no. 33": text(
        "With the setting Lasers on entry, a robot that comes into the light of a board laser "
        "is hit by it."
    ),
    "no. 36": text(
        "While no square is free a robot stays parked and pays nothing; the next round tries again."
    ),
}
"""The rules in our own words."""

OF_CARDS: Final[Mapping[tuple[str, str], Text]] = {
    ("7.2.3", "left"): text("Left turns the robot a quarter to the left; it stays on its square."),
    ("7.2.3", "right"): text(
        "Right turns the robot a quarter to the right; it stays on its square."
    ),
    ("7.2.3", "uturn"): text("U-turn turns the robot half round; it stays on its square."),
    ("7.2.4", "back"): text("Back is one step backwards; the robot goes on facing the same way."),
    ("7.3.1", "back"): text(
        "A robot that backs into another pushes it one square, and that one may push the next."
    ),
}
"""Rules about a card, by number and move."""


def sentence(rule: str, move: str = "") -> Text:
    """Return a rule in one sentence, NOTHING for an unknown number.

    With the move of the played card, the sentence is about that card.
    """
    if (rule, move) in OF_CARDS:
        return OF_CARDS[rule, move]
    known = section_of(rule, {**SHARED, **SENTENCES})
    return SENTENCES[known] if known in SENTENCES else shared(rule, move)
