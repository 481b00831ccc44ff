"""The rules in one sentence each, by rulebook number, for whoever asks at the table why something happened."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.words import NOTHING, Text, text

SENTENCES: Final[Mapping[str, Text]] = {
    "2": text("The board is squares with walls on their edges; what lies beyond its border is a pit or a wall, as the board says."),
    "4": text("Every card has a number of its own, and the highest number goes first."),
    "5": text("A turn is cards, five registers and the cleanup."),
    "6.2.1": text("Nine cards are dealt, one fewer for each point of damage."),
    "6.2.2": text("With Card lock off nobody is dealt fewer than five cards, and nothing locks."),
    "6.3.1": text("From five damage on, slots lock one by one from the right; their cards stay and are played again."),
    "6.3.4": text("A slot that locks while it is empty stays empty, and nothing is played in its register."),
    "6.4.3": text("A program is five cards that were dealt to this seat, each lying in one slot only."),
    "6.5.2": text("Pushing the handle announces a rest: the clank plays this turn, rests in the next one, and loses all its damage."),
    "6.5.3": text("A clank whose handle is pushed before the deal rests at once and loses all damage; its old cards stay in the reader."),
    "7.1": text("Each register plays cards, belts, pushers, rotators, crushers, board lasers and clank lasers, then flags and repair."),
    "7.2.1": text("The cards of a register are played one after another, the highest number first."),
    "7.2.2": text("A slot without a card does nothing, and the cards of a destroyed clank are not played."),
    "7.2.3": text("A turn card changes the heading and nothing else."),
    "7.2.4": text("A move is made in single steps, and each one is complete before the next."),
    "7.2.5": text("A wall, or the parking row, ends the card: the clank stays where it has got to and is not harmed."),
    "7.2.6": text("A clank that enters a pit is destroyed at once, and the rest of its card is lost."),
    "7.3.1": text("A clank that drives into another pushes it one square, and that one may push the next."),
    "7.3.2": text("A row of clanks moves together or not at all: a wall in front of one stops them all."),
    "7.4.3": text("Nobody is moved into a wall or onto a clank that has to stay."),
    "7.5.1": text("Fast belts carry one square first, then all belts carry one square; all clanks on them at the same time."),
    "7.5.2": text("A belt pushes a clank that stands in its way, unless that one stands on a belt, too."),
    "7.5.4": text("A belt that carries a clank round a corner turns it a quarter, too."),
    "7.6": text("A pusher pushes the clank on its square one square away from its wall, in its own registers."),
    "7.6.3": text("A pusher pushes whoever stands in the way too."),
    "7.6.4": text("Two pushers that act on one square cancel out, and its clank stays."),
    "7.7": text("A rotator turns the clank on it a quarter in every register."),
    "7.8": text("A crusher destroys the clank on its square, in its own registers."),
    "7.9": text("A board laser hits every clank in its line, up to the next wall: one damage for each beam."),
    "7.10": text("Every clank that does not rest shoots straight ahead once. It hits the first clank in line for one damage."),
    "7.11": text("Only the next flag in order counts; the setting says when it is touched."),
    "7.11.2": text("Flags and repair points are checkpoints: a clank comes back where it touched one last."),
    "7.12": text("A repair point takes away one damage, or two if it shows a gear."),
    "8.1": text("The tenth point of damage destroys a clank."),
    "8.2": text("Pits, open edges and crushers destroy a clank, however little damage it has."),
    "8.3": text("A destroyed clank goes to the parking row at once and loses a life."),
    "9": text("After the fifth register, destroyed clanks that have lives left come back undamaged."),
    "9.2": text("A clank comes back on the checkpoint it touched last; if a clank stands there, on the one before."),
    "9.4": text("While all its checkpoints are occupied a clank stays parked, and the next cleanup tries again."),
    "10.1": text("The first clank to touch all flags in order wins."),
    "10.4": text("When every clank is out, the race is over and nobody wins."),
    "12": text("Anybody may put the race right in the menu. The app keeps what was changed, by whom and why."),
    "12.1": text("The cleanup uses checkpoints only. A safe place beside one, and whatever else has gone wrong, is put right in the menu."),
    "12.2": text("A clank may be put on any square of the board that is not a pit and where no other clank stands."),
    "12.3": text("A clank that is put on the board from the parking row is undamaged. It touches nothing, and neither flags nor lives change."),
    "13.1": text("A clank that goes over an open edge of the board is destroyed, as in a pit."),
    "13.2": text("A belt does not push a clank that stands on a belt, not even on one that is idle or jammed."),
    "13.7": text("When two clanks would be brought onto one square at the same time, neither moves."),
}
"""Our own words; where a number is missing, the section above it answers."""

OF_CARDS: Final[Mapping[tuple[str, str], Text]] = {
    ("7.2.3", "left"): text("Left turns the clank a quarter to the left; it stays on its square."),
    ("7.2.3", "right"): text("Right turns the clank a quarter to the right; it stays on its square."),
    ("7.2.3", "uturn"): text("U-turn turns the clank half round; it stays on its square."),
    ("7.2.4", "move1"): text("Move 1 is one step forward."),
    ("7.2.4", "move2"): text("Move 2 is two steps forward, one after the other."),
    ("7.2.4", "move3"): text("Move 3 is three steps forward, one after the other."),
    ("7.2.4", "back"): text("Back is one step backwards; the clank goes on facing the same way."),
    ("7.3.1", "back"): text("A clank that backs into another pushes it one square, and that one may push the next."),
}
"""What a rule says about one card, by its number and the card's move, where that is more to the point than the rule in general."""


def sentence(rule: str, move: str = "") -> Text:
    """A rule in one sentence; that of the section above where it has none of its own, NOTHING for an unknown number.

    With the `move` of the card that is played, the sentence is about that card.
    """
    if (rule, move) in OF_CARDS:
        return OF_CARDS[rule, move]
    while rule and rule not in SENTENCES:
        rule = rule.rpartition(".")[0]
    return SENTENCES.get(rule, NOTHING)
