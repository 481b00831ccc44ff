"""Surfaces that spread: floors of one kind on neighbouring squares drawn as one."""

from __future__ import annotations

from companion.art import Line, Point, Polygon, Shape, facing, on_circle, shrunk
from companion.engine.element import CARRIER, DEVICE, FLOOR, BoardView, Element
from companion.geometry import Heading

STEPS = 6
"""The points of a rounded corner."""


def ends(element: Element, board: BoardView) -> tuple[Heading, ...]:
    """Return the sides where the next square has no surface of this kind."""
    beyond = [board.next(element.square, side) for side in range(4)]
    return tuple(
        side
        for side, square in enumerate(beyond)
        if square is None or all(one.word != element.word for one in board.at(square))
    )


def pool(element: Element, board: BoardView, colour: str, inset: float, radius: float) -> Polygon:
    """Return the square's share of a surface.

    It reaches the sides where it goes on, else it ends `inset` from them, with corners rounded by a
    `radius`.
    """
    at_end = ends(element, board)
    north, east, south, west = (inset if side in at_end else 0.0 for side in range(4))
    corners = ((1 - east, 1 - north), (1 - east, south), (west, south), (west, 1 - north))
    points: list[Point] = []
    for side, (x, y) in enumerate(corners):
        if side not in at_end or (side + 1) % 4 not in at_end:
            points.append((x, y))
            continue
        centre = x + (-radius if x > 0.5 else radius), y + (-radius if y > 0.5 else radius)
        points += [
            on_circle(centre, radius, 90 * side + 90 * step / STEPS) for step in range(STEPS + 1)
        ]
    return Polygon(tuple(points), colour)


def banks(element: Element, board: BoardView, colour: str, width: float) -> tuple[Line, ...]:
    """Return a line along every side on which the surface ends."""
    line = (Line(((0, 1 - width / 2), (1, 1 - width / 2)), colour, width),)
    return _at_ends(line, element, board)


def wave(
    y: float, colour: str, width: float, left: float = 0.1, right: float = 0.9, height: float = 0.05
) -> Line:
    """Return a wavy line across the square, two waves long."""
    span = (right - left) / 16
    heights = (0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7)
    return Line(
        tuple((left + span * step, y + height * heights[step % 8]) for step in range(17)),
        colour,
        width,
    )


def dashes(element: Element, board: BoardView, colour: str) -> tuple[Line, ...]:
    """Return a dashed line along every side on which an area ends.

    It is dark under the dashes, so that it is visible on any floor.
    """
    bed = Line(((0, 0.965), (1, 0.965)), "ink", 0.07)
    marks = tuple(
        Line(((left, 0.965), (left + 0.15, 0.965)), colour, 0.05)
        for left in (0.03, 0.29, 0.56, 0.82)
    )
    return _at_ends((bed, *marks), element, board)


def _at_ends(lines: tuple[Line, ...], element: Element, board: BoardView) -> tuple[Line, ...]:
    """Return lines drawn for the north side on every side on which the surface ends."""
    return tuple(
        shape
        for side in ends(element, board)
        for shape in facing(lines, side)
        if isinstance(shape, Line)
    )


def crowded(element: Element, board: BoardView) -> bool:
    """Say whether something else is in the middle of the square."""
    return any(
        one.layer in (FLOOR, CARRIER, DEVICE)
        for one in board.at(element.square)
        if one is not element
    )


def aside(element: Element, board: BoardView, sign: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the sign of an area, small in a corner if the middle of the square is taken."""
    return shrunk(sign, 0.46, (0.75, 0.75)) if crowded(element, board) else sign


def is_carried(element: Element, board: BoardView) -> bool:
    """Say whether a device is on a belt or a gear, which must stay visible."""
    return any(one.layer == CARRIER for one in board.at(element.square))


def device_shapes(
    element: Element, board: BoardView, picture: tuple[Shape, ...]
) -> tuple[Shape, ...]:
    """Return the picture of a device, small in a corner if it is on a belt or a gear."""
    return shrunk(picture, 0.56, (0.71, 0.29)) if is_carried(element, board) else picture
