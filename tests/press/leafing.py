"""What several tests of markers share: a page of their own for one piece, and pictures measured in millimetres."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from companion.press.marks import Book, Mark, MarkGroup, SheetSide
from companion.press.pdf import pdf
from tests.pixels import colour as colour_of
from tests.press.printed import picture

AT = 10.0
"""Where a piece stands on its page, from the left and from below, in millimetres."""
DOTS = 10
"""A millimetre's, in pictures that are measured."""


def alone(marks: Iterable[Mark], width: float, height: float) -> Image.Image:
    """A picture of a piece by itself, with AT millimetres of white around it."""
    page = SheetSide(width + 2 * AT, height + 2 * AT, (MarkGroup(tuple(marks), AT, AT),))
    return picture(pdf(Book("Piece", (page,))), dots=DOTS)


def up(seen: Image.Image, x: float) -> list[tuple[int, ...]]:
    """The colours of a column of a picture, from below; `x` in millimetres from the piece's left side."""
    column = round((x + AT) * DOTS)
    return [colour_of(seen, (column, row)) for row in range(seen.height - 1, -1, -1)]


def across(seen: Image.Image, y: float) -> list[tuple[int, ...]]:
    """The colours of a row of a picture, from the left; `y` in millimetres from the piece's lower side."""
    row = seen.height - round((y + AT) * DOTS)
    return [colour_of(seen, (column, row)) for column in range(seen.width)]


def runs(colours: Iterable[tuple[int, ...]]) -> list[float]:
    """The middles of everything that is not white in a line, in millimetres from the piece's side."""
    found: list[list[int]] = []
    for place, colour in enumerate(colours):
        if min(colour) < 240:
            if found and found[-1][-1] == place - 1:
                found[-1].append(place)
            else:
                found.append([place])
    return [(run[0] + run[-1] + 1) / 2 / DOTS - AT for run in found]


def reach(colours: Iterable[tuple[int, ...]]) -> tuple[float, float]:
    """Where in a line something begins and ends, in millimetres from the piece's side."""
    # Half covered dots at the rim of a line are not counted.
    inked = [place for place, colour in enumerate(colours) if min(colour) < 150]
    return inked[0] / DOTS - AT, (inked[-1] + 1) / DOTS - AT
