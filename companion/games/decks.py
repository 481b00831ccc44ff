"""Decks that people write for a game: how to play with one, and how to edit one.

A deck is text, as in a file. A draft is a frozen value of the game: a deck that may be unfinished.
A game with fixed cards has no `Decks` part. A deck that people wrote stays on their table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from companion.errors import FormatError
from companion.games.api import Game, Part
from companion.games.corrections import Field
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text

Draft: TypeAlias = object
"""A deck of any game that is being written: a frozen value that only the game reads."""
Edit: TypeAlias = object
"""A change to a draft: a value of the game, as `FieldChoice.change` proposes it."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar

    D = _TypeVar("D", default=Draft)
    X = _TypeVar("X", default=Edit)
else:
    D, X = TypeVar("D"), TypeVar("X")
"""The classes of a game's drafts and edits."""


class DeckStart(NamedTuple):
    """A deck or a template that a new deck can start from."""

    key: str
    label: Text
    about: Text


class DraftRow(NamedTuple):
    """One entry of a draft, which may stand for several cards."""

    key: str
    name: str
    """The name, "" for none yet."""
    about: Text
    """A short description."""
    wrong: Text = NOTHING
    """The fault in it, NOTHING if it is valid."""
    full: Text = NOTHING
    """The full description, if `about` is shortened."""


class Decks(Part[Any, Any], ABC, Generic[D, X]):
    """The part of a game for which people can write decks.

    Every method raises RuleError, with words for people, for a card that cannot exist.
    """

    starts: tuple[DeckStart, ...]
    """The possible starts of a new deck."""
    longest: int
    """The maximum length of a name, in letters."""

    def __init__(
        self, own: str, title: Text, game: Callable[[str, Text | str], Game[Any, Any]]
    ) -> None:
        """Make the part for a game that is played with one deck.

        Args:
            own: The text of that deck, "" for the one that comes with the game.
            title: The name of the deck.
            game: Returns the same game with the deck of a text, "" for the one that comes with it.
                It raises FormatError with the place in the source. Games with different decks do
                not share positions.
        """
        self.own, self.title = own, title
        # A game of any positions and events: nobody gives it those of another game.
        self.game: Callable[[str, Text | str], Game] = game

    @abstractmethod
    def begun(self, start: str) -> D:
        """Return a new draft from the start with this key."""

    @abstractmethod
    def read(self, content: str, source: Text | str) -> D:
        """Return the draft that a text holds, which may be unfinished.

        Raises:
            FormatError: The text is not even a draft.
        """

    @abstractmethod
    def write(self, draft: D) -> str:
        """Return a draft as text. `read` makes an equal draft of it.

        It is the text of a deck if the draft has no faults.
        """

    @abstractmethod
    def name(self, draft: D) -> str:
        """Return the name of the deck."""

    @abstractmethod
    def named(self, draft: D, name: str) -> D:
        """Return the draft with another name."""

    @abstractmethod
    def rows(self, draft: D) -> tuple[DraftRow, ...]:
        """Return the entries in the order in which they are shown."""

    @abstractmethod
    def wrong(self, draft: D) -> tuple[Text, ...]:
        """Return why the deck cannot be played, in sentences, apart from faults of entries."""

    @abstractmethod
    def form(self, draft: D, row: str) -> tuple[Field, ...]:
        """Return the fields of one entry except its name. Each change in them is an `Edit`."""

    @abstractmethod
    def edited(self, draft: D, edit: X) -> D:
        """Return the draft after an edit."""

    @abstractmethod
    def renamed(self, draft: D, row: str, name: str) -> D:
        """Return the draft with another name for one entry."""

    @abstractmethod
    def added(self, draft: D) -> tuple[D, str]:
        """Return the draft with one more entry, and that entry's key."""

    @abstractmethod
    def removed(self, draft: D, row: str) -> D:
        """Return the draft without this entry."""


def own_deck(game: Game) -> str:
    """Return the text of the deck that a game is played with, "" for the one it comes with."""
    decks = Decks.of(game)
    return decks.own if decks is not None else ""


def deck_title(game: Game) -> Text:
    """Return the name of a game's deck, NOTHING if the game has only one."""
    decks = Decks.of(game)
    return decks.title if decks is not None else NOTHING


def with_deck(game: Game, content: str, source: Text | str) -> Game:
    """Return the game with the deck of a text, "" for the one that it comes with.

    Raises:
        FormatError: The text is wrong, or the game has its own cards only.
    """
    decks = Decks.of(game)
    if decks is not None:
        return decks.game(content, source)
    if content:
        raise FormatError(
            source, None, text("your own deck"), text("none: this game has only its own cards")
        )
    return game


def written_deck(game: Game, content: str, source: Text | str) -> Game:
    """Return the game with the deck of a file.

    Raises:
        FormatError: The deck is wrong, or the file is empty.
    """
    if not content.strip():
        raise FormatError(source, None, text("an empty file"), text("a deck"))
    return with_deck(game, content, source)
