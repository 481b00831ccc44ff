"""Boards on paper: true to scale, as on the screen, with everything that is needed to play."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion.art import PALETTE
from companion.content import board_names, load_board
from companion.engine.board import Board, board_of
from companion.engine.elements.belt import Belt
from companion.engine.elements.pusher import Pusher
from companion.geometry import N, W, column_name
from companion.press.board import board_document, board_picture, parking, table_page
from companion.press.board_floor import LOST, SQUARE, square_names, tags
from companion.press.board_guide import legend_words
from companion.press.marks import Document, SheetSide, TextLine
from companion.press.paper import INKS, PAPERS, PLATE, paper_named
from companion.press.pdf import pdf
from companion.press.svg import svg
from companion.press.tiling import extent
from tests.pixels import colour
from tests.press.prints import picture, sizes, words

A3 = paper_named("a3")
NOWHERE = (-999.0, -999.0, -999.0, -999.0)


def alone(board: Board) -> bytes:
    """Return a PDF of the board's one sheet of A3."""
    page = table_page(board, A3)
    assert page is not None
    return pdf(Document("Board", (page,)))


def seams(line: Image.Image, dots: float) -> list[float]:
    """Return where a line of pixels crosses the dark seams, in millimetres from its start."""
    grey = line.convert("L").tobytes()
    dark = [(pixel < 200, at) for at, pixel in enumerate(grey)]
    runs = [
        [at for _, at in run] for is_dark, run in groupby(dark, key=lambda pair: pair[0]) if is_dark
    ]
    return [(run[0] + run[-1] + 1) / 2 / dots for run in runs]


def test_squares_are_true_to_scale() -> None:
    """Print every seam of a bare board at multiples of 24.7 mm, over the whole sheet."""
    data, dots = alone(board_of(12, 16, ())), 10.0
    seen = picture(data, dots=dots)
    assert sizes(data) == [(297.0, 420.0)]
    left, low = (297 - 12 * SQUARE) / 2, (420 - 17 * SQUARE) / 2
    across = seams(seen.crop((50, 2100, 2920, 2101)), dots)
    assert across == pytest.approx(
        [left + SQUARE * column - 5 for column in range(1, 12)], abs=0.15
    )
    down = seams(seen.crop((1361, 50, 1362, 3900)), dots)
    assert down == pytest.approx([low + SQUARE * row - 5 for row in range(1, 16)], abs=0.15)


@pytest.mark.parametrize("name", board_names())
def test_every_shipped_board_is_one_sheet_of_a3_and_its_guide(name: str) -> None:
    """Fit every board on one A3 sheet, edge to edge, with name, licence, bays, and its guide."""
    board = load_board(name)
    data = pdf(board_document(board, A3))
    # As many kinds as the boards of other floors have go on over leaf.
    assert sizes(data) == [(297.0, 420.0)] * (2 if len(legend_words(board)) < 16 else 3)
    said = words(data)
    assert (
        board.name.upper() in said
        and "CC BY-SA 4.0. Rules after Clockwork Derby by Ytec3D, CC BY-SA 4.0" in said
    )
    assert f"squares of {SQUARE} mm" in said and "CC BY-SA 4.0" in words(data, 1)
    assert {column_name(column) for column in range(12)} | set(map(str, range(1, 17))) <= set(
        said.split()
    )
    seen = picture(data, dots=1)
    assert len(seen.getcolors(seen.width * seen.height) or ()) > 40


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_prints_every_page_on_itself(paper: str) -> None:
    """Give all pages the paper's size, upright or sideways; the guide is upright."""
    data = pdf(board_document(load_board("packing-hall"), paper_named(paper)))
    size = (PAPERS[paper].width, PAPERS[paper].height)
    assert {tuple(sorted(found)) for found in sizes(data)} == {size}
    assert sizes(data)[-1] == size


def test_coordinates_survive_a_printer_that_loses_the_rim() -> None:
    """Keep tags and names of squares 4.5 mm off the sheet's side on A3.

    This holds with anything on the squares in the corners.
    """
    corners = [
        element
        for square in ("A1", "A16", "L1", "L16")
        for element in (Belt(square, N), Pusher(square, N, (1,)), Pusher(square, W, (2,)))
    ]
    board = board_of(12, 16, tuple(corners))
    named = set()
    for mark in (*tags(board), *square_names(board, edge=True)):
        west, south, east, north = extent(mark, NOWHERE)
        if isinstance(mark, TextLine):
            named.add(mark.text)
            continue
        assert (
            west >= LOST - 0.9
            and east <= 12 * SQUARE - LOST + 0.9
            and north <= 16 * SQUARE - LOST + 0.9
            and south > -5
        ), mark
    assert named == {
        *board.squares,
        *(column_name(column) for column in range(12)),
        *map(str, range(1, 17)),
    }


@pytest.mark.parametrize("columns", range(2, 41))
def test_eight_bays_and_a_nameplate_on_any_board(columns: int) -> None:
    """Let nothing overlap in the parking row or leave it on a board of any width."""
    plan = parking(columns)
    first, row, squares = plan.name
    taken = [*plan.bays, *((first + at, row) for at in range(squares))]
    assert len(set(taken)) == len(taken) == 8 + squares and squares >= min(columns, 4)
    assert all(0 <= column < columns and 0 <= line < plan.rows for column, line in taken)


def test_belts_join_without_a_seam() -> None:
    """Join belts of two squares without a lighter gap.

    The picture is so large that a hundredth would show.
    """
    board = board_of(6, 2, tuple(Belt(f"{column}2", 1) for column in "ABCDEF"))
    page = table_page(board, A3)
    assert page is not None
    seen, dots = picture(pdf(Document("Belts", (page,))), dots=2.3), 2.3
    # Two millimetres above the belt's middle there is no chevron near the squares' sides.
    middle = next(
        y for y in range(seen.height) if seen.getpixel((seen.width // 2, y)) == rgb(INKS["belt"])
    ) + round(2 * dots)
    left = (seen.width - 6 * SQUARE * dots) / 2
    for side in range(1, 6):
        at = left + side * SQUARE * dots
        for x in range(int(at - 1.5 * dots), int(at + 1.5 * dots)):
            assert all(
                abs(one - other) < 10
                for one, other in zip(colour(seen, (x, middle)), rgb(INKS["belt"]), strict=True)
            ), (side, x)


def rgb(code: str) -> tuple[int, int, int]:
    """Return a colour code as a pixel."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def grey(code: str) -> float:
    """Return how bright a tint is when printed without colour, from 0 to 255."""
    red, green, blue = rgb(code)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_tints_can_be_told_apart_without_colour() -> None:
    """Have a grey for every name of the palette: dark belts, walls and pits with bright signs."""
    assert set(INKS) == set(PALETTE)
    floor = min(grey(INKS["floor"]), grey(PLATE))
    for dark in ("belt", "belt_fast", "wall", "pit", "pusher_body", "crusher", "laser_body"):
        assert floor - grey(INKS[dark]) > 110, dark
    assert floor - grey(INKS["start"]) > 80 and floor - grey(INKS["laser"]) > 80
    for sign, ground in (
        ("arrow", "belt"),
        ("arrow_fast", "belt_fast"),
        ("paper", "crusher"),
        ("paper", "pusher_body"),
        ("hazard", "ink"),
    ):
        assert grey(INKS[sign]) - grey(INKS[ground]) > 90, sign


@pytest.mark.parametrize("paper", ["a3", "a4"])
def test_an_svg_is_the_whole_board_in_one_drawing(paper: str) -> None:
    """Draw the board as well-formed SVG with its size in millimetres and its words.

    It is on the sheet it fits on, or as large as it is.
    """
    board = load_board("going-train")
    page: SheetSide = board_picture(board, paper_named(paper))
    root = ElementTree.fromstring(svg(page, board.name))
    expected = ("297mm", "420mm") if paper == "a3" else ("314.4mm", "437.9mm")
    assert (root.get("width"), root.get("height")) == expected
    assert "GOING TRAIN" in "".join(root.itertext())
