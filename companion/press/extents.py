"""How far marks reach, so that a sheet carries only what can be seen on it."""
from __future__ import annotations

from collections.abc import Iterable

from companion.press.letters import wide
from companion.press.marks import Box, Circle, Curve, Fill, Mark, Plate, Point, Squares, Stroke, Words


def within(marks: Iterable[Mark], box: Box) -> tuple[Mark, ...]:
    """The marks of which something lies in a box; groups always do, for nobody looks into them."""
    left, low, right, top = box
    found = []
    for mark in marks:
        west, south, east, north = extent(mark, box)
        if west <= right and east >= left and south <= top and north >= low:
            found.append(mark)
    return tuple(found)


def extent(mark: Mark, unknown: Box) -> Box:
    """A box that holds a mark with its edge; `unknown` for a group.

    Larger than needed where that is simpler: what is drawn without being seen does no harm, what is missing does.
    """
    if isinstance(mark, Fill):
        return _around(mark.points, mark.width)
    if isinstance(mark, Stroke):
        return _around(mark.points, mark.width)
    if isinstance(mark, Plate):
        return _around(((mark.left, mark.bottom), (mark.left + mark.width, mark.bottom + mark.height)), mark.edge_width)
    if isinstance(mark, (Circle, Curve)):
        return _around((mark.centre,), mark.radius + mark.width)
    if isinstance(mark, Squares):
        return _around(mark.corners, mark.side)
    if isinstance(mark, Words):
        return _around(((mark.x, mark.y),), max(mark.size, wide(mark.text, mark.size, mark.bold)))
    return unknown


def _around(points: Iterable[Point], more: float) -> Box:
    across, up = zip(*points, strict=True)
    return min(across) - more, min(up) - more, max(across) + more, max(up) + more
