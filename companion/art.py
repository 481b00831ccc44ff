"""Drawing words: what an element looks like, and what of it moves, in a unit square, for whoever draws it (screen or print).

Coordinates run from 0 to 1, x to the east and y to the north, within the element's own square; shapes may reach a little over its
sides. Colours are names of a palette that the renderer owns (`PALETTE` lists them), so that one board prints and shows alike. Later
shapes lie on top of earlier ones. Elements answer with these words from their `art` and their `motion`; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

Heading: TypeAlias = int
"""0, 1, 2 or 3 for N, E, S, W."""
Point: TypeAlias = tuple[float, float]

MARKER: Final = "flag"
"""The colour of what lies on squares as a numbered marker."""
PALETTE: Final = (
    "floor",
    "seam",
    "ink",
    "paper",
    "wall",
    "belt",
    "belt_fast",
    "rail",
    "arrow",
    "arrow_fast",
    "gear_left",
    "gear_right",
    "pit",
    "pit_rim",
    "repair",
    "laser",
    "laser_glow",
    "laser_body",
    "pusher",
    "pusher_body",
    "crusher",
    "start",
    "flag",
    "hazard",
    "steel",
    "card",
    "card_rim",
    "suit_red",
    "suit_black",
    "goal",
    "portal",
    "portal_dark",
    "glue",
    "glue_dark",
    "ice",
    "ice_dark",
    "water",
    "water_dark",
    "deep",
    "deep_dark",
    "oil",
    "oil_sheen",
    "soap",
    "soap_dark",
    "gas",
    "fog",
    "radiation",
    "waste",
    "lava",
    "lava_dark",
    "fire",
    "magnet",
    "energy",
    "beam_melt",
    "beam_radio",
    "beam_light",
    "ghost",
    "grave",
    "belt_hyper",
    "arrow_hyper",
    "bronze",
    "bronze_pale",
    "rust",
    "rust_pale",
    "moss",
    "moss_pale",
    "navy",
    "navy_pale",
    "plum",
    "plum_pale",
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


# ---- What moves ----------------------------------------------------------------------------------------------------------
# The phase goes from 0 to 1 while an element acts once; at both ends it looks as it does at rest.


class Gear(NamedTuple):
    """Shapes that turn about `centre`, the middle of the square, by `degrees` with the clock; by `tooth` where they only turn along."""

    shapes: tuple[Shape, ...]
    degrees: float
    tooth: float = 0.0
    centre: Point = (0.5, 0.5)

    def angle(self, phase: float) -> float:
        """How far they are turned, in degrees with the clock."""
        return self.degrees * phase


class Thrust(NamedTuple):
    """Shapes that go out by `way` and come back, out faster than back."""

    shapes: tuple[Shape, ...]
    way: Point

    def shift(self, phase: float) -> Point:
        """How far out they are, to the east and to the north."""
        out = sin(pi * min(1.0, phase) ** 0.6)
        return self.way[0] * out, self.way[1] * out


class Band(NamedTuple):
    """A strip along a line, or an arc from its start to its end, whose face runs on by so many `rounds`.

    The face is a picture of a unit square that runs north, so many of them to the length of the strip, of which the strip shows the middle.
    """

    along: Line | Arc
    face: tuple[Shape, ...]
    faces: float = 1.0
    rounds: int = 1

    def shift(self, phase: float) -> float:
        """How far the face has run, in lengths of it: a whole number at both ends."""
        return self.rounds * phase


class Bare(NamedTuple):
    """The floor of some squares with what lies below the element: it hides the element at rest, before what moves of it is drawn.

    The squares are told by how far they lie to the east and to the north of its own.
    """

    squares: tuple[tuple[int, int], ...] = ((0, 0),)


class Fall(NamedTuple):
    """Nothing of the element: what is lost there gets smaller until it is gone, and turns by so many degrees meanwhile."""

    degrees: float


Motion: TypeAlias = Gear | Thrust | Band | Bare | Fall | Shape
"""Something that moves, or a shape that lies still among what does."""


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
        return shape._replace(
            centre=turned_point(shape.centre, heading),
            start=shape.start + 90 * heading,
            end=shape.end + 90 * heading,
        )
    return shape._replace(centre=turned_point(shape.centre, heading))


def facing(shapes: tuple[Shape, ...], heading: Heading) -> tuple[Shape, ...]:
    """Shapes drawn for north, turned to another heading."""
    return tuple(turned_shape(shape, heading) for shape in shapes)


def moving(motions: tuple[Motion, ...], heading: Heading) -> tuple[Motion, ...]:
    """Motions told for north, turned to another heading."""
    return tuple(_turned_motion(motion, heading) for motion in motions)


def _turned_motion(motion: Motion, heading: Heading) -> Motion:
    if isinstance(motion, Gear):
        return motion._replace(
            shapes=facing(motion.shapes, heading), centre=turned_point(motion.centre, heading)
        )
    if isinstance(motion, Thrust):
        # A way is turned about the middle of the square, from which it is told.
        x, y = turned_point((0.5 + motion.way[0], 0.5 + motion.way[1]), heading)
        return Thrust(facing(motion.shapes, heading), (x - 0.5, y - 0.5))
    if isinstance(motion, Band):
        # A shape stays one of its kind.
        along = turned_shape(motion.along, heading)
        assert isinstance(along, Line | Arc)
        return motion._replace(along=along)
    if isinstance(motion, Bare):
        return Bare(tuple(_turned_way(way, heading) for way in motion.squares))
    return motion if isinstance(motion, Fall) else turned_shape(motion, heading)


def _turned_way(way: tuple[int, int], quarters: int) -> tuple[int, int]:
    """So far to the east and to the north, after quarter turns with the clock."""
    for _ in range(quarters % 4):
        way = way[1], -way[0]
    return way


def shrunk(shapes: Iterable[Shape], share: float, middle: Point = (0.5, 0.5)) -> tuple[Shape, ...]:
    """Shapes of a unit square made smaller, so that the middle of the square lies on a point."""
    return tuple(_shrunk(shape, share, middle) for shape in shapes)


def _shrunk(shape: Shape, share: float, middle: Point) -> Shape:
    def moved(point: Point) -> Point:
        """Where a point comes to lie."""
        return middle[0] + (point[0] - 0.5) * share, middle[1] + (point[1] - 0.5) * share

    if isinstance(shape, Polygon):
        return shape._replace(points=tuple(map(moved, shape.points)))
    if isinstance(shape, Line):
        return shape._replace(points=tuple(map(moved, shape.points)), width=shape.width * share)
    if isinstance(shape, Disc):
        return shape._replace(
            centre=moved(shape.centre), radius=shape.radius * share, hole=shape.hole * share
        )
    if isinstance(shape, Arc):
        return shape._replace(
            centre=moved(shape.centre), radius=shape.radius * share, width=shape.width * share
        )
    return shape._replace(centre=moved(shape.centre), size=shape.size * share)


def chevron(centre: Point, angle: float, size: float, colour: str) -> Polygon:
    """An arrow head without a shaft, `size` wide, pointing to an angle in degrees with the clock from north."""
    outline = ((0, 0.42), (0.5, -0.06), (0.5, -0.42), (0, 0.06), (-0.5, -0.42), (-0.5, -0.06))
    return Polygon(tuple(_spun(centre, x * size, y * size, angle) for x, y in outline), colour)


def tip(centre: Point, angle: float, size: float, colour: str) -> Polygon:
    """A solid arrow tip pointing to an angle in degrees with the clock from north."""
    return Polygon(
        tuple(
            _spun(centre, x * size, y * size, angle)
            for x, y in ((0, 0.6), (0.55, -0.4), (-0.55, -0.4))
        ),
        colour,
    )


def gear(teeth: int, outer: float, inner: float, colour: str) -> Polygon:
    """A cogwheel about the middle of the square, with slanting teeth between two radii.

    The radii are shares of the square's side; the middle of the first tooth points north.
    """
    around = ((-0.30, inner), (-0.17, outer), (0.17, outer), (0.30, inner))
    turns = [
        ((tooth + share) * 360 / teeth, radius)
        for tooth in range(teeth)
        for share, radius in around
    ]
    return Polygon(tuple(_spun((0.5, 0.5), 0, radius, angle) for angle, radius in turns), colour)


def box(left: float, bottom: float, right: float, top: float, colour: str) -> Polygon:
    """A filled rectangle."""
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)), colour)


def bar(depth: float = 0.07) -> tuple[Shape, ...]:
    """A solid wall over the north edge, a little longer than the square so that corners close."""
    return box(-0.1, 1 - depth - 0.035, 1.1, 1 + depth + 0.035, "ink"), box(
        -0.065, 1 - depth, 1.065, 1 + depth, "wall"
    )


def numerals(
    numbers: tuple[int, ...], y: float, size: float, colour: str, heading: Heading = 0
) -> tuple[Shape, ...]:
    """Numbers in a row across the square at a height, in order from the west; from the west or the top once turned to a heading."""
    step = 0.24
    first = 0.5 - step * (len(numbers) - 1) / 2
    # Turned to S or W the row runs the other way, while each number stays upright.
    ordered = numbers if heading < 2 else numbers[::-1]
    return tuple(
        Label(str(number), (first + step * place, y), size, colour)
        for place, number in enumerate(ordered)
    )


def ring(
    corners: int, radius: float, turn: float = 0.0, inner: float | None = None
) -> tuple[Point, ...]:
    """The corners of a regular polygon about the middle of the unit square, the first in the north, turned by degrees with the clock.

    With `inner`, a second radius, points between them make a star.
    """
    radii = (radius,) if inner is None else (radius, inner)
    count = corners * len(radii)
    angles = [2 * pi * step / count + turn * pi / 180 for step in range(count)]
    return tuple(
        (0.5 + radii[step % len(radii)] * sin(angle), 0.5 + radii[step % len(radii)] * cos(angle))
        for step, angle in enumerate(angles)
    )


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """The point of a circle at an angle in degrees with the clock from north."""
    return _spun(centre, 0, radius, angle)


def _spun(centre: Point, x: float, y: float, angle: float) -> Point:
    """The point `x` to the right of a centre and `y` ahead of it, for one who looks to an angle in degrees with the clock from north."""
    across, up = sin(angle * pi / 180), cos(angle * pi / 180)
    return centre[0] + x * up + y * across, centre[1] - x * across + y * up
