"""The array board as a drawing for the building guide: both sides as one looks at its top, the bottom side shining through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.press.letters import centred
from companion.press.marks import (
    CAPITALS,
    Circle,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import INK, PAPER
from companion.press.svg import svg
from companion.workshop.array_board import (
    HEIGHT,
    SCREW,
    TOP,
    VIA_RING,
    WIDTH,
    ArrayBoard,
    array_board,
)
from companion.workshop.blocks import BOARD, COPPER, PRINT
from companion.workshop.diagrams import marked_as_made

BELOW: Final = "#4f9d80"
"""Copper on the bottom side."""
ROOM, ENLARGED, LINE = 3.0, 2.0, 0.15
"""Millimetres round the board, how much larger it is drawn, and how thick printed lines are."""


def board_drawing(plan: ReaderPlan) -> bytes:
    """`hardware/wiring/array-board.svg`."""
    marks = MarkGroup((*_marks(array_board(plan)),), ROOM, ROOM + 4, scale=ENLARGED)
    words = "The array board from its top side. Bright: copper on this side; dull: on the other side. Holes at PICO have the names of its pins, CTL is CTRL."
    width, height = WIDTH * ENLARGED + 2 * ROOM, HEIGHT * ENLARGED + 2 * ROOM + 4
    page = SheetSide(
        width,
        height,
        (Rectangle(0, 0, width, height, 0, PAPER), marks, TextLine(words, ROOM, 2.4, 3.0, INK)),
    )
    return marked_as_made(svg(page, "Array board"))


def _marks(board: ArrayBoard) -> Iterator[Mark]:
    yield Rectangle(0, 0, WIDTH, HEIGHT, 0, BOARD)
    # The bottom side first, so that the top side lies over it.
    for track in sorted(board.tracks, key=lambda track: track.side == TOP):
        yield Stroke(
            track.points, COPPER if track.side == TOP else BELOW, track.width, rounded=True
        )
    for pad in board.pads:
        if pad.hole:
            yield Circle((pad.x, pad.y), pad.wide / 2, COPPER)
            yield Circle((pad.x, pad.y), pad.hole / 2, PAPER)
        else:
            yield Rectangle(
                pad.x - pad.wide / 2, pad.y - pad.high / 2, pad.wide, pad.high, 0, COPPER
            )
    for via in board.vias:
        yield Circle((via.x, via.y), VIA_RING / 2, COPPER)
    for place in board.screws:
        yield Circle(place, SCREW / 2, PAPER)
    for line in board.lines:
        yield Stroke(line, PRINT, LINE)
    for text in board.texts:
        yield centred(text.words, text.x, text.y, text.size / CAPITALS, PRINT)
