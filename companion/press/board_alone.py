"""A board without a parking row on paper: as large as one sheet allows, with name and legend.

Lengths are in millimetres from the board's south-west corner, as for a race; then everything is
enlarged to the sheet, since no card or piece has to fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.board import Board
from companion.games.api import Game
from companion.games.printing import printing_of
from companion.geometry import column_name
from companion.press.board_floor import SQUARE, elements, floor, square_names
from companion.press.board_guide import legend, licence_line, sides
from companion.press.letters import Block, draw_centred, fitting_size, stack_blocks
from companion.press.marks import RIGHT, Box, Mark, MarkGroup, SheetSide, Stroke, TextLine
from companion.press.paper import BRASS, GREY, INK, Paper
from companion.press.scale_bar import HIGH, READ_WORDS, scale_bar

RIM: Final = 9.0
"""The width of the rim on each side."""
LANE: Final = 5.9
"""From the board's side to the middle of the names on the rim."""
PLATE: Final = 17.0
"""The height of the name with its lines."""
LEAST: Final = 52.0
"""The least room below the board for name and legend."""
COLUMNS: Final = (2, 3, 4)
"""How many columns the legend may have."""
ENTRY, APART = 96.0, 6.0
"""The width of a column of the legend before its reduction, and the gap between two."""
GAP: Final = 5.0


def lone_page(board: Board, paper: Paper, game: Game) -> SheetSide:
    """Return the board on one upright sheet."""
    width, height, margin = board.columns * SQUARE, board.rows * SQUARE, paper.margin
    scale = min(
        (paper.width - 2 * margin) / (width + 2 * RIM),
        (paper.height - 2 * margin - LEAST) / (height + 2 * RIM),
    )
    left, top = (paper.width - width * scale) / 2, paper.height - margin - RIM * scale
    low = top - (height + RIM) * scale - GAP
    around: Box = (-RIM, -RIM, width + RIM, height + RIM)
    marks = (*_rim(board), *floor(board), *elements(board), *square_names(board, edge=False))
    below = paper.width - 2 * margin
    name = tuple(_name(board, below, game))
    places = _legend(board, below, low - PLATE - margin - HIGH - 1)
    return SheetSide(
        paper.width,
        paper.height,
        (
            MarkGroup(marks, left, top - height * scale, scale=scale, clip=around),
            MarkGroup(name, margin, low),
            MarkGroup(places, margin, low - PLATE),
            MarkGroup(scale_bar(READ_WORDS), margin, margin),
        ),
    )


def _rim(board: Board) -> Iterator[Mark]:
    """Draw the names of columns and rows on all sides; on joined sides also the column beyond."""
    width, height = board.columns * SQUARE, board.rows * SQUARE
    for column in range(board.columns):
        for y in (height + LANE, -LANE):
            yield draw_centred(column_name(column), (column + 0.5) * SQUARE, y, 5.4, INK)
    first, last = column_name(0), column_name(board.columns - 1)
    for row in range(board.rows):
        for x, beyond in ((-LANE, f"‹ {last}"), (width + LANE, f"{first} ›")):
            yield draw_centred(str(row + 1), x, (row + 0.5) * SQUARE, 5.4, INK)
            if board.joined:
                yield draw_centred(beyond, x, (row + 0.26) * SQUARE, 3.2, GREY)


def _name(board: Board, width: float, game: Game) -> Iterator[Mark]:
    """Draw the board's name, kind, edges and author, down from the upper left corner."""
    name = (board.name or "A board").upper()
    half = width * 0.56
    yield TextLine(name, 0, -7.6, fitting_size(name, 10.0, width - half, bold=True), INK, bold=True)
    yield TextLine(
        f"{game.title} · {board.columns} × {board.rows} places", width, -4.4, 3.8, INK, align=RIGHT
    )
    yield TextLine(sides(board), width, -8.6, 3.2, GREY, align=RIGHT)
    line = licence_line(board, printing_of(game).credit)
    yield Stroke(((0, -10.4), (width, -10.4)), BRASS, 0.7)
    yield TextLine(line, 0, -13.8, fitting_size(line, 2.6, width), GREY)


def _legend(board: Board, width: float, room: float) -> tuple[Mark, ...]:
    """Draw the legend in as many columns as make it largest in the room below the name."""
    entries = legend(board, ENTRY)
    scale, columns = max(
        (
            (_scale(columns, width, room), columns)
            for columns in (_share_blocks(entries, count) for count in COLUMNS)
        ),
        key=lambda way: way[0],
    )
    # A legend narrower than the sheet is centred.
    left = (width - _width(columns) * scale) / 2
    return tuple(
        MarkGroup(column.marks, left + place * (ENTRY + APART) * scale, 0, scale=scale)
        for place, column in enumerate(columns)
    )


def _width(columns: Sequence[Block]) -> float:
    return len(columns) * (ENTRY + APART) - APART


def _scale(columns: Sequence[Block], width: float, room: float) -> float:
    return min(width / _width(columns), room / max(column.height for column in columns))


def _share_blocks(blocks: Sequence[Block], count: int) -> tuple[Block, ...]:
    """Distribute blocks over columns: each goes to the shortest one so far."""
    columns: list[list[Block]] = [[] for _ in range(count)]
    for block in blocks:
        min(columns, key=lambda column: stack_blocks(column).height).append(block)
    return tuple(map(stack_blocks, columns))
