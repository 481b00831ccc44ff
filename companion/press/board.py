"""A board on paper, true to scale: the table that is played on, and a page that explains it.

A sheet that the board fits on carries it whole; otherwise it is spread over sheets that are glued together.
"""
from __future__ import annotations

from collections.abc import Iterator

from companion.engine.board import Board
from companion.press.board_floor import SQUARE, elements, floor
from companion.press.board_guide import guide_pages
from companion.press.board_names import square_names, tags
from companion.press.board_parking import depth, parking_row
from companion.press.board_rim import rim, rim_box
from companion.press.board_sheet import crosses, sheet_page
from companion.press.marks import Book, Box, Group, Mark, Page
from companion.press.paper import Paper
from companion.press.tiling import Tiling, tiling


def board_book(board: Board, paper: Paper) -> Book:
    """The table on one sheet or spread over several, then the pages that explain it; PressFault where it takes too many sheets.

    A board of 12 by 16 squares and its parking row just fill an A3 sheet (2.1; hardware facts 1).
    """
    whole = table_page(board, paper)
    plan = None if whole else tiled(board, paper)
    pages = tiled_pages(board, paper, plan) if plan else (whole,) if whole else ()
    guide = guide_pages(board, paper, table_marks(board, rimmed=True) if plan else (), plan)
    return Book(f"{board.name or 'A board'}: a board for Clockwork Derby", (*pages, *guide))


def board_picture(board: Board, paper: Paper) -> Page:
    """The whole table as one drawing: on the sheet of this paper, or else on one as large as the table with its rim.

    True to scale as well, in millimetres.
    """
    whole = table_page(board, paper)
    if whole is not None:
        return whole
    left, low, right, top = rim_box(board)
    return Page(right - left, top - low, (Group(table_marks(board, rimmed=True), -left, -low),))


def table_marks(board: Board, rimmed: bool) -> tuple[Mark, ...]:
    """Board and parking row, in millimetres from the board's south-west corner; with a rim, or with tags in the outer squares."""
    return tuple(_table(board, rimmed))


def _table(board: Board, rimmed: bool) -> Iterator[Mark]:
    if rimmed:
        yield from rim(board)
    yield from parking_row(board)
    yield from floor(board)
    yield from elements(board)
    yield from square_names(board, edge=not rimmed)
    if not rimmed:
        yield from tags(board)


def table_box(board: Board) -> Box:
    """What board and parking row cover."""
    return 0.0, -depth(board), board.columns * SQUARE, board.rows * SQUARE


def table_page(board: Board, paper: Paper) -> Page | None:
    """The whole table on one sheet, standing or lying, with a rim where there is room for it; None where it does not fit."""
    # First with a rim, which must be printed whole; else to the very edges of the sheet, where no word lies so far out that a printer could
    # lose it.
    for box, spare in ((rim_box(board), paper.margin), (table_box(board), 0.0)):
        for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
            left, low, right, top = box
            if right - left <= width - 2 * spare and top - low <= height - 2 * spare:
                x, y = (width - (right + left)) / 2, (height - (top + low)) / 2
                return Page(width, height, (Group(table_marks(board, bool(spare)), x, y, clip=box),))
    return None


def tiled(board: Board, paper: Paper) -> Tiling:
    """How the rimmed table is spread over sheets, cut between squares only; PressFault where they are too many."""
    _, south, _, _ = table_box(board)
    across = [column * SQUARE for column in range(board.columns + 1)]
    # From the south of the parking row on, which is a row of squares like any other.
    upwards = [south + row * SQUARE for row in range(round((board.rows * SQUARE - south) / SQUARE) + 1)]
    return tiling(rim_box(board), (across, upwards), paper, board.name or "the board")


def tiled_pages(board: Board, paper: Paper, plan: Tiling) -> tuple[Page, ...]:
    """A page for each sheet."""
    drawing = (*table_marks(board, rimmed=True), *crosses(plan))
    return tuple(sheet_page(drawing, plan, sheet, paper, board.name or "A board") for sheet in plan.sheets)
