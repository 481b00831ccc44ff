"""The rules of Factory Rally in one sentence each, by the ids of its document.

Rules shared with Clockwork Derby are in `companion.games.programmed.rulings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.programmed.rulings import OF_CARDS
from companion.games.programmed.rulings import sentence as shared
from companion.words import Text, text

SENTENCES: Final[Mapping[str, Text]] = {
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


def sentence(rule: str, move: str = "") -> Text:
    """Return a rule in one sentence, NOTHING for an unknown number.

    With the move of the played card, the sentence is about that card.
    """
    if (rule, move) in OF_CARDS or rule not in SENTENCES:
        return shared(rule, move)
    return SENTENCES[rule]
