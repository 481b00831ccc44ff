"""What the journal keeps, as plain values."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

OPEN: Final = "open"
OVER: Final = "over"
DROPPED: Final = "dropped"
STATES: Final = (OPEN, OVER, DROPPED)
"""How a game stands: it goes on, it has ended, or nobody wants to go on with it."""

SETUP: Final = "setup"
RACE: Final = "race"
KINDS: Final = (SETUP, RACE)


class Entry(NamedTuple):
    """One thing that happened, numbered from 1 within its game; `mark` is the hash of the state at the end of a register, or "".

    `text` is one line of JSON where the game is to be exported (`file.py`); the journal itself does not look into it.
    """

    number: int
    text: str
    mark: str = ""


class Opening(NamedTuple):
    """How a game begins: `kind` is SETUP or RACE, `header` a JSON object as text, `began` in Unix time."""

    kind: str
    title: str
    header: str
    began: float


class Game(NamedTuple):
    """A game that is kept, without its entries: `entries` counts them, `touched` is the Unix time of the last, `note` says where it stands.

    `id` counts from 1 and is never given twice, `kind` is one of KINDS, `state` one of STATES.
    """

    id: int
    kind: str
    title: str
    header: str
    state: str
    began: float
    touched: float
    entries: int
    note: str


class Batch(NamedTuple):
    """What becomes durable together or not at all: entries of one game, how it stands after them, and settings by their names.

    The first batch of a game has its `opening`. Entries go on where the game's last one was. Game 0 stands for settings alone.
    `now` is Unix time.

    `state` is one of STATES; `note` says in words where the race stands, for lists. A batch without entries still changes state and note.
    """

    game: int
    entries: tuple[Entry, ...]
    now: float
    opening: Opening | None = None
    state: str = OPEN
    note: str = ""
    settings: Mapping[str, str] = {}
