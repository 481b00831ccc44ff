"""The table's configuration and the set-up, which exist before any race."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.games.api import Game
from companion.games.decks import Decks
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.records.book import GUEST, NO_BOOK, Book
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.phone_access import NO_PHONE_ACCESS, PhoneAccess
from companion.session.view import BOARD
from companion.words import NOTHING, Text

PERSON, NOBODY, BY_CHANCE = "person", "", "chance"
"""The players of a seat, apart from pilots; BY_CHANCE: a seat that a game fills for nobody."""
DECKS: Final = "decks"
"""The page of the set-up for the deck, in games for which people can write decks."""
MOST_MARKERS: Final = 8
"""The number of markers in the box."""


Suggested: TypeAlias = tuple[tuple[str, tuple[Square, ...]], ...]
"""Squares for markers, as (difficulty, squares)."""


class BoardFile:
    """A board that is read on first use: a start shows the names of many boards, and one board."""

    def __init__(self, read: Callable[[], tuple[Board, Suggested]]) -> None:
        """Use `read` to read it, once."""
        self._read = read

    @cached_property
    def content(self) -> tuple[Board, Suggested]:
        """The board, and the squares suggested for its markers."""
        return self._read()

    def __reduce__(self) -> tuple[Callable[[tuple[Board, Suggested]], BoardFile], tuple[Any, ...]]:
        """Pickle the content, since another process may not have the file."""
        return _read_already, (self.content,)


def _read_already(content: tuple[Board, Suggested]) -> BoardFile:
    return BoardFile(lambda: content)


class BoardEntry(NamedTuple):
    """One board of the catalogue."""

    key: str
    """Its short name."""
    title: str
    about: Text
    """Its description."""
    given: Board | BoardFile
    """The board, or its file."""
    suggested: Suggested = ()
    """The squares suggested for its markers."""

    @property
    def board(self) -> Board:
        return self.given.content[0] if isinstance(self.given, BoardFile) else self.given

    @property
    def markers(self) -> Suggested:
        """The squares suggested for its markers."""
        return self.given.content[1] if isinstance(self.given, BoardFile) else self.suggested


class DeckEntry(NamedTuple):
    """A deck that people have written."""

    game: str
    """The key of its game."""
    key: str
    """Its short name."""
    content: str
    """Its text, which may be unfinished."""


class OwnBoard(NamedTuple):
    """A board that people have drawn; its text may be unfinished."""

    key: str
    content: str
    ending: str = ".board.toml"
    """The end of its file's name, by which games recognize their boards."""


class GameOffer(NamedTuple):
    """One of the games of the table.

    Most sessions play one game, so the others are loaded only when somebody chooses them.
    """

    key: str
    title: str
    about: Text
    """Its description."""
    load: Callable[[], tuple[Game, tuple[BoardEntry, ...]]]
    """Load the game and its boards, always the same ones."""
    chosen: str = ""
    """The last set-up as JSON (`companion.session.lobby.kept_setup`), "" without one."""


class TableConfig(NamedTuple):
    """The configuration of a table, which stays the same while a game is played."""

    game: Game
    """The game, with the chosen deck."""
    boards: tuple[BoardEntry, ...]
    """The boards of the game."""
    pilots: tuple[PilotEntry, ...]
    """The pilots, the weakest first."""
    table: Text | str
    """The kind of readers that the table has."""
    touch: frozenset[int]
    """The seats that are always played on the screen; others are so while their reader is lost."""
    safe: Text | str = NOTHING
    """The reason for which the app is in safe mode, NOTHING when it is not."""
    appliance: bool = False
    """Whether the computer does nothing but this."""
    quits: bool = False
    """Whether the program can be ended, as on a desktop."""
    has_finished_race: bool = False
    """Whether the journal has a finished race."""
    has_open_race: bool = False
    """Whether the journal had an unfinished race when the app started."""
    games: tuple[GameOffer, ...] = ()
    """All games to choose from, with this one; none where there is no choice."""
    decks: tuple[DeckEntry, ...] = ()
    """The decks that people have written, for any game."""
    own_boards: tuple[OwnBoard, ...] = ()
    """The boards that people have drawn."""
    usable_own_boards: tuple[BoardEntry, ...] = ()
    """Those of them that the game can use (`companion.session.lobby.own_boards`)."""
    records: Book = NO_BOOK
    """The people who play here, and their races."""
    phone_access: PhoneAccess = NO_PHONE_ACCESS
    """The phones that may join."""
    last_seats: tuple[SeatSetup, ...] = ()
    """The seats as the session before left them, () where that is not known."""

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of the set-up, in order.

        The game is chosen on the first one, with its board if it has any, then its deck.
        """
        pages = self.game.setup_pages
        if len(self.games) >= 2:
            pages = (BOARD, *(page for page in pages if page != BOARD))
        if Decks.of(self.game) is None:
            return pages
        first = 1 if pages[0] == BOARD else 0
        return (*pages[:first], DECKS, *pages[first:])

    def deck(self, key: str) -> DeckEntry | None:
        """Return the deck of the present game with this short name, or None."""
        return next(
            (entry for entry in self.decks if (entry.game, entry.key) == (self.game.key, key)), None
        )

    def board(self, key: str) -> BoardEntry | None:
        """Return the board with this short name, or None."""
        return next((entry for entry in self.offered if entry.key == key), None)

    @property
    def offered(self) -> tuple[BoardEntry, ...]:
        """All boards to choose from; the copy of a race replaces the own board of its name."""
        kept = [entry.key for entry in self.boards]
        return (*self.boards, *(entry for entry in self.usable_own_boards if entry.key not in kept))

    @property
    def pilot_labels(self) -> dict[str, Text]:
        """The label of every pilot, by its name."""
        return {entry.name: entry.label for entry in self.pilots}


class SeatSetup(NamedTuple):
    """The player of a seat, and the signs of its piece.

    No two seats share a name, a colour or a shape, even without players.
    """

    player: str
    """PERSON, NOBODY, a pilot's name, or BY_CHANCE."""
    name: str
    colour: str
    shape: str
    typed: bool = False
    """Whether somebody has typed the name; any other follows the colour (`naming`)."""
    pin: str = ""
    """The four digits that open the seat on this screen, "" for none."""
    is_extra: bool = False
    """Whether only the game needs the seat (`companion.session.lobby.extra_seats`)."""
    owner: int | None = None
    """The seat whose player plays a filled seat, None where nobody does."""
    words: tuple[tuple[str, str], ...] = ()
    """The chosen settings of the seat, as (key, word)."""
    person: int = GUEST
    """The person by number (`TableConfig.records`), or GUEST; names a piece without a name."""


class Setup(NamedTuple):
    """The choices made before a race."""

    board: str
    """The board's short name, "" for none."""
    markers: tuple[Square, ...]
    """In order."""
    seats: tuple[SeatSetup, ...]
    """All seats, from seat 1."""
    words: Mapping[str, str]
    """The words of the settings, by key."""
    swaps: tuple[tuple[int, int], ...] = ()
    """Swapped readers, pair by pair in order (`companion.signals.SwapReaders`).

    They are here because going back in a race must undo them, like any other choice.
    """
    deck: str = ""
    """The deck's short name, "" for the one of the game."""

    def seat(self, number: int) -> SeatSetup:
        """Return one seat, counted from 1."""
        return self.seats[number - 1]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that somebody plays, or that the game has filled."""
        return tuple(number for number, seat in enumerate(self.seats, 1) if seat.player != NOBODY)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that people have chosen, for themselves or for a pilot."""
        return tuple(
            number
            for number, seat in enumerate(self.seats, 1)
            if seat.player != NOBODY and not seat.is_extra
        )

    @property
    def names(self) -> dict[int, str]:
        """The name of every seat's piece."""
        return {number: seat.name for number, seat in enumerate(self.seats, 1)}
