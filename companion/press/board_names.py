"""The names of squares, columns and rows that stand on the board itself.

Lengths are in millimetres from the board's south-west corner.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine.board import Board
from companion.engine.element import BARRIER, MOUNT
from companion.engine.geometry import E, Heading, N, S, W, column_name, column_row
from companion.press.board_floor import SQUARE, THICK
from companion.press.letters import centred, wide
from companion.press.marks import CAPITALS, Mark, Plate, Point, Words
from companion.press.palette import GROUND_LINE, INK, NAME, PAPER, PLATE

SIZE: Final = 2.7
"""Of the letters of a square's name."""
INSIDE: Final = 2.5
"""How far a name lies inside its square."""
LOST: Final = 4.8
"""A printer that loses four millimetres at the rim of a sheet leaves whole what lies so far inside."""
TAG: Final = 4.2
"""A tag's side."""


def square_names(board: Board, edge: bool) -> Iterator[Mark]:
    """Every square's name, small in its upper left corner where nothing hangs there: hands are told "to E7"; `edge`: the board ends where the sheet ends."""
    for square in board.squares:
        mounted = {getattr(element, "side", None) for element in board.at(square) if element.layer == MOUNT}
        column, row = column_row(square)
        # What hangs on the western or northern side would lie under the name.
        across = _inside(board, square, E if W in mounted else W, edge and column in (0, board.columns - 1))
        down = _inside(board, square, S if N in mounted else N, edge and row in (0, board.rows - 1))
        left = SQUARE - across - wide(square, SIZE) if W in mounted else across
        low = down if N in mounted else SQUARE - down - SIZE * CAPITALS
        covered = any(element.layer != BARRIER and "start" not in element.traits for element in board.at(square))
        yield from _name(square, column * SQUARE + left, row * SQUARE + low, covered)


def _inside(board: Board, square: str, side: Heading, edge: bool) -> float:
    """How far from a side of its square a name stands."""
    # A wall covers so much of its square, with its outline.
    least = max(INSIDE, 2 * THICK * SQUARE) if (square, side) in board.walls else INSIDE
    # In the south the parking row goes on, so that nothing is lost there.
    return max(least, LOST) if edge and board.next(square, side) is None and side != S else least


def _name(square: str, left: float, low: float, covered: bool) -> Iterator[Mark]:
    """The name above and right of a point; on a little plate of its own where something covers the floor."""
    # On belts and pits the letters alone would be lost.
    if covered:
        yield Plate(left - 0.6, low - 0.5, wide(square, SIZE) + 1.2, SIZE * CAPITALS + 1.0, 0.6, f"{PLATE}d9")
    yield Words(square, left, low, SIZE, INK if covered else NAME)


def tags(board: Board) -> Iterator[Mark]:
    """The names of columns along the northern side and on the line of the parking row, of rows along the west and the east."""
    width, height, half = board.columns * SQUARE, board.rows * SQUARE, TAG / 2
    for column in range(board.columns):
        # Never so far out that a printer could lose it.
        east = min((column + 0.8) * SQUARE, width - LOST - half)
        yield from _tag(column_name(column), (east, height - LOST - half))
        yield from _tag(column_name(column), ((column + 0.5) * SQUARE, 0.0))
    for row in range(board.rows):
        for x in (LOST + half, width - LOST - half):
            yield from _tag(str(row + 1), (x, (row + 0.16) * SQUARE))


def _tag(name: str, middle: Point) -> Iterator[Mark]:
    x, y = middle
    yield Plate(x - TAG / 2, y - TAG / 2, TAG, TAG, 1.0, PAPER, GROUND_LINE, 0.25)
    yield centred(name, x, y, 3.9 if len(name) < 2 else 3.5, INK)
