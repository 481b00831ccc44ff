"""A board on paper, true to scale, with its parking row, a rim and pages that explain it.

A board that fits a sheet is printed whole; otherwise it is spread over sheets to be glued together.
Lengths are in millimetres from the board's south-west corner, so the parking row is below zero. A
board for games without parking is one sheet with name and legend, enlarged to fill it.
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
from companion.press.board_floor import SQUARE, elements, floor, square_names, tags
from companion.press.board_guide import guide_pages, legend, licence_line, sides
from companion.press.letters import Block, draw_centred, fitting_size, stack_blocks, text_width
from companion.press.marks import (
    RIGHT,
    Box,
    Circle,
    Document,
    Fill,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import paint_shapes, to_square
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
from companion.press.scale_bar import HIGH, READ_WORDS, SCALE_BAR, bare_bar, scale_bar
from companion.press.tiling import SheetLayout, crosses, sheet_layout, sheet_page

BAYS: Final = 8
NAMEPLATE, LONGEST = 4, 5
"""Squares for the name beside the bays, wanted and at most."""
WIDEST_MARGIN: Final = 15.0
"""Largest blank margin in millimetres of a reduced table: its squares still hold clanks."""
KEPT_OFF: Final = 4.7
"""The edge of a sheet that a printer may lose: no word is in it."""
RIM: Final = 9.0
"""The width of the rim on each side."""
FRAME: Final = 2.4
"""Its part next to the board that shows what is beyond: stripes for a pit, a bar for a wall."""
STRIPES: Final = 5
"""Stripes per square, as at the rim of a pit."""


def board_document(
    board: Board, paper: Paper, game: Game | None = None, margin: float = 0.0
) -> Document:
    """Return the table on one sheet or several, then the pages that explain it.

    A board of 12 by 16 squares and its parking row just fill an A3 sheet (2.1; hardware facts 1).
    One without a parking row is as large as its sheet allows. `game` is by default the usual one. A
    table that fills its sheet to the edge (`fills_sheet`) is reduced until `margin` millimetres
    stay blank on each side.

    Raises:
        PressError: The table takes too many sheets.
    """
    game = game or usual_game()
    title = f"{board.name or 'A board'}: a board for {game.title}"
    if not board.parking:
        printing = printing_of(game)
        return Document(
            title,
            (
                lone_page(board, paper, game),
                *guide_pages(board, paper, (), None, printing.credit, printing.glance),
            ),
        )
    whole = table_page(board, paper, margin)
    plan = None if whole else spread_over_sheets(board, paper)
    pages = tiled_pages(board, paper, plan) if plan else (whole,) if whole else ()
    guide = guide_pages(board, paper, _table_marks(board, rimmed=True) if plan else (), plan)
    return Document(title, (*pages, *guide))


def board_picture(
    board: Board, paper: Paper, game: Game | None = None, margin: float = 0.0
) -> SheetSide:
    """Return the whole table as one drawing, on this paper or else as large as the table with rim.

    True to scale, too, in millimetres; `margin` as for `board_document`.
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
    """Draw board and parking row, with a rim, or with tags in the outer squares.

    `scale` is the size of the drawing, for the scale bar on its nameplate; 0 for no bar there.
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
    """Return the box of board and parking row."""
    return 0.0, -_depth(board), board.columns * SQUARE, board.rows * SQUARE


def table_page(board: Board, paper: Paper, margin: float = 0.0) -> SheetSide | None:
    """Return the whole table on one sheet, upright or sideways; None if it does not fit.

    With a rim if there is room, which must be printed whole; else to the very edges of the sheet,
    where a printer may lose something but no word, or reduced until `margin` millimetres stay blank
    on each side.
    """
    rimmed = _page_size(rim_box(board), paper, paper.margin)
    size = rimmed or _page_size(_table_box(board), paper, 0.0)
    if size is None:
        return None
    width, height = size
    left, low, right, top = box = rim_box(board) if rimmed else _table_box(board)
    if rimmed:
        scale = 1.0
    else:
        scale = min(1.0, (width - 2 * margin) / (right - left), (height - 2 * margin) / (top - low))
    x, y = (width - (right + left) * scale) / 2, (height - (top + low) * scale) / 2
    return SheetSide(
        width,
        height,
        (MarkGroup(_table_marks(board, bool(rimmed), scale), x, y, scale=scale, clip=box),),
    )


def fills_sheet(board: Board, paper: Paper) -> bool:
    """Return whether the table reaches the edges of its sheet, where most printers print none."""
    fits = _page_size(_table_box(board), paper, 0.0) is not None
    return board.parking and fits and _page_size(rim_box(board), paper, paper.margin) is None


def _page_size(box: Box, paper: Paper, spare: float) -> tuple[float, float] | None:
    """Return width and height of the paper, turned if needed, if a box and `spare` margins fit."""
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


def spread_over_sheets(board: Board, paper: Paper) -> SheetLayout:
    """Spread the rimmed table over sheets, cut between squares only; PressError for too many."""
    _, south, _, _ = _table_box(board)
    across = [column * SQUARE for column in range(board.columns + 1)]
    # From the south of the parking row, which is a row of squares like any other.
    upwards = [
        south + row * SQUARE for row in range(round((board.rows * SQUARE - south) / SQUARE) + 1)
    ]
    return sheet_layout(rim_box(board), (across, upwards), paper, board.name or "the board")


def tiled_pages(board: Board, paper: Paper, plan: SheetLayout) -> tuple[SheetSide, ...]:
    """Return a page for each sheet."""
    drawing = (*_table_marks(board, rimmed=True), *crosses(plan))
    return tuple(
        sheet_page(drawing, plan, sheet, paper, board.name or "A board") for sheet in plan.sheets
    )


class Parking(NamedTuple):
    """The places in a parking row; rows count from 0 downward."""

    rows: int
    bays: tuple[tuple[int, int], ...]
    """Each as (column, row)."""
    name: tuple[int, int, int]
    """The nameplate as column, row and number of squares."""


def parking(columns: int) -> Parking:
    """Lay out the parking row of a board with this many columns, in several rows if needed."""
    bays = tuple((place % columns, place // columns) for place in range(BAYS))
    column, row = BAYS % columns, BAYS // columns
    # Too few squares are left beside the last bay: the name begins a new row.
    if column and columns - column < NAMEPLATE:
        column, row = 0, row + 1
    return Parking(row + 1, bays, (column, row, min(columns - column, LONGEST)))


def _depth(board: Board) -> float:
    """Return how far the parking row reaches south of the board."""
    return parking(board.columns).rows * SQUARE


def _parking_row(board: Board, scale: float) -> Iterator[Mark]:
    """Draw the whole row, with the line along the board that nobody crosses."""
    plan, width = parking(board.columns), board.columns * SQUARE
    yield Rectangle(0, -plan.rows * SQUARE, width, plan.rows * SQUARE, 0, GROUND)
    yield from _wheels(plan, board.columns)
    for place, (column, row) in enumerate(plan.bays):
        # A bay with its seat's number in the seat's shape and colour.
        x, y = column * SQUARE, -(row + 1) * SQUARE
        yield Rectangle(
            x + 1.2, y + 2.4, SQUARE - 2.4, SQUARE - 4.6, 2, f"{PLATE}e0", GROUND_LINE, 0.4
        )
        shape, side = SHAPES[place], 15.6
        left, low = x + (SQUARE - side) / 2, y + 5.0
        yield Fill(to_square(OUTLINES[shape], left, low, side), TINTS[COLOURS[place]], INK, 0.55)
        height, size = LETTER_AT.get(shape, (0.5, 0.62))
        yield draw_centred(str(place + 1), left + side / 2, low + height * side, size * side, INK)
    column, row, squares = plan.name
    # The nameplate keeps off the rims of the row, which are at the rim of the sheet.
    right = (column + squares) * SQUARE - (KEPT_OFF if column + squares == board.columns else 1.2)
    left = column * SQUARE + (1.2 if column else KEPT_OFF)
    yield from _nameplate(
        board, (left, -(row + 1) * SQUARE + KEPT_OFF, right, -row * SQUARE - 2.2), scale
    )
    # Drawn last, over plates and bays. This edge is a wall on every board (7.2.5).
    yield Stroke(((0, 0), (width, 0)), INK, 1.5)
    yield Stroke(((0, 0), (width, 0)), BRASS, 0.75)


def _wheels(plan: Parking, columns: int) -> Iterator[Mark]:
    """Draw interlocking wheels in free places, hardly darker than the ground."""
    first, last, squares = plan.name
    taken = {*plan.bays, *((first + at, last) for at in range(squares))}
    for row in range(plan.rows):
        for column in range(columns):
            if (column, row) not in taken:
                side = SQUARE * (1.06 if (column + row) % 2 else 0.94)
                x, y = (column + 0.5) * SQUARE, -(row + 0.5) * SQUARE
                yield from paint_shapes(
                    (gear(12, 0.5, 0.41, "ink"),),
                    x - side / 2,
                    y - side / 2,
                    side,
                    {"ink": GROUND_DARK},
                )
                yield Circle((x, y), side * 0.29, GROUND)
                yield Circle((x, y), side * 0.1, GROUND_DARK)


def _nameplate(board: Board, box: Box, scale: float) -> Iterator[Mark]:
    """Draw a brass plate with the board's name, notes about the sheet, and a scale bar between."""
    left, low, right, top = box
    yield Rectangle(left, low, right - left, top - low, 2, PLATE, BRASS_DARK, 0.5)
    yield Rectangle(
        left + 0.9, low + 0.9, right - left - 1.8, top - low - 1.8, 1.3, "", BRASS, 0.35
    )
    # A wheel with a hand that points north.
    north, centre, side = left + 9.2, (low + top) / 2, 14.2
    yield from paint_shapes(
        (gear(12, 0.5, 0.42, "steel"),),
        north - side / 2,
        centre - side / 2,
        side,
        {"steel": BRASS},
    )
    yield Circle((north, centre), side * 0.34, PLATE, BRASS_DARK, 0.3)
    hand = (0.0, 4.5), (1.9, -0.9), (0.0, 0.2), (-1.9, -0.9)
    yield Fill(tuple((north + across, centre + up) for across, up in hand), INK)
    yield draw_centred("N", north, centre - 2.7, 3.4, INK)
    words = north + 8.4
    middle, width = (words + right - 3) / 2, right - 3 - words
    name = board.name or "A board"
    size = fitting_size(name.upper(), 8.6, width, bold=True)
    yield draw_centred(name.upper(), middle, top - 5.3, size, INK)
    if scale:
        # 50 mm in print, although the table is drawn at `scale`.
        length = SCALE_BAR / scale
        yield MarkGroup(bare_bar(length, 1.5, 0.25), words, low + 7.6)
        left = words + length + 1.2
        fitting = fitting_size(READ_WORDS, 2.4, max(2.0, right - 3 - words - length - 1.2))
        yield TextLine(READ_WORDS, left, low + 7.6 - 0.1, fitting, INK)
    else:
        yield Stroke(((words, low + 8.1), (right - 3, low + 8.1)), BRASS, 0.35)
    beyond = "a wall all around" if board.edge == "wall" else "a pit beyond its sides"
    facts = f"{board.columns} × {board.rows} squares of {SQUARE * (scale or 1):.1f} mm, {beyond}"
    yield _text_line(facts, middle, low + 4.9, 3.1, width, INK)
    yield _text_line(licence_line(board), middle, low + 2.0, 2.5, width, GREY)


def _text_line(text: str, middle: float, y: float, size: float, width: float, ink: str) -> TextLine:
    size = fitting_size(text, size, width)
    return TextLine(text, middle - text_width(text, size) / 2, y, size, ink)


def rim_box(board: Board) -> Box:
    """Return the box of board, parking row and rim."""
    return -RIM, -_depth(board) - RIM, board.columns * SQUARE + RIM, board.rows * SQUARE + RIM


def _rim(board: Board) -> Iterator[Mark]:
    """Draw a frame with the names of columns and rows on all four sides.

    A wall ends a clank's step and a pit its life, so the frame shows what is beyond.
    """
    left, low, right, top = rim_box(board)
    yield Fill(((left, low), (right, low), (right, top), (left, top)), PAPER)
    width, south = board.columns * SQUARE, -_depth(board)
    if board.edge == "wall":
        # A bar around the three sides that end.
        height, middle = board.rows * SQUARE, FRAME / 2
        bar = (
            (-middle, 0.0),
            (-middle, height + middle),
            (width + middle, height + middle),
            (width + middle, 0.0),
        )
        yield Stroke(bar, INK, FRAME)
        yield Stroke(bar, INKS["wall"], FRAME - 1.0)
    else:
        yield from _draw_pit_stripes(board)
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
            yield draw_centred(column_name(column), (column + 0.5) * SQUARE, y, 5.4, INK)
    for row in range(board.rows):
        for x in (-lane, width + lane):
            yield draw_centred(str(row + 1), x, (row + 0.5) * SQUARE, 5.4, INK)


def _draw_pit_stripes(board: Board) -> Iterator[Mark]:
    """Draw slanting stripes along the three sides that end, as at the rim of a pit."""
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


LONE_RIM: Final = 9.0
"""The width of the rim on each side."""
LANE: Final = 5.9
"""From the board's side to the middle of the names on the rim."""
NAME_HEIGHT: Final = 17.0
"""The height of the name with its lines."""
LEAST: Final = 52.0
"""The least room below the board for name and legend."""
COLUMNS: Final = (2, 3, 4)
"""The possible numbers of columns of the legend."""
ENTRY, APART = 96.0, 6.0
"""The width of a column of the legend before its reduction, and the gap between two."""
GAP: Final = 5.0


def lone_page(board: Board, paper: Paper, game: Game) -> SheetSide:
    """Return the board on one upright sheet."""
    width, height, margin = board.columns * SQUARE, board.rows * SQUARE, paper.margin
    scale = min(
        (paper.width - 2 * margin) / (width + 2 * LONE_RIM),
        (paper.height - 2 * margin - LEAST) / (height + 2 * LONE_RIM),
    )
    left, top = (paper.width - width * scale) / 2, paper.height - margin - LONE_RIM * scale
    low = top - (height + LONE_RIM) * scale - GAP
    around: Box = (-LONE_RIM, -LONE_RIM, width + LONE_RIM, height + LONE_RIM)
    # The names of columns and rows on all sides; on joined sides also the column beyond.
    rim: list[Mark] = []
    for column in range(board.columns):
        for y in (height + LANE, -LANE):
            rim.append(draw_centred(column_name(column), (column + 0.5) * SQUARE, y, 5.4, INK))
    first, last = column_name(0), column_name(board.columns - 1)
    for row in range(board.rows):
        for x, beyond in ((-LANE, f"‹ {last}"), (width + LANE, f"{first} ›")):
            rim.append(draw_centred(str(row + 1), x, (row + 0.5) * SQUARE, 5.4, INK))
            if board.joined:
                rim.append(draw_centred(beyond, x, (row + 0.26) * SQUARE, 3.2, GREY))
    marks = (*rim, *floor(board), *elements(board), *square_names(board, edge=False))
    below = paper.width - 2 * margin
    name = tuple(_name(board, below, game))
    places = _legend(board, below, low - NAME_HEIGHT - margin - HIGH - 1)
    return SheetSide(
        paper.width,
        paper.height,
        (
            MarkGroup(marks, left, top - height * scale, scale=scale, clip=around),
            MarkGroup(name, margin, low),
            MarkGroup(places, margin, low - NAME_HEIGHT),
            MarkGroup(scale_bar(READ_WORDS), margin, margin),
        ),
    )


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
    best_scale, best_across = 0.0, 0.0
    best: list[Block] = []
    entries = legend(board, ENTRY)
    for count in COLUMNS:
        shares: list[list[Block]] = [[] for _ in range(count)]
        for entry in entries:
            # Each entry goes to the column that is the shortest so far.
            min(shares, key=lambda share: stack_blocks(share).height).append(entry)
        columns = [stack_blocks(share) for share in shares]
        across = count * (ENTRY + APART) - APART
        scale = min(width / across, room / max(column.height for column in columns))
        if scale > best_scale:
            best_scale, best_across, best = scale, across, columns
    # A legend narrower than the sheet is centred.
    left = (width - best_across * best_scale) / 2
    return tuple(
        MarkGroup(column.marks, left + place * (ENTRY + APART) * best_scale, 0, scale=best_scale)
        for place, column in enumerate(best)
    )
