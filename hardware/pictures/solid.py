"""Solid bodies from an STL file: triangles and visible edges, in millimetres.

Plain Python, for the pictures and for the tests.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Point(NamedTuple):
    """A place or a direction: x to the right, y away from the player, z up."""

    x: float
    y: float
    z: float

    def minus(self, other: Point) -> Point:
        """Return the vector from another place to this one."""
        return Point(self.x - other.x, self.y - other.y, self.z - other.z)

    def times(self, other: Point) -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def across(self, other: Point) -> Point:
        """Return the vector product: a direction at right angles to both."""
        return Point(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def unit(self) -> Point:
        """Return the direction with length one; a zero vector stays zero."""
        long = math.sqrt(self.times(self)) or 1.0
        return Point(self.x / long, self.y / long, self.z / long)


class Triangle(NamedTuple):
    """A piece of a surface; its corners run anticlockwise from outside."""

    a: Point
    b: Point
    c: Point

    def normal(self) -> Point:
        """Return the outward direction with length one."""
        return self.b.minus(self.a).across(self.c.minus(self.a)).unit()

    def sides(self) -> tuple[tuple[Point, Point], ...]:
        """Return the three sides, each from corner to corner."""
        return (self.a, self.b), (self.b, self.c), (self.c, self.a)


def read_stl(text: str) -> list[Triangle]:
    """Return the triangles of an ASCII STL file, as OpenSCAD writes it."""
    corners = [
        Point(*map(float, line.split()[1:4]))
        for line in text.splitlines()
        if line.lstrip().startswith("vertex")
    ]
    return [Triangle(*corners[start : start + 3]) for start in range(0, len(corners), 3)]


def sharp_edges(
    triangles: Iterable[Triangle], degrees: float = 20.0
) -> Iterator[tuple[Point, Point]]:
    """Yield the sides where the surface bends by more than this many degrees: the drawn edges."""
    limit = math.cos(math.radians(degrees))
    normals: dict[frozenset[Point], list[Point]] = defaultdict(list)
    for triangle in triangles:
        for side in triangle.sides():
            normals[frozenset(side)].append(triangle.normal())
    for ends, found in normals.items():
        if len(ends) == 2 and (len(found) != 2 or found[0].times(found[1]) < limit):
            first, second = ends
            yield first, second


def bounds(triangles: Iterable[Triangle]) -> tuple[Point, Point]:
    """Return the least and the greatest corner of the box around a body."""
    corners = [corner for triangle in triangles for corner in triangle]
    least = Point(min(c.x for c in corners), min(c.y for c in corners), min(c.z for c in corners))
    return least, Point(
        max(c.x for c in corners), max(c.y for c in corners), max(c.z for c in corners)
    )
