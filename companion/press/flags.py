"""Flags 1 to 8: small tents that stand beside a clank, and flat ones to lie on their square (2.6)."""
from __future__ import annotations

from typing import Final

from companion.press.folding import cut
from companion.press.how_to import tent_steps
from companion.press.leaves import BAND, HIGH, WIDE, Leaf
from companion.press.letters import centred, wrapped
from companion.press.marks import Circle, Fill, Group, Mark, Plate, Point, Stroke, Words
from companion.press.palette import GREY, INK
from companion.press.tent import Tent

NUMBERS: Final = range(1, 9)
TENT: Final = Tent(18.0, 26.0, 6.0, 6.0)
"""Its floor of 18 × 6 mm fits on a square of 24.7 mm beside a clank, whose foot is 18 mm deep."""
FLAT, CORNER = 23.0, 12.0
"""The sides of the flat flags: one for a whole square, one that leaves the square's drawing to be seen."""
CLOTH, GROUND, POLE = "#ffffff", "#28211a", "#f0b429"

_SECTIONS: Final = (
    ("Stand-up flags", "They stand on the square beside a clank: its foot leaves them room. Both sides show the number."),
    ("Flat flags", "For squares of plain floor, below the clank."),
    ("Corner flags", "For squares whose belt or other element must stay in sight."),
)


def flag_leaf() -> Leaf:
    """Flags as tents, how to fold them, and flat flags in two sizes.

    A race has up to eight flags (2.6); each is there three times, to choose by what lies on its square.
    """
    top = HIGH - BAND
    marks: list[Mark] = [*_section(0, top)]
    step = WIDE / len(NUMBERS)
    for place, number in enumerate(NUMBERS):
        marks.append(Group(standing_flag(number), place * step + (step - TENT.width) / 2, top - 18 - TENT.strip))
    top -= 18 + TENT.strip + 8
    marks += [*_section(1, top), *_section(2, top - 82), Group(tent_steps(68, 96), WIDE - 68, top - 98)]
    for place, number in enumerate(NUMBERS):
        row, column = divmod(place, 4)
        marks.append(Group(flat_flag(number, FLAT), 2 + column * (FLAT + 6), top - 18 - FLAT - row * (FLAT + 6)))
        marks.append(Group(flat_flag(number, CORNER), 2 + place * (CORNER + 2.4), top - 100 - CORNER))
    return Leaf("Flags", "The race goes over all of them in order. Lay them well apart, the first about equally far from everybody.", tuple(marks))


def _section(place: int, top: float) -> tuple[Mark, ...]:
    title, about = _SECTIONS[place]
    lines = wrapped(about, 3.4, 190 if place == 0 else 112)
    return (
        Words(title, 2, top - 6, 5, INK, True), *(Words(line, 2, top - 11.5 - 4.2 * number, 3.4, GREY) for number, line in enumerate(lines)),
    )


def standing_flag(number: int) -> tuple[Mark, ...]:
    """A tent with the flag's number on both sides."""
    return TENT.marks(_pennant(number, TENT.width, TENT.side), _pennant(number, TENT.width, TENT.side))


def flat_flag(number: int, side: float) -> tuple[Mark, ...]:
    """A square flag to lie on the board."""
    return *_pennant(number, side, side), cut(side, side)


def _pennant(number: int, width: float, height: float) -> tuple[Mark, ...]:
    """A flag on its pole, as large as a box allows.

    Dark behind and white in the cloth, so that it is seen on every floor.
    """
    side = min(width, height)
    high = min(height * 0.86, side * 1.2)
    low, left = (height - high) / 2, width * 0.14
    top, drop = low + high, min(0.62 * high, 0.72 * side)
    right, notch = width * 0.93, width * 0.8
    cloth: tuple[Point, ...] = ((left, top), (right, top), (notch, top - drop / 2), (right, top - drop), (left, top - drop))
    return (
        Plate(0, 0, width, height, 0, GROUND),
        Stroke(((left, low), (left, top + side * 0.02)), POLE, side * 0.075), Circle((left, top + side * 0.03), side * 0.055, POLE),
        Stroke(((left - side * 0.07, low), (left + side * 0.14, low)), POLE, side * 0.05),
        Fill(cloth, CLOTH), centred(str(number), (left + notch) / 2 + side * 0.02, top - drop / 2, drop * 1.08, INK),
    )
