"""A board on paper, true to scale: the table that is played on, with its parking row and a rim, and pages that explain it.

A sheet that the board fits on carries it whole; otherwise it is spread over sheets that are glued together. Lengths are in millimetres from the
board's south-west corner, so the parking row lies below zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from companion.art import gear
from companion.content.livery import COLOURS, LETTER_AT, OUTLINES, SHAPES, TINTS
from companion.engine.board import Board
from companion.games import usual_game
from companion.games.api import Game
from companion.games.printing import printing_of
from companion.geometry import column_name
from companion.named_tuples import NamedTuple
from companion.press.board_alone import lone_page
from companion.press.board_floor import SQUARE, elements, floor, square_names, tags
from companion.press.board_guide import guide_pages, licence_line
from companion.press.letters import centred, fitting, wide
from companion.press.marks import (
    Book,
    Box,
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import painted, placed
from companion.press.paper import (
    BRASS,
    BRASS_DARK,
    GREY,
    GROUND,
    GROUND_DARK,
    GROUND_LINE,
    INK,
    INKS,
    PAPER,
    PLATE,
    Paper,
)
from companion.press.scale_bar import READ_WORDS, SCALE_BAR, bare_bar
from companion.press.tiling import Tiling, crosses, sheet_page, tiling

BAYS: Final = 8
NAMEPLATE, LONGEST = 4, 5
"""Squares that the name wants beside the bays, and gets at most."""
WIDEST_MARGIN: Final = 15.0
"""Millimetres that may stay blank on each side of a table that is made smaller: its squares still hold the feet of clanks and flags."""
KEPT_OFF: Final = 4.7
"""What a printer may lose at the rim of a sheet: no word lies within it."""
RIM: Final = 9.0
"""How wide the rim is on each side."""
FRAME: Final = 2.4
"""The part of it next to the board that shows what lies beyond: stripes for a pit, a bar for a wall."""
STRIPES: Final = 5
"""Stripes to a square, as at the rim of a pit."""


def board_book(board: Board, paper: Paper, game: Game | None = None, margin: float = 0.0) -> Book:
    """The table on one sheet or spread over several, then the pages that explain it; PressFault where it takes too many sheets.

    A board of 12 by 16 squares and its parking row just fill an A3 sheet (2.1; hardware facts 1). One without a parking row is as large as its sheet
    allows. `game` is the one it belongs to, by default the usual one. A table that fills its sheet to the edge (`fills_sheet`) is made smaller until
    `margin` millimetres stay blank on each side.
    """
    game = game or usual_game()
    title = f"{board.name or 'A board'}: a board for {game.title}"
    if not board.parking:
        printing = printing_of(game)
        return Book(
            title,
            (
                lone_page(board, paper, game),
                *guide_pages(board, paper, (), None, printing.credit, printing.glance),
            ),
        )
    whole = table_page(board, paper, margin)
    plan = None if whole else tiled(board, paper)
    pages = tiled_pages(board, paper, plan) if plan else (whole,) if whole else ()
    guide = guide_pages(board, paper, _table_marks(board, rimmed=True) if plan else (), plan)
    return Book(title, (*pages, *guide))


def board_picture(
    board: Board, paper: Paper, game: Game | None = None, margin: float = 0.0
) -> SheetSide:
    """The whole table as one drawing: on the sheet of this paper, or else on one as large as the table with its rim.

    True to scale as well, in millimetres; `margin` as for `board_book`.
    """
    if not board.parking:
        return lone_page(board, paper, game or usual_game())
    whole = table_page(board, paper, margin)
    if whole is not None:
        return whole
    left, low, right, top = rim_box(board)
    return SheetSide(
        right - left,
        top - low,
        (MarkGroup(_table_marks(board, rimmed=True, scale=1.0), -left, -low),),
    )


def _table_marks(board: Board, rimmed: bool, scale: float = 0.0) -> tuple[Mark, ...]:
    """Board and parking row, in millimetres from the board's south-west corner; with a rim, or with tags in the outer squares.

    `scale` is how large it is drawn, for the scale bar on its nameplate; 0 for none, where it has one elsewhere.
    """
    below, above = (_rim(board), ()) if rimmed else ((), tags(board))
    return tuple(
        chain(
            below,
            _parking_row(board, scale),
            floor(board),
            elements(board),
            square_names(board, edge=not rimmed),
            above,
        )
    )


def _table_box(board: Board) -> Box:
    """What board and parking row cover."""
    return 0.0, -_depth(board), board.columns * SQUARE, board.rows * SQUARE


def table_page(board: Board, paper: Paper, margin: float = 0.0) -> SheetSide | None:
    """The whole table on one sheet, standing or lying, with a rim where there is room for it; None where it does not fit.

    First with a rim, which must be printed whole; else to the very edges of the sheet, where no word lies so far out that a printer could lose it,
    or made smaller until `margin` millimetres stay blank on each side.
    """
    rimmed = _page_size(rim_box(board), paper, paper.margin)
    size = rimmed or _page_size(_table_box(board), paper, 0.0)
    if size is None:
        return None
    width, height = size
    left, low, right, top = box = rim_box(board) if rimmed else _table_box(board)
    scale = (
        1.0
        if rimmed
        else min(1.0, (width - 2 * margin) / (right - left), (height - 2 * margin) / (top - low))
    )
    x, y = (width - (right + left) * scale) / 2, (height - (top + low) * scale) / 2
    return SheetSide(
        width,
        height,
        (MarkGroup(_table_marks(board, bool(rimmed), scale), x, y, scale=scale, clip=box),),
    )


def fills_sheet(board: Board, paper: Paper) -> bool:
    """Say whether the table reaches the edges of its sheet, where most printers print nothing."""
    fits = _page_size(_table_box(board), paper, 0.0) is not None
    return board.parking and fits and _page_size(rim_box(board), paper, paper.margin) is None


def _page_size(box: Box, paper: Paper, spare: float) -> tuple[float, float] | None:
    """Return width and height of the paper, standing or lying, on which a box fits with `spare` millimetres on each side."""
    left, low, right, top = box
    ways = ((paper.width, paper.height), (paper.height, paper.width))
    return next(
        (
            (width, height)
            for width, height in ways
            if right - left <= width - 2 * spare and top - low <= height - 2 * spare
        ),
        None,
    )


def tiled(board: Board, paper: Paper) -> Tiling:
    """How the rimmed table is spread over sheets, cut between squares only; PressFault where they are too many."""
    _, south, _, _ = _table_box(board)
    across = [column * SQUARE for column in range(board.columns + 1)]
    # From the south of the parking row on, which is a row of squares like any other.
    upwards = [
        south + row * SQUARE for row in range(round((board.rows * SQUARE - south) / SQUARE) + 1)
    ]
    return tiling(rim_box(board), (across, upwards), paper, board.name or "the board")


def tiled_pages(board: Board, paper: Paper, plan: Tiling) -> tuple[SheetSide, ...]:
    """A page for each sheet."""
    drawing = (*_table_marks(board, rimmed=True), *crosses(plan))
    return tuple(
        sheet_page(drawing, plan, sheet, paper, board.name or "A board") for sheet in plan.sheets
    )


class Parking(NamedTuple):
    """Where things lie: bays as (column, row), rows counted from 0 downward, and the nameplate as column, row and squares."""

    rows: int
    bays: tuple[tuple[int, int], ...]
    name: tuple[int, int, int]


def parking(columns: int) -> Parking:
    """The parking row of a board so wide; in more rows than one where eight bays and the name need them.

    Squares of bays and nameplate are counted from the west; `rows` is how many the whole takes.
    """
    bays = tuple((place % columns, place // columns) for place in range(BAYS))
    column, row = BAYS % columns, BAYS // columns
    # Too few squares are left beside the last bay: the name begins a row of its own.
    if column and columns - column < NAMEPLATE:
        column, row = 0, row + 1
    return Parking(row + 1, bays, (column, row, min(columns - column, LONGEST)))


def _depth(board: Board) -> float:
    """How far the parking row reaches south of the board."""
    return parking(board.columns).rows * SQUARE


def _parking_row(board: Board, scale: float) -> Iterator[Mark]:
    """The whole row, with the line along the board that nobody crosses."""
    plan, width = parking(board.columns), board.columns * SQUARE
    yield Rectangle(0, -plan.rows * SQUARE, width, plan.rows * SQUARE, 0, GROUND)
    yield from _wheels(plan, board.columns)
    for place, (column, row) in enumerate(plan.bays):
        yield from _bay(place, column * SQUARE, -(row + 1) * SQUARE)
    column, row, squares = plan.name
    # The nameplate keeps off the rims of the row, which lie at the rim of the sheet.
    right = (column + squares) * SQUARE - (KEPT_OFF if column + squares == board.columns else 1.2)
    left = column * SQUARE + (1.2 if column else KEPT_OFF)
    yield from _nameplate(
        board, (left, -(row + 1) * SQUARE + KEPT_OFF, right, -row * SQUARE - 2.2), scale
    )
    # Drawn last, over plates and bays alike. This edge is a wall on every board (7.2.5).
    yield Stroke(((0, 0), (width, 0)), INK, 1.5)
    yield Stroke(((0, 0), (width, 0)), BRASS, 0.75)


def _wheels(plan: Parking, columns: int) -> Iterator[Mark]:
    """Wheels in each other's teeth where nothing else lies, hardly darker than the ground."""
    first, last, squares = plan.name
    taken = {*plan.bays, *((first + at, last) for at in range(squares))}
    for row in range(plan.rows):
        for column in range(columns):
            if (column, row) not in taken:
                side = SQUARE * (1.06 if (column + row) % 2 else 0.94)
                x, y = (column + 0.5) * SQUARE, -(row + 0.5) * SQUARE
                yield from painted(
                    (gear(12, 0.5, 0.41, "ink"),),
                    x - side / 2,
                    y - side / 2,
                    side,
                    {"ink": GROUND_DARK},
                )
                yield Circle((x, y), side * 0.29, GROUND)
                yield Circle((x, y), side * 0.1, GROUND_DARK)


def _bay(place: int, x: float, y: float) -> Iterator[Mark]:
    """A bay with its seat's number in the seat's shape and colour."""
    yield Rectangle(x + 1.2, y + 2.4, SQUARE - 2.4, SQUARE - 4.6, 2, f"{PLATE}e0", GROUND_LINE, 0.4)
    shape, side = SHAPES[place], 15.6
    left, low = x + (SQUARE - side) / 2, y + 5.0
    yield Fill(placed(OUTLINES[shape], left, low, side), TINTS[COLOURS[place]], INK, 0.55)
    height, size = LETTER_AT.get(shape, (0.5, 0.62))
    yield centred(str(place + 1), left + side / 2, low + height * side, size * side, INK)


def _nameplate(board: Board, box: Box, scale: float) -> Iterator[Mark]:
    """A brass plate with the board's name, and below it what must be known about the sheet, with a scale bar between them."""
    left, low, right, top = box
    yield Rectangle(left, low, right - left, top - low, 2, PLATE, BRASS_DARK, 0.5)
    yield Rectangle(
        left + 0.9, low + 0.9, right - left - 1.8, top - low - 1.8, 1.3, "", BRASS, 0.35
    )
    north = left + 9.2
    yield from _north(north, (low + top) / 2)
    words = north + 8.4
    middle, width = (words + right - 3) / 2, right - 3 - words
    name = board.name or "A board"
    size = fitting(name.upper(), 8.6, width, bold=True)
    yield centred(name.upper(), middle, top - 5.3, size, INK)
    if scale:
        yield from _plate_bar(words, low + 7.6, right - 3, scale)
    else:
        yield Stroke(((words, low + 8.1), (right - 3, low + 8.1)), BRASS, 0.35)
    beyond = "a wall all around" if board.edge == "wall" else "a pit beyond its sides"
    facts = f"{board.columns} × {board.rows} squares of {SQUARE * (scale or 1):.1f} mm, {beyond}"
    yield _line(facts, middle, low + 4.9, 3.1, width, INK)
    yield _line(licence_line(board), middle, low + 2.0, 2.5, width, GREY)


def _plate_bar(left: float, y: float, right: float, scale: float) -> Iterator[Mark]:
    """A scale bar in the place of the nameplate's rule; 50 mm as printed, although the table is drawn at `scale`."""
    length = SCALE_BAR / scale
    yield MarkGroup(bare_bar(length, 1.5, 0.25), left, y)
    yield TextLine(
        READ_WORDS,
        left + length + 1.2,
        y - 0.1,
        fitting(READ_WORDS, 2.4, max(2.0, right - left - length - 1.2)),
        INK,
    )


def _line(text: str, middle: float, y: float, size: float, width: float, ink: str) -> TextLine:
    size = fitting(text, size, width)
    return TextLine(text, middle - wide(text, size) / 2, y, size, ink)


def _north(x: float, y: float) -> Iterator[Mark]:
    """A wheel with a hand that points north."""
    side = 14.2
    yield from painted(
        (gear(12, 0.5, 0.42, "steel"),), x - side / 2, y - side / 2, side, {"steel": BRASS}
    )
    yield Circle((x, y), side * 0.34, PLATE, BRASS_DARK, 0.3)
    yield Fill(((x, y + 4.5), (x + 1.9, y - 0.9), (x, y + 0.2), (x - 1.9, y - 0.9)), INK)
    yield centred("N", x, y - 2.7, 3.4, INK)


def rim_box(board: Board) -> Box:
    """What board, parking row and rim cover."""
    return -RIM, -_depth(board) - RIM, board.columns * SQUARE + RIM, board.rows * SQUARE + RIM


def _rim(board: Board) -> Iterator[Mark]:
    """A frame and the names of columns and rows on all four sides.

    A wall ends a clank's step and a pit its life, so the frame shows what lies beyond.
    """
    left, low, right, top = rim_box(board)
    yield Fill(((left, low), (right, low), (right, top), (left, top)), PAPER)
    yield from _bar_around(board) if board.edge == "wall" else _striped(board)
    width, south = board.columns * SQUARE, -_depth(board)
    bottom = south - 0.4
    yield Stroke(
        ((-FRAME, 0), (-FRAME, bottom), (width + FRAME, bottom), (width + FRAME, 0)), INK, 0.4
    )
    # Beside the parking row the frame is plain: nobody drives there.
    yield Rectangle(-FRAME, south, FRAME, -south, 0, GROUND_LINE)
    yield Rectangle(width, south, FRAME, -south, 0, GROUND_LINE)
    lane = (RIM + FRAME) / 2
    for column in range(board.columns):
        for y in (board.rows * SQUARE + lane, south - RIM / 2):
            yield centred(column_name(column), (column + 0.5) * SQUARE, y, 5.4, INK)
    for row in range(board.rows):
        for x in (-lane, width + lane):
            yield centred(str(row + 1), x, (row + 0.5) * SQUARE, 5.4, INK)


def _bar_around(board: Board) -> Iterator[Mark]:
    """A bar around the three sides that end."""
    width, height = board.columns * SQUARE, board.rows * SQUARE
    middle = FRAME / 2
    points = (
        (-middle, 0.0),
        (-middle, height + middle),
        (width + middle, height + middle),
        (width + middle, 0.0),
    )
    yield Stroke(points, INK, FRAME)
    yield Stroke(points, INKS["wall"], FRAME - 1.0)


def _striped(board: Board) -> Iterator[Mark]:
    """Slanting stripes along the three sides that end, as at the rim of a pit."""
    width, height = board.columns * SQUARE, board.rows * SQUARE
    outer = (
        (-FRAME, 0.0),
        (-FRAME, height + FRAME),
        (width + FRAME, height + FRAME),
        (width + FRAME, 0.0),
    )
    inner = ((width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    yield Fill((*outer, *inner), INKS["hazard"])
    step = SQUARE / STRIPES
    for stripe in range(board.columns * STRIPES):
        x = stripe * step
        yield Fill(
            (
                (x, height),
                (x + step / 2, height),
                (x + step, height + FRAME),
                (x + step / 2, height + FRAME),
            ),
            INK,
        )
    for stripe in range(board.rows * STRIPES):
        y = stripe * step
        for inside, outside in ((0.0, -FRAME), (width, width + FRAME)):
            yield Fill(
                ((inside, y), (inside, y + step / 2), (outside, y + step), (outside, y + step / 2)),
                INK,
            )
    yield Stroke(outer, INK, 0.4)
