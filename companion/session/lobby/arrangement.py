"""What a session is about before any race: the house with its game, boards, pilots and readers, and what people have chosen of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.games.api import Game
from companion.games.decks import Decks
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.records.book import GUEST, NO_BOOK, Book
from companion.session.lobby.invited import NOBODY_INVITED, Invited
from companion.session.lobby.opponents import PilotEntry
from companion.session.view import BOARD
from companion.words import NOTHING, Text

PERSON, NOBODY, BY_CHANCE = "person", "", "chance"
"""Who plays a seat, besides the pilots; BY_CHANCE stands at seats that a game has filled for nobody in particular."""
DECKS: Final = "decks"
"""The page of the setup on which the deck is chosen, for games for which people can write decks."""
MOST_MARKERS: Final = 8
"""As many markers as there are."""


Suggested: TypeAlias = tuple[tuple[str, tuple[Square, ...]], ...]
"""Where markers may lie, as (difficulty, squares)."""


class BoardFile:
    """A board that is read when somebody first looks at it: a start shows the names of many boards, and one of them."""

    def __init__(self, read: Callable[[], tuple[Board, Suggested]]) -> None:
        """Read it by `read`, once."""
        self._read = read

    @cached_property
    def content(self) -> tuple[Board, Suggested]:
        """The board, and where its markers may lie."""
        return self._read()

    def __reduce__(self) -> tuple[Callable[[tuple[Board, Suggested]], BoardFile], tuple[Any, ...]]:
        """Pickled as it was read, since another process need not have the file."""
        return _read_already, (self.content,)


def _read_already(content: tuple[Board, Suggested]) -> BoardFile:
    return BoardFile(lambda: content)


class BoardEntry(NamedTuple):
    """One board of the catalogue: its short name, title, what it is like, itself or its file, and the markers that are suggested for it."""

    key: str
    title: str
    about: Text
    given: Board | BoardFile
    suggested: Suggested = ()

    @property
    def board(self) -> Board:
        """The board."""
        return self.given.content[0] if isinstance(self.given, BoardFile) else self.given

    @property
    def markers(self) -> Suggested:
        """Where markers may lie."""
        return self.given.content[1] if isinstance(self.given, BoardFile) else self.suggested


class DeckEntry(NamedTuple):
    """A deck that people have written: the key of its game, its own short name, and its text, whose deck need not be finished."""

    game: str
    key: str
    content: str


class OwnBoard(NamedTuple):
    """A board that people have painted: its short name, and its text, whose board need not be finished."""

    key: str
    content: str
    ending: str = ".board.toml"
    """How its file ends, by which games know their boards."""


class GameOffer(NamedTuple):
    """One of the games that the house has: its key, its title, what it is like, and `load`, which gives itself and its boards, the same every time.

    `chosen` is its setup as people left it last (`companion.session.lobby.kept_setup`), as JSON, "" where there is none. Most evenings play one game, so that
    the others are loaded only when somebody chooses them.
    """

    key: str
    title: str
    about: Text
    load: Callable[[], tuple[Game, tuple[BoardEntry, ...]]]
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """What stays the same while a game is played: the game, its boards, the pilots, the weakest first, and what kind of readers the table has.

    `touch` are the seats whose readers are worked through the screen whatever happens; every other seat is so while its reader is lost. `safe` says why the app is in
    safe mode, NOTHING when it is not; `appliance` that the computer does nothing but this; `raced` that the journal has a race that has ended, `kept` that it had one that had not when the app started. `games` are all that can be chosen, this one among them; none where there is nothing to choose.
    `decks` are those that people have written, for any game; the game is the one that is played with the chosen one. `own_boards` are those that people have
    painted, and `painted` those among them on which the game can be played (`companion.session.lobby.own_boards`). `records` are the people who play here, and what
    is kept of their races. `invited` says who may join by a phone.
    """

    game: Game
    boards: tuple[BoardEntry, ...]
    pilots: tuple[PilotEntry, ...]
    table: Text | str
    touch: frozenset[int]
    safe: Text | str = NOTHING
    appliance: bool = False
    quits: bool = False
    """Whether the program can be ended, as on a desktop."""
    raced: bool = False
    kept: bool = False
    games: tuple[GameOffer, ...] = ()
    decks: tuple[DeckEntry, ...] = ()
    own_boards: tuple[OwnBoard, ...] = ()
    painted: tuple[BoardEntry, ...] = ()
    records: Book = NO_BOOK
    invited: Invited = NOBODY_INVITED

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of the setup, in their order. The game is chosen on the first, with its board, or without one where it has none; then its deck."""
        pages = self.game.setup_pages
        if len(self.games) >= 2:
            pages = (BOARD, *(page for page in pages if page != BOARD))
        if self.game.part(Decks) is None:
            return pages
        first = 1 if pages[0] == BOARD else 0
        return (*pages[:first], DECKS, *pages[first:])

    def deck(self, key: str) -> DeckEntry | None:
        """The deck of the present game with this short name, or None."""
        return next(
            (entry for entry in self.decks if (entry.game, entry.key) == (self.game.key, key)), None
        )

    def board(self, key: str) -> BoardEntry | None:
        """The board with this short name, or None."""
        return next((entry for entry in self.offered if entry.key == key), None)

    @property
    def offered(self) -> tuple[BoardEntry, ...]:
        """All boards to choose from; one that a race has kept as it was stands for the own one of its name."""
        kept = [entry.key for entry in self.boards]
        return (*self.boards, *(entry for entry in self.painted if entry.key not in kept))

    @property
    def pilot_labels(self) -> dict[str, Text]:
        """What every pilot is called, by its name."""
        return {entry.name: entry.label for entry in self.pilots}


class SeatSetup(NamedTuple):
    """Who plays a seat, and what its piece is called and looks like.

    `player` is PERSON, NOBODY, a pilot's name, or BY_CHANCE. Name, colour and shape are each shared by no two seats, also where nobody plays.
    `typed`: somebody has given the name; any other is that of the colour (`naming`). `pin` are the four digits without which nobody opens the
    seat on this screen, "" for none. `filled`: nobody has chosen it, but the game needs it (`companion.session.lobby.filling`); `owner` is then the seat whose player
    plays it too, None where nobody does. `words` are those of the settings that the game has for single seats, as (key, word), where they were chosen.
    `person` is the number of who sits there (`House.records`), GUEST for nobody in particular; a piece that nobody has named is called by its person.
    """

    player: str
    name: str
    colour: str
    shape: str
    typed: bool = False
    pin: str = ""
    filled: bool = False
    owner: int | None = None
    words: tuple[tuple[str, str], ...] = ()
    person: int = GUEST


class Setup(NamedTuple):
    """The choices made before a race.

    They are the board's short name, "" for none, markers in order, all seats from seat 1, the settings' words; and the short name
    of the deck, "" for the one that comes with the game.

    `swaps` are the seats whose readers have changed places, pair by pair in order (`companion.signals.SwapReaders`). They are here because going
    back in a race must undo them, like any other choice that was made in it.
    """

    board: str
    markers: tuple[Square, ...]
    seats: tuple[SeatSetup, ...]
    words: Mapping[str, str]
    swaps: tuple[tuple[int, int], ...] = ()
    deck: str = ""

    def seat(self, number: int) -> SeatSetup:
        """One seat, counted from 1."""
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
            if seat.player != NOBODY and not seat.filled
        )

    @property
    def names(self) -> dict[int, str]:
        """What every seat's piece is called."""
        return {number: seat.name for number, seat in enumerate(self.seats, 1)}
