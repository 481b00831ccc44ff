"""The engine's drawing words as marks on paper: the very art that the screen shows, in the tints of `palette`."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine import art
from companion.press import marks
from companion.press.letters import centred
from companion.press.marks import CAPITALS, Mark
from companion.press.palette import INKS


def painted(shapes: Iterable[art.Shape], x: float, y: float, side: float, inks: Mapping[str, str] = INKS) -> tuple[Mark, ...]:
    """Shapes of a unit square in the square of `side` millimetres with its lower left corner at (x, y).

    KeyError for a colour that `inks` does not have: an element with a new tint needs it on paper, too.
    """
    return tuple(_mark(shape, x, y, side, inks[shape.colour]) for shape in shapes)


def placed(points: Iterable[art.Point], x: float, y: float, side: float) -> tuple[marks.Point, ...]:
    """Points of a unit square in that square."""
    return tuple((x + across * side, y + up * side) for across, up in points)


def _mark(shape: art.Shape, x: float, y: float, side: float, ink: str) -> Mark:
    """An unknown kind of shape would be taken for words: all the others are named."""
    if isinstance(shape, art.Polygon):
        return marks.Fill(placed(shape.points, x, y, side), ink)
    if isinstance(shape, art.Line):
        return marks.Stroke(placed(shape.points, x, y, side), ink, shape.width * side)
    (centre,) = placed((shape.centre,), x, y, side)
    if isinstance(shape, art.Disc):
        return _disc(shape, centre, side, ink)
    if isinstance(shape, art.Arc):
        return marks.Curve(centre, shape.radius * side, shape.start, shape.end, ink, shape.width * side)
    return centred(shape.text, *centre, shape.size * side / CAPITALS, ink)


def _disc(shape: art.Disc, centre: marks.Point, side: float, ink: str) -> Mark:
    if not shape.hole:
        return marks.Circle(centre, shape.radius * side, ink)
    # A ring is a line about its middle radius, so that what lies below shows through the hole.
    return marks.Circle(centre, (shape.radius + shape.hole) / 2 * side, "", ink, (shape.radius - shape.hole) * side)
