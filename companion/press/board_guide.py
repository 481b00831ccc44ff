"""The pages that explain a board: what stands on it, the order of a register, and how its sheets are laid together."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.board import Board
from companion.press.board_parking import licence_line
from companion.press.board_timing import timing_block
from companion.press.legend import legend
from companion.press.letters import centred, fitting, wrapped
from companion.press.marks import Circle, Fill, Group, Mark, Page, Stroke, Words
from companion.press.palette import BRASS, BRASS_DARK, GREY, INK, PAPER
from companion.press.paper import Paper
from companion.press.prose import Block, stacked
from companion.press.tiling import Tiling

WIDTH: Final = 210.0
"""Pages are laid out so wide and enlarged to the paper."""
SIDE, FOOT = 12.0, 17.0
COLUMN, SECOND, NARROW = 104.0, 124.0, 74.0
"""The width of the legend, where the second column begins, and its width."""
HEAD, ADVICE = 34.0, 46.0
"""Room for the page's headline, and for the words about the sheets."""
LEAST, PLAN = 55.0, 100.0
"""How high the picture of the sheets is at least and at most."""


def guide_pages(board: Board, paper: Paper, drawing: tuple[Mark, ...], plan: Tiling | None) -> tuple[Page, ...]:
    """The pages, as many as they take; `drawing` is the table's with its rim, `plan` how it is spread over sheets, if it is.

    Not true to scale: a page is laid out for WIDTH and enlarged to the paper, whose lower part is longer or shorter.
    """
    scale = paper.width / WIDTH
    height = paper.height / scale
    beside = [_titled("In every register", timing_block(board, NARROW))]
    if plan is not None:
        # What the timing leaves free, so that timing and sheets share a page where they can.
        left = height - HEAD - FOOT - beside[0].height - ADVICE
        beside.append(_titled("How the sheets lie", _assembly(drawing, plan, max(LEAST, min(PLAN, left)))))
    columns = [*_flowed([_headed("On this board"), *legend(board, COLUMN)], height - HEAD - FOOT)]
    seconds = [*_flowed(beside, height - HEAD - FOOT)]
    pages = []
    for number in range(max(len(columns), len(seconds))):
        marks = [*_head(board, height, number), *_foot(board)]
        for left, stack in ((SIDE, columns), (SECOND, seconds)):
            if number < len(stack):
                marks.append(Group(stack[number], left, height - HEAD))
        pages.append(Page(paper.width, paper.height, (Group(tuple(marks), scale=scale),)))
    return tuple(pages)


def _flowed(blocks: Sequence[Block], room: float) -> Iterator[tuple[Mark, ...]]:
    """Blocks below each other, in as many columns as they need.

    A block that is higher than the room has a column of its own, and none is ever cut in two.
    """
    column: list[Block] = []
    for block in blocks:
        if column and stacked((*column, block)).height > room:
            yield stacked(column).marks
            column = []
        column.append(block)
    yield stacked(column).marks


def _headed(title: str) -> Block:
    return Block((Words(title.upper(), 0, -3.4, 4.2, BRASS_DARK, bold=True),), 8.4)


def _titled(title: str, block: Block) -> Block:
    """A block under a headline, with room below."""
    return stacked((_headed(title), block, Block((), 9.0)))


def _head(board: Board, height: float, number: int) -> Iterator[Mark]:
    name = f"{board.name or 'A board'}{' (continued)' if number else ''}"
    yield Words(name, SIDE, height - 20.0, fitting(name, 13.0, WIDTH - 2 * SIDE - 48, bold=True), INK, bold=True)
    yield Words(f"{board.columns} × {board.rows} squares", WIDTH - SIDE, height - 15.6, 3.8, INK, align="right")
    beyond = "beyond its sides: a wall" if board.edge == "wall" else "beyond its sides: a pit"
    yield Words(f"{beyond}; south: the parking row, a wall", WIDTH - SIDE, height - 20.0, 3.2, GREY, align="right")
    yield Stroke(((SIDE, height - 24.2), (WIDTH - SIDE, height - 24.2)), BRASS, 0.9)


def _foot(board: Board) -> Iterator[Mark]:
    text = licence_line(board)
    yield Stroke(((SIDE, 13.4), (WIDTH - SIDE, 13.4)), BRASS, 0.3)
    yield Words(text, SIDE, 9.4, fitting(text, 3.0, WIDTH - 2 * SIDE - 44), GREY)
    yield Words("Print at 100 %, not “fit to page”", WIDTH - SIDE, 9.4, 3.0, GREY, align="right")


def _assembly(drawing: tuple[Mark, ...], plan: Tiling, highest: float) -> Block:
    """The table in small, so high at most, with the sheets' sides over it, and what to do."""
    left, low, right, top = _around(plan)
    scale = min(NARROW / (right - left), highest / (top - low))
    height = (top - low) * scale
    table = Group(drawing, -left * scale, -top * scale, scale=scale, clip=(left, low, right, top))
    marks: list[Mark] = [table]
    for number, sheet in enumerate(plan.sheets, 1):
        west, south, east, north = ((place - start) * scale for place, start in zip(sheet.window, (left, top, left, top), strict=True))
        marks.append(Fill(((west, south), (east, south), (east, north), (west, north)), "", INK, 0.35))
        middle = (west + east) / 2, (south + north) / 2
        marks += [Circle(middle, 4.4, PAPER, INK, 0.4), centred(str(number), *middle, 5.6, INK)]
    advice = (
        "Lay sheet 1 down. Cut each other sheet along its left and upper edge, where it has a neighbour there, from mark to mark, "
        "and glue it onto the neighbours' flaps: the crosses cover each other. Cut off the outer margins last."
    )
    lines = wrapped(advice, 3.2, NARROW)
    text = (Words(line, 0, -height - 5.5 - 4.0 * at, 3.2, INK) for at, line in enumerate(lines))
    return Block((*marks, *text), height + 4 + 4.0 * len(lines))


def _around(plan: Tiling) -> tuple[float, float, float, float]:
    windows = [sheet.window for sheet in plan.sheets]
    return min(w[0] for w in windows), min(w[1] for w in windows), max(w[2] for w in windows), max(w[3] for w in windows)
