"""A board: a grid of squares with elements, its walls, and what lies beyond its borders (rulebook 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Final, TypedDict, Unpack, cast

from companion.engine.causes import BEAM
from companion.engine.element import GROUND_UP, Element
from companion.engine.keys import EVERY_REGISTER
from companion.engine.looking import Look
from companion.geometry import (
    ABOVE,
    Heading,
    S,
    Square,
    column_row,
    neighbour,
    opposite,
    reading_order,
    square_name,
)

OUTSIDE: Final[Square] = ""
"""Where a clank goes that crosses an open border; empty, so that who asks only for a square of the board can test it like None."""
PIT, WALL = "pit", "wall"


# No slots: the tables below are worked out when first wanted and kept in the instance's dictionary, where they do not count for equality.
@dataclass(frozen=True)
class Board:
    """A board as its file says: size, elements in reading order, and the `edge` beyond the north, east and west border.

    Construct it with `board_of`, which puts the elements in order; equality is by content. `columns` and `rows` are 2 to 40 in files.
    `name`, `author` and `licence` are "" where a file does not say them; `suggested_flags` has flag 1 first. Two things are never in files, since the
    rules of this engine know neither: a board of another game may do without the `parking` row, and its west side may be `joined` to its east side.
    """

    columns: int
    rows: int
    elements: tuple[Element, ...] = ()
    edge: str = PIT
    name: str = ""
    author: str = ""
    licence: str = ""
    suggested_flags: tuple[Square, ...] = ()
    parking: bool = True
    joined: bool = False

    def __getstate__(self) -> dict[str, object]:
        """What it says without the tables, which whoever reads a pickle of it works out anew."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Every square, row by row from the south, west to east."""
        return tuple(
            square_name(column, row) for row in range(self.rows) for column in range(self.columns)
        )

    @cached_property
    def _at(self) -> dict[Square, tuple[Element, ...]]:
        found: dict[Square, tuple[Element, ...]] = {}
        for element in self.elements:
            for square in element.covers():
                found[square] = (*found.get(square, ()), element)
        return found

    def at(self, square: Square) -> tuple[Element, ...]:
        """The elements noted on a square, () for none; a wall may be noted on the square beyond instead, see `walls`."""
        return self._at.get(square, ())

    @cached_property
    def drawn(self) -> tuple[Element, ...]:
        """The elements in the order in which they are drawn, on screen and paper: floors first, walls last."""
        return tuple(
            sorted(
                self.elements,
                key=lambda element: GROUND_UP.index(element.drawn_among or element.layer),
            )
        )

    def has(self, square: Square) -> bool:
        """Whether the square lies on the board; ValueError where the text is no name of a square, OUTSIDE included."""
        column, row = column_row(square)
        return column < self.columns and row < self.rows

    def next(self, square: Square, way: Heading) -> Square | None:
        """The neighbouring square on the board, whatever stands between, or None."""
        beyond = neighbour(square, way)
        return beyond if beyond is not None and self.has(beyond) else None

    @cached_property
    def walls(self) -> frozenset[tuple[Square, Heading]]:
        """Every walled edge as (square, side), noted from both of its squares (2.4 [E003, E004, E091, E191])."""
        found = set()
        for element in self.elements:
            for side in element.walls():
                found.add((element.square, side))
                beyond = self.next(element.square, side)
                if beyond is not None:
                    found.add((beyond, opposite(side)))
        return frozenset(found)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the kinds of elements that lie on it."""
        return frozenset(element.word for element in self.elements)

    @cached_property
    def remembering(self) -> frozenset[str]:
        """The words under which its elements remember something that changes the board."""
        return frozenset(element.remembers for element in self.elements if element.remembers)

    @cached_property
    def redrawn(self) -> dict[object, Board]:
        """By what is remembered of it, the board as it stands then, since a race asks for few of them all the time."""
        return {}

    @cached_property
    def ways(self) -> dict[Square, Mapping[Square, int]]:
        """How far it is to a square from every other one, by goal: what `survey.squares_to` has found, since a race asks for few of them all the time."""
        return {}

    @cached_property
    def plain(self) -> dict[frozenset[str], bool]:
        """By the traits that a game itself looks at, what `course.is_plain` has found, since a race asks at every step."""
        return {}

    @cached_property
    def ahead(self) -> tuple[dict[Square, Square | None], ...]:
        """For each heading: square → the square a step leads to, None where it is stopped, OUTSIDE where it is destroyed.

        Walls stop (2.4), the parking row stops along the whole south border (2.1 [E020, E021]), and the other borders are as `edge`
        says unless a wall is drawn there (2.5 [E022-E024]).
        """
        return tuple(
            {square: self._step(square, way) for square in self.squares} for way in range(4)
        )

    def _step(self, square: Square, way: Heading) -> Square | None:
        if (square, way) in self.walls:
            return None
        beyond = self.next(square, way)
        return beyond if beyond is not None else self.board_edge(way)

    def board_edge(self, way: Heading) -> Square | None:
        """13.1 `board_edge` [E022, E023, E045, E076, E086]: what lies beyond an open border; who crosses it is destroyed as in a pit.

        The parking row is a wall on every board, and a board may say that its edge is one (2.1, 2.5).
        """
        return None if way == S or self.edge == WALL else OUTSIDE

    @cached_property
    def gates(self) -> dict[tuple[Square, Heading], tuple[Element, ...]]:
        """Edges with barriers that stop who crosses now and then: (square, way out) → barriers, own side first."""
        found: dict[tuple[Square, Heading], tuple[Element, ...]] = {}
        for element in self.elements:
            for side in element.gates():
                found[element.square, side] = (element, *found.get((element.square, side), ()))
                beyond = self.next(element.square, side)
                if beyond is not None:
                    found[beyond, opposite(side)] = (
                        *found.get((beyond, opposite(side)), ()),
                        element,
                    )
        return found

    def beam(self, square: Square, way: Heading, register: int | None = None) -> tuple[Square, ...]:
        """The squares that a beam from this one covers, itself first, up to a wall or the end of the board (7.9.1 [E120, E128]).

        Barriers count as in that register; with None only those that let no beam pass in any register.
        """
        covered = [square]
        while (beyond := self.lit_from(covered[-1], way, register)) is not None:
            covered.append(beyond)
        return tuple(covered)

    def lit_from(self, square: Square, way: Heading, register: int | None = None) -> Square | None:
        """The next square that a beam on this one covers, or None where it ends; barriers count as in `beam`."""
        # A wall ends the beam in `ahead` already; gates stand open or shut beside that.
        barriers = self.gates.get((square, way), ())
        if barriers and all(
            self._dark(barriers, way, number)
            for number in ((register,) if register else EVERY_REGISTER)
        ):
            return None
        return self.ahead[way][square] or None

    def _dark(self, barriers: tuple[Element, ...], way: Heading, register: int) -> bool:
        """Whether one of the barriers on an edge ends a beam in a register."""
        return any(
            barrier.blocks(way, BEAM, cast(Look, Glance(self, register))) for barrier in barriers
        )

    def changed(self, elements: Iterable[Element]) -> Board:
        """The same board with these elements in place of its own."""
        return replace(self, elements=_in_order(elements))

    def having(self, trait: str) -> frozenset[Square]:
        """The squares that carry an element with this trait, which is how rules ask without knowing any kind of element."""
        return frozenset(
            square
            for element in self.elements
            if trait in element.traits
            for square in element.covers()
        )

    @cached_property
    def decks(self) -> tuple[Square, ...]:
        """The squares above others, "D4+", that there are in some register, in reading order (B4f, B3b)."""
        found = {
            element.square
            for element in self.elements
            for register in range(1, 6)
            if element.above(register)
        }
        # What turns with a room may come to any square of its block (C14).
        found.update(
            *(
                element.covers()
                for element in self.elements
                if element.remembers and not found.isdisjoint(element.covers())
            )
        )
        return tuple(square + ABOVE for square in self.squares if square in found)

    @cached_property
    def starts(self) -> dict[int, Square]:
        """Seat → starting position; a seat has one at most, which the reader of board files sees to."""
        return {
            begins[0]: element.square
            for element in self.elements
            if (begins := element.begins()) is not None
        }

    @cached_property
    def start_headings(self) -> dict[int, Heading]:
        """Seat → the way its clank faces on the starting position."""
        return dict(begins for element in self.elements if (begins := element.begins()) is not None)


class Glance:
    """A look at a board on which nobody plays: for whether a barrier lets a beam pass in a register. It knows of no piece and remembers nothing."""

    turn, left, card = 0, 0, None

    def __init__(self, board: Board, register: int) -> None:
        self.board, self.register = board, register

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"whether a beam passes must not depend on {name}")


class Facts(TypedDict, total=False):
    """The other fields of a board, for `board_of`."""

    edge: str
    name: str
    author: str
    licence: str
    suggested_flags: tuple[Square, ...]
    parking: bool
    joined: bool


def board_of(
    columns: int, rows: int, elements: tuple[Element, ...] | list[Element], **facts: Unpack[Facts]
) -> Board:
    """A board with its elements in reading order, so that equal boards are equal; `facts` are the other fields."""
    return Board(columns, rows, _in_order(elements), **facts)


def _in_order(elements: Iterable[Element]) -> tuple[Element, ...]:
    # A wall noted twice is one wall, and the order in which a file lists its elements means nothing.
    return tuple(
        sorted(set(elements), key=lambda element: (reading_order(element.square), element.entry()))
    )
