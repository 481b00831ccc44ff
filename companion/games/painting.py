"""Boards that people paint: what an editor asks the game about one that need not be finished.

A board is the same value as everywhere, so that it is shown, printed and kept like any other. What can be painted comes in trays; whoever paints knows
a paint by its key only. A game whose boards nobody can paint has None in its place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from companion.art import Shape
from companion.engine.board import Board
from companion.games.api import Change
from companion.games.corrections import Field
from companion.geometry import Heading, Square
from companion.words import NOTHING, Text


class Paint(NamedTuple):
    """Something to paint with: its key, what it is called, what it is like in a sentence or two, and how it looks on a square."""

    key: str
    label: Text
    about: Text = NOTHING
    art: tuple[Shape, ...] = ()


class Tray(NamedTuple):
    """Paints that belong together, under a word."""

    key: str
    title: Text
    paints: tuple[Paint, ...]


class Touch(NamedTuple):
    """A square that was touched, its side that is nearest to the finger, and whether the finger was so `near` that it means that side."""

    square: Square
    side: Heading = 0
    near: bool = False


class Trouble(NamedTuple):
    """What is wrong with a board, or with a `warning` only odd about it: a sentence, and the squares that it is about."""

    words: Text
    squares: tuple[Square, ...] = ()
    warning: bool = False


class Painting(ABC):
    """How boards of one game are painted. Whatever cannot be painted raises RuleFault with words for people.

    `smallest` and `largest` are numbers of squares along one side, `usual` is how many columns and rows just fill a large sheet; a name has up to `longest` letters.
    """

    smallest: int
    usual: tuple[int, int]
    largest: int
    longest: int

    @property
    @abstractmethod
    def trays(self) -> tuple[Tray, ...]:
        """Everything that can be painted with, the way to take things away last."""

    @abstractmethod
    def begun(self, columns: int, rows: int) -> Board:
        """A board of this size on which nothing stands."""

    @abstractmethod
    def read(self, content: str, source: Text | str) -> Board:
        """The board of a file that need not be finished; FormatFault where it is not even that."""

    @abstractmethod
    def named(self, board: Board, name: str) -> Board:
        """The same board with another name, which nobody but the painter has to like."""

    @abstractmethod
    def resized(self, board: Board, columns: int, rows: int) -> Board:
        """The same board with another size, its corner in the south-west where it was; what has no room any more is gone."""

    @abstractmethod
    def painted(self, board: Board, paint: str, touch: Touch, way: Heading) -> Board:
        """After one touch: something new that points that `way`, or what stands there already turned by one step."""

    @abstractmethod
    def swept(self, board: Board, paint: str, touches: Sequence[Touch], way: Heading) -> Board:
        """After a finger has gone over several squares: the same on each of them, along its way."""

    @abstractmethod
    def facing(self, board: Board, paint: str, square: Square) -> Heading | None:
        """Which way what is painted so on a square points there, None where it has no way or is not there."""

    @abstractmethod
    def there(self, board: Board, square: Square) -> Text:
        """What stands on a square, in a few words; NOTHING for the bare floor."""

    @abstractmethod
    def form(self, board: Board, square: Square) -> tuple[Field, ...]:
        """What can be said of the things on a square; each change is one for `altered`."""

    @abstractmethod
    def altered(self, board: Board, change: Change) -> Board:
        """After a change that a form has proposed."""

    @abstractmethod
    def about(self, board: Board) -> tuple[Field, ...]:
        """What can be said of the board as a whole, beside its name and size."""

    @abstractmethod
    def troubles(self, board: Board) -> tuple[Trouble, ...]:
        """What is wrong with it, then what is odd about it."""
