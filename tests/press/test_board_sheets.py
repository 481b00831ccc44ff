"""Boards over several sheets: nothing of the board is missing, and neighbours fit together."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from companion.content import load_board
from companion.engine.board import board_of
from companion.errors import PressError
from companion.press.board import board_document, rim_box, spread_over_sheets, tiled_pages
from companion.press.board_floor import SQUARE
from companion.press.marks import Document, Mark, MarkGroup, Point, Stroke, TextLine
from companion.press.paper import PAPERS, paper_named
from companion.press.pdf import pdf
from companion.press.tiling import MOST, OVERLAP, STRIP, SheetTile, stretches
from tests.pixels import darkest
from tests.press.prints import picture, words

A4, DOTS = paper_named("a4"), 5.0
BOARD = load_board("welding-shop")
PLAN = spread_over_sheets(BOARD, A4)
PAGES = tiled_pages(BOARD, A4, PLAN)


@pytest.fixture(scope="module")
def printed() -> bytes:
    """Return a shipped board on A4, with its guide."""
    return pdf(board_document(BOARD, A4))


@pytest.fixture(scope="module")
def seen(printed: bytes) -> list[Image.Image]:
    """Return its sheets as pictures."""
    return [picture(printed, number, DOTS) for number in range(len(PLAN.sheets))]


@given(
    columns=st.integers(2, 40),
    rows=st.integers(2, 40),
    paper=st.sampled_from(sorted(PAPERS)),
)
def test_sheets_cover_every_millimetre(columns: int, rows: int, paper: str) -> None:
    """Fill the board and its rim by the sheets, with exact overlaps and cuts between squares.

    Otherwise it needs too many sheets.
    """
    board = board_of(columns, rows, ())
    try:
        plan = spread_over_sheets(board, paper_named(paper))
    except PressError as fault:
        assert f"{MOST} at most; print it on a3 (" in str(fault)
        return
    left, low, right, top = rim_box(board)
    assert len(plan.sheets) == plan.rows * plan.columns <= MOST
    lines = [plan.sheets[row * plan.columns : (row + 1) * plan.columns] for row in range(plan.rows)]
    for line in lines:
        assert (line[0].window[0], line[-1].window[2]) == (left, right)
        for one, other in pairwise(line):
            assert one.window[2] - other.window[0] == pytest.approx(OVERLAP)
            assert other.window[0] / SQUARE == pytest.approx(round(other.window[0] / SQUARE))
    for column in zip(*lines, strict=True):
        assert (column[0].window[3], column[-1].window[1]) == (top, low)
        for one, other in pairwise(column):
            assert other.window[3] - one.window[1] == pytest.approx(OVERLAP)
            assert other.window[3] / SQUARE == pytest.approx(round(other.window[3] / SQUARE))
    for sheet in plan.sheets:
        assert (
            sheet.window[2] - sheet.window[0] <= plan.width - 20 + 1e-6
            and sheet.window[3] - sheet.window[1] <= plan.height - 20
        )


@given(length=st.integers(2, 60), room=st.floats(40, 400))
def test_stretches_are_as_few_as_possible(length: int, room: float) -> None:
    """Cut as few stretches as possible, none longer than the room."""
    ends = stretches(0, length * SQUARE, [SQUARE * at for at in range(length + 1)], room)
    assert all(end - start <= room + 1e-6 for start, end in ends) and ends[-1][1] == length * SQUARE
    step = (room - OVERLAP) // SQUARE * SQUARE
    assert len(ends) == 1 or (len(ends) - 2) * step + room < length * SQUARE + 1e-6


def part(
    seen: list[Image.Image], number: int, window: tuple[float, float, float, float]
) -> Image.Image:
    """Return what a sheet (counted from 0) shows of a part of the drawing, as a picture."""
    page = PAGES[number]
    group = page.marks[0]
    assert isinstance(group, MarkGroup)
    left, low, right, top = window
    corner = round((group.x + left) * DOTS), round((page.height - group.y - top) * DOTS)
    return seen[number].crop(
        (*corner, corner[0] + round((right - left) * DOTS), corner[1] + round((top - low) * DOTS))
    )


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Return the average difference of two pictures, of 255."""
    return float(sum(ImageStat.Stat(ImageChops.difference(one, other)).mean)) / 3


def shared(one: SheetTile, other: SheetTile) -> tuple[float, float, float, float]:
    """Return the part that two sheets both show, a little inside of its sides."""
    left, low = (max(pair) + 0.4 for pair in zip(one.window[:2], other.window[:2], strict=True))
    right, top = (min(pair) - 0.4 for pair in zip(one.window[2:], other.window[2:], strict=True))
    return left, low, right, top


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (2, 3), (1, 3), (0, 3)])
def test_neighbours_show_the_same_where_they_overlap(
    seen: list[Image.Image], first: int, second: int
) -> None:
    """Print the same in the overlap of neighbours, but not a millimetre beside it."""
    left, low, right, top = window = shared(PLAN.sheets[first], PLAN.sheets[second])
    here = part(seen, first, window)
    # Sheets need not begin at a whole dot: the best of nine places a dot apart counts.
    dots = [(x / DOTS, y / DOTS) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    there = min(
        unlike(here, part(seen, second, (left + x, low + y, right + x, top + y))) for x, y in dots
    )
    beside = unlike(here, part(seen, second, (left + 1, low + 1, right + 1, top + 1)))
    assert there < 0.4 * beside


def test_every_cross_lies_on_the_sheets_that_meet_there() -> None:
    """Print each cross wholly on two sheets at least; every pair of neighbours shares two."""
    for x, y in PLAN.crosses():
        holders = [
            s
            for s in PLAN.sheets
            if s.window[0] + 2 <= x <= s.window[2] - 2 and s.window[1] + 2 <= y <= s.window[3] - 2
        ]
        assert len(holders) >= 2, (x, y)
    for one in PLAN.sheets:
        for other in PLAN.sheets:
            if abs(one.row - other.row) + abs(one.column - other.column) == 1:
                left, low, right, top = shared(one, other)
                assert sum(left < x < right and low < y < top for x, y in PLAN.crosses()) >= 2


def test_sheets_say_what_they_are_and_how_they_are_laid(printed: bytes) -> None:
    """Print number, place, flaps for later neighbours and advice on sheets, all in the guide."""
    assert (PLAN.rows, PLAN.columns) == (2, 2)
    for number, place in enumerate(((1, 1), (1, 2), (2, 1), (2, 2))):
        said = words(printed, number)
        assert f"Welding Shop: sheet {number + 1} of 4 (row {place[0]}, column {place[1]})" in said
        assert (
            said.count("glue\r") + said.count("glue\n") + said.endswith("glue")
            >= 2 * (2 - place[0]) + 2 * (2 - place[1]) - 1
        ), said
        assert ("cut off its" in said) is (number > 0)
    assert "HOW THE SHEETS LIE" in words(printed, 4) and "Lay sheet 1 down" in words(printed, 4)


def test_crop_marks_stand_at_the_corners_and_the_printers_rim_stays_white(
    seen: list[Image.Image],
) -> None:
    """Print two fine lines at each corner, and leave the printer's margin blank."""
    left, low, right, top = PLAN.sheets[0].window
    for x, way in ((left, -1), (right, 1)):
        for y, up in ((low, -1), (top, 1)):
            for box in ((x + way * 2, y, 0.6), (x, y + up * 2, 0.6)):
                around = (box[0] - 0.6, box[1] - 0.6, box[0] + 0.6, box[1] + 0.6)
                assert darkest(part(seen, 0, around).convert("L")) < 190, box
    sheet = seen[0].convert("L")
    rim = int((A4.margin - 0.2) * DOTS)
    wide, tall = sheet.size
    for side in (
        (0, 0, wide, rim),
        (0, tall - rim, wide, tall),
        (0, 0, rim, tall),
        (wide - rim, 0, wide, tall),
    ):
        assert sheet.crop(side).getextrema() == (255, 255), side


def test_nothing_but_the_drawing_lies_on_the_drawing() -> None:
    """Keep brackets for glue and lines for scissors off the drawing on every sheet."""
    for sheet, page in zip(PLAN.sheets, PAGES, strict=True):
        around = page.marks[1]
        assert isinstance(around, MarkGroup)
        width, height = sheet.window[2] - sheet.window[0], sheet.window[3] - sheet.window[1]
        points = [placed for mark in around.marks for placed in spots(mark)]
        assert len(points) >= 16
        for x, y in points:
            assert (
                x < 0
                or x > width
                or y < 0
                or y > height
                or (x, y) in ((0, 0), (width, 0), (0, height), (width, height))
            ), (x, y)
            assert (
                -STRIP - 0.01 <= x <= width + STRIP + 0.01
                and -STRIP - 0.01 <= y <= height + STRIP + 0.01
            ), (x, y)


def spots(mark: Mark) -> list[Point]:
    """Return the ends of lines and the starts of words, with groups turned by quarters."""
    if isinstance(mark, MarkGroup):
        inside = [spot for inner in mark.marks for spot in spots(inner)]
        return [
            (mark.x - y, mark.y + x) if mark.turn else (mark.x + x, mark.y + y) for x, y in inside
        ]
    if isinstance(mark, Stroke):
        return [*mark.points]
    if isinstance(mark, TextLine):
        return [(mark.x, mark.y)]
    return []


def test_a_board_that_would_take_too_many_sheets_is_refused() -> None:
    """Refuse a board of too many sheets with its size, the limit, and the papers that do."""
    with pytest.raises(
        PressError,
        match=(
            r"Great Plain is 1006 × \d+ mm: found \d+ sheets of letter, expected 24 at most; "
            r"print it on a3 \(12 sheets\)"
        ),
    ):
        spread_over_sheets(board_of(40, 40, (), name="Great Plain"), paper_named("letter"))


def test_the_largest_board_is_printed_on_a3() -> None:
    """Print 40×40 squares on twelve sheets of A3 and a guide."""
    board = board_of(40, 40, BOARD.elements, name="Great Plain")
    book: Document = board_document(board, paper_named("a3"))
    assert len(book.pages) == 13
