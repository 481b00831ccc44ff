"""Boards that people paint: what an editor asks the game about a board, finished or not.

The board is the same value as elsewhere, so that it can be shown, printed and saved. Paints come in
trays; the editor knows a paint by its key only. A game without painted boards has no `Painting`
part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from companion.art import Shape
from companion.engine.board import Board
from companion.games.api import Change, Part
from companion.games.corrections import Field
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text


class Paint(NamedTuple):
    """Something to paint with."""

    key: str
    label: Text
    about: Text = NOTHING
    """Its effect, in a sentence or two."""
    art: tuple[Shape, ...] = ()
    """Its drawing on a square of side 1."""


class Tray(NamedTuple):
    """A group of paints under a title."""

    key: str
    title: Text
    paints: tuple[Paint, ...]


class Touch(NamedTuple):
    """A touch on a square."""

    square: Square
    side: Heading = 0
    """The side that is nearest to the finger."""
    near: bool = False
    """Whether the finger was near enough to mean that side."""


class PaintingProblem(NamedTuple):
    """Something wrong or odd on a board."""

    words: Text
    squares: tuple[Square, ...] = ()
    """The squares that it is about."""
    warning: bool = False
    """Whether the board is only odd and can be played."""


class Painting(Part[Any, Any], ABC):
    """The part of a game for which people paint boards.

    Every method raises RuleError, with words for people, for what cannot be painted.
    """

    smallest: int
    """The smallest number of squares along one side."""
    usual: tuple[int, int]
    """The columns and rows that fill a large sheet."""
    largest: int
    """The largest number of squares along one side."""
    longest: int
    """The maximum length of a name, in letters."""

    @property
    @abstractmethod
    def trays(self) -> tuple[Tray, ...]:
        """Return all trays, the one that removes things last."""

    @abstractmethod
    def begun(self, columns: int, rows: int) -> Board:
        """Return an empty board of this size."""

    @abstractmethod
    def read(self, content: str, source: Text | str) -> Board:
        """Return the board of a file, which may be unfinished.

        Raises:
            FormatError: The text is not even an unfinished board.
        """

    @abstractmethod
    def named(self, board: Board, name: str) -> Board:
        """Return the board with another name."""

    @abstractmethod
    def resized(self, board: Board, columns: int, rows: int) -> Board:
        """Return the board with another size.

        The south-west corner keeps its place; what has no room any more is removed.
        """

    @abstractmethod
    def painted(self, board: Board, paint: str, touch: Touch, direction: Heading) -> Board:
        """Return the board after a touch: a new thing in this direction or the old one turned."""

    @abstractmethod
    def swept(
        self, board: Board, paint: str, touches: Sequence[Touch], direction: Heading
    ) -> Board:
        """Return the board after a finger went over several squares, painted along its way."""

    @abstractmethod
    def facing(self, board: Board, paint: str, square: Square) -> Heading | None:
        """Return the direction of a painted thing, None if it has none or is not on the square."""

    @abstractmethod
    def there(self, board: Board, square: Square) -> Text:
        """Return what is on a square in a few words, NOTHING for the bare floor."""

    @abstractmethod
    def form(self, board: Board, square: Square) -> tuple[Field, ...]:
        """Return the fields of the things on a square. `altered` takes their changes."""

    @abstractmethod
    def altered(self, board: Board, change: Change) -> Board:
        """Return the board after a change that a form proposed."""

    @abstractmethod
    def about(self, board: Board) -> tuple[Field, ...]:
        """Return the fields of the board as a whole, apart from name and size."""

    @abstractmethod
    def troubles(self, board: Board) -> tuple[PaintingProblem, ...]:
        """Return what is wrong with the board, then what is odd about it."""
