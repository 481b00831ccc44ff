"""Plates: a name tent beside every reader, and the squares on which destroyed clanks wait."""
from __future__ import annotations

from typing import Final

from companion.press.clank_face import HIGH as FACE_HIGH
from companion.press.clank_face import IVORY, back, front
from companion.press.clank_face import WIDE as FACE_WIDE
from companion.press.clanks import LIVERIES, Livery, emblem, sign
from companion.press.folding import GAP, cut
from companion.press.leaves import BAND, HIGH, WIDE, Leaf
from companion.press.letters import centred, fitting
from companion.press.marks import CAPITALS, Group, Mark, Plate, Words
from companion.press.palette import INK
from companion.press.tent import Tent

SEAT: Final = Tent(90.0, 35.0, 24.0, 8.0)
PARKING: Final = 24.7
"""The side of a parking plate: a square of the printed board."""
ON_A_LEAF: Final = 4


def plate_leaves(liveries: tuple[Livery, ...] = LIVERIES) -> tuple[Leaf, ...]:
    """Four seats to a leaf: name tents, and below them the parking plates."""
    parts = [liveries[first:first + ON_A_LEAF] for first in range(0, len(liveries), ON_A_LEAF)]
    return tuple(_leaf(part) for part in parts)


def _leaf(liveries: tuple[Livery, ...]) -> Leaf:
    top, left, step = HIGH - BAND - 0.5, (WIDE - 2 * SEAT.width - 2 * GAP) / 2, SEAT.strip + GAP - 1
    apart = (WIDE - 2 * left - PARKING) / (ON_A_LEAF - 1)
    marks: list[Mark] = []
    for place, livery in enumerate(liveries):
        row, column = divmod(place, 2)
        marks.append(Group(seat_plate(livery), left + column * (SEAT.width + 2 * GAP), top - SEAT.strip - row * step))
        marks.append(Group(parking_plate(livery), left + place * apart, top - 2 * step - PARKING))
    seats = f"{liveries[0].seat} to {liveries[-1].seat}"
    about = "Tents stand beside the readers; fold floor and flap in and glue the flap inside. Squares mark the parking row."
    return Leaf(f"Seats {seats}", about, tuple(marks))


def seat_plate(livery: Livery) -> tuple[Mark, ...]:
    """A tent that says the seat's number and who sits there, with the clank's front and back."""
    return SEAT.marks(_side(livery, front(livery)), _side(livery, back(livery)))


def _side(livery: Livery, figure: tuple[Mark, ...]) -> tuple[Mark, ...]:
    left, width = FACE_WIDE + 8.0, SEAT.width - FACE_WIDE - 12.0
    size = fitting(livery.name, 13.0, width, True)
    return (
        Plate(0, 0, SEAT.width, SEAT.side, 0, livery.tint),
        Group(figure, 3, (SEAT.side - FACE_HIGH) / 2, clip=(0, 0, FACE_WIDE, FACE_HIGH)),
        Plate(3, (SEAT.side - FACE_HIGH) / 2, FACE_WIDE, FACE_HIGH, 0, "", INK, 0.5),
        Words(livery.name, left, 20.4 + (13 - size) * CAPITALS / 2, size, INK, True),
        Plate(left, 15.4, width, 0.7, 0, INK),
        Words(f"SEAT {livery.seat}", left, 5.4, 8.6, INK, True), sign(livery, SEAT.width - 4 - 9.6, 3.8, 9.6, IVORY, INK, 0.6),
    )


def parking_plate(livery: Livery) -> tuple[Mark, ...]:
    """A square of the parking row that belongs to one seat."""
    rim = 1.6
    return (
        Plate(0, 0, PARKING, PARKING, 0, INK), Plate(rim, rim, PARKING - 2 * rim, PARKING - 2 * rim, 1.2, livery.tint),
        *emblem(livery, PARKING / 2 - 7.4, 6.6, 14.8, IVORY, INK, 0.6), centred("PARKING", PARKING / 2, 4.4, 3.2, INK), cut(PARKING, PARKING),
    )
