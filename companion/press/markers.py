"""Everything that a race needs besides board and cards, as one book.

Flags, clanks, plates, the rules and test cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.engine.rules import Rules
from companion.errors import PressError, did_you_mean
from companion.press.cards import test_card_pages
from companion.press.clanks import (
    FACE_HIGH,
    FACE_WIDE,
    IVORY,
    LIVERIES,
    SPARE,
    ClankLook,
    back,
    emblem,
    front,
    sign,
)
from companion.press.leaves import (
    BAND,
    CUT,
    FOOT,
    GAP,
    HIGH,
    STANDEE,
    TENT,
    WIDE,
    Leaf,
    Tent,
    draw_glue_area,
    draw_outline,
    folding_steps,
    folds,
    pages,
    poster,
    upside_down,
)
from companion.press.letters import draw_centred, draw_lines, fitting_size, wrap_text
from companion.press.marks import (
    CAPITALS,
    MIDDLE,
    Circle,
    Document,
    Fill,
    Mark,
    MarkGroup,
    Point,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import GREY, INK, Paper
from companion.press.rules_sheet import USUAL, rules_leaf

TITLE: Final = "Clockwork Derby: markers"
FLAGS, CLANKS, PLATES, RULES, TEST_CARDS = "flags", "clanks", "plates", "rules", "test-cards"
PARTS: Final = (FLAGS, CLANKS, PLATES, RULES, TEST_CARDS)
"""The parts of the book, in order."""


def marker_document(
    paper: Paper,
    only: Iterable[str] = (),
    rules: Rules = USUAL,
    liveries: tuple[ClankLook, ...] = LIVERIES,
) -> Document:
    """Return the book on this paper, whole or `only` some parts in the book's order.

    With the test cards the book is printed on both sides, and every other sheet has a blank back.
    `rules` are the settings on the rules sheet, `liveries` the names and looks of the clanks at
    seats 1 to 8.

    Raises:
        PressError: A part does not exist.
    """
    wanted = tuple(only) or PARTS
    for part in wanted:
        if part not in PARTS:
            raise PressError(
                f"parts of the markers: found {part!r}, expected some of"
                f" {', '.join(PARTS)}{did_you_mean(part, PARTS)}"
            )
    # Parts to cut out: on large paper two leaves share a sheet.
    leaves: list[Leaf] = []
    if FLAGS in wanted:
        leaves.append(_flag_leaf())
    if CLANKS in wanted:
        leaves.append(_standee_leaf(liveries))
    if PLATES in wanted:
        leaves += [
            _plate_leaf(liveries[first : first + ON_A_LEAF])
            for first in range(0, len(liveries), ON_A_LEAF)
        ]
    sheet = (poster(rules_leaf(rules), paper),) if RULES in wanted else ()
    one_sided = (*pages(leaves, paper), *sheet)
    if TEST_CARDS not in wanted:
        return Document(TITLE, one_sided)
    # The cards need both sides: without blank backs the clanks would be printed on the backs of the
    # flags.
    sides: list[SheetSide] = []
    for front_side in one_sided:
        width, height = front_side.width, front_side.height
        blank = TextLine("This side stays blank.", width / 2, 7.5, 2.8, GREY, align=MIDDLE)
        sides += front_side, SheetSide(width, height, (blank,))
    return Document(TITLE, (*sides, *test_card_pages(paper)), both_sides=True)


# ---- Flags ---------------------------------------------------------------------------------------


NUMBERS: Final = range(1, 9)
FLAG_TENT: Final = Tent(18.0, 26.0, 6.0, 6.0)
"""Its floor of 18 × 6 mm fits a square of 24.7 mm beside a clank, whose foot is 18 mm deep."""
FLAT, CORNER = 23.0, 12.0
"""The sides of the flat flags: one for a whole square, one that leaves the square visible."""
CLOTH, GROUND, POLE = "#ffffff", "#28211a", "#f0b429"

_SECTIONS: Final = (
    (
        "Stand-up flags",
        "They stand on the square beside a clank: its foot leaves them room. Both sides show the"
        " number.",
    ),
    ("Flat flags", "For squares of plain floor, below the clank."),
    ("Corner flags", "For squares whose belt or other element must stay in sight."),
)


def _flag_leaf() -> Leaf:
    """Draw flags as tents, their folding, and flat flags in two sizes.

    A race has up to eight flags (2.6); each is there three times, for different squares.
    """
    top = HIGH - BAND
    marks: list[Mark] = [*_section(0, top)]
    step = WIDE / len(NUMBERS)
    for place, number in enumerate(NUMBERS):
        marks.append(
            MarkGroup(
                standing_flag(number),
                place * step + (step - FLAG_TENT.width) / 2,
                top - 18 - FLAG_TENT.strip,
            )
        )
    top -= 18 + FLAG_TENT.strip + 8
    marks += [
        *_section(1, top),
        *_section(2, top - 82),
        MarkGroup(folding_steps("How to fold", TENT, 68), WIDE - 68, top - 98),
    ]
    for place, number in enumerate(NUMBERS):
        row, column = divmod(place, 4)
        marks.append(
            MarkGroup(
                _flat_flag(number, FLAT),
                2 + column * (FLAT + 6),
                top - 18 - FLAT - row * (FLAT + 6),
            )
        )
        marks.append(
            MarkGroup(_flat_flag(number, CORNER), 2 + place * (CORNER + 2.4), top - 100 - CORNER)
        )
    return Leaf(
        "Flags",
        "The race goes over all of them in order. Lay them well apart, the first about equally"
        " far from everybody.",
        tuple(marks),
    )


def _section(place: int, top: float) -> tuple[Mark, ...]:
    title, about = _SECTIONS[place]
    lines = wrap_text(about, 3.4, 190 if place == 0 else 112)
    return (
        TextLine(title, 2, top - 6, 5, INK, True),
        *draw_lines(lines, 2, top - 11.5, 3.4, 4.2, GREY),
    )


def standing_flag(number: int) -> tuple[Mark, ...]:
    """Draw a tent with the flag's number on both sides."""
    return FLAG_TENT.marks(
        _pennant(number, FLAG_TENT.width, FLAG_TENT.side),
        _pennant(number, FLAG_TENT.width, FLAG_TENT.side),
    )


def _flat_flag(number: int, side: float) -> tuple[Mark, ...]:
    """Draw a square flag for the board."""
    return *_pennant(number, side, side), draw_outline(side, side)


def _pennant(number: int, width: float, height: float) -> tuple[Mark, ...]:
    """Draw a flag on its pole, as large as a box allows.

    Dark behind and white in the cloth, so that it is visible on every floor.
    """
    side = min(width, height)
    high = min(height * 0.86, side * 1.2)
    low, left = (height - high) / 2, width * 0.14
    top, drop = low + high, min(0.62 * high, 0.72 * side)
    right, notch = width * 0.93, width * 0.8
    cloth: tuple[Point, ...] = (
        (left, top),
        (right, top),
        (notch, top - drop / 2),
        (right, top - drop),
        (left, top - drop),
    )
    return (
        Rectangle(0, 0, width, height, 0, GROUND),
        Stroke(((left, low), (left, top + side * 0.02)), POLE, side * 0.075),
        Circle((left, top + side * 0.03), side * 0.055, POLE),
        Stroke(((left - side * 0.07, low), (left + side * 0.14, low)), POLE, side * 0.05),
        Fill(cloth, CLOTH),
        draw_centred(
            str(number), (left + notch) / 2 + side * 0.02, top - drop / 2, drop * 1.08, INK
        ),
    )


# ---- Clanks --------------------------------------------------------------------------------------


FOOT_DEEP: Final = 9.0
"""The foot before and behind the clank: with 18 mm in all a flag fits beside it on a square."""
UNDER: Final = 2 * FOOT_DEEP
"""The part that is glued below the foot."""
STRIP: Final = UNDER + 2 * (FOOT_DEEP + FACE_HIGH)
TOKEN: Final = 22.0
"""The diameter of a flat token."""
# Two rows of five: eight clanks and two spare ones.
IN_A_ROW: Final = 5


def _standee_leaf(liveries: tuple[ClankLook, ...]) -> Leaf:
    """Draw the clanks and two spare ones as strips, their folding, and flat tokens.

    Their checkpoints are in a band below, as wide as the leaf, beside an explanation.
    """
    strips = (*liveries, SPARE, SPARE)
    top = 254.0 - STRIP
    marks: list[Mark] = []
    for place, livery in enumerate(strips):
        row, column = divmod(place, IN_A_ROW)
        marks.append(
            MarkGroup(
                standee(livery), column * (FACE_WIDE + GAP) + 2, top - row * (STRIP + GAP + 2)
            )
        )
    left = IN_A_ROW * (FACE_WIDE + GAP) + 8
    steps = folding_steps("How to fold a clank", STANDEE, WIDE - left)
    marks.append(MarkGroup(steps, left, top))
    marks.append(MarkGroup(_tokens(liveries, WIDE - left), left, top - STRIP - GAP - 2))
    lines = wrap_text(CHECKPOINTS_ABOUT, 3.4, 58)
    band: list[Mark] = [
        TextLine("Checkpoints", 2, CHECKPOINTS_HIGH - 4, 5, INK, True),
        *draw_lines(lines, 2, CHECKPOINTS_HIGH - 9.5, 3.4, 4.3, GREY),
    ]
    for column, livery in enumerate(liveries):
        for row in range(CHECKPOINTS_EACH):
            y = CHECKPOINTS_HIGH - CHECKPOINT - row * (CHECKPOINT + 3.4)
            band.append(MarkGroup(checkpoint(livery), 72 + column * 15.8, y))
    marks.append(MarkGroup(tuple(band), 0, FOOT))
    about = (
        "Stand-up clanks for squares of 24.7 mm. Light is the front, dark is the back. Paper of"
        " 160 g or more is best."
    )
    return Leaf("Clanks", about, tuple(marks))


def standee(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw one strip from its lower end: front foot, front, back, back foot, part to glue.

    FACE_WIDE by STRIP millimetres. Folded back to back, its upper half is seen from behind and so
    printed upside down.
    """
    front_up = FOOT_DEEP
    top, rear = front_up + FACE_HIGH, front_up + 2 * FACE_HIGH
    middle = FACE_WIDE / 2
    # The arrow of a clank's heading: downwards here, forwards once folded.
    arrow = ((middle, 0.7), (FACE_WIDE - 1, FOOT_DEEP - 1.2), (1, FOOT_DEEP - 1.2))
    back_foot = (
        Rectangle(0, 0, FACE_WIDE, FOOT_DEEP, 0, INK),
        sign(livery, middle - 8, 1.1, 6.8, livery.tint, ""),
        draw_centred(livery.number, middle + 4.6, FOOT_DEEP / 2, 9, livery.tint),
    )
    return (
        Rectangle(0, 0, FACE_WIDE, FOOT_DEEP, 0, livery.tint),
        Fill(arrow, INK),
        draw_centred(livery.number, middle, 5.6, 4.4, livery.tint),
        MarkGroup(front(livery), 0, front_up),
        upside_down(back(livery), FACE_WIDE, top, FACE_HIGH),
        upside_down(back_foot, FACE_WIDE, rear, FOOT_DEEP),
        *_under(livery, rear + FOOT_DEEP),
        *folds(FACE_WIDE, (front_up, top, rear, rear + FOOT_DEEP)),
        draw_outline(FACE_WIDE, STRIP),
    )


def _under(livery: ClankLook, low: float) -> tuple[Mark, ...]:
    words = f"{livery.number} {livery.name}".strip() or "spare"
    return (
        Rectangle(0, low, FACE_WIDE, UNDER, 0, IVORY),
        *draw_glue_area((0, low, FACE_WIDE, low + UNDER), "glue behind", IVORY),
        TextLine(
            words,
            FACE_WIDE / 2,
            low + 2,
            fitting_size(words, 3.4, FACE_WIDE - 3, True),
            INK,
            True,
            MIDDLE,
        ),
    )


def _tokens(liveries: tuple[ClankLook, ...], width: float) -> tuple[Mark, ...]:
    """Draw eight flat tokens in the height of a strip, for people with figures."""
    step, between = TOKEN + 0.8, 6.0
    left = (width - 2 * TOKEN - between) / 2
    marks: list[Mark] = []
    for place, livery in enumerate(liveries):
        row, column = divmod(place, 2)
        marks.append(
            MarkGroup(token(livery), left + column * (TOKEN + between), STRIP - TOKEN - row * step)
        )
    words = "Flat, for those who have figures: lay them below."
    return (
        *marks,
        TextLine(words, width / 2, 0.4, fitting_size(words, 3.2, width), GREY, align=MIDDLE),
    )


def token(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw a round token: a light nose ahead as on the screen, a dark rear, the emblem between."""
    middle = TOKEN / 2
    nose = ((middle, TOKEN - 0.6), (middle + 9.4, TOKEN - 9.6), (middle - 9.4, TOKEN - 9.6))
    return (
        Circle((middle, middle), middle, livery.tint),
        MarkGroup((Circle((middle, middle), middle, INK),), clip=(0, 0, TOKEN, 7.4)),
        Fill(nose, IVORY, INK, 1.0),
        *emblem(livery, middle - 6, 2.4, 12, livery.tint, INK, 0.8),
        Circle((middle, middle), middle, "", INK, CUT),
    )


# ---- Checkpoints ---------------------------------------------------------------------------------


CHECKPOINT: Final = 10.0
"""The side of a token: four of them fit side by side on a square."""
CHECKPOINTS_EACH: Final = 3
"""Tokens for each clank."""
CHECKPOINTS_HIGH: Final = 40.0
"""The height of all of them."""
CHECKPOINTS_ABOUT: Final = (
    "One for the checkpoint touched last, others for those before it: where it is occupied, the"
    " clank comes back on the one before."
    " The arrow keeps the heading."
)


def checkpoint(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw one token: emblem and arrow on the clank's colour.

    CHECKPOINT millimetres square, from its lower left corner. It also shows the heading of a clank
    that comes back (9).
    """
    arrow = (
        (CHECKPOINT / 2, CHECKPOINT - 0.6),
        (CHECKPOINT / 2 + 2.2, CHECKPOINT - 2.5),
        (CHECKPOINT / 2 - 2.2, CHECKPOINT - 2.5),
    )
    return (
        Rectangle(0, 0, CHECKPOINT, CHECKPOINT, 1.2, livery.tint),
        Fill(arrow, INK),
        *emblem(livery, 1.55, 0.5, 6.9, IVORY, INK, 0.3),
        Rectangle(0, 0, CHECKPOINT, CHECKPOINT, 1.2, "", INK, CUT),
    )


# ---- Seats ---------------------------------------------------------------------------------------


SEAT_TENT: Final = Tent(90.0, 35.0, 24.0, 8.0)
PARKING: Final = 24.7
"""The side of a parking plate: a square of the printed board."""
ON_A_LEAF: Final = 4


def _plate_leaf(liveries: tuple[ClankLook, ...]) -> Leaf:
    """Draw the seats of a leaf: name tents, and below them the parking plates."""
    top, left, step = (
        HIGH - BAND - 0.5,
        (WIDE - 2 * SEAT_TENT.width - 2 * GAP) / 2,
        SEAT_TENT.strip + GAP - 1,
    )
    apart = (WIDE - 2 * left - PARKING) / (ON_A_LEAF - 1)
    marks: list[Mark] = []
    for place, livery in enumerate(liveries):
        row, column = divmod(place, 2)
        marks.append(
            MarkGroup(
                seat_plate(livery),
                left + column * (SEAT_TENT.width + 2 * GAP),
                top - SEAT_TENT.strip - row * step,
            )
        )
        marks.append(
            MarkGroup(parking_plate(livery), left + place * apart, top - 2 * step - PARKING)
        )
    seats = f"{liveries[0].seat} to {liveries[-1].seat}"
    about = (
        "Tents stand beside the readers; fold floor and flap in and glue the flap inside."
        " Squares mark the parking row."
    )
    return Leaf(f"Seats {seats}", about, tuple(marks))


def seat_plate(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw a tent with the seat's number and the player, with the clank's front and back."""
    return SEAT_TENT.marks(_side(livery, front(livery)), _side(livery, back(livery)))


def _side(livery: ClankLook, figure: tuple[Mark, ...]) -> tuple[Mark, ...]:
    left, width = FACE_WIDE + 8.0, SEAT_TENT.width - FACE_WIDE - 12.0
    size = fitting_size(livery.name, 13.0, width, True)
    return (
        Rectangle(0, 0, SEAT_TENT.width, SEAT_TENT.side, 0, livery.tint),
        MarkGroup(figure, 3, (SEAT_TENT.side - FACE_HIGH) / 2, clip=(0, 0, FACE_WIDE, FACE_HIGH)),
        Rectangle(3, (SEAT_TENT.side - FACE_HIGH) / 2, FACE_WIDE, FACE_HIGH, 0, "", INK, 0.5),
        TextLine(livery.name, left, 20.4 + (13 - size) * CAPITALS / 2, size, INK, True),
        Rectangle(left, 15.4, width, 0.7, 0, INK),
        TextLine(f"SEAT {livery.seat}", left, 5.4, 8.6, INK, True),
        sign(livery, SEAT_TENT.width - 4 - 9.6, 3.8, 9.6, IVORY, INK, 0.6),
    )


def parking_plate(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw a square of the parking row that belongs to one seat."""
    rim = 1.6
    return (
        Rectangle(0, 0, PARKING, PARKING, 0, INK),
        Rectangle(rim, rim, PARKING - 2 * rim, PARKING - 2 * rim, 1.2, livery.tint),
        *emblem(livery, PARKING / 2 - 7.4, 6.6, 14.8, IVORY, INK, 0.6),
        draw_centred("PARKING", PARKING / 2, 4.4, 3.2, INK),
        draw_outline(PARKING, PARKING),
    )
