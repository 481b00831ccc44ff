"""The face of a program card: band with move and priority, sign, large figures; below it the codes for scanners and for readers."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.content.card_art import MOVE_ART, MOVE_TINTS, MOVE_WORDS
from companion.engine.cards import Card
from companion.formats.reader_plan import ReaderPlan
from companion.press.code_row import code_row
from companion.press.gears import wheel
from companion.press.letters import centred, fitting, wide
from companion.press.marks import BLACK, CAPITALS, RIGHT, WHITE, Mark, Page, Plate, Stroke, Words
from companion.press.matrix import data_matrix
from companion.press.paint import painted
from companion.press.palette import GREY

SIDE: Final = 3.5
"""White paper at the sides, so that a cut that goes wrong takes nothing away."""
AIR: Final = 2.7
"""Between the reader's row, the scanner's code and the plate."""
MATRIX: Final = 10.0
"""The side of the scanner's code: modules of a millimetre, which every scanner for documents can tell apart."""
BAND: Final = 11.0
RADIUS: Final = 2.5
"""Of the plate's corners."""
INKS: Final = {"ink": BLACK, "hole": WHITE}


class Plates(NamedTuple):
    """Where things lie on a card, in millimetres: the plate with sign and figures, and how high the foot with the codes begins."""

    left: float
    bottom: float
    right: float
    top: float
    foot: float

    @property
    def width(self) -> float:
        """Of the plate."""
        return self.right - self.left


def plates(plan: ReaderPlan) -> Plates:
    """Where things lie on a card of the plan: the plate keeps clear of the end that stays white, the foot of the reader's row.

    Counted from the card's lower left corner: first the reader's row, then the scanner's code, then the plate.
    """
    foot = plan.code.from_edge + plan.code.height + AIR
    return Plates(SIDE, foot + MATRIX + AIR, plan.card.width - SIDE, plan.card.height - plan.code.clear - 0.5, foot)


def card_face(code: int, card: Card, plan: ReaderPlan) -> tuple[Mark, ...]:
    """The face of a card with its code, from the card's lower left corner; PressFault for a code that has no room in the row."""
    place = plates(plan)
    return (*framed(place, MOVE_TINTS[card.move]), *_band(card, place), *_middle(card, place), *_foot(code, card, place), *code_row(code, plan))


def card_page(code: int, card: Card, plan: ReaderPlan) -> Page:
    """A page of the size of one card, with its face."""
    return Page(plan.card.width, plan.card.height, card_face(code, card, plan))


def framed(place: Plates, tint: str, band: float = BAND) -> tuple[Mark, ...]:
    """The plate: a double line like the rim of a dial, and a band of a tint at its upper end."""
    left, bottom, right, top = place[:4]
    return (
        Plate(left + 0.3, top - band, right - left - 0.6, band - 0.3, RADIUS - 0.3, tint),
        # The band is round above and straight below.
        Plate(left + 0.3, top - band, right - left - 0.6, band / 2, 0, tint),
        Stroke(((left + 0.3, top - band), (right - 0.3, top - band)), BLACK, 0.4),
        Plate(left + 0.3, bottom + 0.3, right - left - 0.6, top - bottom - 0.6, RADIUS - 0.3, "", BLACK, 0.6),
        Plate(left + 1.3, bottom + 1.3, right - left - 2.6, top - band - bottom - 2.3, RADIUS - 1.2, "", tint, 0.5),
    )


def _band(card: Card, place: Plates) -> tuple[Mark, ...]:
    """The move in words between two small priorities: the corners are what is seen of cards that are fanned out."""
    middle, inset, small = place.top - BAND / 2, 3.0, 7.0
    word, figures = MOVE_WORDS[card.move], str(card.priority)
    size = fitting(word, 8.6, place.width - 2 * (inset + wide("888", small, bold=True) + 2.5), bold=True)
    y = middle - small * CAPITALS / 2
    return (
        centred(word, (place.left + place.right) / 2, middle, size, BLACK),
        Words(figures, place.left + inset, y, small, BLACK, bold=True),
        Words(figures, place.right - inset, y, small, BLACK, bold=True, align=RIGHT),
    )


def _middle(card: Card, place: Plates) -> tuple[Mark, ...]:
    """The sign on the left and the priority on the right, both as large as the plate allows."""
    height, inset = place.top - BAND - place.bottom, 3.6
    side = min(height - 8, place.width * 0.465)
    y = place.bottom + height / 2
    room = place.width - 2 * inset - side - 2.5
    # Equally large on every card, however many figures its priority has.
    size = fitting("888", height, room, bold=True)
    sign = painted(MOVE_ART[card.move], place.left + inset, y - side / 2, side, INKS)
    return (*sign, centred(str(card.priority), place.right - inset - room / 2, y, size, BLACK))


def _foot(code: int, card: Card, place: Plates) -> tuple[Mark, ...]:
    """The code for scanners, and the same in digits for people who type."""
    x, tint = place.left + MATRIX + 2.5, MOVE_TINTS[card.move]
    return (
        # The same code as in the cells: whatever reads the card, the app hears one number.
        data_matrix(str(code), place.left, place.foot, MATRIX),
        Words(str(code), x, place.foot + MATRIX - 6 * CAPITALS, 6, BLACK, bold=True),
        Words(str(card), x, place.foot + 0.4, 3.4, GREY),
        wheel(12, place.right - 3.4, place.foot + MATRIX - 3, tint, BLACK, WHITE, module=0.42),
        Words("Clockwork Derby", place.right, place.foot + 0.4, 3.4, GREY, align=RIGHT),
    )
