"""Every PDF asks the printer for true size and the right sides, and every sheet shows a scale."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import partial

import pypdfium2.raw as pdfium
import pytest
from PIL import Image, ImageChops

from companion.content import load_board, shipped_text
from companion.engine.board import Board
from companion.games import find_game, game_keys
from companion.games.api import Game
from companion.games.boards import read_board, shipped_boards
from companion.games.printing import printing_of
from companion.press.board import (
    WIDEST_MARGIN,
    board_document,
    board_picture,
    fills_sheet,
    table_page,
)
from companion.press.board_floor import SQUARE
from companion.press.cards import card_document
from companion.press.certificate_sheet import certificate_document
from companion.press.markers import CLANKS, FLAGS, PLATES, RULES, marker_document
from companion.press.marks import Document, MarkGroup
from companion.press.packs import pack_document, sticker_document
from companion.press.paper import PAPERS, USUAL_MARGIN, Paper
from companion.press.pdf import MILLIMETRE, pdf
from tests.press.prints import opened, picture, sizes, words
from tests.press.test_certificate_sheet import report_of_one
from tests.recorded import recorded
from tests.typed import of_kind

A3, A4 = PAPERS["a3"], PAPERS["a4"]
ONE_SIDE, LONG_EDGE = 1, 3
"""The names of pdfium for the ways to print, as in `FPDF_DUPLEXTYPE`."""


def _games() -> dict[str, Game]:
    return {key: game for key in game_keys() if (game := find_game(key)) is not None}


def _books() -> Iterator[tuple[str, Callable[[Paper], Document], bool]]:
    """Yield every book of every game: its name, what makes it, and whether it has backs."""
    yield "certificate", lambda paper: certificate_document(report_of_one(), paper), False
    yield "markers", marker_document, True
    yield (
        "markers without cards",
        lambda paper: marker_document(paper, (FLAGS, CLANKS, PLATES, RULES)),
        False,
    )
    for key, game in _games().items():
        packs = printing_of(game).packs
        if not packs or not packs[0].coded:
            yield f"cards of {key}", partial(_cards, game), True
        for pack in packs:
            yield f"{pack.key} of {key}", partial(_pack, game, pack.key), True
            if pack.coded and packs[0].coded:
                yield f"stickers {pack.key} of {key}", partial(_stickers, game, pack.key), False
        for name in [*shipped_boards(game)][:2]:
            yield f"board {name}", partial(_board, game, name), False


def _cards(game: Game, paper: Paper) -> Document:
    return card_document(paper, game=game)


def _pack(game: Game, key: str, paper: Paper) -> Document:
    return pack_document(paper, game, [pack for pack in printing_of(game).packs if pack.key == key])


def _stickers(game: Game, key: str, paper: Paper) -> Document:
    return sticker_document(
        paper, game, [pack for pack in printing_of(game).packs if pack.key == key]
    )


def _board(game: Game, name: str, paper: Paper) -> Document:
    return board_document(_shipped(game, name), paper, game)


def _shipped(game: Game, name: str) -> Board:
    return read_board(game, *shipped_text(name))


BOOKS = {name: (made, both) for name, made, both in _books()}


@pytest.fixture(scope="module", params=BOOKS)
def printed(request: pytest.FixtureRequest) -> tuple[bytes, bool]:
    """Return a book on A4 as a PDF, and whether it has backs."""
    made, both = BOOKS[request.param]
    return pdf(made(A4)), both


def test_the_printer_is_asked_for_true_size_and_the_right_sides(
    printed: tuple[bytes, bool],
) -> None:
    """Ask for no scaling, and for both sides over the long edge only where backs are printed."""
    data, both = printed
    with opened(data) as document:
        assert not pdfium.FPDF_VIEWERREF_GetPrintScaling(document)
        assert pdfium.FPDF_VIEWERREF_GetDuplex(document) == (LONG_EDGE if both else ONE_SIDE)


def test_every_sheet_has_a_bar_of_fifty_millimetres(printed: tuple[bytes, bool]) -> None:
    """Draw a bar of 50 mm with its words on the front of every sheet, within the margins."""
    data, both = printed
    for page, size in enumerate(sizes(data)):
        if both and page % 2:
            continue
        said = " ".join(words(data, page).split())
        assert "50 mm" in said or "The ruler must be 100 mm long" in said, page
        lines = [
            line
            for line in _lines(data, page)
            if _long(line, 50.0) or ("The ruler" in said and _long(line, 100.0))
        ]
        assert lines, page
        assert any(
            all(
                low >= A4.margin - 0.6
                for low in (line[0], line[1], size[0] - line[2], size[1] - line[3])
            )
            for line in lines
        )


def _lines(data: bytes, page: int) -> list[tuple[float, float, float, float]]:
    """Return left, bottom, right and top of all paths of a page, in millimetres."""
    found = []
    with opened(data) as document:
        for item in document[page].get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
            edges = [ctypes.c_float() for _ in range(4)]
            assert pdfium.FPDFPageObj_GetBounds(item.raw, *edges)
            found.append(tuple(edge.value / MILLIMETRE for edge in edges))
    return found  # type: ignore[return-value]


def _long(line: tuple[float, float, float, float], length: float) -> bool:
    """Say whether a path is a line so long, horizontal or vertical.

    Its bounds are larger on all sides by its thickness.
    """
    left, bottom, right, top = line
    long, short = max(right - left, top - bottom), min(right - left, top - bottom)
    return abs(long - short - length) < 0.03 and short < 0.6


def test_both_sides_never_put_one_piece_behind_another() -> None:
    """Print no piece behind another: only test cards have backs in the book of markers."""
    data = pdf(marker_document(A4))
    backs = range(1, len(sizes(data)) - 2, 2)
    assert len(backs) == 5 and all(
        words(data, page).strip() == recorded("This-side-stays-blank") for page in backs
    )
    assert "Test cards" in words(data, len(sizes(data)) - 2) and "front" in words(
        data, len(sizes(data)) - 2
    )


# ---- A board for printers that leave the edge white ----------------------------------------------


@pytest.mark.parametrize("name", ["fountain-circus", "wind-tower", "blast-furnace"])
def test_a_board_with_a_margin_loses_nothing(name: str) -> None:
    """Keep ink 5 mm off the edges of an A3 board; it is the same picture, smaller."""
    board, dots = load_board(name), 4
    full, small = table_page(board, A3), table_page(board, A3, USUAL_MARGIN)
    assert full is not None and small is not None and fills_sheet(board, A3)
    large, seen = (picture(pdf(Document("Board", (page,))), dots=dots) for page in (full, small))
    boxes = [
        ImageChops.difference(sheet, Image.new("RGB", sheet.size, "white")).getbbox()
        for sheet in (large, seen)
    ]
    assert boxes[0] is not None and min(boxes[0][:2]) <= dots
    left, upper, right, lower = boxes[1] or (0, 0, 0, 0)
    assert min(left, upper, seen.width - right, seen.height - lower) >= USUAL_MARGIN * dots - 1
    assert (right - left) / dots == pytest.approx(287.0, abs=0.5) and seen.size == large.size
    inside = large.crop(boxes[0]).resize((300, 425)), seen.crop(boxes[1]).resize((300, 425))
    # Only the nameplate differs in size, and has its own scale bar.
    differing = (
        ImageChops.difference(*(part.crop((0, 0, 300, 395)) for part in inside))
        .convert("L")
        .point(lambda value: 255 * (value > 90))
    )
    assert sum(differing.histogram()[255:]) < 300 * 395 / 50


def test_its_squares_and_bar_are_told_as_they_are_printed() -> None:
    """Print 23.9 mm on the nameplate, and a true bar of 50 mm."""
    data = pdf(board_document(load_board("going-train"), A3, margin=USUAL_MARGIN))
    assert "squares of 23.9 mm" in words(data) and any(
        _long(line, 50.0) for line in _lines(data, 0)
    )
    assert "squares of 24.7 mm" in words(pdf(board_document(load_board("going-train"), A3)))


def test_the_widest_margin_leaves_room_for_feet() -> None:
    """Keep squares large enough for a foot of 18 × 22 mm at the widest margin.

    Less than a millimetre is left.
    """
    board = load_board("going-train")
    page = table_page(board, A3, WIDEST_MARGIN)
    assert page is not None and of_kind(MarkGroup, page.marks[0]).scale * SQUARE > 22.0 - 0.1


def test_a_board_that_has_a_margin_anyway_stays_as_it_is() -> None:
    """Keep the size of boards with a margin: on several sheets, or without a parking row."""
    board, grid = load_board("going-train"), find_game("cardbot")
    assert board_document(board, A4, margin=5) == board_document(board, A4) and not fills_sheet(
        board, A4
    )
    assert grid is not None
    lone = _shipped(grid, "cardbot-full")
    assert board_document(lone, A3, grid, 5) == board_document(lone, A3, grid) and not fills_sheet(
        lone, A3
    )
    assert board_picture(board, A3, margin=5) != board_picture(board, A3)
