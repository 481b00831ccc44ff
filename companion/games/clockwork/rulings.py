"""The rules in one sentence each, by rulebook number, for whoever asks at the table why something happened."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "2": "The board is squares with walls on their edges; what lies beyond its border is a pit or a wall, as the board says.",
    "4": "Every card has a number of its own, and the highest number goes first.",
    "5": "A turn is cards, five registers and the cleanup.",
    "6.2.1": "Nine cards are dealt, one fewer for each point of damage.",
    "6.2.2": "With Card lock off nobody is dealt fewer than five cards, and nothing locks.",
    "6.3.1": "From five damage on, slots lock one by one from the right; their cards stay and are played again.",
    "6.3.4": "A slot that locks while it is empty stays empty, and nothing is played in its register.",
    "6.4.3": "A program is five cards that were dealt to this seat, each lying in one slot only.",
    "6.5.2": "Pushing the handle announces a rest: the clank plays this turn, rests in the next one, and loses all its damage.",
    "6.5.3": "A clank whose handle is pushed before the deal rests at once and loses all damage; its old cards stay in the reader.",
    "7.1": "Each register plays cards, belts, pushers, rotators, crushers, board lasers and clank lasers, then flags and repair.",
    "7.2.1": "The cards of a register are played one after another, the highest number first.",
    "7.2.2": "A slot without a card does nothing, and the cards of a destroyed clank are not played.",
    "7.2.3": "A turn card changes the heading and nothing else.",
    "7.2.4": "A move is made in single steps, and each one is complete before the next.",
    "7.2.5": "A wall, or the parking row, ends the card: the clank stays where it has got to and is not harmed.",
    "7.2.6": "A clank that enters a pit is destroyed at once, and the rest of its card is lost.",
    "7.3.1": "A clank that drives into another pushes it one square, and that one may push the next.",
    "7.3.2": "A row of clanks moves together or not at all: a wall in front of one stops them all.",
    "7.4.3": "Nobody is moved into a wall or onto a clank that has to stay.",
    "7.5.1": "Fast belts carry one square first, then all belts carry one square; all clanks on them at the same time.",
    "7.5.2": "A belt pushes a clank that stands in its way, unless that one stands on a belt, too.",
    "7.5.4": "A belt that carries a clank round a corner turns it a quarter, too.",
    "7.6": "A pusher pushes the clank on its square one square away from its wall, in its own registers.",
    "7.6.3": "A pusher pushes whoever stands in the way too.",
    "7.6.4": "Two pushers that act on one square cancel out, and its clank stays.",
    "7.7": "A rotator turns the clank on it a quarter in every register.",
    "7.8": "A crusher destroys the clank on its square, in its own registers.",
    "7.9": "A board laser hits every clank in its line, up to the next wall: one damage for each beam.",
    "7.10": "Every clank that does not rest shoots straight ahead once. It hits the first clank in line for one damage.",
    "7.11": "Only the next flag in order counts; the setting says when it is touched.",
    "7.11.2": "Flags and repair points are checkpoints: a clank comes back where it touched one last.",
    "7.12": "A repair point takes away one damage, or two if it shows a gear.",
    "8.1": "The tenth point of damage destroys a clank.",
    "8.2": "Pits, open edges and crushers destroy a clank, however little damage it has.",
    "8.3": "A destroyed clank goes to the parking row at once and loses a life.",
    "9": "After the fifth register, destroyed clanks that have lives left come back undamaged.",
    "9.2": "A clank comes back on the checkpoint it touched last; if a clank stands there, on the one before.",
    "9.4": "While all its checkpoints are occupied a clank stays parked, and the next cleanup tries again.",
    "10.1": "The first clank to touch all flags in order wins.",
    "10.4": "When every clank is out, the race is over and nobody wins.",
    "12": "Anybody may put the race right in the menu. The app keeps what was changed, by whom and why.",
    "12.1": "The cleanup uses checkpoints only. A safe place beside one, and whatever else has gone wrong, is put right in the menu.",
    "12.2": "A clank may be put on any square of the board that is not a pit and where no other clank stands.",
    "12.3": "A clank that is put on the board from the parking row is undamaged. It touches nothing, and neither flags nor lives change.",
    "13.1": "A clank that goes over an open edge of the board is destroyed, as in a pit.",
    "13.2": "A belt does not push a clank that stands on a belt, not even on one that is idle or jammed.",
    "13.7": "When two clanks would be brought onto one square at the same time, neither moves.",
}
"""Our own words; where a number is missing, the section above it answers."""

OF_CARDS: Final[Mapping[tuple[str, str], str]] = {
    ("7.2.3", "left"): "Left turns the clank a quarter to the left; it stays on its square.",
    ("7.2.3", "right"): "Right turns the clank a quarter to the right; it stays on its square.",
    ("7.2.3", "uturn"): "U-turn turns the clank half round; it stays on its square.",
    ("7.2.4", "move1"): "Move 1 is one step forward.",
    ("7.2.4", "move2"): "Move 2 is two steps forward, one after the other.",
    ("7.2.4", "move3"): "Move 3 is three steps forward, one after the other.",
    ("7.2.4", "back"): "Back is one step backwards; the clank goes on facing the same way.",
    ("7.3.1", "back"): "A clank that backs into another pushes it one square, and that one may push the next.",
}
"""What a rule says about one card, by its number and the card's move, where that is more to the point than the rule in general."""


def sentence(rule: str, move: str = "") -> str:
    """A rule in one sentence; that of the section above where it has none of its own, "" for an unknown number.

    With the `move` of the card that is played, the sentence is about that card.
    """
    if (rule, move) in OF_CARDS:
        return OF_CARDS[rule, move]
    while rule and rule not in SENTENCES:
        rule = rule.rpartition(".")[0]
    return SENTENCES.get(rule, "")
