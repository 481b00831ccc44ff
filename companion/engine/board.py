"""A board: a grid of squares with elements, its walls, and the area beyond its borders.

See rulebook 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Final, TypedDict, Unpack, cast

from companion.engine.causes import BEAM
from companion.engine.element import GROUND_UP, Element, PlayView
from companion.engine.keys import EVERY_REGISTER
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
"""The square to which a clank goes that crosses an open border. It is empty, so that callers who
need a square of the board can test it like None."""
PIT, WALL = "pit", "wall"


# No slots: the tables below are worked out on first use and kept in the instance's dictionary,
# where they do not count for equality.
@dataclass(frozen=True)
class Board:
    """A board as its file describes it.

    Construct it with `board_of`, which puts the elements in order. Boards are equal if their
    content is.
    """

    columns: int
    """2 to 40 in files, as are `rows`."""
    rows: int
    elements: tuple[Element, ...] = ()
    """In reading order."""
    edge: str = PIT
    """PIT or WALL: the area beyond the north, east and west border."""
    name: str = ""
    """Empty where a file names none, as for `author` and `licence`."""
    author: str = ""
    licence: str = ""
    suggested_flags: tuple[Square, ...] = ()
    """Flag 1 first."""
    parking: bool = True
    """Whether the parking row is south of row 1. Never in files: only boards of other games may
    lack it."""
    joined: bool = False
    """Whether the west side is joined to the east side. Never in files either."""

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without the tables, which a reader of the pickle works out again."""
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
        """Return the elements noted on a square, () for none.

        A wall may be noted on the square beyond instead, see `walls`.
        """
        return self._at.get(square, ())

    @cached_property
    def drawn(self) -> tuple[Element, ...]:
        """The elements in drawing order, on screen and paper: floors first, walls last."""
        return tuple(
            sorted(
                self.elements,
                key=lambda element: GROUND_UP.index(element.drawn_among or element.layer),
            )
        )

    def has(self, square: Square) -> bool:
        """Say whether a square is on the board.

        Raises:
            ValueError: The text names no square; OUTSIDE is such a text.
        """
        column, row = column_row(square)
        return column < self.columns and row < self.rows

    def next(self, square: Square, direction: Heading) -> Square | None:
        """Return the neighbouring square on the board or None.

        Walls between do not count.
        """
        beyond = neighbour(square, direction)
        return beyond if beyond is not None and self.has(beyond) else None

    @cached_property
    def walls(self) -> frozenset[tuple[Square, Heading]]:
        """Every walled edge as (square, side), noted from both squares.

        See 2.4 [E003, E004, E091, E191].
        """
        found = set()
        for element in self.elements:
            for side in element.walls():
                found.add((element.square, side))
                beyond = self.next(element.square, side)
                if beyond is not None:
                    found.add((beyond, opposite(side)))
        return frozenset(found)

    @cached_property
    def by_beat(self) -> Mapping[str, tuple[Element, ...]]:
        """The elements that act at the beats of a name, in reading order."""
        found: dict[str, dict[Element, None]] = {}
        for element in self.elements:
            for beat in element.beats():
                found.setdefault(beat.name, {})[element] = None
        return {name: tuple(elements) for name, elements in found.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the kinds of elements on the board."""
        return frozenset(element.word for element in self.elements)

    @cached_property
    def remembering(self) -> frozenset[str]:
        """The words under which its elements remember something that changes the board."""
        return frozenset(element.remembers for element in self.elements if element.remembers)

    @cached_property
    def redrawn(self) -> dict[object, Board]:
        """Changed boards by what is remembered. A race asks for the same few all the time."""
        return {}

    @cached_property
    def ways(self) -> dict[Square, Mapping[Square, int]]:
        """Distances to a goal from every other square, by goal; filled by `survey.squares_to`."""
        return {}

    @cached_property
    def plain(self) -> dict[frozenset[str], bool]:
        """Results of `race_tables.is_plain`, asked at every step, by traits the game handles."""
        return {}

    @cached_property
    def ahead(self) -> tuple[dict[Square, Square | None], ...]:
        """For each heading: the square that a step from each square leads to.

        None where the step is stopped, OUTSIDE where it destroys. Walls stop (2.4), the parking row
        stops along the whole south border (2.1 [E020, E021]), and the other borders do as `edge`
        says unless a wall is drawn there (2.5 [E022-E024]).
        """
        return tuple(
            {square: self._step(square, direction) for square in self.squares}
            for direction in range(4)
        )

    def _step(self, square: Square, direction: Heading) -> Square | None:
        if (square, direction) in self.walls:
            return None
        beyond = self.next(square, direction)
        return beyond if beyond is not None else self.board_edge(direction)

    def board_edge(self, direction: Heading) -> Square | None:
        """Return the area beyond an open border (13.1 `board_edge` [E022, E023, E045, E076, E086]).

        OUTSIDE destroys a clank that crosses, as a pit does; None stops it. The parking row is a
        wall on every board, and a board may make its edge one (2.1, 2.5).
        """
        return None if direction == S or self.edge == WALL else OUTSIDE

    @cached_property
    def gates(self) -> dict[tuple[Square, Heading], tuple[Element, ...]]:
        """Edges with barriers that stop crossings in some registers.

        (square, way out) → barriers, those of the square itself first.
        """
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

    def beam(
        self, square: Square, direction: Heading, register: int | None = None
    ) -> tuple[Square, ...]:
        """Return the squares that a beam from a square covers, that square first.

        See 7.9.1 [E120, E128]. The beam ends at a wall or at the end of the board. Barriers count
        as in `register`; with None only those that block beams in every register.
        """
        covered = [square]
        while (beyond := self.lit_from(covered[-1], direction, register)) is not None:
            covered.append(beyond)
        return tuple(covered)

    def lit_from(
        self, square: Square, direction: Heading, register: int | None = None
    ) -> Square | None:
        """Return the next square that a beam covers, or None where it ends.

        Barriers count as in `beam`.
        """
        # A wall already ends the beam in `ahead`; gates are open or shut in addition.
        barriers = self.gates.get((square, direction), ())
        if barriers:
            registers = (register,) if register else EVERY_REGISTER
            views = [cast(PlayView, Glance(self, number)) for number in registers]
            if all(
                any(barrier.blocks(direction, BEAM, view) for barrier in barriers) for view in views
            ):
                return None
        return self.ahead[direction][square] or None

    def changed(self, elements: Iterable[Element]) -> Board:
        """Return the same board with other elements."""
        return replace(self, elements=_in_order(elements))

    def having(self, trait: str) -> frozenset[Square]:
        """Return the squares with an element of this trait.

        Rules ask by traits, so that they need not know kinds of elements.
        """
        return frozenset(
            square
            for element in self.elements
            if trait in element.traits
            for square in element.covers()
        )

    @cached_property
    def decks(self) -> tuple[Square, ...]:
        """The upper squares, such as "D4+", that exist in some register (B4f, B3b).

        They are in reading order.
        """
        found = {
            element.square
            for element in self.elements
            for register in range(1, 6)
            if element.above(register)
        }
        # Elements that turn with a room may come to any square of its block (C14).
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
        """Seat → starting position. The reader of board files allows one per seat."""
        return {
            begins[0]: element.square
            for element in self.elements
            if (begins := element.begins()) is not None
        }

    @cached_property
    def start_headings(self) -> dict[int, Heading]:
        """Seat → heading of its clank on the starting position."""
        return dict(begins for element in self.elements if (begins := element.begins()) is not None)


class Glance:
    """A look at a board without a race, to ask whether a barrier lets a beam pass in a register.

    It knows no piece and remembers nothing.
    """

    turn, left, card = 0, 0, None

    def __init__(self, board: Board, register: int) -> None:
        self.board, self.register = board, register

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"whether a beam passes must not depend on {name}")


class BoardFacts(TypedDict, total=False):
    """The other fields of a board, for `board_of`."""

    edge: str
    name: str
    author: str
    licence: str
    suggested_flags: tuple[Square, ...]
    parking: bool
    joined: bool


def board_of(
    columns: int,
    rows: int,
    elements: tuple[Element, ...] | list[Element],
    **facts: Unpack[BoardFacts],
) -> Board:
    """Return a board with its elements in reading order, so that equal boards compare equal.

    Args:
        columns: See `Board`.
        rows: See `Board`.
        elements: In any order.
        facts: The other fields.
    """
    return Board(columns, rows, _in_order(elements), **facts)


def _in_order(elements: Iterable[Element]) -> tuple[Element, ...]:
    # A wall noted twice is one wall, and the order of elements in a file means nothing.
    return tuple(
        sorted(set(elements), key=lambda element: (reading_order(element.square), element.entry()))
    )
