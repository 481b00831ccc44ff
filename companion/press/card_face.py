"""Both sides of a program card.

The face has a band with move and priority, a sign and large figures; below it are the codes for
scanners and for readers. The back is a train of wheels, the same from both ends, and white where a
reader could look.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from math import cos, pi, sin
from typing import Final

from companion.content.card_art import art_of, tint_of, word_of
from companion.engine.cards import Card
from companion.errors import PressError
from companion.formats.reader_plan import ReaderPlan
from companion.games.printing import BRASS, COBALT, SLATE
from companion.named_tuples import NamedTuple
from companion.press.letters import draw_centred, fitting_size, text_width
from companion.press.marks import (
    BLACK,
    CAPITALS,
    RIGHT,
    WHITE,
    Box,
    Mark,
    MarkGroup,
    Mosaic,
    Rectangle,
    Stroke,
    TextLine,
)
from companion.press.paint import paint_shapes, pitch_radius, wheel
from companion.press.paper import GREY

SIDE: Final = 3.5
"""White paper at the sides of face and back, for inexact cuts and misaligned sides of a sheet."""
AIR: Final = 2.7
"""Between the reader's row, the scanner's code and the plate."""
MATRIX: Final = 10.0
"""The side of the scanner's code: modules of a millimetre, readable for every document scanner."""
BAND: Final = 11.0
RADIUS: Final = 2.5
"""The radius of the plate's corners."""
INKS: Final = {"ink": BLACK, "hole": WHITE}
GREAT, MIDDLING, SMALL = 24, 16, 10
"""Teeth of the wheels."""
ORNAMENT: Final = 60.5
"""The side of the back's ornament as drawn; it is enlarged to the card's measures."""


class FaceLayout(NamedTuple):
    """The layout of a card in millimetres: its plate with sign and figures."""

    left: float
    bottom: float
    right: float
    top: float
    foot: float
    """The beginning of the foot with the codes."""

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Half-way between its sides."""
        return (self.left + self.right) / 2


def layout(plan: ReaderPlan) -> FaceLayout:
    """Lay out a card of the plan: the plate keeps clear of the white end, the foot of the code row.

    From the card's lower left corner: first the reader's row, then the scanner's code, then the
    plate.
    """
    foot = plan.code.from_edge + plan.code.height + AIR
    return FaceLayout(
        SIDE,
        foot + MATRIX + AIR,
        plan.card.width - SIDE,
        plan.card.height - plan.code.clear - 0.5,
        foot,
    )


def card_face(code: int, card: Card, plan: ReaderPlan, game: str) -> tuple[Mark, ...]:
    """Draw the face of a game's card with its code, from the card's lower left corner.

    Raises:
        PressError: The code does not fit the row.
    """
    place, tint = layout(plan), tint_of(card.move)
    return (
        *draw_plate(place, tint),
        *_band(card, place),
        *_middle(card, place),
        *foot(code, str(card), tint, place, game),
        *code_row(code, plan),
    )


def draw_plate(place: FaceLayout, tint: str) -> tuple[Mark, ...]:
    """Draw the plate: a double line like the rim of a dial, and a tinted band at its upper end."""
    left, bottom, right, top = place[:4]
    return (
        Rectangle(left + 0.3, top - BAND, right - left - 0.6, BAND - 0.3, RADIUS - 0.3, tint),
        # The band is round above and straight below.
        Rectangle(left + 0.3, top - BAND, right - left - 0.6, BAND / 2, 0, tint),
        Stroke(((left + 0.3, top - BAND), (right - 0.3, top - BAND)), BLACK, 0.4),
        Rectangle(
            left + 0.3,
            bottom + 0.3,
            right - left - 0.6,
            top - bottom - 0.6,
            RADIUS - 0.3,
            "",
            BLACK,
            0.6,
        ),
        Rectangle(
            left + 1.3,
            bottom + 1.3,
            right - left - 2.6,
            top - BAND - bottom - 2.3,
            RADIUS - 1.2,
            "",
            tint,
            0.5,
        ),
    )


def band_title(words: str, size: float, room: float, place: FaceLayout) -> TextLine:
    """Draw words in the middle of the band, as large as the room allows, at most of a size."""
    size = fitting_size(words, size, room, bold=True)
    return draw_centred(words, place.middle, place.top - BAND / 2, size, BLACK)


def _band(card: Card, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the move between two small priorities: fanned-out cards show only their corners."""
    figures, inset, small = str(card.priority), 3.0, 7.0
    room = place.width - 2 * (inset + text_width("888", small, bold=True) + 2.5)
    y = place.top - BAND / 2 - small * CAPITALS / 2
    return (
        band_title(word_of(card.move), 8.6, room, place),
        TextLine(figures, place.left + inset, y, small, BLACK, bold=True),
        TextLine(figures, place.right - inset, y, small, BLACK, bold=True, align=RIGHT),
    )


def _middle(card: Card, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the sign on the left and the priority on the right, as large as the plate allows."""
    height, inset = place.top - BAND - place.bottom, 3.6
    side = min(height - 8, place.width * 0.465)
    y = place.bottom + height / 2
    room = place.width - 2 * inset - side - 2.5
    # Equally large on every card, with any number of figures.
    size = fitting_size("888", height, room, bold=True)
    sign = paint_shapes(art_of(card.move), place.left + inset, y - side / 2, side, INKS)
    return (*sign, draw_centred(str(card.priority), place.right - inset - room / 2, y, size, BLACK))


def foot(code: int, name: str, tint: str, place: FaceLayout, game: str) -> tuple[Mark, ...]:
    """Draw the scanner's code, its digits for typing, the card's name and its game."""
    x = place.left + MATRIX + 2.5
    size = fitting_size(name, 3.4, place.right - text_width(game, 3.4) - 2 - x)
    return (
        *_code_of(code, tint, place),
        TextLine(name, x, place.foot + 0.4, size, GREY),
        TextLine(game, place.right, place.foot + 0.4, 3.4, GREY, align=RIGHT),
    )


def caption_foot(
    code: int, notes: str, tint: str, place: FaceLayout, game: str
) -> tuple[Mark, ...]:
    """Draw the foot of a card with its name above: its game, and small facts beside the code."""
    x = place.left + MATRIX + 2.5
    digits = text_width(f"{code} ", 6, bold=True)
    size = fitting_size(notes, 4.0, place.width - MATRIX - 2.5 - digits - 9, bold=True)
    return (
        *_code_of(code, tint, place),
        TextLine(notes, x + digits, place.foot + MATRIX - 6 * CAPITALS, size, GREY, bold=True),
        TextLine(game, x, place.foot + 0.4, 3.4, GREY),
    )


def _code_of(code: int, tint: str, place: FaceLayout) -> tuple[Mark, ...]:
    """Draw the code as a square and in digits, and a wheel at the other end."""
    # The same code as in the cells: the app gets one number from any device. Around the square one
    # module stays white, a tenth of its side.
    rows = modules(str(code))
    module = MATRIX / len(rows)
    corners = (
        # Rows count from the top, and y on paper upwards.
        (place.left + column * module, place.foot + (len(rows) - 1 - row) * module)
        for row, cells in enumerate(rows)
        for column, black in enumerate(cells)
        if black
    )
    return (
        Mosaic(tuple(corners), module, BLACK),
        TextLine(
            str(code),
            place.left + MATRIX + 2.5,
            place.foot + MATRIX - 6 * CAPITALS,
            6,
            BLACK,
            bold=True,
        ),
        wheel(12, place.right - 3.4, place.foot + MATRIX - 3, tint, BLACK, WHITE, module=0.42),
    )


# ---- Codes ---------------------------------------------------------------------------------------


def cell_box(cell: int, plan: ReaderPlan) -> Box:
    """Return the box of a cell (from 1, on the left) from the card's lower left corner.

    The outermost cells extend to the card's sides, which shift into view on a misplaced card.
    """
    middle, half = plan.card.width / 2 + plan.code.middle(cell), plan.code.pitch / 2
    left = 0.0 if cell == 1 else middle - half
    right = plan.card.width if cell == plan.code.cells else middle + half
    return left, plan.code.from_edge, right, plan.code.from_edge + plan.code.height


def code_row(word: int, plan: ReaderPlan, colour: str = BLACK) -> tuple[Mark, ...]:
    """Draw the black cells of a word: the first cell is the highest bit, white is 1.

    Adjacent blacks are one shape: a seam between them could shine. There are 8 cells, of which
    valid words have 3 or 5 white ones (hardware facts 2); here every word of the plan's length is
    drawn, for test strips, too.

    Raises:
        PressError: The word does not fit.
    """
    if not 0 <= word < 1 << plan.code.cells:
        raise PressError(
            f"code {word}: found a number of no card, expected one of 0 to"
            f" {(1 << plan.code.cells) - 1}"
        )
    cells = plan.code.cells
    bars = []
    for white, run in groupby(range(1, cells + 1), key=lambda cell: word >> (cells - cell) & 1):
        black = [] if white else [*run]
        if black:
            left, bottom, _, top = cell_box(black[0], plan)
            _, _, right, _ = cell_box(black[-1], plan)
            bars.append(Rectangle(left, bottom, right - left, top - bottom, 0, colour))
    return tuple(bars)


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a text as a Data Matrix code (ECC 200).

    In rows from the top, True for black, without the white zone around them. The codes of cards
    take 10 by 10 modules.

    Raises:
        PressError: The library is missing.
    """
    try:
        from ppf.datamatrix import DataMatrix
    except ImportError as fault:
        raise PressError(
            f"codes for scanners need the library ppf-datamatrix ({fault}): install it with pip"
            " install 'clockwork-derby[print]'"
        ) from None
    return tuple(tuple(map(bool, row)) for row in DataMatrix(text).matrix)


# ---- The back ------------------------------------------------------------------------------------


class BackInks(NamedTuple):
    """The tints of a back: ground, lines and three kinds of wheels."""

    ground: str
    line: str
    great: str
    middling: str
    small: str


BRASS_INKS: Final = BackInks("#f7eeda", "#6b4a12", "#d9a441", "#e8c47c", "#b57f2a")
"""Program cards: brass on ivory."""
JADE_INKS: Final = BackInks("#e6f3ec", "#14553a", "#3fa77a", "#93d0b3", "#237350")
"""Test cards, which nobody should shuffle into a deck."""
BACK_INKS: Final[Mapping[str, BackInks]] = {
    BRASS: BRASS_INKS,
    COBALT: BackInks("#e4ecf8", "#173a6b", "#4f86cf", "#a3c3ec", "#2b5aa0"),
    SLATE: BackInks("#ececea", "#33383d", "#8b949d", "#bfc5ca", "#5d666f"),
}
"""The backs of packs, by the words of `companion.games.printing`."""


def card_back(plan: ReaderPlan, inks: BackInks = BRASS_INKS) -> tuple[Mark, ...]:
    """Draw the back of a card from its lower left corner, with both ends white as planned.

    It looks the same upside down, so it does not reveal how a card is held.
    """
    # A reader must see only white at a card's wrong end; half a millimetre is for the cut.
    card, clear = plan.card, plan.code.clear + 0.5
    width, height = card.width - 2 * SIDE, card.height - 2 * clear
    scale = min(width, height) / ORNAMENT
    # The great wheel in the middle drives four small ones upright and four larger ones between.
    wheels = (
        *(_driven(SMALL, angle, inks.small, inks, 0) for angle in (0, 90, 180, 270)),
        *(_driven(MIDDLING, angle, inks.middling, inks, 4) for angle in (45, 135, 225, 315)),
        wheel(GREAT, 0, 0, inks.great, inks.line, inks.ground, spokes=6),
    )
    return (
        Rectangle(SIDE, clear, width, height, 3, inks.ground, inks.line, 0.6),
        Rectangle(SIDE + 1.1, clear + 1.1, width - 2.2, height - 2.2, 2, "", inks.great, 0.5),
        MarkGroup(wheels, card.width / 2, card.height / 2, scale=scale),
    )


def _driven(teeth: int, angle: float, colour: str, inks: BackInks, spokes: int) -> Mark:
    """Draw a wheel that meshes with the great one in a direction."""
    away = pitch_radius(GREAT) + pitch_radius(teeth)
    x, y = away * sin(angle * pi / 180), away * cos(angle * pi / 180)
    # Half a tooth further than the direction back to the great wheel.
    return wheel(
        teeth, x, y, colour, inks.line, inks.ground, phase=angle + 180 + 180 / teeth, spokes=spokes
    )
