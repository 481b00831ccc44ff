"""The base of tests of markers: a page for one piece, and pictures measured in millimetres."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from companion.press.marks import Document, Mark, MarkGroup, SheetSide
from companion.press.pdf import pdf
from tests.pixels import colour as colour_of
from tests.press.prints import picture

AT = 10.0
"""The place of a piece on its page, from the left and from below, in millimetres."""
DOTS = 10
"""Dots per millimetre in pictures that are measured."""


def alone(marks: Iterable[Mark], width: float, height: float) -> Image.Image:
    """Return a picture of a piece by itself, with AT millimetres of white around it."""
    page = SheetSide(width + 2 * AT, height + 2 * AT, (MarkGroup(tuple(marks), AT, AT),))
    return picture(pdf(Document("Piece", (page,))), dots=DOTS)


def up(seen: Image.Image, x: float) -> list[tuple[int, ...]]:
    """Return the colours of a column, from below; `x` is in millimetres from the left side."""
    column = round((x + AT) * DOTS)
    return [colour_of(seen, (column, row)) for row in range(seen.height - 1, -1, -1)]


def across(seen: Image.Image, y: float) -> list[tuple[int, ...]]:
    """Return the colours of a row, from the left; `y` is in millimetres from the lower side."""
    row = seen.height - round((y + AT) * DOTS)
    return [colour_of(seen, (column, row)) for column in range(seen.width)]


def runs(colours: Iterable[tuple[int, ...]]) -> list[float]:
    """Return the middles of all runs that are not white, in millimetres from the piece's side."""
    found: list[list[int]] = []
    for place, colour in enumerate(colours):
        if min(colour) < 240:
            if found and found[-1][-1] == place - 1:
                found[-1].append(place)
            else:
                found.append([place])
    return [(run[0] + run[-1] + 1) / 2 / DOTS - AT for run in found]


def reach(colours: Iterable[tuple[int, ...]]) -> tuple[float, float]:
    """Return where a run begins and ends, in millimetres from the piece's side."""
    # Half covered dots at the rim of a line are not counted.
    inked = [place for place, colour in enumerate(colours) if min(colour) < 150]
    return inked[0] / DOTS - AT, (inked[-1] + 1) / DOTS - AT
