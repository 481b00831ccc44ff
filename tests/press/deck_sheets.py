"""The shipped deck printed on A4 once for all tests: its PDF, grey pictures, cut cards."""

from __future__ import annotations

from functools import cache

from PIL import Image

from companion.content.reader import reader_plan
from companion.games.programmed.deck import CODES
from companion.press.card_sheet import Grid, grid
from companion.press.cards import card_document
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.press.optics import DOTS, SPOTS, View, cut_out
from tests.press.prints import opened

A4 = PAPERS["a4"]


@cache
def deck_pdf() -> bytes:
    """Return the book of the shipped deck."""
    return pdf(card_document(A4))


@cache
def sheets() -> tuple[Image.Image, ...]:
    """Return all pages of the book in grey, DOTS per millimetre."""
    return grey_pages(deck_pdf())


def grey_pages(data: bytes) -> tuple[Image.Image, ...]:
    """Return all pages of a PDF in grey, DOTS per millimetre."""
    with opened(data) as document:
        return tuple(
            page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_pil().convert("L")
            for page in document
        )


@cache
def places() -> Grid:
    """Return the layout of the cards on A4."""
    return grid(A4, reader_plan().card)


def face(code: int, right: float = 0.0, up: float = 0.0) -> Image.Image:
    """Return a card's face, cut out so many millimetres beside its place."""
    sheet, number = divmod(CODES.index(code), places().room)
    return cut_out(sheets()[2 + 2 * sheet], places(), number, right, up)


@cache
def views() -> dict[float, dict[int, View]]:
    """Return the view of sensors of each width on every card, by code."""
    return {spot: {code: View(face(code), spot) for code in CODES} for spot in SPOTS}
