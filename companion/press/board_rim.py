"""The rim around board and parking row where the sheet has room for it: a frame, and the names of columns and rows.

Lengths are in millimetres from the board's south-west corner.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine.board import Board
from companion.engine.geometry import column_name
from companion.press.board_floor import SQUARE
from companion.press.board_parking import depth
from companion.press.letters import centred
from companion.press.marks import Box, Fill, Mark, Plate, Stroke
from companion.press.palette import GROUND_LINE, INK, INKS, PAPER

RIM: Final = 9.0
"""How wide the rim is on each side."""
FRAME: Final = 2.4
"""The part of it next to the board that shows what lies beyond: stripes for a pit, a bar for a wall."""
STRIPES: Final = 5
"""Stripes to a square, as at the rim of a pit."""


def rim_box(board: Board) -> Box:
    """What board, parking row and rim cover."""
    return -RIM, -depth(board) - RIM, board.columns * SQUARE + RIM, board.rows * SQUARE + RIM


def rim(board: Board) -> Iterator[Mark]:
    """A frame and the names of columns and rows on all four sides.

    A wall ends a clank's step and a pit its life, so the frame shows what lies beyond.
    """
    left, low, right, top = rim_box(board)
    yield Fill(((left, low), (right, low), (right, top), (left, top)), PAPER)
    yield from _wall(board) if board.edge == "wall" else _stripes(board)
    width, south = board.columns * SQUARE, -depth(board)
    bottom = south - 0.4
    yield Stroke(((-FRAME, 0), (-FRAME, bottom), (width + FRAME, bottom), (width + FRAME, 0)), INK, 0.4)
    # Beside the parking row the frame is plain: nobody drives there.
    yield Plate(-FRAME, south, FRAME, -south, 0, GROUND_LINE)
    yield Plate(width, south, FRAME, -south, 0, GROUND_LINE)
    lane = (RIM + FRAME) / 2
    for column in range(board.columns):
        for y in (board.rows * SQUARE + lane, south - RIM / 2):
            yield centred(column_name(column), (column + 0.5) * SQUARE, y, 5.4, INK)
    for row in range(board.rows):
        for x in (-lane, width + lane):
            yield centred(str(row + 1), x, (row + 0.5) * SQUARE, 5.4, INK)


def _wall(board: Board) -> Iterator[Mark]:
    """A bar around the three sides that end."""
    width, height = board.columns * SQUARE, board.rows * SQUARE
    middle = FRAME / 2
    points = ((-middle, 0.0), (-middle, height + middle), (width + middle, height + middle), (width + middle, 0.0))
    yield Stroke(points, INK, FRAME)
    yield Stroke(points, INKS["wall"], FRAME - 1.0)


def _stripes(board: Board) -> Iterator[Mark]:
    """Slanting stripes along the three sides that end, as at the rim of a pit."""
    width, height = board.columns * SQUARE, board.rows * SQUARE
    outer = ((-FRAME, 0.0), (-FRAME, height + FRAME), (width + FRAME, height + FRAME), (width + FRAME, 0.0))
    inner = ((width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    yield Fill((*outer, *inner), INKS["hazard"])
    step = SQUARE / STRIPES
    for stripe in range(board.columns * STRIPES):
        x = stripe * step
        yield Fill(((x, height), (x + step / 2, height), (x + step, height + FRAME), (x + step / 2, height + FRAME)), INK)
    for stripe in range(board.rows * STRIPES):
        y = stripe * step
        for inside, outside in ((0.0, -FRAME), (width, width + FRAME)):
            yield Fill(((inside, y), (inside, y + step / 2), (outside, y + step), (outside, y + step / 2)), INK)
    yield Stroke(outer, INK, 0.4)
