"""Squares, headings and turns.

A square is its name ("E7": column E from the west, row 7 from the south), the same in states,
events and files. A heading is 0-3 for N, E, S, W; a turn is a number of quarters with the clock
(left is 3, about is 2).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

Square: TypeAlias = str
Heading: TypeAlias = int

N, E, S, W = range(4)
HEADINGS: Final = "NESW"
ABOVE: Final = "+"
"""The square above D4, on a bridge or a raised elevator, is "D4+"."""
AHEAD, RIGHT, ABOUT, LEFT = range(4)
LARGEST: Final = 40
"""Boards from 2×2 to 40×40 load."""

# \Z, since $ would let a line break at the end pass.
_NAME = re.compile(r"([A-Z]{1,2})([1-9][0-9]?)\Z")
_OFFSETS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0 in the west: A … Z, AA, AB and so on."""
    return chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)


def square_name(column: int, row: int) -> Square:
    """Return the name of a square from column and row, both counted from 0 in the south-west."""
    return f"{column_name(column)}{row + 1}"


# Boards are asked about the same squares all the time.
@lru_cache(maxsize=4096)
def column_row(square: Square) -> tuple[int, int]:
    """Return column and row of a square, both counted from 0; ValueError if it is no square."""
    match = _NAME.match(square)
    if match is None:
        raise ValueError(f"{square!r} is not a square such as E7")
    column = 0
    for letter in match[1]:
        # A counts as 1: there is no letter for nothing, and AA follows Z.
        column = column * 26 + ord(letter) - 64
    return column - 1, int(match[2]) - 1


@lru_cache(maxsize=8192)
def neighbour(square: Square, heading: Heading) -> Square | None:
    """Return the next square in a direction, or None beyond the west or south border."""
    column, row = column_row(square)
    right, up = _OFFSETS[heading]
    if column + right < 0 or row + up < 0:
        return None
    return square_name(column + right, row + up)


def heading_of(letter: str) -> Heading:
    """Return the heading of a letter N, E, S or W; ValueError for any other."""
    if len(letter) != 1 or letter not in HEADINGS:
        raise ValueError(f"{letter!r} is not one of N E S W")
    return HEADINGS.index(letter)


def turn_heading(heading: Heading, quarters: int) -> Heading:
    """Return a heading after some quarter turns with the clock."""
    return (heading + quarters) % 4


def opposite(heading: Heading) -> Heading:
    """Return the heading half round."""
    return (heading + 2) % 4


def reading_order(square: Square) -> tuple[int, int]:
    """Return a sort key for the order row by row from the south, each from west to east."""
    column, row = column_row(square)
    return row, column


def block(corner: Square, size: int) -> tuple[Square, ...]:
    """Return the squares of a block by its south-west corner, row by row, also beyond the board."""
    column, row = column_row(corner)
    return tuple(
        square_name(column + east, row + north) for north in range(size) for east in range(size)
    )


def turned_corner(corner: Square, size: int, quarters: int) -> Square:
    """Return the south-west corner of a block after turning the board by quarters with the clock.

    Args:
        corner: The square to which the turn has brought the corner that was in the south-west.
        size: The side of the block in squares.
        quarters: How far the board was turned.
    """
    column, row = column_row(corner)
    south, west = ((0, 0), (1, 0), (1, 1), (0, 1))[quarters % 4]
    return square_name(column - west * (size - 1), row - south * (size - 1))
