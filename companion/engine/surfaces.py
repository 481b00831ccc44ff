"""Surfaces that spread: how floors of one kind on neighbouring squares are drawn as one."""

from __future__ import annotations

from companion.art import Line, Point, Polygon, Shape, facing, on_circle, shrunk
from companion.engine.board import Board
from companion.engine.element import CARRIER, DEVICE, FLOOR, Element
from companion.geometry import Heading

STEPS = 6
"""The corners of a rounded corner."""


def ends(element: Element, board: Board) -> tuple[Heading, ...]:
    """The sides on which an element's surface ends, since the square beyond has none of its kind."""
    return tuple(side for side in range(4) if not _goes_on(element, board, side))


def _goes_on(element: Element, board: Board, side: Heading) -> bool:
    beyond = board.next(element.square, side)
    return beyond is not None and any(one.word == element.word for one in board.at(beyond))


def pool(element: Element, board: Board, colour: str, inset: float, radius: float) -> Polygon:
    """The square's share of a surface: up to the sides where it goes on, else `inset` from them, with corners rounded by a `radius`."""
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


def banks(element: Element, board: Board, colour: str, width: float) -> tuple[Line, ...]:
    """A line along every side on which the surface ends."""
    line = (Line(((0, 1 - width / 2), (1, 1 - width / 2)), colour, width),)
    return _at_ends(line, element, board)


def wave(
    y: float, colour: str, width: float, left: float = 0.1, right: float = 0.9, height: float = 0.05
) -> Line:
    """A wavy line across the square, two waves long."""
    span = (right - left) / 16
    heights = (0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7)
    return Line(
        tuple((left + span * step, y + height * heights[step % 8]) for step in range(17)),
        colour,
        width,
    )


def dashes(element: Element, board: Board, colour: str) -> tuple[Line, ...]:
    """A dashed line along every side on which an area ends; dark under the dashes, so that it is seen on any floor."""
    bed = Line(((0, 0.965), (1, 0.965)), "ink", 0.07)
    marks = tuple(
        Line(((left, 0.965), (left + 0.15, 0.965)), colour, 0.05)
        for left in (0.03, 0.29, 0.56, 0.82)
    )
    return _at_ends((bed, *marks), element, board)


def _at_ends(lines: tuple[Line, ...], element: Element, board: Board) -> tuple[Line, ...]:
    """Lines drawn for the north side, on every side on which the surface ends."""
    return tuple(
        shape
        for side in ends(element, board)
        for shape in facing(lines, side)
        if isinstance(shape, Line)
    )


def crowded(element: Element, board: Board) -> bool:
    """Whether something else lies in the middle of the square."""
    return any(
        one.layer in (FLOOR, CARRIER, DEVICE)
        for one in board.at(element.square)
        if one is not element
    )


def aside(element: Element, board: Board, sign: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The sign of an area, small in a corner where something else lies in the middle of the square."""
    return shrunk(sign, 0.46, (0.75, 0.75)) if crowded(element, board) else sign


def is_carried(element: Element, board: Board) -> bool:
    """Whether a device stands on a belt or a gear, which is to be seen, too."""
    return any(one.layer == CARRIER for one in board.at(element.square))


def beside(element: Element, board: Board, picture: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The picture of a device, small in a corner where a belt or a gear lies in the middle of the square."""
    return shrunk(picture, 0.56, (0.71, 0.29)) if is_carried(element, board) else picture
