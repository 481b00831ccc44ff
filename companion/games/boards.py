"""The boards of a game: those it comes with, the format of their files, and what they can hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from companion.content import shipped_text
from companion.engine.board import Board
from companion.engine.element import GROUND_UP, Element
from companion.errors import FormatError
from companion.games.api import Game, P, Part, PlayResult, Position
from companion.games.scene import Exhibit, Instruction, Known, Works
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.settings import Option
from companion.words import Text, text


class Boards(Part[P, Any], ABC):
    """The part of a game that is played on boards."""

    shipped: Mapping[str, Text] = {}
    """The boards that come with the game, each with a description, in the order of the offer.

    The key is the file name without its ending (`companion.content.shipped_text`).
    """
    package: str = ""
    """The package whose folder `boards` holds those files, "" for `companion.content`."""
    ending: str = ".board.toml"
    """The ending of board files."""

    @abstractmethod
    def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
        """Return the board that the text of a file describes.

        Args:
            content: The text.
            source: The name of the text in a fault.
            kept: Whether `write` made the text, perhaps in an earlier version.

        Raises:
            FormatError: The text is wrong, with the place.
        """

    @abstractmethod
    def write(self, board: Board) -> str:
        """Return a board as text. `read` makes an equal board of it."""

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """Return sentences about what is allowed but probably not meant, for board makers."""
        return ()

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """Return the squares that the board's file suggests for markers, () if none."""
        return ()

    def options(self, board: Board | None) -> tuple[Option, ...]:
        """Return the settings that apply to this board only, or to any single board for None."""
        return ()

    def at_work(self, position: P, instruction: Instruction, round: int) -> Works:
        """Return what the board does while an instruction of a round is shown.

        `position` is any position of that turn.
        """
        return Works()


class Example(NamedTuple):
    """A tiny game that shows an exhibit at work."""

    position: Position
    """The position before it."""
    passages: tuple[PlayResult, ...]
    """All that is played, a round each."""


class Exhibits(Part[Any, Any]):
    """The part of a game that lists what boards, or decks of cards with abilities, can hold.

    Each exhibit is drawn when it is asked for.
    """

    label: Text = text("Elements")
    """The label of the buttons that lead to the list."""

    def all(self) -> tuple[Exhibit, ...]:
        """Return all exhibits in the order in which people look through them.

        It is () if only those of a board are known.
        """
        return ()

    def on_board(self, board: Board) -> tuple[Exhibit, ...]:
        """Return what a board holds, each kind once, as its first one is drawn there."""
        first: dict[str, Element] = {}
        for element in board.elements:
            if element.about:
                first.setdefault(element.word, element)
        found = sorted(
            first.values(), key=lambda element: (GROUND_UP.index(element.layer), element.word)
        )
        return tuple(
            Exhibit(
                one.word, Known(one.noun or one.title(), one.about, one.rule, art=one.art(board))
            )
            for one in found
        )

    def example(self, key: str) -> Example | None:
        """Return an example of one exhibit at work, None if there is none."""
        return None


def board_part(game: Game) -> Boards:
    """Return the boards of a game that is known to be played on boards."""
    boards = Boards.of(game)
    assert boards is not None
    return boards


def shipped_boards(game: Game) -> Mapping[str, Text]:
    """Return the boards that come with a game (`Boards.shipped`), none if it has no boards."""
    boards = Boards.of(game)
    return boards.shipped if boards is not None else {}


def shipped_board_text(game: Game, slug: str) -> tuple[str, str]:
    """Return the text of a board that comes with a game, and the name of its file.

    Raises:
        KeyError: There is no such file.
    """
    return shipped_text(slug, board_part(game).package)


def read_board(game: Game, content: str, source: Text | str, kept: bool = False) -> Board:
    """Return the board that a text describes.

    Raises:
        FormatError: The text is wrong, or the game is played without a board.
    """
    boards = Boards.of(game)
    if boards is None:
        raise FormatError(
            source,
            None,
            text("a board"),
            text("none, since {game} is played without one", game=game.title),
        )
    return boards.read(content, source, kept)


def all_options(game: Game) -> tuple[Option, ...]:
    """Return every setting of a game, including those that apply to some boards only."""
    boards = Boards.of(game)
    return (*game.options, *(boards.options(None) if boards is not None else ()))
