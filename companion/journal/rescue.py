"""What can still be read in the files of a damaged journal: games whose header reads, their entries up to the first gap or wrong sum, settings."""
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.folders import open_plain
from companion.journal import chain, log
from companion.journal.base import KINDS, OPEN, STATES, Entry, Opening
from companion.journal.connecting import PAGE, beside
from companion.journal.lock import Confirmed
from companion.journal.pages import Row, rows
from companion.journal.schema import GAP


class Told(NamedTuple):
    """An entry as a page tells it, without its number; `sum` is None in a journal of version 1."""

    text: str
    mark: str
    sum: int | None


class Standing(NamedTuple):
    """How a game stood, as a page tells it."""

    state: str
    touched: float
    entries: int
    note: str


class RescuedGame(NamedTuple):
    """One game of which something is there; `missing` counts the entries of which is known that they were there once."""

    id: int
    opening: Opening
    standing: Standing
    entries: tuple[Entry, ...]
    missing: int


class Rescued(NamedTuple):
    """All that could be read; `lost` counts games of which only bits without a header are left."""

    games: tuple[RescuedGame, ...]
    settings: dict[str, str]
    lost: int


def rescue(path: Path, confirmed: Confirmed | None = None) -> Rescued:
    """Read what is there in a journal and in its log, without SQLite and without changing anything. OSError where nothing can be read.

    `confirmed` is what was there once at least: what is missing of it counts.

    Pages that nobody uses any more are read, too, so old images of a row may turn up; sums tell which one belongs.
    """
    found = _Found(confirmed)
    for row in _all_rows(read_bytes(path), read_bytes(beside(path, "-wal"))):
        found.take(row)
    return found.sorted_out()


def read_bytes(path: Path, most: int | None = None) -> bytes:
    """A file's bytes, or the first few, with zeros where the disk cannot read; nothing where there is no file."""
    try:
        handle = open_plain(path)
    except FileNotFoundError:
        return b""
    try:
        size = os.fstat(handle).st_size if most is None else min(os.fstat(handle).st_size, most)
        return b"".join(_piece(handle, at, min(PAGE, size - at)) for at in range(0, size, PAGE))
    finally:
        os.close(handle)


def _piece(handle: int, at: int, size: int) -> bytes:
    """A place that cannot be read counts as zeros, so that what comes after it keeps its place."""
    try:
        return os.pread(handle, size, at).ljust(size, b"\0")
    except IsADirectoryError:
        raise
    except OSError:
        return bytes(size)


def _all_rows(data: bytes, logged: bytes) -> Iterator[Row]:
    """Rows from the file and then from its log, oldest first: where two tell different things, the later one holds."""
    whole = data.ljust(-(-len(data) // PAGE) * PAGE, b"\0")
    pages = {at // PAGE + 1: whole[at:at + PAGE] for at in range(0, len(whole), PAGE)}
    later = list(log.images(logged))
    latest = {**pages, **dict(later)}
    for page, image in (*pages.items(), *later):
        yield from rows(page, image, latest)


class _Found:
    """Everything that rows tell, in heaps."""

    def __init__(self, confirmed: Confirmed | None) -> None:
        self._once = {} if confirmed is None else {confirmed.game: confirmed.entries}
        self.openings: dict[int, list[Opening]] = {}
        self.standings: dict[int, Standing] = {}
        self.entries: dict[int, dict[int, list[Told]]] = {}
        self.settings: dict[str, str] = {}

    def take(self, row: Row) -> None:
        """Put a row where it belongs, which its shape tells; one of no known shape belongs nowhere."""
        match row:
            # A key that is the row's id stands as nothing among its values, and a time without a fraction is stored as a whole number.
            case Row(int(id), (None, str(kind), str(title), str(header), int() | float() as began)) if kind in KINDS:
                _add(self.openings.setdefault(id, []), Opening(kind, title, header, float(began)))
            case Row(int(id), (None, str(state), int() | float() as touched, int(entries), str(note))) if state in STATES:
                self.standings[id] = Standing(state, float(touched), entries, note)
            case Row(int(id), (None, str(text), str(mark), int(sum))):
                game, number = divmod(id, GAP)
                _add(self.entries.setdefault(game, {}).setdefault(number, []), Told(text, mark, sum))
            case Row(None, (int(game), int(number), str(text), str(mark))):
                # As version 1 had them.
                _add(self.entries.setdefault(game, {}).setdefault(number, []), Told(text, mark, None))
            case Row(None, (str(name), str(value))):
                self.settings[name] = value

    def sorted_out(self) -> Rescued:
        """The games of which something can be used, in their order."""
        games = [game for id in sorted(self.openings) if (game := self._game(id)) is not None]
        known = {*self.openings, *self.standings, *self.entries, *self._once}
        return Rescued(tuple(games), self.settings, len(known) - len(games))

    def _game(self, id: int) -> RescuedGame | None:
        told = self.entries.get(id, {})
        # Only the header from which the sums began fits its entries.
        tried = [(_prefix(opening, told), opening) for opening in self.openings[id] if id > 0 and _is_object(opening.header)]
        if not tried:
            return None
        entries, opening = max(tried, key=lambda pair: len(pair[0]))
        # A game whose standing is lost counts as open: then it is at least offered.
        standing = self.standings.get(id, Standing(OPEN, opening.began, len(entries), ""))
        seen = max(standing.entries, max(told, default=0), self._once.get(id, 0))
        return RescuedGame(id, opening, standing, entries, max(seen - len(entries), 0))


def _add(heap: list, thing: Opening | Told) -> None:  # type: ignore[type-arg]
    # The same row comes once from the file and once from each image of its page in the log.
    if thing not in heap:
        heap.append(thing)


def _prefix(opening: Opening, told: dict[int, list[Told]]) -> tuple[Entry, ...]:
    """The entries from the first on for which the sums vouch, without a gap.

    A sum vouches for all entries before it. So one that is wrong itself does no harm where a later one is right.
    """
    total, entries, sure = chain.begin(opening.kind, opening.header), list[Entry](), 0
    for number in count(1):
        if number not in told:
            return tuple(entries[:sure])
        sums = [chain.go_on(total, Entry(number, text, mark)) for text, mark, _ in told[number]]
        right = [place for place, found in enumerate(told[number]) if found.sum in (None, sums[place])]
        # Any will do for now: the entry counts only if a later sum vouches for it.
        chosen = right[0] if right else 0
        entries.append(Entry(number, told[number][chosen].text, told[number][chosen].mark))
        total = sums[chosen]
        sure = number if right else sure
    raise AssertionError("numbers do not end")


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
