"""The rules at a glance on one side of paper, with the settings that are played with."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.rules import OPTIONS, Option, Rules, words_of
from companion.press import rules_words
from companion.press.leaves import BAND, HIGH, WIDE, Leaf
from companion.press.letters import fitting, wrapped
from companion.press.marks import MIDDLE, WHITE, Group, Mark, Plate, Words
from companion.press.palette import BRASS, BRASS_DARK, GREY, INK
from companion.press.prose import Block, beside, heading, stacked, text
from companion.press.rules_pictures import bullet, damage_table, deck_strip, handle, sign

USUAL: Final = Rules()
"""The settings as they are until somebody chooses others."""
COLUMN: Final = 95.0
SIGN: Final = 9.0
"""The side of a picture of a part of the register."""


def rules_leaf(rules: Rules = USUAL) -> Leaf:
    """The whole sheet."""
    columns = beside(_left(rules), _right(rules), WIDE - COLUMN)
    deck = stacked((heading("The 84 cards", WIDE, "4"), deck_strip(WIDE)))
    settings = stacked((heading("Your settings", WIDE, "3"), _settings(words_of(rules))))
    sheet = stacked((columns, deck, settings), 4.5)
    about = "Small numbers are sections of the rulebook. The app knows them all and says why."
    return Leaf("The rules at a glance", about, (Group(sheet.marks, 0, HIGH - BAND),))


def _left(rules: Rules) -> Block:
    """Aim, turn and register."""
    told = enumerate(rules_words.turn_steps(rules), 1)
    steps = [beside(bullet(number), text(words, COLUMN - 7, lead, rule), 7) for number, (lead, words, rule) in told]
    parts = [_part(number, *part) for number, part in enumerate(rules_words.REGISTER_PARTS, 1)]
    together = text(rules_words.TOGETHER, COLUMN, rule="7.4", colour=GREY)
    return stacked((
        stacked((heading("Aim", COLUMN, "10"), text(rules_words.AIM, COLUMN))),
        stacked((heading("A turn", COLUMN, "5"), stacked(steps, 1.2))),
        stacked((heading("A register, part by part", COLUMN, "7.1"), stacked(parts, 1.3), Block((), 1.6), together)),
    ), 3.6)


def _part(number: int, part: str, lead: str, words: str, rule: str) -> Block:
    """A part of the register beside its number and picture, all with the same middle.

    Shorter words begin lower, so that they stand beside the middle of the picture.
    """
    said = text(words, COLUMN - SIGN - 9, lead, rule)
    lowered = Block((Group(said.marks, 0, min(0.0, (said.height - SIGN) / 2)),), said.height)
    figure = Block((Words(str(number), 2.2, -SIGN / 2 - 1.6, 4.6, BRASS_DARK, True, MIDDLE),), SIGN)
    return beside(figure, beside(sign(part, SIGN), lowered, SIGN + 3), 6)


def _right(rules: Rules) -> Block:
    """Damage, handle, rest, destruction, and what is touched when."""
    locks = text(rules_words.locks(rules), COLUMN)
    touched = [text(words, COLUMN, lead, rule) for lead, words, rule in rules_words.touching(rules)]
    return stacked((
        stacked((heading("Damage and locks", COLUMN, "6.2, 6.3"), damage_table(COLUMN, rules.card_lock), Block((), 2), locks)),
        stacked((heading("The handle", COLUMN, "6.4.2"), handle(COLUMN, rules_words.handle_ways(rules)))),
        stacked((heading("Power down", COLUMN, "6.5"), text(rules_words.power_down(rules), COLUMN))),
        stacked((heading("Destroyed", COLUMN, "8, 9"), text(rules_words.destroyed(rules), COLUMN))),
        stacked((heading("Flags and checkpoints", COLUMN, "7.11"), stacked(touched, 1.2))),
    ), 3.6)


def _settings(chosen: Mapping[str, str]) -> Block:
    """Every setting with its value, in two columns."""
    width, half = (WIDE - 8) / 2, (len(OPTIONS) + 1) // 2
    rows = [_setting(option, chosen[option.key], width) for option in OPTIONS]
    return beside(stacked(rows[:half], 1.6), stacked(rows[half:], 1.6), width + 8)


def _setting(option: Option, word: str, width: float) -> Block:
    """One setting: title, what is chosen on a plate, what that means, and what is usual where it is something else."""
    choice, usual = option.choice(word), option.choice(option.default)
    plate, left, other = 22.0, 44.0, word != option.default
    lines = wrapped(choice.meaning, 3.2, width - left)
    marks: list[Mark] = [
        Words(option.title, 0, -4.2, 3.8, INK, True), Plate(19.5, -6.1, plate, 6.1, 1.2, BRASS if other else INK),
        Words(choice.label, 19.5 + 2, -4.3, fitting(choice.label, 3.8, plate - 4, True), INK if other else WHITE, True),
        *(Words(line, left, -3 - 3.9 * number, 3.2, INK) for number, line in enumerate(lines)),
    ]
    if other:
        marks.append(Words(f"usual: {usual.label}", 19.5, -8.9, 2.6, BRASS_DARK))
    return Block(tuple(marks), 10.0)
