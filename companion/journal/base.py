"""The values that the journal keeps, and running sums that detect damage.

The sum of an entry covers all entries before it, so a missing, torn or altered one is noticed.
CRC-32 detects faults of disks and power cuts. It is no seal: a person can alter a game and compute
new sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from zlib import crc32

from companion.kept_words import words_kept
from companion.named_tuples import NamedTuple
from companion.words import Text

OPEN: Final = "open"
OVER: Final = "over"
DROPPED: Final = "dropped"
STATES: Final = (OPEN, OVER, DROPPED)
"""The state of a game: it goes on, it has ended, or it was dropped."""

SETUP: Final = "setup"
RACE: Final = "race"
KINDS: Final = (SETUP, RACE)


NAMED: Final = "name "
"""Prefix of the settings with the names of games; a game's number follows."""


class Entry(NamedTuple):
    """One event of a game."""

    number: int
    """Counts from 1 within the game."""
    text: str
    """One line of JSON if the game is to be exported (`file.py`); opaque to the journal."""
    mark: str = ""
    """The hash of the state if the game has moved on, else ""."""


class Opening(NamedTuple):
    """The first line of a game, with its seed and set-up."""

    kind: str
    """SETUP or RACE."""
    title: str
    """A name, or a text as a line of JSON (`companion.kept_words`) to show in any language."""
    header: str
    """A JSON object as text."""
    began: float
    """Unix time."""


class KeptGame(NamedTuple):
    """A game in the journal without its entries."""

    id: int
    """Counts from 1 and is never reused."""
    kind: str
    """One of KINDS."""
    title: str
    """A line of `companion.kept_words`, or English words of an earlier version."""
    header: str
    state: str
    """One of STATES."""
    began: float
    touched: float
    """Unix time of the last entry."""
    entries: int
    """Number of entries."""
    note: str
    """The state of play, as a line like `title`."""
    name: str = ""
    """The name that people gave it, or ""."""

    @property
    def title_words(self) -> Text:
        """The title, for people."""
        return words_kept(self.title)

    @property
    def note_words(self) -> Text:
        """The state of play, for people, or NOTHING."""
        return words_kept(self.note)


class Batch(NamedTuple):
    """Entries of one game, its state after them, and settings: durable together or not at all.

    The first batch of a game has its `opening`. Entries follow the game's last one. A batch without
    entries still changes state and note.
    """

    game: int
    """0 for settings alone."""
    entries: tuple[Entry, ...]
    now: float
    """Unix time."""
    opening: Opening | None = None
    state: str = OPEN
    """One of STATES."""
    note: str = ""
    """The state of play for lists, as a line of `companion.kept_words`."""
    settings: Mapping[str, str] = {}
    """Values by name."""


def first_sum(kind: str, header: str) -> int:
    """Return the sum before the first entry; entries mean nothing without their header."""
    return crc32(f"{kind}\n{header}\n".encode())


def next_sum(before: int, entry: Entry) -> int:
    """Return the sum of an entry from the sum of the entry before it."""
    return crc32(f"{entry.number}\n{entry.mark}\n{entry.text}\n".encode(), before)


def last_sum(before: int, entries: Iterable[Entry]) -> int:
    """Return the sum of the last entry, as `next_sum` would one by one, only faster."""
    # CRC-32 continues where it stopped, so the parts may be joined first.
    return crc32(
        "".join([f"{number}\n{mark}\n{text}\n" for number, text, mark in entries]).encode(), before
    )
