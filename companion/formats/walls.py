"""Walls of a board: the squares that name them, and the walls that turn with a room.

See 2.4, elements C14.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from companion.engine.board import Board
from companion.engine.element import Element
from companion.engine.elements.wall import Wall
from companion.geometry import E, Heading, N, S, Square, W, column_row, opposite, square_name

Edge: TypeAlias = tuple[Square, Heading]
Namers: TypeAlias = Mapping[Edge, set[Square | None]]
"""The walled edges, each as `one_place` notes it, with the squares that name its wall; None stands
for the picture of the board."""

WALL_WORD: Final = "wall"
"""The one element that the drawing shows by lines instead of codes."""
TURNING: Final = "room"
"""The trait of blocks that turn with everything named on their squares."""


def one_place(square: Square, side: Heading) -> Edge:
    """Return the one place at which a walled edge is noted (2.4).

    It is the square south or west of it, or on the south and west border its only square.
    """
    column, row = column_row(square)
    if side == S and row > 0:
        return square_name(column, row - 1), N
    if side == W and column > 0:
        return square_name(column - 1, row), E
    return square, side


def walls_of(namers: Namers, board: Board) -> list[Wall]:
    """Return the walls of these edges for a board with these elements.

    Away from rooms a wall is the same however it was noted. At a room it keeps the square that
    named it: named in the room it turns with it; named from outside, or drawn, it stays (C14).
    """
    rooms = _rooms(board.elements)
    walls = []
    for (square, side), names in namers.items():
        beyond = board.next(square, side)
        places: dict[Square | None, Edge] = (
            {square: (square, side)}
            if beyond is None
            else {square: (square, side), beyond: (beyond, opposite(side))}
        )
        inside = [place for place in places if place in rooms]
        outside = [place for place in places if place not in rooms]
        if not inside:
            walls.append(Wall(square, side))
            continue
        named = [name for name in names if name in inside]
        if len(named) < len(names):
            walls.append(Wall(*places[outside[0]]) if outside else Wall(square, side, True))
        # Between two squares of one room both mean the same.
        if named and len(inside) == 2 and rooms[square] == rooms[beyond or ""]:
            named = [square]
        walls += [Wall(*places[name]) for name in named]
    return walls


def namers_of(walls: Iterable[Wall], elements: Iterable[Element]) -> dict[Edge, set[Square | None]]:
    """Return the squares that name walls: those in rooms.

    All other walls might be drawn as well.
    """
    rooms = _rooms(elements)
    found: dict[Edge, set[Square | None]] = {}
    for wall in walls:
        named = wall.square in rooms and not wall.stays
        found.setdefault(one_place(wall.square, wall.side), set()).add(
            wall.square if named else None
        )
    return found


def renote_walls(before: Board, after: Board) -> Board:
    """Note the walls of a changed board so that each turns, or stays, as before.

    A room may have come or gone.
    """
    walls = [element for element in after.elements if isinstance(element, Wall)]
    rest = after.changed([element for element in after.elements if not isinstance(element, Wall)])
    return rest.changed([*rest.elements, *walls_of(namers_of(walls, before.elements), rest)])


def _rooms(elements: Iterable[Element]) -> dict[Square | None, Square]:
    """Return every square in a room, with the room's corner."""
    return {
        square: element.square
        for element in elements
        if TURNING in element.traits
        for square in element.covers()
    }
