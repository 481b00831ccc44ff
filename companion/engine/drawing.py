"""Shared parts of the drawings of elements: tracks, plates, tags and signs along a reach.

Everything is drawn for an element that leads north or hangs in the north; the element turns it to
its own heading.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.art import (
    Arc,
    Band,
    Caption,
    Disc,
    Line,
    Point,
    Polygon,
    Shape,
    box,
    facing,
    numerals,
    on_circle,
)
from companion.engine.element import BoardView, Element
from companion.engine.keys import EVERY_REGISTER
from companion.geometry import E, Heading, S, W, turn_heading

BED: Final = 0.76
"""The width of a band between its rails."""


# ---- Tracks --------------------------------------------------------------------------------------


def ways_in(board: BoardView, element: Element, heading: Heading) -> tuple[Heading, ...]:
    """Return the sides from which others of its kind lead onto its square, as if it led north.

    If none does, the only side is the south.
    """
    sides = {side: turn_heading(side, heading) for side in (S, E, W)}
    return tuple(
        side for side, direction in sides.items() if _joins(board, element, direction)
    ) or (S,)


def _joins(board: BoardView, element: Element, direction: Heading) -> bool:
    beside = board.next(element.square, direction)
    others = board.at(beside) if beside else ()
    return any(
        other.word == element.word
        and getattr(other, "group", "") == getattr(element, "group", "")
        and (way := other.direction()) is not None
        and board.ahead[way][other.square] == element.square
        for other in others
    )


def track(direction: Heading, width: float, colour: str) -> Line | Arc:
    """Return the band from a side to the north side."""
    if direction == S:
        return Line(((0.5, 0), (0.5, 1)), colour, width)
    # A curve goes around the corner that its side and the north side share.
    if direction == E:
        return Arc((1, 1), 0.5, 180, 270, colour, width)
    return Arc((0, 1), 0.5, 90, 180, colour, width)


def edges(direction: Heading, apart: float, width: float, colour: str) -> tuple[Shape, ...]:
    """Return two lines along the band to the north side, each `apart` from its middle."""
    if direction == S:
        return tuple(
            Line(((0.5 + off, 0), (0.5 + off, 1)), colour, width) for off in (-apart, apart)
        )
    bend = track(direction, width, colour)
    assert isinstance(bend, Arc)
    return tuple(bend._replace(radius=0.5 + off) for off in (-apart, apart))


def run(direction: Heading, width: float, face: tuple[Shape, ...]) -> Band:
    """Return the band from a side in its direction of travel."""
    bed = track(direction, width, "")
    # The bend from the west runs against the direction in which it is drawn.
    return Band(Arc((0, 1), 0.5, 180, 90, "", width) if direction == W else bed, face)


def along(direction: Heading, shares: Iterable[float]) -> tuple[tuple[Point, float], ...]:
    """Return points along the middle of the band, each with the band's angle there.

    Args:
        direction: The side where the band begins; it ends in the north.
        shares: How far along it each point is, 0 to 1.
    """
    if direction == S:
        return tuple(((0.5, share), 0.0) for share in shares)
    corner, turn = ((0, 1), 1) if direction == W else ((1, 1), -1)
    return tuple(
        (on_circle(corner, 0.5, 180 - turn * 90 * share), turn * 90 * (1 - share))
        for share in shares
    )


# ---- Plates and tags -----------------------------------------------------------------------------


def plate(numbers: tuple[int, ...], y: float, heading: Heading = 0) -> tuple[Shape, ...]:
    """Return the active registers on a dark plate at height `y`; () if all registers are active."""
    if numbers == EVERY_REGISTER:
        return ()
    half = max(0.12 * len(numbers) + 0.02, 0.14)
    return (
        box(0.5 - half, y - 0.14, 0.5 + half, y + 0.14, "paper"),
        box(0.5 - half + 0.025, y - 0.115, 0.5 + half - 0.025, y + 0.115, "ink"),
        *(numerals(numbers, y, 0.16, "paper", heading) or (Caption("–", (0.5, y), 0.16, "paper"),)),
    )


def number_band(
    numbers: tuple[int, ...], band: Shape, y: float, size: float, colour: str
) -> tuple[Shape, ...]:
    """Return the active registers on a band at height `y`; () if all registers are active."""
    return () if numbers == EVERY_REGISTER else (band, *numerals(numbers, y, size, colour))


def mounted(
    shapes: tuple[Shape, ...], numbers: tuple[int, ...], side: Heading, y: float
) -> tuple[Shape, ...]:
    """Return shapes mounted on a side of a square, with a plate for the registers."""
    return facing((*shapes, *plate(numbers, y, side)), side)


def tag(group: str, centre: Point = (0.83, 0.83)) -> tuple[Shape, ...]:
    """Return a round tag with the first letters of a group."""
    letters = group[:2].upper()
    return (
        Disc(centre, 0.155, "ink"),
        Disc(centre, 0.13, "paper"),
        Caption(letters, centre, 0.16 if len(letters) == 1 else 0.12, "ink"),
    )


def strength(number: int, centre: Point) -> tuple[Shape, ...]:
    """Return a round tag with the damage that an element does, () for 1."""
    if number > 1:
        return (
            Disc(centre, 0.13, "ink"),
            Disc(centre, 0.11, "hazard"),
            Caption(str(number), centre, 0.14, "ink"),
        )
    return ()


def by_way(
    ways: Iterable[tuple[int, Heading]], y: float, size: float, colour: str
) -> tuple[Shape, ...]:
    """Return register numbers at the side that an element points to in each of them.

    Args:
        ways: Pairs of a register and a heading.
        y: The height of the numbers.
        size: Their size.
        colour: Their colour.
    """
    found: dict[Heading, tuple[int, ...]] = {}
    for register, direction in ways:
        found[direction] = (*found.get(direction, ()), register)
    return tuple(
        shape
        for direction, numbers in found.items()
        for shape in facing(numerals(numbers, y, size, colour, direction), direction)
    )


# ---- Along a reach -------------------------------------------------------------------------------


def stops(far: int, first: float = 0.5, step: float = 1.0) -> tuple[float, ...]:
    """Return heights below a mount in the north.

    They are `step` apart, from `first` to the end of `far` squares.
    """
    end = 1.0 - far
    return tuple(
        first - step * number
        for number in range(int((first - end) / step) + 1)
        if first - step * number > end + 0.02
    )


def striped(
    left: float, bottom: float, right: float, top: float, stripes: int
) -> tuple[Shape, ...]:
    """Return a strip with slanting stripes that warn."""
    step = (right - left) / stripes
    return box(left, bottom, right, top, "hazard"), *(
        Polygon(
            (
                (left + n * step, bottom),
                (left + (n + 0.5) * step, bottom),
                (left + (n + 1) * step, top),
                (left + (n + 0.5) * step, top),
            ),
            "ink",
        )
        for n in range(stripes)
    )


def move_shapes(shapes: tuple[Shape, ...], east: float) -> tuple[Shape, ...]:
    """Return shapes moved to the east."""
    return tuple(
        shape._replace(points=tuple((x + east, y) for x, y in shape.points))
        if isinstance(shape, (Polygon, Line))
        else shape._replace(centre=(shape.centre[0] + east, shape.centre[1]))
        for shape in shapes
    )


def four(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the same shapes in the north, east, south and west of the square."""
    return tuple(shape for side in range(4) for shape in facing(shapes, side))
