"""The rules at a glance on one side of paper, with the settings of the game.

It has only what players do and see; rare cases are in the rulebook. Numbers in small print are
sections of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Disc, Line, Polygon, Shape, box
from companion.content.card_art import MOVE_ART, word_of
from companion.engine.board import Board
from companion.engine.cards import DECK, MOVES, NO_CARDS, cards_dealt, locked_slots
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.engine.rule_words import AIM, TOGETHER, destroyed, locks, power_down, touching
from companion.engine.rules import OPTIONS, THIS, Rules, words_of
from companion.press.leaves import BAND, CREAM, HIGH, WIDE, Leaf
from companion.press.letters import (
    Block,
    draw_centred,
    draw_lines,
    fitting_size,
    heading,
    place_beside,
    stack_blocks,
    text,
    wrap_text,
)
from companion.press.marks import (
    MIDDLE,
    RIGHT,
    WHITE,
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Rectangle,
    Stroke,
    TextLine,
)
from companion.press.paint import paint_shapes
from companion.press.paper import BRASS, BRASS_DARK, FAINT, GREY, INK, INKS, RED

USUAL: Final = Rules()
"""The default settings."""
COLUMN: Final = 95.0
SIGN: Final = 9.0
"""The side of a picture of a part of the register."""


def rules_leaf(rules: Rules) -> Leaf:
    """Draw the sheet: two columns of rules, and below them the deck."""
    columns = place_beside(_left_column(rules), _right_column(rules), WIDE - COLUMN)
    deck = stack_blocks((heading("The 84 cards", WIDE, "4"), _deck_strip(WIDE)))
    settings = stack_blocks((heading("Your settings", WIDE, "3"), _settings(words_of(rules))))
    sheet = stack_blocks((columns, deck, settings), 4.5)
    about = "Small numbers are sections of the rulebook. The app knows them all and says why."
    return Leaf("The rules at a glance", about, (MarkGroup(sheet.marks, 0, HIGH - BAND),))


def _left_column(rules: Rules) -> Block:
    """Draw aim, turn and register."""
    # A turn in four steps: a lead, what happens, and the rule (5).
    least = "" if rules.card_lock else ", but never fewer than five"
    left = "" if rules.lives is None else " with a life left"
    turn = (
        ("Deal.", f"Nine cards each, one fewer for every damage your clank has{least}.", "6.2"),
        ("Program.", "Choose five and put them into slots 1 to 5, then move the handle.", "6.4"),
        ("Race.", "Five registers: register 1 plays everybody’s slot 1, and so on to 5.", "7"),
        ("Clean up.", f"Destroyed clanks{left} come back.", "9"),
    )
    steps = []
    for number, (lead, words, rule) in enumerate(turn, 1):
        figure = TextLine(str(number), 2.2, -3.4, 3.4, INK, True, MIDDLE)
        bullet = Block((Circle((2.2, -2.2), 2.2, BRASS), figure), 4.4)
        steps.append(place_beside(bullet, text(words, COLUMN - 7, lead, rule), 7))
    parts = [_part(number, *part) for number, part in enumerate(REGISTER_PARTS, 1)]
    together = text(str(TOGETHER), COLUMN, rule="7.4", colour=GREY)
    return stack_blocks(
        (
            stack_blocks((heading("Aim", COLUMN, "10"), text(str(AIM), COLUMN))),
            stack_blocks((heading("A turn", COLUMN, "5"), stack_blocks(steps, 1.2))),
            stack_blocks(
                (
                    heading("A register, part by part", COLUMN, "7.1"),
                    stack_blocks(parts, 1.3),
                    Block((), 1.6),
                    together,
                )
            ),
        ),
        3.6,
    )


def _part(number: int, part: str, lead: str, words: str, rule: str) -> Block:
    """Draw a part of the register beside its number and picture, all centred on one line.

    Shorter words begin lower.
    """
    said = text(words, COLUMN - SIGN - 9, lead, rule)
    lowered = Block((MarkGroup(said.marks, 0, min(0.0, (said.height - SIGN) / 2)),), said.height)
    figure = Block(
        (TextLine(str(number), 2.2, -SIGN / 2 - 1.6, 4.6, BRASS_DARK, True, MIDDLE),), SIGN
    )
    return place_beside(figure, place_beside(_sign(part, SIGN), lowered, SIGN + 3), 6)


def _right_column(rules: Rules) -> Block:
    """Draw damage, handle, rest, destruction, and what is touched when."""
    locking = text(str(locks(rules)), COLUMN)
    touched = [
        text(str(touch.words), COLUMN, str(touch.lead), touch.sections) for touch in touching(rules)
    ]
    return stack_blocks(
        (
            stack_blocks(
                (
                    heading("Damage and locks", COLUMN, "6.2, 6.3"),
                    damage_table(COLUMN, rules.card_lock),
                    Block((), 2),
                    locking,
                )
            ),
            stack_blocks((heading("The handle", COLUMN, "6.4.2"), _handle(COLUMN, rules))),
            stack_blocks(
                (heading("Power down", COLUMN, "6.5"), text(str(power_down(rules)), COLUMN))
            ),
            stack_blocks(
                (heading("Destroyed", COLUMN, "8, 9"), text(str(destroyed(rules)), COLUMN))
            ),
            stack_blocks(
                (heading("Flags and checkpoints", COLUMN, "7.11"), stack_blocks(touched, 1.2))
            ),
        ),
        3.6,
    )


def _settings(chosen: Mapping[str, str]) -> Block:
    """Draw every setting in two columns.

    Each has its title, its value on a plate, its meaning, and the default if the value differs.
    """
    width, half = (WIDE - 8) / 2, (len(OPTIONS) + 1) // 2
    plate, left = 22.0, 44.0
    rows = []
    for option in OPTIONS:
        word = chosen[option.key]
        choice, other = option.choice(word), word != option.default
        label, lines = str(choice.label), wrap_text(str(choice.meaning), 3.2, width - left)
        marks: list[Mark] = [
            TextLine(str(option.title), 0, -4.2, 3.8, INK, True),
            Rectangle(19.5, -6.1, plate, 6.1, 1.2, BRASS if other else INK),
            TextLine(
                label,
                19.5 + 2,
                -4.3,
                fitting_size(label, 3.8, plate - 4, True),
                INK if other else WHITE,
                True,
            ),
            *draw_lines(lines, left, -3, 3.2, 3.9),
        ]
        if other:
            usual = option.choice(option.default)
            marks.append(TextLine(f"usual: {usual.label}", 19.5, -8.9, 2.6, BRASS_DARK))
        rows.append(Block(tuple(marks), 10.0))
    return place_beside(stack_blocks(rows[:half], 1.6), stack_blocks(rows[half:], 1.6), width + 8)


# ---- The words for these settings ----------------------------------------------------------------


REGISTER_PARTS: Final = (
    (
        "cards",
        "Cards.",
        "One after another, the highest number first. Driving into a clank pushes it; a wall ends"
        " the card.",
        "7.2, 7.3",
    ),
    ("fast belts", "Fast belts", "carry one square, and again in part 3.", "7.5"),
    ("all belts", "All belts", "carry one square, and turn whom they carry round a corner.", "7.5"),
    (
        "pushers",
        "Pushers",
        "push one square off their wall, in the registers marked on them.",
        "7.6",
    ),
    ("rotators", "Rotators", "turn a quarter.", "7.7"),
    ("crushers", "Crushers", "destroy, in the registers marked on them.", "7.8"),
    ("board lasers", "Lasers", "hit all in line up to a wall: one damage a beam.", "7.9"),
    (
        "clank lasers",
        "Shots.",
        "Each clank shoots straight ahead; the first in line takes one damage.",
        "7.10",
    ),
    ("touching", "Touching", "of flags, checkpoints and repair points.", "7.11, 7.12"),
)
"""The engine's name of the part, its title, what happens, and the rule."""


# ---- Pictures ------------------------------------------------------------------------------------


DAMAGES: Final = range(10)
# Elements' drawings may depend on their neighbours; here they have none.
_ALONE: Final = Board(1, 1)
_SHOT: Final[tuple[Shape, ...]] = (
    Polygon(((0.06, 0.2), (0.42, 0.5), (0.06, 0.8)), "steel"),
    Line(((0.42, 0.5), (0.8, 0.5)), "laser_glow", 0.2),
    Line(((0.42, 0.5), (0.8, 0.5)), "laser", 0.08),
    Disc((0.84, 0.5), 0.12, "laser"),
    Disc((0.84, 0.5), 0.06, "paper"),
)
_CARD: Final[tuple[Shape, ...]] = (
    box(0.2, 0.06, 0.8, 0.94, "ink"),
    box(0.24, 0.1, 0.76, 0.9, "paper"),
    Polygon(((0.5, 0.8), (0.7, 0.52), (0.3, 0.52)), "ink"),
)

SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    "cards": _CARD,
    "fast belts": Belt("A1", 1, "fast").art(_ALONE),
    "all belts": Belt("A1", 1).art(_ALONE),
    "pushers": Pusher("A1", 3, (1, 3, 5)).art(_ALONE),
    "rotators": Rotator("A1", "cw").art(_ALONE),
    "crushers": Crusher("A1", (2, 4)).art(_ALONE),
    "board lasers": Laser("A1", 3, 2).art(_ALONE),
    "clank lasers": _SHOT,
    "touching": Repair("A1", 2).art(_ALONE),
}
"""The picture of each part of a register, as on the board."""


def _sign(part: str, side: float) -> Block:
    """Draw a part of the register on a plate of floor."""
    # Beams and mounts reach over their square.
    shapes = MarkGroup(paint_shapes(SIGNS[part], 0, 0, side), 0, -side, clip=(0, 0, side, side))
    return Block(
        (
            Rectangle(0, -side, side, side, 0.8, INKS["floor"]),
            shapes,
            Rectangle(0, -side, side, side, 0.8, "", FAINT, 0.2),
        ),
        side,
    )


def _deck_strip(width: float) -> Block:
    """Draw every move with its number of cards and their priorities, the slowest first (4)."""
    lane, side = width / len(MOVES), 9.0
    marks: list[Mark] = []
    for place, move in enumerate(MOVES):
        priorities = [card.priority for card in DECK if card.move == move]
        left = lane * place
        marks += [
            Rectangle(left + 0.6, -15.4, lane - 1.2, 15.4, 1.4, CREAM, FAINT, 0.2),
            *paint_shapes(MOVE_ART[move], left + 3, -side - 3.2, side, {**INKS, "hole": CREAM}),
            TextLine(
                word_of(move),
                left + lane - 2.4,
                -5.4,
                fitting_size(word_of(move), 3.4, 11.4, True),
                INK,
                True,
                RIGHT,
            ),
            TextLine(f"{len(priorities)} cards", left + lane - 2.4, -9.4, 2.9, GREY, align=RIGHT),
            TextLine(
                f"{priorities[0]}–{priorities[-1]}", left + lane - 2.4, -13, 2.9, GREY, align=RIGHT
            ),
        ]
    return Block(tuple(marks), 15.4)


def damage_table(width: float, card_lock: bool) -> Block:
    """Draw the dealt cards and locked slots for each damage (6.2.1, 6.2.2, 6.3.1).

    From no damage to nine; the tenth destroys (8). Without `card_lock` nothing locks, and five
    cards are the least.
    """
    first = 17.0
    lane = (width - first) / len(DAMAGES)
    names = (("Damage", -3.6), ("Cards dealt", -9.2), ("Slots 1 to 5", -17.0))
    marks: list[Mark] = [TextLine(name, 0, up, 3.1, GREY) for name, up in names]
    for damage in DAMAGES:
        left, locked = first + lane * damage, locked_slots(damage, card_lock)
        marks += [
            Rectangle(left + 0.3, -20.4, lane - 0.6, 20.4, 1, "#f6e3dc" if locked else CREAM),
            draw_centred(str(damage), left + lane / 2, -2.8, 3.8, INK),
            Rectangle(left + lane / 2 - 2.1, -10.6, 4.2, 4.8, 0.6, "#ffffff", INK, 0.2),
            draw_centred(str(cards_dealt(damage, card_lock)), left + lane / 2, -8.2, 3.4, INK),
        ]
        for slot in range(1, len(NO_CARDS) + 1):
            x = left + lane / 2 + (slot - 3) * 1.35 - 0.5
            marks.append(
                Rectangle(x, -18.6, 1.0, 5.2, 0.2, RED if slot in locked else "#ffffff", INK, 0.15)
            )
    return Block(tuple(marks), 20.4)


def _handle(width: float, rules: Rules) -> Block:
    """Draw pull and push, each with its meaning: a word and a line (6.4.2 [E192])."""
    half = width / 2
    # A push depends on the setting for power down (3).
    at_once = rules.power_down == THIS
    push = "before the deal: rest at once" if at_once else "the same, and rest next turn"
    marks: list[Mark] = []
    for place, (word, about) in enumerate((("PULL", "the program stands"), ("PUSH", push))):
        left = half * place
        said = TextLine(about, left + 14, -8.6, fitting_size(about, 3.2, half - 15), INK)
        # A lever on its base from the side, with an arrow: towards you is to the left.
        x, way = left + 6, 1 if place else -1
        top, tip = (x + way * 3.2, -2.4), x + way * 5.6
        marks += [
            Rectangle(x - 4, -10.4, 8, 2.4, 0.6, INK),
            Stroke(((x, -8.6), top), INK, 0.9, rounded=True),
            Circle(top, 1.5, RED, INK, 0.3),
            Stroke(((x - way * 4.8, -5.4), (tip - way * 1.2, -5.4)), BRASS, 0.6),
            Fill(((tip, -5.4), (tip - way * 1.8, -4.3), (tip - way * 1.8, -6.5)), BRASS),
            TextLine(word, left + 14, -4.4, 4.4, INK, True),
            said,
        ]
    return Block(tuple(marks), 11.0)
