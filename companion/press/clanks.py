"""What a clank looks like on paper: seat, name, colour and shape, and the emblem that it is told by without colour."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.content.livery import COLOURS, LETTER_AT, NAMES, OUTLINES, SHAPES, TINTS
from companion.engine.art import ring
from companion.press.letters import centred, fitting
from companion.press.marks import CAPITALS, Fill, Mark, Point
from companion.press.paint import placed
from companion.press.palette import INK

NEUTRAL: Final = "#cdc6b8"
"""The tint of a clank that belongs to nobody yet."""
OCTAGON: Final = ring(8, 0.49, 22.5)


class Livery(NamedTuple):
    """What a clank is called and looks like; seat 0 is a spare one, with room for a number written by hand.

    Seats count from 1. Shape and number tell a clank by themselves, for those who cannot tell the colours.
    """

    seat: int
    name: str
    colour: str
    shape: str

    @property
    def tint(self) -> str:
        """Its colour as a code; dark letters are readable on it."""
        return TINTS.get(self.colour, NEUTRAL)

    @property
    def number(self) -> str:
        """The seat's number, "" for a spare one."""
        return str(self.seat) if self.seat else ""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its shape in a unit square."""
        return OUTLINES.get(self.shape, OCTAGON)


LIVERIES: Final = tuple(Livery(seat, *look) for seat, look in enumerate(zip(NAMES, COLOURS, SHAPES, strict=True), 1))
"""The eight clanks as they are until somebody says otherwise."""
SPARE: Final = Livery(0, "", "", "")


def sign(livery: Livery, x: float, y: float, side: float, fill: str, edge: str = INK, width: float = 0.4) -> Fill:
    """The bare shape of a clank in a square with its lower left corner at (x, y)."""
    return Fill(placed(livery.outline, x, y, side), fill, edge, width)


def emblem(livery: Livery, x: float, y: float, side: float, fill: str, ink: str = INK, width: float = 0.4) -> tuple[Mark, ...]:
    """The shape with the seat's number where the shape is broadest."""
    height, share = LETTER_AT.get(livery.shape, (0.5, 0.62))
    size = fitting(livery.number or "8", side * share / CAPITALS * 0.9, side * 0.6, True)
    return sign(livery, x, y, side, fill, ink, width), centred(livery.number, x + side / 2, y + side * height, size, ink)
