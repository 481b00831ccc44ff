"""Read a circuit board from its files as makers do: copper areas, contacts and distances."""

from __future__ import annotations

import io
import zipfile
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from gerbonara.excellon import ExcellonFile
from gerbonara.graphic_primitives import Circle, Line, Rectangle
from gerbonara.rs274x import GerberFile
from gerbonara.utils import MM
from shapely import LineString, Point, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.strtree import STRtree

from companion.workshop.array_board import NAME


class Read(NamedTuple):
    """A board's files."""

    layers: dict[str, list[BaseGeometry]]
    """The areas of every layer, by the end of its file's name."""
    plated: list[tuple[float, float, float]]
    """Plated holes as x, y and diameter."""
    bare: list[tuple[float, float, float]]
    """Other holes, in the same form."""


def read_board(path: Path) -> Read:
    """Return the board in a zip file."""
    with zipfile.ZipFile(path) as file:
        contents = {
            name.removeprefix(f"{NAME}-"): file.read(name).decode() for name in file.namelist()
        }
    layers = {
        name.removesuffix(".gbr"): areas(text)
        for name, text in contents.items()
        if name.endswith(".gbr")
    }
    return Read(layers, holes(contents["PTH.drl"]), holes(contents["NPTH.drl"]))


def areas(text: str) -> list[BaseGeometry]:
    """Return everything that a layer draws."""
    drawn = GerberFile.from_string(text).objects
    return [area(primitive) for item in drawn for primitive in item.to_primitives(unit=MM)]


def area(primitive: Any) -> BaseGeometry:
    """Return one drawn thing as an area in millimetres."""
    if isinstance(primitive, Circle):
        return Point(primitive.x, primitive.y).buffer(primitive.r, quad_segs=32)
    if isinstance(primitive, Rectangle):
        half, high = primitive.w / 2, primitive.h / 2
        return rotate(
            box(primitive.x - half, primitive.y - high, primitive.x + half, primitive.y + high),
            -primitive.rotation,
            use_radians=True,
        )
    assert isinstance(primitive, Line), primitive
    return LineString(((primitive.x1, primitive.y1), (primitive.x2, primitive.y2))).buffer(
        primitive.width / 2, quad_segs=32
    )


def holes(text: str) -> list[tuple[float, float, float]]:
    """Return the holes of a drill file."""
    return [
        (drill.x, drill.y, drill.aperture.diameter)
        for drill in ExcellonFile.from_string(text).drills()
    ]


class Copper(NamedTuple):
    """One piece of joined copper: its areas on both sides, which plated holes join."""

    top: BaseGeometry
    bottom: BaseGeometry

    def at(self, x: float, y: float) -> bool:
        """Say whether it covers a point of the top side."""
        return bool(self.top.intersects(Point(x, y)))


def joined(board: Read) -> list[Copper]:
    """Return all pieces of copper: what touches on one side, and what a plated hole joins."""
    sides = [_islands(board.layers[name]) for name in ("F.Cu", "B.Cu")]
    islands = [(side, area) for side, found in enumerate(sides) for area in found]
    above = list(range(len(islands)))

    def top(place: int) -> int:
        while above[place] != place:
            place = above[place]
        return place

    trees = [STRtree(found) for found in sides]
    for x, y, _ in board.plated:
        met = [
            place + side * len(sides[0])
            for side, tree in enumerate(trees)
            for place in tree.query(Point(x, y), predicate="intersects")
        ]
        for place in met[1:]:
            above[top(place)] = top(met[0])
    pieces: dict[int, tuple[list[BaseGeometry], list[BaseGeometry]]] = {}
    for place, (side, area) in enumerate(islands):
        pieces.setdefault(top(place), ([], []))[side].append(area)
    return [Copper(unary_union(tops), unary_union(bottoms)) for tops, bottoms in pieces.values()]


def _islands(found: list[BaseGeometry]) -> list[BaseGeometry]:
    whole = unary_union(found)
    return list(whole.geoms) if hasattr(whole, "geoms") else [whole]


def nearest(pieces: list[Copper]) -> float:
    """Return the least distance of two pieces of copper on one side."""
    return min(
        min(
            one.top.distance(other.top) if one.top and other.top else 99.0,
            one.bottom.distance(other.bottom) if one.bottom and other.bottom else 99.0,
        )
        for one, other in combinations(pieces, 2)
    )


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return out.getvalue()
