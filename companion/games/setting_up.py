"""What a game says before it begins: what it is like, its boards, which seats can be played, which it fills by itself, and what will be regretted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from companion.art import Shape
from companion.engine.board import Board
from companion.games.scene import Exhibit, Face, Known
from companion.geometry import Square
from companion.settings import Option
from companion.words import Text


class Plan(NamedTuple):
    """How a game is set up: the board, None where none is chosen, where markers lie in order, the seats that play, and the word chosen for each setting.

    A setting without a word has its default; `seat_words` are those of the settings of single seats, by seat. `seats` are those that people have chosen, without those that the game fills itself. Nothing is checked
    yet: `Game.begin` does that.
    """

    board: Board | None
    markers: tuple[Square, ...]
    seats: tuple[int, ...]
    words: Mapping[str, str]
    seat_words: Mapping[int, Mapping[str, str]] = {}


class SettingUp(Protocol):
    """The part of `companion.games.api.Game` that is asked while a game is set up.

    `about` is what it is like in a sentence or two. `seat_options` are the settings that every seat has for itself, `seat_signs` the
    signs of their values, by their words, on a square of side 1. `boards` are those that come with it, by the name of their file without its ending
    (`companion.content.shipped_text`), in the order in which they are offered, each with what it is like; none for a game without boards.
    `board_ending` is how the files of its boards end. `lesson` tells who plays for the first time how it is played, thing by thing, with what shows each;
    () where a game says that nowhere on the screen.
    """

    about: Text
    seat_options: tuple[Option, ...]
    seat_signs: Mapping[str, tuple[Shape, ...]]
    boards: Mapping[str, Text]
    board_ending: str
    lesson: tuple[Known, ...]

    @property
    def cover(self) -> tuple[Face, ...]:
        """The cards that are its picture where it is chosen; () for a game that has boards to show, or no cards."""

    def read_board(self, content: str, source: Text | str, kept: bool = False) -> Board:
        """The board that a file's text describes, one of its own boards too; FormatFault names the place in `source`, for whatever is wrong.

        `kept` is for a text of `write_board`, perhaps of an earlier version.
        """

    def write_board(self, board: Board) -> str:
        """A board as a text, out of which `read_board` makes an equal one."""

    def board_warnings(self, board: Board) -> tuple[Text, ...]:
        """What is odd about a board, allowed but probably not meant, in sentences for whoever draws it."""

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """Where the markers may lie on a board, as its own file says; none where it says nothing, and for a game without markers."""

    def board_options(self, board: Board | None) -> tuple[Option, ...]:
        """The settings that mean something on some boards only: those of this one, or all of them where it is None."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """The seats that can be played on a board, or without one, each with the square on which its piece begins, None where that is no square."""

    def filled(self, seats: tuple[int, ...], words: Mapping[str, str]) -> Mapping[int, int | None]:
        """The seats that play besides those that people have chosen: each with the seat whose player plays it too, or None where nobody does.

        `words` are those of the settings, as in a `Plan`. What a seat without a player needs is asked of others: each such `Ask` names a `decider`.
        Whatever is chosen there is an answer; `begin` says what cannot be.
        """

    @property
    def has_exhibits(self) -> bool:
        """Whether `exhibits` has any. They are drawn where they are asked for, and the first screen only wants to know whether to offer them."""

    def exhibits(self) -> tuple[Exhibit, ...]:
        """Everything that can be on its boards, in the order in which people look through it; () for a game that has no such list."""

    def example(self, key: str) -> tuple[Any, ...]:
        """One of its exhibits at work: the position of a tiny game, and each `Passage` that is played from there; () for a key that there is not."""

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """What is allowed but will be regretted, in sentences; never raises."""
