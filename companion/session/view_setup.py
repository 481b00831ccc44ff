"""What there is to see while a race is set up: boards, flags, seats, settings, and what hands put where."""
from __future__ import annotations

from typing import NamedTuple

from companion.games.base import Board, Option, Square
from companion.words import Text


class BoardChoice(NamedTuple):
    """One board to choose: its short name for `ChooseBoard`, its title, what it is like, and itself for a small picture."""

    key: str
    title: str
    about: Text
    board: Board


class BoardPage(NamedTuple):
    """Setup, page 1: which board; `chosen` is the short name of the present one. `last` is the word of a button for the race that ended last, "" for none."""

    choices: tuple[BoardChoice, ...]
    chosen: str
    last: str = ""


class FlagsPage(NamedTuple):
    """Setup, page 2: flags on the map; `suggestions` are (difficulty for `SuggestFlags`, label), `chosen` the one lying now or "".

    `warnings` are sentences about flags that are allowed but that nobody can touch (2.6).
    """

    suggestions: tuple[tuple[str, str], ...]
    chosen: str
    warnings: tuple[str, ...]


class SeatRow(NamedTuple):
    """One seat: who plays it (`player` as in `SetPlayer`), its clank's name, colour and shape, its start on this board or None.

    `reader` says that it has a reader of its own that answers. `usual` is what its clank is called when nobody types a name. `pin`: it opens on the
    screen with four digits only.
    """

    seat: int
    player: str
    name: str
    colour: str
    shape: str
    start: Square | None
    reader: bool = False
    usual: str = ""
    pin: bool = False


class SeatsPage(NamedTuple):
    """Setup, page 3: who sits where; `players` are (value for `SetPlayer`, label), `colours` and `shapes` all there are."""

    rows: tuple[SeatRow, ...]
    players: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    shapes: tuple[str, ...]


class RulesPage(NamedTuple):
    """Setup, page 4: the six settings (3), each with the word chosen."""

    rows: tuple[tuple[Option, str], ...]


class PlacePage(NamedTuple):
    """Before the race: what hands put where, one line each, and whose clank each is about, None for a flag; the map shows it too."""

    lines: tuple[Text, ...]
    seats: tuple[int | None, ...]
