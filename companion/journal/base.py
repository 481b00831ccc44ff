"""What the journal keeps, as plain values, and the running sums that show damage.

The sum of an entry covers all entries before it, so one that is missing, torn or altered is noticed. CRC-32 finds what disks and power
cuts do. It is no seal: whoever alters a game on purpose can compute new sums.
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
"""How a game stands: it goes on, it has ended, or nobody wants to go on with it."""

SETUP: Final = "setup"
RACE: Final = "race"
KINDS: Final = (SETUP, RACE)


NAMED: Final = "name "
"""The settings that hold the names that people have given to games: this, with a game's number behind it."""


class Entry(NamedTuple):
    """One thing that happened, numbered from 1 within its game; `mark` is the hash of the state where the game has moved on, or "".

    `text` is one line of JSON where the game is to be exported (`file.py`); the journal itself does not look into it.
    """

    number: int
    text: str
    mark: str = ""


class Opening(NamedTuple):
    """How a game begins: `kind` is SETUP or RACE, `header` a JSON object as text, `began` in Unix time.

    `title` is a name, or a text as a line of JSON (`companion.kept_words`), so that it is told in the language of whoever reads it.
    """

    kind: str
    title: str
    header: str
    began: float


class KeptGame(NamedTuple):
    """A game in the journal without its entries: `entries` counts them, `touched` is the Unix time of the last, `note` says where it stands.

    `title` and `note` are lines of `companion.kept_words`: texts, or what an earlier version said in English.
    `id` counts from 1 and is never given twice, `kind` is one of KINDS, `state` one of STATES. `name` is what people have called it, "" for nothing.
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
    name: str = ""

    @property
    def title_words(self) -> Text:
        """The title, for people."""
        return words_kept(self.title)

    @property
    def note_words(self) -> Text:
        """Where the game stands, for people; NOTHING where nothing was noted."""
        return words_kept(self.note)


class Batch(NamedTuple):
    """What becomes durable together or not at all: entries of one game, how it stands after them, and settings by their names.

    The first batch of a game has its `opening`. Entries follow the game's last one. Game 0 stands for settings alone. `now` is Unix time.

    `state` is one of STATES; `note` says where the race stands, for lists, as a line of `companion.kept_words`. A batch without entries still changes state and note.
    """

    game: int
    entries: tuple[Entry, ...]
    now: float
    opening: Opening | None = None
    state: str = OPEN
    note: str = ""
    settings: Mapping[str, str] = {}


def first_sum(kind: str, header: str) -> int:
    """The sum before the first entry: entries mean nothing without the header that they follow."""
    return crc32(f"{kind}\n{header}\n".encode())


def next_sum(before: int, entry: Entry) -> int:
    """The sum of an entry, computed from the sum of the entry before it."""
    return crc32(f"{entry.number}\n{entry.mark}\n{entry.text}\n".encode(), before)


def last_sum(before: int, entries: Iterable[Entry]) -> int:
    """The sum of the last of several entries: what `next_sum` gives one by one, only quicker."""
    # CRC-32 continues where it stopped, so the parts may be joined first.
    return crc32(
        "".join([f"{number}\n{mark}\n{text}\n" for number, text, mark in entries]).encode(), before
    )
