"""Marks are where they should be on paper and in SVG, true to scale."""

from __future__ import annotations

import base64
import re
import zlib
from xml.etree import ElementTree

from companion.games.codes import TEST_CARDS, WORDS
from companion.games.programmed.deck import CARD_OF_CODE
from companion.press.marks import Document, Fill, MarkGroup, Mosaic, Rectangle, SheetSide, TextLine
from companion.press.pdf import pdf
from companion.press.svg import svg
from tests.press.prints import picture, sizes, words
from tests.recorded import recorded

PAGE = SheetSide(
    120,
    80,
    (
        Fill(((10, 10), (30, 10), (30, 20), (10, 20)), "#ff0000"),
        MarkGroup(
            (Rectangle(0, 0, 10, 5, 0, "#0000ff"), TextLine("Clank", 1, 1, 4, "#ffffff")),
            x=60,
            y=40,
            turn=90,
            clip=(0, 0, 10, 3),
        ),
        Mosaic(((100, 70),), 2, "#00ff00"),
    ),
)


def test_marks_are_where_they_should_be_in_millimetres() -> None:
    """Find a filled box, a turned and clipped group and a square in the rendered page."""
    data = pdf(Document("Test", (PAGE,)))
    assert sizes(data) == [(120.0, 80.0)] and words(data) == recorded("Clank")
    seen = picture(data, dots=10)

    def at(x: float, y: float) -> object:
        return seen.getpixel((round(x * 10), round((80 - y) * 10)))

    assert [at(10.2, 10.2), at(29.8, 19.8), at(9.8, 15), at(30.2, 15)] == [
        (255, 0, 0),
        (255, 0, 0),
        (255, 255, 255),
        (255, 255, 255),
    ]
    # Turned a quarter clockwise, its ten millimetres go down from (60, 40), and three of its five
    # are left.
    assert [at(62.8, 30.2), at(60.2, 39.8), at(63.2, 35), at(61, 29.8)] == [
        (0, 0, 255),
        (0, 0, 255),
        (255, 255, 255),
        (255, 255, 255),
    ]
    assert at(101, 71) == (0, 255, 0)


def test_the_same_book_is_the_same_file() -> None:
    """Write the same file again, without date and chance, so that a change shows."""
    assert pdf(Document("Test", (PAGE,))) == pdf(Document("Test", (PAGE,)))


def test_svg_has_the_same_size_and_words() -> None:
    """Write an SVG of the same size on paper with the same words."""
    root = ElementTree.fromstring(svg(PAGE, "Test"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "120mm",
        "80mm",
        "0 0 120 80",
    )
    assert "Clank" in "".join(root.itertext())


def test_test_cards_are_nobody_elses_and_try_every_cell() -> None:
    """Use ten spare words on test cards, so that each cell is white at one end of each card."""
    spoken = [word for card in TEST_CARDS for word in card]
    assert len(set(spoken)) == 10 and all(
        word in WORDS and word not in CARD_OF_CODE for word in spoken
    )
    assert all(face | other == 0xFF for face, other in TEST_CARDS)


def test_grey_is_printed_with_black_alone() -> None:
    """Print black and greys as shades of grey, since infrared light would pass mixed colours."""
    assert (
        all(b"rg" not in _said(grey).lower() for grey in ("#000000", "#808080"))
        and b"rg" in _said("#808081").lower()
    )


def _said(colour: str) -> bytes:
    """Return what a PDF says to draw a box in a colour."""
    data = pdf(
        Document("Test", (SheetSide(10, 10, (Rectangle(1, 1, 8, 8, 0, colour, colour, 1),)),))
    )
    packed = next(
        found
        for found in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)
        if found.strip().endswith(b"~>")
    )
    return zlib.decompress(base64.a85decode(packed.strip().removesuffix(b"~>")))


def test_every_font_is_embedded() -> None:
    """Embed every named font, since other machines have others."""
    data = pdf(Document("Test", (PAGE, PAGE)))
    named = set(re.findall(rb"/BaseFont /(\S+)", data))
    assert named == {b"AAAAAA+BarlowCondensed-Medium"} and data.count(b"/FontFile2") == 1
