"""Decks that people write for a game: the game played with one, and what an editor asks about one that is being written.

A deck is a text, as in a file. A draft is the game's own frozen value of a deck that need not be finished; only the game looks inside. A game whose cards
are what they are has none. A deck that people wrote stays at their table: nobody sends it on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias

from companion.errors import FormatFault
from companion.games.api import E, Game, P
from companion.games.corrections import Field
from companion.words import NOTHING, Text, text

Draft: TypeAlias = Any
"""A deck that is being written, a game's own frozen value; only the game looks inside."""
Edit: TypeAlias = Any
"""Something that people want otherwise in a draft, a game's own value, as `FieldChoice.change` proposes it."""


class DeckStart(NamedTuple):
    """What a new deck can begin with: its key, what to call it, what it is like."""

    key: str
    label: Text
    about: Text


class DraftRow(NamedTuple):
    """One entry of a draft, which may stand for several cards: its key, its name ("" for none yet), what it is like, and what is wrong with it.

    `full` says all of it, where `about` has not.
    """

    key: str
    name: str
    about: Text
    wrong: Text = NOTHING
    full: Text = NOTHING


class Decks(ABC, Generic[P, E]):
    """The part of a game for which people can write decks. Anything that cannot be said of a card raises RuleFault with words for people."""

    starts: tuple[DeckStart, ...]
    """What a new deck can begin with."""
    longest: int
    """The letters of a name at most."""

    def __init__(
        self, own: str, title: Text, game: Callable[[str, Text | str], Game[P, E]]
    ) -> None:
        """Make the part of a game that is played with one deck.

        Args:
            own: The text of that deck, "" where it is the one that comes with the game.
            title: What the deck is called.
            game: The same game with the deck of a text, with "" the one that comes with it; FormatFault names the place in the source, for anything
                that is wrong. A position of one is a position of no other.
        """
        self.own, self.title, self.game = own, title, game

    @abstractmethod
    def begun(self, start: str) -> Draft:
        """A new draft, by the key of its start."""

    @abstractmethod
    def read(self, content: str, source: Text | str) -> Draft:
        """The draft that a text holds, unfinished perhaps; FormatFault where it is not even that."""

    @abstractmethod
    def write(self, draft: Draft) -> str:
        """A draft as a text, out of which `read` makes an equal one; the text of a deck where nothing is wrong with it."""

    @abstractmethod
    def name(self, draft: Draft) -> str:
        """What the deck is called."""

    @abstractmethod
    def named(self, draft: Draft, name: str) -> Draft:
        """The deck under another name."""

    @abstractmethod
    def rows(self, draft: Draft) -> tuple[DraftRow, ...]:
        """Its entries in the order in which they are shown."""

    @abstractmethod
    def wrong(self, draft: Draft) -> tuple[Text, ...]:
        """What keeps it from being played, beside what is wrong with single entries, in sentences; () where nothing does."""

    @abstractmethod
    def form(self, draft: Draft, row: str) -> tuple[Field, ...]:
        """What can be said of one entry beside its name; each change in it is an `Edit`."""

    @abstractmethod
    def edited(self, draft: Draft, edit: Edit) -> Draft:
        """The draft after an edit."""

    @abstractmethod
    def renamed(self, draft: Draft, row: str, name: str) -> Draft:
        """An entry under another name."""

    @abstractmethod
    def added(self, draft: Draft) -> tuple[Draft, str]:
        """A further entry, and its key."""

    @abstractmethod
    def removed(self, draft: Draft, row: str) -> Draft:
        """Without an entry."""


def own_deck(game: Game) -> str:
    """Return the text of the deck that a game is played with, "" where that is the one that comes with it."""
    decks = game.part(Decks)
    return decks.own if decks is not None else ""


def deck_title(game: Game) -> Text:
    """Return what the deck of a game is called, NOTHING where there is but one."""
    decks = game.part(Decks)
    return decks.title if decks is not None else NOTHING


def with_deck(game: Game, content: str, source: Text | str) -> Game:
    """Return the game played with the deck of a text, with "" the one that comes with it; FormatFault for anything that is wrong."""
    decks = game.part(Decks)
    if decks is not None:
        return decks.game(content, source)
    if content:
        raise FormatFault(
            source, None, text("a deck of your own"), text("none: this game has its own cards only")
        )
    return game


def written_deck(game: Game, content: str, source: Text | str) -> Game:
    """The game played with a deck that stands in a file; FormatFault for whatever is wrong with it, and where the file is empty."""
    if not content.strip():
        raise FormatFault(source, None, text("an empty file"), text("a deck"))
    return with_deck(game, content, source)
