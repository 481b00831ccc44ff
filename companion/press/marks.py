"""What stands on a page, as plain values: lengths in millimetres, x to the right and y upwards from the page's lower left corner.

Colours are codes such as "#e2b04a", with two more digits for how opaque they are ("#e2b04a80"); "" is no colour at all. Later marks lie on
top of earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top."""

LEFT, MIDDLE, RIGHT = "left", "middle", "right"
"""Which part of a line of words its x means."""

BLACK, WHITE = "#000000", "#ffffff"


class Fill(NamedTuple):
    """A polygon, filled, edged, or both.

    Closed by itself. With an edge, half of its width lies outside.
    """

    points: tuple[Point, ...]
    colour: str
    edge: str = ""
    width: float = 0.0


class Rectangle(NamedTuple):
    """A rectangle with rounded corners.

    `radius` is that of the corners, 0 for sharp ones.
    """

    left: float
    bottom: float
    width: float
    height: float
    radius: float
    colour: str
    edge: str = ""
    edge_width: float = 0.0


class Stroke(NamedTuple):
    """A line through points; `dash` is how long it is there and not there, in turn."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dash: tuple[float, ...] = ()
    rounded: bool = False


class Circle(NamedTuple):
    """A disc, a ring, or both.

    With an edge, half of its width lies outside.
    """

    centre: Point
    radius: float
    colour: str
    edge: str = ""
    width: float = 0.0


class Curve(NamedTuple):
    """Part of a circle's line; angles in degrees with the clock from the top."""

    centre: Point
    radius: float
    start: float
    end: float
    colour: str
    width: float


class Mosaic(NamedTuple):
    """Many equal squares as one shape without seams, such as the cells of a code; each by its lower left corner."""

    corners: tuple[Point, ...]
    side: float
    colour: str


class TextLine(NamedTuple):
    """One line of words; `y` is the line they stand on, `size` that of the letters, whose capitals are CAPITALS of it high."""

    text: str
    x: float
    y: float
    size: float
    colour: str = BLACK
    bold: bool = False
    align: str = LEFT


class MarkGroup(NamedTuple):
    """Marks with an origin of their own: put at (x, y), turned with the clock by degrees, enlarged, and cut off outside of `clip`.

    First enlarged, then turned, then put there; `clip` is in the group's own lengths.
    """

    marks: tuple[Mark, ...]
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0
    clip: Box | None = None


Mark: TypeAlias = Fill | Rectangle | Stroke | Circle | Curve | Mosaic | TextLine | MarkGroup


class SheetSide(NamedTuple):
    """One side of one sheet of paper."""

    width: float
    height: float
    marks: tuple[Mark, ...]


class Book(NamedTuple):
    """A document: its title and its pages, which may differ in size.

    The title is for the file; what stands on paper stands in the marks.
    """

    title: str
    pages: tuple[SheetSide, ...]
    both_sides: bool = False
    """Whether fronts and backs take turns; else each page has a sheet of its own."""


def words_of(marks: tuple[Mark, ...]) -> Iterator[str]:
    """Yield every line of words among marks."""
    for mark in marks:
        if isinstance(mark, TextLine):
            yield mark.text
        elif isinstance(mark, MarkGroup):
            yield from words_of(mark.marks)


CAPITALS: Final = 0.7
"""The height of a capital, as a share of the size of its letters."""
