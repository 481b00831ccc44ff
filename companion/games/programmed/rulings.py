"""The rules in one sentence each, by rulebook number, for the question why something happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.rule_words import glance, section_of
from companion.engine.rules import Rules
from companion.words import NOTHING, Text, text

SENTENCES: Final[Mapping[str, Text]] = {
    "M1": text(
        "Last standing: flags do not count. The last clank that is not out wins; if nobody is "
        "left, nobody wins."
    ),
    "M2": text(
        "Free order: every flag counts once, in any order. The first clank to touch them all wins."
    ),
    "M3": text(
        "Teams: every flag counts once for a team, in any order. The first team whose clanks have "
        "touched all flags together wins."
    ),
    "2": text(
        "The board consists of squares with walls on their edges; beyond its border is a pit "
        "or a wall, as the board says."
    ),
    "4": text("Every card has its own number, and the highest number goes first."),
    "5": text("A turn is cards, five registers and the cleanup."),
    "6.2.1": text("Nine cards are dealt, one fewer for each point of damage."),
    "6.2.2": text("With Card lock off, everybody is dealt at least five cards, and no slot locks."),
    "6.3.1": text(
        "From 5 damage on, slots lock one by one from the right; their cards stay and are "
        "played again."
    ),
    "6.3.4": text(
        "A slot that locks while it is empty stays empty, and nothing is played in its register."
    ),
    "6.4.3": text(
        "A program is five cards that were dealt to this seat, each lying in one slot only."
    ),
    "6.5.2": text(
        "Pushing the handle announces a rest: the clank plays this turn, rests in the next one, "
        "and loses all its damage."
    ),
    "6.5.3": text(
        "A clank whose handle is pushed before the deal rests at once and loses all damage; its "
        "old cards stay in the reader."
    ),
    "7.1": text(
        "Each register plays cards, belts, pushers, rotators, crushers, board lasers and clank "
        "lasers, then flags and repair."
    ),
    "7.2.1": text(
        "The cards of a register are played one after another, the highest number first."
    ),
    "7.2.2": text(
        "A slot without a card does nothing, and the cards of a destroyed clank are not played."
    ),
    "7.2.3": text("A turn card changes the heading and nothing else."),
    "7.2.4": text("A move is made in single steps, and each one is complete before the next."),
    "7.2.5": text(
        "A wall or the parking row ends the card: the clank stops there and takes no damage."
    ),
    "7.2.6": text(
        "A clank that enters a pit is destroyed at once, and the rest of its card is lost."
    ),
    "7.3.1": text(
        "A clank that drives into another pushes it one square, and that one may push the next."
    ),
    "7.3.2": text(
        "A row of clanks moves together or not at all: a wall in front of one stops them all."
    ),
    "7.4.3": text("Nobody is moved into a wall or onto a clank that has to stay."),
    "7.5.1": text(
        "Fast belts carry one square first, then all belts carry one square; all clanks on them "
        "at the same time."
    ),
    "7.5.2": text("A belt pushes a clank that stands in its way, unless it stands on a belt, too."),
    "7.5.4": text("A belt that carries a clank round a corner turns it a quarter, too."),
    "7.6": text(
        "A pusher pushes the clank on its square one square away from its wall, in its own "
        "registers."
    ),
    "7.6.3": text("A pusher also pushes clanks that stand in the way."),
    "7.6.4": text("Two pushers that act on one square cancel out, and its clank stays."),
    "7.7": text("A rotator turns the clank on it a quarter in every register."),
    "7.8": text("A crusher destroys the clank on its square, in its own registers."),
    "7.9": text(
        "A board laser hits every clank in its line, up to the next wall: 1 damage for each beam."
    ),
    "7.10": text(
        "Every clank that does not rest shoots straight ahead once. It hits the first clank in "
        "line for 1 damage."
    ),
    "7.11": text("Only the next flag in order counts; the setting says when it is touched."),
    "7.11.2": text(
        "Flags and repair points are checkpoints: a clank comes back where it touched one last."
    ),
    "7.12": text("A repair point removes 1 damage, or 2 if it shows a gear."),
    "8.1": text("The tenth point of damage destroys a clank."),
    "8.2": text("Pits, open edges and crushers destroy a clank, however little damage it has."),
    "8.3": text("A destroyed clank goes to the parking row at once and loses a life."),
    "9": text(
        "After the fifth register, destroyed clanks that have lives left come back undamaged."
    ),
    "9.2": text(
        "A clank comes back on the checkpoint it touched last; if a clank stands there, on the "
        "one before."
    ),
    "9.4": text(
        "While all its checkpoints are occupied a clank stays parked, and the next cleanup tries "
        "again."
    ),
    "10.1": text("The first clank to touch all flags in order wins."),
    "10.4": text("When all clanks are out, the race is over and nobody wins."),
    "12": text(
        "Anybody may correct the race in the menu. The app records the change, its author and "
        "the reason."
    ),
    "12.1": text(
        "The cleanup uses checkpoints only. For a safe square beside one, and for any other "
        "correction, use the menu."
    ),
    "12.2": text(
        "A clank may be put on any square of the board that is not a pit and where no other clank "
        "stands."
    ),
    "12.3": text(
        "A clank that is put on the board from the parking row is undamaged. It touches nothing, "
        "and neither flags nor lives change."
    ),
    "13.1": text("A clank that goes over an open edge of the board is destroyed, as in a pit."),
    "13.2": text(
        "A belt does not push a clank that stands on a belt, not even on one that is idle or "
        "jammed."
    ),
    "13.7": text(
        "When two clanks would be brought onto one square at the same time, neither moves."
    ),
}
"""The rules in our own words. A missing number is covered by the section above it."""

OF_CARDS: Final[Mapping[tuple[str, str], Text]] = {
    ("7.2.3", "left"): text("Left turns the clank a quarter to the left; it stays on its square."),
    ("7.2.3", "right"): text(
        "Right turns the clank a quarter to the right; it stays on its square."
    ),
    ("7.2.3", "uturn"): text("U-turn turns the clank half round; it stays on its square."),
    ("7.2.4", "move1"): text("Move 1 is one step forward."),
    ("7.2.4", "move2"): text("Move 2 is two steps forward, one after the other."),
    ("7.2.4", "move3"): text("Move 3 is three steps forward, one after the other."),
    ("7.2.4", "back"): text("Back is one step backwards; the clank goes on facing the same way."),
    ("7.3.1", "back"): text(
        "A clank that backs into another pushes it one square, and that one may push the next."
    ),
}
"""The words of a rule about one card, by its number and the card's move, if that is more exact."""


IN_FULL: Final[Mapping[str, tuple[Text, ...]]] = {
    "7.2.1": (text("If two numbers are equal, the lower seat goes first."),),
    "7.2.3": (text("A clank that turns enters no square, so it touches nothing."),),
    "7.2.4": (
        text(
            "Belts, rotators, pushers and beams do nothing while cards are played: a clank may "
            "drive over them, and they act later in the register."
        ),
        text("A clank that steps onto another pushes it, also backwards."),
    ),
    "7.2.5": (
        text("The steps that are left are lost. A wall beside the way does nothing."),
        text("The walls on which pushers and lasers hang count like any other."),
    ),
    "7.2.6": (
        text(
            "Flags and checkpoints that it touched earlier in this card count; in the pit it "
            "touches nothing."
        ),
    ),
    "7.3.1": (
        text("No heading changes. A pushed clank plays its own card from its new square."),
        text(
            "A clank pushed into a pit or over an open edge is destroyed, and the others move up."
        ),
    ),
    "7.3.2": (
        text("The rest of the card is lost. Nobody is harmed by being pushed against a wall."),
    ),
    "7.4.3": (text("This does no harm. A clank that follows it has to stay too."),),
    "7.5.1": (
        text("So a fast belt carries two squares, a slow belt one."),
        text(
            "No clank is moved twice in one part. The last clank of a row can follow, since "
            "all move together."
        ),
    ),
    "7.5.2": (
        text(
            "A row of clanks is pushed as a whole, or all stay. A resting clank is pushed like "
            "any other."
        ),
    ),
    "7.5.4": (
        text("The square that it comes onto decides, not the one that it leaves."),
        text("A clank that drives onto the corner, or is pushed there, is not turned."),
    ),
    "7.6": (
        text(
            "A clank that is pushed onto the square of another pusher is not pushed again in this "
            "register."
        ),
    ),
    "7.6.3": (
        text("The same is true of clanks on belts. If one of the row cannot move, none does."),
    ),
    "7.6.4": (text("No other pusher moves that clank either."),),
    "7.7": (
        text(
            "The same is true of a resting clank, and of one that a belt or a pusher brought "
            "there in this register."
        ),
    ),
    "7.8": (text("In other registers it does nothing, and it never stops movement or beams."),),
    "7.9": (
        text("Clanks do not stop a beam. Where beams cross, the damage adds up."),
        text(
            "Only a clank that stands in it at this moment is hit, not one that has driven through."
        ),
    ),
    "7.10": (
        text(
            "All shots are fired at the same time, so two clanks can destroy each other. Walls "
            "stop shots; pits and belts do not."
        ),
        text(
            "A resting clank does not shoot, but it stops shots. A clank destroyed by a board "
            "laser does not shoot either."
        ),
    ),
    "7.11": (text("A flag out of order does not count, but it is a checkpoint."),),
    "7.11.2": (
        text(
            "It is noted with the heading that the clank has at that moment. A checkpoint that is "
            "touched again becomes the last one."
        ),
    ),
    "7.12": (
        text(
            "A flag alone repairs nothing. A clank destroyed by the lasers is not repaired first."
        ),
    ),
    "8.1": (
        text(
            "More damage changes nothing, and several causes at the same time cost only one life."
        ),
    ),
    "8.2": (text("It keeps its touched flags and its checkpoints."),),
    "9.2": (
        text(
            "It faces as it did when it touched that checkpoint. The clank destroyed first comes "
            "back first."
        ),
    ),
    "9.4": (text("That costs no life, but it is dealt no cards."),),
    "10.1": (text("Only one can win: no two clanks stand on one square."),),
    "10.4": (text("The last clank left has not won yet: only flags win."),),
    "13.1": (
        text("The side towards the parking row is never open. The clank that pushed moves up."),
    ),
    "13.2": (text("The belt behind waits, and its clank stays where it is."),),
    "13.7": (
        text("Two clanks that would change places stay as well."),
        text(
            "A clank stopped by a wall does not count here. Two can enter a pit at the same "
            "time: both fall."
        ),
    ),
}
"""The rest of each rule, to be read in full. A missing number is covered by its section.
"""


def in_full(rule: str, move: str, rules: Rules) -> tuple[Text, ...]:
    """Return a rule in full, in sentences.

    They are about the played card, the general case, further cases and the settings.
    """
    paragraphs = (
        sentence(rule, move),
        sentence(rule),
        *IN_FULL.get(section_of(rule, IN_FULL), ()),
        *glance(rule, rules),
    )
    return tuple(dict.fromkeys(words for words in paragraphs if words))


def sentence(rule: str, move: str = "") -> Text:
    """Return a rule in one sentence, or that of the section above; NOTHING for an unknown number.

    With the `move` of the played card, the sentence is about that card.
    """
    if (rule, move) in OF_CARDS:
        return OF_CARDS[rule, move]
    return SENTENCES.get(section_of(rule, SENTENCES), NOTHING)
