"""Rescue a damaged journal into a new one and keep the damaged files.

A game's entries are recovered up to the first gap or wrong sum, if its header can be read.

A power cut during a recovery loses nothing. The new journal is built under a temporary name. The
recovery counts once it is renamed to `journal-recovered-DATE-N.db`: until then the next opening
starts it again. After that the old files are renamed to `journal-damaged-DATE-N.db` and `…-wal`.
Only when that is on the disk does the new journal take its place, for it must never meet the old
log.
"""

from __future__ import annotations

import glob
import json
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from companion.folders import settle
from companion.journal.base import (
    KINDS,
    OPEN,
    STATES,
    Entry,
    KeptGame,
    Opening,
    first_sum,
    next_sum,
)
from companion.journal.disk import make_file, read_bytes, sibling_path
from companion.journal.lock import Confirmed
from companion.journal.pages import StoredRow, rows
from companion.journal.tables import GAP, add_entries, mark, migrate, remember, set_mark
from companion.kept_words import words_kept
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text
from companion.words import count as counted

_RECOVERED: Final = "recovered"
_DAMAGED: Final = "damaged"

_Thing = TypeVar("_Thing")


# ---- What can be read ----------------------------------------------------------------------------


class _StoredEntry(NamedTuple):
    """An entry from a page, without its number."""

    text: str
    mark: str
    sum: int | None
    """None in a journal of version 1."""


class _Standing(NamedTuple):
    """The state of a game from a page."""

    state: str
    touched: float
    entries: int
    note: str


class _RescuedGame(NamedTuple):
    """A game that can be read at least in part."""

    id: int
    opening: Opening
    standing: _Standing
    entries: tuple[Entry, ...]
    missing: int
    """Number of entries that are known to have existed."""


class RescuedJournal(NamedTuple):
    """All that could be read."""

    games: tuple[_RescuedGame, ...] = ()
    settings: Mapping[str, str] = {}
    lost: int = 0
    """Number of games without a readable header."""


def rescue(path: Path, confirmed: Confirmed | None = None) -> RescuedJournal:
    """Read a journal and its log without SQLite and without any change.

    `confirmed` was certainly durable: its lost entries count as missing.

    Raises:
        OSError: Nothing can be read.
    """
    found = _Found(confirmed)
    for row in rows(read_bytes(path), read_bytes(sibling_path(path, "-wal"))):
        found.take(row)
    return found.sorted_out()


class _Found:
    """The rows read so far, by their owner.

    Old versions are among them; sums show the right one.
    """

    def __init__(self, confirmed: Confirmed | None) -> None:
        self._once = {} if confirmed is None else {confirmed.game: confirmed.entries}
        self._openings: dict[int, list[Opening]] = {}
        self._standings: dict[int, _Standing] = {}
        self._entries: dict[int, dict[int, list[_StoredEntry]]] = {}
        self._settings: dict[str, str] = {}

    def take(self, row: StoredRow) -> None:
        """Add a row by its shape; rows of unknown shape are dropped."""
        match row:
            # A key that is the row's id is None among its values, and a time without a fraction is
            # stored as an integer.
            case StoredRow(
                int(id), (None, str(kind), str(title), str(header), int() | float() as began)
            ) if kind in KINDS:
                _add(self._openings.setdefault(id, []), Opening(kind, title, header, float(began)))
            case StoredRow(
                int(id), (None, str(state), int() | float() as touched, int(entries), str(note))
            ) if state in STATES:
                self._standings[id] = _Standing(state, float(touched), entries, note)
            case StoredRow(int(id), (None, str(text), str(mark), int(sum))):
                game, number = divmod(id, GAP)
                _add(
                    self._entries.setdefault(game, {}).setdefault(number, []),
                    _StoredEntry(text, mark, sum),
                )
            case StoredRow(None, (int(game), int(number), str(text), str(mark))):
                # As in version 1.
                _add(
                    self._entries.setdefault(game, {}).setdefault(number, []),
                    _StoredEntry(text, mark, None),
                )
            case StoredRow(None, (str(name), str(value))):
                self._settings[name] = value

    def sorted_out(self) -> RescuedJournal:
        """Return the usable games, in order."""
        games = [game for id in sorted(self._openings) if (game := self._game(id)) is not None]
        known = {*self._openings, *self._standings, *self._entries, *self._once}
        return RescuedJournal(tuple(games), self._settings, len(known) - len(games))

    def _game(self, id: int) -> _RescuedGame | None:
        stored = self._entries.get(id, {})
        # Only the header that the sums began with fits its entries.
        tried = [
            (_prefix(opening, stored), opening)
            for opening in self._openings[id]
            if id > 0 and _is_object(opening.header)
        ]
        if not tried:
            return None
        entries, opening = max(tried, key=lambda pair: len(pair[0]))
        # A game without a known state counts as open: then it is at least offered.
        standing = self._standings.get(id, _Standing(OPEN, opening.began, len(entries), ""))
        seen = max(standing.entries, max(stored, default=0), self._once.get(id, 0))
        return _RescuedGame(id, opening, standing, entries, max(seen - len(entries), 0))


def _add(heap: list[_Thing], thing: _Thing) -> None:
    # Add a row once; it may come from the file and from each version of its page in the log.
    if thing not in heap:
        heap.append(thing)


def _prefix(opening: Opening, stored: dict[int, list[_StoredEntry]]) -> tuple[Entry, ...]:
    """Return the entries from the first on that the sums confirm, without a gap.

    A sum confirms all entries before it, so a wrong sum does no harm if a later one is right.
    """
    total, entries, sure = first_sum(opening.kind, opening.header), list[Entry](), 0
    for number in count(1):
        if number not in stored:
            break
        candidates = [Entry(number, found.text, found.mark) for found in stored[number]]
        sums = [next_sum(total, candidate) for candidate in candidates]
        right = [
            place for place, found in enumerate(stored[number]) if found.sum in (None, sums[place])
        ]
        # Any will do for now: the entry counts only if a later sum confirms it.
        chosen = right[0] if right else 0
        entries.append(candidates[chosen])
        total = sums[chosen]
        sure = number if right else sure
    return tuple(entries[:sure])


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


# ---- Sentences for people ------------------------------------------------------------------------


def findings(rescued: RescuedJournal, what: Text, where: Text) -> tuple[Text, ...]:
    """Return sentences: what happened, what was recovered, what is lost, where the old file is."""
    entries = sum(len(game.entries) for game in rescued.games)
    games = counted("{number} game", "{number} games", len(rescued.games))
    if rescued.games:
        saved = counted(
            "{what}: {games} with {number} entry could be recovered.",
            "{what}: {games} with {number} entries could be recovered.",
            entries,
            what=what,
            games=games,
        )
    else:
        saved = text("{what}: no game in it could be read.", what=what)
    gaps = (
        _lost_words(game.missing, words_kept(game.opening.title))
        for game in rescued.games
        if game.missing
    )
    lost = (
        (
            counted(
                "{number} game could not be read.",
                "{number} games could not be read.",
                rescued.lost,
            ),
        )
        if rescued.lost
        else ()
    )
    return (saved, *gaps, *lost, where)


def missing(confirmed: Confirmed | None, game: KeptGame | None) -> Text:
    """Return a sentence about lost entries that had been durable, or NOTHING.

    `game` is the present state of the confirmed game, None if it does not exist.
    """
    if confirmed is None or (game is not None and game.entries >= confirmed.entries):
        return NOTHING
    if game is None:
        return counted(
            "Game {game} with {number} entry is lost.",
            "Game {game} with {number} entries is lost.",
            confirmed.entries,
            game=confirmed.game,
        )
    return _lost_words(confirmed.entries - game.entries, game.title_words)


def _lost_words(number: int, title: Text) -> Text:
    return counted(
        "The last {number} entry of “{title}” is lost.",
        "The last {number} entries of “{title}” are lost.",
        number,
        title=title,
    )


# ---- A new journal in place of the old one -------------------------------------------------------


def begin_anew(path: Path) -> None:
    """Make an empty journal. After a sqlite3.Error or OSError there is still none."""
    _built(path, RescuedJournal(), ()).replace(path)
    settle(path.parent)


def recover(path: Path, now: float, reason: Text, confirmed: Confirmed | None = None) -> None:
    """Write what can be read to a new journal and set the damaged files aside.

    The new journal also holds the findings. `reason` completes a sentence, `now` is Unix time,
    losses after `confirmed` are reported. The journal must not be open. After an OSError or
    sqlite3.Error nothing has changed, and the next opening tries again.
    """
    rescued = rescue(path, confirmed)
    place = free_place(path, now)
    what = text("The journal was damaged ({reason})", reason=reason)
    words = findings(
        rescued, what, text("The damaged file is in {path}.", path=str(aside(path, place)))
    )
    commit(path, _built(path, rescued, words), place)
    finish(path)


def commit(path: Path, fresh: Path, place: str) -> None:
    """Let the new journal count while the old files are in its place; `finish` does the rest."""
    fresh.replace(_named(path, _RECOVERED, place))
    settle(path.parent)


def finish(path: Path) -> None:
    """Finish a recovery that counts already, if there is one."""
    recovered = unfinished_recovery(path)
    if recovered is None:
        return
    old = recovered.with_name(
        recovered.name.replace(f"{path.stem}-{_RECOVERED}", f"{path.stem}-{_DAMAGED}", 1)
    )
    for ending in ("-wal", "-journal", ""):
        if sibling_path(path, ending).exists():
            sibling_path(path, ending).replace(sibling_path(old, ending))
    # It only indexes a log, and the new journal begins without one.
    sibling_path(path, "-shm").unlink(missing_ok=True)
    settle(path.parent)
    recovered.replace(path)
    settle(path.parent)


def unfinished_recovery(path: Path) -> Path | None:
    """Return the new journal of an unfinished recovery that counts already, or None."""
    pattern = f"{glob.escape(path.stem)}-{_RECOVERED}-*{glob.escape(path.suffix)}"
    return min(path.parent.glob(pattern), default=None)


def fill(connection: sqlite3.Connection, rescued: RescuedJournal, words: tuple[Text, ...]) -> None:
    """Write everything rescued to an empty journal."""
    migrate(connection)
    connection.execute("BEGIN IMMEDIATE")
    for game in rescued.games:
        opening, standing = game.opening, game.standing
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (game.id, *opening))
        connection.execute(
            "INSERT INTO standings VALUES (?, ?, ?, ?, ?)",
            (game.id, standing.state, standing.touched, len(game.entries), standing.note),
        )
        # With new sums, for damaged journals of any version.
        add_entries(connection, game.id, game.entries, first_sum(opening.kind, opening.header))
    connection.executemany("INSERT INTO settings VALUES (?, ?)", rescued.settings.items())
    # Rescued games have no log yet.
    set_mark(connection, mark(connection)._replace(is_open=False))
    remember(connection, words)
    connection.execute("COMMIT")


def _built(path: Path, rescued: RescuedJournal, words: tuple[Text, ...]) -> Path:
    """Build a new journal under a temporary name, complete and on the disk."""
    fresh = new_file(path)
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            # Nothing of it counts before the whole file is on the disk, so waiting at each step
            # gains nothing.
            connection.execute("PRAGMA synchronous = OFF")
            fill(connection, rescued, words)
            # Here and not in its final place, where a power cut during the change would leave a
            # third file.
            connection.execute("PRAGMA journal_mode = WAL")
        settle(fresh)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def new_file(path: Path) -> Path:
    """Make an empty temporary file beside the journal.

    Remains of an earlier attempt are removed.
    """
    fresh = sibling_path(path, ".new")
    for ending in ("-journal", "-wal", "-shm"):
        sibling_path(fresh, ending).unlink(missing_ok=True)
    make_file(fresh)
    return fresh


def free_place(path: Path, now: float) -> str:
    """Return a date and a number not used for damaged files yet, such as 2026-11-21-1.

    `now` is Unix time, the date is local. A clock without a valid time gives "undated".
    """
    try:
        date = time.strftime("%Y-%m-%d", time.localtime(now))
    except (ArithmeticError, OSError, ValueError):
        date = "undated"
    return next(
        place
        for place in (f"{date}-{number}" for number in count(1))
        if not any(sibling_path(aside(path, place), ending).exists() for ending in ("", "-wal"))
    )


def aside(path: Path, place: str) -> Path:
    """Return the path of a damaged journal under this date and number."""
    return _named(path, _DAMAGED, place)


def _named(path: Path, kind: str, place: str) -> Path:
    return path.with_name(f"{path.stem}-{kind}-{place}{path.suffix}")
