"""Vector shapes in a unit square, by which elements say what they look like and what of them moves.

Coordinates run from 0 to 1, x to the east and y to the north, within the element's square; shapes
may reach a little over its sides. Colours are names of a palette that the renderer owns (`PALETTE`
lists them), so that a board looks the same on screen and paper. Later shapes cover earlier ones.
Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple

Heading: TypeAlias = int
"""0, 1, 2 or 3 for N, E, S, W."""
Point: TypeAlias = tuple[float, float]

MARKER: Final = "flag"
"""The colour of numbered markers on squares."""
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
    """A filled polygon, perhaps concave; corners in order."""

    points: tuple[Point, ...]
    colour: str


class Line(NamedTuple):
    """An open line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float
    """As a share of the square's side, like all lengths here."""


class Disc(NamedTuple):
    """A filled circle, or a ring."""

    centre: Point
    radius: float
    colour: str
    hole: float = 0.0
    """The inner radius of a ring, 0 for a circle."""


class Arc(NamedTuple):
    """A part of a circle as a line; angles in degrees with the clock from north."""

    centre: Point
    radius: float
    start: float
    end: float
    colour: str
    width: float


class Caption(NamedTuple):
    """A short text, centred on a point."""

    text: str
    centre: Point
    size: float
    """The height of a capital."""
    colour: str


Shape: TypeAlias = Polygon | Line | Disc | Arc | Caption


# ---- What moves ----------------------------------------------------------------------------------
# The phase goes from 0 to 1 while an element acts; at both ends it looks as it does at rest.


class Gear(NamedTuple):
    """Shapes that turn about a point."""

    shapes: tuple[Shape, ...]
    degrees: float
    """The degrees that they turn while the element acts, with the clock."""
    tooth: float = 0.0
    """The degrees that they turn while others act and they only turn along."""
    centre: Point = (0.5, 0.5)

    def angle(self, phase: float) -> float:
        """Return how far they are turned, in degrees with the clock."""
        return self.degrees * phase


class Thrust(NamedTuple):
    """Shapes that go out and come back, out faster than back."""

    shapes: tuple[Shape, ...]
    way: Point
    """The way that they go, to the east and to the north."""

    def shift(self, phase: float) -> Point:
        """Return how far out they are, to the east and to the north."""
        out = sin(pi * min(1.0, phase) ** 0.6)
        return self.way[0] * out, self.way[1] * out


class Band(NamedTuple):
    """A strip along a line or an arc whose surface moves on, as a belt does."""

    along: Line | Arc
    """The middle of the strip, from its start to its end."""
    face: tuple[Shape, ...]
    """The picture on the surface, in a unit square, for a strip that runs north; the strip shows
    its middle."""
    faces: float = 1.0
    """The length of the strip, in pictures."""
    rounds: int = 1
    """The number of pictures that it moves on while the element acts."""

    def shift(self, phase: float) -> float:
        """Return how far it has moved, in pictures: a whole number at both ends."""
        return self.rounds * phase


class Bare(NamedTuple):
    """The floor of some squares, drawn over the element at rest and below what moves of it."""

    squares: tuple[tuple[int, int], ...] = ((0, 0),)
    """The distance of each to the east and to the north of the element's square."""


class Fall(NamedTuple):
    """A piece that is lost on the element gets smaller until it is gone."""

    degrees: float
    """The degrees that it turns meanwhile."""


Motion: TypeAlias = Gear | Thrust | Band | Bare | Fall | Shape
"""Something that moves, or a shape between such that does not."""


def turned_point(point: Point, quarters: int) -> Point:
    """Return a point after quarter turns with the clock about the middle of the unit square."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = y, 1 - x
    return x, y


def turned_shape(shape: Shape, heading: Heading) -> Shape:
    """Return a shape that is drawn for north, turned to a heading; labels stay upright."""
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
    """Return shapes that are drawn for north, turned to a heading."""
    return tuple(turned_shape(shape, heading) for shape in shapes)


def moving(motions: tuple[Motion, ...], heading: Heading) -> tuple[Motion, ...]:
    """Return motions that are drawn for north, turned to a heading."""
    return tuple(_turned_motion(motion, heading) for motion in motions)


def _turned_motion(motion: Motion, heading: Heading) -> Motion:
    if isinstance(motion, Gear):
        return motion._replace(
            shapes=facing(motion.shapes, heading), centre=turned_point(motion.centre, heading)
        )
    if isinstance(motion, Thrust):
        # A way is relative to the middle of the square.
        x, y = turned_point((0.5 + motion.way[0], 0.5 + motion.way[1]), heading)
        return Thrust(facing(motion.shapes, heading), (x - 0.5, y - 0.5))
    if isinstance(motion, Band):
        # A shape stays one of its kind.
        along = turned_shape(motion.along, heading)
        assert isinstance(along, Line | Arc)
        return motion._replace(along=along)
    if isinstance(motion, Bare):
        ways = motion.squares
        for _ in range(heading % 4):
            # A quarter turn with the clock of offsets to the east and to the north.
            ways = tuple((up, -across) for across, up in ways)
        return Bare(ways)
    return motion if isinstance(motion, Fall) else turned_shape(motion, heading)


def shrunk(shapes: Iterable[Shape], share: float, middle: Point = (0.5, 0.5)) -> tuple[Shape, ...]:
    """Return shapes of a unit square scaled down, with the middle of the square on a point."""
    return tuple(_shrunk(shape, share, middle) for shape in shapes)


def _shrunk(shape: Shape, share: float, middle: Point) -> Shape:
    def moved(point: Point) -> Point:
        """Return the new place of a point."""
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
    """Return an open arrow head, `size` wide, to an angle in degrees with the clock from north."""
    outline = ((0, 0.42), (0.5, -0.06), (0.5, -0.42), (0, 0.06), (-0.5, -0.42), (-0.5, -0.06))
    return Polygon(tuple(_spun(centre, x * size, y * size, angle) for x, y in outline), colour)


def tip(centre: Point, angle: float, size: float, colour: str) -> Polygon:
    """Return a solid arrow tip, pointing to an angle in degrees with the clock from north."""
    return Polygon(
        tuple(
            _spun(centre, x * size, y * size, angle)
            for x, y in ((0, 0.6), (0.55, -0.4), (-0.55, -0.4))
        ),
        colour,
    )


def gear(teeth: int, outer: float, inner: float, colour: str) -> Polygon:
    """Return a cogwheel about the middle of the square, with slanting teeth between two radii.

    The middle of the first tooth points north.
    """
    around = ((-0.30, inner), (-0.17, outer), (0.17, outer), (0.30, inner))
    turns = [
        ((tooth + share) * 360 / teeth, radius)
        for tooth in range(teeth)
        for share, radius in around
    ]
    return Polygon(tuple(_spun((0.5, 0.5), 0, radius, angle) for angle, radius in turns), colour)


def box(left: float, bottom: float, right: float, top: float, colour: str) -> Polygon:
    """Return a filled rectangle."""
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)), colour)


def bar(depth: float = 0.07) -> tuple[Shape, ...]:
    """Return a solid wall over the north edge, a little longer than it so that corners close."""
    return box(-0.1, 1 - depth - 0.035, 1.1, 1 + depth + 0.035, "ink"), box(
        -0.065, 1 - depth, 1.065, 1 + depth, "wall"
    )


def numerals(
    numbers: tuple[int, ...], y: float, size: float, colour: str, heading: Heading = 0
) -> tuple[Shape, ...]:
    """Return numbers in a row across the square at a height.

    Once turned to the heading they run from the west, or from the top.
    """
    step = 0.24
    first = 0.5 - step * (len(numbers) - 1) / 2
    # Turned to S or W the row runs the other way, while each number stays upright.
    ordered = numbers if heading < 2 else numbers[::-1]
    return tuple(
        Caption(str(number), (first + step * place, y), size, colour)
        for place, number in enumerate(ordered)
    )


def ring(
    corners: int, radius: float, turn: float = 0.0, inner: float | None = None
) -> tuple[Point, ...]:
    """Return the corners of a regular polygon about the middle of the unit square.

    Args:
        corners: How many.
        radius: Of the circle around it.
        turn: Where the first corner is, in degrees with the clock from north.
        inner: The radius of further corners between them, for a star.
    """
    radii = (radius,) if inner is None else (radius, inner)
    count = corners * len(radii)
    angles = [2 * pi * step / count + turn * pi / 180 for step in range(count)]
    return tuple(
        (0.5 + radii[step % len(radii)] * sin(angle), 0.5 + radii[step % len(radii)] * cos(angle))
        for step, angle in enumerate(angles)
    )


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle in degrees with the clock from north."""
    return _spun(centre, 0, radius, angle)


def _spun(centre: Point, x: float, y: float, angle: float) -> Point:
    """Return the point `x` to the right of a centre and `y` ahead of it, seen towards an angle."""
    across, up = sin(angle * pi / 180), cos(angle * pi / 180)
    return centre[0] + x * up + y * across, centre[1] - x * across + y * up
