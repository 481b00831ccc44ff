"""Parts of machines for all drawings of combatants: wheels, tracks, legs, eyes and rivets.

Drawings are side or front views in a unit square and stand on its lower edge. A type has a dark and
a pale tint of one hue; all other parts are steel, black, bright, or light as the card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.art import Arc, Disc, Line, Point, Polygon, Shape, box, gear, on_circle, ring, shrunk
from companion.named_tuples import NamedTuple

BLACK, LIGHT, BRIGHT, STEEL = "suit_black", "card", "hazard", "steel"


class TypeTints(NamedTuple):
    """The two tints of a type, by their names in the palette."""

    dark: str
    pale: str


TINTS: Final = (
    TypeTints("bronze", "bronze_pale"),
    TypeTints("rust", "rust_pale"),
    TypeTints("moss", "moss_pale"),
    TypeTints("navy", "navy_pale"),
    TypeTints("plum", "plum_pale"),
)
"""The tints of each strength, from 0 to 4."""


def shape(colour: str, *points: Point) -> Polygon:
    """Return a filled polygon."""
    return Polygon(points, colour)


def both(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes with their mirror images about the vertical axis; arcs are not allowed."""
    drawn, mirrored = tuple(shapes), list[Shape]()
    for one in drawn:
        if isinstance(one, (Polygon, Line)):
            mirrored.append(one._replace(points=tuple((1 - x, y) for x, y in one.points)))
            continue
        centre = (1 - one.centre[0], one.centre[1])
        if isinstance(one, Arc):
            mirrored.append(one._replace(centre=centre, start=-one.end, end=-one.start))
        else:
            mirrored.append(one._replace(centre=centre))
    return (*drawn, *mirrored)


def cog(
    x: float, y: float, size: float, colour: str, hub: str, teeth: int = 8
) -> tuple[Shape, ...]:
    """Return a cogwheel with a hub around a point."""
    return (
        *shrunk((gear(teeth, 0.5, 0.36, colour),), size, (x, y)),
        Disc((x, y), size * 0.17, hub),
    )


def spiked_wheel(x: float, colour: str, hub: str) -> tuple[Shape, ...]:
    """Return a spiked wheel on the ground."""
    y, size = 0.15, 0.34
    return (
        *shrunk((Polygon(ring(10, 0.5, 0, 0.37), colour),), size, (x, y)),
        Disc((x, y), size * 0.24, hub),
        Disc((x, y), size * 0.1, colour),
    )


def eye(x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """Return a round eye that looks ahead."""
    return Disc((x, y), radius, LIGHT), Disc((x + radius * 0.18, y), radius * 0.5, BLACK)


def rivets(colour: str, *points: Point, radius: float = 0.018) -> tuple[Shape, ...]:
    """Return the heads of rivets."""
    return tuple(Disc(point, radius, colour) for point in points)


def round_box(
    left: float, bottom: float, right: float, top: float, colour: str, radius: float
) -> tuple[Shape, ...]:
    """Return a filled rectangle with round corners, as one outline."""
    low, high, west, east = bottom + radius, top - radius, left + radius, right - radius
    corners = (((east, high), 0), ((east, low), 90), ((west, low), 180), ((west, high), 270))
    return (
        Polygon(
            tuple(
                on_circle(centre, radius, start + step * 15)
                for centre, start in corners
                for step in range(7)
            ),
            colour,
        ),
    )


def tracks(tint: TypeTints, top: float = 0.3) -> tuple[Shape, ...]:
    """Return the tracks of a tank along the foot of the square, up to a height."""
    radius, wheels = top / 2 - 0.01, (0.17, 0.39, 0.61, 0.83)
    plates = tuple(
        box(x - 0.025, 0.0, x + 0.025, 0.05, BLACK) for x in (0.2, 0.32, 0.44, 0.56, 0.68, 0.8)
    )
    return (
        *plates,
        *round_box(0.03, 0.02, 0.97, top, BLACK, radius),
        *(Disc((x, top / 2 + 0.01), radius * 0.66, tint.pale) for x in wheels),
        *(Disc((x, top / 2 + 0.01), radius * 0.24, BLACK) for x in wheels),
    )


def legs(tint: TypeTints) -> tuple[Shape, ...]:
    """Return two bent legs with feet, up to the hips."""
    return both(
        (
            Line(((0.4, 0.44), (0.25, 0.28), (0.33, 0.08)), tint.dark, 0.11),
            shape(tint.dark, (0.17, 0.0), (0.46, 0.0), (0.4, 0.11), (0.27, 0.11)),
            Disc((0.25, 0.28), 0.075, tint.dark),
            Disc((0.25, 0.28), 0.036, tint.pale),
        )
    )


def teeth(
    left: float, right: float, y: float, height: float, number: int, colour: str
) -> tuple[Shape, ...]:
    """Return a row of teeth that hang from a height, or stand on it for a negative `height`."""
    step = (right - left) / number
    return tuple(
        shape(
            colour,
            (left + step * place, y),
            (left + step * (place + 1), y),
            (left + step * (place + 0.5), y - height),
        )
        for place in range(number)
    )
