"""The engine's drawings as marks on paper, in the tints of `paper`, and ornamental cogwheels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion import art
from companion.press.letters import draw_centred
from companion.press.marks import CAPITALS, ArcMark, Circle, Fill, Mark, MarkGroup, Point, Stroke
from companion.press.paper import INKS


def paint_shapes(
    shapes: Iterable[art.Shape], x: float, y: float, side: float, inks: Mapping[str, str] = INKS
) -> tuple[Mark, ...]:
    """Draw shapes of a unit square in a square of `side` millimetres from its lower left corner.

    Raises:
        KeyError: `inks` lacks a colour; an element with a new tint needs it on paper, too.
    """
    return tuple(_mark(shape, x, y, side, inks[shape.colour]) for shape in shapes)


def to_square(points: Iterable[art.Point], x: float, y: float, side: float) -> tuple[Point, ...]:
    """Return points of a unit square in that square."""
    return tuple((x + across * side, y + up * side) for across, up in points)


def _mark(shape: art.Shape, x: float, y: float, side: float, ink: str) -> Mark:
    """Draw one shape. All other kinds are tested first: an unknown one would be drawn as words."""
    if isinstance(shape, art.Polygon):
        return Fill(to_square(shape.points, x, y, side), ink)
    if isinstance(shape, art.Line):
        return Stroke(to_square(shape.points, x, y, side), ink, shape.width * side)
    (centre,) = to_square((shape.centre,), x, y, side)
    if isinstance(shape, art.Disc):
        if not shape.hole:
            return Circle(centre, shape.radius * side, ink)
        # A ring is a line about its middle radius, so that the ground shows through the hole.
        radius, width = (shape.radius + shape.hole) / 2, shape.radius - shape.hole
        return Circle(centre, radius * side, "", ink, width * side)
    if isinstance(shape, art.Arc):
        return ArcMark(centre, shape.radius * side, shape.start, shape.end, ink, shape.width * side)
    return draw_centred(shape.text, *centre, shape.size * side / CAPITALS, ink)


MODULE: Final = 1.2
"""Millimetres of pitch radius for two teeth: wheels of one module mesh at their pitch circles."""


def pitch_radius(teeth: int, module: float = MODULE) -> float:
    """Return the distance from a wheel's middle to the contact with another."""
    return teeth * module / 2


def wheel(
    teeth: int,
    x: float,
    y: float,
    colour: str,
    edge: str,
    ground: str,
    *,
    phase: float = 0.0,
    spokes: int = 0,
    module: float = MODULE,
) -> MarkGroup:
    """Draw a cogwheel about a point, with one tooth at `phase` degrees clockwise from the top.

    With spokes it is open between rim and hub.
    """
    radius = pitch_radius(teeth, module)
    # Shorter than real teeth, with gaps deeper than teeth, so that wheels mesh without contact.
    outer, inner = radius + 0.75 * module, radius - 0.95 * module
    line = 0.2 * module
    outline = to_square(
        art.gear(teeth, 0.5, 0.5 * inner / outer, "ink").points, -outer, -outer, 2 * outer
    )
    rim, hub, axle = inner - 1.5 * module, radius * 0.3, radius * 0.11
    open_middle: tuple[Mark, ...] = (
        (
            Circle((0.0, 0.0), rim, ground, edge, line),
            # Slightly into the rim, or a hair of the ground would show between.
            *(
                MarkGroup(
                    (Stroke(((0.0, hub * 0.5), (0.0, rim + 0.15)), colour, 1.3 * module),),
                    turn=spoke * 360 / spokes,
                )
                for spoke in range(spokes)
            ),
        )
        if spokes
        else ()
    )
    return MarkGroup(
        (
            Fill(outline, colour, edge, line),
            *open_middle,
            Circle((0.0, 0.0), hub, colour, edge, line),
            Circle((0.0, 0.0), axle, ground, edge, line),
        ),
        x,
        y,
        phase,
    )
