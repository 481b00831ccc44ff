"""The boards on which a game is played: those that come with it, how it reads and writes the files of any, and what can be on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic

from companion.engine.board import Board
from companion.errors import FormatFault
from companion.games.api import Game, P
from companion.games.scene import Exhibit, Instruction, Works
from companion.geometry import Square
from companion.settings import Option
from companion.words import Text, text


class Boards(ABC, Generic[P]):
    """The part of a game that is played on boards."""

    shipped: Mapping[str, Text] = {}
    """The boards that come with it, by the name of their file without its ending (`companion.content.shipped_text`), in the order in which they are
    offered, each with what it is like."""
    ending: str = ".board.toml"
    """How the files of its boards end."""

    @abstractmethod
    def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
        """Return the board that a file's text describes, one of its own boards too.

        Args:
            content: The text.
            source: What the text is called in a fault.
            kept: Whether it is a text of `write`, perhaps of an earlier version.

        Raises:
            FormatFault: The place in `source`, for anything that is wrong.
        """

    @abstractmethod
    def write(self, board: Board) -> str:
        """Return a board as a text, out of which `read` makes an equal one."""

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """Say what is odd about a board, allowed but probably not meant, in sentences for those who draw it."""
        return ()

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """Return where the markers may lie on a board, as its own file says; none where it says nothing, and for a game without markers."""
        return ()

    def options(self, board: Board | None) -> tuple[Option, ...]:
        """Return the settings that mean something on some boards only: those of this one, or all of them where it is None."""
        return ()

    def at_work(self, position: P, told: Instruction, round: int) -> Works:
        """Return what of the board is at work while an instruction of a round is shown; `position` is any of that turn."""
        return Works()


class Exhibits(ABC):
    """The part of a game with a list of everything that can be on its boards. It is drawn where it is asked for."""

    @abstractmethod
    def all(self) -> tuple[Exhibit, ...]:
        """Return all of them, in the order in which people look through them."""

    @abstractmethod
    def example(self, key: str) -> tuple[Any, ...]:
        """Show one of them at work: the position of a tiny game, and each `Passage` that is played from there; () for a key that there is not."""


def board_part(game: Game) -> Boards:
    """Return the boards of a game that is played on some."""
    boards = game.part(Boards)
    assert boards is not None
    return boards


def shipped_boards(game: Game) -> Mapping[str, Text]:
    """Return the boards that come with a game as `Boards.shipped` has them, none for a game without boards."""
    boards = game.part(Boards)
    return boards.shipped if boards is not None else {}


def read_board(game: Game, content: str, source: Text | str, kept: bool = False) -> Board:
    """Return the board that a text describes for a game; FormatFault too where it is played without one."""
    boards = game.part(Boards)
    if boards is None:
        raise FormatFault(
            source,
            None,
            text("a board"),
            text("none, since {game} is played without one", game=game.title),
        )
    return boards.read(content, source, kept)


def all_options(game: Game) -> tuple[Option, ...]:
    """Return every setting of a game, those too that mean something on some boards only."""
    boards = game.part(Boards)
    return (*game.options, *(boards.options(None) if boards is not None else ()))
