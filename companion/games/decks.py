"""Decks that people write for a game: the game played with one, and what an editor asks about one that is being written.

A deck is a text, as in a file. A draft is the game's own frozen value of a deck that need not be finished; only the game looks inside. A game whose cards
are what they are has none. A deck that people wrote stays at their table: nobody sends it on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from companion.errors import FormatFault
from companion.words import NOTHING, Text, text

if TYPE_CHECKING:
    # They are made of what stands here.
    from companion.games.api import Game
    from companion.games.corrections import Field

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


class Decks(Protocol):
    """How decks are written for one game. Whatever cannot be said of a card raises RuleFault with words for people.

    `starts` are what a new deck can begin with. `longest` are the letters of a name at most.
    """

    starts: tuple[DeckStart, ...]
    longest: int

    def begun(self, start: str) -> Draft:
        """A new draft, by the key of its start."""

    def read(self, content: str, source: Text | str) -> Draft:
        """The draft that a text holds, unfinished perhaps; FormatFault where it is not even that."""

    def write(self, draft: Draft) -> str:
        """A draft as a text, out of which `read` makes an equal one; the text of a deck where nothing is wrong with it."""

    def name(self, draft: Draft) -> str:
        """What the deck is called."""

    def named(self, draft: Draft, name: str) -> Draft:
        """The deck under another name."""

    def rows(self, draft: Draft) -> tuple[DraftRow, ...]:
        """Its entries in the order in which they are shown."""

    def wrong(self, draft: Draft) -> tuple[Text, ...]:
        """What keeps it from being played, beside what is wrong with single entries, in sentences; () where nothing does."""

    def form(self, draft: Draft, row: str) -> tuple[Field, ...]:
        """What can be said of one entry beside its name; each change in it is an `Edit`."""

    def edited(self, draft: Draft, edit: Edit) -> Draft:
        """The draft after an edit."""

    def renamed(self, draft: Draft, row: str, name: str) -> Draft:
        """An entry under another name."""

    def added(self, draft: Draft) -> tuple[Draft, str]:
        """A further entry, and its key."""

    def removed(self, draft: Draft, row: str) -> Draft:
        """Without an entry."""


def written_deck(game: Game, content: str, source: Text | str) -> Game:
    """The game played with a deck that stands in a file; FormatFault for whatever is wrong with it, and where the file is empty."""
    if not content.strip():
        raise FormatFault(source, None, text("an empty file"), text("a deck"))
    return game.with_deck(content, source)
