"""Drawing words: what an element looks like, in a unit square, for whoever draws it (screen or print).

Coordinates run from 0 to 1, x to the east and y to the north, within the element's own square; shapes may reach a little over its
sides. Colours are names of a palette that the renderer owns (`PALETTE` lists them), so that one board prints and shows alike. Later
shapes lie on top of earlier ones.
"""
from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.engine.geometry import Heading

Point: TypeAlias = tuple[float, float]

PALETTE: Final = (
    "floor", "seam", "ink", "paper", "wall", "belt", "belt_fast", "arrow", "arrow_fast", "gear_left", "gear_right",
    "pit", "pit_rim", "repair", "laser", "laser_body", "pusher", "pusher_body", "crusher", "start", "flag", "hazard", "steel",
)
"""The colour names that art may use."""


class Polygon(NamedTuple):
    """A filled polygon; corners in order, concave ones allowed."""

    points: tuple[Point, ...]
    colour: str


class Line(NamedTuple):
    """An open line through points; `width` as a share of the square's side."""

    points: tuple[Point, ...]
    colour: str
    width: float


class Disc(NamedTuple):
    """A filled circle, or a ring where `hole` (an inner radius) is above 0; radii as shares of the square's side."""

    centre: Point
    radius: float
    colour: str
    hole: float = 0.0


class Arc(NamedTuple):
    """A curved line; angles in degrees with the clock from north."""

    centre: Point
    radius: float
    start: float
    end: float
    colour: str
    width: float


class Label(NamedTuple):
    """A short text centred on a point; `size` is the height of a capital as a share of the square's side."""

    text: str
    centre: Point
    size: float
    colour: str


Shape: TypeAlias = Polygon | Line | Disc | Arc | Label


def turned_point(point: Point, quarters: int) -> Point:
    """A point of the unit square after quarter turns with the clock about its middle."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = y, 1 - x
    return x, y


def turned_shape(shape: Shape, heading: Heading) -> Shape:
    """A shape drawn for north, turned to another heading; labels keep upright and only change their place."""
    if isinstance(shape, (Polygon, Line)):
        return shape._replace(points=tuple(turned_point(point, heading) for point in shape.points))
    if isinstance(shape, Arc):
        return shape._replace(centre=turned_point(shape.centre, heading), start=shape.start + 90 * heading, end=shape.end + 90 * heading)
    return shape._replace(centre=turned_point(shape.centre, heading))


def facing(shapes: tuple[Shape, ...], heading: Heading) -> tuple[Shape, ...]:
    """Shapes drawn for north, turned to another heading."""
    return tuple(turned_shape(shape, heading) for shape in shapes)
