"""The marks on a page, as plain values.

Lengths are in millimetres, x to the right and y upwards from the page's lower left corner. Colours
are codes such as "#e2b04a", with two more digits for their opacity ("#e2b04a80"); "" is no colour.
Later marks are on top of earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top."""

LEFT, MIDDLE, RIGHT = "left", "middle", "right"
"""The part of a line of words that its x refers to."""

BLACK, WHITE = "#000000", "#ffffff"


class Fill(NamedTuple):
    """A closed polygon, filled, edged, or both. Half of an edge's width is outside."""

    points: tuple[Point, ...]
    colour: str
    edge: str = ""
    width: float = 0.0


class Rectangle(NamedTuple):
    """A rectangle with rounded corners."""

    left: float
    bottom: float
    width: float
    height: float
    radius: float
    """0 for sharp corners."""
    colour: str
    edge: str = ""
    edge_width: float = 0.0


class Stroke(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps in turn."""
    rounded: bool = False


class Circle(NamedTuple):
    """A disc, a ring, or both. Half of an edge's width is outside."""

    centre: Point
    radius: float
    colour: str
    edge: str = ""
    width: float = 0.0


class ArcMark(NamedTuple):
    """An arc; angles in degrees clockwise from the top."""

    centre: Point
    radius: float
    start: float
    end: float
    colour: str
    width: float


class Mosaic(NamedTuple):
    """Many equal squares as one shape without seams, such as the cells of a code."""

    corners: tuple[Point, ...]
    """The lower left corners."""
    side: float
    colour: str


class TextLine(NamedTuple):
    """One line of words."""

    text: str
    x: float
    y: float
    """The base line."""
    size: float
    """The size of the letters; capitals are CAPITALS of it high."""
    colour: str = BLACK
    bold: bool = False
    align: str = LEFT


class MarkGroup(NamedTuple):
    """Marks with their own origin: enlarged, then turned, then moved to (x, y)."""

    marks: tuple[Mark, ...]
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Degrees clockwise."""
    scale: float = 1.0
    clip: Box | None = None
    """Marks outside of it are cut off; in the group's own lengths."""


Mark: TypeAlias = Fill | Rectangle | Stroke | Circle | ArcMark | Mosaic | TextLine | MarkGroup


class SheetSide(NamedTuple):
    """One side of one sheet of paper."""

    width: float
    height: float
    marks: tuple[Mark, ...]


class Document(NamedTuple):
    """A document; its pages may differ in size."""

    title: str
    """For the file; words on paper are marks."""
    pages: tuple[SheetSide, ...]
    both_sides: bool = False
    """Whether fronts and backs take turns; else each page has its own sheet."""


def words_of(marks: tuple[Mark, ...]) -> Iterator[str]:
    """Yield every line of words among marks."""
    for mark in marks:
        if isinstance(mark, TextLine):
            yield mark.text
        elif isinstance(mark, MarkGroup):
            yield from words_of(mark.marks)


CAPITALS: Final = 0.7
"""The height of a capital, as a share of the size of its letters."""
