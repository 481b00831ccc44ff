"""Every kind of board element printed without colours is visible, and unlike every other."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import ceil
from typing import Final

from PIL import Image, ImageChops

from companion.engine.board import board_of
from companion.engine.element import Element, kinds
from companion.gallery.elements import exhibition
from companion.press.board_floor import SQUARE, elements, floor
from companion.press.marks import Document, MarkGroup, SheetSide
from companion.press.pdf import pdf
from tests.press.prints import picture

DOTS: Final = 60 / SQUARE
"""Dots per millimetre that make a square of 60, as large as on a screen."""
DARKER: Final = 40
"""By how many of 255 a dot must be darker or lighter to be seen."""
SEEN, APART = 0.03, 0.04
"""The share of a square's dots, with half of the next squares' rims, by which an element differs
from the floor, and two kinds from each other."""


def printed(shown: list[Element | None]) -> list[Image.Image]:
    """Return each element in grey in the middle of a small board; None for an empty one."""
    across, side = 8, 3 * SQUARE
    down = ceil(len(shown) / across)
    boards = [
        board_of(3, 3, [] if element is None else [element.carried("B2", 0)], edge="wall")
        for element in shown
    ]
    marks = tuple(
        MarkGroup(
            (*floor(board), *elements(board)),
            place % across * side,
            place // across * side,
            clip=(0, 0, side, side),
        )
        for place, board in enumerate(boards)
    )
    whole = picture(
        pdf(Document("Elements", (SheetSide(across * side, down * side, marks),))), dots=DOTS
    ).convert("L")
    found = []
    for place in range(len(shown)):
        left, low = (3 * (place % across) + 1) * 60, whole.height - (3 * (place // across) + 2) * 60
        found.append(whole.crop((left - 12, low - 12, left + 72, low + 72)))
    return found


def differing(one: Image.Image, other: Image.Image) -> float:
    """Return the share of dots that are visibly darker in one of them."""
    histogram = ImageChops.difference(one, other).histogram()
    return sum(histogram[DARKER:]) / sum(histogram)


@cache
def looks() -> dict[str, Image.Image]:
    """Return the printed example of each kind; "" for the floor."""
    first = {
        element.word: element
        for board in reversed(exhibition())
        for element in reversed(board.elements)
    }
    # All hang on the same side, so that they differ by what they are.
    shown = [None, *(turned_north(element) for element in first.values())]
    return dict(zip(("", *first), printed(shown), strict=True))


def turned_north(element: Element) -> Element:
    """Return the element with its side or heading in the north."""
    if not element.sided or getattr(element, element.sided) is None:
        return element
    return element.carried(element.square, -getattr(element, element.sided) % 4)


def test_every_kind_is_seen_on_the_floor() -> None:
    """See every kind on the floor, in grey, too."""
    found = {word: differing(look, looks()[""]) for word, look in looks().items() if word}
    assert found.keys() == kinds().keys() and min(found.values()) > SEEN, sorted(
        found.items(), key=lambda entry: entry[1]
    )[:6]


def test_all_kinds_can_be_told_apart_without_colours() -> None:
    """Distinguish all kinds by their dark and light parts."""
    close = {
        (one, other): differing(looks()[one], looks()[other])
        for one, other in combinations(sorted(looks()), 2)
    }
    assert min(close.values()) > APART, sorted(close.items(), key=lambda entry: entry[1])[:8]
