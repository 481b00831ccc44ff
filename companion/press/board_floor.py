"""The board itself on paper: plates, the elements' art, walls with a thickness, square names.

Lengths are in millimetres from the board's south-west corner; the parking row is below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import degrees
from typing import Final, TypeAlias

from companion.art import Arc, Line, Polygon, Shape, bar, facing
from companion.engine.board import Board
from companion.engine.element import BARRIER, MOUNT, Element
from companion.geometry import E, Heading, N, S, W, column_name, column_row
from companion.press.letters import draw_centred, text_width
from companion.press.marks import CAPITALS, Circle, Fill, Mark, Point, Rectangle, TextLine
from companion.press.paint import paint_shapes
from companion.press.paper import GROUND_LINE, INK, INKS, NAME, PAPER, PLATE, RIVET, SHADOW, SHINE

SQUARE: Final = 24.7
"""The side of a square: an A3 sheet is twelve of them wide and seventeen high."""
HAIR: Final = 0.008
"""Overhang of art that ends at its square's side, as a share of it, to avoid seams."""
GAP: Final = 0.28
"""From a plate to the side of its square."""
THICK: Final = 0.105
"""Half of a wall's thickness with its outline, as a share of a square."""
SIZE: Final = 2.7
"""The size of the letters of a square's name."""
INSIDE: Final = 2.5
"""The distance of a name from its square's side."""
LOST: Final = 4.8
"""Parts this far inside survive a printer that loses four millimetres at the rim of a sheet."""
TAG: Final = 4.2
"""The side of a tag."""

_Placed: TypeAlias = tuple[tuple[Shape, ...], float, float]
"""An element's shapes and the lower left corner of its square."""

_UPRIGHT: Final = (MOUNT, BARRIER)
_EDGES: Final = ("rail",)
# Compared as shapes, since an element's art does not mark the parts of a wall.
_OUTLINES: Final = frozenset(facing(bar(), side)[0] for side in range(4))
_WALLS: Final = frozenset(facing(bar(), side)[1] for side in range(4))
"""The two parts of a wall as the elements draw it, on each side."""


def floor(board: Board) -> Iterator[Mark]:
    """Draw a plate for each square, in two tints for counting, held by four rivets.

    Even squares that something covers whole have plates.
    """
    yield Rectangle(0, 0, board.columns * SQUARE, board.rows * SQUARE, 0, INKS["seam"])
    side = SQUARE - 2 * GAP
    for column in range(board.columns):
        for row in range(board.rows):
            left, bottom = column * SQUARE + GAP, row * SQUARE + GAP
            yield Rectangle(
                left, bottom, side, side, 0.9, PLATE if (column + row) % 2 else INKS["floor"]
            )
            for across, up in (
                (1.3, 1.3),
                (side - 1.3, 1.3),
                (1.3, side - 1.3),
                (side - 1.3, side - 1.3),
            ):
                yield Circle((left + across, bottom + up), 0.32, RIVET)


def elements(board: Board) -> Iterator[Mark]:
    """Draw every element by its own art; walls and mounts cast shadows, walls catch the light."""
    flat = [
        _place_shapes(board, element) for element in board.drawn if element.layer not in _UPRIGHT
    ]
    # Art that ends at a square's side goes first, or a hair of it would show on the next square.
    yield from _paint_all(flat, lambda shape: shape.colour in _EDGES)
    yield from _paint_all(flat, lambda shape: shape.colour not in _EDGES)
    walls = list(_runs(board))
    # The light falls from the north-west.
    yield from (_bar(wall, 0.05, -0.06, THICK, SHADOW) for wall in walls)
    upright = [
        _place_shapes(board, element) for element in board.drawn if element.layer in _UPRIGHT
    ]
    yield from _paint_all(upright, lambda shape: shape not in _OUTLINES and shape not in _WALLS)
    # Walls that meet are one wall: first all outlines, then the insides.
    yield from _paint_all(upright, lambda shape: shape in _OUTLINES)
    yield from _paint_all(upright, lambda shape: shape in _WALLS)
    yield from (_bar(wall, -0.02, 0.03, 0.012, SHINE) for wall in walls)


def _place_shapes(board: Board, element: Element) -> _Placed:
    column, row = column_row(element.square)
    return extend_to_edges(element.art(board)), column * SQUARE, row * SQUARE


def _paint_all(many: Iterable[_Placed], wanted: Callable[[Shape], bool]) -> Iterator[Mark]:
    """Draw the wanted shapes of many elements."""
    for shapes, x, y in many:
        yield from paint_shapes(filter(wanted, shapes), x, y, SQUARE)


def extend_to_edges(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes of a unit square, extended a hair beyond it where they end at its side."""
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, (Polygon, Line)):
            points = tuple((_beyond(x), _beyond(y)) for x, y in shape.points)
            found.append(shape._replace(points=points))
        elif isinstance(shape, Arc) and set(shape.centre) <= {0, 1}:
            # An arc about a corner of the square begins and ends at two of its sides.
            more = degrees(HAIR / shape.radius)
            found.append(shape._replace(start=shape.start - more, end=shape.end + more))
        else:
            found.append(shape)
    return tuple(found)


def _beyond(place: float) -> float:
    return -HAIR if place == 0 else 1 + HAIR if place == 1 else place


def _runs(board: Board) -> Iterator[tuple[Point, Point]]:
    """Yield every straight stretch of wall from end to end, in squares."""
    lying: set[Point] = set()
    standing: set[Point] = set()
    for square, side in board.walls:
        column, row = column_row(square)
        if side in (N, S):
            lying.add((row + (side == N), column))
        else:
            standing.add((column + (side == 1), row))
    for line, start, end in _merge_edges(lying):
        yield (start, line), (end, line)
    for line, start, end in _merge_edges(standing):
        yield (line, start), (line, end)


def _merge_edges(edges: set[Point]) -> Iterator[tuple[float, float, float]]:
    """Merge edges (line, place) along a line to runs (line, start, end).

    A run in one piece has no seams and casts no shadow on itself.
    """
    for line, place in sorted(edges):
        if (line, place - 1) in edges:
            continue
        end = place + 1
        while (line, end) in edges:
            end += 1
        yield line, place, end


def _bar(wall: tuple[Point, Point], right: float, up: float, half: float, ink: str) -> Fill:
    """Draw a bar along a wall, moved by shares of a square, `half` thick on each side.

    It is as long as the wall with its ends.
    """
    (x0, y0), (x1, y1) = wall
    along, across = (THICK - 0.04, half) if y0 == y1 else (half, THICK - 0.04)
    left, low, east, top = (
        x0 - along + right,
        y0 - across + up,
        x1 + along + right,
        y1 + across + up,
    )
    return Fill(
        tuple(
            (x * SQUARE, y * SQUARE)
            for x, y in ((left, low), (east, low), (east, top), (left, top))
        ),
        ink,
    )


def square_names(board: Board, edge: bool) -> Iterator[Mark]:
    """Draw every square's name, small in its upper left corner if that is free.

    It is on a small plate if something covers the floor. People are asked to go "to E7".
    `edge`: the board ends where the sheet ends, and a printer may lose something there.
    """
    for square in board.squares:
        mounted = {
            getattr(element, "side", None) for element in board.at(square) if element.layer == MOUNT
        }
        column, row = column_row(square)
        # Elements on the western or northern side would cover the name.
        across = _inside(
            board, square, E if W in mounted else W, edge and column in (0, board.columns - 1)
        )
        down = _inside(board, square, S if N in mounted else N, edge and row in (0, board.rows - 1))
        left = SQUARE - across - text_width(square, SIZE) if W in mounted else across
        low = down if N in mounted else SQUARE - down - SIZE * CAPITALS
        covered = any(
            element.layer != BARRIER and "start" not in element.traits
            for element in board.at(square)
        )
        x, y = column * SQUARE + left, row * SQUARE + low
        if covered:
            # On belts and pits bare letters would be invisible.
            wide, high = text_width(square, SIZE) + 1.2, SIZE * CAPITALS + 1.0
            yield Rectangle(x - 0.6, y - 0.5, wide, high, 0.6, f"{PLATE}d9")
        yield TextLine(square, x, y, SIZE, INK if covered else NAME)


def _inside(board: Board, square: str, side: Heading, edge: bool) -> float:
    """Return the distance of a name from a side of its square."""
    # A wall with its outline covers this much of its square.
    least = max(INSIDE, 2 * THICK * SQUARE) if (square, side) in board.walls else INSIDE
    # In the south the parking row follows, so nothing is lost there.
    return max(least, LOST) if edge and board.next(square, side) is None and side != S else least


def tags(board: Board) -> Iterator[Mark]:
    """Draw tags of columns in the north and at the parking row, of rows in the west and east."""
    width, height, half = board.columns * SQUARE, board.rows * SQUARE, TAG / 2
    for column in range(board.columns):
        # Never so far out that a printer could lose it.
        east = min((column + 0.8) * SQUARE, width - LOST - half)
        yield from _tag(column_name(column), (east, height - LOST - half))
        yield from _tag(column_name(column), ((column + 0.5) * SQUARE, 0.0))
    for row in range(board.rows):
        for x in (LOST + half, width - LOST - half):
            yield from _tag(str(row + 1), (x, (row + 0.16) * SQUARE))


def _tag(name: str, middle: Point) -> Iterator[Mark]:
    x, y = middle
    yield Rectangle(x - TAG / 2, y - TAG / 2, TAG, TAG, 1.0, PAPER, GROUND_LINE, 0.25)
    yield draw_centred(name, x, y, 3.9 if len(name) < 2 else 3.5, INK)
